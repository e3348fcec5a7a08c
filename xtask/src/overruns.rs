//! `cargo xtask overruns`: does the engine keep its time on a busy machine?
//!
//! Two copies of the engine play each other, over pipes as under a manager,
//! while other copies keep processors busy. Every move's time is taken from
//! before its command is written until its answer is read.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, bail};
use tesuji_core::Game;
use tesuji_core::gomoku::{Cell, Variant, naive};

use crate::player::{Player, block, cell_of, engine};

/// The options of `overruns`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Moves that are timed
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    moves: u32,
    /// The limit of a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    turn: u32,
    /// Other processes that compute all the while
    #[arg(long, value_name = "N", default_value_t = 1)]
    busy: u32,
    /// The engine; the project's own, built in release, where none is named
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
}

/// How long an answer is waited for at all.
const FOREVER: Duration = Duration::from_secs(60);

/// Plies after which a game is given up.
const LONGEST: usize = 150;

/// Plays and sums up.
///
/// # Errors
/// Where the engine does not build, does not answer, or plays what is no move.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let engine = match &options.engine {
        Some(engine) => engine.clone(),
        None => engine::of_working_tree()?,
    };
    let mut busy = Vec::new();
    for _ in 0..options.busy {
        let mut player = start(&engine)?;
        player.ask("START 20", FOREVER)?;
        player.ask("TURN 10,10", FOREVER)?;
        // A turn that outlasts everything.
        player.send("INFO timeout_turn 1000000000\nTURN 11,9")?;
        busy.push(player);
    }
    let mut players = [start(&engine)?, start(&engine)?];
    let mut times: Vec<Duration> = Vec::new();
    let most = options.moves as usize;
    for number in 0.. {
        if times.len() >= most {
            break;
        }
        game(&mut players, number, options.turn, most, &mut times)?;
    }
    drop(busy);
    times.sort_unstable();
    let limit = Duration::from_millis(options.turn.into());
    let over = times.iter().filter(|&&time| time > limit).count();
    let at = |share: usize| times[(times.len() - 1) * share / 1000].as_secs_f64() * 1e3;
    println!(
        "{} moves of {} ms, {} busy processes: median {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, \
         longest {:.1} ms, {over} overruns",
        times.len(),
        options.turn,
        options.busy,
        at(500),
        at(990),
        at(999),
        at(1000),
    );
    Ok(if over == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn start(engine: &Path) -> anyhow::Result<Player> {
    Player::start(&mut Command::new(engine), None).with_context(|| engine.display().to_string())
}

/// The opening of a game: a few stones about the middle, others in every game.
fn opening(number: u32) -> Vec<Cell> {
    let mut state = u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
    let mut cells: Vec<Cell> = Vec::new();
    while cells.len() < 4 {
        // Marsaglia's xorshift.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let (column, row) = (5 + (state >> 20) % 5, 5 + (state >> 40) % 5);
        let cell = Cell::new(column as u8, row as u8).expect("within the board");
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// Plays one game; its moves' times are added until there are `most`.
fn game(
    players: &mut [Player; 2],
    number: u32,
    turn: u32,
    most: usize,
    times: &mut Vec<Duration>,
) -> anyhow::Result<()> {
    let mut board = naive::Board::new(Variant::default());
    for player in players.iter_mut() {
        let answer = player.ask("START 15", FOREVER)?;
        if answer.line != "OK" {
            bail!("START is answered by {:?}", answer.line);
        }
        player.send(&format!("INFO timeout_turn {turn}\nINFO time_left 2147483647"))?;
    }
    let mut stones = opening(number);
    stones.iter().for_each(|&cell| board.play_unchecked(cell));
    for ply in 0..LONGEST {
        if board.outcome().is_some() || times.len() >= most {
            break;
        }
        let command = match stones.last() {
            Some(last) if ply > 1 => format!("TURN {},{}", last.column(), last.row()),
            _ => block(&stones),
        };
        let answer = players[ply % 2].ask(&command, FOREVER)?;
        times.push(answer.time);
        let cell = cell_of(&answer.line).filter(|&cell| board.is_legal(cell));
        let cell = cell.with_context(|| format!("{:?} is no move in {board}", answer.line))?;
        board.play_unchecked(cell);
        stones.push(cell);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_differ_and_repeat_themselves() {
        assert_eq!(opening(7), opening(7));
        assert_ne!(opening(7), opening(8));
        assert!((0..500).all(|number| opening(number).len() == 4));
    }
}
