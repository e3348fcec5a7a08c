//! The engine as managers start it: both programs, over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use tesuji_testkit::conversation;

use crate::run::{command, quiet, root};

/// What no answer and no end may ever take. It is no bar: only a program that
/// hangs comes near it.
const FOREVER: Duration = Duration::from_secs(120);

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    fn start(mut command: Command) -> Engine {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Engine { child, input, output }
    }

    fn tesuji() -> Engine {
        Engine::start(command(&["gomoku", "engine"]))
    }

    fn pbrain() -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tesuji"));
        quiet(&mut command);
        Engine::start(command)
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        // Who has ended does not read any more.
        let _ = input.write_all(bytes.as_ref()).and_then(|()| input.flush());
    }

    /// The next line.
    fn line(&self) -> String {
        match self.output.recv_timeout(FOREVER) {
            Ok(line) => line,
            Err(error) => panic!("no line: {error}"),
        }
    }

    /// The lines up to the next answer, and it.
    fn answer(&self) -> Vec<String> {
        let mut lines = vec![self.line()];
        while lines[lines.len() - 1].starts_with("MESSAGE ") {
            lines.push(self.line());
        }
        lines
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.answer().pop().expect("an answer")
    }

    /// Nothing comes for so long that a search is under way for sure.
    fn thinks(&self) {
        let silent = self.output.recv_timeout(Duration::from_secs(1));
        assert_eq!(silent, Err(RecvTimeoutError::Timeout));
    }

    /// Waits for its end; the lines that it still wrote, and the exit code.
    fn end(mut self) -> (Vec<String>, Option<i32>) {
        self.input = None;
        let mut rest = Vec::new();
        loop {
            match self.output.recv_timeout(FOREVER) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end"),
            }
        }
        (rest, self.child.wait().expect("it has ended").code())
    }
}

/// A position with a long thought before it: a lifetime a move.
fn thinking(mut engine: Engine) -> Engine {
    engine.send("START 20\nINFO timeout_turn 1000000000\nTURN 10,10\n");
    assert_eq!(engine.line(), "OK");
    assert_eq!(engine.answer().pop().as_deref(), Some("11,11"));
    engine.send("TURN 11,9\n");
    engine.thinks();
    engine
}

#[test]
fn every_conversation_goes_as_it_should_over_pipes() {
    let folder = root().join("testkit/data/protocol");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the conversations") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("text");
        let steps = conversation::parse(&text).expect("a conversation");
        count += 1;
        let mut engine = if count % 2 == 0 { Engine::tesuji() } else { Engine::pbrain() };
        let mut ended = false;
        for step in steps {
            engine.send(&step.sent);
            ended |= step.sent.eq_ignore_ascii_case(b"end\n");
            for answer in &step.answers {
                let lines = engine.answer();
                answer.hold(&lines).unwrap_or_else(|why| panic!("{name}:{}: {why}", step.line));
            }
        }
        if !ended {
            engine.send("END\n");
        }
        assert_eq!(engine.end(), (Vec::new(), Some(0)), "{name}: more was written");
    }
    assert!(count >= 34, "{count}");
}

#[test]
fn what_is_piped_in_one_breath_is_answered() {
    for end in ["", "END\n"] {
        for mut engine in [Engine::tesuji(), Engine::pbrain()] {
            engine.send(format!(
                "START 15\nINFO timeout_turn 60000\nTURN 7,7\nTURN 6,7\nABOUT\nTURN 0,0\n{end}"
            ));
            let (lines, code) = engine.end();
            let answers: Vec<_> = lines.iter().filter(|l| !l.starts_with("MESSAGE ")).collect();
            assert_eq!((answers.len(), code), (5, Some(0)), "{lines:?}");
            assert_eq!((answers[0].as_str(), answers[1].as_str()), ("OK", "8,8"));
        }
    }
}

#[test]
fn end_silences_a_search_and_ends_it() {
    let mut engine = thinking(Engine::pbrain());
    engine.send("END\nABOUT\n");
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_stop_is_answered_by_a_move() {
    let mut engine = thinking(Engine::tesuji());
    let said = engine.ask("YXSTOP");
    assert!(said.split(',').all(|number| number.parse::<u8>().is_ok()), "{said}");
    // What comes after a stop thinks again; commands wait for their turn. It is
    // the same position: after a wasted move of ours a win is found at once.
    engine.send("BOARD\n10,10,2\n11,11,1\n11,9,2\nDONE\nABOUT\n");
    engine.thinks();
    engine.send("YXSTOP\n");
    assert!(engine.answer().pop().is_some_and(|answer| answer.contains(',')));
    assert!(engine.line().starts_with("name="));
    engine.send("END\n");
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_closed_input_ends_a_search_with_its_move() {
    let (lines, code) = thinking(Engine::pbrain()).end();
    assert_eq!((lines.len(), code), (2, Some(0)), "{lines:?}");
    assert!(lines[0].starts_with("MESSAGE depth "), "{lines:?}");
}

#[test]
fn a_closed_output_ends_it_quietly() {
    for mut command in
        [command(&["gomoku", "engine"]), Command::new(env!("CARGO_BIN_EXE_pbrain-tesuji"))]
    {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut input = child.stdin.take().expect("an input");
        input.write_all(b"START 15\n").expect("it reads");
        // The input stays open: the output alone must end it.
        let output = {
            let error = child.stderr.take().expect("an error output");
            let mut text = String::new();
            std::io::Read::read_to_string(&mut BufReader::new(error), &mut text).expect("text");
            (child.wait().expect("it ends").code(), text)
        };
        assert_eq!(output, (Some(0), String::new()));
        drop(input);
    }
}

#[test]
fn a_flood_is_answered_line_by_line() {
    let mut engine = Engine::pbrain();
    let mut input = engine.input.take().expect("an input");
    let writer = std::thread::spawn(move || {
        for _ in 0..20_000 {
            let _ = input.write_all(b"TURN\xff 1\n\r\n\x00\n");
        }
        let _ = input.write_all(&vec![b'x'; 3_000_000]);
    });
    let mut count = 0;
    while engine.output.recv_timeout(FOREVER).is_ok_and(|line| line.starts_with("UNKNOWN ")) {
        count += 1;
    }
    writer.join().expect("all was written");
    assert_eq!(count, 40_001);
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

/// What a process has had in memory at most, in bytes.
#[cfg(target_os = "linux")]
fn peak(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id()));
    let status = status.expect("the process is there");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("a peak");
    let kib = line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok());
    kib.expect("a number") * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_its_limit() {
    for (limit, turn) in [(20_000_000, 60_000), (40_000_000, 600_000), (100_000_000, 60_000)] {
        let mut engine = Engine::pbrain();
        engine.send(format!("INFO max_memory {limit}\nINFO timeout_turn {turn}\nINFO rule 4\n"));
        assert_eq!(engine.ask("START 20"), "OK");
        engine.send("INFO thread_num 2\nINFO max_node 200000\n");
        for turn in ["TURN 10,10", "TURN 11,9", "TURN 5,5"] {
            let answer = engine.ask(turn);
            assert!(answer.contains(','), "{answer}");
        }
        let peak = peak(&engine);
        assert!(peak <= limit, "{peak} bytes where {limit} were allowed");
        engine.send("END\n");
        assert_eq!(engine.end(), (Vec::new(), Some(0)));
    }
}
