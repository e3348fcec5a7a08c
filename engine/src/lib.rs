//! A gomoku engine that speaks the Gomocup protocol.
//!
//! A manager writes commands to an engine's input, a line each, and reads an
//! answer to each command that wants one. What that takes lies in layers that
//! can be used, and are tested, each by itself:
//!
//! - [`protocol`]: bytes to lines, a line to a [`Command`](protocol::Command),
//!   a [`Reply`](protocol::Reply) to a line. Knows no game.
//! - [`position`]: the board of a game that goes on after a row is finished,
//!   and where dead stones may lie.
//! - [`session`]: the state of one conversation. Decides what every command is
//!   answered; what to play it asks a [`Thinker`](session::Thinker).
//! - [`think`]: the thinker: openings, wins by fours, the search, time and memory.
//! - [`run`](run()): the loop around all of it, over any input and output.
//!
//! ```
//! use tesuji_engine::protocol::parse;
//! use tesuji_engine::session::Session;
//! use tesuji_engine::think::Engine;
//!
//! let mut session = Session::new(Engine::default());
//! for line in ["START 15", "INFO timeout_turn 0", "TURN 7,7"] {
//!     for reply in session.handle(&parse(line.as_bytes())) {
//!         println!("{reply}");
//!     }
//! }
//! assert_eq!(session.position().map(|position| position.stones().len()), Some(2));
//! ```
//!
//! This is the one library with a clock and with threads of its own. It reads
//! and writes no file.
#![forbid(unsafe_code)]

pub mod position;
pub mod protocol;
pub mod session;
pub mod think;

mod run;

pub use run::run;
