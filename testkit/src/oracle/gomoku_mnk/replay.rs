//! Strategies played out on the array board.
//!
//! Nothing is believed: every move must be legal, every row is looked for on
//! the board, and what a leaf claims is verified there. Positions that come
//! again with the same part of a strategy are played out once.

use tesuji_core::gomoku::naive::{Board, DIRECTIONS};
use tesuji_core::gomoku::{Cell, Symmetry, Variant};
use tesuji_core::{Game, Player};
use tesuji_solvers::HashSet;
use tesuji_solvers::gomoku::hold::{Answer, Edge, Hold, Stand, Start};
use tesuji_solvers::gomoku::mnk::Win;
use tesuji_solvers::gomoku::tree::{NodeId, Tree};

use crate::random::Random;

/// Plays a win out against every reply at every node.
///
/// # Panics
/// Where it fails.
pub fn wins(position: &Board, attacker: Player, win: &Win) {
    let mut board = position.clone();
    match win {
        Win::Move(tree) => {
            assert_eq!(board.to_move(), attacker, "{board}");
            replay_win(&mut board, attacker, tree, tree.root(), &mut HashSet::default());
        }
        Win::Replies { default, exceptions } => {
            assert_eq!(board.to_move(), attacker.other(), "{board}");
            assert!(exceptions.is_sorted_by(|a, b| a.0 < b.0), "exceptions ascend: {board}");
            for reply in board.legal_moves() {
                let named = exceptions.iter().find(|&&(cell, _)| cell == reply);
                let tree = named.map_or(default, |(_, tree)| tree);
                board.play_unchecked(reply);
                assert!(!board.wins(attacker.other()), "{reply} wins: {board}");
                replay_win(&mut board, attacker, tree, tree.root(), &mut HashSet::default());
                board.undo(reply, ());
            }
        }
    }
}

/// As deep as there are empty cells.
fn replay_win(
    board: &mut Board,
    attacker: Player,
    tree: &Tree,
    id: NodeId,
    seen: &mut HashSet<(Board, NodeId)>,
) {
    if !seen.insert((board.clone(), id)) {
        return;
    }
    let mv = tree.mv(id);
    assert!(board.is_legal(mv), "{mv} is played in {board}");
    board.play_unchecked(mv);
    if board.wins(attacker) {
        assert!(tree.is_end(id), "{mv} has won already: {board}");
    } else {
        assert!(!tree.is_end(id), "{mv} does not win: {board}");
        assert!(!board.is_full(), "a draw: {board}");
        for reply in board.legal_moves() {
            let next = tree.after(id, reply).expect("every reply has its answer");
            board.play_unchecked(reply);
            assert!(!board.wins(attacker.other()), "{reply} wins against the win: {board}");
            replay_win(board, attacker, tree, next, seen);
            board.undo(reply, ());
        }
    }
    board.undo(mv, ());
}

/// Plays a hold out against every move at every node.
///
/// # Panics
/// Where it fails.
pub fn holds(position: &Board, attacker: Player, hold: &Hold) {
    let mut replay = Replay::new(position, attacker, hold);
    replay.begin(Replay::every);
}

/// Plays a hold out in so many games of random moves.
///
/// # Panics
/// Where it fails.
pub fn samples(position: &Board, attacker: Player, hold: &Hold, games: u32, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut replay = Replay::new(position, attacker, hold);
        replay.begin(|replay, edge, view| replay.some(edge, view, &mut random));
    }
}

struct Replay<'a> {
    board: Board,
    attacker: Player,
    hold: &'a Hold,
    seen: HashSet<(Board, Edge)>,
}

impl<'a> Replay<'a> {
    fn new(position: &Board, attacker: Player, hold: &'a Hold) -> Self {
        Replay { board: position.clone(), attacker, hold, seen: HashSet::default() }
    }

    fn begin(&mut self, go: impl FnOnce(&mut Self, Edge, Symmetry)) {
        match self.hold.start() {
            Start::Node(edge) => {
                if self.board.to_move() != self.attacker {
                    let stand = self.hold.stand(edge.to);
                    assert_eq!(stand, Stand::Closed, "the defender has to move: {}", self.board);
                }
                go(self, edge, Symmetry::Identity);
            }
            Start::Answer(answer) => {
                assert_ne!(self.board.to_move(), self.attacker, "{}", self.board);
                if let Some(edge) = self.answer(answer, Symmetry::Identity) {
                    go(self, edge, Symmetry::Identity);
                }
            }
        }
    }

    /// The attacker is to move, and tries everything. As deep as there are
    /// empty cells.
    fn every(&mut self, edge: Edge, view: Symmetry) {
        let view = compose(self.board.variant(), view, edge.by);
        if self.leaf(edge, view)
            || !self.seen.insert((self.board.clone(), Edge { by: view, ..edge }))
        {
            return;
        }
        for mv in self.board.legal_moves() {
            let before = self.board.clone();
            if let Some(next) = self.turn(edge, view, mv) {
                self.every(next, view);
            }
            self.board = before;
        }
    }

    /// The same with one move at each node.
    fn some(&mut self, mut edge: Edge, mut view: Symmetry, random: &mut Random) {
        loop {
            view = compose(self.board.variant(), view, edge.by);
            let moves = self.board.legal_moves();
            if self.leaf(edge, view) || moves.is_empty() {
                return;
            }
            // Half of the moves are near the exceptions, which are few.
            let named = match self.hold.stand(edge.to) {
                Stand::Answers { exceptions, .. } if random.below(2) == 0 => exceptions,
                _ => &[],
            };
            let named = named.iter().map(|&(cell, _)| view.apply(self.board.variant(), cell));
            let named: Vec<Cell> = named.filter(|cell| moves.contains(cell)).collect();
            let moves = if named.is_empty() { moves } else { named };
            let mv = moves[random.below(moves.len() as u64) as usize];
            match self.turn(edge, view, mv) {
                Some(next) => edge = next,
                None => return,
            }
        }
    }

    /// A move of the attacker's and its answer; `None` where the game is over.
    fn turn(&mut self, edge: Edge, view: Symmetry, mv: Cell) -> Option<Edge> {
        self.board.play_unchecked(mv);
        assert!(!self.board.wins(self.attacker), "{mv} wins against the hold: {}", self.board);
        if self.board.is_full() {
            return None;
        }
        let seen = view.inverse().apply(self.board.variant(), mv);
        let answer = self.hold.stand(edge.to).answer(seen).expect("every move has its answer");
        self.answer(answer, view)
    }

    /// The defender plays; `None` where he has won.
    fn answer(&mut self, answer: Answer, view: Symmetry) -> Option<Edge> {
        let mv = view.apply(self.board.variant(), answer.mv);
        assert!(self.board.is_legal(mv), "{mv} is answered in {}", self.board);
        self.board.play_unchecked(mv);
        let wins = self.board.wins(self.attacker.other());
        assert!(wins || answer.then.is_some(), "{mv} completes no row in {}", self.board);
        answer.then.filter(|_| !wins)
    }

    /// Whether nothing more is played, what is claimed having been verified.
    fn leaf(&self, edge: Edge, view: Symmetry) -> bool {
        let variant = self.board.variant();
        match self.hold.stand(edge.to) {
            Stand::Answers { exceptions, .. } => {
                assert!(exceptions.is_sorted_by(|a, b| a.0 < b.0), "exceptions ascend");
                return false;
            }
            Stand::Closed => self.closed(&[]),
            Stand::Pairs(pairs) => {
                let pairs: Vec<[Cell; 2]> = pairs
                    .iter()
                    .map(|&(first, second)| [first, second].map(|cell| view.apply(variant, cell)))
                    .collect();
                let mut cells = pairs.concat();
                cells.sort_unstable();
                assert!(cells.is_sorted_by(|a, b| a < b), "{pairs:?} overlap in {}", self.board);
                let taken = cells.iter().find(|&&cell| self.board.get(cell).is_some());
                assert_eq!(taken, None, "a cell of {pairs:?} is taken in {}", self.board);
                self.closed(&pairs);
            }
        }
        true
    }

    /// Every row of k cells has a stone of the defender's or both cells of a
    /// pair.
    fn closed(&self, pairs: &[[Cell; 2]]) {
        let variant = self.board.variant();
        for row in rows(variant) {
            let stone = row.iter().any(|&cell| self.board.get(cell) == Some(self.attacker.other()));
            let pair = pairs.iter().any(|pair| pair.iter().all(|cell| row.contains(cell)));
            assert!(stone || pair, "{row:?} is open, {pairs:?} held in {}", self.board);
        }
    }
}

/// Every row of k cells, in any direction.
fn rows(variant: Variant) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for cell in variant.cells() {
        for (columns, ups) in DIRECTIONS {
            let at = |steps: i32| {
                let column = u8::try_from(i32::from(cell.column()) + columns * steps).ok()?;
                let row = u8::try_from(i32::from(cell.row()) + ups * steps).ok()?;
                Cell::new(column, row).filter(|&cell| variant.contains(cell))
            };
            rows.extend((0..i32::from(variant.k())).map(at).collect::<Option<Vec<Cell>>>());
        }
    }
    rows
}

/// The symmetry that does as the inner and then the outer one.
fn compose(variant: Variant, outer: Symmetry, inner: Symmetry) -> Symmetry {
    if inner == Symmetry::Identity {
        return outer;
    }
    let both = |cell| outer.apply(variant, inner.apply(variant, cell));
    let all = Symmetry::of(variant).iter();
    let found = all.copied().find(|one| variant.cells().all(|c| one.apply(variant, c) == both(c)));
    found.expect("symmetries form a group")
}
