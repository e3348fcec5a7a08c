//! The judge of a file.
//!
//! It reads every block, and then works out the value of every slot from those
//! of the positions that follow. The moves are the naive board's; but for pawn
//! chess, whose billions of positions are judged row by row with moves written
//! anew for sets of pawns, and there the naive board is asked about one position
//! in 251 as well. Nothing of the solvers is used. That proves the values: the positions that are over are right by the rules; and let all
//! values of fewer plies than n be right, then so are those of n, since each
//! was found from them. A value that is wrong is therefore seen where it
//! stands, if not before.
//!
//! A wrong value may also make those look wrong that are worked out from it.
//! But each of these claims more plies, and should have more, than the wrong
//! one claims or should have, whichever are fewer. So the *first* wrong
//! position is the one whose stored or recomputed value is the least of all
//! that differ.

mod counted;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tesuji_core::Game;

pub(crate) use self::counted::Counted;
use crate::ask::Told;
use crate::build::Options;
use crate::error::{Place, TableError};
use crate::format::BLOCK;
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
    let counted = match (rules.by_rows(), &values) {
        (Some(rows), Values::Narrow(bytes)) => {
            let judge = |group, room: &mut _, counted: &mut Counted| {
                rows.judge(group, bytes, room, |slot, positions, stored, right| {
                    counted.see(slot, positions, stored, right);
                })
            };
            count(rules, rows.groups(), options.threads, report, judge)?
        }
        _ => {
            let judge = |block, moves: &mut _, counted: &mut _| {
                judge_block(rules, &values, block, moves, counted)
            };
            let blocks = rules.slots().div_ceil(BLOCK) as usize;
            count(rules, blocks, options.threads, report, judge)?
        }
    };
    counted.compare(table)?;
    let Some((slot, differ)) = counted.wrong() else {
        return Ok(Verdict::Right { slots: table.slots() });
    };
    let spec = table.spec();
    let board = rules.board(&rules.cursor(slot));
    let right =
        from_moves(rules, &board, &mut Moves::<R>::new(), &mut |slot| Ok(values.get(slot)))?;
    let [stored, right] =
        [values.get(slot), right].map(|value| Told::new(&spec, value, board.to_move()));
    Ok(Verdict::Wrong(Wrong { slot, position: board.to_string(), stored, right, differ }))
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

/// Judges all pieces of the work, each of which says how many slots it had.
fn count<R: Rules, S: Default + Send>(
    rules: &R,
    pieces: usize,
    threads: usize,
    report: Report<'_>,
    judge: impl Fn(usize, &mut S, &mut Counted) -> Result<u64, TableError> + Sync,
) -> Result<Counted, TableError> {
    let slots = rules.slots();
    let (done, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let report = Mutex::new(report);
    let states = threads::fold(
        threads,
        pieces,
        || (S::default(), Counted::default(), Ok(())),
        |(state, counted, outcome), piece| {
            if is_over.load(Ordering::Relaxed) {
                return;
            }
            match judge(piece, state, counted) {
                Ok(count) => {
                    let done = done.fetch_add(count, Ordering::Relaxed) + count;
                    // Whoever finds it taken goes on: another will report soon.
                    if let Ok(mut report) = report.try_lock() {
                        report(Progress { task: Task::Judge, done, slots });
                    }
                }
                Err(error) => {
                    is_over.store(true, Ordering::Relaxed);
                    *outcome = Err(error);
                }
            }
        },
    );
    let mut sum = Counted::default();
    for (_, counted, outcome) in states {
        outcome?;
        sum.add(&counted);
    }
    Ok(sum)
}

/// Judges a block of slots by the naive board.
fn judge_block<R: Rules>(
    rules: &R,
    values: &Values,
    block: usize,
    moves: &mut Moves<R>,
    counted: &mut Counted,
) -> Result<u64, TableError> {
    let first = block as u64 * BLOCK;
    let count = BLOCK.min(rules.slots() - first);
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
        let right = from_moves(rules, &board, moves, &mut |slot| Ok(values.get(slot)))?;
        counted.see(slot, rules.weight(&cursor), values.get(slot), right);
    }
    Ok(count)
}
