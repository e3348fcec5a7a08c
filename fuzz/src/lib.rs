//! The one line that every fuzz target is.

mod stats;

pub use libfuzzer_sys;

/// The fuzz target of the check of this name: `target!(pawn_chess_moves);`.
#[macro_export]
macro_rules! target {
    ($check:ident) => {
        use $crate::libfuzzer_sys;
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            $crate::run(stringify!($check), data);
        });
    };
}

/// Runs the check of this name on these bytes.
///
/// Where `TESUJI_FUZZ_STATS` names a file, what the runs did is counted there.
///
/// # Panics
/// Where the check finds a disagreement, or where there is no such check.
pub fn run(name: &str, data: &[u8]) {
    let check = tesuji_testkit::registry::find(name).expect("every target has a check of its name");
    stats::count(check.bucket, (check.run)(data));
}
