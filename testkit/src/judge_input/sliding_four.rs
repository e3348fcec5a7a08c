//! Sliding four (CodeVS 1004).

use tesuji_core::sliding_four::{Start, judge, naive::Cells, packed};
use tesuji_core::{ParseError, Player};
use tesuji_solvers::Refusal;
use tesuji_solvers::sliding_four::steps;

use super::{Cases, Input, Judge, Layout, Random, Smaller};

/// The judge of sliding four. Its cases have seven pieces of each colour and
/// two blanks.
///
/// A case is smaller that takes fewer steps. There are 411,840 boards and one
/// of them an input, so that a shrinker tries a sample.
#[derive(Debug, Default)]
pub struct SlidingFour {
    solver: steps::Optimized,
}

/// Boards that programs get wrong.
const EDGES: [&str; 16] = [
    // The sample.
    "BWBO/WBWB/BWBW/WBWO",
    // A goal on the anti-diagonal, and one that is made there.
    "BBBW/BBWW/BWWO/WWOB",
    "BWWO/BWWB/WBOB/WBBW",
    // One visited set for both beginners, and a blank that comes first.
    "BBBO/BBWO/BWWW/WBWW",
    "BWOB/BWWB/OBWW/BBWW",
    // A goal in a row, a column, the main diagonal; two goals at once.
    "WWWW/BBOB/BOWB/BWBW",
    "BWWB/BOWW/BWBW/BWBO",
    "BWWO/WBWB/WWBB/BOWB",
    "BBBB/WWWW/BWBW/BWOO",
    // Blanks are no colour: a row with a blank, and both blanks in a corner.
    "BBBO/WWWO/BBBW/WWBW",
    "OOBW/BWWB/BBWW/WBWB",
    "BWBW/WBBW/WBWB/BWOO",
    // One colour cannot begin.
    "OBWB/BWBW/WWWB/BWBO",
    "OWBB/WBBB/WWBW/WBWO",
    // Blanks that touch, in the middle.
    "BWBW/WOOB/BWBW/WBWB",
    "BWBW/WOWB/BOBW/WBWB",
];

/// Of so many random boards, [`Judge::long`] takes the one with most steps.
const DRAWN: usize = 48;

/// So many boards of each smaller number of steps are tried by a shrinker.
const SAMPLE: usize = 400;

fn board(rows: &str) -> Start {
    rows.parse().expect("a board that is written here")
}

impl SlidingFour {
    /// The judge.
    #[must_use]
    pub fn new() -> SlidingFour {
        SlidingFour::default()
    }

    fn steps(&mut self, case: &Start) -> Option<u32> {
        self.solver.fewest(&packed::Board::from(case.begun_by(Player::White)))
    }
}

/// Seven of each colour and two blanks in any order.
fn shuffled(random: &mut Random) -> Start {
    let mut cells = Cells::default();
    let flat = cells.as_flattened_mut();
    flat[..7].fill(Some(Player::Black));
    flat[7..14].fill(Some(Player::White));
    random.shuffle(flat);
    Start { cells, first: None }
}

/// The boards with two cells exchanged.
fn exchanges(case: Start) -> impl Iterator<Item = Start> {
    let pairs = (0..16).flat_map(|a| (a + 1..16).map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| {
        let mut other = case;
        let flat = other.cells.as_flattened_mut();
        let differ = flat[a] != flat[b];
        flat.swap(a, b);
        differ.then_some(other)
    })
}

impl Judge for SlidingFour {
    type Case = Start;

    const GAME: &'static str = "sliding-four";
    const MOST_CASES: usize = 1;
    const LAYOUTS: &'static [Layout] = &[Layout::Spaces];

    fn twin(&self) -> SlidingFour {
        SlidingFour::new()
    }

    fn rules(&self) -> Vec<String> {
        vec![
            "four lines of four characters, LF at the end of each".to_owned(),
            "a character is B, W or O (a blank)".to_owned(),
            "7 B, 7 W and 2 O".to_owned(),
            "nothing follows the fourth line".to_owned(),
            "edge inputs may write a space for O, as some statements do".to_owned(),
        ]
    }

    fn random(&mut self, random: &mut Random) -> Start {
        // A third of all boards are goals: half of those are drawn again.
        let any = random.below(2) == 0;
        loop {
            let case = shuffled(random);
            if any || !case.begun_by(Player::White).is_goal() {
                return case;
            }
        }
    }

    fn edges(&self) -> Vec<Start> {
        EDGES.map(board).to_vec()
    }

    fn long(&mut self, random: &mut Random) -> Start {
        let drawn: Vec<Start> = (0..DRAWN).map(|_| shuffled(random)).collect();
        let most = drawn.into_iter().map(|case| (self.steps(&case), case));
        // Of several the first, whatever the compiler.
        let most = most.reduce(|a, b| if b.0 > a.0 { b } else { a });
        most.expect("some are drawn").1
    }

    /// # Panics
    /// Where the input has more than one case: the format holds one.
    fn write(&self, input: &Input<Start>) -> Vec<u8> {
        let [case] = input.cases.as_slice() else { panic!("one case an input: {input:?}") };
        input.layout.of(judge::write_input(&case.cells))
    }

    fn read(&self, bytes: &[u8]) -> Result<Vec<Start>, ParseError> {
        Ok(vec![judge::parse(bytes)?])
    }

    fn try_answers(&mut self, cases: &[Start]) -> Result<Vec<String>, (usize, Refusal)> {
        Ok(cases.iter().map(|case| judge::answer(self.steps(case))).collect())
    }

    fn position(&self, case: &Start) -> String {
        case.to_string()
    }

    fn draw(&self, case: &Start) -> Vec<String> {
        case.to_string().split('/').map(str::to_owned).collect()
    }

    fn reductions(&self, _: &Start) -> Cases<Start> {
        Box::new(std::iter::empty())
    }

    /// Level by level: the edges, then what one exchange of two cells makes of
    /// the case, then boards at random; 400 of each number of steps.
    fn smaller(&self, case: &Start) -> Smaller<Start> {
        let case = *case;
        let mut judge = SlidingFour::new();
        let steps = judge.steps(&case).unwrap_or(u32::MAX).min(8);
        Smaller::Sample(Box::new((0..steps).flat_map(move |level| {
            let mut judge = SlidingFour::new();
            let mut random = Random::new(u64::from(level));
            let at_random = std::iter::repeat_with(move || shuffled(&mut random));
            let near = exchanges(case);
            // A bound on the draws: few boards take many steps.
            let all = judge.edges().into_iter().chain(near).chain(at_random).take(200 * SAMPLE);
            all.filter(move |case| judge.steps(case) == Some(level)).take(SAMPLE)
        })))
    }

    fn order(&self) -> &'static str {
        "fewer steps"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_fewer_steps_and_rises() {
        let mut judge = SlidingFour::new();
        let case = board("BWBO/WBWB/BWBW/WBWO");
        assert_eq!(judge.answers(&[case]), ["5"]);
        let Smaller::Sample(sample) = judge.smaller(&case) else { panic!("a sample") };
        let steps: Vec<u32> = sample.map(|case| judge.steps(&case).unwrap()).collect();
        assert!(steps.is_sorted());
        for level in 0..5 {
            assert_eq!(steps.iter().filter(|&&steps| steps == level).count(), SAMPLE);
        }
        assert_eq!(steps.len(), 5 * SAMPLE);
    }

    #[test]
    fn edges_are_as_deep_as_their_notes_say() {
        let mut judge = SlidingFour::new();
        let edges = judge.edges();
        assert_eq!(judge.answers(&edges[..5]), ["5", "0", "3", "4", "1"]);
        assert!(judge.answers(&edges[5..9]).iter().all(|steps| steps == "0"));
        assert!(judge.answers(&edges[9..]).iter().all(|steps| steps != "0"));
        let stuck =
            |case: &Start, first| tesuji_core::Game::legal_moves(&case.begun_by(first)).is_empty();
        assert!(stuck(&edges[12], Player::White) && stuck(&edges[13], Player::Black));
    }
}
