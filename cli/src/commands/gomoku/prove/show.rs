//! A certificate's tree as an outline and as a record, and how far a run is.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tesuji_core::Player;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::sgf::Variations;
use tesuji_proofs::{Certificate, Visit};
use tesuji_solvers::gomoku::proof::optimized::Progress;

use super::super::words::names;
use crate::draw::wrap;
use crate::output;

/// Lines of an outline on a page.
const LINES: usize = 60;

/// Moves of the largest record.
const MOVES: usize = 4_000_000;

/// Writes the tree: moves in turn, `2.` before the claimant's second, and where
/// there is a choice of replies each on lines of its own, farther in. What is
/// longer than a page is cut, and said to be.
pub(super) fn outline(out: &mut impl Write, certificate: &Certificate) -> io::Result<()> {
    let mut outline = Outline::default();
    certificate.walk(&mut outline);
    outline.flush();
    for (depth, line) in &outline.lines {
        let margin = 2 * depth.min(&20);
        let width = output::width().saturating_sub(margin).max(20);
        for part in wrap(line.trim_end(), width) {
            writeln!(out, "{:margin$}{part}", "")?;
        }
    }
    if outline.is_cut() {
        writeln!(out, "  … --out writes the whole tree")?;
    }
    Ok(())
}

#[derive(Default)]
struct Outline {
    lines: Vec<(usize, String)>,
    line: String,
    depth: usize,
    /// The claimant's moves on the way here.
    number: usize,
    /// Where the groups began.
    before: Vec<usize>,
}

impl Outline {
    fn is_cut(&self) -> bool {
        self.lines.len() >= LINES
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() && !self.is_cut() {
            self.lines.push((self.depth + 1, line));
        }
    }
}

impl Visit for Outline {
    fn plays(&mut self, mv: Option<Cell>) {
        self.number += 1;
        if let Some(mv) = mv {
            self.line.push_str(&format!("{}. {mv} ", self.number));
        }
    }

    fn replies(&mut self, replies: Option<&[Cell]>, only: bool) {
        self.before.push(self.number);
        let named = replies.map_or_else(|| "any other".to_owned(), |cells| names(cells).join(","));
        if only {
            self.line.push_str(&format!("{named} "));
        } else {
            self.flush();
            self.depth += 1;
            self.line = format!("{}... {named} ", self.number);
        }
    }

    fn answered(&mut self, only: bool) {
        self.number = self.before.pop().unwrap_or(0);
        if !only {
            self.flush();
            self.depth -= 1;
        }
    }

    fn ends(&mut self) {}

    fn goes_on(&mut self) -> bool {
        !self.is_cut()
    }
}

/// The tree as SGF; `None` where it is too large.
pub(super) fn record(certificate: &Certificate) -> Option<String> {
    let head = certificate.head();
    let mut record = Record {
        record: Variations::new(head.root()),
        claimant: head.claimant(),
        moves: 0,
        passed: 0,
    };
    certificate.walk(&mut record);
    (record.moves < MOVES).then(|| record.record.finish())
}

struct Record {
    record: Variations,
    claimant: Player,
    moves: usize,
    /// Groups of unnamed replies on the way here.
    passed: usize,
}

impl Visit for Record {
    fn plays(&mut self, mv: Option<Cell>) {
        self.moves += 1;
        if let Some(mv) = mv {
            self.record.play(self.claimant, mv);
        }
    }

    fn replies(&mut self, replies: Option<&[Cell]>, only: bool) {
        if !only {
            self.record.open();
        }
        match replies {
            Some([first, others @ ..]) => {
                self.record.play(self.claimant.other(), *first);
                if !others.is_empty() {
                    self.record.comment(&format!("so also {}", names(others).join(" ")));
                }
            }
            _ => {
                self.passed += 1;
                self.record.pass(self.claimant.other());
                self.record.comment("any other reply");
            }
        }
    }

    fn answered(&mut self, only: bool) {
        if !only {
            self.record.close();
        }
    }

    fn ends(&mut self) {}

    fn goes_on(&mut self) -> bool {
        self.moves < MOVES
    }
}

/// How far a search is, on a terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(is_quiet: bool) -> Bar {
        let target = if is_quiet || !io::stderr().is_terminal() {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{elapsed:>4} {msg}");
        bar.set_style(style.expect("the template is one"));
        Bar(bar)
    }

    /// How far the search of one position is.
    pub(super) fn position(&self, progress: &Progress) {
        self.0.set_message(format!(
            "proof {} disproof {}, {} positions, {} nodes",
            progress.proof, progress.disproof, progress.positions, progress.nodes
        ));
    }

    /// Says something that stays.
    pub(super) fn say(&self, line: &str) {
        if !self.0.is_hidden() {
            self.0.suspend(|| {
                let _ = writeln!(io::stderr(), "{line}");
            });
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
