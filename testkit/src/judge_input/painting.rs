//! Painting (HDU 4559).

use tesuji_core::ParseError;
use tesuji_core::painting::{ALICE, Cell, Grid, MAX_COLUMNS, judge};
use tesuji_solvers::Refusal;
use tesuji_solvers::painting::grundy::optimized::grid_value;
use tesuji_solvers::painting::winner;

use super::{Cases, Input, Judge, Layout, Random, Smaller};

/// The judge's most columns.
const JUDGE_COLUMNS: u64 = 4747;

/// The judge of painting. Its cases have 1 to 4747 columns, or one number of
/// columns.
///
/// A case is smaller that has fewer columns; of as many, fewer painted cells; of
/// as many, the one whose cells, column by column, come first.
#[derive(Debug)]
pub struct Painting {
    columns: Option<u64>,
}

/// Untouched grids that programs get wrong: the small ones; the run lengths at
/// which the values leave their period of 12, and the last of them, 70, with its
/// neighbours; lengths of value 0; the largest.
const UNTOUCHED: [u64; 27] = [
    1, 2, 3, 4, 6, 9, 11, 12, 13, 15, 18, 21, 22, 25, 28, 34, 39, 57, 69, 70, 71, 73, 82, 83, 4741,
    4746, 4747,
];

impl Painting {
    /// The judge of grids of this many columns; of every number up to 4747
    /// where there is none.
    ///
    /// # Errors
    /// In words, where no grid has so many.
    pub fn new(columns: Option<u64>) -> Result<Painting, String> {
        match columns {
            Some(columns) if !(1..=MAX_COLUMNS).contains(&columns) => {
                Err(format!("a grid has 1 to {MAX_COLUMNS} columns"))
            }
            columns => Ok(Painting { columns }),
        }
    }

    fn drawn(columns: u64, random: &mut Random) -> Grid {
        // The share of painted cells in 32nds: none, few, half, nearly all.
        let share = [0, 1, 4, 16, 28, 31][random.index(6)];
        let dense = columns <= JUDGE_COLUMNS;
        let painted: Vec<Cell> = if dense {
            let all = (1..=columns).flat_map(|column| [1, 2].map(|row| Cell::new(row, column)));
            all.filter(|_| random.below(32) < share).collect()
        } else {
            let mut cells: Vec<Cell> = (0..share)
                .map(|_| Cell::new(1 + random.below(2) as u8, 1 + random.below(columns)))
                .collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        grid(columns, painted)
    }

    /// Drawn until Bob wins, for a few times: chance favours Alice.
    fn balanced(columns: u64, random: &mut Random) -> Grid {
        let bob = random.below(2) == 0;
        let mut grid = Self::drawn(columns, random);
        for _ in 0..8 {
            if !bob || grid_value(&grid) == 0 {
                break;
            }
            grid = Self::drawn(columns, random);
        }
        grid
    }
}

fn grid(columns: u64, painted: impl IntoIterator<Item = Cell>) -> Grid {
    Grid::from_cells(columns, painted, ALICE).expect("different cells of the grid")
}

impl Judge for Painting {
    type Case = Grid;

    const GAME: &'static str = "painting";
    const MOST_CASES: usize = 74;
    const LAYOUTS: &'static [Layout] = &[];

    fn twin(&self) -> Painting {
        Painting { columns: self.columns }
    }

    fn rules(&self) -> Vec<String> {
        let columns = self.columns.map_or_else(
            || format!("1 <= N <= {JUDGE_COLUMNS}"),
            |columns| format!("N = {columns}"),
        );
        vec![
            format!("line 1: T, the number of cases, 1 <= T <= {}", Self::MOST_CASES),
            "each case: a line N M, then M lines X Y; single spaces, LF at line ends".to_owned(),
            columns,
            "0 <= M <= 2N".to_owned(),
            "1 <= X <= 2, the row; 1 <= Y <= N, the column".to_owned(),
            "the pairs of one case are all different".to_owned(),
            "nothing follows the last case".to_owned(),
        ]
    }

    fn random(&mut self, random: &mut Random) -> Grid {
        let columns = self.columns.unwrap_or_else(|| {
            let most = [12, 12, 40, 40, 100, 100, 300, JUDGE_COLUMNS][random.index(8)];
            1 + random.below(most)
        });
        Self::balanced(columns, random)
    }

    fn edges(&self) -> Vec<Grid> {
        let all_of = |columns, row| (1..=columns).map(move |column| Cell::new(row, column));
        if let Some(columns) = self.columns {
            let mut edges = vec![grid(columns, []), grid(columns, [Cell::new(2, columns)])];
            if columns <= JUDGE_COLUMNS {
                edges.push(grid(columns, all_of(columns, 1)));
                edges.push(grid(columns, all_of(columns, 1).chain(all_of(columns, 2))));
            }
            return edges;
        }
        let mut edges: Vec<Grid> = UNTOUCHED.map(|columns| grid(columns, [])).to_vec();
        // One column: each way to paint it. Nothing left at the start: Bob wins.
        edges.push(grid(1, [Cell::new(1, 1)]));
        edges.push(grid(1, [Cell::new(2, 1)]));
        edges.push(grid(1, [Cell::new(1, 1), Cell::new(2, 1)]));
        // The sample: two lone cells side by side.
        edges.push(grid(2, [Cell::new(1, 1), Cell::new(2, 2)]));
        for columns in [2, 3, 46, JUDGE_COLUMNS] {
            // Lone cells only, an even and an odd number; then nothing at all.
            edges.push(grid(columns, all_of(columns, 1)));
            edges.push(grid(columns, all_of(columns, 2).skip(1)));
            edges.push(grid(columns, all_of(columns, 1).chain(all_of(columns, 2))));
            edges.push(grid(columns, all_of(columns, 1).chain(all_of(columns, 2)).skip(1)));
        }
        // Two runs of one length, with and without a lone cell between them.
        for run in [1, 2, 7, 71, 2373] {
            edges.push(grid(2 * run + 1, [Cell::new(1, run + 1)]));
            edges.push(grid(2 * run + 1, [Cell::new(1, run + 1), Cell::new(2, run + 1)]));
        }
        edges
    }

    fn long(&mut self, random: &mut Random) -> Grid {
        let columns = self.columns.unwrap_or_else(|| JUDGE_COLUMNS - random.below(14));
        Self::balanced(columns, random)
    }

    fn write(&self, input: &Input<Grid>) -> Vec<u8> {
        input.layout.of(judge::write_input(&input.cases))
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<Grid>, ParseError> {
        judge::parse(bytes)
    }

    fn try_answers(&mut self, cases: &[Grid]) -> Result<Vec<String>, (usize, Refusal)> {
        let lines =
            (1..).zip(cases).map(|(number, grid)| judge::answer(number, winner::winner(grid)));
        Ok(lines.collect())
    }

    fn position(&self, case: &Grid) -> String {
        case.to_string()
    }

    /// Up to 64 columns; of more there is nothing to see.
    fn draw(&self, case: &Grid) -> Vec<String> {
        const WIDEST: u64 = 64;
        let shown = case.columns().min(WIDEST);
        let row = |row| {
            let sign = |column| if case.is_painted(Cell::new(row, column)) { '#' } else { '.' };
            let more = if case.columns() > shown { "…" } else { "" };
            (1..=shown).map(sign).collect::<String>() + more
        };
        vec![row(1), row(2)]
    }

    /// Fewer columns from the left or the right, halved, then one by one; then
    /// fewer painted cells, in the same way.
    fn reductions(&self, case: &Grid) -> Cases<Grid> {
        let columns = case.columns();
        let cells: Vec<Cell> = case.painted().collect();
        let painted = cells.clone();
        let narrower =
            halves(if self.columns.is_some() { 0 } else { columns }).flat_map(move |cut| {
                let width = columns - cut;
                let left = cells.clone().into_iter().filter(move |cell| cell.column <= width);
                let right = cells.clone().into_iter().filter(move |cell| cell.column > cut);
                let right = right.map(move |cell| Cell::new(cell.row, cell.column - cut));
                [grid(width, left), grid(width, right)]
            });
        let fewer = halves(painted.len() as u64 + 1).flat_map(move |chunk| {
            let painted = painted.clone();
            let chunk = chunk as usize;
            (0..painted.len()).step_by(chunk).map(move |start| {
                let end = (start + chunk).min(painted.len());
                grid(columns, [&painted[..start], &painted[end..]].concat())
            })
        });
        Box::new(narrower.filter(|grid| grid.columns() > 0).chain(fewer))
    }

    fn smaller(&self, case: &Grid) -> Smaller<Grid> {
        let case = case.clone();
        let widths = self.columns.map_or(1..=case.columns(), |columns| columns..=columns);
        // Beyond this there are more grids than anybody tries.
        const WIDEST: u64 = 1 << 20;
        let all = widths.take_while(|&width| width <= WIDEST).flat_map(|width| {
            (0..=2 * width as usize).flat_map(move |painted| {
                Choices::new(2 * width as usize, painted).map(move |chosen| {
                    grid(
                        width,
                        chosen.iter().map(|&at| Cell::new(1 + at as u8 % 2, 1 + at as u64 / 2)),
                    )
                })
            })
        });
        let below = all.take_while({
            let case = case.clone();
            move |grid| *grid != case
        });
        if case.columns() <= WIDEST {
            Smaller::All(Box::new(below))
        } else {
            Smaller::Sample(Box::new(below))
        }
    }

    fn order(&self) -> &'static str {
        "fewer columns, then fewer painted cells, then the cells that come first"
    }
}

/// half, a quarter, … down to 1, below the whole; nothing of 1 or less.
fn halves(whole: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(whole / 2), |&half| Some(half / 2)).take_while(|&half| half > 0)
}

/// Every choice of so many numbers below `limit`, each ascending, in ascending
/// order.
struct Choices {
    limit: usize,
    next: Option<Vec<usize>>,
}

impl Choices {
    fn new(limit: usize, count: usize) -> Choices {
        Choices { limit, next: (count <= limit).then(|| (0..count).collect()) }
    }
}

impl Iterator for Choices {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let chosen = self.next.take()?;
        let count = chosen.len();
        let grows = (0..count).rev().find(|&at| chosen[at] < self.limit - (count - at));
        self.next = grows.map(|at| {
            let first = chosen[at] + 1;
            chosen[..at].iter().copied().chain((0..count - at).map(|step| first + step)).collect()
        });
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_smaller_grids_come_once_in_their_order() {
        let judge = Painting::new(None).unwrap();
        let Smaller::All(all) = judge.smaller(&grid(5, [])) else { panic!("all are listed") };
        let key = |grid: &Grid| {
            (grid.columns(), grid.painted_count(), grid.painted().collect::<Vec<_>>())
        };
        let all: Vec<_> = all.map(|grid| key(&grid)).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(all.len(), 4 + 16 + 64 + 256);
    }

    #[test]
    fn reductions_are_smaller_and_end() {
        let judge = Painting::new(None).unwrap();
        let mut case = grid(40, (1..=40).map(|column| Cell::new(1, column)));
        let mut steps = 0;
        while let Some(next) = judge.reductions(&case).next() {
            let key = |grid: &Grid| (grid.columns(), grid.painted_count());
            assert!(judge.reductions(&case).all(|next| key(&next) < key(&case)));
            case = next;
            steps += 1;
            assert!(steps < 100);
        }
        assert_eq!(case, grid(1, []));
        let one = Painting::new(Some(1 << 59)).unwrap();
        let wide = grid(1 << 59, [Cell::new(1, 9)]);
        assert!(one.reductions(&wide).all(|grid| grid.columns() == 1 << 59));
    }

    /// Alice and Bob both win often enough to be told apart from a constant.
    #[test]
    fn both_sides_win() {
        let mut judge = Painting::new(None).unwrap();
        let mut random = Random::new(1);
        let bob = (0..1000).filter(|_| grid_value(&judge.random(&mut random)) == 0).count();
        assert!((200..800).contains(&bob), "{bob}");
    }
}
