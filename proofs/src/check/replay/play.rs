//! The claimant's part, move by move.

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry};
use tesuji_core::{Game, Outcome, Player};

use super::super::fault::{Fault, FaultKind, Step};
use super::board::{compose, gaps, order, windows, would_win};
use super::random::Random;
use crate::certificate::{Certificate, Edge, Kind, Node, Reply, Rest};

/// Which replies are played.
pub(super) enum Choice {
    All,
    One(Random),
}

/// Why no more is played.
pub(super) enum Stop {
    Fault(Fault),
    Budget(u64),
}

pub(super) struct Play<'a> {
    certificate: &'a Certificate,
    windows: Vec<Vec<Cell>>,
    choice: Choice,
    budget: u64,
    pub(super) replies: u64,
    claimant: Player,
    is_win: bool,
    board: Board,
    /// The board that the tree is played on: with stones of the opponent that
    /// are only thought of, where replies share a tree.
    thought: Board,
    only_thought: Vec<Cell>,
    path: Vec<Step>,
}

/// What comes after a move of the claimant that has not won.
enum After<'a> {
    /// One reply leads on, every other loses to the same cell.
    Four {
        five: Cell,
        next: Edge,
    },
    Replies {
        replies: &'a [Reply],
        edges: &'a [Edge],
        rest: Rest,
    },
}

impl<'a> Play<'a> {
    pub(super) fn new(certificate: &'a Certificate, choice: Choice, budget: u64) -> Play<'a> {
        let head = certificate.head();
        Play {
            certificate,
            windows: windows(head.variant()),
            choice,
            budget,
            replies: 0,
            claimant: head.claimant(),
            is_win: head.kind() == Kind::Win,
            board: head.root().clone(),
            thought: head.root().clone(),
            only_thought: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Plays all that is chosen, from the root.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        let head = self.certificate.head();
        self.board = head.root().clone();
        self.thought = self.board.clone();
        self.only_thought.clear();
        self.path.clear();
        let rule = head.variant().rule();
        if !self.is_win && rule.forbids() && self.claimant == Player::Black {
            return self.fault(FaultKind::Renju);
        }
        self.node(self.certificate.root().into(), Symmetry::Identity)
    }

    fn fault(&self, kind: FaultKind) -> Result<(), Stop> {
        Err(Stop::Fault(Fault { path: self.path.clone(), kind }))
    }

    fn image(&self, symmetry: Symmetry, cell: Cell) -> Cell {
        symmetry.apply(self.board.variant(), cell)
    }

    /// As deep as cells are empty: each call puts a stone.
    fn node(&mut self, edge: Edge, outer: Symmetry) -> Result<(), Stop> {
        let symmetry = compose(self.board.variant(), outer, edge.symmetry);
        let certificate = self.certificate;
        let node = certificate.node(edge.node);
        let is_ours = self.board.to_move() == self.claimant;
        let mv = match node {
            Node::Five => match self.completion() {
                Some(five) => Some(five),
                None => return self.fault(FaultKind::NoFive),
            },
            Node::End(mv) | Node::Four { mv, .. } => Some(self.image(symmetry, mv)),
            Node::Replies { mv, .. }
            | Node::Dead { mv }
            | Node::Full { mv }
            | Node::Pairs { mv, .. } => mv.map(|mv| self.image(symmetry, mv)),
        };
        let Some(mv) = mv else {
            return self.after(node, symmetry, None);
        };
        if !is_ours {
            return self.fault(FaultKind::Side);
        }
        if self.thought.get(mv).is_some() || self.board.get(mv).is_some() {
            return self.fault(FaultKind::Taken(mv));
        }
        if !self.board.is_legal(mv) {
            return self.fault(FaultKind::Forbidden(mv));
        }
        self.board.play_unchecked(mv);
        self.thought.set(mv, Some(self.claimant));
        self.path.push(Step::Move(mv));
        let done = match (self.board.wins(self.claimant), node) {
            (true, _) => Ok(()),
            (false, Node::Five | Node::End(_)) => self.fault(FaultKind::NoWin(mv)),
            (false, _) => self.after(node, symmetry, Some(mv)),
        };
        self.path.pop();
        self.thought.set(mv, None);
        self.board.undo(mv, ());
        done
    }

    /// What follows the claimant's move, if he has made one.
    fn after(&mut self, node: Node<'_>, symmetry: Symmetry, mv: Option<Cell>) -> Result<(), Stop> {
        let is_ours = self.board.to_move() == self.claimant;
        if self.is_win && matches!(node, Node::Dead { .. } | Node::Full { .. } | Node::Pairs { .. })
        {
            return self.fault(FaultKind::NotAWin);
        }
        match node {
            Node::Four { mv: own, next } => {
                let mv = mv.unwrap_or(own);
                match self.completion_of(mv) {
                    Some(five) => self.replies(&After::Four { five, next }, symmetry),
                    None => self.fault(FaultKind::NoFour(mv)),
                }
            }
            Node::Replies { .. } if is_ours => self.fault(FaultKind::NoMove),
            Node::Replies { replies, edges, rest, .. } => {
                self.replies(&After::Replies { replies, edges, rest }, symmetry)
            }
            Node::Dead { .. } => self.no_open_window(),
            Node::Full { .. } if self.board.is_full() => Ok(()),
            Node::Full { .. } => self.fault(FaultKind::NotFull),
            Node::Pairs { pairs, .. } => {
                let image = |cell| self.image(symmetry, cell);
                let pairs: Vec<[Cell; 2]> = pairs.iter().map(|pair| pair.map(image)).collect();
                self.by_pairs(&pairs)
            }
            Node::Five | Node::End(_) => self.fault(FaultKind::NoFive),
        }
    }

    /// The least cell where the claimant would win at once.
    fn completion(&mut self) -> Option<Cell> {
        let gaps = gaps(&self.thought, self.windows.iter(), self.claimant);
        gaps.into_iter().find(|&cell| would_win(&mut self.thought, cell, self.claimant))
    }

    /// The same, by a window with this move in it.
    fn completion_of(&mut self, mv: Cell) -> Option<Cell> {
        let through = self.windows.iter().filter(|window| window.contains(&mv));
        let gaps = gaps(&self.thought, through, self.claimant);
        gaps.into_iter().find(|&cell| would_win(&mut self.thought, cell, self.claimant))
    }

    /// The replies of the opponent to play, who is to move; none ends the game.
    fn chosen(&mut self, named: &[Cell]) -> Vec<Cell> {
        let legal = self.board.legal_moves();
        let enemy = self.claimant.other();
        let Choice::One(random) = &mut self.choice else { return legal };
        let mut wins = gaps(&self.board, self.windows.iter(), enemy);
        wins.retain(|&cell| would_win(&mut self.board, cell, enemy));
        let named: Vec<Cell> = named.iter().copied().filter(|cell| legal.contains(cell)).collect();
        let from = if !wins.is_empty() {
            &wins
        } else if !named.is_empty() && random.below(2) == 0 {
            &named
        } else {
            &legal
        };
        from.get(random.below(from.len())).copied().into_iter().collect()
    }

    /// Plays a reply and what follows it.
    fn reply(
        &mut self,
        reply: Cell,
        then: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if self.replies >= self.budget {
            return Err(Stop::Budget(self.budget));
        }
        self.replies += 1;
        self.board.play_unchecked(reply);
        let done = if self.board.wins(self.claimant.other()) {
            self.fault(FaultKind::ReplyWins(reply))
        } else {
            self.path.push(Step::Move(reply));
            let done = then(self);
            self.path.pop();
            done
        };
        self.board.undo(reply, ());
        done
    }

    fn replies(&mut self, after: &After<'_>, symmetry: Symmetry) -> Result<(), Stop> {
        let named: Vec<Cell> = match after {
            After::Four { five, .. } => vec![*five],
            After::Replies { replies, .. } => {
                replies.iter().map(|reply| self.image(symmetry, reply.cell)).collect()
            }
        };
        if self.board.is_full() {
            return if self.is_win { self.fault(FaultKind::Draw) } else { Ok(()) };
        }
        let chosen = self.chosen(&named);
        if chosen.is_empty() {
            debug_assert_eq!(self.board.outcome(), Some(Outcome::Win(self.claimant)));
        }
        for reply in chosen {
            self.reply(reply, |play| match play.only_thought.iter().position(|&c| c == reply) {
                Some(at) => {
                    // The stone was there already, so this is another move.
                    play.only_thought.remove(at);
                    let done = play.pass(after, symmetry, &named, reply);
                    play.only_thought.insert(at, reply);
                    done
                }
                None => {
                    play.thought.set(reply, Some(play.claimant.other()));
                    let done = play.answer(after, symmetry, &named, reply);
                    play.thought.set(reply, None);
                    done
                }
            })?;
        }
        Ok(())
    }

    /// Answers a reply as the tree says.
    fn answer(
        &mut self,
        after: &After<'_>,
        symmetry: Symmetry,
        named: &[Cell],
        reply: Cell,
    ) -> Result<(), Stop> {
        let at = named.iter().position(|&cell| cell == reply);
        match (after, at) {
            (After::Four { next, .. }, Some(_)) => self.node(*next, symmetry),
            (After::Four { five, .. }, None) => self.complete(*five),
            (After::Replies { replies, edges, .. }, Some(at)) => {
                let edge = edges[replies[at].edge as usize];
                let first = (0..=at).rev().find(|&at| replies[at].is_first).unwrap_or(at);
                self.think(named[first], edge, symmetry)
            }
            (After::Replies { edges, rest, .. }, None) => match rest {
                Rest::Default(edge) => self.node(*edge, symmetry),
                Rest::First => self.think(named[0], edges[0], symmetry),
                Rest::None => {
                    self.path.pop();
                    let fault = self.fault(FaultKind::Unanswered(reply));
                    self.path.push(Step::Move(reply));
                    fault
                }
            },
        }
    }

    /// Goes on as if this reply had been played as well.
    fn think(&mut self, first: Cell, edge: Edge, symmetry: Symmetry) -> Result<(), Stop> {
        match self.thought.get(first) {
            Some(player) if player == self.claimant => self.fault(FaultKind::Taken(first)),
            Some(_) => self.node(edge, symmetry),
            None => {
                self.thought.set(first, Some(self.claimant.other()));
                self.only_thought.push(first);
                let done = self.node(edge, symmetry);
                self.only_thought.pop();
                self.thought.set(first, None);
                done
            }
        }
    }

    /// Goes on where the reply is a stone that was thought of already.
    fn pass(
        &mut self,
        after: &After<'_>,
        symmetry: Symmetry,
        named: &[Cell],
        reply: Cell,
    ) -> Result<(), Stop> {
        match after {
            After::Four { five, .. } => self.complete(*five),
            After::Replies { rest: Rest::Default(edge), .. } => self.node(*edge, symmetry),
            After::Replies { replies, edges, .. } => {
                let free =
                    |at: &usize| replies[*at].is_first && self.thought.get(named[*at]).is_none();
                match (0..named.len()).find(free) {
                    Some(at) => {
                        let edge = edges[replies[at].edge as usize];
                        self.think(named[at], edge, symmetry)
                    }
                    None => self.fault(FaultKind::Unanswered(reply)),
                }
            }
        }
    }

    /// The claimant completes a row here.
    fn complete(&mut self, five: Cell) -> Result<(), Stop> {
        if !self.board.is_legal(five) {
            return self.fault(FaultKind::Taken(five));
        }
        self.board.play_unchecked(five);
        let wins = self.board.wins(self.claimant);
        self.board.undo(five, ());
        if wins { Ok(()) } else { self.fault(FaultKind::NoWin(five)) }
    }

    /// Every window with an empty cell has a stone of the claimant.
    fn no_open_window(&self) -> Result<(), Stop> {
        let is_open = |window: &&Vec<Cell>| {
            let has = |stone| window.iter().any(|&cell| self.board.get(cell) == stone);
            has(None) && !has(Some(self.claimant))
        };
        match self.windows.iter().find(is_open) {
            Some(window) => self.fault(FaultKind::Open(window[0], window[window.len() - 1])),
            None => Ok(()),
        }
    }

    /// Plays on to the end: a stone on one cell of a pair is answered on the
    /// other, anything else on the least cell.
    fn by_pairs(&mut self, pairs: &[[Cell; 2]]) -> Result<(), Stop> {
        for (at, &cell) in pairs.as_flattened().iter().enumerate() {
            if self.board.get(cell).is_some() || pairs.as_flattened()[..at].contains(&cell) {
                return self.fault(FaultKind::Pair(cell));
            }
        }
        if self.board.to_move() == self.claimant {
            self.anyhow(pairs, None)
        } else {
            self.against_pairs(pairs)
        }
    }

    fn against_pairs(&mut self, pairs: &[[Cell; 2]]) -> Result<(), Stop> {
        for reply in self.chosen(&[]) {
            self.reply(reply, |play| {
                let pair = pairs.iter().find(|pair| pair.contains(&reply));
                let partner = pair.map(|&[one, other]| if one == reply { other } else { one });
                let partner = partner.filter(|&cell| play.board.get(cell).is_none());
                play.anyhow(pairs, partner)
            })?;
        }
        Ok(())
    }

    /// The claimant's move after the tree has ended: this one, or any.
    fn anyhow(&mut self, pairs: &[[Cell; 2]], mv: Option<Cell>) -> Result<(), Stop> {
        let mut legal = self.board.legal_moves();
        legal.sort_unstable_by_key(|&cell| order(cell));
        let Some(mv) = mv.or(legal.first().copied()) else { return Ok(()) };
        self.board.play_unchecked(mv);
        self.path.push(Step::Move(mv));
        let done = if self.board.wins(self.claimant) { Ok(()) } else { self.against_pairs(pairs) };
        self.path.pop();
        self.board.undo(mv, ());
        done
    }
}
