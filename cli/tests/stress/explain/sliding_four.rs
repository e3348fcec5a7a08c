//! The steps of sliding four, and what is reached before them.

use std::collections::BTreeSet;

use tesuji_core::{Game, Player, sliding_four};
use tesuji_testkit::judge_input::{Input, Judge, Kind, SlidingFour, Source};

use super::{boards, gaps, number, pages, rows};

/// The positions that are new at each step, and the goals among them.
fn levels(start: sliding_four::naive::Board, steps: u32) -> Vec<[usize; 2]> {
    let mut seen = BTreeSet::from([start]);
    let mut level = BTreeSet::from([start]);
    let mut counts = Vec::new();
    for _ in 0..=steps {
        counts.push([level.len(), level.iter().filter(|board| board.is_goal()).count()]);
        let mut next = BTreeSet::new();
        for board in &level {
            next.extend(board.legal_moves().into_iter().filter_map(|mv| board.play(mv).ok()));
        }
        level = &next - &seen;
        seen.extend(level.iter().copied());
    }
    counts
}

pub(super) fn sliding_four_steps() {
    let mut judge = SlidingFour::new();
    let mut cases = judge.edges();
    let mut source = Source::new(Kind::Long, 5);
    cases.extend((0..4).flat_map(|_| source.next_input(&mut judge, 1).cases));
    let mut solver = tesuji_solvers::sliding_four::steps::Naive::new();
    for case in cases {
        let page = pages("sliding-four", &judge.write(&Input::plain(vec![case])), &[]).remove(0);
        let blocks: Vec<&str> = page.trim_end().split("\n\n").collect();
        let starts = Player::BOTH.map(|first| case.begun_by(first));
        let steps = solver.fewest(&starts[0]).expect("a solution");
        let head: Vec<&str> = blocks[0].lines().collect();
        assert_eq!(gaps("Case 1: {}", head[0]), [case.to_string()]);
        // The steps, played by the rules from the right beginner's board.
        let mut board = starts[0];
        if steps == 0 {
            assert_eq!(head[1], "0: the board is a goal already.");
            assert!(board.is_goal() && !page.contains("Line:"));
        } else {
            let words = gaps("{}: a goal in {}; {} begins.", head[1]);
            assert_eq!((number(words[0]), number(words[1])), (steps, steps));
            let by = starts.map(|start| solver.steps(&start) == Some(steps));
            let first = match by {
                [true, true] => "either colour",
                [true, false] => "White",
                _ => "Black",
            };
            assert_eq!(words[2], first);
            let line: Vec<&str> = blocks[2]
                .strip_prefix("Line: ")
                .expect("a line")
                .split(' ')
                .skip(1)
                .step_by(2)
                .collect();
            assert_eq!(line.len() as u32, steps);
            let drawn = boards(blocks[1]);
            board = starts[usize::from(!by[0])];
            assert_eq!(drawn[0], drawn_four(&board));
            for (mv, rows) in line.iter().zip(&drawn[1..]) {
                board = board.play(mv.parse().expect("a move")).expect("a legal step");
                assert_eq!(*rows, drawn_four(&board), "{page}");
            }
            assert!(board.is_goal(), "{page}");
        }
        let table = blocks.last().expect("a table");
        let counts = starts.map(|start| levels(start, steps));
        let listed = rows(table);
        assert_eq!(listed.len() as u32, steps + 1);
        for (step, (star, cells)) in listed.into_iter().enumerate() {
            let [white, black] = [counts[0][step], counts[1][step]];
            let expected = [step, white[0], white[1], black[0], black[1]];
            let found: Vec<usize> = cells.iter().map(|cell| number(cell) as usize).collect();
            assert_eq!(found, expected, "{page}");
            assert_eq!(star, white[1] + black[1] > 0);
            assert_eq!(star, step as u32 == steps, "no goal comes before the last step");
        }
    }
}

fn drawn_four(board: &sliding_four::naive::Board) -> Vec<String> {
    board.to_string()[..19].split('/').map(|row| row.replace('O', ".")).collect()
}

pub(super) fn sliding_four_without_solution() {
    let page = pages("sliding-four", b"BWBB\nBBWW\nBWWW\nWWOO\n", &[]).remove(0);
    assert!(page.contains("no solution: no order of steps leads to a goal."), "{page}");
    let start: sliding_four::Start = "BWBB/BBWW/BWWW/WWOO".parse().expect("a board");
    let mut solver = tesuji_solvers::sliding_four::steps::Naive::new();
    assert_eq!(solver.fewest(&start.begun_by(Player::White)), None);
    assert!(start.begun_by(Player::Black).legal_moves().is_empty());
    assert!(page.contains("Black cannot begin") && page.contains("White begins: never"), "{page}");
}
