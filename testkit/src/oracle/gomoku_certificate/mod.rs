//! The checks of gomoku's certificates.

mod maker;
mod mutate;

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Rule, Variant};
use tesuji_core::{Game, Player};
use tesuji_proofs::check::zone;
use tesuji_proofs::{
    Certificate, Head, Kind, NotProved, Proved, check, exhaustive, read, sample, write,
};

use self::maker::{Choices, Maker};
use crate::{Check, Verdict};

/// The checks.
pub const CHECKS: &[Check] = &[
    Check {
        name: "gomoku_certificate",
        bucket: "nodes of the tree, at most 40, plus 100 for a hold; 200 and bytes / 16 where no proof \
                 was found",
        about: "A proof of a small position, in every form that certificates have, and the same \
                proof wounded: whatever its bytes are it is read or refused, and what the judge \
                with zones accepts the judge that plays every reply confirms as far as its \
                budget goes. Whether the first judge accepts all that is right it cannot see.",
        run: certificate,
    },
    Check {
        name: "gomoku_zones",
        bucket: "cells outside the zone; 200 and bytes / 16 where no proof was found",
        about: "A proof of a small position, and stones of the other side added anywhere outside \
                its zone, one, two or three that make no row: the judge that plays every reply finds it proved \
                still. A zone that is larger than it need be it cannot see.",
        run: zones,
    },
];

/// Replies of the judge that plays them all.
const BUDGET: u64 = 1_500;

/// A small position, who claims what, and the bytes that are left to choose
/// with. Six bytes choose board, rule and claim, then each byte puts a stone;
/// where it would win none is put, and mostly none where the next one would.
fn question(bytes: &[u8]) -> (Board, Player, Kind, &[u8]) {
    let at = |place: usize| bytes.get(place).copied().unwrap_or(0);
    let rule = Rule::ALL[usize::from(at(0) % 6)];
    let kind = if at(1) % 3 == 0 { Kind::Hold } else { Kind::Win };
    let (side, k) = match (rule, kind) {
        (Rule::Renju, _) => (5, 5),
        (_, Kind::Hold) => (3, 3 + at(2) % 2),
        (_, Kind::Win) => (3, 3 + u8::from(at(2) % 4 == 0)),
    };
    let spread = if k == 3 { 2 } else { 3 };
    let (width, height) = (side + at(3) % spread, side + at(3) / 8 % spread);
    let (width, height) = if k == 4 { (width.max(4), height.max(4)) } else { (width, height) };
    let variant = Variant::new(width, height, k, rule).expect("sides 3 to 7, k 3 to 5");
    let mut board = Board::new(variant);
    let claimant = Player::BOTH[usize::from(at(4) % 2)];
    let cells: Vec<Cell> = variant.cells().collect();
    let stones = match (rule, k) {
        (Rule::Renju, _) => 6 + at(5) % 12,
        (_, 3) => at(5) % 5,
        _ => 3 + at(5) % 6,
    };
    for place in 0..stones {
        let cell = cells[usize::from(at(6 + usize::from(place))) % cells.len()];
        // A win is likelier where the claimant has more stones.
        let is_ours = place % 2 == 0 || (kind == Kind::Win && place % 4 == 3);
        let player = if is_ours == (kind == Kind::Win) { claimant } else { claimant.other() };
        if board.get(cell).is_none() {
            board.set(cell, Some(player));
            // A row that lacks one stone leaves little to prove.
            let is_near = cells.iter().any(|&next| {
                let mut after = board.clone();
                after.get(next).is_none() && {
                    after.set(next, Some(player));
                    after.wins(player)
                }
            });
            if board.wins(player) || (is_near && at(1) % 4 != 1) {
                board.set(cell, None);
            }
        }
    }
    // Blocks of caro come and go.
    if board.winner().is_some() {
        board = Board::new(variant);
    }
    let is_to_move = kind == Kind::Win || at(4) / 2 % 2 == 0;
    board.set_to_move(if is_to_move { claimant } else { claimant.other() });
    (board, claimant, kind, bytes.get(6 + usize::from(stones)..).unwrap_or(&[]))
}

fn make(bytes: &[u8]) -> (Board, Kind, Option<Certificate>, &[u8]) {
    let (board, claimant, kind, rest) = question(bytes);
    let maker = Maker::new(&board, claimant, kind, Choices::new(rest));
    let moves = if kind == Kind::Win { 4 } else { 40 };
    (board, kind, maker.make(moves), rest)
}

/// A proof of a small position in one of the forms that certificates have,
/// where these bytes ask for one that is found. It may be wrong.
#[must_use]
pub fn proof(bytes: &[u8]) -> Option<Certificate> {
    make(bytes).2
}

/// The certificate with some wound that these bytes choose, where that can be
/// read: in its bytes, its tree, or its claim.
#[must_use]
pub fn wounded(certificate: &Certificate, bytes: &[u8]) -> Option<Certificate> {
    let mut choices = Choices::new(bytes);
    match choices.byte() % 3 {
        0 => read(&mutate::bytes(&write(certificate), &mut choices)).ok(),
        1 => Some(mutate::tree(certificate, &mut choices)),
        _ => mutate::claim(certificate, &mut choices),
    }
}

/// What both judges say, held together.
///
/// # Panics
/// Where the judge with zones accepts what the other refutes.
pub fn judged(certificate: &Certificate) -> Option<Proved> {
    let proved = check(certificate).ok()?;
    let show = || format!("{:?} {:?}", certificate.head(), write(certificate));
    match exhaustive(certificate, Some(BUDGET)) {
        Ok(all) => assert_eq!(all.statement, proved.statement, "{}", show()),
        Err(NotProved::Wrong(fault)) => panic!("accepted, and wrong {fault}: {}", show()),
        Err(NotProved::Refused(_)) => {
            if let Err(fault) = sample(certificate, 20, 1) {
                panic!("accepted, and wrong {fault}: {}", show());
            }
        }
    }
    Some(proved)
}

fn certificate(bytes: &[u8]) -> Verdict {
    let (board, kind, made, rest) = make(bytes);
    let mut choices = Choices::new(rest);
    let Some(certificate) = made else {
        // Bytes behind the head of a certificate.
        let head = Head::new(board.clone(), board.to_move(), Kind::Win);
        let Ok(head) = head else { return Verdict::Skipped("the game is over") };
        let mut builder = tesuji_proofs::Builder::new();
        let root = builder.five();
        let mut file = write(&builder.finish(head, root));
        file.truncate(file.len() - 5);
        file.extend(rest.iter().copied());
        let sum = mutate::crc32(&file);
        file.extend(sum.to_le_bytes());
        if let Ok(read) = read(&file) {
            judged(&read);
        }
        return Verdict::compared(&(board, rest), 200 + rest.len() as u32 / 16);
    };
    let file = write(&certificate);
    assert_eq!(read(&file).as_ref(), Ok(&certificate), "{board}");
    judged(&certificate);
    for _ in 0..4 {
        let damaged = mutate::bytes(&file, &mut choices);
        if let Ok(read) = read(&damaged) {
            assert_eq!(
                tesuji_proofs::read(&write(&read)).map(|read| write(&read)),
                Ok(write(&read))
            );
            judged(&read);
        }
    }
    for _ in 0..2 {
        judged(&mutate::tree(&certificate, &mut choices));
        mutate::claim(&certificate, &mut choices).as_ref().and_then(judged);
    }
    let nodes = certificate.nodes().min(40) as u32;
    Verdict::compared(&(board, file), nodes + if kind == Kind::Hold { 100 } else { 0 })
}

fn zones(bytes: &[u8]) -> Verdict {
    let (board, _, made, rest) = make(bytes);
    let Some(certificate) = made else {
        return Verdict::compared(&(board, rest), 200 + rest.len() as u32 / 16);
    };
    let mut choices = Choices::new(rest);
    // For each number of extra stones the cells where the last of them may lie.
    let mut free: Vec<Vec<Cell>> = Vec::new();
    for extras in 1..=3 {
        let Ok(Some(zone)) = zone(&certificate, extras) else { break };
        let mut outside: Vec<Cell> = board.variant().cells().collect();
        outside.retain(|cell| board.get(*cell).is_none() && !zone.contains(cell));
        free.push(outside);
        let Some(last) = free.last().filter(|last| !last.is_empty()) else { break };
        let tries = if extras == 1 { last.len() } else { last.len().min(8) };
        for place in 0..tries {
            let mut root = board.clone();
            let mut added = Vec::new();
            for (nth, cells) in free.iter().enumerate() {
                let at = if nth == 0 { place } else { choices.below(cells.len()) };
                root.set(cells[at], Some(certificate.head().claimant().other()));
                added.push(cells[at]);
            }
            holds(&certificate, root, &added);
        }
    }
    let outside = free.first().map_or(0, Vec::len) as u32;
    Verdict::compared(&(board, rest), outside)
}

/// The tree proves the same of the position with these stones more.
fn holds(certificate: &Certificate, root: Board, added: &[Cell]) {
    let old = certificate.head();
    let show = || format!("{added:?} {old:?} {:?}", write(certificate));
    // Where they make a row, the game was over before the tree.
    let Ok(head) = Head::new(root, old.claimant(), old.kind()) else { return };
    let certificate = certificate.clone().with_head(head);
    let wrong = match exhaustive(&certificate, Some(2 * BUDGET)) {
        Ok(_) => None,
        Err(NotProved::Wrong(fault)) => Some(fault),
        Err(NotProved::Refused(_)) => sample(&certificate, 50, 1).err(),
    };
    if let Some(fault) = wrong {
        panic!("no proof with more stones, {fault}: {}", show());
    }
}
