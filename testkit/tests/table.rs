//! Tables in files: the counts of whole games, and files that are stored.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tesuji_core::pawn_chess::packed;
use tesuji_core::sliding_four::large;
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::pawn_chess::value;
use tesuji_solvers::{Answer, Solver, pursuit};
use tesuji_tables::{NEVER, Options, Probe, Spec, Table, Told, Verdict, build, stats, verify};
use tesuji_testkit::fnv::Fnv;

fn built(spec: Spec) -> (TempDir, Table) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("table");
    build(spec, &path, Options::default(), &mut |_| ()).unwrap();
    let table = Table::open(&path).unwrap();
    (folder, table)
}

fn pawn_chess(size: &str) -> Spec {
    Spec::PawnChess(size.parse().unwrap())
}

/// The statistics that are kept in `testkit/data/tables`.
fn holds(table: &Table, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tables").join(name);
    let kept = fs::read_to_string(&path).unwrap();
    assert_eq!(stats::csv(&stats::rows(table).unwrap()), kept, "{name}");
}

/// Positions by value, up to the greatest.
fn positions(table: &Table) -> Vec<u64> {
    let bins = table.bins().iter().filter(|bin| bin.value != NEVER);
    let mut positions = vec![0; bins.clone().next_back().map_or(0, |bin| bin.value.into()) + 1];
    for bin in bins {
        positions[usize::from(bin.value)] = bin.positions;
    }
    positions
}

#[test]
fn pawn_chess_5x5_whole() {
    let (_folder, table) = built(pawn_chess("5x5"));
    assert_eq!(table.positions(), 182_566_382);
    assert!(table.bytes() <= 8_000_000, "{} bytes", table.bytes());
    assert_eq!(
        positions(&table),
        [
            418_000,
            119_472_585,
            23_812_442,
            10_194_171,
            8_209_526,
            5_737_831,
            3_246_833,
            4_255_357,
            1_962_877,
            2_499_389,
            992_995,
            969_014,
            371_205,
            249_869,
            99_585,
            47_449,
            18_242,
            6_643,
            1_859,
            434,
            68,
            8
        ]
    );
    holds(&table, "pawn-chess-5x5.csv");
    let mut probe = Probe::new(&table);
    let start = probe.value("ppppp/...../...../...../PPPPP w").unwrap();
    assert_eq!(start.to_string(), "white wins in 19");
    // Positions of all values, against the search for one.
    let mut search = value::Optimized::new();
    for row in stats::rows(&table).unwrap() {
        let board: packed::Board = row.example.parse().unwrap();
        let answer = search.solve(&board).unwrap();
        assert_eq!(answer.remoteness, row.remoteness, "{board}");
        let told = probe.ask(&row.example).unwrap();
        assert_eq!(told.moves.len(), board.legal_moves().len());
    }
}

/// Positions with White to move: each side has at most a row's width of pawns
/// and none on its goal row. Cells of one entry are filled together, of that
/// many pawns; that counts those which are their own mirror image.
fn domain(width: usize, cells: &[(bool, bool, usize)]) -> u64 {
    let mut ways = vec![vec![0_u64; width + 1]; width + 1];
    ways[0][0] = 1;
    for &(white_may, black_may, pawns) in cells {
        let before = ways.clone();
        for white in 0..=width {
            for black in 0..=width {
                if white_may && white >= pawns {
                    ways[white][black] += before[white - pawns][black];
                }
                if black_may && black >= pawns {
                    ways[white][black] += before[white][black - pawns];
                }
            }
        }
    }
    ways.into_iter().flatten().sum()
}

/// What is kept of tables too large to be built here: their sums are those of
/// all positions, and the search says the same of every example.
#[test]
fn kept_histograms_of_large_boards_add_up() {
    for (width, height, published) in [(5, 6, 2_050_511_812), (6, 5, 11_228_446_642)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("data/tables/pawn-chess-{width}x{height}.csv"));
        let text = fs::read_to_string(path).unwrap();
        let (mut positions, mut slots, mut seen) = (0, 0, Vec::new());
        let mut search = value::Optimized::new();
        for line in text.lines().skip(1) {
            let [outcome, remoteness, raw, reduced, example] =
                line.split(',').collect::<Vec<_>>()[..]
            else {
                panic!("{line}");
            };
            positions += raw.parse::<u64>().unwrap();
            slots += reduced.parse::<u64>().unwrap();
            let answer = search.solve(&example.parse().unwrap()).unwrap();
            assert_eq!(answer.remoteness, Some(remoteness.parse().unwrap()), "{line}");
            let is_won = answer.value == Outcome::Win(Player::White);
            assert_eq!(is_won, outcome == "win", "{line}");
            seen.push(answer.remoteness.unwrap());
        }
        let rows = 0..height;
        let row = |row, count, pawns| vec![(row > 0, row + 1 < height, pawns); count];
        let all: Vec<_> = rows.clone().flat_map(|at| row(at, width, 1)).collect();
        let pairs = rows.clone().flat_map(|at| row(at, width / 2, 2));
        let middle = rows.flat_map(|at| row(at, width % 2, 1));
        let mirrored: Vec<_> = pairs.chain(middle).collect();
        assert_eq!(positions, domain(width, &all));
        assert_eq!(positions, published);
        assert_eq!(2 * slots, positions + domain(width, &mirrored), "{width}x{height}");
        // Every remoteness up to the greatest has its line.
        seen.sort_unstable();
        assert_eq!(seen, (0..seen.len() as u32).collect::<Vec<_>>());
    }
}

#[test]
fn pawn_chess_4x4_whole() {
    let (_folder, table) = built(pawn_chess("4x4"));
    assert!(table.bytes() <= 48 << 10, "{} bytes", table.bytes());
    holds(&table, "pawn-chess-4x4.csv");
    let verdict = verify(&table, Options::default(), &mut |_| ()).unwrap();
    assert_eq!(verdict, Verdict::Right { slots: 141_234 });
}

/// Start positions by whole tables, and every value by the search.
#[test]
fn pawn_chess_by_the_search() {
    for (size, start) in [
        ("3x3", "black wins in 6"),
        ("4x3", "white wins in 5"),
        ("2x5", "black wins in 6"),
        ("3x5", "white wins in 11"),
        ("2x6", "black wins in 10"),
        ("5x3", "white wins in 7"),
    ] {
        let (_folder, table) = built(pawn_chess(size));
        let (mut probe, mut search) = (Probe::new(&table), value::Optimized::new());
        let board = packed::Board::start(size.parse().unwrap());
        assert_eq!(probe.value(&board.to_string()).unwrap().to_string(), start, "{size}");
        for slot in (0..table.slots()).step_by(table.slots() as usize / 2000 + 1) {
            let position = table.position(slot).unwrap();
            let answer = search.solve(&position.parse().unwrap()).unwrap();
            let value = probe.slot(slot).unwrap();
            let told = Told::new(&table.spec(), value, Player::White);
            assert_eq!(told.remoteness(), answer.remoteness, "{position}");
            assert_eq!(told.winner(), answer.value.winner(), "{position}");
        }
    }
}

/// The published checksums, by the files.
#[test]
fn pursuit_by_its_checksums() {
    for line in include_str!("../data/pursuit-checksums.txt").lines() {
        let Some((n, published)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let n: u32 = n.parse().unwrap();
        // The time grows with the fourth power: of the large ones, the largest.
        if (25..44).contains(&n) {
            continue;
        }
        // A move of two cells leaves the smallest board, whose table is that of
        // speeds 1 and 1.
        let (_folder, table) = built(Spec::Pursuit { n, white: 1, black: 2.min(n - 1) });
        if n == 20 {
            holds(&table, "pursuit-20.csv");
        }
        assert_eq!(format!("{:016x}", pursuit_checksum(&table, n)), published, "n = {n}");
    }
}

/// The checksum of all placements, which are the images of the slots.
fn pursuit_checksum(table: &Table, n: u32) -> u64 {
    let side = n as usize;
    let index = |[r1, c1, r2, c2]: [usize; 4]| ((r1 * side + c1) * side + r2) * side + c2;
    let mut values: Vec<Option<(u8, u16)>> = vec![None; side.pow(4)];
    let mut probe = Probe::new(table);
    for slot in 0..table.slots() {
        let position = table.position(slot).unwrap();
        let told = Told::new(&table.spec(), probe.slot(slot).unwrap(), Player::White);
        let winner = told.winner().expect("no draw") as u8;
        let plies = told.remoteness().expect("no draw") as u16;
        let numbers =
            position.split(' ').skip(1).take(4).map(|word| word.parse::<usize>().unwrap());
        let cells: Vec<usize> = numbers.map(|number| number - 1).collect();
        let mut at = [cells[0], cells[1], cells[2], cells[3]];
        for _ in 0..4 {
            let [r1, c1, r2, c2] = at;
            values[index(at)] = Some((winner, plies));
            values[index([c1, r1, c2, r2])] = Some((winner, plies));
            at = [c1, side - 1 - r1, c2, side - 1 - r2];
        }
    }
    let mut checksum = Fnv::new();
    let mut placements = 0;
    for (winner, plies) in values.into_iter().flatten() {
        let [low, high] = plies.to_le_bytes();
        checksum.bytes(&[winner, low, high]);
        placements += 1;
    }
    assert_eq!(placements, side.pow(4) - side.pow(2), "each placement is the image of a slot");
    checksum.value()
}

/// Any speeds, draws found, both sides to move: equal to the naive road.
#[test]
fn pursuit_by_the_naive_road() {
    let mut draws = 0;
    for (n, white, black) in [(5, 1, 1), (6, 2, 2), (7, 1, 3), (6, 3, 1), (4, 3, 3), (8, 1, 2)] {
        let (_folder, table) = built(Spec::Pursuit { n, white, black });
        let (mut probe, mut naive) = (Probe::new(&table), pursuit::value::Naive::new());
        for slot in 0..table.slots() {
            let position = table.position(slot).unwrap();
            for position in [position.clone(), position.replace(" w", " b")] {
                let Answer { value, remoteness } = naive.solve(&position.parse().unwrap()).unwrap();
                let told = probe.value(&position).unwrap();
                assert_eq!(told.remoteness(), remoteness, "{position}");
                assert_eq!(told.winner(), value.winner(), "{position}");
                draws += u32::from(value == Outcome::Draw);
            }
        }
    }
    assert!(draws > 0, "some of these boards have draws");
}

/// Both published checksums of the puzzle, by the file.
#[test]
fn sliding_four_by_its_checksums() {
    let shape = large::Shape::PUZZLE;
    let (_folder, table) = built(Spec::SlidingFour { shape, white: 7, black: 7 });
    holds(&table, "sliding-four-4x4.csv");
    let mut probe = Probe::new(&table);
    let (mut fewest, mut both) = (Fnv::new(), Fnv::new());
    let counts = tesuji_solvers::sliding_four::table::Counts::PUZZLE;
    for start in counts.starts() {
        let [white, black] = Player::BOTH.map(|first| {
            let told = probe.value(&start.begun_by(first).to_string()).unwrap();
            told.remoteness().map_or(255, |steps| steps as u8)
        });
        fewest.byte(white.min(black));
        both.bytes(&[black, white]);
    }
    assert_eq!(fewest.value(), 0xbb9c_d42a_178d_8981);
    assert_eq!(both.value(), 0xc7bc_c844_4e5f_1905);
}

/// All boards of 5×4 with two blanks and both beginners; a sample against a
/// breadth-first search on the naive board.
#[test]
fn sliding_four_5x4_whole() {
    let shape = large::Shape::new(5, 4, 4).unwrap();
    let (_folder, table) = built(Spec::SlidingFour { shape, white: 9, black: 9 });
    assert_eq!((table.positions(), table.slots()), (2 * 9_237_800, 2_310_220));
    holds(&table, "sliding-four-5x4.csv");
    let mut probe = Probe::new(&table);
    let mut solved = 0;
    for at in 0..10_000 {
        let slot = at * (table.slots() / 10_000);
        let position = table.position(slot).unwrap();
        let board: large::Board = position.parse().unwrap();
        let told = probe.value(&position).unwrap().remoteness();
        // What is further away is left to the judge of the whole table.
        if let Some(steps) = search(&board, 6) {
            assert_eq!(told, Some(steps), "{position}");
            solved += 1;
        } else {
            assert!(told.is_none_or(|steps| steps > 6), "{position}");
        }
    }
    assert!(solved > 9_000, "{solved}");
}

/// The least number of steps, where it is not above `most`.
fn search(board: &large::Board, most: u32) -> Option<u32> {
    let mut seen = std::collections::BTreeSet::from([*board]);
    let mut level = vec![*board];
    for steps in 0..=most {
        if level.iter().any(large::Board::is_goal) {
            return Some(steps);
        }
        let children = level.iter().flat_map(|board| {
            board.legal_moves().into_iter().map(|mv| {
                let mut child = *board;
                child.play_unchecked(mv);
                child
            })
        });
        let fresh: Vec<_> = children.collect();
        level = fresh.into_iter().filter(|&child| seen.insert(child)).collect();
    }
    None
}

/// Files of this version can be read by every later program.
#[test]
fn stored_tables_are_right_and_are_still_built_the_same() {
    for (name, spec) in [
        ("pawn-chess-3x3.tsj", pawn_chess("3x3")),
        ("pawn-chess-2x5.tsj", pawn_chess("2x5")),
        ("pursuit-5.tsj", Spec::Pursuit { n: 5, white: 1, black: 2 }),
        ("pursuit-6-speeds-1-1.tsj", Spec::Pursuit { n: 6, white: 1, black: 1 }),
        (
            "sliding-four-3x3.tsj",
            Spec::SlidingFour { shape: large::Shape::new(3, 3, 3).unwrap(), white: 3, black: 4 },
        ),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tables").join(name);
        let table = Table::open(&path).unwrap();
        assert_eq!(table.spec(), spec);
        let slots = table.slots();
        let verdict = verify(&table, Options::default(), &mut |_| ()).unwrap();
        assert_eq!(verdict, Verdict::Right { slots }, "{name}");
        let (folder, _) = built(spec);
        let now = fs::read(folder.path().join("table")).unwrap();
        assert_eq!(now, fs::read(path).unwrap(), "{name}");
    }
}
