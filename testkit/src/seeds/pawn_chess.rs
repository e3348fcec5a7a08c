//! Of pawn chess.

use tesuji_core::Game;
use tesuji_core::pawn_chess::{Size, judge, naive::Board};

use super::{First, Seed, examples};
use crate::encode::pawn_chess as encode;

const INPUT: &str = include_str!("../../data/pawn-chess.in");
const OUTPUT: &str = include_str!("../../data/pawn-chess.out");

const TABLES: [(&str, &str); 3] = [
    ("4x4", include_str!("../../data/tables/pawn-chess-4x4.csv")),
    ("5x5", include_str!("../../data/tables/pawn-chess-5x5.csv")),
    ("5x6", include_str!("../../data/tables/pawn-chess-5x6.csv")),
];

/// As many cases of the judge's file as the fuzzer's longest input holds.
const CASES: usize = 20;

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    let boards = judge::parse(INPUT.as_bytes(), Size::JUDGE).expect("the vectors are a file");
    let mut first = First::new();
    for (board, answer) in boards.iter().zip(OUTPUT.lines()) {
        let name = answer.replace([' ', '('], "-").replace("--", "-").replace(')', "");
        if let Some(bytes) = first.of(&name, || encode::easy_position(board)) {
            seeds.push(Seed::new("pawn_chess_value", &name, bytes, board));
        }
    }

    let cases: Vec<&str> = INPUT.split("\n\n").skip(1).map(str::trim_end).collect();
    for (part, (cases, boards)) in
        cases.chunks(CASES).zip(boards.chunks(CASES).map(<[Board]>::to_vec)).enumerate()
    {
        let name = format!("cases-{}-to-{}", part * CASES + 1, part * CASES + cases.len());
        let text = format!("{}\n\n{}\n", cases.len(), cases.join("\n\n"));
        seeds.push(Seed::text("pawn_chess_parse", &name, &text, &(Size::JUDGE, &boards)));
    }

    for (size, table) in TABLES {
        for (name, example) in examples(table) {
            let mut board: Board = example.parse().expect("the example is a position");
            let start = board;
            let (mut boards, mut moves) = (vec![board], Vec::new());
            // Played on to the end, by the first move each time.
            while let Some(&mv) = board.legal_moves().first() {
                board.play_unchecked(mv);
                moves.push(mv);
                boards.push(board);
            }
            if let Some(bytes) = encode::playout(&start, &moves) {
                let name = format!("{size}-{name}");
                seeds.push(Seed::new("pawn_chess_moves", &name, bytes, &boards));
            }
        }
    }
}
