//! The check of wins by continuous fours, and the replay of a win.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::naive;
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::gomoku::claim::{Budget, Claim};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::tree::{NodeId, Tree};
use tesuji_solvers::gomoku::vcf::{Goal, Look, Vcf, naive as plain};

use crate::generate::gomoku as generate;
use crate::{Check, Verdict};

/// The check of wins by continuous fours.
pub const CHECKS: &[Check] = &[Check {
    name: "gomoku_vcf",
    bucket: "stones / 8, plus 100 for a side that wins",
    about: "A position of a playout with either side attacking: the claim and the least length \
            equal those of the plain search where its budget allows, each win is replayed against \
            every reply on the array board, and budgets, memory and a board of the caller's \
            change no claim. Whether a long win that neither search finds exists it cannot see.",
    run,
}];

/// Nodes of the plain search.
const PLAIN: u64 = 300;

/// Nodes of the other: positions of few cells and many fours may need millions.
const NODES: u64 = 100_000;

fn run(bytes: &[u8]) -> Verdict {
    let (mut position, moves) = generate::going_on(bytes);
    let mut vcf = Vcf::new(0);
    let mut wins = 0;
    for attacker in [position.to_move(), position.to_move().other()] {
        position.set_to_move(attacker);
        wins += u32::from(compare(&position, &mut vcf).is_some());
    }
    position.set_to_move(position.to_move().other());
    Verdict::compared(&position, moves as u32 / 8 + 100 * wins)
}

/// Holds everything that can be asked about one position together; the least
/// length where it is won.
///
/// # Panics
/// Where two answers differ.
pub fn compare(position: &naive::Board, vcf: &mut Vcf) -> Option<u16> {
    let never = AtomicBool::new(false);
    let within = |nodes: u64| Limits { nodes: Some(nodes), ..Limits::default() };
    let plain = plain::solve(position, &within(PLAIN), &never).claim;
    let claim = vcf.solve(position, Goal::Least, &within(NODES), &never);
    let least = moves(&claim);
    match (&plain, &claim) {
        (Claim::Win(plain), Claim::Win(found)) => {
            assert!(found.is_least(), "not proved the least in {position}");
            assert_eq!(plain.tree.moves(), found.tree.moves(), "least length in {position}");
            holds(position, &plain.tree);
        }
        (Claim::NoWin, Claim::NoWin) | (Claim::Unknown(_), _) => {}
        // Nothing that the plain search decides is too much for the other.
        _ => panic!("{plain:?} by the plain search is {claim:?} in {position}"),
    }
    if let Claim::Win(win) = &claim {
        holds(position, &win.tree);
    }
    // With what is remembered, and with nothing.
    let again = vcf.solve(position, Goal::Least, &within(NODES), &never);
    let fresh = Vcf::new(0).solve(position, Goal::Least, &within(NODES), &never);
    if !matches!(claim, Claim::Unknown(_)) {
        assert_eq!(least, moves(&again), "asked again: {position}");
        assert_eq!(least, moves(&fresh), "asked afresh: {position}");
    }
    shorter(position, least);
    any(position, &claim, vcf);
    budgets(position, &claim);
    least
}

fn moves(claim: &Claim) -> Option<u16> {
    claim.win().map(|win| win.tree.moves())
}

/// Limits on the length do what they say, by a fresh solver and by one that
/// has noted what it found at smaller ones.
fn shorter(position: &naive::Board, least: Option<u16>) {
    /// Moves of the longest limit where there is no win.
    const MOST: u16 = 5;
    let limits = |plies: u16| Limits {
        depth: Some(u32::from(plies)),
        nodes: Some(NODES),
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let plies = 2 * least.unwrap_or(MOST) - 1;
    let mut knowing = Vcf::new(0);
    for plies in (1..=plies).rev().take(6).rev() {
        let expected = least.filter(|least| plies >= 2 * least - 1);
        let found = moves(&knowing.solve(position, Goal::Least, &limits(plies), &never));
        assert_eq!(found, expected, "within {plies} plies, knowing shorter ones: {position}");
        let fresh = moves(&Vcf::new(0).solve(position, Goal::Least, &limits(plies), &never));
        assert_eq!(fresh, expected, "within {plies} plies: {position}");
    }
}

/// Any win is a win, also on a board of the caller's.
fn any(position: &naive::Board, claim: &Claim, vcf: &mut Vcf) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let never = AtomicBool::new(false);
    let any = Vcf::new(0).solve(position, Goal::Any, &limits, &never);
    let mut board = ShapeBoard::from(position);
    let before = board.clone();
    let look = vcf.look(&mut board, position.to_move(), Goal::Any, &limits, &never);
    assert_eq!(board, before, "the board after a look: {position}");
    match (claim, &any, look) {
        (Claim::Win(least), Claim::Win(any), Look::Win { mv, moves }) => {
            holds(position, &any.tree);
            assert!(any.at_least <= least.tree.moves(), "a bound of {position}");
            assert!(any.tree.moves().min(moves) >= least.tree.moves(), "shorter: {position}");
            assert!(position.is_legal(mv), "{mv} in {position}");
        }
        (Claim::NoWin, Claim::NoWin, Look::NoWin) | (Claim::Unknown(_), _, _) => {}
        other => panic!("three answers, {other:?}, in {position}"),
    }
}

/// What a small budget says is true, and it is kept.
fn budgets(position: &naive::Board, claim: &Claim) {
    let never = AtomicBool::new(false);
    for nodes in [0, 1, 5, 40] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut vcf = Vcf::new(0);
        let small = vcf.solve(position, Goal::Least, &limits, &never);
        assert!(vcf.nodes() <= nodes, "{} nodes of {nodes} in {position}", vcf.nodes());
        match (&small, claim) {
            (Claim::Unknown(Budget::Nodes), _) | (Claim::NoWin, Claim::NoWin) => {}
            (Claim::Win(small), Claim::Win(win)) => {
                let least = win.tree.moves();
                assert!((small.at_least..=small.tree.moves()).contains(&least), "{position}");
                holds(position, &small.tree);
            }
            other => panic!("{other:?} with {nodes} nodes in {position}"),
        }
    }
}

/// Replays a win on the array board: every legal reply at every node, and each
/// move of the attacker but the last a four.
///
/// # Panics
/// Where a move is not legal, a reply has no answer or wins, a move is no
/// four, or the win has another length than it says.
pub fn holds(position: &naive::Board, tree: &Tree) {
    let mut board = position.clone();
    let attacker = position.to_move();
    let moves = replay(&mut board, attacker, tree, tree.root());
    assert_eq!(moves, tree.moves(), "the length of a win in {position}");
}

/// The attacker's moves from this node on. As deep as the win is long.
fn replay(board: &mut naive::Board, attacker: Player, tree: &Tree, id: NodeId) -> u16 {
    let mv = tree.mv(id);
    assert!(board.is_legal(mv), "{mv} is played in {board}");
    board.play_unchecked(mv);
    let longest = if board.wins(attacker) {
        assert!(tree.is_end(id), "{mv} has won already: {board}");
        0
    } else {
        let default = tree.default(id).filter(|&id| tree.is_end(id));
        assert!(default.is_some(), "{mv} is no four with a completion: {board}");
        assert!(!board.wins(attacker.other()), "{mv} comes too late: {board}");
        let replies = board.legal_moves();
        if replies.is_empty() {
            assert_eq!(board.outcome(), Some(Outcome::Win(attacker)), "{board}");
        }
        let mut longest = 1;
        for reply in replies {
            let next = tree.after(id, reply).expect("every reply has its answer");
            board.play_unchecked(reply);
            assert!(!board.wins(attacker.other()), "{reply} wins against the win: {board}");
            longest = longest.max(replay(board, attacker, tree, next));
            board.undo(reply, ());
        }
        longest
    };
    board.undo(mv, ());
    longest + 1
}
