//! Pursuit (CQOI 2013).

use tesuji_core::pursuit::{Cell, MIN_SIZE, Speeds, judge, naive::Board, packed};
use tesuji_core::{ParseError, Player};
use tesuji_solvers::pursuit::value;
use tesuji_solvers::{Refusal, Solver};

use super::{Cases, Input, Judge, Layout, Random, Smaller};

/// The judge of pursuit. Its cases have every n from 2 to 20, or one n.
///
/// A case is smaller that has the smaller n; of one n, the one whose four other
/// numbers, White's row first, come first.
#[derive(Debug)]
pub struct Pursuit {
    n: Option<u16>,
    solver: value::Optimized,
}

/// Inputs that programs get wrong.
const EDGES: [[u16; 5]; 24] = [
    // The smallest board: the sample, and White to capture.
    [2, 1, 1, 2, 2],
    [2, 1, 1, 1, 2],
    [2, 2, 1, 1, 1],
    // The length is no function of distance or offset.
    [20, 10, 10, 11, 11],
    [20, 1, 1, 2, 2],
    [20, 2, 2, 1, 1],
    [20, 19, 1, 20, 2],
    [20, 10, 10, 10, 12],
    [20, 1, 1, 1, 3],
    // Side by side White wins in one, everywhere.
    [20, 20, 20, 20, 19],
    [20, 1, 7, 2, 7],
    [3, 2, 2, 1, 2],
    // The longest games: a search that is cut off at some depth calls them draws.
    [20, 1, 2, 1, 20],
    [20, 20, 19, 20, 1],
    [20, 1, 1, 20, 20],
    [19, 1, 2, 1, 19],
    [18, 1, 2, 1, 18],
    [17, 1, 2, 1, 17],
    // Small boards, where walls are everywhere.
    [3, 1, 1, 3, 3],
    [3, 2, 2, 1, 1],
    [4, 1, 2, 1, 4],
    [4, 2, 2, 3, 3],
    [5, 3, 3, 1, 1],
    [6, 1, 1, 6, 6],
];

/// The largest n that cases are made of: every placement is solved in a moment.
const LARGEST: u16 = 100;

/// Of so many random placements, [`Judge::long`] takes the longest game.
const DRAWN: usize = 24;

fn board([n, r1, c1, r2, c2]: [u16; 5]) -> Board {
    placed(n, Cell { row: r1, column: c1 }, Cell { row: r2, column: c2 })
}

fn placed(n: u16, white: Cell, black: Cell) -> Board {
    Board::new(n, white, black, Player::White, Speeds::default()).expect("cells of the board")
}

/// Every cell of the board, row by row.
fn cells(n: u16) -> impl Iterator<Item = Cell> + Clone {
    (1..=n).flat_map(move |row| (1..=n).map(move |column| Cell { row, column }))
}

impl Pursuit {
    /// The judge of boards of this n; of every n from 2 to 20 where there is none.
    ///
    /// # Errors
    /// In words, unless n is 2 to 100.
    pub fn new(n: Option<u64>) -> Result<Pursuit, String> {
        let board = |n: u64| {
            let n = u16::try_from(n).ok().filter(|n| (MIN_SIZE..=LARGEST).contains(n));
            n.ok_or_else(|| format!("n is {MIN_SIZE} to {LARGEST}"))
        };
        Ok(Pursuit { n: n.map(board).transpose()?, solver: value::Optimized::new() })
    }

    /// Two different cells, near each other or anywhere.
    fn placement(n: u16, random: &mut Random) -> Board {
        let any = |random: &mut Random| {
            let coordinate = |random: &mut Random| 1 + random.below(u64::from(n)) as u16;
            Cell { row: coordinate(random), column: coordinate(random) }
        };
        let near = random.below(4) == 0;
        let white = any(random);
        loop {
            let black = any(random);
            let steps = white.row.abs_diff(black.row).max(white.column.abs_diff(black.column));
            if white != black && (!near || steps <= 2) {
                return placed(n, white, black);
            }
        }
    }

    fn plies(&mut self, board: &Board) -> u32 {
        let answer = self.solver.solve(&packed::Board::from(*board));
        answer.ok().and_then(|answer| answer.remoteness).unwrap_or(0)
    }
}

impl Judge for Pursuit {
    type Case = Board;

    const GAME: &'static str = "pursuit";
    const MOST_CASES: usize = 1;
    const LAYOUTS: &'static [Layout] = &[];

    fn twin(&self) -> Pursuit {
        Pursuit { n: self.n, solver: value::Optimized::new() }
    }

    fn rules(&self) -> Vec<String> {
        let n =
            self.n.map_or_else(|| format!("2 <= n <= {}", judge::MAX_SIZE), |n| format!("n = {n}"));
        vec![
            "one line: n r1 c1 r2 c2, single spaces in between, LF at its end".to_owned(),
            n,
            "1 <= r1, c1, r2, c2 <= n".to_owned(),
            "(r1, c1) and (r2, c2) are different cells".to_owned(),
            "nothing follows the line".to_owned(),
        ]
    }

    fn random(&mut self, random: &mut Random) -> Board {
        let n = self.n.unwrap_or_else(|| {
            MIN_SIZE + random.below(u64::from(judge::MAX_SIZE - MIN_SIZE + 1)) as u16
        });
        Self::placement(n, random)
    }

    fn edges(&self) -> Vec<Board> {
        let Some(n) = self.n else { return EDGES.map(board).to_vec() };
        let middle = n.div_ceil(2);
        let mut edges = vec![
            board([n, 1, 1, n, n]),
            board([n, 1, 1, 1, 2]),
            board([n, n, n, n - 1, n]),
            board([n, 1, 1, 2, 2]),
            board([n, middle, middle, middle + 1, middle + 1]),
        ];
        if n > 2 {
            edges.push(board([n, 1, 2, 1, n]));
            edges.push(board([n, 1, 1, 1, 3]));
        }
        edges
    }

    fn long(&mut self, random: &mut Random) -> Board {
        let n = self.n.unwrap_or(judge::MAX_SIZE);
        if n > 2 && random.below(8) == 0 {
            return board([n, 1, 2, 1, n]);
        }
        let drawn: Vec<Board> = (0..DRAWN).map(|_| Self::placement(n, random)).collect();
        let longest = drawn.into_iter().map(|board| (self.plies(&board), board));
        // Of several the first, whatever the compiler.
        let longest = longest.reduce(|a, b| if b.0 > a.0 { b } else { a });
        longest.expect("some are drawn").1
    }

    /// # Panics
    /// Where the input has more than one case: the format holds one.
    fn write(&self, input: &Input<Board>) -> Vec<u8> {
        let [case] = input.cases.as_slice() else { panic!("one case an input: {input:?}") };
        input.layout.of(judge::write_input(case).expect("White is to move, at the usual speeds"))
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<Board>, ParseError> {
        Ok(vec![judge::parse(bytes)?])
    }

    fn try_answers(&mut self, cases: &[Board]) -> Result<Vec<String>, (usize, Refusal)> {
        let answer = |(number, board): (usize, &Board)| {
            let answer = self.solver.solve(&packed::Board::from(*board));
            let answer = answer.map_err(|refusal| (number, refusal))?;
            Ok(judge::answer(answer.value, answer.remoteness.unwrap_or_default()))
        };
        (1..).zip(cases).map(answer).collect()
    }

    fn position(&self, case: &Board) -> String {
        case.to_string()
    }

    fn draw(&self, case: &Board) -> Vec<String> {
        let sign = |cell| match cell {
            cell if cell == case.white() => "W",
            cell if cell == case.black() => "B",
            _ => ".",
        };
        let row = |row| {
            (1..=case.n()).map(|column| sign(Cell { row, column })).collect::<Vec<_>>().join(" ")
        };
        (1..=case.n()).map(row).collect()
    }

    /// The smaller boards that are cut out of this one with both pieces on
    /// them; none where n is settled.
    fn reductions(&self, case: &Board) -> Cases<Board> {
        let case = *case;
        let n = if self.n.is_some() { 0 } else { case.n() };
        let (white, black) = (case.white(), case.black());
        Box::new((MIN_SIZE..n).flat_map(move |smaller| {
            let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
            corners.into_iter().filter_map(move |(down, right)| {
                let off = case.n() - smaller;
                let moved = |cell: Cell| {
                    let row = cell.row.checked_sub(off * down)?;
                    let column = cell.column.checked_sub(off * right)?;
                    let inside = 1..=smaller;
                    (inside.contains(&row) && inside.contains(&column))
                        .then_some(Cell { row, column })
                };
                Some(placed(smaller, moved(white)?, moved(black)?))
            })
        }))
    }

    fn smaller(&self, case: &Board) -> Smaller<Board> {
        let case = *case;
        let sizes = self.n.map_or(MIN_SIZE..=case.n(), |n| n..=n);
        let all = sizes.flat_map(|n| {
            cells(n).flat_map(move |white| {
                let others = cells(n).filter(move |&black| black != white);
                others.map(move |black| placed(n, white, black))
            })
        });
        Smaller::All(Box::new(all.take_while(move |board| *board != case)))
    }

    fn order(&self) -> &'static str {
        "a smaller n, then the numbers that come first"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_smaller_placements_come_once_in_their_order() {
        let judge = Pursuit::new(None).unwrap();
        let Smaller::All(all) = judge.smaller(&board([5, 1, 1, 1, 2])) else {
            panic!("all are listed")
        };
        let key = |board: &Board| (board.n(), board.white(), board.black());
        let all: Vec<_> = all.map(|board| key(&board)).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(all.len(), 4 * 3 + 9 * 8 + 16 * 15);
        let one = Pursuit::new(Some(4)).unwrap();
        let Smaller::All(below) = one.smaller(&board([4, 1, 1, 1, 4])) else { panic!() };
        let below: Vec<String> = below.map(|board| one.position(&board)).collect();
        assert_eq!(below, ["4 1 1 1 2 w", "4 1 1 1 3 w"]);
    }

    #[test]
    fn a_reduction_keeps_the_pieces_side_by_side() {
        let judge = Pursuit::new(None).unwrap();
        let reduced = judge.reductions(&board([4, 3, 3, 4, 4]));
        let reduced: Vec<String> = reduced.map(|board| judge.position(&board)).collect();
        assert_eq!(reduced, ["2 1 1 2 2 w", "3 2 2 3 3 w"]);
        assert_eq!(judge.reductions(&board([4, 1, 1, 4, 4])).count(), 0);
    }
}
