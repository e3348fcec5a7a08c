//! The parts of a grid of painting, their values, and the moves that win.

use std::collections::BTreeSet;

use tesuji_core::Game;
use tesuji_core::painting::{self, Grid};
use tesuji_testkit::judge_input::{Input, Judge, Kind, Painting, Source};

use super::{boards, gaps, number, pages, rows};

/// g(0) to g(n), from the rules of a run.
fn values(n: usize) -> Vec<u8> {
    crate::fixtures::painting::values(n)
}

/// Reads the parts of a page and checks them; hands back their values.
fn check_parts(page: &str, grid: &Grid, g: &[u8]) -> Vec<u8> {
    let table = page.split("\n\n").find(|block| {
        let first = block.lines().next().unwrap_or_default();
        first.ends_with(" part") || first.ends_with(" parts") || first == "No part is left"
    });
    let table = table.unwrap_or_else(|| panic!("{page}"));
    let listed = rows(table);
    let count = table.lines().next().and_then(|title| title.split(' ').next());
    assert_eq!(count.and_then(|word| word.parse().ok()).unwrap_or(0), listed.len());
    // Column by column: each is in one part, unless both of its cells are painted.
    let mut next = 1;
    let painted = |column| {
        [1, 2].into_iter().filter(|&row| grid.is_painted(painting::Cell::new(row, column))).count()
    };
    let mut parts = Vec::new();
    for (_, cells) in &listed {
        let value: u8 = cells[2].parse().expect("a value");
        let (first, last) = match cells[0] {
            "lone cell" => {
                let column: u64 = cells[1].parse().expect("a column");
                assert_eq!((painted(column), value, cells[3]), (1, 1, "0"));
                (column, column)
            }
            run => {
                let ends = gaps("{} to {}", cells[1]);
                let [first, last] = [ends[0], ends[1]].map(|end| end.parse::<u64>().unwrap());
                let length = (last - first + 1) as usize;
                assert_eq!(run, format!("run of {length}"));
                assert!((first..=last).all(|column| painted(column) == 0));
                assert!(first == 1 || painted(first - 1) > 0, "the run goes on to the left");
                assert!(last == grid.columns() || painted(last + 1) > 0, "and to the right");
                assert_eq!(value, g[length]);
                let listed: BTreeSet<u8> =
                    cells[3].split(' ').map(|word| word.parse().unwrap()).collect();
                let cell = (0..length).map(|i| g[i] ^ g[length - 1 - i] ^ 1);
                let block = (0..length.saturating_sub(1)).map(|i| g[i] ^ g[length - 2 - i]);
                assert_eq!(listed, cell.chain(block).collect());
                assert_eq!((0..).find(|value| !listed.contains(value)), Some(value), "mex");
                (first, last)
            }
        };
        assert!((next..first).all(|column| painted(column) == 2), "{page}");
        next = last + 1;
        parts.push(value);
    }
    assert!((next..=grid.columns()).all(|column| painted(column) == 2), "{page}");
    parts
}

pub(super) fn painting_parts() {
    let mut judge = Painting::new(None).unwrap();
    let mut source = Source::new(Kind::Random, 8);
    let mut cases: Vec<Grid> =
        judge.edges().into_iter().filter(|grid| grid.columns() <= 100).collect();
    for _ in 0..2 {
        let drawn = source.next_input(&mut judge, 74).cases;
        cases.extend(drawn.into_iter().filter(|grid| grid.columns() <= 300));
    }
    let input = Input::plain(cases);
    let pages = pages("painting", &judge.write(&input), &[]);
    let g = values(300);
    let mut naive = tesuji_solvers::painting::winner::Naive::new();
    let mut checked = 0;
    for (page, grid) in pages.iter().zip(&input.cases) {
        let values = check_parts(page, grid, &g);
        let value = values.iter().fold(0, |xor, value| xor ^ value);
        assert_eq!(naive.value_by_runs(grid), Ok(value), "{grid}");
        let words = gaps("{} wins: the Grundy value is {}.", page.lines().nth(1).unwrap());
        assert_eq!(words, [if value == 0 { "Bob" } else { "Alice" }, &value.to_string()]);
        let blocks: Vec<&str> = page.trim_end().split("\n\n").collect();
        let sum = blocks.iter().find(|block| block.contains(&format!(" = {value}: ")));
        let sum = sum.unwrap_or_else(|| panic!("{page}")).split(" = ").next().unwrap();
        match values.len() {
            0 => assert_eq!(sum, "nothing"),
            1..=60 => {
                let summed: Vec<u8> =
                    sum.split(" xor ").map(|word| word.parse().unwrap()).collect();
                assert_eq!(summed, values);
            }
            count => assert_eq!(sum, format!("the xor of {count} values")),
        }
        let board = painting::naive::Board::try_from(grid).expect("a board of few columns");
        if grid.columns() <= 64 {
            let drawn = boards(blocks[1]);
            assert_eq!(drawn, [judge.draw(grid)], "{page}");
        }
        // Every move of the page leaves 0, and no other one does.
        let mut leaves = |mv| {
            let next = board.clone().play(mv).expect("a legal move");
            naive.value_by_runs(&Grid::from(&next)).expect("a value")
        };
        let winning: BTreeSet<painting::Move> =
            board.legal_moves().into_iter().filter(|&mv| leaves(mv) == 0).collect();
        assert_eq!(winning_moves(blocks.last().unwrap(), &values, &g), winning, "{page}");
        checked += winning.len();
    }
    assert!(checked > 1000, "{checked} winning moves");
}

/// The moves of the table of winning moves; the other numbers in it are checked.
fn winning_moves(table: &str, parts: &[u8], g: &[u8]) -> BTreeSet<painting::Move> {
    let title = table.lines().next().expect("a title");
    let total = parts.iter().fold(0, |xor, value| xor ^ value);
    let mut moves = BTreeSet::new();
    for (_, cells) in if title == "No first move wins" { Vec::new() } else { rows(table) } {
        let before = moves.len();
        let [value, left]: [u8; 2] = [cells[1], cells[2]].map(|cell| cell.parse().unwrap());
        // What the part becomes makes the whole 0.
        assert_eq!(total ^ value ^ left, 0, "{table}");
        if cells[0] == "lone cell" {
            let cell = cells[4].strip_prefix("cell ").expect("a cell");
            moves.insert(cell.parse().expect("a move"));
            assert_eq!(value, 1);
        } else {
            let ends = gaps("{} to {}", cells[0]);
            let [first, last] = [ends[0], ends[1]].map(|end| end.parse::<usize>().unwrap());
            assert_eq!(value, g[last - first + 1]);
            let cell = cells[4].strip_prefix("a cell of column ");
            let block = cells[4].strip_prefix("the block from column ");
            let columns = progression(cell.or(block).expect("a cell or a block"));
            for column in columns {
                if cell.is_some() {
                    moves.extend(
                        [1, 2].map(|row| painting::Move::Cell(painting::Cell::new(row, column))),
                    );
                } else {
                    moves.insert(painting::Move::Block(column));
                }
            }
        }
        assert_eq!(moves.len() - before, number(cells[3]) as usize, "{table}");
    }
    let said = title.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
    assert_eq!(moves.len(), said, "{table}");
    moves
}

/// `5`, `5 and 17` or `5, 17 … 53 (5 columns)`.
fn progression(text: &str) -> Vec<u64> {
    if let Some((first, rest)) = text.split_once(", ") {
        let words = gaps("{} … {} ({} columns)", rest);
        let [first, second, last] =
            [first, words[0], words[1]].map(|word| word.parse::<u64>().unwrap());
        let columns: Vec<u64> = (first..=last).step_by((second - first) as usize).collect();
        assert_eq!(columns.len(), number(words[2]) as usize);
        assert_eq!(columns.last(), Some(&last));
        return columns;
    }
    text.split(" and ").map(|word| word.parse().unwrap()).collect()
}

/// Beyond the runs that are looked at one by one a shorter one is named, which
/// has the same value.
pub(super) fn wide_grids() {
    let page = pages("painting", b"1\n1000000000000000000 1\n1 5000\n", &[]).remove(0);
    let table = page.split("\n\n").find(|block| block.starts_with("3 parts\n")).expect("parts");
    let g = values(120);
    for (_, cells) in rows(table).into_iter().filter(|(_, cells)| cells[0] != "lone cell") {
        let length: u64 = cells[0].strip_prefix("run of ").unwrap().parse().unwrap();
        let words = gaps("as a run of {}: values repeat every {} from {} on", cells[3]);
        let [short, period, first] =
            [words[0], words[1], words[2]].map(|w| w.parse::<u64>().unwrap());
        assert_eq!((period, first), (12, 71));
        assert!(short >= first && (length - short).is_multiple_of(period));
        assert_eq!(cells[2].parse(), Ok(g[short as usize]));
    }
}
