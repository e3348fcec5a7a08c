//! A win of an m,n,k game as a certificate.

use tesuji_core::Game;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_solvers::gomoku::mnk::Win;
use tesuji_solvers::gomoku::tree::{NodeId, Tree};

use crate::certificate::{Certificate, Head, HeadError, Kind};
use crate::check::geometry::Geometry;
use crate::zoned::{Standing, Strategy, StrategyError, Writer, placed};

impl Certificate {
    /// The certificate of a win that the solver of m,n,k games has found. What
    /// the win does against a reply is done against it here, and whether that
    /// wins only the judge says.
    ///
    /// Where the defender is to move, nothing can be claimed of the position:
    /// the certificate is of the one before the attacker's last move, which it
    /// begins with. That is `last`, where he has a stone there, or else any
    /// stone of his.
    ///
    /// A position is written once, up to symmetry.
    ///
    /// # Errors
    /// Where somebody has won the position, the attacker has no last move and
    /// needs one, the rule is not freestyle, the board has more than 64 cells,
    /// or the win does not fit it.
    pub fn from_win(
        root: &Board,
        win: &Win,
        last: Option<Cell>,
    ) -> Result<Certificate, StrategyError> {
        if let Some(winner) = root.winner() {
            return Err(HeadError::Won(winner).into());
        }
        let mut board = root.clone();
        let mut first = None;
        if let Win::Replies { .. } = win {
            let attacker = root.to_move().other();
            let is_his =
                |&cell: &Cell| root.variant().contains(cell) && root.get(cell) == Some(attacker);
            let last = last.filter(is_his).or_else(|| root.stones_of(attacker).pop());
            let last = last.ok_or(StrategyError::NoLast)?;
            board.set(last, None);
            board.set_to_move(attacker);
            first = Some(last);
        }
        let claimant = board.to_move();
        let head = Head::new(board, claimant, Kind::Win)?;
        let geometry = Geometry::new(head.variant());
        let mut writer = Writer::new(&geometry, &head, Won { win, geometry: &geometry })?;
        let top = match (first, win) {
            (Some(first), _) => writer.moved(geometry.number(first), None)?,
            (None, Win::Move(tree) | Win::Replies { default: tree, .. }) => {
                writer.turn((tree, tree.root()))?
            }
        };
        Ok(writer.finish(head, &top))
    }
}

struct Won<'a> {
    win: &'a Win,
    geometry: &'a Geometry,
}

impl<'a> Strategy for Won<'a> {
    type Turn = (&'a Tree, NodeId);
    /// None after the move that the win does not have itself.
    type Stand = Option<(&'a Tree, NodeId)>;

    fn turn(&self, (tree, id): Self::Turn) -> Result<(u16, Option<Self::Stand>), StrategyError> {
        let mv = placed(self.geometry, 0, tree.mv(id))?;
        Ok((mv, (!tree.is_end(id)).then_some(Some((tree, id)))))
    }

    fn stand(&self, stand: Self::Stand) -> Result<Standing<Self::Turn>, StrategyError> {
        let default = match (stand, self.win) {
            (Some((tree, id)), _) => tree.default(id).map(|default| (tree, default)),
            (None, Win::Move(tree) | Win::Replies { default: tree, .. }) => {
                Some((tree, tree.root()))
            }
        };
        Ok(Standing::Answers(default))
    }

    fn answer(&self, stand: Self::Stand, reply: u16) -> Result<Self::Turn, StrategyError> {
        let reply = self.geometry.cell(reply);
        let next = match (stand, self.win) {
            (Some((tree, id)), _) => tree.after(id, reply).map(|next| (tree, next)),
            (None, Win::Replies { default, exceptions }) => {
                let named = exceptions.iter().find(|&&(cell, _)| cell == reply);
                let tree = named.map_or(default, |(_, tree)| tree);
                Some((tree, tree.root()))
            }
            (None, Win::Move(_)) => None,
        };
        next.ok_or(StrategyError::Unanswered(reply))
    }
}
