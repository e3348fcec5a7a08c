//! The check of proved wins.

use std::sync::atomic::AtomicBool;

use tesuji_core::Game;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Rule, Symmetry, Variant};
use tesuji_proofs::{Certificate, NotProved, check, exhaustive, read, sample, write};
use tesuji_solvers::gomoku::claim::Claim as Plain;
use tesuji_solvers::gomoku::proof::{Claim, Class, Prover, naive as plain};
use tesuji_solvers::gomoku::search::Limits;

use crate::generate::gomoku as generate;
use crate::{Check, Verdict};

/// The check of proved wins.
pub const CHECKS: &[Check] = &[Check {
    name: "gomoku_proof",
    bucket: "empty cells up to 40, plus 100 for a win, 200 for one on the other board",
    about: "A board of at most 36 cells under any rule, for both classes: what the plain search \
            decides within its budget is decided alike. There and on a board of a playout each \
            win is a certificate that both judges find right, as far as the one without lemmas \
            gets, and so is that of an image, which the prover remembers. Wins that need many \
            nodes it cannot see.",
    run,
}];

/// The most empty cells with which the plain search is asked about threats.
const PLAIN_CELLS: usize = 5;

/// Nodes of the plain search, and of the other on small and on large boards.
const PLAIN: u64 = 2_000;
const SMALL: u64 = 5_000;
const LARGE: u64 = 1_500;

/// Memory of a prover, so that it is soon set up.
const MEMORY: usize = 16 << 20;

/// Replies of the judge without lemmas.
const REPLAYED: u64 = 2_000;

fn run(bytes: &[u8]) -> Verdict {
    let how = usize::from(bytes.last().copied().unwrap_or(0));
    let small = under(&generate::small(bytes), Rule::ALL[how % Rule::ALL.len()]);
    let won = compare(&small);
    let (large, _) = generate::going_on(bytes);
    let prover = &mut Prover::new(MEMORY);
    let limits = Limits { nodes: Some(LARGE), ..Limits::default() };
    let claim = prover.prove(&large, Class::All, &limits, &AtomicBool::new(false));
    let also = claim.win().is_some();
    judged(&large, &claim);
    turned(prover, &large, Class::All, &claim);
    let empty = small.legal_moves().len().min(40) as u32;
    Verdict::compared(&(small, large), empty + 100 * u32::from(won) + 200 * u32::from(also))
}

/// The same stones under another rule, where it has such a board and the game
/// goes on.
fn under(board: &Board, rule: Rule) -> Board {
    let of = board.variant();
    let Ok(variant) = Variant::new(of.width(), of.height(), of.k(), rule) else {
        return board.clone();
    };
    let mut other = Board::new(variant);
    board.stones().into_iter().for_each(|(cell, player)| other.set(cell, Some(player)));
    other.set_to_move(board.to_move());
    if other.outcome().is_some() { board.clone() } else { other }
}

/// Whether the side to move wins, by both roads where both know.
pub fn compare(position: &Board) -> bool {
    let never = AtomicBool::new(false);
    let mut won = false;
    for class in [Class::Threats, Class::All] {
        let limits = Limits { nodes: Some(SMALL), ..Limits::default() };
        let mut prover = Prover::new(MEMORY);
        let claim = prover.prove(position, class, &limits, &never);
        judged(position, &claim);
        turned(&mut prover, position, class, &claim);
        // The plain search asks the plain one for threats, which has no limit.
        let is_small = position.legal_moves().len() <= PLAIN_CELLS;
        let nodes = if is_small || class == Class::All { PLAIN } else { 0 };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let plain = plain::solve(position, class, &limits, &never).claim;
        match (&plain, &claim) {
            (Plain::Win(_), Claim::NoWin) | (Plain::NoWin, Claim::Win(_)) => {
                panic!("{class:?}: {plain:?}, {claim:?}: {position}");
            }
            _ => {}
        }
        assert!(!(won && claim == Claim::NoWin), "a win by threats and none by any: {position}");
        won |= claim.win().is_some();
    }
    won
}

/// A prover that has just made this claim remembers it for an image.
fn turned(prover: &mut Prover, position: &Board, class: Class, claim: &Claim) {
    let symmetries = Symmetry::of(position.variant());
    let image = position.image(symmetries[position.stones().len() % symmetries.len()]);
    if claim.win().is_some() {
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let again = prover.prove(&image, class, &limits, &AtomicBool::new(false));
        assert!(again.win().is_some(), "{position} is won, and its image {image} not");
        judged(&image, &again);
    }
}

/// A win is a certificate that is right.
pub fn judged(position: &Board, claim: &Claim) {
    let Claim::Win(tree) = claim else { return };
    let certificate = Certificate::from_proof(position, tree).expect("the game goes on");
    assert_eq!(read(&write(&certificate)).as_ref(), Ok(&certificate), "{position}");
    let proved = check(&certificate).unwrap_or_else(|fault| panic!("{fault}: {position}"));
    assert_eq!(proved.moves, u32::from(tree.length(tree.root())), "{position}");
    if let Err(NotProved::Wrong(fault)) = exhaustive(&certificate, Some(REPLAYED)) {
        panic!("every reply played: {fault}: {position}");
    }
    sample(&certificate, 20, 1).unwrap_or_else(|fault| panic!("a line: {fault}: {position}"));
}
