//! Retrograde analysis, whole rows of Black's cells at a time.
//!
//! For each cell of White, one of up to eight [alike](symmetry), the Black
//! cells that are settled form a set of bits, one word a row or several
//! ([`word`]). [`sweep`] grows these sets from the captures backwards, ply by
//! ply: where Black moves, a lost placement of White [spreads](spread) over the
//! board by shifts; where White moves, the sets of his next cells are
//! intersected. Nothing is counted down edge by edge, so a ply costs a few
//! operations a row, and only in the rows where the ply before could have
//! changed something. Each placement is written once, with its ply, to the flat
//! [`table`] that answers. [`plan`] lays it all out and counts the bytes before
//! any are asked for.

mod plan;
mod rounds;
mod sets;
mod spread;
mod sweep;
mod symmetry;
mod table;
mod word;

use tesuji_core::pursuit::packed::Board;
use tesuji_core::{Game, Outcome};

use crate::{Answer, Refusal, Solver};

pub use table::Table;

/// The optimized solver: any speeds, any n that memory allows, 2.6 GB for
/// n = 300 and 80 TB for n = 4000.
///
/// The first question solves its whole board; the table stays, and questions
/// with the same n and speeds are looked up in it. [`Table`] has the costs.
///
/// Nodes count steps of eight words of Black's cells, each looked at once a ply
/// for every class of White's cell, where something near has changed. A look-up
/// counts nothing.
#[derive(Clone, Debug)]
pub struct Optimized {
    table: Option<Table>,
    memory: u64,
    nodes: u64,
}

impl Optimized {
    /// A solver that knows nothing yet and takes the memory that it needs.
    ///
    /// Some systems, Linux among them, promise memory that is not there and end
    /// the process that uses it. Where a board may be that large, say with
    /// [`Optimized::with_memory`] what there is.
    #[must_use]
    pub fn new() -> Self {
        Self::with_memory(u64::MAX)
    }

    /// A solver that refuses boards that take more than `bytes`, what they take
    /// only while they are solved included, before it asks for any.
    #[must_use]
    pub fn with_memory(bytes: u64) -> Self {
        Optimized { table: None, memory: bytes, nodes: 0 }
    }

    fn table_for(&mut self, position: Board) -> Result<&Table, Refusal> {
        let (n, speeds) = (position.n(), position.speeds());
        if !self.table.as_ref().is_some_and(|table| table.covers(n, speeds)) {
            // The old table's memory is free before the new one asks for its own.
            self.table = None;
            let table = Table::within(n, speeds, 1, self.memory)?;
            self.nodes += table.nodes();
            self.table = Some(table);
        }
        Ok(self.table.as_ref().expect("it has just been made, where it was not there"))
    }
}

impl Default for Optimized {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver<Board> for Optimized {
    const NAME: &'static str = "optimized";

    type Value = Outcome;

    /// # Errors
    /// [`Refusal::OutOfMemory`] where the tables do not fit.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        if let Some(value) = position.outcome() {
            return Ok(Answer { value, remoteness: Some(0) });
        }
        let (white, black, to_move) = (position.white(), position.black(), position.to_move());
        Ok(self.table_for(*position)?.answer(white, black, to_move))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use tesuji_core::pursuit::Speeds;

    use super::*;

    #[test]
    fn a_board_that_does_not_fit_is_refused_with_its_bytes() {
        let board: Board = "60 1 1 9 9 w".parse().unwrap();
        let mut solver = Optimized::with_memory(1_000_000);
        let Err(Refusal::OutOfMemory { asked, bytes }) = solver.solve(&board) else {
            panic!("n = 60 in a million bytes")
        };
        assert_eq!(asked, "n = 60");
        assert!(bytes > 465 * 3600 * 2, "{bytes}");
        assert_eq!(solver.nodes(), 0);
        let exact = u64::try_from(bytes).unwrap();
        assert!(Optimized::with_memory(exact).solve(&board).is_ok());
        assert!(Optimized::with_memory(exact - 1).solve(&board).is_err());
    }

    #[test]
    fn boards_that_no_memory_holds_are_refused_in_words() {
        for n in [4000_u128, 65535] {
            let board: Board = format!("{n} 1 2 1 {n} w").parse().unwrap();
            let refusal = Optimized::with_memory(8 << 30).solve(&board).unwrap_err();
            let Refusal::OutOfMemory { bytes, .. } = refusal else { panic!("{refusal}") };
            let table = n.div_ceil(2) * (n.div_ceil(2) + 1) / 2 * n * n * 2;
            assert!(bytes > table * 5 / 4 && bytes < table * 4 / 3, "{bytes}, of a table {table}");
            assert_eq!(
                refusal.to_string(),
                format!("n = {n} takes {bytes} bytes of memory, which cannot be had")
            );
        }
        let board: Board = "65535 1 2 1 9 w".parse().unwrap();
        assert!(matches!(Optimized::new().solve(&board), Err(Refusal::OutOfMemory { .. })));
    }

    #[test]
    fn a_table_serves_its_board_and_no_other() {
        let mut solver = Optimized::new();
        let mut nodes = |text: &str| {
            solver.solve(&text.parse().unwrap()).unwrap();
            solver.nodes()
        };
        let first = nodes("9 1 1 9 9 w");
        assert!(first > 0);
        assert_eq!(nodes("9 5 5 1 1 b"), first);
        let second = nodes("9 5 5 1 1 b speeds 1 3");
        assert!(second > first);
        assert!(nodes("8 5 5 1 1 b speeds 1 3") > second);
    }

    #[test]
    fn a_ply_looks_only_where_the_one_before_changed_something() {
        for (n, white, black, nodes) in [
            (2, 1, 2, 6),
            (8, 1, 2, 287),
            (20, 1, 2, 5_033),
            (33, 1, 2, 19_291),
            (20, 2, 1, 4_215),
            (20, 3, 5, 472),
            (40, 2, 3, 1_857),
            (70, 1, 8, 272_749),
            (40, 1, 9, 20_810),
        ] {
            let table = Table::new(n, Speeds { white, black }).unwrap();
            assert_eq!(table.nodes(), nodes, "n = {n}, speeds {white} and {black}");
        }
    }
}
