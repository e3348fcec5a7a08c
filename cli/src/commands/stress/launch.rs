//! The launcher: this program, started again, limits itself and then becomes
//! the tested program.
//!
//! Limits are inherited, so that the tested program has them from its first
//! instruction. To set them in the child of a fork would take unsafe code; to
//! set them from outside, once the child runs, would come late.

use std::process::ExitCode;

/// The first argument of a launcher.
pub(super) const WORD: &str = "__launch";

/// Becomes the tested program, where this process is a launcher. It comes back
/// only where that failed.
///
/// The arguments are [`WORD`], a secret by which the parent knows a message of
/// the launcher from one of the program, the most bytes of memory or `none`, the
/// program's path, its name and its arguments.
pub(crate) fn launched() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    if words.next()? != WORD {
        return None;
    }
    let secret = words.next()?;
    let memory = words.next()?.to_str().and_then(|number| number.parse().ok());
    let path = words.next()?;
    let name = words.next()?;
    become_program(secret.to_str()?, memory, path, name, words)
}

#[cfg(unix)]
fn become_program(
    secret: &str,
    memory: Option<u64>,
    path: std::ffi::OsString,
    name: std::ffi::OsString,
    words: impl Iterator<Item = std::ffi::OsString>,
) -> Option<ExitCode> {
    use std::io::Write;
    use std::os::unix::process::CommandExt;

    let mut program = std::process::Command::new(path);
    program.arg0(name).args(words);
    let error = limit(memory).map_or_else(|error| error, |()| program.exec());
    // Where nobody hears it the exit code is left.
    let _ = writeln!(std::io::stderr(), "{secret} {}", error.raw_os_error().unwrap_or(0));
    Some(ExitCode::from(126))
}

#[cfg(not(unix))]
fn become_program(
    _: &str,
    _: Option<u64>,
    _: std::ffi::OsString,
    _: std::ffi::OsString,
    _: impl Iterator<Item = std::ffi::OsString>,
) -> Option<ExitCode> {
    None
}

#[cfg(unix)]
fn limit(memory: Option<u64>) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = |resource, most: u64| {
        // A limit can be lowered and not raised.
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    };
    // No core file a crash.
    limit(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    {
        // Nothing is left running, even where the parent is killed outright.
        let signal = Some(rustix::process::Signal::KILL);
        rustix::process::set_parent_process_death_signal(signal)?;
        // Last, since from here on this process has little memory itself.
        if let Some(memory) = memory {
            limit(Resource::As, memory)?;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
    Ok(())
}
