//! What became of the mutants: the committed list, and the notes of a run.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use super::list::placeless;
use crate::files;

/// The committed list, a line for each file.
const RESULTS: &str = "testkit/mutants/results.txt";

/// Survivors that a reader can see to be equal, each with why.
pub(super) const EXPLAINED: &str = "testkit/mutants/explained.txt";

/// What was found for each mutant of an unchanged file.
const NOTES: &str = "target/xtask/mutants/notes.tsv";

const HEAD: &str = "\
# `cargo xtask mutants` writes this: what became of the mutants of each file.
#
# caught: a test of the quick set fails. late: it does not end. unviable: it does
# not compile. equal: it survives, and explained.txt says why nothing can tell it
# apart. survive: nobody knows why. not judged: it can only be built by itself.
#
# file | fingerprint | mutants | caught | late | unviable | equal | survive | not judged
";

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// A test fails.
    Caught,
    /// The tests do not end in time.
    Late,
    /// It does not compile.
    Unviable,
    /// Every test passes.
    Survives,
    /// It has to be built by itself, and was not.
    NotJudged,
}

impl Verdict {
    const ALL: [Verdict; 5] =
        [Verdict::Caught, Verdict::Late, Verdict::Unviable, Verdict::Survives, Verdict::NotJudged];

    /// The word for it in notes.
    fn word(self) -> &'static str {
        match self {
            Verdict::Caught => "caught",
            Verdict::Late => "late",
            Verdict::Unviable => "unviable",
            Verdict::Survives => "survives",
            Verdict::NotJudged => "not judged",
        }
    }

    fn of_word(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The counts of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) caught: u32,
    pub(super) late: u32,
    pub(super) unviable: u32,
    pub(super) equal: u32,
    pub(super) survive: u32,
    pub(super) not_judged: u32,
}

impl Counts {
    pub(super) fn all(self) -> u32 {
        let Counts { caught, late, unviable, equal, survive, not_judged } = self;
        caught + late + unviable + equal + survive + not_judged
    }

    pub(super) fn add(&mut self, other: Counts) {
        self.caught += other.caught;
        self.late += other.late;
        self.unviable += other.unviable;
        self.equal += other.equal;
        self.survive += other.survive;
        self.not_judged += other.not_judged;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { caught, late, unviable, equal, survive, not_judged } = self;
        write!(
            f,
            "{} mutants: {caught} caught, {late} late, {unviable} unviable, {equal} equal, \
             {survive} survive, {not_judged} not judged",
            self.all()
        )
    }
}

/// The committed list.
#[derive(Default)]
pub(super) struct Results(BTreeMap<String, (String, Counts)>);

impl Results {
    /// As it stands.
    ///
    /// # Errors
    /// Where a line is none.
    pub(super) fn read() -> anyhow::Result<Results> {
        Self::parse(&fs::read_to_string(RESULTS).unwrap_or_default())
    }

    fn parse(text: &str) -> anyhow::Result<Results> {
        let mut results = Results::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(" | ").collect();
            let [file, fingerprint, all, rest @ ..] = &fields[..] else {
                bail!("{RESULTS}: {line:?}");
            };
            let numbers: Vec<u32> = rest.iter().map(|n| n.parse()).collect::<Result<_, _>>()?;
            let [caught, late, unviable, equal, survive, not_judged] = numbers[..] else {
                bail!("{RESULTS}: {line:?}");
            };
            let counts = Counts { caught, late, unviable, equal, survive, not_judged };
            if counts.all() != all.parse::<u32>()? {
                bail!("{RESULTS}: the counts do not add up in {line:?}");
            }
            results.0.insert((*file).to_owned(), ((*fingerprint).to_owned(), counts));
        }
        Ok(results)
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for (file, (fingerprint, counts)) in &self.0 {
            let Counts { caught, late, unviable, equal, survive, not_judged } = counts;
            let _ = writeln!(
                text,
                "{file} | {fingerprint} | {} | {caught} | {late} | {unviable} | {equal} | \
                 {survive} | {not_judged}",
                counts.all()
            );
        }
        text
    }

    /// Whether this state of the file was judged and nothing is open; that
    /// includes the mutants that are judged alone, or not.
    pub(super) fn is_done(&self, file: &str, fingerprint: &str, alone: bool) -> bool {
        self.0.get(file).is_some_and(|(of, counts)| {
            let open = counts.survive + if alone { counts.not_judged } else { 0 };
            of == fingerprint && open == 0
        })
    }

    /// Puts in the counts of a file.
    pub(super) fn set(&mut self, file: &str, fingerprint: String, counts: Counts) {
        self.0.insert(file.to_owned(), (fingerprint, counts));
    }

    /// The sums over all files.
    pub(super) fn sums(&self) -> Counts {
        let mut sums = Counts::default();
        self.0.values().for_each(|(_, counts)| sums.add(*counts));
        sums
    }

    /// Writes the list, whole or not at all.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        files::write(RESULTS, self.text())
    }
}

/// A fingerprint of a text, but for its tests at the end: a new test leaves
/// caught what was caught. FNV-1a with 64 bits.
pub(super) fn fingerprint(text: &str) -> String {
    let text = text.split_once("\n#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code);
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The mutants that are explained, without their places; each with a reason.
///
/// # Errors
/// Where one has none.
pub(super) fn explained() -> anyhow::Result<Vec<String>> {
    parse_explained(&fs::read_to_string(EXPLAINED).unwrap_or_default())
}

fn parse_explained(text: &str) -> anyhow::Result<Vec<String>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let entry = |line: &str| match line.split_once(" # ") {
        Some((mutant, why)) if !why.trim().is_empty() => Ok(placeless(mutant.trim())),
        _ => bail!("{EXPLAINED}: no reason in {line:?}"),
    };
    lines.map(entry).collect()
}

/// What earlier runs found: by fingerprint of the file and name of the mutant,
/// a verdict. Survivors are not kept, for a better test may have come.
#[derive(Default)]
pub(super) struct Notes(BTreeMap<(String, String), Verdict>);

impl Notes {
    pub(super) fn read() -> Notes {
        let text = fs::read_to_string(NOTES).unwrap_or_default();
        let note = |line: &str| {
            let mut fields = line.split('\t').map(str::to_owned);
            Some(((fields.next()?, fields.next()?), Verdict::of_word(&fields.next()?)?))
        };
        Notes(text.lines().filter_map(note).collect())
    }

    pub(super) fn get(&self, fingerprint: &str, name: &str) -> Option<Verdict> {
        self.0.get(&(fingerprint.to_owned(), name.to_owned())).copied()
    }

    /// Notes it at once, so that an interrupted run has lost nothing.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub(super) fn set(
        &mut self,
        fingerprint: &str,
        name: &str,
        verdict: Verdict,
    ) -> anyhow::Result<()> {
        use std::io::Write as _;
        let mut file = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(NOTES)
            .with_context(|| NOTES.to_owned())?;
        writeln!(file, "{fingerprint}\t{name}\t{verdict}")?;
        self.0.insert((fingerprint.to_owned(), name.to_owned()), verdict);
        Ok(())
    }

    pub(super) fn forget() {
        let _ = fs::remove_file(Path::new(NOTES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_comes_back() {
        let mut results = Results::default();
        let counts = Counts { caught: 14, equal: 1, unviable: 1, ..Counts::default() };
        results.set("core/src/perft.rs", fingerprint("text"), counts);
        let again = Results::parse(&results.text()).unwrap();
        assert_eq!(again.0, results.0);
        assert!(again.is_done("core/src/perft.rs", &fingerprint("text"), true));
        let tested = fingerprint("text\n#[cfg(test)]\nmod tests {\n}\n");
        assert!(again.is_done("core/src/perft.rs", &tested, true));
        assert!(!again.is_done("core/src/perft.rs", &fingerprint("other text"), false));
        assert!(!again.is_done("core/src/text.rs", &fingerprint("text"), false));
        assert_eq!(again.sums().all(), 16);
        let counts = Counts { not_judged: 1, ..counts };
        results.set("core/src/perft.rs", fingerprint("text"), counts);
        assert!(results.is_done("core/src/perft.rs", &tested, false));
        assert!(!results.is_done("core/src/perft.rs", &tested, true));
        assert!(Results::parse("a | b | 3 | 1 | 0 | 0 | 0 | 0 | 0").is_err());
        assert!(Results::parse("a | b").is_err());
    }

    #[test]
    fn every_verdict_is_read_from_its_word() {
        for verdict in Verdict::ALL {
            assert_eq!(Verdict::of_word(&verdict.to_string()), Some(verdict));
        }
        assert_eq!(Verdict::of_word("gone"), None);
    }

    #[test]
    fn an_explanation_outlives_a_moved_line_and_has_a_reason() {
        let list = "# why\n\ncore/src/a.rs:99:1: replace + with - in f # f(0) is all there is\n";
        let explained = parse_explained(list).unwrap();
        assert_eq!(explained, ["core/src/a.rs: replace + with - in f"]);
        assert!(parse_explained("core/src/a.rs:1:1: replace + with - in f\n").is_err());
    }
}
