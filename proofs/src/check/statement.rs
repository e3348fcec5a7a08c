//! What was proved, in a sentence.

use std::fmt::Write;

use tesuji_core::gomoku::{Rule, Variant};
use tesuji_core::{Game, Player};

use crate::certificate::{Certificate, Head, Kind};

/// Which rows win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    AtLeast,
    Exactly,
    Caro,
    CaroExact,
}

fn rows(rule: Rule, player: Player) -> Rows {
    match (rule, player) {
        (Rule::Freestyle, _) | (Rule::Renju | Rule::Hybrid, Player::White) => Rows::AtLeast,
        (Rule::Standard, _) | (Rule::Renju | Rule::Hybrid, Player::Black) => Rows::Exactly,
        (Rule::Caro, _) => Rows::Caro,
        (Rule::CaroExact, _) => Rows::CaroExact,
    }
}

/// Whether each row that wins by `few` wins by `many`.
fn is_within(few: Rows, many: Rows) -> bool {
    few == many || few == Rows::CaroExact || many == Rows::AtLeast
}

pub(super) fn also(certificate: &Certificate) -> Vec<Rule> {
    let head = certificate.head();
    let (claimant, from) = (head.claimant(), head.variant());
    let enemy = claimant.other();
    let follows = |&to: &Rule| {
        let is_other = to != from.rule();
        let same_board = Variant::new(from.width(), from.height(), from.k(), to).is_ok();
        let wins = is_within(rows(from.rule(), claimant), rows(to, claimant))
            && is_within(rows(to, enemy), rows(from.rule(), enemy));
        // The claimant's moves must stay legal, and the opponent gain none. A
        // claimant of a hold may not run out of moves either.
        let moves = match claimant {
            Player::Black => !to.forbids(),
            Player::White => !from.rule().forbids() || to.forbids(),
        };
        is_other && same_board && wins && moves && !is_over(head, to)
    };
    Rule::ALL.into_iter().filter(follows).collect()
}

/// Whether the position is one that a game under this rule has ended in.
fn is_over(head: &Head, rule: Rule) -> bool {
    let from = head.variant();
    let Ok(variant) = Variant::new(from.width(), from.height(), from.k(), rule) else {
        return true;
    };
    let mut board = tesuji_core::gomoku::naive::Board::new(variant);
    head.root().stones().into_iter().for_each(|(cell, player)| board.set(cell, Some(player)));
    board.winner().is_some()
}

/// More stones than this are written by colour and not as moves.
const FEW: usize = 6;

/// Where the claim is made: nothing for the empty board.
fn place(head: &Head) -> String {
    let root = head.root();
    let [black, white] = [Player::Black, Player::White].map(|player| root.stones_of(player));
    let in_turn = match root.to_move() {
        Player::Black => black.len() == white.len(),
        Player::White => black.len() == white.len() + 1,
    };
    let mut place = String::new();
    if black.is_empty() && white.is_empty() {
        place.push_str(" on the empty board");
    } else if in_turn && black.len() + white.len() <= FEW {
        place.push_str(" after");
        let in_turn = (0..black.len()).flat_map(|at| [black.get(at), white.get(at)]).flatten();
        in_turn.for_each(|cell| write!(place, " {cell}").expect("a string takes everything"));
    } else {
        place.push_str(" at");
        black.iter().for_each(|cell| write!(place, " {cell}").expect("a string takes everything"));
        place.push_str(" |");
        white.iter().for_each(|cell| write!(place, " {cell}").expect("a string takes everything"));
    }
    place
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Black => "Black",
        Player::White => "White",
    }
}

pub(super) fn of(certificate: &Certificate, moves: u32) -> String {
    let head = certificate.head();
    let variant = head.variant();
    let place = place(head);
    let claimant = name(head.claimant());
    let mut game = format!("on {}x{}", variant.width(), variant.height());
    if variant.k() != 5 {
        write!(game, " with {} in a row", variant.k()).expect("a string takes everything");
    }
    write!(game, " under {}", variant.rule()).expect("a string takes everything");
    let mut statement = match head.kind() {
        Kind::Win => {
            let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
            format!("{claimant}, to move{place}, wins {game} in at most {moves}")
        }
        Kind::Hold => {
            let mover = head.root().to_move();
            let to_move = if mover == head.claimant() { "to move" } else { "not to move" };
            let enemy = name(head.claimant().other());
            format!("{claimant}, {to_move}{place}, does not lose {game}: {enemy} has no win")
        }
    };
    let also: Vec<&str> = also(certificate).into_iter().map(Rule::name).collect();
    match also.as_slice() {
        [] => {}
        [one] => write!(statement, "; so also under {one}").expect("a string takes everything"),
        [rest @ .., last] => {
            write!(statement, "; so also under {} and {last}", rest.join(", "))
                .expect("a string takes everything");
        }
    }
    statement.push('.');
    statement
}
