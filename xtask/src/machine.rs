//! What the figures were taken on, and when.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;

use crate::process::capture;

/// The name that the processor gives itself, or the architecture where the
/// system does not tell.
pub(crate) fn processor() -> String {
    let from_linux = || named(&fs::read_to_string("/proc/cpuinfo").ok()?);
    let from_macos = || {
        let mut sysctl = Command::new("sysctl");
        let output = sysctl.args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
        let name = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        (!name.is_empty()).then_some(name)
    };
    from_linux().or_else(from_macos).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The name in Linux's list of processors. Virtual machines keep the model out
/// of it, and two of one name may differ threefold: there its numbers follow.
fn named(list: &str) -> Option<String> {
    let field = |name| {
        let mut fields = list.lines().filter_map(|line| line.split_once(':'));
        Some(fields.find(|(field, _)| field.trim() == name)?.1.trim())
    };
    let name = field("model name")?;
    match (field("cpu family"), field("model")) {
        (Some(family), Some(model)) if !name.contains(|c: char| c.is_ascii_digit()) => {
            Some(format!("{name} (family {family}, model {model})"))
        }
        _ => Some(name.to_owned()),
    }
}

/// `rustc 1.95.0`.
///
/// # Errors
/// Where rustc cannot be asked.
pub(crate) fn compiler() -> anyhow::Result<String> {
    let version = capture(Command::new("rustc").arg("--version"))?;
    Ok(version.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
}

/// The target that rustc builds for, such as `x86_64-unknown-linux-gnu`.
///
/// # Errors
/// Where rustc cannot be asked.
pub(crate) fn target() -> anyhow::Result<String> {
    let version = capture(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// The processes that wanted to run in the last minute, on average; `None`
/// where the system does not tell.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

/// The day, in UTC, as `2026-11-30`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The date of this many days after 1 January 1970 (H. Hinnant's civil_from_days).
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_787), (2026, 11, 30));
    }

    #[test]
    fn a_processor_without_a_number_is_named_by_its_model() {
        let list = |name| {
            let list =
                format!("processor\t: 0\ncpu family\t: 23\nmodel\t\t: 1\nmodel name\t: {name}\n");
            named(&list).expect("a name")
        };
        assert_eq!(list("AMD EPYC"), "AMD EPYC (family 23, model 1)");
        assert_eq!(list("AMD EPYC 7763 64-Core Processor"), "AMD EPYC 7763 64-Core Processor");
        assert_eq!(named("model name : ARM\n").as_deref(), Some("ARM"));
        assert_eq!(named("processor : 0\n"), None);
    }

    #[test]
    fn the_compiler_has_a_version_and_a_target() {
        assert!(compiler().unwrap().starts_with("rustc "));
        assert!(target().unwrap().contains('-'));
        assert!(!processor().is_empty());
    }
}
