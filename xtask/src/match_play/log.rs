//! The log: everything that both engines and the manager say.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;

use crate::player::{Note, Voice};

/// An open log, which lines are added to.
#[derive(Clone)]
pub(super) struct Log {
    file: Arc<Mutex<BufWriter<File>>>,
    begin: Instant,
}

impl Log {
    /// Opens or makes the file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn open(path: &Path) -> anyhow::Result<Log> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = BufWriter::new(file.with_context(|| path.display().to_string())?);
        Ok(Log { file: Arc::new(Mutex::new(file)), begin: Instant::now() })
    }

    /// What notes the lines of an engine in a game: the seconds of the run, the
    /// game, the engine, and `>` for what it is told, `<` for what it answers,
    /// `!` for its standard error.
    pub(super) fn note(&self, game: &str, engine: char) -> Arc<Note> {
        let (log, game) = (self.clone(), game.to_owned());
        Arc::new(move |voice, line| {
            let sign = match voice {
                Voice::Manager => '>',
                Voice::Engine => '<',
                Voice::Errors => '!',
            };
            log.line(&format!("{game} {engine} {sign} {}", line.escape_debug()));
        })
    }

    /// Adds a line. A log that cannot be written is no reason to stop a match.
    pub(super) fn line(&self, text: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(file, "{:9.3} {text}", self.begin.elapsed().as_secs_f64());
    }

    /// Writes what is still held back.
    pub(super) fn flush(&self) {
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).flush();
    }
}
