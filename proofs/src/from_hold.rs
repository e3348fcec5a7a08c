//! A solver's hold as a certificate.
//!
//! A hold answers a move that it does not name as if another had been played,
//! which no certificate of a hold may do. So its default is played here with no
//! reply on the board at all: a stone less of the attacker's never harms a hold
//! under freestyle. Replies in the zone of that tree are named, each with what
//! the hold does against it.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry};
use tesuji_solvers::gomoku::hold::{Answer, Edge, Hold, NodeId, Stand, Start};

use crate::certificate::{Certificate, Head, Kind};
use crate::check::geometry::Geometry;
use crate::zoned::{Standing, Strategy, StrategyError, Writer, placed};

impl Certificate {
    /// The certificate of a hold that a solver has found for this side, whoever
    /// is to move. What the hold does against a reply is done against it here,
    /// and whether that holds only the judge says.
    ///
    /// Positions that are the same up to symmetry are written once. Mostly there
    /// are some times as many nodes as the hold has; 7,7,5 from the empty board
    /// has 23,000 of them in 680 kB, made in less than a tenth of a second.
    ///
    /// # Errors
    /// Where somebody has won the position, the rule is not freestyle, the
    /// board has more than 64 cells, or the hold does not fit it.
    pub fn from_hold(
        root: &Board,
        holder: Player,
        hold: &Hold,
    ) -> Result<Certificate, StrategyError> {
        let head = Head::new(root.clone(), holder, Kind::Hold)?;
        let geometry = Geometry::new(head.variant());
        let held = Held { hold, geometry: &geometry };
        let mut writer = Writer::new(&geometry, &head, held)?;
        let top = match hold.start() {
            Start::Answer(answer) => writer.turn((answer, 0))?,
            Start::Node(edge) => writer.stand(None, held.seen(edge, 0)?)?,
        };
        Ok(writer.finish(head, &top))
    }
}

/// A hold, seen from any side of the board: a symmetry takes its cells there.
#[derive(Clone, Copy)]
struct Held<'a> {
    hold: &'a Hold,
    geometry: &'a Geometry,
}

impl Held<'_> {
    /// The node that an edge leads to, and how it lies on the board.
    fn seen(&self, edge: Edge, view: u8) -> Result<(NodeId, u8), StrategyError> {
        if !Symmetry::of(self.geometry.variant).contains(&edge.by) {
            return Err(StrategyError::Size);
        }
        Ok((edge.to, self.geometry.compose(view, edge.by)))
    }
}

impl Strategy for Held<'_> {
    type Turn = (Answer, u8);
    type Stand = (NodeId, u8);

    fn turn(
        &self,
        (answer, view): (Answer, u8),
    ) -> Result<(u16, Option<(NodeId, u8)>), StrategyError> {
        let mv = placed(self.geometry, view, answer.mv)?;
        Ok((mv, answer.then.map(|edge| self.seen(edge, view)).transpose()?))
    }

    fn stand(&self, (node, view): (NodeId, u8)) -> Result<Standing<(Answer, u8)>, StrategyError> {
        let place = |cell: Cell| placed(self.geometry, view, cell);
        Ok(match self.hold.stand(node) {
            Stand::Closed => Standing::Closed,
            Stand::Pairs(pairs) => {
                let pair = |&(one, other)| -> Result<[u16; 2], StrategyError> {
                    Ok([place(one)?, place(other)?])
                };
                Standing::Pairs(pairs.iter().map(pair).collect::<Result<_, _>>()?)
            }
            Stand::Answers { default, .. } => Standing::Answers(Some((default, view))),
        })
    }

    fn answer(
        &self,
        (node, view): (NodeId, u8),
        reply: u16,
    ) -> Result<(Answer, u8), StrategyError> {
        let back = self.geometry.images(self.geometry.inverse(view));
        let reply = self.geometry.cell(back[usize::from(reply)]);
        let answer = self.hold.stand(node).answer(reply);
        Ok((answer.ok_or(StrategyError::Unanswered(reply))?, view))
    }
}
