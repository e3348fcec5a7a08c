//! What the tests of gomoku's search share: positions, and searches of them.
#![allow(dead_code, unreachable_pub, reason = "each test crate uses some of it")]

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, Variant, naive, parse};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::search::{Limits, Options, Report, Searcher};

pub fn position(variant: &str, text: &str) -> naive::Board {
    parse(text, variant.parse().expect("a variant"), None).expect("a position")
}

pub fn searcher() -> Searcher {
    Searcher::new(Options { table_bytes: 1 << 20, ..Options::default() })
}

pub fn to_depth(position: &naive::Board, depth: u32) -> Report {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher().search(position, &limits, &AtomicBool::new(false), |_| ())
}

pub fn with_nodes(position: &naive::Board, nodes: u64, threads: usize) -> Report {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = Options { threads, table_bytes: 1 << 20, ..Options::default() };
    Searcher::new(options).search(position, &limits, &AtomicBool::new(false), |_| ())
}

pub fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

/// Splitmix64, so that the same positions come on every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// A game of random moves with this many stones that is not over.
    pub fn position(&mut self, variant: Variant, stones: usize) -> naive::Board {
        loop {
            let mut board = naive::Board::new(variant);
            for _ in 0..stones {
                let moves = board.legal_moves();
                if !moves.is_empty() {
                    board.play_unchecked(moves[self.below(moves.len())]);
                }
            }
            if board.outcome().is_none() {
                return board;
            }
        }
    }
}

/// A line of the tactical set.
pub struct Tactic {
    pub truth: String,
    pub position: naive::Board,
}

pub fn tactics() -> Vec<Tactic> {
    let text = include_str!("../../data/gomoku-tactics.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [truth, variant, to_move, black, white] = fields[..] else { panic!("{line}") };
            let mut position = naive::Board::new(variant.parse().expect("a variant"));
            for (stones, player) in [(black, Player::Black), (white, Player::White)] {
                for stone in stones.split_whitespace() {
                    position.set(cell(stone), Some(player));
                }
            }
            let to_move = if to_move == "black" { Player::Black } else { Player::White };
            position.set_to_move(to_move);
            Tactic { truth: truth.to_owned(), position }
        })
        .collect()
}
