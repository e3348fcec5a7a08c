//! Running other programs: seen, or kept until it matters.
//!
//! No child gets a standard input, so none can wait for a person.

use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};

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
    fn output_comes_back() {
        let version = capture(&mut cargo(["--version"])).unwrap();
        assert!(version.starts_with("cargo "), "{version}");
    }
}
