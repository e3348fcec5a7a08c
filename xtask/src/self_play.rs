//! Games of the project's own engine against itself, at fixed nodes.
//!
//! One process plays both sides, on a table that is empty when a game begins,
//! so that the same start gives the same game on every machine, whatever else
//! is played. Games are played at a time where there is more than one to play.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, bail};
use tesuji_core::gomoku::{Cell, Variant, naive};
use tesuji_core::{Game, Outcome, Player as Colour};

use crate::player::{Player, block, cell_of};

/// How long an answer is waited for at all.
const FOREVER: Duration = Duration::from_secs(600);

/// Games that are played at a time, for each processor: an engine is given a
/// breath between two questions, which another one uses.
const AT_A_TIME: usize = 4;

/// How a game begins, and with how many nodes a move it is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    /// The moves in turn, Black first.
    pub(crate) opening: Vec<Cell>,
    /// Nodes of a move.
    pub(crate) nodes: u64,
}

/// A game that was played to its end, under freestyle on 15x15.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The moves in turn, those of the opening included.
    pub(crate) moves: Vec<Cell>,
    /// Who has won; `None` is a draw.
    pub(crate) winner: Option<Colour>,
}

/// Plays a game from each of these starts. `done` gets each as it ends, with
/// the number of its start, in whatever order they end.
///
/// # Errors
/// Where the engine does not start, does not answer or plays what is no move,
/// and what `done` returns: then no further game begins.
pub(crate) fn play(
    engine: &Path,
    starts: &[Start],
    mut done: impl FnMut(usize, Played) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let given_up = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let worker = |sender: mpsc::Sender<anyhow::Result<(usize, Played)>>| {
        let mut player = None;
        while !given_up.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            let Some(start) = starts.get(number) else { return };
            let played = game(&mut player, engine, start).map(|played| (number, played));
            if sender.send(played).is_err() {
                return;
            }
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..(AT_A_TIME * processors).min(starts.len()) {
            let sender = sender.clone();
            scope.spawn(|| worker(sender));
        }
        drop(sender);
        for played in receiver {
            if let Err(error) = played.and_then(|(number, played)| done(number, played)) {
                given_up.store(true, Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}

/// Plays one game, by this player where there is one.
fn game(player: &mut Option<Player>, engine: &Path, start: &Start) -> anyhow::Result<Played> {
    if player.is_none() {
        let name = || engine.display().to_string();
        *player = Some(Player::start(&mut Command::new(engine), None).with_context(name)?);
    }
    let player = player.as_mut().context("a player")?;
    let variant = Variant::default();
    // Told first: what a game begins with has the size that the nodes ask for.
    player.send(&format!(
        "INFO timeout_turn 1000000000\nINFO timeout_match 0\nINFO time_left 2147483647\n\
         INFO rule 0\nINFO max_node {}",
        start.nodes
    ))?;
    let answer = player.ask(&format!("START {}", variant.width()), FOREVER)?;
    if answer.line != "OK" {
        bail!("START is answered by {:?}", answer.line);
    }
    let mut board = naive::Board::new(variant);
    start.opening.iter().for_each(|&cell| board.play_unchecked(cell));
    let mut moves = start.opening.clone();
    loop {
        match board.outcome() {
            Some(Outcome::Win(winner)) => return Ok(Played { moves, winner: Some(winner) }),
            Some(_) => return Ok(Played { moves, winner: None }),
            None => {}
        }
        let command = if moves.is_empty() { "BEGIN".to_owned() } else { block(&moves) };
        let answer = player.ask(&command, FOREVER)?;
        let cell = cell_of(&answer.line).filter(|&cell| board.is_legal(cell));
        let cell = cell.with_context(|| format!("{:?} is no move in {board}", answer.line))?;
        board.play_unchecked(cell);
        moves.push(cell);
    }
}
