//! Whether an input fails its check, and a smaller one that does:
//! `minimise CHECK FILE OUT TRIES`.
//!
//! Tries so many smaller inputs, as quickcheck makes them, writes the smallest
//! that fails to OUT and says last why it fails. Exits with 1 where the input
//! does not fail. What ends a program (a stack that overflows) or its time is
//! for `cargo fuzz tmin`.

use std::cell::Cell;
use std::error::Error;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::{env, fs};

use quickcheck::Arbitrary;
use tesuji_testkit::{Check, registry};

thread_local! {
    static SILENT: Cell<bool> = const { Cell::new(true) };
}

#[expect(clippy::disallowed_methods, reason = "the panic of a failing input is the question")]
fn fails(check: &Check, bytes: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (check.run)(bytes))).is_err()
}

/// The smallest failing input that quickcheck's shrinker leads to.
fn shrink(check: &Check, mut failing: Vec<u8>, mut tries: usize) -> Vec<u8> {
    'smaller: loop {
        for candidate in failing.shrink() {
            if tries == 0 {
                return failing;
            }
            tries -= 1;
            if fails(check, &candidate) {
                failing = candidate;
                continue 'smaller;
            }
        }
        return failing;
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, file, out, tries] = &arguments[..] else {
        return Err("minimise CHECK FILE OUT TRIES".into());
    };
    let check = registry::find(name).ok_or_else(|| format!("{name:?} is no check"))?;
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !SILENT.get() {
            loud(info);
        }
    }));
    let input = fs::read(file)?;
    if !fails(check, &input) {
        println!("{file} passes {name}");
        return Ok(ExitCode::FAILURE);
    }
    let length = input.len();
    let smallest = shrink(check, input, tries.parse()?);
    println!("{length} bytes fail, and so do {}", smallest.len());
    fs::write(out, &smallest)?;
    SILENT.set(false);
    fails(check, &smallest);
    Ok(ExitCode::SUCCESS)
}
