//! Prints the vectors of `testkit/data/gomoku-vcf-rules.txt`, the same at every
//! run.
//!
//! Positions are random games on 15x15, close together, in which nobody wins. The optimized solver
//! picks those of the lengths wanted; the answers written are the plain
//! solver's, and a position that it does not decide within its nodes is left
//! out.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, Rule, Variant, lines, naive};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::claim::Claim;
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{self, Goal, Vcf};
use tesuji_testkit::random::Random;

const HEADER: &str = "\
# 15x15: rule | black stones | white stones | attacker (to move) | least number of attacker moves, the five
# counted, by continuous fours; none: no such win. Random games; every answer is of the plain solver
# (tesuji_solvers::gomoku::vcf::naive). Written by `cargo run --release -p tesuji-testkit --example vcf_vectors`.
";

const RULES: [Rule; 5] = [Rule::Renju, Rule::Caro, Rule::CaroExact, Rule::Standard, Rule::Hybrid];

/// Of each rule and attacker so many positions of each class.
const WANTED: [(Class, usize); 4] =
    [(Class::None, 8), (Class::Short, 8), (Class::Middle, 8), (Class::Long, 12)];

/// How long the win is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// No win, but a four.
    None,
    /// One or two moves.
    Short,
    /// Three or four.
    Middle,
    /// Five to nine.
    Long,
}

/// Nodes of the plain solver.
const NODES: u64 = 20_000;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(HEADER.as_bytes())?;
    for rule in RULES {
        for attacker in [Player::Black, Player::White] {
            of(rule, attacker, &mut out)?;
        }
    }
    Ok(())
}

fn of(rule: Rule, attacker: Player, out: &mut impl Write) -> io::Result<()> {
    let mut random = Random::new(rule as u64 * 2 + attacker as u64);
    let mut vcf = Vcf::default();
    let mut left = BTreeMap::from(WANTED);
    while left.values().any(|&count| count > 0) {
        let mut position = random_game(rule, &mut random);
        position.set_to_move(attacker);
        if position.outcome().is_some() {
            continue;
        }
        let Some(class) = class(&position, &mut vcf) else { continue };
        let count = left.get_mut(&class).expect("every class is wanted");
        if *count == 0 {
            continue;
        }
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let answer = match vcf::naive::solve(&position, &limits, &AtomicBool::new(false)).claim {
            Claim::Win(win) => format!("win {}", win.tree.moves()),
            Claim::NoWin => "none".to_owned(),
            Claim::Unknown(_) => continue,
        };
        *count -= 1;
        let stones = |player| {
            let cells = position.stones_of(player);
            cells.iter().map(|cell| format!("{cell} ")).collect::<String>()
        };
        let (black, white) = (stones(Player::Black), stones(Player::White));
        writeln!(out, "{rule} | {black}| {white}| {attacker} | {answer}")?;
    }
    Ok(())
}

/// Ten to forty-nine stones of a game, each close to one that stands, in which
/// nobody wins.
fn random_game(rule: Rule, random: &mut Random) -> naive::Board {
    let mut board = lines::Board::new(Variant::standard_size(rule));
    board.play_unchecked(Cell::new(7, 7).expect("the middle"));
    let mut played = vec![Cell::new(7, 7).expect("the middle")];
    let count = 10 + random.index(40);
    // Where no such move is left, the game is shorter.
    for _ in 0..20 * count {
        let from = played[random.index(played.len())];
        let [column, row] = [from.column(), from.row()]
            .map(|at| (i32::from(at) + random.index(5) as i32 - 2).clamp(0, 14) as u8);
        let cell = Cell::new(column, row).expect("on the board");
        if board.is_legal(cell) && !board.makes_five(cell, board.to_move()) {
            board.play_unchecked(cell);
            played.push(cell);
        }
        if played.len() == count {
            break;
        }
    }
    naive::Board::from(&board)
}

/// The class, where it is wanted.
fn class(position: &naive::Board, vcf: &mut Vcf) -> Option<Class> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let before = vcf.nodes();
    let claim = vcf.solve(position, Goal::Least, &limits, &AtomicBool::new(false));
    match claim {
        Claim::Win(win) => match win.tree.moves() {
            1 | 2 => Some(Class::Short),
            3 | 4 => Some(Class::Middle),
            5..=9 => Some(Class::Long),
            _ => None,
        },
        // Something has been tried.
        Claim::NoWin if vcf.nodes() > before => Some(Class::None),
        Claim::NoWin | Claim::Unknown(_) => None,
    }
}
