//! Runs tests one by one and counts: the part of a test harness that is needed
//! where the test program is also the tested one.

use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// A test and its name.
pub(crate) type Test = (&'static str, fn());

/// Names functions as tests.
#[macro_export]
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        pub(crate) const TESTS: &[$crate::harness::Test] =
            &[$((concat!(module_path!(), "::", stringify!($name)), $name)),*];
    };
}

/// Runs the tests whose names hold a word of the command line, or all, as many
/// at a time as there are processors. Options are those of other harnesses, and
/// are passed over, but for `--list`.
pub(crate) fn run(tests: &[Test]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let named: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    let chosen = tests.iter().filter(|(name, _)| {
        named.is_empty() || named.iter().any(|word| name.contains(word.as_str()))
    });
    if words.iter().any(|word| word == "--list") {
        chosen.for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let chosen: Vec<Test> = chosen.copied().collect();
    let left = Mutex::new(chosen.iter());
    let failed = Mutex::new(Vec::new());
    let worker = || {
        loop {
            // The lock is let go of before the test begins.
            let next = left.lock().expect("no test holds it").next();
            let Some(&(name, test)) = next else { return };
            let began = Instant::now();
            // A thread's end tells of its panic, which has been printed.
            let thread = thread::Builder::new().name(name.to_owned()).spawn(test);
            let good = thread.is_ok_and(|thread| thread.join().is_ok());
            let (word, seconds) =
                (if good { "ok" } else { "FAILED" }, began.elapsed().as_secs_f64());
            println!("test {name} ... {word} ({seconds:.2} s)");
            if !good {
                failed.lock().expect("no test holds it").push(name);
            }
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(worker))));
    let failed = failed.into_inner().expect("no test holds it");
    let passed = chosen.len() - failed.len();
    println!("\ntest result: {passed} passed; {} failed {failed:?}", failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
