//! Pursuit: everything that is known about the game, held against the solvers.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use tesuji_core::pursuit::{Cell, Speeds, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::pursuit::value::{Naive, Optimized, Table};
use tesuji_solvers::{Answer, Solver, principal_variation};
use tesuji_testkit::fnv::Fnv;

const VECTORS: &str = include_str!("../data/pursuit.txt");
const CHECKSUMS: &str = include_str!("../data/pursuit-checksums.txt");

/// The largest n with a published checksum.
const LARGEST: u16 = 44;

/// Naive minimax answers one vector after another up to this n; the checksums
/// hold it to the judge's largest.
const NAIVE_LARGEST: u16 = 12;

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn cells(n: u16) -> impl Iterator<Item = Cell> + Clone {
    (1..=n).flat_map(move |row| (1..=n).map(move |column| Cell { row, column }))
}

/// All placements of pieces that stand apart, in the order of the checksums.
fn placements(n: u16) -> impl Iterator<Item = (Cell, Cell)> {
    let pairs = move |white| cells(n).map(move |black| (white, black));
    cells(n).flat_map(pairs).filter(|(white, black)| white != black)
}

fn usual(n: u16) -> Table {
    Table::new(n, Speeds::default()).unwrap()
}

fn checksum(n: u16, mut answer: impl FnMut(Cell, Cell) -> Answer<Outcome>) -> u64 {
    let mut fnv = Fnv::new();
    for (white, black) in placements(n) {
        let Answer { value, remoteness } = answer(white, black);
        fnv.byte(match value.winner() {
            Some(Player::White) => 0,
            Some(Player::Black) => 1,
            None => 2,
        });
        let plies = u16::try_from(remoteness.unwrap_or(0)).unwrap();
        fnv.bytes(&plies.to_le_bytes());
    }
    fnv.value()
}

fn published_checksums() -> Vec<(u16, u64)> {
    lines(CHECKSUMS)
        .map(|line| {
            let (n, sum) = line.split_once(' ').unwrap();
            (n.parse().unwrap(), u64::from_str_radix(sum, 16).unwrap())
        })
        .collect()
}

#[test]
fn optimized_checksums_for_n_from_2_to_44() {
    let published = published_checksums();
    assert!(published.iter().map(|&(n, _)| n).eq(2..=LARGEST));
    for (n, sum) in published {
        let table = usual(n);
        let found = checksum(n, |white, black| table.answer(white, black, Player::White));
        assert_eq!(found, sum, "n = {n}: {found:016x}, published {sum:016x}");
    }
}

/// By naive minimax, for these n: a fresh memo for each.
fn naive_checksums(range: RangeInclusive<u16>) {
    let published = published_checksums();
    for n in range {
        let mut naive = Naive::new();
        let found = checksum(n, |white, black| {
            let board = naive::Board::new(n, white, black, Player::White, Speeds::default());
            naive.solve(&board.unwrap()).unwrap()
        });
        let &(_, sum) = published.iter().find(|&&(of, _)| of == n).unwrap();
        assert_eq!(found, sum, "n = {n}: {found:016x}, published {sum:016x}");
    }
}

#[test]
fn naive_checksums_for_n_from_2_to_17() {
    naive_checksums(2..=17);
}

#[test]
fn naive_checksums_for_n_from_18_to_20() {
    naive_checksums(18..=judge::MAX_SIZE);
}

#[test]
fn nobody_draws_and_white_wins_exactly_beside_black() {
    for n in 2..=LARGEST {
        let table = usual(n);
        for (white, black) in placements(n) {
            let beside = white.row.abs_diff(black.row) + white.column.abs_diff(black.column) == 1;
            let Answer { value, remoteness } = table.answer(white, black, Player::White);
            let plies = remoteness.unwrap();
            if beside {
                assert_eq!((value, plies), (Outcome::Win(Player::White), 1));
            } else {
                assert_eq!(value, Outcome::Win(Player::Black), "n = {n}, {white}, {black}");
                assert!(plies.is_multiple_of(2), "n = {n}, {white}, {black}");
            }
        }
    }
}

/// The longest game for speeds 1 and 2.
fn longest(n: u32) -> u32 {
    let (k, r) = (n / 4, n as usize % 4);
    if n == 2 { 2 } else { 12 * k + [0, 2, 6, 10][r] - 2 }
}

#[test]
fn the_longest_win_follows_its_formula() {
    for n in 2..=60 {
        let table = usual(n);
        let found = placements(n)
            .map(|(white, black)| table.answer(white, black, Player::White).remoteness.unwrap())
            .max();
        assert_eq!(found, Some(longest(n.into())), "n = {n}");
    }
}

#[test]
fn the_histogram_of_n_20() {
    let table = usual(20);
    let mut histogram: BTreeMap<(Player, u32), u32> = BTreeMap::new();
    for (white, black) in placements(20) {
        let Answer { value, remoteness } = table.answer(white, black, Player::White);
        *histogram.entry((value.winner().unwrap(), remoteness.unwrap())).or_default() += 1;
    }
    let mut expected = BTreeMap::from([((Player::White, 1), 1520)]);
    let counts = "2:4 4:8 6:16 8:24 10:36 12:48 14:64 16:80 18:100 20:120 22:176 24:296 26:556 \
                  28:992 30:1648 32:2592 34:3852 36:5464 38:7448 40:10364 42:13388 44:16360 \
                  46:19648 48:21812 50:20180 52:15864 54:10440 56:5380 58:1120";
    for entry in counts.split_whitespace() {
        let (plies, count) = entry.split_once(':').unwrap();
        expected.insert((Player::Black, plies.parse().unwrap()), count.parse().unwrap());
    }
    assert_eq!(histogram, expected);
}

/// The length for pieces that touch at a corner: no theorem, but exact for
/// every such placement with n from 2 to 44. `a` and `b` are White's room to
/// the walls on the sides away from Black.
fn diagonal(n: u32, a: u32, b: u32) -> u32 {
    let (across_a, across_b) = (n - 1 - a, n - 1 - b);
    let near = 1 + a + b;
    let middle = (1 + across_a + b).max(1 + a + across_b).max(3 + across_a + across_b);
    let far = (13 + (a + across_b).min(across_a + b)).max(11 + across_a + across_b);
    2 * near.min(middle).min(far)
}

#[test]
fn diagonal_neighbours_follow_the_closed_form() {
    for n in 2..=LARGEST {
        let table = usual(n);
        let mut count = 0;
        for (white, black) in placements(n) {
            if white.row.abs_diff(black.row) != 1 || white.column.abs_diff(black.column) != 1 {
                continue;
            }
            let room = |white: u16, black: u16| if black > white { white - 1 } else { n - white };
            let (a, b) = (room(white.row, black.row), room(white.column, black.column));
            let plies = table.answer(white, black, Player::White).remoteness;
            let formula = diagonal(n.into(), a.into(), b.into());
            assert_eq!(plies, Some(formula), "n = {n}, {white}, {black}");
            count += 1;
        }
        assert_eq!(count, 4 * (u32::from(n) - 1).pow(2), "n = {n}");
    }
}

#[test]
fn vectors() {
    let (mut optimized, mut naive) = (Optimized::new(), Naive::new());
    let mut count = 0;
    for line in lines(VECTORS) {
        let (input, answer) = line.split_once(" | ").unwrap();
        let board = judge::parse(input.as_bytes()).unwrap();
        let say =
            |found: Answer<Outcome>| judge::answer(found.value, found.remoteness.unwrap_or(0));
        assert_eq!(say(optimized.solve(&board.into()).unwrap()), answer, "{input}, optimized");
        if board.n() <= NAIVE_LARGEST {
            assert_eq!(say(naive.solve(&board).unwrap()), answer, "{input}, naive");
        }
        count += 1;
    }
    assert_eq!(count, 105, "vectors read");
}

#[test]
fn the_two_roads_agree_for_other_speeds_and_both_find_draws() {
    let mut drawn = BTreeMap::new();
    for (white, black, largest) in
        [(1, 1, 8), (2, 2, 7), (1, 3, 8), (2, 1, 7), (3, 1, 6), (2, 3, 7), (3, 2, 6), (4, 4, 6)]
            .into_iter()
            .chain([(1, 4, 7), (4, 1, 6), (1, 255, 6), (255, 255, 5), (1, 2, 8)])
    {
        let speeds = Speeds { white, black };
        let mut naive = Naive::new();
        for n in 2..=largest {
            let table = Table::new(n, speeds).unwrap();
            for (w, b) in cells(n).flat_map(|w| cells(n).map(move |b| (w, b))) {
                for to_move in Player::BOTH {
                    let board = naive::Board::new(n, w, b, to_move, speeds).unwrap();
                    let expected = naive.solve(&board).unwrap();
                    assert_eq!(table.answer(w, b, to_move), expected, "{board}");
                    if expected.value == Outcome::Draw {
                        *drawn.entry((white, black)).or_insert(0) += 1;
                    }
                }
            }
        }
    }
    println!("drawn positions per speeds: {drawn:?}");
    assert!(drawn.contains_key(&(2, 2)) && !drawn.contains_key(&(1, 2)), "{drawn:?}");
}

#[test]
fn best_play_is_as_long_as_the_value_says() {
    let mut optimized = Optimized::new();
    for (text, plies) in [("20 1 2 1 20 w", 58), ("20 10 10 11 11 w", 38), ("2 1 1 2 2 w", 2)] {
        let board: packed::Board = text.parse().unwrap();
        let line = principal_variation(&mut optimized, &board).unwrap();
        assert_eq!(line.len(), plies, "{text}");
        let mut end = naive::Board::from(board);
        for mv in line {
            end = end.play(mv).unwrap();
        }
        assert_eq!(end.outcome(), Some(Outcome::Win(Player::Black)), "{text}");
    }
}

#[test]
fn tables_of_every_word_size_follow_by_one_ply() {
    // A row takes another word beyond n = 16, 32 and 64 and, for speeds 1 and 2,
    // 126; Black's speed chooses how sets spread. A table without draws in which
    // every value follows from those one ply on is right.
    for (n, speeds) in [
        (16, (1, 2)),
        (17, (2, 3)),
        (32, (1, 2)),
        (33, (1, 3)),
        (64, (1, 2)),
        (65, (1, 2)),
        (80, (3, 4)),
        (96, (2, 9)),
        (126, (1, 2)),
        (127, (1, 2)),
        (193, (5, 7)),
    ] {
        let table = Table::new(n, Speeds { white: speeds.0, black: speeds.1 }).unwrap();
        follows_by_one_ply(&table, n, Speeds { white: speeds.0, black: speeds.1 });
    }
}

fn follows_by_one_ply(table: &Table, n: u16, speeds: Speeds) {
    for (index, (white, black)) in placements(n).enumerate() {
        // A prime step visits every row, column and word of the table.
        if index
            % (if n <= 20 {
                1
            } else if n <= 64 {
                97
            } else {
                7919
            })
            != 0
        {
            continue;
        }
        for to_move in Player::BOTH {
            let board = naive::Board::new(n, white, black, to_move, speeds).unwrap();
            let (mut soonest, mut latest) = (None::<u32>, Some(0));
            board.for_each_move(|mv| {
                let mut child = board;
                child.play_unchecked(mv);
                let answer = table.answer(child.white(), child.black(), child.to_move());
                match (answer.value.winner(), answer.remoteness) {
                    (Some(winner), Some(plies)) if winner == to_move => {
                        soonest = Some(soonest.map_or(plies, |best| best.min(plies)));
                    }
                    (_, plies) => latest = latest.zip(plies).map(|(a, b)| a.max(b)),
                }
            });
            let expected = match (soonest, latest) {
                (Some(plies), _) => {
                    Answer { value: Outcome::Win(to_move), remoteness: Some(plies + 1) }
                }
                (None, Some(plies)) => {
                    Answer { value: Outcome::Win(to_move.other()), remoteness: Some(plies + 1) }
                }
                (None, None) => Answer { value: Outcome::Draw, remoteness: None },
            };
            assert_eq!(table.answer(white, black, to_move), expected, "{board}");
        }
    }
}
