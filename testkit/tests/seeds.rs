//! The vectors as seed inputs: what is stored is what they make, and the checks
//! find the vectors' positions in it.

mod stored;

use std::collections::BTreeMap;

use tesuji_core::{gomoku, painting, pawn_chess, pursuit, sliding_four};
use tesuji_testkit::encode::{self, Choices};
use tesuji_testkit::random::Random;
use tesuji_testkit::seeds::{self, PREFIX};
use tesuji_testkit::{Verdict, generate, registry};

#[test]
fn the_stored_files_are_those_of_the_vectors() {
    let mut wanted: BTreeMap<(String, String), Vec<u8>> = BTreeMap::new();
    for seed in seeds::all() {
        let (check, name) = (seed.check.to_owned(), seed.name);
        assert!(seed.bytes.len() <= 512, "{check}/{name} is longer than the fuzzer's inputs");
        let twice = wanted.insert((check.clone(), name.clone()), seed.bytes);
        assert!(twice.is_none(), "{check}/{name} comes twice");
    }
    let mut stored = BTreeMap::new();
    for (check, inputs) in stored::folders("seeds") {
        for (path, bytes) in inputs {
            let name = path.file_name().expect("a file has a name").display().to_string();
            if name.starts_with(PREFIX) {
                stored.insert((check.clone(), name), bytes);
            }
        }
    }
    let stale: Vec<_> = wanted
        .iter()
        .filter(|(file, bytes)| stored.get(*file) != Some(*bytes))
        .map(|(file, _)| file)
        .chain(stored.keys().filter(|file| !wanted.contains_key(*file)))
        .collect();
    assert!(stale.is_empty(), "`cargo xtask seeds` writes them anew: {stale:?}");
}

#[test]
fn a_check_finds_the_vector_in_its_input() {
    let mut checks: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds::all() {
        let check = registry::find(seed.check).expect("a seed is of a check");
        match (check.run)(&seed.bytes) {
            Verdict::Compared { fingerprint, .. } => {
                assert_eq!(fingerprint, seed.question, "{} asks another question", seed.name);
            }
            other => panic!("{} of {}: {other:?}", seed.name, seed.check),
        }
        *checks.entry(seed.check).or_default() += 1;
    }
    // Every game has vectors.
    assert!(checks.len() >= 25, "checks with vectors: {checks:?}");
    assert!(checks.values().all(|&count| count >= 5), "vectors of each check: {checks:?}");
}

/// How many of these positions have bytes; those must lead to the position.
fn reached<T: PartialEq + std::fmt::Display>(
    positions: &[T],
    encode: impl Fn(&T) -> Option<Vec<u8>>,
    decode: impl Fn(&[u8]) -> T,
) -> usize {
    let inputs = positions.iter().filter_map(|position| Some((position, encode(position)?)));
    let reach = |(position, bytes): (&T, Vec<u8>)| {
        let found = decode(&bytes);
        assert!(found == *position, "{bytes:?} is of {position} and leads to {found}");
    };
    inputs.map(reach).count()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn most_vectors_have_bytes() {
    let size = pawn_chess::Size::JUDGE;
    let boards = include_bytes!("../data/pawn-chess.in");
    let boards = pawn_chess::judge::parse(boards, size).expect("a judge's file");
    let easy = encode::pawn_chess::easy_position;
    let count = reached(&boards, easy, generate::pawn_chess::easy_position);
    assert_eq!((count, boards.len()), (120, 120));
    let count = reached(&boards, encode::pawn_chess::position, generate::pawn_chess::position);
    assert_eq!(count, 120);

    let boards: Vec<_> = lines(include_str!("../data/pursuit.txt"))
        .map(|line| line.split_once(" | ").expect("two fields").0)
        .map(|input| pursuit::judge::parse(input.as_bytes()).expect("a judge's input"))
        .collect();
    let count = reached(&boards, encode::pursuit::position, generate::pursuit::position);
    // Larger boards have no bytes, as the generator makes only some of them.
    let small = boards.iter().filter(|board| board.n() <= 20).count();
    assert!(count >= small && small > 60, "{count} of {}, {small} small", boards.len());
    let count = reached(&boards, encode::pursuit::small, generate::pursuit::small);
    assert_eq!(count, boards.iter().filter(|board| board.n() <= 8).count());

    let boards: Vec<_> = lines(include_str!("../data/sliding-four.txt"))
        .map(|line| {
            let rows: Vec<&str> = (0..4).map(|row| &line[4 * row..4 * row + 4]).collect();
            format!("{} b", rows.join("/")).parse::<sliding_four::naive::Board>().expect("a board")
        })
        .collect();
    let count = reached(&boards, encode::sliding_four::position, generate::sliding_four::position);
    assert_eq!((count, boards.len()), (80, 80));

    let grids = painting::judge::parse(include_bytes!("../data/painting.in")).expect("a file");
    let boards: Vec<painting::naive::Board> =
        grids.iter().map(|grid| grid.try_into().expect("a small grid")).collect();
    let count = reached(&boards, encode::painting::position, generate::painting::position);
    // With an odd number of cells and no block, the other side is to move.
    assert!(count >= 80, "{count} of {} grids", boards.len());
}

#[test]
fn most_vectors_of_gomoku_have_bytes() {
    let renju = gomoku::Variant::standard_size(gomoku::Rule::Renju);
    let black = Some(tesuji_core::Player::Black);
    let boards: Vec<_> = lines(include_str!("../data/renju-forbidden.txt"))
        .map(|line| line.rsplit_once('|').expect("three fields").0)
        .map(|stones| gomoku::text::parse(stones, renju, black).expect("a position"))
        .collect();
    let crowd = |board: &gomoku::naive::Board| encode::gomoku::crowd(board, &[]);
    let count = reached(&boards, crowd, generate::gomoku::renju_crowd);
    // The others lie in more than twelve columns.
    assert!(count >= 750, "{count} of {} thickets", boards.len());

    let boards: Vec<_> = lines(include_str!("../data/gomoku-tactics.txt"))
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, variant, to_move, black, white] = fields[..] else { panic!("{line}") };
            let letter = &to_move[..1];
            format!("{variant}: {black} | {white} {letter}").parse().expect("a position")
        })
        .collect();
    let count = reached(&boards, crowd, generate::gomoku::crowd);
    assert!(count * 10 >= boards.len() * 8, "{count} of {} crowds", boards.len());
    let count = reached(&boards, encode::gomoku::position, generate::gomoku::position);
    assert!(count * 10 >= boards.len() * 8, "{count} of {} playouts", boards.len());
}

/// What a generator makes of random bytes has bytes again, and they lead there.
#[test]
fn random_positions_come_back() {
    let mut random = Random::new(1);
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for length in 0..400 {
        inputs.push((0..length % 80).map(|_| random.next_u64() as u8).collect());
    }
    fn of<T>(inputs: &[Vec<u8>], make: impl Fn(&[u8]) -> T) -> Vec<T> {
        inputs.iter().map(|bytes| make(bytes)).collect()
    }
    let some = &inputs[..60];
    let boards = of(&inputs, generate::pawn_chess::position);
    let count = reached(&boards, encode::pawn_chess::position, generate::pawn_chess::position);
    assert!(count > 150, "pawn chess: {count}");
    let boards = of(&inputs, generate::pawn_chess::easy_position);
    let easy = encode::pawn_chess::easy_position;
    let count = reached(&boards, easy, generate::pawn_chess::easy_position);
    assert!(count > 200, "pawn chess, easy: {count}");
    let boards = of(&inputs, generate::pursuit::position);
    let count = reached(&boards, encode::pursuit::position, generate::pursuit::position);
    assert!(count > 200, "pursuit: {count}");
    let boards = of(&inputs, generate::pursuit::small);
    let count = reached(&boards, encode::pursuit::small, generate::pursuit::small);
    assert!(count > 300, "pursuit, small: {count}");
    let boards = of(&inputs, generate::sliding_four::position);
    let count = reached(&boards, encode::sliding_four::position, generate::sliding_four::position);
    assert!(count > 390, "sliding four: {count}");
    let boards = of(&inputs, generate::painting::position);
    let count = reached(&boards, encode::painting::position, generate::painting::position);
    assert!(count > 200, "painting: {count}");
    let boards = of(some, generate::gomoku::position);
    let count = reached(&boards, encode::gomoku::position, generate::gomoku::position);
    assert!(count > 30, "gomoku: {count}");
    let boards = of(&inputs, generate::gomoku::crowd);
    let crowd = |board: &gomoku::naive::Board| encode::gomoku::crowd(board, &[1, 2]);
    let count = reached(&boards, crowd, generate::gomoku::crowd);
    assert!(count > 390, "crowds: {count}");
}

#[test]
fn grids_of_any_width_have_bytes() {
    let mut random = Random::new(2);
    let mut count = 0;
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..60).map(|_| random.next_u64() as u8).collect();
        for (widest, most) in [(160, 24), (1_000_000, 6), (painting::MAX_COLUMNS, 6)] {
            let mut from = arbitrary::Unstructured::new(&bytes);
            let grid = generate::painting::grid(&mut from, widest, most);
            let mut choices = Choices::new();
            if encode::painting::grid(&mut choices, &grid, widest, most) {
                let bytes = choices.into_bytes();
                let mut again = arbitrary::Unstructured::new(&bytes);
                assert_eq!(generate::painting::grid(&mut again, widest, most), grid);
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} of 900 grids have bytes");
}
