//! The one pass through the rows.

use super::ranking::{Ranking, bits};
use super::subsets::{Subsets, with_gap};

/// The pass, with the index tables that all rows share.
///
/// Let a row have m free places and k be one of them. The row's positions with
/// a black pawn on k are numbered through by the subsets of the other m − 1
/// places with one member fewer, the *rest*; the tables turn the number of a
/// rest into numbers of positions. Because subsets of fewer places come first
/// in every numbering, one table serves all m.
#[derive(Debug)]
pub(super) struct Sweep<'a> {
    pub(super) ranking: &'a Ranking,
    /// Numbers the rests.
    rests: Subsets,
    /// By place and position: 255 where the place has a pawn, 0 where not.
    has: Vec<Vec<u8>>,
    /// By place and position of one place fewer: the number with the gap.
    gap: Vec<Vec<u32>>,
    /// By rest: its number among the positions of as many places.
    plain: Vec<u32>,
    /// By place and rest: the number of the position with a gap there.
    rest_gap: Vec<Vec<u32>>,
    /// By place and rest: the number of the position with a pawn there.
    rest_pawn: Vec<Vec<u32>>,
    /// By place and rest: the number of the rest with a gap there.
    widened: Vec<Vec<u32>>,
    /// By place k and rest of two places fewer: the numbers of the positions
    /// with a pawn on k and none on k + 1, and the other way round.
    steps: Vec<Vec<(u32, u32)>>,
}

/// What a side sees as the least of no bytes: it has no move.
const NO_MOVE: u8 = u8::MAX;

/// The byte of a position, from the least byte of those that follow:
/// n to 254 − (n + 1), 254 − n to n + 1, and no byte at all to 0.
fn best(least: u8) -> u8 {
    if least < 128 { 253 - least } else { NO_MOVE - least }
}

/// `row[i] = min(row[i], other[i] | mask[i])`.
fn lower_where_clear(row: &mut [u8], other: &[u8], mask: &[u8]) {
    for ((byte, &other), &mask) in row.iter_mut().zip(other).zip(mask) {
        *byte = (*byte).min(other | mask);
    }
}

/// Wins at once where there is no pawn on the place, or where there is one.
fn win_where(row: &mut [u8], has: &[u8], pawn: bool) {
    let flip = if pawn { u8::MAX } else { 0 };
    for (byte, &has) in row.iter_mut().zip(has) {
        *byte = (*byte).min(has ^ flip);
    }
}

impl<'a> Sweep<'a> {
    /// What the index tables of this numbering take, in bytes.
    pub(super) fn bytes(ranking: &Ranking) -> u64 {
        let (size, all) = (ranking.size(), ranking.subsets.list.len() as u64);
        let places = size.cells() - size.columns();
        let rests = Subsets::new(places, size.columns() - 1).list.len() as u64;
        u64::from(places) * (5 * all + 20 * rests)
    }

    pub(super) fn new(ranking: &'a Ranking) -> Sweep<'a> {
        let size = ranking.size();
        let places = size.cells() - size.columns();
        let full = &ranking.subsets;
        let rests = Subsets::new(places, size.columns() - 1);
        let by_place = |list: &[u32], number: &dyn Fn(u32, u32) -> usize| -> Vec<Vec<u32>> {
            (0..places)
                .map(|place| list.iter().map(|&subset| number(subset, place) as u32).collect())
                .collect()
        };
        let fewer = &full.list[..full.count(places - 1)];
        let rest_list = &rests.list[..rests.count(places - 1)];
        let fewer_rests = &rests.list[..rests.count(places - 2)];
        let steps = (0..places - 1).map(|k| {
            let of = |&rest: &u32| {
                let open = with_gap(with_gap(rest, k), k);
                (full.rank(open | 1 << k) as u32, full.rank(open | 2 << k) as u32)
            };
            fewer_rests.iter().map(of).collect()
        });
        Sweep {
            has: (0..places)
                .map(|place| {
                    let of = |subset: &u32| if subset >> place & 1 != 0 { u8::MAX } else { 0 };
                    full.list.iter().map(of).collect()
                })
                .collect(),
            gap: by_place(fewer, &|subset, place| full.rank(with_gap(subset, place))),
            plain: rest_list.iter().map(|&rest| full.rank(rest) as u32).collect(),
            rest_gap: by_place(rest_list, &|rest, place| full.rank(with_gap(rest, place))),
            rest_pawn: by_place(rest_list, &|rest, place| {
                full.rank(with_gap(rest, place) | 1 << place)
            }),
            widened: by_place(rest_list, &|rest, place| rests.rank(with_gap(rest, place))),
            steps: steps.collect(),
            ranking,
            rests,
        }
    }

    /// The bytes of all positions, White to move and Black to move.
    pub(super) fn run(&self) -> (Vec<u8>, Vec<u8>) {
        let len = self.ranking.len() as usize;
        let (mut white, mut black) = (vec![NO_MOVE; len], vec![NO_MOVE; len]);
        for row in 0..self.ranking.subsets.list.len() {
            let range = self.ranking.range(row);
            let (white_done, white_row) = white[..range.end].split_at_mut(range.start);
            let (black_done, black_row) = black[..range.end].split_at_mut(range.start);
            self.white_moves(row, white_row, |row| &black_done[self.ranking.range(row)]);
            self.black_moves(row, black_row, white_row, |row| &white_done[self.ranking.range(row)]);
        }
        (white, black)
    }

    /// The bytes of one row, White to move and Black to move, from those of
    /// the rows that its moves lead to.
    pub(super) fn row<'b>(
        &self,
        row: usize,
        white_of: impl Fn(usize) -> &'b [u8],
        black_of: impl Fn(usize) -> &'b [u8],
    ) -> [Box<[u8]>; 2] {
        let len = self.ranking.range(row).len();
        let [mut white, mut black] = [(); 2].map(|()| vec![NO_MOVE; len].into_boxed_slice());
        self.white_moves(row, &mut white, black_of);
        self.black_moves(row, &mut black, &white, white_of);
        [white, black]
    }

    /// The index of a black place among the free ones.
    fn index(free: u32, place: u32) -> usize {
        (free & ((1 << place) - 1)).count_ones() as usize
    }

    fn white_moves<'b>(&self, row: usize, bytes: &mut [u8], black_of: impl Fn(usize) -> &'b [u8]) {
        let columns = self.ranking.size().columns();
        let home = self.ranking.size().cells() - columns;
        let white = self.ranking.white_pawns(row);
        let free = self.ranking.free(white);
        let rests = self.rests.count(free.count_ones().saturating_sub(1));
        for from in bits(white) {
            let column = from % columns;
            for (side, exists) in [(0, true), (-1, column > 0), (1, column + 1 < columns)] {
                let to = (from - columns).wrapping_add_signed(side);
                if !exists || white >> to & 1 != 0 {
                    continue;
                }
                let place = Self::index(free, self.ranking.place_of(to));
                if to < columns {
                    win_where(bytes, &self.has[place], side != 0);
                    continue;
                }
                let moved = white ^ (1 << from | 1 << to);
                let next = black_of(self.ranking.row(moved));
                if side == 0 && from < home {
                    lower_where_clear(bytes, next, &self.has[place]);
                } else if side == 0 {
                    // The cell that it leaves is no place of Black's.
                    for (&next, &at) in next.iter().zip(&self.gap[place]) {
                        let byte = &mut bytes[at as usize];
                        *byte = (*byte).min(next);
                    }
                } else {
                    let after = if from < home {
                        let free = self.ranking.free(moved);
                        &self.rest_gap[Self::index(free, self.ranking.place_of(from))]
                    } else {
                        &self.plain
                    };
                    for (&at, &after) in self.rest_pawn[place][..rests].iter().zip(after) {
                        let byte = &mut bytes[at as usize];
                        *byte = (*byte).min(next[after as usize]);
                    }
                }
            }
        }
        for byte in bytes {
            *byte = best(*byte);
        }
    }

    fn black_moves<'b>(
        &self,
        row: usize,
        bytes: &mut [u8],
        same: &[u8],
        white_of: impl Fn(usize) -> &'b [u8],
    ) {
        let columns = self.ranking.size().columns();
        let home = self.ranking.size().cells() - columns;
        let white = self.ranking.white_pawns(row);
        let free = self.ranking.free(white);
        let rests = self.rests.count(free.count_ones().saturating_sub(1));
        let fewer_rests = self.rests.count(free.count_ones().saturating_sub(2));
        for (index, place) in bits(free).enumerate() {
            let from = self.ranking.cell_of(place);
            let column = from % columns;
            for (side, exists) in [(0, true), (-1, column > 0), (1, column + 1 < columns)] {
                let to = (from + columns).wrapping_add_signed(side);
                if !exists || (white >> to & 1 != 0) != (side != 0) {
                    continue;
                }
                if to >= home {
                    win_where(bytes, &self.has[index], true);
                } else if side == 0 {
                    for &(at, after) in &self.steps[index][..fewer_rests] {
                        let byte = &mut bytes[at as usize];
                        *byte = (*byte).min(same[after as usize]);
                    }
                } else {
                    let left = white ^ 1 << to;
                    let next = white_of(self.ranking.row(left));
                    let entered = Self::index(self.ranking.free(left), self.ranking.place_of(to));
                    let after = &self.rest_pawn[entered];
                    let widened = &self.widened[index][..rests];
                    for (&at, &rest) in self.rest_pawn[index].iter().zip(widened) {
                        let byte = &mut bytes[at as usize];
                        *byte = (*byte).min(next[after[rest as usize] as usize]);
                    }
                }
            }
        }
        for byte in bytes {
            *byte = best(*byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_not_much_less_than_was_said() {
        for size in ["2x4", "4x4", "3x6", "1x16", "5x4"] {
            let ranking = Ranking::new(size.parse().unwrap());
            let sweep = Sweep::new(&ranking);
            let words = [&sweep.gap, &sweep.rest_gap, &sweep.rest_pawn, &sweep.widened];
            let held = sweep.has.iter().map(Vec::len).sum::<usize>()
                + words.into_iter().flatten().map(|row| size_of_val(&**row)).sum::<usize>()
                + sweep.steps.iter().map(|row| size_of_val(&**row)).sum::<usize>();
            let said = Sweep::bytes(&ranking) as usize;
            assert!(held <= said && said < 2 * held, "{size}: {held} of {said}");
        }
    }
}
