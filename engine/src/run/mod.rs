//! The loop: lines in on a thread of their own, answers out.

mod control;

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Instant;

use crate::protocol::{Command, Fault, LONGEST, Lines, parse_line};
use crate::session::Session;
use crate::think::Engine;
use control::Control;

/// Commands that are read ahead; who sends more waits.
const AHEAD: usize = 1 << 12;

/// A command as it was read.
struct Asked {
    /// The place in the order of commands.
    number: u64,
    read: Instant,
    line: Result<Command, Fault>,
}

/// Speaks the protocol over this input and output until `END`, the end of the
/// input, or until nobody reads the output any more.
///
/// The input is read on its own thread, so that what comes while a move is
/// thought about is seen:
///
/// - `YXSTOP` ends the search that is under way, and any that was asked for
///   before it; the answer comes at once.
/// - `END` ends it too, and nothing more is written. What was asked for within
///   50 ms before `END`, or before that and not begun yet, was asked for in one
///   breath with it and is answered, with hardly a thought.
/// - At the end of the input everything that was asked is answered in the same
///   way, and the loop ends.
///
/// The thread may outlive this call where the other side neither sends nor
/// closes: it then waits for a byte that nobody is interested in. Memory is
/// bounded whatever comes: lines are cut, and 4,096 commands are read ahead.
///
/// # Errors
/// Those of reading and of writing, but a closed output, which ends the loop
/// as `END` does.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let control = Arc::new(Control::default());
    let (sender, receiver) = sync_channel::<Asked>(AHEAD);
    let reader = {
        let control = Arc::clone(&control);
        std::thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || read(input, &control, &sender))?
    };
    let mut session = Session::new(Engine::stopped_by(control.flag()));
    let mut output = output;
    for asked in receiver {
        control.begin(asked.number);
        let replies = session.handle_at(&asked.line, asked.read);
        if session.is_over() || !control.wants_answer() {
            return Ok(());
        }
        for reply in replies {
            let line = format!("{reply}\n");
            match output.write_all(line.as_bytes()).and_then(|()| output.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written?,
            }
        }
        control.finish();
    }
    // The sender is gone, so that the reader has come to its end.
    match reader.join() {
        Ok(ended) => ended,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Reads commands until `END` or the end of the input.
fn read(input: impl Read, control: &Control, sender: &SyncSender<Asked>) -> io::Result<()> {
    let mut lines = Lines::new(BufReader::with_capacity(1 << 16, input), LONGEST);
    for number in 1.. {
        let line = match lines.next() {
            Ok(Some(line)) => line,
            Ok(None) => {
                control.input_ended(number);
                return Ok(());
            }
            Err(error) => {
                control.input_ended(number);
                return Err(error);
            }
        };
        let line = parse_line(&line);
        let ends = matches!(line, Ok(Command::End));
        match line {
            Ok(Command::Stop) => control.stop(number),
            Ok(Command::End) => control.end(number),
            _ => {}
        }
        let asked = Asked { number, read: Instant::now(), line };
        // Nobody listens any more where the output was closed.
        if sender.send(asked).is_err() || ends {
            return Ok(());
        }
    }
    Ok(())
}
