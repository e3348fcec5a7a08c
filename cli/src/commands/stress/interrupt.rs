//! Ctrl-C: the tested program ends before this one.

use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use super::run::Event;

/// What is to happen when somebody asks this program to end.
#[derive(Clone, Default)]
pub(super) struct Interrupt(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The signal that came.
    signal: Option<i32>,
    /// The run to tell.
    run: Option<Sender<Event>>,
}

impl Interrupt {
    /// Listens from now on. On systems without signals the tested program is
    /// asked to end together with this one, and nothing is done here.
    pub(super) fn listen() -> io::Result<Interrupt> {
        let interrupt = Interrupt::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
            let listener = interrupt.clone();
            std::thread::Builder::new().spawn(move || {
                for signal in signals.forever() {
                    listener.came(signal);
                }
            })?;
        }
        Ok(interrupt)
    }

    #[cfg(unix)]
    fn came(&self, signal: i32) {
        let mut state = self.state();
        if state.signal.replace(signal).is_some() {
            // Asked twice: at once, then.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
        if let Some(run) = &state.run {
            // A run that is over needs no telling.
            let _ = run.send(Event::Interrupted);
        }
    }

    /// Whether somebody has asked.
    pub(super) fn is_asked(&self) -> bool {
        self.state().signal.is_some()
    }

    /// Tells this run of it, also where it has happened before.
    pub(super) fn tell(&self, run: Sender<Event>) {
        let mut state = self.state();
        if state.signal.is_some() {
            let _ = run.send(Event::Interrupted);
        }
        state.run = Some(run);
    }

    /// Ends this program in the way it was asked to, where it was.
    pub(super) fn obey(&self) {
        #[cfg(unix)]
        {
            let signal = self.state().signal;
            if let Some(signal) = signal {
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
