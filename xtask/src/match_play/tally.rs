//! The sums over games.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::game::{End, Played};
use super::stats::{Estimate, Sprt, Verdict};

/// What both engines have come to; by the first engine unless said.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// For each game its points of the first engine, 0 to 2.
    points: BTreeMap<u32, u8>,
    /// Losses, draws and wins with White, and with Black.
    by_colour: [[u32; 3]; 2],
    /// For each engine the games that it lost by a fault.
    faults: [BTreeMap<End, u32>; 2],
    overruns: [u32; 2],
    longest: [u64; 2],
}

impl Tally {
    /// Adds a game.
    pub(super) fn add(&mut self, played: &Played) {
        let points = match played.winner {
            Some(0) => 2,
            None => 1,
            Some(_) => 0,
        };
        self.points.insert(played.game, points);
        self.by_colour[usize::from(played.black == 0)][usize::from(points)] += 1;
        if let Some(winner) = played.winner.filter(|_| played.end != End::Rules) {
            *self.faults[1 - winner].entry(played.end).or_default() += 1;
        }
        for engine in 0..2 {
            self.overruns[engine] += played.overruns[engine];
            self.longest[engine] = self.longest[engine].max(played.longest[engine]);
        }
    }

    /// Games.
    pub(super) fn games(&self) -> usize {
        self.points.len()
    }

    /// Losses, draws and wins.
    fn results(&self) -> [u32; 3] {
        std::array::from_fn(|i| self.by_colour[0][i] + self.by_colour[1][i])
    }

    /// Of the openings that were played twice, how many gave 0, ½, 1, 1½ and 2
    /// points.
    pub(super) fn pairs(&self) -> [u32; 5] {
        let mut pairs = [0; 5];
        for (&game, &first) in self.points.iter().filter(|(game, _)| *game % 2 == 0) {
            if let Some(&second) = self.points.get(&(game + 1)) {
                pairs[usize::from(first + second)] += 1;
            }
        }
        pairs
    }

    /// `+5 =1 -2`.
    pub(super) fn short(&self) -> String {
        plus_minus(self.results())
    }

    /// The whole of it, some lines.
    pub(super) fn summary(&self, names: [&str; 2], sprt: &Sprt) -> String {
        let mut text = String::new();
        let results = self.results();
        let points = f64::from(2 * results[2] + results[1]) / 2.0;
        let share = 100.0 * points / (self.games().max(1) as f64);
        let pairs = self.pairs();
        let [white, black] = self.by_colour.map(plus_minus);
        let lines = |text: &mut String| -> std::fmt::Result {
            writeln!(text, "A: {}\nB: {}", names[0], names[1])?;
            writeln!(
                text,
                "{} games, A: {} ({share:.1} %), with Black {black}, with White {white}",
                self.games(),
                plus_minus(results),
            )?;
            let count: u32 = pairs.iter().sum();
            let [none, half, one, more, two] = pairs;
            writeln!(
                text,
                "{count} pairs, A with 0, ½, 1, 1½, 2 points: {none} {half} {one} {more} {two}"
            )?;
            if let Some(estimate) = Estimate::of(&pairs) {
                writeln!(text, "{estimate}")?;
            }
            let [low, high] = sprt.bounds();
            let verdict = match sprt.verdict(&pairs) {
                Verdict::H0 => format!("A is not {:+} stronger", sprt.elo1),
                Verdict::H1 => format!("A is more than {:+} stronger", sprt.elo0),
                Verdict::Open => "open".to_owned(),
            };
            writeln!(
                text,
                "log-likelihood ratio of Elo {:+} to {:+}: {:.2} of {low:.2} to {high:.2}, {verdict}",
                sprt.elo1,
                sprt.elo0,
                sprt.ratio(&pairs),
            )?;
            for (name, engine) in [("A", 0), ("B", 1)] {
                write!(
                    text,
                    "{name}: {} overruns, longest move {} ms; games lost by",
                    self.overruns[engine], self.longest[engine]
                )?;
                for (i, fault) in End::FAULTS.iter().enumerate() {
                    let count = self.faults[engine].get(fault).copied().unwrap_or_default();
                    write!(text, "{} {fault} {count}", if i == 0 { "" } else { "," })?;
                }
                writeln!(text)?;
            }
            Ok(())
        };
        lines(&mut text).expect("a string takes everything");
        text
    }
}

fn plus_minus([losses, draws, wins]: [u32; 3]) -> String {
    format!("+{wins} ={draws} -{losses}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(game: u32, winner: Option<usize>, end: End) -> Played {
        Played {
            game,
            opening: 0,
            black: (game % 2) as usize,
            winner,
            end,
            fault: String::new(),
            moves: String::new(),
            overruns: [1, game],
            longest: [u64::from(game), 7],
        }
    }

    #[test]
    fn games_are_counted_by_side_pair_and_fault() {
        let mut tally = Tally::default();
        for played in [
            game(0, Some(0), End::Rules),
            game(3, Some(1), End::Crash),
            game(1, Some(0), End::Hang),
            game(2, None, End::Rules),
            game(5, Some(0), End::Rules),
            game(6, Some(1), End::Rules),
            game(7, Some(1), End::Flood),
        ] {
            tally.add(&played);
        }
        assert_eq!(tally.short(), "+3 =1 -3");
        assert_eq!(tally.pairs(), [1, 1, 0, 0, 1]);
        let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let text = tally.summary(["one", "two"], &sprt);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("A: one"));
        assert_eq!(lines.next(), Some("B: two"));
        let third = "7 games, A: +3 =1 -3 (50.0 %), with Black +1 =1 -1, with White +2 =0 -2";
        assert_eq!(lines.next(), Some(third));
        assert_eq!(lines.next(), Some("3 pairs, A with 0, ½, 1, 1½, 2 points: 1 1 0 0 1"));
        assert!(lines.next().is_some_and(|line| line.starts_with("Elo -58, 95 % from ")), "{text}");
        assert!(
            lines.next().is_some_and(|line| line.ends_with("of -2.94 to 2.94, open")),
            "{text}"
        );
        let a = "A: 7 overruns, longest move 7 ms; games lost by illegal move 0, crash 1, hang 0, flood 1";
        let b = "B: 24 overruns, longest move 7 ms; games lost by illegal move 0, crash 0, hang 1, flood 0";
        assert_eq!((lines.next(), lines.next(), lines.next()), (Some(a), Some(b), None));
    }
}
