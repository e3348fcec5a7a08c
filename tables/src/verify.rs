//! The judge of a file.
//!
//! It reads every block, and then works out the value of every slot from those
//! of the positions that follow, with the moves of the naive board. That proves
//! the values: the positions that are over are right by the rules; and let all
//! values of fewer plies than n be right, then so are those of n, since each
//! was found from them. A value that is wrong is therefore seen where it
//! stands, if not before.
//!
//! A wrong value may also make those look wrong that are worked out from it.
//! But each of these claims more plies, and should have more, than the wrong
//! one claims or should have, whichever are fewer. So the *first* wrong
//! position is the one whose stored or recomputed value is the least of all
//! that differ.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tesuji_core::Game;

use crate::ask::Told;
use crate::build::Options;
use crate::error::{Place, TableError};
use crate::format::{BLOCK, Bin};
use crate::numbering::{NEVER, Value};
use crate::part::ValuesCrc;
use crate::progress::{Progress, Report, Task};
use crate::rules::{Found, Moves, Rules, from_moves};
use crate::spec::with;
use crate::table::Table;
use crate::threads;

/// What the judge found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every checksum, every number and every value is right.
    Right {
        /// The slots that were worked out.
        slots: u64,
    },
    /// A value is not what follows from the others.
    Wrong(Wrong),
}

/// The first wrong position of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Its slot.
    pub slot: u64,
    /// The position, on one line.
    pub position: String,
    /// The value in the file.
    pub stored: Told,
    /// The value that follows from its moves.
    pub right: Told,
    /// How many positions differ in all.
    pub differ: u64,
}

/// All values: a byte each where they fit, else two.
#[derive(Debug)]
enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<Value>),
}

impl Values {
    fn get(&self, slot: u64) -> Value {
        match self {
            Values::Narrow(values) => match values[slot as usize] {
                u8::MAX => NEVER,
                value => value.into(),
            },
            Values::Wide(values) => values[slot as usize],
        }
    }
}

/// Judges a table.
///
/// Takes one byte a slot, two where a value is above 254.
///
/// # Errors
/// [`TableError`] where the file is damaged, where its numbers are not those of
/// its values, or where there is not enough memory.
pub fn verify(table: &Table, options: Options, report: Report<'_>) -> Result<Verdict, TableError> {
    if table.hash_now()? != table.hash() {
        return Err(TableError::Checksum(Place::File));
    }
    with!(&table.numbers, numbers => judge(table, numbers, options, report))
}

fn judge<R: Rules>(
    table: &Table,
    rules: &R,
    options: Options,
    report: Report<'_>,
) -> Result<Verdict, TableError> {
    let is_wide = table.bins().iter().any(|bin| bin.value >= 255 && bin.value != NEVER);
    let bytes = table.slots() * if is_wide { 2 } else { 1 };
    if bytes > options.memory {
        return Err(TableError::TooLarge(format!(
            "to verify {} takes {bytes} bytes of memory",
            table.spec()
        )));
    }
    let values = read(table, rules, options.threads, is_wide, report)?;
    let counted = Counted::new(rules, &values, options.threads, report)?;
    counted.compare(table)?;
    let Some(first) = counted.first else {
        return Ok(Verdict::Right { slots: table.slots() });
    };
    let (slot, spec) = (first.1, table.spec());
    let board = rules.board(&rules.cursor(slot));
    let right =
        from_moves(rules, &board, &mut Moves::<R>::new(), &mut |slot| Ok(values.get(slot)))?;
    let [stored, right] =
        [values.get(slot), right].map(|value| Told::new(&spec, value, board.to_move()));
    Ok(Verdict::Wrong(Wrong {
        slot,
        position: board.to_string(),
        stored,
        right,
        differ: counted.differ,
    }))
}

/// Reads all values; holds those of each part against its checksum.
fn read<R: Rules>(
    table: &Table,
    rules: &R,
    threads: usize,
    is_wide: bool,
    report: Report<'_>,
) -> Result<Values, TableError> {
    let slots = table.slots();
    let mut all = if is_wide { Values::Wide(Vec::new()) } else { Values::Narrow(Vec::new()) };
    let reserved = match &mut all {
        Values::Narrow(values) => values.try_reserve_exact(slots as usize),
        Values::Wide(values) => values.try_reserve_exact(slots as usize),
    };
    if reserved.is_err() {
        return Err(TableError::TooLarge(format!("no memory for {slots} values")));
    }
    for (number, part) in (0..).zip(&table.parts) {
        let mut crc = ValuesCrc::default();
        let blocks = table.layout.blocks(number);
        // Some blocks of each thread's at a time, so that little waits to be taken.
        let batch = 64 * threads as u32;
        for begin in (0..blocks).step_by(batch as usize) {
            let count = batch.min(blocks - begin) as usize;
            let decoded = threads::map(threads, count, Vec::new, |bytes, at| {
                let mut values = Vec::new();
                table.block(rules, number, begin + at as u32, bytes, &mut values).map(|()| values)
            });
            for block in decoded {
                let block = block?;
                crc.add(&block);
                match &mut all {
                    Values::Wide(values) => values.extend(block),
                    Values::Narrow(values) => {
                        for value in block {
                            let fits = u8::try_from(value).ok().filter(|&value| value != u8::MAX);
                            let narrow = if value == NEVER { Some(u8::MAX) } else { fits };
                            let unheard = "a value that the statistics do not know";
                            values.push(
                                narrow
                                    .ok_or(TableError::Malformed(Place::Part(number), unheard))?,
                            );
                        }
                    }
                }
            }
            let (first, _) = table.layout.of_block(number, begin);
            report(Progress { task: Task::Read, done: first, slots });
        }
        if crc.value() != part.values {
            return Err(TableError::Checksum(Place::Part(number)));
        }
    }
    Ok(all)
}

/// What all slots together are.
#[derive(Default)]
struct Counted {
    /// By value, [`NEVER`] first.
    bins: Vec<Option<Bin>>,
    /// The slots that differ.
    differ: u64,
    /// The first of them: the fewer plies of the two values, and the slot.
    first: Option<(Value, u64)>,
}

impl Counted {
    fn new<R: Rules>(
        rules: &R,
        values: &Values,
        threads: usize,
        report: Report<'_>,
    ) -> Result<Counted, TableError> {
        let slots = rules.slots();
        let blocks = slots.div_ceil(BLOCK);
        let done = AtomicU64::new(0);
        let report = Mutex::new(report);
        let counted = threads::map(threads, blocks as usize, Moves::<R>::new, |moves, block| {
            let first = block as u64 * BLOCK;
            let count = BLOCK.min(slots - first);
            let counted = Counted::of_block(rules, values, first, count, moves);
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            // Whoever finds it taken goes on: another will report soon.
            if let Ok(mut report) = report.try_lock() {
                report(Progress { task: Task::Judge, done, slots });
            }
            counted
        });
        let mut sum = Counted::default();
        for counted in counted {
            sum.add(counted?);
        }
        Ok(sum)
    }

    fn of_block<R: Rules>(
        rules: &R,
        values: &Values,
        first: u64,
        count: u64,
        moves: &mut Moves<R>,
    ) -> Result<Counted, TableError> {
        let mut counted = Counted::default();
        let mut cursor = rules.cursor(first);
        for slot in first..first + count {
            if slot > first {
                rules.advance(&mut cursor);
            }
            let board = rules.board(&cursor);
            let numbered = rules.find(&board);
            if numbered != Ok(Found::Slot(slot)) {
                let why = format!("{board} is in slot {slot} and looked for in {numbered:?}");
                return Err(TableError::Position(why));
            }
            let stored = values.get(slot);
            let right = from_moves(rules, &board, moves, &mut |slot| Ok(values.get(slot)))?;
            if stored != right {
                counted.differ += 1;
                let this = (stored.min(right), slot);
                counted.first = Some(counted.first.map_or(this, |first| first.min(this)));
            }
            let at = if stored == NEVER { 0 } else { usize::from(stored) + 1 };
            if counted.bins.len() <= at {
                counted.bins.resize(at + 1, None);
            }
            let empty = Bin { value: stored, slots: 0, positions: 0, example: slot };
            let bin = counted.bins[at].get_or_insert(empty);
            bin.slots += 1;
            bin.positions += rules.weight(&cursor);
        }
        Ok(counted)
    }

    /// Adds what later slots are.
    fn add(&mut self, later: Counted) {
        self.differ += later.differ;
        self.first = match (self.first, later.first) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        if self.bins.len() < later.bins.len() {
            self.bins.resize(later.bins.len(), None);
        }
        for (sum, bin) in self.bins.iter_mut().zip(later.bins) {
            match (sum, bin) {
                (Some(sum), Some(bin)) => {
                    sum.slots += bin.slots;
                    sum.positions += bin.positions;
                }
                (sum, Some(bin)) => *sum = Some(bin),
                (_, None) => {}
            }
        }
    }

    /// Holds the counts against those that the file states.
    fn compare(&self, table: &Table) -> Result<(), TableError> {
        let mut bins: Vec<Bin> = self.bins.iter().flatten().copied().collect();
        bins.sort_unstable_by_key(|bin| bin.value);
        let positions: u64 = bins.iter().map(|bin| bin.positions).sum();
        if positions != table.positions() {
            let what = "the slots stand for another number of positions";
            return Err(TableError::Malformed(Place::Header, what));
        }
        let mut of_parts = Vec::new();
        for part in &table.parts {
            Bin::merge(&mut of_parts, &part.bins);
        }
        // A wrong value is told by its position, which says more than a count.
        if self.first.is_none() && (bins != table.bins() || bins != of_parts) {
            let what = "the statistics are not those of the values";
            return Err(TableError::Malformed(Place::Directory, what));
        }
        Ok(())
    }
}
