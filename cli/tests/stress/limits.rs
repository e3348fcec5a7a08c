//! Programs that hang, crash, eat memory and leave children behind: each is
//! found, shrunk, and nothing is left running.

use std::fs;
use std::time::{Duration, Instant};

use crate::run::{Folder, Run, command, found, nothing_found};

crate::tests![
    a_program_that_hangs,
    a_program_that_crashes,
    a_program_that_is_ended_by_a_signal,
    a_program_that_eats_memory,
    a_program_that_forks_and_hangs,
    a_program_that_leaves_a_child_behind,
    ctrl_c_ends_all,
];

/// Runs `stress` on the fixture; prints what it was shrunk to, and when.
fn shrunk(folder: &Folder, fixture: &str, game: &str) -> (Run, String) {
    let began = Instant::now();
    let run = found(folder, fixture, game, &["--seed", "1", "--shrink-time", "60s"]);
    let input = folder.read(&format!("failed-{game}.txt"));
    println!("{fixture}: {input:?} in {:.2} s", began.elapsed().as_secs_f64());
    (run, input)
}

fn a_program_that_hangs() {
    let folder = Folder::new("hangs");
    let (run, input) = shrunk(&folder, "hangs", "pursuit");
    assert!(run.out.starts_with("time-out: it was still running after 2s"), "{run:?}");
    assert!(run.out.contains(": 324 were tried, all there are,"), "{run:?}");
    assert_eq!(input, "5 1 1 1 2\n");
}

fn a_program_that_crashes() {
    let folder = Folder::new("crashes");
    let (run, input) = shrunk(&folder, "crashes", "painting");
    assert!(run.out.starts_with("crash: it ended with exit code 101"), "{run:?}");
    assert!(run.out.contains("errors:   ") && run.out.contains("index out of bounds"), "{run:?}");
    assert_eq!(input, "1\n7 0\n");
}

fn a_program_that_is_ended_by_a_signal() {
    let folder = Folder::new("signal");
    let (run, input) = shrunk(&folder, "kills-itself", "sliding-four");
    assert!(run.out.starts_with("crash: it was ended by signal 6"), "{run:?}");
    assert!(run.out.contains("hint:     an allocation that fails can look so"), "{run:?}");
    assert_eq!(input.lines().count(), 4, "{input}");
}

#[cfg(target_os = "linux")]
fn a_program_that_eats_memory() {
    let folder = Folder::new("memory");
    let (run, input) = shrunk(&folder, "eats-memory", "pawn-chess");
    assert!(run.out.starts_with("out of memory: it "), "{run:?}");
    assert!(run.out.contains("256M"), "{run:?}");
    assert_eq!(input.chars().filter(|c| "Pp".contains(*c)).count(), 5, "{input}");
}

#[cfg(not(target_os = "linux"))]
fn a_program_that_eats_memory() {
    println!("only Linux limits memory");
}

/// Asserts that no process whose number was written down is running; hands back
/// how many there were.
fn all_are_gone(folder: &Folder) -> usize {
    let mut gone = 0;
    for entry in fs::read_dir(&folder.0).expect("the folder").flatten() {
        if !entry.file_name().to_string_lossy().starts_with("pids-") {
            continue;
        }
        for pid in fs::read_to_string(entry.path()).expect("a file").split_whitespace() {
            let pid = pid.parse().ok().and_then(rustix::process::Pid::from_raw);
            let pid = pid.expect("a process number");
            assert!(rustix::process::test_kill_process(pid).is_err(), "{pid:?} is running");
            gone += 1;
        }
    }
    gone
}

fn a_program_that_forks_and_hangs() {
    let folder = Folder::new("forks");
    let (run, _) = shrunk(&folder, "forks-and-hangs", "sliding-four");
    assert!(run.out.starts_with("time-out: it was still running after 2s"), "{run:?}");
    assert_eq!(folder.read("failed-sliding-four.out"), "2\n", "as few steps as hang");
    assert!(all_are_gone(&folder) >= 4);
}

/// Right answers, and yet something in a group of its own stays: only Linux
/// finds it.
fn a_program_that_leaves_a_child_behind() {
    let folder = Folder::new("leaves");
    nothing_found(&folder, "leaves-a-sleeper", "painting", &["--seed", "1", "--count", "500"]);
    if cfg!(target_os = "linux") {
        assert!(all_are_gone(&folder) >= 10);
    }
}

fn ctrl_c_ends_all() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [(rustix::process::Signal::INT, 2), (rustix::process::Signal::TERM, 15)]
    {
        let folder = Folder::new("ctrl-c");
        let options = ["--seed=1", "--timeout=100s"];
        let mut command = command(&folder, "forks-and-hangs", "sliding-four", &options);
        let child = command.stdout(std::process::Stdio::piped()).spawn().expect("it starts");
        let began = Instant::now();
        // The file with the numbers comes when both processes run.
        let both_run = || {
            let files = fs::read_dir(&folder.0).expect("the folder").flatten();
            files.into_iter().any(|file| file.file_name().to_string_lossy().starts_with("pids-"))
        };
        while !both_run() {
            assert!(began.elapsed() < Duration::from_secs(60), "it never got so far");
            std::thread::park_timeout(Duration::from_millis(5));
        }
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, signal).expect("it is running");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(told.starts_with("interrupted: "), "{told}");
        assert_eq!(all_are_gone(&folder), 2);
    }
}
