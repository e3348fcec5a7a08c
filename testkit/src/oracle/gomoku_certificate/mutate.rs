//! Certificates that are nearly right.

use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Rule, Variant};
use tesuji_core::{Game, Player};
use tesuji_proofs::{Builder, Certificate, Edge, Head, Kind, Node, Reply, Rest};

use super::maker::Choices;

/// Bytes that differ in up to three places, with the checksum put right.
pub(super) fn bytes(file: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = file[..file.len().saturating_sub(4)].to_vec();
    for _ in 0..=choices.byte() % 3 {
        if bytes.len() < 10 {
            break;
        }
        // The first nine say that it is a certificate of version 1.
        let at = 9 + choices.below(bytes.len() - 9);
        match choices.byte() % 6 {
            0 => bytes[at] ^= 1 << (choices.byte() % 8),
            1 => bytes[at] = choices.byte(),
            2 => bytes[at] = 0xe8 + choices.byte() % 10,
            3 => bytes.insert(at, choices.byte()),
            4 => {
                bytes.remove(at);
            }
            _ => {
                let other = 9 + choices.below(bytes.len() - 9);
                bytes.swap(at, other);
            }
        }
    }
    let sum = crc32(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The CRC-32 of the format, bit by bit.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

/// The same tree for another claim: another rule, a stone more, less or
/// elsewhere, the other claimant or kind. `None` where nothing can be claimed.
pub(super) fn claim(certificate: &Certificate, choices: &mut Choices<'_>) -> Option<Certificate> {
    let head = certificate.head();
    let mut root = head.root().clone();
    let (mut claimant, mut kind) = (head.claimant(), head.kind());
    let cells: Vec<Cell> = root.variant().cells().collect();
    let cell = cells[choices.below(cells.len())];
    match choices.byte() % 6 {
        0 | 1 => {
            let old = root.variant();
            let rule = Rule::ALL[choices.below(6)];
            let variant = Variant::new(old.width(), old.height(), old.k(), rule).ok()?;
            let mut other = Board::new(variant);
            root.stones().into_iter().for_each(|(cell, player)| other.set(cell, Some(player)));
            other.set_to_move(root.to_move());
            root = other;
        }
        2 => root.set(cell, Some(Player::BOTH[choices.below(2)])),
        3 => {
            let stones = root.stones();
            if let Some(&(from, player)) = stones.get(choices.below(stones.len())) {
                root.set(from, None);
                if choices.byte().is_multiple_of(2) && root.get(cell).is_none() {
                    root.set(cell, Some(player));
                }
            }
        }
        4 => {
            claimant = claimant.other();
            root.set_to_move(root.to_move().other());
        }
        _ => kind = if kind == Kind::Win { Kind::Hold } else { Kind::Win },
    }
    let head = Head::new(root, claimant, kind).ok()?;
    Some(certificate.clone().with_head(head))
}

/// The same claim with one node changed: another move, a reply dropped,
/// exchanged or moved to another group, another rest.
pub(super) fn tree(certificate: &Certificate, choices: &mut Choices<'_>) -> Certificate {
    let variant = certificate.head().variant();
    let cells: Vec<Cell> = variant.cells().collect();
    let wounded = choices.below(certificate.nodes());
    let mut builder = Builder::new();
    let mut ids = Vec::with_capacity(certificate.nodes());
    for id in certificate.ids() {
        let is_wounded = id.index() == wounded;
        let there = |edge: Edge| Edge { node: ids[edge.node.index()], ..edge };
        let mut other = |mv: Cell| {
            if is_wounded { cells[choices.below(cells.len())] } else { mv }
        };
        let made = match certificate.node(id) {
            Node::Five => builder.five(),
            Node::End(mv) => builder.end(other(mv)),
            Node::Four { mv, next } => builder.four(other(mv), there(next)),
            Node::Dead { mv } => builder.dead(mv.map(other)),
            Node::Full { mv } => builder.full(mv.map(other)),
            Node::Pairs { mv, pairs } => {
                let mut pairs = pairs.to_vec();
                if is_wounded && !pairs.is_empty() {
                    pairs.swap_remove(choices.below(pairs.len()));
                }
                builder.pairs(mv, &pairs)
            }
            Node::Replies { mv, replies, edges, rest } => {
                let mut rest = match rest {
                    Rest::Default(edge) => Rest::Default(there(edge)),
                    rest => rest,
                };
                let of = |replies: &[Reply]| replies.iter().map(|reply| reply.cell).collect();
                let mut groups: Vec<(Vec<Cell>, Edge)> = replies
                    .chunk_by(|_, reply| !reply.is_first)
                    .zip(edges)
                    .map(|(replies, &edge)| (of(replies), there(edge)))
                    .collect();
                let mut mv = mv;
                if is_wounded {
                    wound(&mut mv, &mut groups, &mut rest, &cells, choices);
                }
                let groups: Vec<(&[Cell], Edge)> =
                    groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
                builder.replies(mv, &groups, rest)
            }
        };
        ids.push(made);
    }
    let root = ids[certificate.root().index()];
    builder.finish(certificate.head().clone(), root)
}

fn wound(
    mv: &mut Option<Cell>,
    groups: &mut Vec<(Vec<Cell>, Edge)>,
    rest: &mut Rest,
    cells: &[Cell],
    choices: &mut Choices<'_>,
) {
    let cell = cells[choices.below(cells.len())];
    let at = choices.below(groups.len());
    match choices.byte() % 6 {
        0 => *mv = mv.map(|_| cell),
        1 if groups.len() > 1 => {
            groups.remove(at);
        }
        2 if !groups.is_empty() => groups[at].0[0] = cell,
        3 if !groups.is_empty() => groups[at].0.push(cell),
        4 if groups.len() > 1 => {
            let (moved, _) = groups.pop().expect("there are two");
            let at = choices.below(groups.len());
            groups[at].0.extend(moved);
        }
        _ if !groups.is_empty() => *rest = Rest::First,
        _ => *rest = Rest::None,
    }
}
