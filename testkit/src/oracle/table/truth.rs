//! What a small table must say: every position, valued over and over until
//! nothing changes.

use std::collections::BTreeMap;

use tesuji_core::sliding_four::large;
use tesuji_core::{Game, Outcome, Player};
use tesuji_core::{pawn_chess, pursuit};

/// A position, and what a table must say of it.
pub(super) struct Question {
    pub(super) position: String,
    /// `None` for never.
    pub(super) remoteness: Option<u32>,
    /// Every move, ascending, with the remoteness after it.
    pub(super) moves: Vec<(String, Option<u32>)>,
}

/// All questions of a table.
pub(super) struct Truth(Vec<Question>);

impl Truth {
    /// Of these positions, none of which leads to one that is neither among
    /// them nor over. In a puzzle either side wants to reach the goal.
    pub(super) fn of<G: Game>(boards: &[G], is_puzzle: bool) -> Truth {
        let texts: Vec<String> = boards.iter().map(ToString::to_string).collect();
        let mut values: BTreeMap<String, Option<u32>> = BTreeMap::new();
        for (board, text) in boards.iter().zip(&texts) {
            values.insert(text.clone(), over(board));
        }
        let after = |board: &G, values: &BTreeMap<String, Option<u32>>| -> Vec<_> {
            let child = |mv| {
                let mut child = board.clone();
                child.play_unchecked(mv);
                let value = values.get(&child.to_string()).copied().unwrap_or_else(|| over(&child));
                (mv.to_string(), value)
            };
            board.legal_moves().into_iter().map(child).collect()
        };
        // A pass at a depth sees what earlier passes found, and no more.
        for depth in 1.. {
            let mut found = Vec::new();
            for (board, text) in boards.iter().zip(&texts) {
                if values[text].is_some() || board.outcome().is_some() {
                    continue;
                }
                let children = after(board, &values);
                let wins =
                    |value: &Option<u32>| value.is_some_and(|plies| is_puzzle || plies % 2 == 0);
                let is_won = children.iter().any(|(_, value)| wins(value));
                let is_lost = !is_puzzle && children.iter().all(|(_, value)| value.is_some());
                if is_won || is_lost {
                    found.push(text.clone());
                }
            }
            // The end is a pass, and one more for the other side, without any.
            if found.is_empty() && depth > 1 {
                break;
            }
            for text in found {
                values.insert(text, Some(depth));
            }
        }
        let question = |(board, text): (&G, &String)| Question {
            position: text.clone(),
            remoteness: values[text],
            moves: after(board, &values),
        };
        Truth(boards.iter().zip(&texts).map(question).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn question(&self, at: usize) -> &Question {
        // Neighbours are alike; a step that shares no factor spreads them.
        &self.0[at * 7919 % self.0.len()]
    }
}

/// The remoteness of a position that is over, except of one without an end.
fn over<G: Game>(board: &G) -> Option<u32> {
    board.outcome().filter(|&outcome| outcome != Outcome::Stuck).map(|_| 0)
}

/// Every way to fill so many cells with one of these each.
fn fillings<T: Copy>(contents: &[T], cells: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        let longer = |start: &Vec<T>| {
            let start = start.clone();
            contents.iter().map(move |&content| [&start[..], &[content]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

const CONTENTS: [Option<Player>; 3] = [None, Some(Player::White), Some(Player::Black)];

pub(super) fn pawn_chess(size: &str) -> Vec<pawn_chess::naive::Board> {
    let size: pawn_chess::Size = size.parse().expect("a size");
    let boards = fillings(&CONTENTS, size.cells() as usize).into_iter().flat_map(|cells| {
        Player::BOTH.map(|to_move| pawn_chess::naive::Board::from_cells(size, &cells, to_move).ok())
    });
    boards.flatten().collect()
}

pub(super) fn pursuit(n: u32, white: u32, black: u32) -> Vec<pursuit::naive::Board> {
    let cells = || (1..=n).flat_map(move |row| (1..=n).map(move |column| (row, column)));
    let board = |(r1, c1): (u32, u32), (r2, c2): (u32, u32), to_move: char| {
        let text = format!("{n} {r1} {c1} {r2} {c2} {to_move} speeds {white} {black}");
        text.parse().expect("it is a position")
    };
    cells()
        .flat_map(|white| cells().map(move |black| (white, black)))
        .filter(|(white, black)| white != black)
        .flat_map(|(white, black)| ['w', 'b'].map(|to_move| board(white, black, to_move)))
        .collect()
}

pub(super) fn sliding_four(
    width: u32,
    height: u32,
    line: u32,
    white: u32,
    black: u32,
) -> Vec<large::Board> {
    let shape = large::Shape::new(width, height, line).expect("a shape");
    fillings(&CONTENTS, shape.cells() as usize)
        .into_iter()
        .flat_map(|cells| {
            Player::BOTH.map(|to_move| large::Board::new(shape, &cells, to_move).expect("a board"))
        })
        .filter(|board| Player::BOTH.map(|colour| board.count(colour)) == [white, black])
        .collect()
}
