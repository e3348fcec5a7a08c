//! Running other programs: seen, or kept until it matters.
//!
//! No child gets a standard input, so none can wait for a person.

use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use anyhow::{Context, bail};

/// A call of cargo with these arguments.
///
/// Always plain `cargo`, never `$CARGO`: rustup's proxy reads `RUSTUP_TOOLCHAIN`,
/// the toolchain's own cargo does not.
pub(crate) fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments);
    command
}

/// Runs it with its output on the terminal, after a line that says what runs.
///
/// # Errors
/// Where it cannot be started or does not succeed.
pub(crate) fn stream(command: &mut Command) -> anyhow::Result<()> {
    let text = text(command);
    println!("$ {text}");
    io::stdout().flush()?;
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("`{text}` cannot be started"))?;
    succeeded(&text, status)
}

/// As [`stream`], and ends it where it still runs at this time.
///
/// # Errors
/// As [`stream`], and where the time is up.
pub(crate) fn stream_until(command: &mut Command, end: Option<Instant>) -> anyhow::Result<()> {
    let Some(end) = end else { return stream(command) };
    let text = text(command);
    println!("$ {text}");
    io::stdout().flush()?;
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        bail!("out of time before `{text}`");
    }
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("`{text}` cannot be started"))?;
    let id = child.id();
    let (send, receive) = mpsc::channel();
    let waiter = thread::spawn(move || {
        // Nobody listens any more where the time was up.
        let _ = send.send(child.wait());
    });
    let status = match receive.recv_timeout(left) {
        Ok(status) => status?,
        Err(_) => {
            terminate(id);
            let _ = waiter.join();
            bail!("out of time in `{text}`");
        }
    };
    succeeded(&text, status)
}

/// Asks a child that has not been waited for to end.
fn terminate(id: u32) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process};
        if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            // It may have ended by itself just now.
            let _ = kill_process(id, Signal::TERM);
        }
    }
    #[cfg(not(unix))]
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &id.to_string()]).status();
}

/// Runs it silently and returns its standard output.
///
/// # Errors
/// As [`stream`]; all that it printed is then printed first.
pub(crate) fn capture(command: &mut Command) -> anyhow::Result<String> {
    let text = text(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{text}` cannot be started"))?;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        print!("$ {text}\n{stdout}{}", String::from_utf8_lossy(&output.stderr));
        io::stdout().flush()?;
    }
    succeeded(&text, output.status)?;
    Ok(stdout)
}

/// Its standard output, where it can be started and succeeds; nothing is printed.
pub(crate) fn capture_quietly(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether it can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn succeeded(text: &str, status: ExitStatus) -> anyhow::Result<()> {
    if !status.success() {
        bail!("`{text}` ended with {status}");
    }
    Ok(())
}

/// The command as a person would type it.
fn text(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| format!("{}={}", name.display(), quoted(&value.to_string_lossy())))
        .collect();
    words.push(command.get_program().to_string_lossy().into_owned());
    words.extend(command.get_args().map(|word| quoted(&word.to_string_lossy())));
    words.join(" ")
}

fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains(char::is_whitespace) {
        format!("'{word}'")
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_reads_as_it_is_typed() {
        let mut command = cargo(["doc", "--no-deps"]);
        command.env("RUSTDOCFLAGS", "-D warnings").env_remove("CI");
        assert_eq!(text(&command), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn failure_and_absence_are_errors() {
        let error = capture(&mut cargo(["no-such-subcommand"])).unwrap_err().to_string();
        assert!(error.starts_with("`cargo no-such-subcommand` ended with "), "{error}");
        let error = capture(&mut Command::new("./no-such-program")).unwrap_err().to_string();
        assert_eq!(error, "`./no-such-program` cannot be started");
        assert!(!succeeds(&mut cargo(["no-such-subcommand"])));
        assert!(!succeeds(&mut Command::new("./no-such-program")));
    }

    #[test]
    #[cfg(unix)]
    fn what_takes_too_long_is_ended() {
        use std::time::Duration;
        let start = Instant::now();
        let end = Some(start + Duration::from_millis(100));
        let error = stream_until(Command::new("sleep").arg("60"), end).unwrap_err().to_string();
        assert_eq!(error, "out of time in `sleep 60`");
        let error = stream_until(Command::new("sleep").arg("0"), Some(start)).unwrap_err();
        assert_eq!(error.to_string(), "out of time before `sleep 0`");
        let later = Some(Instant::now() + Duration::from_secs(60));
        assert!(stream_until(&mut cargo(["--version"]), later).is_ok());
        assert!(stream_until(&mut cargo(["no-such-subcommand"]), later).is_err());
    }

    #[test]
    fn output_comes_back() {
        let version = capture(&mut cargo(["--version"])).unwrap();
        assert!(version.starts_with("cargo "), "{version}");
    }
}
