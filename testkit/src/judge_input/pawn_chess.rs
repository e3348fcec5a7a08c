//! Pawn chess (UVa 10838).

use tesuji_core::pawn_chess::{Size, judge, naive::Board, packed};
use tesuji_core::{Game, ParseError, Player};
use tesuji_solvers::pawn_chess::value;
use tesuji_solvers::{Refusal, Solver};

use super::{Cases, Input, Judge, Layout, Random, Smaller};

/// The judge of pawn chess. Its cases are boards of one size, 4×4 unless said.
///
/// A case is smaller that has fewer pawns; of as many, the one whose rows, read
/// as one text, come first (`.` before `P` before `p`).
#[derive(Debug)]
pub struct PawnChess {
    size: Size,
    solver: value::Optimized,
}

/// Positions of 4×4 that programs get wrong.
const EDGES: [&str; 20] = [
    // The start, and the two longest games of all.
    "pppp/..../..../PPPP",
    "pp.p/.p../..../PPPP",
    "p.pp/..p./..../PPPP",
    // White arrives at once, straight ahead or by a capture.
    "..../P.../...p/....",
    "p.../.P../..../....",
    // Black cannot move after White's move, and has lost.
    "..../.p../..../.P..",
    "..../pp../..../PP..",
    // White cannot move after Black's, with and without a race.
    ".p../..../..../.P..",
    "pp../..../..../PP..",
    // The last pawn is captured: a side without pawns cannot move.
    "..../..../.p../P...",
    "..../.p.p/P.P./....",
    // The loser can delay, or hurry.
    "p.../..../..P./....",
    "...p/.P../..../P...",
    "pp.p/..../..P./PP.P",
    // Nobody got here by playing from the start.
    "..../.p../PPpp/...P",
    "p..p/P..P/.PPp/....",
    "..../PPPP/pppp/....",
    ".p.p/p.p./.P.P/P.P.",
    // One against many.
    "pppp/..../..../...P",
    "p.../..../PPPP/....",
];

/// The longest games of 4×4: 13 plies, and 12 for Black.
const LONGEST: [&str; 2] = ["pp.p/.p../..../PPPP", "p.pp/..p./..../PPPP"];

/// Of so many random positions, [`Judge::long`] takes the longest game.
const DRAWN: usize = 24;

impl PawnChess {
    /// The judge of boards of this size.
    #[must_use]
    pub fn new(size: Size) -> PawnChess {
        PawnChess { size, solver: value::Optimized::new() }
    }

    fn plies(&mut self, board: &Board) -> u32 {
        let answer = self.solver.solve(&packed::Board::from(*board));
        answer.ok().and_then(|answer| answer.remoteness).unwrap_or(0)
    }

    /// Pawns anywhere but on their goal rows; mostly a valid case.
    fn scattered(&self, random: &mut Random) -> Option<Board> {
        let columns = self.size.columns() as usize;
        let mut order: Vec<usize> = (0..self.size.cells() as usize).collect();
        random.shuffle(&mut order);
        let mut cells = vec![None; order.len()];
        for player in Player::BOTH {
            let pawns = 1 + random.index(columns);
            let goal = match player {
                Player::White => 0..columns,
                Player::Black => order.len() - columns..order.len(),
            };
            let free = order.iter().filter(|cell| !goal.contains(cell));
            let free: Vec<usize> = free.copied().filter(|&cell| cells[cell].is_none()).collect();
            free.iter().take(pawns).for_each(|&cell| cells[cell] = Some(player));
        }
        valid(self.size, &cells)
    }

    /// Some moves from the start; mostly a valid case.
    fn played(&self, random: &mut Random) -> Option<Board> {
        let mut board = Board::start(self.size);
        for _ in 0..2 * random.index(self.size.rows() as usize + 1) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return None;
            }
            board.play_unchecked(moves[random.index(moves.len())]);
        }
        valid(self.size, board.cells())
    }
}

/// The judge's position with these cells, where it is one.
fn valid(size: Size, cells: &[Option<Player>]) -> Option<Board> {
    let columns = size.columns() as usize;
    let (top, bottom) = (&cells[..columns], &cells[cells.len() - columns..]);
    if top.contains(&Some(Player::White)) || bottom.contains(&Some(Player::Black)) {
        return None;
    }
    let board = Board::from_cells(size, cells, Player::White).ok()?;
    let pawns = Player::BOTH.iter().all(|&player| board.pawns(player) > 0);
    (pawns && board.outcome().is_none()).then_some(board)
}

fn text(rows: &str) -> Board {
    format!("{rows} w").parse().expect("a position that is written here")
}

impl Judge for PawnChess {
    type Case = Board;

    const GAME: &'static str = "pawn-chess";
    const MOST_CASES: usize = 50;
    const LAYOUTS: &'static [Layout] = &[
        Layout::CrLf,
        Layout::BlankLines,
        Layout::TrailingBlanks,
        Layout::NoLastLineEnd,
        Layout::Ragged,
    ];

    fn twin(&self) -> PawnChess {
        PawnChess::new(self.size)
    }

    fn rules(&self) -> Vec<String> {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        vec![
            format!("line 1: T, the number of cases, 1 <= T <= {}", Self::MOST_CASES),
            format!("each case: a blank line, then {rows} lines of {columns} cells"),
            "a cell is P (a white pawn), p (a black pawn) or . (empty)".to_owned(),
            format!("each side has 1 to {columns} pawns"),
            "no P in the first line of a case, no p in its last line".to_owned(),
            "White has a legal move".to_owned(),
            "nothing follows the last case; the position need not be reachable".to_owned(),
            "edge inputs may end lines with CR LF or blanks, repeat blank lines, and lack the \
             last line end"
                .to_owned(),
        ]
    }

    fn random(&mut self, random: &mut Random) -> Board {
        loop {
            let board = match random.below(3) {
                0 => self.played(random),
                _ => self.scattered(random),
            };
            if let Some(board) = board {
                return board;
            }
        }
    }

    fn edges(&self) -> Vec<Board> {
        let start = Board::start(self.size);
        if self.size != Size::JUDGE {
            // One pawn a side in each column: alone, side by side, face to face.
            let columns = self.size.columns() as usize;
            let pairs =
                (0..columns).flat_map(|white| (0..columns).map(move |black| (white, black)));
            let last = self.size.cells() as usize - columns;
            let alone = pairs.filter_map(|(white, black)| {
                let mut cells = vec![None; last + columns];
                cells[last + white] = Some(Player::White);
                cells[black] = Some(Player::Black);
                valid(self.size, &cells)
            });
            return std::iter::once(start).chain(alone).take(Self::MOST_CASES).collect();
        }
        // A table that is kept between cases must not be spoilt: the start again.
        EDGES.map(text).into_iter().chain([start]).collect()
    }

    fn long(&mut self, random: &mut Random) -> Board {
        let known = if self.size == Size::JUDGE { LONGEST.len() as u64 } else { 0 };
        match random.below(8) {
            at if at < known => text(LONGEST[at as usize]),
            _ => {
                let drawn: Vec<Board> = (0..DRAWN).map(|_| self.random(random)).collect();
                let longest = drawn.into_iter().map(|board| (self.plies(&board), board));
                // Of several the first, whatever the compiler.
                let longest = longest.reduce(|a, b| if b.0 > a.0 { b } else { a });
                longest.expect("some are drawn").1
            }
        }
    }

    fn write(&self, input: &Input<Board>) -> Vec<u8> {
        input.layout.of(judge::write_input(&input.cases))
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<Board>, ParseError> {
        judge::parse(bytes, self.size)
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
        let text = case.to_string();
        let rows = text.split(' ').next().unwrap_or_default();
        rows.split('/').map(str::to_owned).collect()
    }

    /// One pawn less.
    fn reductions(&self, case: &Board) -> Cases<Board> {
        let (size, cells) = (self.size, case.cells().to_vec());
        Box::new((0..cells.len()).filter_map(move |cell| {
            let mut fewer = cells.clone();
            fewer[cell].take()?;
            valid(size, &fewer)
        }))
    }

    fn smaller(&self, case: &Board) -> Smaller<Board> {
        let (size, case) = (self.size, *case);
        let pawns = 2..=2 * size.columns() as usize;
        let all = pawns.flat_map(move |pawns| Texts::new(size.cells() as usize, pawns));
        let all = all.filter_map(move |cells| valid(size, &cells));
        Smaller::All(Box::new(all.take_while(move |board| *board != case)))
    }

    fn order(&self) -> &'static str {
        "fewer pawns, then the text that comes first"
    }
}

/// Every way to put so many pawns on so many cells, as texts in ascending order:
/// an empty cell is less than a white pawn, that less than a black one.
struct Texts {
    pawns: usize,
    next: Option<Vec<Option<Player>>>,
}

impl Texts {
    fn new(cells: usize, pawns: usize) -> Texts {
        let mut first = vec![None; cells];
        let next = pawns <= cells;
        if next {
            first[cells - pawns..].fill(Some(Player::White));
        }
        Texts { pawns, next: next.then_some(first) }
    }

    /// The text after this one: some cell grows, and all behind it is as small
    /// as the number of pawns allows.
    fn after(&self, cells: &[Option<Player>]) -> Option<Vec<Option<Player>>> {
        for at in (0..cells.len()).rev() {
            let grown = match cells[at] {
                None => Player::White,
                Some(Player::White) => Player::Black,
                Some(Player::Black) => continue,
            };
            let before = cells[..at].iter().flatten().count() + 1;
            let room = cells.len() - at - 1;
            let Some(left) = self.pawns.checked_sub(before).filter(|&left| left <= room) else {
                continue;
            };
            let mut next = cells[..at].to_vec();
            next.push(Some(grown));
            next.resize(cells.len() - left, None);
            next.resize(cells.len(), Some(Player::White));
            return Some(next);
        }
        None
    }
}

impl Iterator for Texts {
    type Item = Vec<Option<Player>>;

    fn next(&mut self) -> Option<Vec<Option<Player>>> {
        let cells = self.next.take()?;
        self.next = self.after(&cells);
        Some(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of valid 4×4 positions is a published total; the order is the
    /// one that is promised.
    #[test]
    fn the_cases_below_the_last_are_all_others_in_their_order() {
        let judge = PawnChess::new(Size::JUDGE);
        let never = text("pppp/..../..../PPPP").flip();
        let Smaller::All(all) = judge.smaller(&never) else { panic!("all are listed") };
        let mut count = 0;
        let mut last = (0, String::new());
        for board in all {
            let pawns = board.cells().iter().flatten().count();
            let key = (pawns, judge.draw(&board).concat());
            assert!(last < key, "{last:?} and {key:?}");
            last = key;
            count += 1;
        }
        assert_eq!(count, 275_836);
    }

    #[test]
    fn a_reduction_takes_one_pawn_away() {
        let judge = PawnChess::new(Size::JUDGE);
        let start = Board::start(Size::JUDGE);
        let reductions: Vec<Board> = judge.reductions(&start).collect();
        assert_eq!(reductions.len(), 8);
        for board in reductions {
            assert_eq!(board.pawns(Player::White) + board.pawns(Player::Black), 7);
        }
        assert_eq!(judge.reductions(&text("p.../..../..../P...")).count(), 0);
    }
}
