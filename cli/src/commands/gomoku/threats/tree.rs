//! A win's tree, as an outline and as a record.

use std::io::{self, Write};

use tesuji_core::Game;
use tesuji_core::gomoku::Cell;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::sgf::Variations;
use tesuji_solvers::gomoku::tree::{NodeId, Tree};

use crate::draw::wrap;
use crate::output;

/// The replies at a node, the longest defence first.
fn replies(tree: &Tree, id: NodeId) -> Vec<(Cell, NodeId)> {
    let mut replies = tree.exceptions(id).to_vec();
    // The sort is stable, so that of equal ones the least comes first.
    replies.sort_by_key(|&(_, next)| std::cmp::Reverse(tree.length(next)));
    replies
}

/// Writes the tree: moves in turn, `2.` before the attacker's second, and
/// where there is a choice of replies each on lines of its own, farther in.
pub(super) fn outline(out: &mut impl Write, tree: &Tree) -> io::Result<()> {
    branch(out, tree, tree.root(), 1, 1, String::new())
}

/// As deep as the win has choices of replies.
fn branch(
    out: &mut impl Write,
    tree: &Tree,
    mut id: NodeId,
    mut number: usize,
    depth: usize,
    mut line: String,
) -> io::Result<()> {
    loop {
        let mv = tree.mv(id);
        line.push_str(&format!("{number}. {mv} "));
        let replies = replies(tree, id);
        // An answer that does not end the game is shown.
        let rest = tree.default(id).filter(|&next| !tree.is_end(next));
        match (replies.as_slice(), tree.default(id)) {
            (&[(reply, next)], _) if rest.is_none() => {
                line.push_str(&format!("{reply} "));
                id = next;
                number += 1;
            }
            (&[], Some(next)) => {
                // No reply matters.
                line.push_str("- ");
                id = next;
                number += 1;
            }
            (several, _) => {
                write_line(out, depth, &line)?;
                for &(reply, next) in several {
                    let line = format!("{number}... {reply} ");
                    branch(out, tree, next, number + 1, depth + 1, line)?;
                }
                if let Some(next) = rest {
                    let line = format!("{number}... any other ");
                    branch(out, tree, next, number + 1, depth + 1, line)?;
                }
                return Ok(());
            }
        }
    }
}

fn write_line(out: &mut impl Write, depth: usize, line: &str) -> io::Result<()> {
    let margin = 2 * depth;
    let width = output::width().saturating_sub(margin).max(20);
    wrap(line.trim_end(), width).iter().try_for_each(|part| writeln!(out, "{:margin$}{part}", ""))
}

/// The tree as SGF.
pub(super) fn record(board: &Board, tree: &Tree) -> String {
    let mut record = Variations::new(board);
    node(&mut record, board, tree, tree.root());
    record.finish()
}

/// As deep as the win is long, at most half the cells of a board.
fn node(record: &mut Variations, board: &Board, tree: &Tree, id: NodeId) {
    let attacker = board.to_move();
    record.play(attacker, tree.mv(id));
    if let Some(default) = tree.default(id) {
        record.comment(&format!("any other reply: {}", tree.mv(default)));
    }
    let replies = replies(tree, id);
    for &(reply, next) in &replies {
        if replies.len() > 1 {
            record.open();
        }
        record.play(attacker.other(), reply);
        node(record, board, tree, next);
        if replies.len() > 1 {
            record.close();
        }
    }
}
