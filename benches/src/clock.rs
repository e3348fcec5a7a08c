//! The time that this process has computed, and the core that it computes on.

/// The CPU time of all threads of this process, in nanoseconds. What else the
/// machine does is not in it, as it is in the time of day.
///
/// On systems that are no Unix it is the time of day.
#[cfg(unix)]
#[must_use]
pub fn cpu() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The CPU time of this thread, in nanoseconds; as [`cpu`] elsewhere.
#[cfg(unix)]
#[must_use]
pub fn thread() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The CPU time of this thread, in nanoseconds; as [`cpu`] elsewhere.
#[cfg(not(unix))]
#[must_use]
pub fn thread() -> u64 {
    cpu()
}

/// The time of day since the first call, in nanoseconds.
#[cfg(not(unix))]
#[must_use]
pub fn cpu() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Keeps this process on one core, the last that it may use, so that two which
/// take turns have the same one. Where the system has no such call (it is
/// Linux's), nothing happens.
pub fn pin() {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let Ok(allowed) = sched_getaffinity(None) else { return };
        if let Some(last) = (0..CpuSet::MAX_CPU).rev().find(|&core| allowed.is_set(core)) {
            let mut one = CpuSet::new();
            one.set(last);
            // Without it the measure is noisier, not wrong.
            let _ = sched_setaffinity(None, &one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cpu;

    #[test]
    fn work_takes_time_and_time_does_not_run_back() {
        let start = cpu();
        let mut last = start;
        while last == start {
            let now = cpu();
            assert!(now >= last);
            last = now;
        }
    }
}
