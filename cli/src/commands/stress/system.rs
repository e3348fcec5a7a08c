//! What differs from system to system: groups of processes, orphans, memory.

#[cfg(unix)]
pub(super) use self::unix::*;

#[cfg(not(unix))]
pub(super) use self::other::*;

/// What this system does not give, said at the start.
pub(super) fn shortcomings(memory: bool) -> Vec<&'static str> {
    let mut words = Vec::new();
    if cfg!(not(target_os = "linux")) {
        if memory {
            words.push("--memory is not held on this system: only Linux limits memory");
        }
        words.push(if cfg!(unix) {
            "a process that leaves its group is not found on this system, and may stay"
        } else {
            "what the program starts is not ended with it on this system"
        });
    }
    words
}

#[cfg(unix)]
mod unix {
    use std::io::PipeReader;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::super::run::Ending;

    /// Makes the program the first of a new group.
    pub(in super::super) fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Waits until the program has ended, without reaping it.
    pub(in super::super) fn waiter(child: &Child) -> Option<impl FnOnce() + Send + 'static> {
        let pid = Pid::from_child(child);
        Some(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while waitid(WaitId::Pid(pid), options).is_err_and(|error| error == Errno::INTR) {}
        })
    }

    /// The waiter tells.
    pub(in super::super) fn has_exited(_: &mut Child) -> bool {
        false
    }

    /// Kills the program, which is not reaped, and its group.
    pub(in super::super) fn kill(child: &mut Child) {
        // All of them may have ended.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// How the program ended.
    pub(in super::super) fn ending(status: &ExitStatus) -> Ending {
        match (status.code(), status.signal()) {
            (Some(code), _) => Ending::Code(code),
            (None, signal) => Ending::Signal(signal.unwrap_or(0)),
        }
    }

    /// Bytes in the pipe that nobody has read.
    pub(in super::super) fn left_in(pipe: &PipeReader) -> usize {
        rustix::io::ioctl_fionread(pipe).map_or(0, |bytes| usize::try_from(bytes).unwrap_or(0))
    }

    /// The most address space that the program has had, in bytes.
    pub(in super::super) fn memory_of(child: &Child) -> u64 {
        let status = format!("/proc/{}/status", child.id());
        let status = std::fs::read_to_string(status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmPeak:"));
        let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix("kB"));
        kilobytes.and_then(|number| number.trim().parse::<u64>().ok()).map_or(0, |k| k << 10)
    }

    /// Makes this process the parent of all that a tested program leaves.
    #[cfg(target_os = "linux")]
    pub(in super::super) fn adopt_orphans() {
        // Refused, only what leaves its group escapes.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }

    /// Kills what has left its group: all children that this process has got
    /// from a program that has ended, and theirs.
    #[cfg(target_os = "linux")]
    pub(in super::super) fn kill_orphans() {
        use rustix::process::{WaitOptions, wait};
        // Whatever breeds faster than it is killed is given up in the end.
        for _ in 0..10_000 {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) if kill_children() => {
                    // One of them ends, and its children come to this process.
                    let _ = wait(WaitOptions::empty());
                }
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Kills every child of this process; says whether there was one.
    #[cfg(target_os = "linux")]
    fn kill_children() -> bool {
        let Ok(processes) = std::fs::read_dir("/proc") else { return false };
        let own = std::process::id();
        let mut killed = false;
        for entry in processes.flatten() {
            let pid = entry.file_name().to_str().and_then(|name| name.parse().ok());
            let Some(pid) = pid.and_then(Pid::from_raw) else { continue };
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            // The name in brackets may hold anything: what follows the last
            // bracket is the state and then the parent.
            let rest = stat.rsplit(')').next().unwrap_or_default();
            let parent = rest.split_whitespace().nth(1).and_then(|word| word.parse().ok());
            if parent == Some(own) {
                killed |= rustix::process::kill_process(pid, Signal::KILL).is_ok();
            }
        }
        killed
    }

    #[cfg(not(target_os = "linux"))]
    pub(in super::super) fn adopt_orphans() {}

    #[cfg(not(target_os = "linux"))]
    pub(in super::super) fn kill_orphans() {}
}

#[cfg(not(unix))]
mod other {
    use std::io::PipeReader;
    use std::process::{Child, Command, ExitStatus};

    use super::super::run::Ending;

    pub(in super::super) fn own_group(_: &mut Command) {}

    pub(in super::super) fn waiter(_: &Child) -> Option<fn()> {
        None
    }

    pub(in super::super) fn has_exited(child: &mut Child) -> bool {
        child.try_wait().is_ok_and(|status| status.is_some())
    }

    pub(in super::super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(in super::super) fn ending(status: &ExitStatus) -> Ending {
        Ending::Code(status.code().unwrap_or(-1))
    }

    pub(in super::super) fn left_in(_: &PipeReader) -> usize {
        0
    }

    pub(in super::super) fn memory_of(_: &Child) -> u64 {
        0
    }

    pub(in super::super) fn adopt_orphans() {}

    pub(in super::super) fn kill_orphans() {}
}
