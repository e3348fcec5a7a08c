//! The games, and the file that keeps them.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::{Deserialize, Serialize};
use tesuji_core::Game as _;
use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Variant, naive, text};

use crate::player::engine::{Engine, Identity, Wanted};
use crate::self_play::{self, Start};

/// The most stones that follow an opening at random.
const MOST_STONES: u64 = 4;

/// How far such a stone lies from another at most, in columns and rows.
const NEAR: u8 = 2;

/// Which games are played.
pub(super) struct Games {
    pub(super) openings: Vec<Vec<Cell>>,
    /// Of a move.
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Game {
    /// The stones that were there before the engine played.
    pub(super) given: usize,
    pub(super) moves: Vec<Cell>,
    pub(super) winner: Option<Player>,
}

/// The first line of the file: what all its games are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Head {
    tesuji_tune: u32,
    seed: u64,
    nodes: u64,
    openings: Vec<String>,
    engine: Identity,
}

/// Every other line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Line {
    game: usize,
    given: usize,
    moves: String,
    /// `b`, `w`, or `-` for a draw.
    winner: String,
}

/// The format that is written.
const FORMAT: u32 = 1;

/// All games of a file, whatever they were played with, in the order of their
/// numbers.
///
/// # Errors
/// Where it cannot be read or is no file of games.
pub(super) fn kept(path: &Path) -> anyhow::Result<Vec<Game>> {
    let read = || -> anyhow::Result<Vec<Game>> {
        let text = std::fs::read_to_string(path)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut games: Vec<(usize, Game)> = Vec::new();
        each(&text[..whole], |number, game| games.push((number, game)))?;
        games.sort_by_key(|&(number, _)| number);
        Ok(games.into_iter().map(|(_, game)| game).collect())
    };
    read().with_context(|| path.display().to_string())
}

/// Reads a file's lines after the first, each with the number of its game.
fn each(text: &str, mut visit: impl FnMut(usize, Game)) -> anyhow::Result<()> {
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let of = || format!("line {number} is no game: {line}");
        let read: Line = serde_json::from_str(line).with_context(of)?;
        let (_, moves) = text::game(&read.moves, Variant::default()).with_context(of)?;
        let winner = match &*read.winner {
            "b" => Some(Player::Black),
            "w" => Some(Player::White),
            "-" => None,
            _ => bail!(of()),
        };
        if read.given > moves.len() {
            bail!(of());
        }
        visit(read.game, Game { given: read.given, moves, winner });
    }
    Ok(())
}

impl Games {
    /// The first `count` games, in their order: those that the file has, and the
    /// others as they are played.
    ///
    /// # Errors
    /// Where the file cannot be read or written or is of other games, and where
    /// the engine does not build or play. Games of another engine are taken
    /// where there are enough of them, and none is added to them.
    pub(super) fn played(&self, path: &Path, count: u32) -> anyhow::Result<Vec<Game>> {
        self.filled(path, count as usize).with_context(|| path.display().to_string())
    }

    fn filled(&self, path: &Path, count: usize) -> anyhow::Result<Vec<Game>> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        if file.try_lock().is_err() {
            bail!("another run is writing it");
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        // Only the last line can be a part.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (head, mut games) = self.read(&text[..whole], count)?;
        if games.iter().all(Option::is_some) {
            return Ok(games.into_iter().flatten().collect());
        }
        let engine = Engine::of(&Wanted::WorkingTree)?;
        let identity = engine.identity()?;
        if head.as_ref().is_some_and(|head| head.engine != identity) {
            bail!("its games were played by another engine, and there are too few of them");
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if head.is_none() {
            line(&mut file, &self.head(identity))?;
        }
        self.play(&engine, &mut games, |game| line(&mut file, game))?;
        Ok(games.into_iter().flatten().collect())
    }

    fn head(&self, engine: Identity) -> Head {
        let written = |cells: &Vec<Cell>| cells.iter().map(ToString::to_string).collect();
        Head {
            tesuji_tune: FORMAT,
            seed: self.seed,
            nodes: self.nodes,
            openings: self.openings.iter().map(written).collect(),
            engine,
        }
    }

    /// The games of a file, each at its place; `None` where one is missing.
    fn read(&self, text: &str, count: usize) -> anyhow::Result<(Option<Head>, Vec<Option<Game>>)> {
        let mut games = vec![None; count];
        let Some(first) = text.lines().next() else { return Ok((None, games)) };
        let head: Head = serde_json::from_str(first).context("line 1 says of no games")?;
        if head != self.head(head.engine.clone()) {
            bail!("it is of another seed, other nodes or other openings");
        }
        each(text, |number, game| {
            if let Some(place) = games.get_mut(number) {
                *place = Some(game);
            }
        })?;
        Ok((Some(head), games))
    }

    /// Plays the games that are missing.
    fn play(
        &self,
        engine: &Engine,
        games: &mut [Option<Game>],
        mut keep: impl FnMut(&Line) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let missing: Vec<usize> = (0..games.len()).filter(|&n| games[n].is_none()).collect();
        let start = |&number: &usize| Start { opening: self.opening(number), nodes: self.nodes };
        let starts: Vec<Start> = missing.iter().map(start).collect();
        let bar =
            ProgressBar::with_draw_target(Some(games.len() as u64), ProgressDrawTarget::stderr());
        let style = "{bar:30} {pos} of {len} games, {eta} left";
        bar.set_style(ProgressStyle::with_template(style)?);
        bar.set_position((games.len() - missing.len()) as u64);
        bar.reset_eta();
        self_play::play(engine.program(), &starts, |number, played| {
            keep(&Line {
                game: missing[number],
                given: starts[number].opening.len(),
                moves: played.moves.iter().map(ToString::to_string).collect(),
                winner: played.winner.map_or('-', Player::letter).to_string(),
            })?;
            let given = starts[number].opening.len();
            games[missing[number]] =
                Some(Game { given, moves: played.moves, winner: played.winner });
            bar.inc(1);
            Ok(())
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// How the game of this number begins: one of the openings in turn, and up to
    /// four stones at random near those that lie. Not over.
    fn opening(&self, number: usize) -> Vec<Cell> {
        let mut random = Random::new(self.seed, number as u64);
        let opening = &self.openings[number % self.openings.len()];
        loop {
            let mut board = naive::Board::new(Variant::default());
            let mut stones = opening.clone();
            stones.iter().for_each(|&cell| board.play_unchecked(cell));
            for _ in 0..=random.below(MOST_STONES) {
                let near = |cell: &Cell| {
                    let far = |stone: &Cell| {
                        let columns = stone.column().abs_diff(cell.column());
                        columns.max(stone.row().abs_diff(cell.row()))
                    };
                    board.get(*cell).is_none() && stones.iter().any(|stone| far(stone) <= NEAR)
                };
                let cells: Vec<Cell> = board.variant().cells().filter(near).collect();
                if cells.is_empty() {
                    break;
                }
                let cell = cells[random.below(cells.len() as u64) as usize];
                if board.outcome().is_some() {
                    break;
                }
                board.play_unchecked(cell);
                stones.push(cell);
            }
            if board.outcome().is_none() {
                return stones;
            }
        }
    }
}

fn line(file: &mut File, value: &impl Serialize) -> anyhow::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(file.write_all(&line)?)
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
struct Random(u64);

impl Random {
    fn new(seed: u64, number: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        random.0 = random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(seed: u64) -> Games {
        let cells = |text: &str| text::game(text, Variant::default()).unwrap().1;
        Games { openings: vec![cells("h8i9g7"), cells("h8j10h10k9")], nodes: 1000, seed }
    }

    fn identity(name: &str) -> Identity {
        serde_json::from_str(&format!(r#"{{"name":"{name}","bytes":1,"crc32":2}}"#)).unwrap()
    }

    #[test]
    fn games_begin_alike_from_the_same_seed_alone() {
        let of = |seed| (0..200).map(|n| games(seed).opening(n)).collect::<Vec<_>>();
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        for (number, stones) in of(1).iter().enumerate() {
            let least = 4 + number % 2;
            assert!((least..least + 4).contains(&stones.len()), "{stones:?}");
        }
        let mut distinct = of(1);
        distinct.sort();
        distinct.dedup();
        assert!(distinct.len() > 180, "{}", distinct.len());
    }

    #[test]
    fn a_file_says_which_games_it_has() {
        let head = serde_json::to_string(&games(1).head(identity("self"))).unwrap();
        let game = r#"{"game":1,"given":3,"moves":"h8i9g7h9","winner":"w"}"#;
        let (found, read) = games(1).read(&format!("{head}\n{game}\n"), 3).unwrap();
        assert_eq!(found.unwrap().engine, identity("self"));
        assert!(read[0].is_none() && read[2].is_none());
        let game = read[1].as_ref().unwrap();
        assert_eq!((game.given, game.moves.len(), game.winner), (3, 4, Some(Player::White)));
        assert_eq!(games(1).read("", 2).unwrap().1, [None, None]);
    }

    #[test]
    fn games_of_any_run_are_taken_in_their_order() {
        let name = format!("tesuji-tune-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let game = |n: u32, winner: &str| {
            format!(r#"{{"game":{n},"given":1,"moves":"h8i9","winner":"{winner}"}}"#)
        };
        // What a killed run has left of a line is no line.
        let text = format!("{{}}\n{}\n{}\n{{\"ga", game(7, "b"), game(2, "-"));
        std::fs::write(&path, text).unwrap();
        let winners: Vec<_> = kept(&path).unwrap().iter().map(|game| game.winner).collect();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(winners, [None, Some(Player::Black)]);
        assert!(kept(&path).is_err());
    }

    #[test]
    fn other_games_are_refused() {
        let head = serde_json::to_string(&games(1).head(identity("self"))).unwrap();
        let why = |games: Games, text: &str| format!("{:#}", games.read(text, 1).unwrap_err());
        assert!(why(games(2), &head).contains("another seed"));
        for bad in [
            r#"{"game":1,"given":3,"moves":"h8i9g7h9","winner":"x"}"#,
            r#"{"game":1,"given":9,"moves":"h8i9g7h9","winner":"w"}"#,
            r#"{"game":1,"given":3,"moves":"h8h8","winner":"w"}"#,
            "{",
        ] {
            assert!(why(games(1), &format!("{head}\n{bad}\n")).contains("line 2 is no game"));
        }
    }
}
