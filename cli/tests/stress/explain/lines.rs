//! The critical lines of pawn chess and pursuit.

use std::collections::BTreeSet;

use tesuji_core::{Game, Outcome, Player, pawn_chess, pursuit};
use tesuji_solvers::{Answer, Solver};
use tesuji_testkit::judge_input::{Input, Judge, Kind, PawnChess, Source};

use super::{boards, gaps, name, number, pages, rows};

/// Checks the critical line on a page. Every claim is that of a naive solver.
fn check_line<G, S>(
    page: &str,
    start: G,
    solver: &mut S,
    judge_line: fn(Outcome, u32) -> String,
    drawn: fn(&G) -> Vec<String>,
) where
    G: Game,
    G::Move: std::fmt::Display,
    S: Solver<G, Value = Outcome>,
{
    let blocks: Vec<&str> = page.trim_end().split("\n\n").collect();
    let answer = solver.solve(&start).expect("an answer");
    let (winner, plies) = (answer.value.winner().expect("a winner"), answer.remoteness.unwrap());
    let head: Vec<&str> = blocks[0].lines().collect();
    assert_eq!(gaps("Case {}: {}", head[0])[1], start.to_string());
    let words = gaps("{}: {} wins in {}.", head[1]);
    assert_eq!(words[0], judge_line(answer.value, plies));
    assert_eq!((words[1], number(words[2])), (name(winner), plies));
    let drawn_boards = boards(blocks[1]);
    assert_eq!(drawn_boards.len() as u32, plies + 1, "{page}");
    assert_eq!(drawn_boards[0], drawn(&start), "{page}");

    let mut position = start;
    let mut expected_reply: Option<String> = None;
    let lines = &blocks[2..];
    assert_eq!(lines.len() as u32, plies, "{page}");
    for (ply, block) in (1..).zip(lines) {
        let mover = position.to_move();
        let moves = solver.solve_moves(&position).expect("answers");
        let lasts = |after: Answer<Outcome>| after.remoteness.unwrap() + 1;
        let title = block.lines().next().expect("a title");
        let mv = if mover == winner {
            let words = gaps(
                "Ply {}: {} plays {} and wins in {}. Of its {} {} {} win as fast, {} more slowly, {} \
                 not at all.",
                title,
            );
            assert_eq!((number(words[0]), words[1]), (ply, name(mover)));
            let played = moves.iter().find(|(mv, _)| mv.to_string() == words[2]);
            let &(mv, after) = played.unwrap_or_else(|| panic!("{title}: no such move"));
            assert_eq!((after.value, lasts(after)), (Outcome::Win(winner), number(words[3])));
            assert_eq!(number(words[3]), plies + 1 - ply);
            let wins = moves.iter().filter(|(_, after)| after.value == Outcome::Win(winner));
            let (fast, slow): (Vec<u32>, Vec<u32>) =
                wins.map(|&(_, after)| lasts(after)).partition(|&other| other <= lasts(after));
            assert!(
                fast.iter().all(|&other| other == lasts(after)),
                "{title}: there is a faster one"
            );
            let rest = moves.len() - fast.len() - slow.len();
            let counts = [moves.len(), fast.len(), slow.len(), rest];
            let said = [words[4], words[6], words[7], words[8]].map(|word| number(word) as usize);
            assert_eq!(said, counts);
            if let Some(reply) = expected_reply.take() {
                assert_eq!(reply, words[2]);
            }
            mv
        } else {
            let words = gaps("Ply {}: {} has {}; the game lasts {} at most.", title);
            assert_eq!((number(words[0]), words[1]), (ply, name(mover)));
            assert_eq!(number(words[2]) as usize, moves.len());
            assert_eq!(number(words[3]), plies + 1 - ply);
            let listed = rows(block);
            assert_eq!(listed.len(), moves.len(), "{block}");
            let mut seen = BTreeSet::new();
            let mut shortest = u32::MAX;
            for (star, cells) in &listed {
                let defence = moves.iter().find(|(mv, _)| mv.to_string() == cells[0]);
                let &(mv, after) = defence.unwrap_or_else(|| panic!("{block}: no such move"));
                assert!(seen.insert(mv));
                assert_eq!((after.value, lasts(after)), (Outcome::Win(winner), number(cells[1])));
                assert_eq!(*star, lasts(after) == plies + 1 - ply);
                assert!(lasts(after) <= shortest, "the longest come first");
                shortest = lasts(after);
                let next = position.clone().play(mv).expect("a legal move");
                let replies = solver.solve_moves(&next).expect("answers");
                let reply = replies.iter().find(|(mv, _)| mv.to_string() == cells[2]);
                let &(_, end) = reply.unwrap_or_else(|| panic!("{block}: no such reply"));
                assert_eq!((end.value, lasts(end) + 1), (Outcome::Win(winner), lasts(after)));
            }
            expected_reply = Some(listed[0].1[2].to_owned());
            moves.iter().find(|(mv, _)| mv.to_string() == listed[0].1[0]).expect("it is legal").0
        };
        position = position.play(mv).expect("a legal move");
        assert_eq!(drawn_boards[ply as usize], drawn(&position), "{page}");
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{page}");
}

pub(super) fn pawn_chess_lines() {
    let mut judge = PawnChess::new(pawn_chess::Size::JUDGE);
    let mut cases = judge.edges();
    cases.extend(Source::new(Kind::Random, 3).next_input(&mut judge, 30).cases);
    let input = Input::plain(cases);
    let pages = pages("pawn-chess", &judge.write(&input), &[]);
    assert_eq!(pages.len(), input.cases.len());
    let mut solver = tesuji_solvers::pawn_chess::value::Naive::new();
    let drawn = |board: &pawn_chess::naive::Board| {
        let text = board.to_string();
        text[..text.len() - 2].split('/').map(str::to_owned).collect()
    };
    for (page, board) in pages.iter().zip(input.cases) {
        check_line(page, board, &mut solver, pawn_chess::judge::answer, drawn);
    }
}

/// As it is drawn: after a capture the winner alone.
fn drawn_pursuit(board: &pursuit::naive::Board) -> Vec<String> {
    let (white, black) = (board.white(), board.black());
    let sign = |cell: pursuit::Cell| match (cell == white, cell == black) {
        (true, true) => {
            if board.to_move() == Player::White {
                'B'
            } else {
                'W'
            }
        }
        (true, false) => 'W',
        (false, true) => 'B',
        (false, false) => '.',
    };
    let row = |row| (1..=board.n()).map(|column| sign(pursuit::Cell { row, column })).collect();
    (1..=board.n()).map(row).collect()
}

pub(super) fn pursuit_lines() {
    let mut solver = tesuji_solvers::pursuit::value::Naive::new();
    for input in ["2 1 1 2 2", "2 1 1 1 2", "3 2 2 1 1", "5 1 2 1 5", "6 1 1 6 6", "7 4 4 5 5"] {
        let board = pursuit::judge::parse(input.as_bytes()).expect("an input");
        let pages = pages("pursuit", input.as_bytes(), &[]);
        check_line(&pages[0], board, &mut solver, pursuit::judge::answer, drawn_pursuit);
    }
}

pub(super) fn pursuit_draws() {
    let pages = pages("pursuit", b"3 1 1 3 3", &["--speeds", "2,2"]);
    let blocks: Vec<&str> = pages[0].trim_end().split("\n\n").collect();
    let start: pursuit::naive::Board = "3 1 1 3 3 w speeds 2 2".parse().expect("a position");
    let mut solver = tesuji_solvers::pursuit::value::Naive::new();
    assert_eq!(solver.solve(&start).expect("an answer").value, Outcome::Draw);
    assert!(blocks[0].contains("DRAW: "), "{blocks:?}");
    let table = blocks.last().expect("a table");
    assert!(table.starts_with("No move of White wins, and one at least does not lose\n"));
    let moves = solver.solve_moves(&start).expect("answers");
    let listed = rows(table);
    assert_eq!(listed.len(), moves.len());
    for ((star, cells), (mv, after)) in listed.into_iter().zip(moves) {
        assert_eq!(cells[0], mv.to_string());
        assert_eq!(star, after.value == Outcome::Draw);
        match after.value.winner() {
            None => assert_eq!(cells[1], "a draw"),
            Some(winner) => {
                let words = gaps("{} wins in {}", cells[1]);
                assert_eq!(words[0], name(winner));
                assert_eq!(number(words[1]), after.remoteness.expect("a length") + 1);
            }
        }
    }
}
