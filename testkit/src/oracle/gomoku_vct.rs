//! The check of wins by continuous threats.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::naive;
use tesuji_core::{Game, Outcome, Player};
use tesuji_solvers::HashSet;
use tesuji_solvers::gomoku::claim::{Budget, Claim};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_solvers::gomoku::tree::{NodeId, Tree};
use tesuji_solvers::gomoku::vct::optimized::Look;
use tesuji_solvers::gomoku::vct::{Class, Vct, naive as plain};

use crate::generate::gomoku as generate;
use crate::{Check, Verdict};

/// The check of wins by continuous threats.
pub const CHECKS: &[Check] = &[Check {
    name: "gomoku_vct",
    bucket: "stones / 8, plus 100 for a side that wins",
    about: "A position of a playout with either side attacking, for both classes: each win is \
            replayed against every reply on the array board, each of its moves being of the \
            class; what the plain search decides within its budget is decided alike; budgets, \
            memory and a board of the caller's change no claim. Whether a long win that neither \
            search finds exists it cannot see.",
    run,
}];

/// Nodes of the plain search.
const PLAIN: u64 = 40;

/// The most cells of a board on which the plain search is asked.
const PLAIN_CELLS: usize = 120;

/// Nodes of the other.
const NODES: u64 = 5_000;

/// Positions of a replay: trees of many hundred nodes on large boards are
/// replayed in part.
const REPLAYED: u64 = 400;

fn run(bytes: &[u8]) -> Verdict {
    let (mut position, moves) = generate::going_on(bytes);
    let longest = u16::from(bytes.last().copied().unwrap_or(0) % 3) + 2;
    let mut wins = 0;
    for attacker in [position.to_move(), position.to_move().other()] {
        position.set_to_move(attacker);
        // One solver for both classes: what it knows of one must not leak.
        let mut vct = Vct::new(0);
        let narrow = compare(&position, Class::Threes, &mut vct);
        let wide = compare(&position, Class::Threats(longest), &mut vct);
        assert!(
            !matches!((&narrow, &wide), (Claim::Win(_), Claim::NoWin)),
            "a win by threes and none by threats: {position}"
        );
        wins += u32::from(narrow.win().or(wide.win()).is_some());
    }
    position.set_to_move(position.to_move().other());
    Verdict::compared(&position, moves as u32 / 8 + 100 * wins)
}

/// Holds everything that can be asked about one position together, and says
/// what the optimized solver claims.
///
/// # Panics
/// Where two answers differ.
pub fn compare(position: &naive::Board, class: Class, vct: &mut Vct) -> Claim {
    let never = AtomicBool::new(false);
    let within = |nodes: u64| Limits { nodes: Some(nodes), ..Limits::default() };
    let plain = if position.variant().cells().count() > PLAIN_CELLS {
        Claim::Unknown(Budget::Nodes)
    } else {
        plain::solve(position, class, &within(PLAIN), &never).claim
    };
    let claim = vct.solve(position, class, &within(NODES), &never);
    match (&plain, &claim) {
        (Claim::Win(plain), Claim::Win(_)) => holds(position, class, &plain.tree),
        (Claim::NoWin, Claim::NoWin) | (Claim::Unknown(_), _) => {}
        // Nothing that the plain search decides is too much for the other.
        _ => panic!("{plain:?} by the plain search is {claim:?} in {position}, {class:?}"),
    }
    if let Claim::Win(win) = &claim {
        holds(position, class, &win.tree);
    }
    // With what is remembered, with nothing, and on a board of the caller's.
    let mut board = ShapeBoard::from(position);
    let before = board.clone();
    let fresh = Vct::new(0).solve(position, class, &within(NODES), &never);
    let again = vct.solve(position, class, &within(NODES), &never);
    let look = vct.look(&mut board, position.to_move(), class, &within(NODES), &never);
    assert_eq!(board, before, "the board after a look: {position}");
    for other in [&fresh, &again] {
        let both = (other.win().is_some(), claim.win().is_some());
        let unknown = [other, &claim].iter().any(|claim| matches!(claim, Claim::Unknown(_)));
        assert!(unknown || both.0 == both.1, "{other:?} and {claim:?} in {position}, {class:?}");
    }
    match (&claim, look) {
        (Claim::Win(_), Look::Win(mv)) => assert!(position.is_legal(mv), "{mv} in {position}"),
        (Claim::NoWin, Look::NoWin) | (Claim::Unknown(_), _) => {}
        other => panic!("two answers, {other:?}, in {position}, {class:?}"),
    }
    for nodes in [0, 3, 50] {
        let mut vct = Vct::new(0);
        let small = vct.solve(position, class, &within(nodes), &never);
        match (&small, &claim) {
            (Claim::Unknown(Budget::Nodes), _) | (Claim::NoWin, Claim::NoWin) => {}
            (Claim::Win(small), Claim::Win(_) | Claim::Unknown(_)) => {
                holds(position, class, &small.tree);
            }
            other => panic!("{other:?} with {nodes} nodes in {position}, {class:?}"),
        }
        // What a search notes before its budget is spent is true.
        let rest = vct.solve(position, class, &within(NODES), &never);
        let both = (rest.win().is_some(), claim.win().is_some());
        let unknown = [&rest, &claim].iter().any(|claim| matches!(claim, Claim::Unknown(_)));
        assert!(unknown || both.0 == both.1, "{rest:?} and {claim:?} in {position}, {class:?}");
    }
    claim
}

/// Replays a part of a win; see [`replay`].
fn holds(position: &naive::Board, class: Class, tree: &Tree) {
    replay(position, class, tree, REPLAYED);
}

/// Replays a win on the array board: every legal reply at every node, and each
/// move of the attacker but the last of its class. Stops after so many replies.
///
/// # Panics
/// Where a move is not legal or not of its class, a reply has no answer or
/// wins, or the win is longer than it says.
pub fn replay(position: &naive::Board, class: Class, tree: &Tree, most: u64) {
    let mut board = position.clone();
    let mut left = most;
    let mut replay = Replay { tree, class, attacker: position.to_move(), seen: HashSet::default() };
    let moves = replay.from(&mut board, tree.root(), &mut left);
    assert!(moves <= tree.moves(), "the length of a win in {position}");
    assert!(left == 0 || moves == tree.moves(), "the length of a win in {position}");
}

struct Replay<'a> {
    tree: &'a Tree,
    class: Class,
    attacker: Player,
    /// Nodes whose class has been looked at, each in the first position that it
    /// stands in: the definition is slow.
    seen: HashSet<NodeId>,
}

impl Replay<'_> {
    /// The attacker's moves from this node on. As deep as the win is long.
    fn from(&mut self, board: &mut naive::Board, id: NodeId, left: &mut u64) -> u16 {
        let mv = self.tree.mv(id);
        assert!(board.is_legal(mv), "{mv} is played in {board}");
        board.play_unchecked(mv);
        let longest = if board.wins(self.attacker) {
            assert!(self.tree.is_end(id), "{mv} has won already: {board}");
            0
        } else {
            self.replies(board, id, left)
        };
        board.undo(mv, ());
        longest + 1
    }

    fn replies(&mut self, board: &mut naive::Board, id: NodeId, left: &mut u64) -> u16 {
        let mv = self.tree.mv(id);
        assert!(!board.wins(self.attacker.other()), "{mv} comes too late: {board}");
        let is_new = self.seen.insert(id);
        assert!(!is_new || plain::threatens(board, mv, self.class), "{mv} is no threat: {board}");
        let replies = board.legal_moves();
        if replies.is_empty() {
            assert_eq!(board.outcome(), Some(Outcome::Win(self.attacker)), "{board}");
        }
        let mut longest = 1;
        for reply in replies {
            let Some(next) = self.tree.after(id, reply) else {
                panic!("{reply} has no answer: {board}")
            };
            if *left == 0 {
                break;
            }
            *left -= 1;
            board.play_unchecked(reply);
            assert!(!board.wins(self.attacker.other()), "{reply} wins against the win: {board}");
            longest = longest.max(self.from(board, next, left));
            board.undo(reply, ());
        }
        longest
    }
}
