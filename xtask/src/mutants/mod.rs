//! `cargo xtask mutants`: breaks core and solvers on purpose, one place at a
//! time, and asks whether a test notices.
//!
//! cargo-mutants finds the mutants. Building each of them by itself takes days
//! on two cores, so all mutants of the files that are asked for are built into
//! one program, each behind a switch ([`embed`]), and a mutant costs a run: of
//! the stored inputs and some random ones of the checks of its game, of the
//! unit tests of its module, of what is quick of the game's exhaustive tests, and
//! of the game's part of the signature, whose sum of nodes must stay, cheapest
//! first. The first that fails ends it ([`judge`]).
//!
//! The counts stand in `testkit/mutants/results.txt`. A survivor is killed by a
//! better test, or explained in `testkit/mutants/explained.txt` by the
//! expression that makes it equivalent. A run that is interrupted goes on where
//! it was; a file whose text and list are as they were is not judged again.
//! What only decides how well a search plays is left out by name in
//! `.cargo/mutants.toml`: `cargo xtask signature` guards it.

mod embed;
mod judge;
mod list;
mod results;
mod tree;

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Context;

use judge::{Judge, Progress};
use list::{Mutant, placeless};
use results::{Counts, Notes, Results, Verdict, fingerprint};
use tree::Tree;

use crate::{fuzz, tools};

/// The options of `mutants`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files and folders of core and solvers; all where none is named
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// The k-th of n parts, k from 0
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// Also build those one by one that cannot be built into one program
    #[arg(long)]
    alone: bool,
    /// How many are judged at once
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Forget what was done before
    #[arg(long)]
    afresh: bool,
    /// List the mutants and run nothing
    #[arg(long)]
    list: bool,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.parse().ok();
    let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
    match parts {
        Some((k, n)) if k < n => Ok((k, n)),
        _ => Err(format!("k/n with k from 0 to n-1 was expected, not {text:?}")),
    }
}

/// Runs them and sums up.
///
/// # Errors
/// Where the tool is missing, or the unchanged code does not pass.
pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    tools::MUTANTS.needed()?;
    if options.afresh {
        Notes::forget();
    }
    let mut results = Results::read()?;
    let mut mutants = list::all(&options.paths)?;
    if let Some((k, n)) = options.shard {
        // By file, so that a part fills lines of the list.
        let mut files: Vec<String> = mutants.iter().map(|mutant| mutant.file.clone()).collect();
        files.dedup();
        mutants.retain(|mutant| {
            files.iter().position(|file| *file == mutant.file).is_some_and(|at| at % n == k)
        });
    }
    let mut prints: BTreeMap<String, String> = BTreeMap::new();
    for mutant in &mutants {
        if !prints.contains_key(&mutant.file) {
            let text = fs::read_to_string(&mutant.file).with_context(|| mutant.file.clone())?;
            prints.insert(mutant.file.clone(), fingerprint(&text));
        }
    }
    if options.list {
        mutants.iter().for_each(|mutant| println!("{}", mutant.name));
        println!("{} mutants in {} files", mutants.len(), prints.len());
        return Ok(ExitCode::SUCCESS);
    }
    let all = mutants.len();
    if !options.afresh {
        mutants
            .retain(|mutant| !results.is_done(&mutant.file, &prints[&mutant.file], options.alone));
        println!("{} of {all} mutants are of files that the list has", all - mutants.len());
    }
    if mutants.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let verdicts = judged(&mutants, &prints, options, &mut results)?;

    let explained = results::explained()?;
    let mut survivors = Vec::new();
    for (file, print) in prints.iter().filter(|(file, _)| mutants.iter().any(|m| m.file == **file))
    {
        let (counts, unexplained) = counted(file, &mutants, &verdicts, &explained);
        println!("{file}: {counts}");
        results.set(file, print.clone(), counts);
        survivors.extend(unexplained);
    }
    results.write()?;
    for survivor in &survivors {
        println!("survives: {survivor}");
    }
    println!("in the list: {}", results.sums());
    if !survivors.is_empty() {
        println!(
            "a better test kills it; or explain it in {}: `<mutant> # <why it is equal>`",
            results::EXPLAINED
        );
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts of a file's mutants, and the survivors that nobody has explained.
fn counted<'a>(
    file: &str,
    mutants: &'a [Mutant],
    verdicts: &[Verdict],
    explained: &[String],
) -> (Counts, Vec<&'a str>) {
    let mut explained = explained.to_vec();
    let mut counts = Counts::default();
    let mut survivors = Vec::new();
    for (mutant, verdict) in mutants.iter().zip(verdicts).filter(|(mutant, _)| mutant.file == file)
    {
        match verdict {
            Verdict::Caught => counts.caught += 1,
            Verdict::Late => counts.late += 1,
            Verdict::Unviable => counts.unviable += 1,
            Verdict::Survives => {
                // An explanation is of one mutant, even where others have its name.
                let name = placeless(&mutant.name);
                match explained.iter().position(|explained| *explained == name) {
                    Some(at) => {
                        explained.swap_remove(at);
                        counts.equal += 1;
                    }
                    None => {
                        counts.survive += 1;
                        survivors.push(mutant.name.as_str());
                    }
                }
            }
            Verdict::NotJudged => counts.not_judged += 1,
        }
    }
    (counts, survivors)
}

/// Those of these mutants that need no run: as many of one name as are explained.
fn all_explained(mutants: &[Mutant], mut open: Vec<usize>) -> anyhow::Result<Vec<usize>> {
    let explained = results::explained()?;
    let name = |&at: &usize| placeless(&mutants[at].name);
    let mut of_name: BTreeMap<String, usize> = BTreeMap::new();
    open.iter().for_each(|at| *of_name.entry(name(at)).or_default() += 1);
    open.retain(|at| {
        let name = name(at);
        of_name[&name] <= explained.iter().filter(|explained| **explained == name).count()
    });
    Ok(open)
}

/// What the notes or the tests say of each mutant. A file that is done comes into
/// the list at once, so that a run may be stopped.
fn judged(
    mutants: &[Mutant],
    prints: &BTreeMap<String, String>,
    options: &Options,
    results: &mut Results,
) -> anyhow::Result<Vec<Verdict>> {
    let tree = Tree::new()?;
    let mut notes = Notes::read();
    let noted = |notes: &Notes, mutant: &Mutant| notes.get(&prints[&mutant.file], &mutant.name);
    if mutants.iter().all(|mutant| noted(&notes, mutant).is_some()) {
        return Ok(mutants.iter().filter_map(|mutant| noted(&notes, mutant)).collect());
    }
    let outcome = tree.embed(mutants)?;
    println!(
        "{} mutants embedded, {} do not compile",
        outcome.embedded.len(),
        outcome.unviable.len()
    );
    for number in &outcome.unviable {
        let mutant = &mutants[*number as usize - 1];
        if noted(&notes, mutant).is_none() {
            notes.set(&prints[&mutant.file], &mutant.name, Verdict::Unviable)?;
        }
    }
    let mut paths: Vec<String> = mutants.iter().map(|mutant| mutant.file.clone()).collect();
    paths.dedup();
    let mut tests: Vec<&str> =
        paths.iter().flat_map(|path| judge::exhaustive(path)).copied().collect();
    tests.sort_unstable();
    tests.dedup();
    let programs = tree.build(&tests)?;
    let judge = Judge::new(&tree, programs, &fuzz::chosen(&[])?, &paths)?;

    let mut verdicts: Vec<Verdict> =
        mutants.iter().map(|mutant| noted(&notes, mutant).unwrap_or(Verdict::NotJudged)).collect();
    if !options.afresh {
        let is_open = |at: &usize| verdicts[*at] == Verdict::NotJudged;
        for at in all_explained(mutants, (0..mutants.len()).filter(is_open).collect())? {
            verdicts[at] = Verdict::Survives;
        }
    }
    let open: Vec<u32> = outcome
        .embedded
        .iter()
        .copied()
        .filter(|&number| verdicts[number as usize - 1] == Verdict::NotJudged)
        .collect();
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    open.iter().for_each(|&n| *left.entry(&mutants[n as usize - 1].file).or_default() += 1);
    let explained = results::explained()?;
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let shared = Mutex::new((&mut notes, &mut verdicts, left, results, Progress::new()));
    let work = || -> anyhow::Result<()> {
        loop {
            let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return Ok(());
            };
            let mutant = &mutants[number as usize - 1];
            let verdict = judge.verdict(&mutant.file, number)?;
            let mut shared = shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (notes, verdicts, left, results, progress) = &mut *shared;
            verdicts[number as usize - 1] = verdict;
            if verdict == Verdict::Survives {
                println!("survives: {}", mutant.name);
            } else {
                notes.set(&prints[&mutant.file], &mutant.name, verdict)?;
            }
            let file = mutant.file.as_str();
            let open_in_file = left.entry(file).or_default();
            *open_in_file -= 1;
            if *open_in_file == 0 {
                results.set(
                    file,
                    prints[file].clone(),
                    counted(file, mutants, verdicts, &explained).0,
                );
                results.write()?;
            }
            progress.at(done.fetch_add(1, Ordering::Relaxed) + 1, open.len());
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a judge panicked")))
        })
    })?;
    if options.alone {
        let open = |&at: &usize| verdicts[at] == Verdict::NotJudged;
        let rest = (0..mutants.len()).filter(open).collect::<Vec<_>>();
        for (done, &at) in rest.iter().enumerate() {
            let mutant = &mutants[at];
            let verdict = if tree.alone(mutant, mutants)? {
                tree.build(&tests)?;
                judge.verdict(&mutant.file, 0)?
            } else {
                Verdict::Unviable
            };
            println!("alone {} of {}: {verdict}: {}", done + 1, rest.len(), mutant.name);
            verdicts[at] = verdict;
            if verdict != Verdict::Survives {
                notes.set(&prints[&mutant.file], &mutant.name, verdict)?;
            }
        }
    }
    Ok(verdicts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_checked() {
        assert_eq!(shard("0/4"), Ok((0, 4)));
        assert_eq!(shard("3/4"), Ok((3, 4)));
        for text in ["4/4", "0/0", "1", "a/b", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
