//! Every stored fuzz input passes its check: the seed inputs, and all that
//! ever failed.

mod stored;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use stored::Input;
use tesuji_testkit::{Check, Verdict, registry};

/// All verdicts, or the paths of the inputs that fail.
type Replayed = Result<Vec<Verdict>, Vec<PathBuf>>;

/// Runs a check on these inputs.
#[expect(clippy::disallowed_methods, reason = "one failing input must not hide the next")]
fn replay(check: &Check, inputs: &[Input]) -> Replayed {
    let mut verdicts = Vec::new();
    let mut failed = Vec::new();
    for (path, bytes) in inputs {
        match catch_unwind(AssertUnwindSafe(|| (check.run)(bytes))) {
            Ok(verdict) => verdicts.push(verdict),
            Err(_) => failed.push(path.clone()),
        }
    }
    if failed.is_empty() { Ok(verdicts) } else { Err(failed) }
}

/// Replays the inputs of every check under `fuzz/<kind>`; a check without a
/// folder has none (`registry.rs` fails there).
fn replay_all(kind: &str) -> Vec<(&'static Check, Replayed)> {
    let folders = stored::folders(kind);
    let inputs = |check: &Check| folders.get(check.name).map_or(&[][..], Vec::as_slice);
    registry::all().map(|check| (check, replay(check, inputs(check)))).collect()
}

#[test]
fn no_regression_comes_back() {
    let replayed = replay_all("regressions");
    let failed: Vec<_> = replayed.into_iter().filter_map(|(_, result)| result.err()).collect();
    assert!(failed.is_empty(), "these inputs fail again: {failed:#?}");
}

#[test]
fn every_seed_input_passes_and_one_compares() {
    let mut defects = Vec::new();
    for (Check { name, .. }, result) in replay_all("seeds") {
        let compared = |verdict: &Verdict| matches!(verdict, Verdict::Compared { .. });
        match result {
            Ok(verdicts) if verdicts.iter().any(compared) => {}
            Ok(verdicts) => defects.push(format!("{name} compares nothing: {verdicts:?}")),
            Err(failed) => defects.push(format!("{name} fails on {failed:?}")),
        }
    }
    assert!(defects.is_empty(), "seed inputs: {defects:#?}");
}

#[test]
fn all_failing_inputs_are_named() {
    fn even(bytes: &[u8]) -> Verdict {
        assert!(bytes.len().is_multiple_of(2), "an odd number of bytes");
        Verdict::Skipped("even")
    }
    let check = Check { name: "even", bucket: "none", about: "For this test.", run: even };
    let inputs = ["", "a", "ab", "abc"].map(|text| (Path::new("x").join(text), text.into()));
    assert_eq!(replay(&check, &inputs), Err(vec!["x/a".into(), "x/abc".into()]));
    assert_eq!(replay(&check, &inputs[..1]), Ok(vec![Verdict::Skipped("even")]));
}
