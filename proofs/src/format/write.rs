//! A certificate as bytes.

use tesuji_core::gomoku::{Cell, Symmetry, Variant};
use tesuji_core::{Game, Player};

use super::{MAGIC, RULES, SHORT, VERSION, tag};
use crate::certificate::{Certificate, Edge, Kind, What, part};

/// The file of a certificate. Equal trees that were made in another order
/// give equal bytes.
///
/// Costs a walk over the nodes, and eight bytes of memory for each.
#[must_use]
pub fn write(certificate: &Certificate) -> Vec<u8> {
    let mut out = Out { bytes: MAGIC.to_vec(), variant: certificate.head().variant() };
    out.head(certificate);
    out.tree(certificate);
    let sum = crc32fast::hash(&out.bytes);
    out.bytes.extend(sum.to_le_bytes());
    out.bytes
}

struct Out {
    bytes: Vec<u8>,
    variant: Variant,
}

impl Out {
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn cell(&mut self, cell: Cell) {
        let index =
            u16::from(cell.row()) * u16::from(self.variant.width()) + u16::from(cell.column());
        if index < SHORT {
            self.bytes.push(index as u8);
        } else {
            let [high, low] = (index - SHORT).to_be_bytes();
            self.bytes.extend([SHORT as u8 + high, low]);
        }
    }

    fn mv(&mut self, mv: Option<Cell>) {
        match mv {
            Some(cell) => self.cell(cell),
            None => self.bytes.push(tag::NONE),
        }
    }

    fn head(&mut self, certificate: &Certificate) {
        let (head, variant) = (certificate.head(), self.variant);
        let rule = RULES.iter().position(|&rule| rule == variant.rule());
        let rule = rule.expect("every rule has its number") as u8;
        let flags = u8::from(head.claimant() == Player::White)
            | u8::from(head.kind() == Kind::Hold) << 1
            | u8::from(head.root().to_move() == Player::White) << 2;
        self.bytes.extend([VERSION, rule, variant.width(), variant.height(), variant.k(), flags]);
        for player in [Player::Black, Player::White] {
            let mut stones = head.root().stones_of(player);
            stones.sort_unstable_by_key(|cell| (cell.row(), cell.column()));
            self.number(stones.len() as u32);
            stones.iter().for_each(|&cell| self.cell(cell));
        }
    }

    /// The nodes behind their children, each where a walk from the root first
    /// meets it.
    fn tree(&mut self, certificate: &Certificate) {
        let mut numbers: Vec<Option<u32>> = vec![None; certificate.nodes()];
        let mut next = 0;
        let mut path = vec![(Edge::from(certificate.root()), 0)];
        while let Some((edge, followed)) = path.pop() {
            let at = edge.node.index();
            if let Some(number) = numbers[at] {
                self.bytes.push(tag::SAME);
                self.number(next - number);
            } else if let Some(&child) = certificate.edges(edge.node).get(followed) {
                path.extend([(edge, followed + 1), (child, 0)]);
                continue;
            } else {
                self.node(certificate, edge);
                numbers[at] = Some(next);
                next += 1;
            }
            if edge.symmetry != Symmetry::Identity {
                let number = Symmetry::ALL.iter().position(|&one| one == edge.symmetry);
                let number = number.expect("it is one of all");
                self.bytes.extend([tag::TURN, number as u8]);
            }
        }
    }

    fn node(&mut self, certificate: &Certificate, edge: Edge) {
        let record = certificate.record(edge.node);
        let tag = match record.what {
            What::Four => None,
            What::Five => Some(tag::FIVE),
            What::End => Some(tag::END),
            What::Named => Some(tag::NAMED),
            What::WithDefault => Some(tag::DEFAULT),
            What::WithFirst => Some(tag::FIRST),
            What::Dead => Some(tag::DEAD),
            What::Full => Some(tag::FULL),
            What::Pairs => Some(tag::PAIRS),
        };
        self.bytes.extend(tag);
        if record.what != What::Five {
            self.mv(record.mv);
        }
        match record.what {
            What::Named | What::WithDefault | What::WithFirst => {
                let replies = part(&certificate.replies, record.cells);
                let groups = replies.chunk_by(|_, reply| !reply.is_first);
                self.number(groups.clone().count() as u32);
                for group in groups {
                    if group.len() > 1 {
                        self.bytes.push(tag::GROUP);
                        self.number(group.len() as u32);
                    }
                    group.iter().for_each(|reply| self.cell(reply.cell));
                }
            }
            What::Pairs => {
                let pairs = part(&certificate.pairs, record.cells);
                self.number(pairs.len() as u32);
                pairs.as_flattened().iter().for_each(|&cell| self.cell(cell));
            }
            What::Five | What::End | What::Four | What::Dead | What::Full => {}
        }
    }
}
