//! The reference: minimax to a bound for the published speeds, and for all
//! others rounds over a plain table until nothing changes.

use tesuji_core::pursuit::naive::Board;
use tesuji_core::pursuit::{Cell, Speeds};
use tesuji_core::{Game, Outcome, Player};

use crate::{Answer, HashMap, Refusal, Solver};

/// The largest n that minimax takes on: the judge's.
const MINIMAX_LIMIT: u16 = 20;

/// The largest n that the table of other speeds takes on.
const TABLE_LIMIT: u16 = 12;

/// White's 1 and Black's 2 cells a move.
const PUBLISHED: Speeds = Speeds { white: 1, black: 2 };

/// Who wins and in how many plies; `None` where neither is shown to win.
type Win = Option<(Player, u8)>;

/// The memo of one n: White's cell, Black's cell, the side to move and the
/// plies left. Half the size of a memo of boards.
type Memo = HashMap<(Cell, Cell, Player, u8), Win>;

/// The naive solver.
///
/// Speeds 1 and 2, n up to 20: minimax over at most 4n plies, as the problem's
/// published solutions do, with a memo of every position and number of plies
/// left. Longest games take about 3n plies, so 4n is enough; a position that it
/// leaves undecided is refused, not called a draw. The stack is 4n calls deep,
/// 80 at most. A whole board of n = 20 fills 13 million entries, some 300 MB.
///
/// Other speeds, n up to 12: a table of all placements. Round k settles the
/// positions that end in k plies; the first round that settles nothing is the
/// fixed point, and what is left is drawn.
///
/// Memo and table stay for the next question. Positions looked at count as
/// nodes: calls of the minimax that the memo did not answer, and entries
/// looked at in each round.
#[derive(Clone, Debug, Default)]
pub struct Naive {
    memos: [Memo; MINIMAX_LIMIT as usize + 1],
    tables: HashMap<(u16, Speeds), HashMap<Board, (Player, u32)>>,
    nodes: u64,
}

impl Naive {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Who can force a win within `left` plies, and how soon.
    fn within(&mut self, board: Board, left: u8) -> Win {
        if let Some(outcome) = board.outcome() {
            return outcome.winner().map(|winner| (winner, 0));
        }
        if left == 0 {
            return None;
        }
        let n = usize::from(board.n());
        let key = (board.white(), board.black(), board.to_move(), left);
        if let Some(&win) = self.memos[n].get(&key) {
            return win;
        }
        self.nodes += 1;
        let mover = board.to_move();
        let mut soonest = None;
        let mut latest = Some(0);
        board.for_each_move(|mv| {
            let mut child = board;
            child.play_unchecked(mv);
            match self.within(child, left - 1) {
                Some((winner, plies)) if winner == mover => {
                    soonest = Some(soonest.map_or(plies, |best: u8| best.min(plies)));
                }
                Some((_, plies)) => latest = latest.map(|worst: u8| worst.max(plies)),
                None => latest = None,
            }
        });
        let win = match (soonest, latest) {
            (Some(plies), _) => Some((mover, plies + 1)),
            (None, Some(plies)) => Some((mover.other(), plies + 1)),
            (None, None) => None,
        };
        self.memos[n].insert(key, win);
        win
    }
}

/// Every position of this board that somebody wins, with the winner and the
/// plies, and the number of entries looked at.
fn tabulate(n: u16, speeds: Speeds) -> (HashMap<Board, (Player, u32)>, u64) {
    let mut won = HashMap::default();
    let mut open = Vec::new();
    for board in every_board(n, speeds) {
        match board.outcome().and_then(Outcome::winner) {
            Some(winner) => {
                won.insert(board, (winner, 0));
            }
            None => open.push(board),
        }
    }
    let mut nodes = 0;
    for plies in 1.. {
        nodes += open.len() as u64;
        let mut settled = Vec::new();
        open.retain(|&board| {
            let winner = winner_by_one_ply(board, &won);
            settled.extend(winner.map(|winner| (board, (winner, plies))));
            winner.is_none()
        });
        if settled.is_empty() {
            break;
        }
        won.extend(settled);
    }
    (won, nodes)
}

/// The mover, if some move leads to a position known to be won by him; the
/// other, if every move leads to a position known to be won by the other.
fn winner_by_one_ply(board: Board, won: &HashMap<Board, (Player, u32)>) -> Option<Player> {
    let mover = board.to_move();
    let mut some_wins = false;
    let mut all_lose = true;
    board.for_each_move(|mv| {
        let mut child = board;
        child.play_unchecked(mv);
        let winner = won.get(&child).map(|&(winner, _)| winner);
        some_wins |= winner == Some(mover);
        all_lose &= winner == Some(mover.other());
    });
    match (some_wins, all_lose) {
        (true, _) => Some(mover),
        (false, true) => Some(mover.other()),
        (false, false) => None,
    }
}

fn every_board(n: u16, speeds: Speeds) -> impl Iterator<Item = Board> {
    let cells =
        move || (1..=n).flat_map(move |row| (1..=n).map(move |column| Cell { row, column }));
    Player::BOTH.into_iter().flat_map(move |to_move| {
        cells().flat_map(move |white| {
            cells().map(move |black| {
                Board::new(n, white, black, to_move, speeds).expect("made from cells of the board")
            })
        })
    })
}

impl Solver<Board> for Naive {
    const NAME: &'static str = "naive";

    type Value = Outcome;

    /// # Errors
    /// [`Refusal::TooLarge`] beyond n = 20 for speeds 1 and 2, and beyond
    /// n = 12 for any other.
    fn solve(&mut self, position: &Board) -> Result<Answer<Outcome>, Refusal> {
        let n = position.n();
        let too_large = |limit: String| Refusal::TooLarge { asked: format!("n = {n}"), limit };
        if position.speeds() == PUBLISHED {
            if n > MINIMAX_LIMIT {
                return Err(too_large(format!("naive minimax takes n up to {MINIMAX_LIMIT}")));
            }
            let Some((winner, plies)) = self.within(*position, 4 * n as u8) else {
                return Err(too_large("no win was found within 4n plies".to_owned()));
            };
            return Ok(Answer { value: Outcome::Win(winner), remoteness: Some(plies.into()) });
        }
        if n > TABLE_LIMIT {
            let limit = "the naive table of speeds other than 1 and 2 takes n up to";
            return Err(too_large(format!("{limit} {TABLE_LIMIT}")));
        }
        let Naive { tables, nodes, .. } = self;
        let table = tables.entry((n, position.speeds())).or_insert_with(|| {
            let (table, looked_at) = tabulate(n, position.speeds());
            *nodes += looked_at;
            table
        });
        Ok(match table.get(position) {
            Some(&(winner, plies)) => {
                Answer { value: Outcome::Win(winner), remoteness: Some(plies) }
            }
            None => Answer { value: Outcome::Draw, remoteness: None },
        })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(text: &str) -> Result<Answer<Outcome>, Refusal> {
        Naive::new().solve(&text.parse().unwrap())
    }

    fn win(player: Player, plies: u32) -> Result<Answer<Outcome>, Refusal> {
        Ok(Answer { value: Outcome::Win(player), remoteness: Some(plies) })
    }

    #[test]
    fn both_ways_on_the_smallest_boards() {
        assert_eq!(solve("2 1 1 2 2 w"), win(Player::Black, 2));
        assert_eq!(solve("2 1 1 2 2 b"), win(Player::White, 2));
        assert_eq!(solve("2 1 1 1 2 w"), win(Player::White, 1));
        assert_eq!(solve("2 1 1 1 1 b"), win(Player::White, 0));
        assert_eq!(solve("2 1 1 2 2 w speeds 1 1"), win(Player::Black, 2));
        assert_eq!(solve("4 1 1 4 4 w speeds 1 1"), win(Player::Black, 10));
        let draw = Ok(Answer { value: Outcome::Draw, remoteness: None });
        assert_eq!(solve("3 1 1 3 3 w speeds 2 2"), draw);
    }

    #[test]
    fn the_largest_boards_are_taken() {
        // One ply from the end, which minimax sees; the table is made of all.
        assert_eq!(solve("20 1 1 1 2 w"), win(Player::White, 1));
        assert_eq!(solve("12 1 1 1 2 w speeds 1 1"), win(Player::White, 1));
    }

    #[test]
    fn a_node_is_a_position_looked_at() {
        let mut naive = Naive::new();
        let mut nodes = |text: &str| {
            naive.solve(&text.parse().unwrap()).unwrap();
            naive.nodes()
        };
        assert_eq!(nodes("2 1 1 1 1 b"), 0);
        let minimax = nodes("2 1 1 2 2 w");
        assert_eq!(minimax, 21);
        assert_eq!(nodes("2 1 1 2 2 w"), minimax, "the memo knows it");
        // 24 placements of two pieces with either to move, of which round 1
        // settles 16 and round 2 the rest; round 3 has nothing to look at.
        assert_eq!(nodes("2 1 1 2 2 w speeds 1 1"), minimax + 24 + 8);
        assert_eq!(nodes("2 1 1 2 2 b speeds 1 1"), minimax + 32, "the table knows it");
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for text in ["21 1 1 9 9 w", "13 1 1 9 9 w speeds 1 1"] {
            assert!(matches!(solve(text), Err(Refusal::TooLarge { .. })), "{text}");
        }
    }
}
