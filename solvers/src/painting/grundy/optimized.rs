//! The values of runs by their period, proved when this crate is compiled.
//!
//! g has the period 12 from n = 71 on. The proof is a finite check in the
//! manner of Guy and Smith (1956): a move in a run of n columns leaves two
//! runs with i + j = n − 1 or n − 2. Let g(m + p) = g(m) for all n0 ≤ m ≤
//! 2·n0 + p. For n ≥ 2·n0 + p + 1 the longer of the two runs is at least n0 in
//! each option of n, and at least n0 + p in each option of n + p; so, by
//! induction, lengthening or shortening it by p matches the options of n + p
//! and n in value, and g(n + p) = g(n). With n0 = 71 and p = 12 it is enough
//! to look at m = 71 to 154, that is at g(0) to g(166).
//!
//! The compiler works out these values by the recurrence and makes the check;
//! a build with a wrong period or preperiod fails.

use tesuji_core::painting::{Grid, packed};

use crate::{Answer, Refusal, Solver};

/// From this n on g repeats itself, and from no earlier one.
pub const PREPERIOD: usize = 71;

/// The period of g.
pub const PERIOD: usize = 12;

/// What the finite check looks at: g(0) to g(2·n0 + 2p).
const CHECKED: usize = 2 * (PREPERIOD + PERIOD) + 1;

static VALUES: [u8; CHECKED] = DERIVED;

const DERIVED: [u8; CHECKED] = values();

const _: () = {
    assert!(repeats(&DERIVED, PREPERIOD, PERIOD), "g has no such period");
    assert!(!repeats(&DERIVED, PREPERIOD - 1, PERIOD), "the period begins earlier");
    assert!(!repeats(&DERIVED, PREPERIOD, PERIOD / 2), "the period is shorter");
    assert!(!repeats(&DERIVED, PREPERIOD, PERIOD / 3), "the period is shorter");
};

/// g(0) to g(N − 1) by the recurrence: N² steps.
///
/// # Panics
/// Where a value is over 15; none is where g has its period.
#[must_use]
pub const fn values<const N: usize>() -> [u8; N] {
    let mut g = [0; N];
    let mut n = 1;
    while n < N {
        // The set of the options' values, bit v for the value v. An option and
        // its mirror image have one value: half of them will do.
        let mut reached: u32 = 0;
        let mut i = 0;
        while 2 * i < n {
            reached |= 1 << (g[i] ^ g[n - 1 - i] ^ 1);
            if i + 2 <= n {
                reached |= 1 << (g[i] ^ g[n - 2 - i]);
            }
            i += 1;
        }
        g[n] = reached.trailing_ones() as u8;
        assert!(g[n] < 16, "an xor of values must fit the set");
        n += 1;
    }
    g
}

/// The finite check of the module's page: whether g(m + `period`) = g(m) for
/// all `preperiod` ≤ m ≤ 2·`preperiod` + `period`, which proves that g repeats
/// itself from `preperiod` on. `false` also where `g` is too short to tell.
#[must_use]
pub const fn repeats(g: &[u8], preperiod: usize, period: usize) -> bool {
    let last = 2 * preperiod + period;
    if period == 0 || g.len() <= last + period {
        return false;
    }
    let mut m = preperiod;
    while m <= last {
        if g[m] != g[m + period] {
            return false;
        }
        m += 1;
    }
    true
}

/// g(n), the value of a run of n untouched columns: 0 to 8.
#[inline]
#[must_use]
pub fn run_value(n: u64) -> u8 {
    const PREPERIOD: u64 = self::PREPERIOD as u64;
    let index = if n < PREPERIOD { n } else { PREPERIOD + (n - PREPERIOD) % PERIOD as u64 };
    VALUES[index as usize]
}

/// The value of a grid: a look-up for each run. Costs its painted columns.
#[must_use]
pub fn grid_value(grid: &Grid) -> u8 {
    let mut value = 0;
    let mut start = 1;
    for (column, painted) in grid.painted_columns() {
        // A column with one painted cell leaves a lone cell, worth 1.
        value ^= run_value(column - start) ^ painted & 1;
        start = column + 1;
    }
    value ^ run_value(grid.columns() + 1 - start)
}

/// The value of a board: the lone cells by parity, a look-up for each run.
#[must_use]
pub fn board_value(board: packed::Board) -> u8 {
    board_value_and_runs(board).0
}

fn board_value_and_runs(board: packed::Board) -> (u8, u64) {
    let [first, second] = board.free();
    let mut value = ((first ^ second).count_ones() & 1) as u8;
    let mut untouched = first & second;
    let mut runs = 0;
    while untouched != 0 {
        untouched >>= untouched.trailing_zeros();
        let length = untouched.trailing_ones();
        value ^= VALUES[length as usize];
        // In two steps: a run of 64 leaves the word.
        untouched = untouched >> (length - 1) >> 1;
        runs += 1;
    }
    (value, runs)
}

/// Grundy values by the period of the runs. A node is a run looked up; the
/// end of a grid and every painted column end one, if only of length 0 on a
/// [`Grid`].
#[derive(Clone, Debug, Default)]
pub struct Optimized {
    nodes: u64,
}

impl Optimized {
    /// A solver. There is nothing to prepare.
    #[must_use]
    pub const fn new() -> Optimized {
        Optimized { nodes: 0 }
    }
}

impl Solver<packed::Board> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = u8;

    /// Never refuses.
    fn solve(&mut self, board: &packed::Board) -> Result<Answer<u8>, Refusal> {
        let (value, runs) = board_value_and_runs(*board);
        self.nodes += runs;
        Ok(Answer { value, remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Solver<Grid> for Optimized {
    const NAME: &'static str = "optimized";
    type Value = u8;

    /// Never refuses.
    fn solve(&mut self, grid: &Grid) -> Result<Answer<u8>, Refusal> {
        self.nodes += grid.painted_columns().len() as u64 + 1;
        Ok(Answer { value: grid_value(grid), remoteness: None })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::painting::grundy::Recurrence;

    #[test]
    fn the_table_of_the_compiler_is_that_of_the_recurrence() {
        let mut recurrence = Recurrence::new();
        for (n, value) in (0..).zip(values::<300>()) {
            assert_eq!(Ok(value), recurrence.run_value(n), "g({n})");
        }
    }

    #[test]
    fn a_period_is_proved_where_all_of_the_finite_check_holds_and_nowhere_else() {
        let g = values::<167>();
        assert!(repeats(&g, 71, 12));
        assert!(!repeats(&g[..166], 71, 12), "too short to tell");
        assert!(!repeats(&g, 70, 12) && !repeats(&g, 71, 6) && !repeats(&g, 71, 0));
        for m in 71..=166 {
            let mut wrong = g;
            wrong[m] ^= 1;
            assert!(!repeats(&wrong, 71, 12), "g({m}) is looked at");
        }
    }

    #[test]
    fn a_node_is_a_run() {
        let mut optimized = Optimized::new();
        // Columns 1 to 2 and 5 to 8 are untouched.
        let board: packed::Board = "8: 1,3 1,4 2,4".parse().unwrap();
        optimized.solve(&board).unwrap();
        assert_eq!(Solver::<packed::Board>::nodes(&optimized), 2);
        optimized.solve(&board).unwrap();
        assert_eq!(Solver::<packed::Board>::nodes(&optimized), 4);
        // On a grid so is the run of no column between the two.
        optimized.solve(&Grid::from(board)).unwrap();
        assert_eq!(Solver::<Grid>::nodes(&optimized), 7);
        optimized.solve(&Grid::from(board)).unwrap();
        assert_eq!(Solver::<Grid>::nodes(&optimized), 10);
    }
}
