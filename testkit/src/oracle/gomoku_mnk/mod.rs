//! The check of wins and holds of m,n,k games, and the replay of both.

mod certificate;
mod replay;

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Symmetry, naive};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::claim::Budget;
use tesuji_solvers::gomoku::mnk::{Claim, Mnk, naive as plain};
use tesuji_solvers::gomoku::search::Limits;

use crate::generate::gomoku as generate;
use crate::{Check, Verdict};

pub use certificate::certified;
pub use replay::{holds, samples, wins};

/// The check of wins and holds.
pub const CHECKS: &[Check] = &[Check {
    name: "gomoku_mnk",
    bucket: "empty cells, plus 100 for each of the four questions that is a win",
    about: "A board of at most 36 cells and 16 empty ones, either side attacking and either to move: the \
            answer is that of the plain search, up to ten empty cells; its strategy is played \
            out against every move on the array board; its certificate is found right by the judge with zones, and by \
            the one without as far as that gets; and memory, a table that forgets, symmetry and small budgets \
            change no answer. What only boards of many empty cells have it cannot see.",
    run,
}];

fn run(bytes: &[u8]) -> Verdict {
    let mut position = generate::small(bytes);
    let to_move = position.to_move();
    let empty = position.legal_moves().len() as u32;
    let mut mnk = Mnk::new(0);
    let mut won = 0;
    for side in Player::BOTH {
        position.set_to_move(side);
        for attacker in Player::BOTH {
            won += u32::from(compare(&position, attacker, &mut mnk));
        }
    }
    position.set_to_move(to_move);
    Verdict::compared(&position, empty + 100 * won)
}

/// The most empty cells of a position that the plain search is asked about.
const PLAIN: usize = 10;

/// Holds everything that can be asked about one position together; whether the
/// attacker wins.
///
/// # Panics
/// Where two answers differ, or a strategy fails.
pub fn compare(position: &naive::Board, attacker: Player, mnk: &mut Mnk) -> bool {
    let never = AtomicBool::new(false);
    let ask = |mnk: &mut Mnk, position: &naive::Board, limits: &Limits| {
        mnk.solve(position, attacker, limits, &never).expect("a small board")
    };
    let unlimited = Limits::default();
    let claim = ask(mnk, position, &unlimited);
    let found = replayed(position, attacker, &claim);
    let wins = found.expect("no limit");
    certified(position, attacker, &claim);
    if position.legal_moves().len() <= PLAIN {
        let plain = plain::solve(position, attacker).expect("few cells are empty").wins;
        assert_eq!(wins, plain, "{attacker} attacks in {position}");
    }
    // With what is remembered of both, and on the other side of the board.
    let again = ask(mnk, position, &unlimited);
    assert_eq!(replayed(position, attacker, &again), found, "asked again: {position}");
    let image = position.image(Symmetry::FlipColumns);
    let mirrored = ask(mnk, &image, &unlimited);
    assert_eq!(replayed(&image, attacker, &mirrored), found, "mirrored: {position}");
    for nodes in [0, 1, 3, 10, 40] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut small = Mnk::new(0);
        let claim = ask(&mut small, position, &limits);
        assert!(small.nodes() <= nodes, "{} nodes of {nodes} in {position}", small.nodes());
        match &claim {
            Claim::Unknown(budget) => assert_eq!(*budget, Budget::Nodes, "{position}"),
            claim => assert_eq!(replayed(position, attacker, claim), found, "{position}"),
        }
    }
    wins
}

/// Whether the attacker is claimed to win, the strategy being played out.
fn replayed(position: &naive::Board, attacker: Player, claim: &Claim) -> Option<bool> {
    match claim {
        Claim::Win(win) => {
            wins(position, attacker, win);
            Some(true)
        }
        Claim::Hold(hold) => {
            holds(position, attacker, hold);
            Some(false)
        }
        Claim::Unknown(_) => None,
    }
}
