//! Layer by layer over array boards.

use tesuji_core::pawn_chess::Size;
use tesuji_core::pawn_chess::naive::Board;
use tesuji_core::{Game, Outcome, Player};

use crate::{Answer, HashMap, Refusal, Solver};

/// The table as a hash map, filled in order of remaining steps.
///
/// The first question of a size fills it. [`Solver::nodes`] counts the
/// positions valued, of both sides to move.
#[derive(Clone, Default, Debug)]
pub struct Naive {
    table: HashMap<Board, Answer<Outcome>>,
    size: Option<Size>,
    nodes: u64,
}

impl Naive {
    /// The largest board that is taken on.
    pub const MAX_CELLS: u32 = 16;

    /// A solver without a table yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every position of the table of this size, White to move, in no
    /// promised order.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`] above [`Naive::MAX_CELLS`] cells.
    pub fn positions(size: Size) -> Result<Vec<Board>, Refusal> {
        if size.cells() > Self::MAX_CELLS {
            return Err(Refusal::TooLarge {
                asked: format!("the table of {} cells", size.cells()),
                limit: format!("{} cells; the optimized solver takes more", Self::MAX_CELLS),
            });
        }
        let mut boards = Vec::new();
        place(size, &mut Vec::new(), &mut boards);
        Ok(boards)
    }

    fn fill(&mut self, size: Size) -> Result<(), Refusal> {
        self.table.clear();
        let mut layers: Vec<Vec<Board>> = Vec::new();
        for board in Self::positions(size)? {
            let steps = remaining_steps(&board);
            if steps >= layers.len() {
                layers.resize(steps + 1, Vec::new());
            }
            layers[steps].push(board);
            layers[steps]
                .push(board.with_to_move(Player::Black).expect("nobody stands on a goal row"));
        }
        for board in layers.into_iter().flatten() {
            let answer = self.value(&board);
            self.table.insert(board, answer);
        }
        self.nodes += self.table.len() as u64;
        self.size = Some(size);
        Ok(())
    }

    /// The value, where those of all positions that follow are known.
    fn value(&self, board: &Board) -> Answer<Outcome> {
        if let Some(value) = board.outcome() {
            return Answer { value, remoteness: Some(0) };
        }
        let win = Outcome::Win(board.to_move());
        let mut best: Option<Answer<Outcome>> = None;
        for mv in board.legal_moves() {
            let mut child = *board;
            child.play_unchecked(mv);
            let next = self.table.get(&child).copied().unwrap_or_else(|| self.value(&child));
            let next = Answer { remoteness: next.remoteness.map(|plies| plies + 1), ..next };
            let is_better = best.is_none_or(|best| match (next.value == win, best.value == win) {
                (true, false) => true,
                (false, true) => false,
                (true, true) => next.remoteness < best.remoteness,
                (false, false) => next.remoteness > best.remoteness,
            });
            if is_better {
                best = Some(next);
            }
        }
        best.expect("a game that is not over has a move")
    }
}

/// Fills the cells after those given in every way that keeps the rules.
fn place(size: Size, cells: &mut Vec<Option<Player>>, boards: &mut Vec<Board>) {
    let (at, columns) = (cells.len() as u32, size.columns());
    if at == size.cells() {
        let board = Board::from_cells(size, cells, Player::White);
        boards.push(board.expect("the pawns were counted and kept from their goals"));
        return;
    }
    for content in [None, Some(Player::White), Some(Player::Black)] {
        let is_goal = match content {
            None => false,
            Some(Player::White) => at < columns,
            Some(Player::Black) => at >= size.cells() - columns,
        };
        let alike = cells.iter().filter(|&&cell| cell == content).count();
        if content.is_some() && (is_goal || alike >= columns as usize) {
            continue;
        }
        cells.push(content);
        place(size, cells, boards);
        cells.pop();
    }
}

fn remaining_steps(board: &Board) -> usize {
    let (columns, rows) = (board.size().columns() as usize, board.size().rows() as usize);
    let steps = |(cell, content): (usize, &Option<Player>)| match content {
        None => 0,
        Some(Player::White) => cell / columns,
        Some(Player::Black) => rows - 1 - cell / columns,
    };
    board.cells().iter().enumerate().map(steps).sum()
}

impl Solver<Board> for Naive {
    const NAME: &'static str = "naive";
    type Value = Outcome;

    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        if self.size != Some(position.size()) {
            self.size = None;
            self.fill(position.size())?;
        }
        Ok(match self.table.get(position) {
            Some(&answer) => answer,
            None => self.value(position),
        })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawn_chess::value;

    #[test]
    fn a_node_is_a_position_of_the_table() {
        let mut naive = Naive::new();
        let mut nodes = |size: &str| {
            naive.solve(&Board::start(size.parse().unwrap())).unwrap();
            naive.nodes()
        };
        let boards = |size: &str| Naive::positions(size.parse().unwrap()).unwrap().len() as u64;
        // With either side to move.
        let first = 2 * boards("3x4");
        assert_eq!(nodes("3x4"), first);
        assert_eq!(nodes("3x4"), first, "the table knows it");
        assert_eq!(nodes("2x4"), first + 2 * boards("2x4"), "another size");
        // Either pawn or neither on its two rows, never on one cell.
        assert_eq!(boards("1x3"), 8);
    }

    #[test]
    fn a_table_holds_what_minimax_finds() {
        for size in ["2x4", "3x3", "1x9"] {
            let (mut naive, mut minimax) = (Naive::new(), value::Naive::new());
            for board in Naive::positions(size.parse().unwrap()).unwrap() {
                for board in Player::BOTH.map(|player| board.with_to_move(player).unwrap()) {
                    assert_eq!(naive.solve(&board), minimax.solve(&board), "{board}");
                    for mv in board.legal_moves() {
                        let child = board.play(mv).unwrap();
                        assert_eq!(naive.solve(&child), minimax.solve(&child), "{child}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_row_to_the_goal_is_a_step() {
        let steps = |text: &str| remaining_steps(&text.parse().unwrap());
        assert_eq!(steps("ppp/.../.../PPP w"), 18);
        assert_eq!(steps("p../.P./..P b"), 2 + 1 + 2);
        assert_eq!(steps(".../p.P/... w"), 1 + 1);
        assert_eq!(steps(".../.../... w"), 0);
    }

    #[test]
    fn sixteen_cells_are_taken_and_no_more() {
        assert!(Naive::positions("1x16".parse().unwrap()).is_ok());
        let start = Board::start("1x17".parse().unwrap());
        assert_eq!(
            Naive::new().solve(&start).unwrap_err().to_string(),
            "the table of 17 cells is beyond the limit: 16 cells; the optimized solver takes more"
        );
    }
}
