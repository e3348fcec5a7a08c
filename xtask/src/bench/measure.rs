//! How often a bench is run, in which turns, and where in memory.
//!
//! The pages of a program's file lie somewhere in memory, and every process
//! that runs the file shares them. Where they lie unluckily the program is
//! slower, by up to a quarter in a bench of microseconds, each time that it is
//! run (seen on AMD Zen in a virtual machine, with identical code). Two files
//! therefore cannot be compared. Here both programs are written into *one* file
//! in turns, in place, so that both have the same pages; and that is done with
//! many files.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::child::Child;

/// The CPU time of one sample, in nanoseconds: long beside the clock's own
/// cost, short beside what else goes on in the machine.
const SAMPLE: u64 = 5_000_000;

/// The samples of a process; a long one is enough.
fn samples(sample: u64) -> u64 {
    (4 * SAMPLE / sample.max(1)).clamp(1, 4)
}

/// The iterations that make a sample, and the nanoseconds of one; it runs until
/// a sample is about full, which warms up as well.
fn calibrate(child: &mut Child) -> anyhow::Result<(u64, u64)> {
    let mut iterations = 1;
    loop {
        let cpu = child.run(iterations)?.cpu;
        if cpu >= SAMPLE / 4 || iterations >= 1 << 40 {
            let one = (cpu / iterations).max(1);
            return Ok(((SAMPLE / one).clamp(1, iterations.saturating_mul(8)), one));
        }
        iterations *= if cpu < SAMPLE / 64 { 16 } else { 4 };
    }
}

/// A program, by its bytes.
pub(crate) struct Program(Vec<u8>);

impl Program {
    /// Reads it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Program> {
        Ok(Program(fs::read(path).with_context(|| path.display().to_string())?))
    }
}

/// A file, with its place in memory, in which programs take turns. It is gone
/// when this is dropped.
pub(crate) struct Slot(PathBuf);

impl Slot {
    /// A new file: another one in every run and for every number.
    ///
    /// # Errors
    /// Where the folder cannot be made.
    pub(crate) fn new(number: u32) -> anyhow::Result<Slot> {
        let folder = Path::new("target/xtask/bench/running");
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}-{number}", std::process::id()));
        let path = path.with_extension(std::env::consts::EXE_EXTENSION);
        Ok(Slot(std::path::absolute(path)?))
    }

    /// Puts the program here and starts it on the bench.
    fn start(&self, program: &Program, id: &str) -> anyhow::Result<Child> {
        let written = self.write(&program.0);
        written.with_context(|| self.0.display().to_string())?;
        let mut child = Child::start(&self.0, id)?;
        let ready = child.ready()?;
        if ready.as_deref() != Some(id) {
            bail!("{id} was expected, the program stands at {ready:?}");
        }
        Ok(child)
    }

    /// Writes in place: a new file would have new pages.
    fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut options = OpenOptions::new();
        let mut file: File = options.write(true).create(true).truncate(false).open(&self.0)?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.set_permissions(fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    }

    /// One process of the program: the nanoseconds of an iteration, a sample each.
    ///
    /// # Errors
    /// Where the program cannot be run, or finds a wrong answer.
    pub(crate) fn run(&self, program: &Program, id: &str) -> anyhow::Result<Vec<f64>> {
        let mut child = self.start(program, id)?;
        let (iterations, one) = calibrate(&mut child)?;
        let sample = |_| Ok(child.run(iterations)?.cpu as f64 / iterations as f64);
        (0..samples(iterations * one)).map(sample).collect()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // What cannot be removed lies in target and is in nobody's way.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_benches_have_few_samples_and_none_has_none() {
        assert_eq!(samples(SAMPLE), 4);
        assert_eq!(samples(0), 4);
        assert_eq!(samples(9_000_000), 2);
        assert_eq!(samples(3_000_000_000), 1);
    }
}
