//! Benches that obey a parent process: `<bench program> --drive …`.
//!
//! - `list` prints a line for each bench, in order: the id, then, where it
//!   has a throughput, a tab, how many, a tab and the unit.
//! - `measure [ID…]` stops at each of these benches (at every one where none is
//!   named), after its assertions have held, and prints `ready <id>`. Then it
//!   obeys lines of its standard input: `run <iterations>` runs and prints
//!   the time of day and the CPU time that they took, in nanoseconds, with a
//!   space between; `next` goes on to the next bench. Where the input ends it ends.
//! - `count ID…`, with the feature `counts`, runs each once to warm up and
//!   once within `counted`, the one function that callgrind is to watch.

use std::hint::black_box;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use crate::clock;
use crate::harness::Throughput;

/// What the parent asked for.
pub(crate) struct Driver {
    task: Task,
    /// The benches asked for; all, where it is empty.
    ids: Vec<String>,
    /// The bench that is being run.
    id: String,
    /// Whether the parent has gone.
    closed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    List,
    Measure,
    Count,
}

impl Driver {
    pub(crate) fn new(arguments: &[String]) -> Result<Driver, String> {
        let (task, ids) = match arguments {
            [task, ids @ ..] => (task.as_str(), ids.to_vec()),
            [] => ("", Vec::new()),
        };
        let task = match task {
            "list" => Task::List,
            "measure" => Task::Measure,
            "count" if cfg!(feature = "counts") => Task::Count,
            "count" => return Err("built without the feature counts".to_owned()),
            other => return Err(format!("list, measure or count was expected, not {other:?}")),
        };
        if task == Task::Measure {
            clock::pin();
        }
        Ok(Driver { task, ids, id: String::new(), closed: false })
    }

    /// Whether this bench is to be run now.
    pub(crate) fn wants(&mut self, id: &str, throughput: Option<Throughput>) -> bool {
        if self.closed {
            return false;
        }
        if self.task == Task::List {
            match throughput.map(Throughput::unit) {
                Some((unit, count)) => println!("{id}\t{count}\t{unit}"),
                None => println!("{id}"),
            }
            return false;
        }
        self.id.clear();
        self.id.push_str(id);
        self.ids.is_empty() || self.ids.iter().any(|wanted| wanted == id)
    }

    /// Runs the routine as the parent says. Where it takes an input, neither its
    /// making nor the dropping of what comes out is measured.
    pub(crate) fn measure<I, O>(
        &mut self,
        setup: &mut dyn FnMut() -> I,
        routine: &mut dyn FnMut(I) -> O,
    ) {
        if self.task == Task::Count {
            drop(routine(setup()));
            let mut input = Some(setup());
            let mut output = None;
            counted(&mut || output = input.take().map(&mut *routine));
            drop(black_box(output));
            say(&self.id);
            return;
        }
        say(&format!("ready {}", self.id));
        for line in io::stdin().lock().lines() {
            match line.as_deref().map(|line| line.split_once(' ').unwrap_or((line, ""))) {
                Ok(("run", iterations)) => {
                    let Ok(iterations) = iterations.parse() else {
                        panic!("a number of iterations was expected, not {iterations:?}")
                    };
                    let (wall, cpu) = time(iterations, setup, routine);
                    say(&format!("{wall} {cpu}"));
                }
                Ok(("next", _)) => return,
                _ => break,
            }
        }
        self.closed = true;
    }
}

/// Prints a line for the parent at once; a parent that has gone hears nothing.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// The time of day and the CPU time of this many runs, in nanoseconds.
fn time<I, O>(
    iterations: u64,
    setup: &mut dyn FnMut() -> I,
    routine: &mut dyn FnMut(I) -> O,
) -> (u128, u64) {
    if size_of::<I>() == 0 {
        let (wall, cpu) = (Instant::now(), clock::cpu());
        for _ in 0..iterations {
            drop(black_box(routine(black_box(setup()))));
        }
        return (wall.elapsed().as_nanos(), clock::cpu() - cpu);
    }
    let (mut wall, mut cpu) = (0, 0);
    for _ in 0..iterations {
        let input = black_box(setup());
        let start = (Instant::now(), clock::cpu());
        let output = black_box(routine(input));
        wall += start.0.elapsed().as_nanos();
        cpu += clock::cpu() - start.1;
        drop(output);
    }
    (wall, cpu)
}

/// What callgrind watches; it knows the function by its name.
#[inline(never)]
fn counted(routine: &mut dyn FnMut()) {
    routine();
    black_box(());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn driver(arguments: &[&str]) -> Result<Driver, String> {
        Driver::new(&arguments.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn other_tasks_are_refused() {
        for arguments in [&[] as &[&str], &["measures"], &["--list"]] {
            assert!(driver(arguments).is_err(), "{arguments:?}");
        }
        assert_eq!(driver(&["count"]).is_ok(), cfg!(feature = "counts"));
    }

    #[test]
    fn only_what_is_asked_for_is_run() {
        let mut some = driver(&["measure", "a/b/naive/c"]).unwrap();
        assert!(some.wants("a/b/naive/c", None) && !some.wants("a/b/naive/d", None));
        let mut all = driver(&["measure"]).unwrap();
        assert!(all.wants("a/b/naive/d", None));
        all.closed = true;
        assert!(!all.wants("a/b/naive/d", None));
        assert!(!driver(&["list"]).unwrap().wants("a/b/naive/c", None));
    }

    #[test]
    fn every_iteration_is_run_and_timed() {
        let mut runs = 0;
        time(7, &mut || (), &mut |()| runs += 1);
        assert_eq!(runs, 7);
        let mut sum = 0;
        let mut next = 0;
        let input = &mut || {
            next += 1;
            next
        };
        time(4, input, &mut |input: u64| sum += input);
        assert_eq!(sum, 1 + 2 + 3 + 4);
        let mut counts = 0;
        counted(&mut || counts += 1);
        assert_eq!(counts, 1);
    }
}
