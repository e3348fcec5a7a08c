//! Bytes as a certificate.

use tesuji_core::Player;
use tesuji_core::gomoku::naive::Board;
use tesuji_core::gomoku::{Cell, Symmetry, Variant};

use super::{FormatError, MAGIC, RULES, SHORT, SUM, VERSION, Wrong, tag};
use crate::certificate::{Certificate, Edge, Head, Kind, NodeId, Record, Reply, What};

/// Reads a certificate.
///
/// It costs one pass, and at most some fifty bytes of memory for each byte of
/// the file, whatever that says.
///
/// # Errors
/// Where the bytes are no certificate of version 1. Whether it proves what it
/// claims is not looked at.
pub fn read(bytes: &[u8]) -> Result<Certificate, FormatError> {
    let mut input = Input { bytes, at: 0, variant: Variant::default() };
    if bytes.get(..MAGIC.len()) != Some(&MAGIC) {
        return Err(FormatError { offset: 0, wrong: Wrong::NotACertificate });
    }
    input.at = MAGIC.len();
    let version = input.byte()?;
    if version != VERSION {
        return Err(input.before(1, Wrong::Version(version)));
    }
    let end = bytes.len().saturating_sub(SUM).max(input.at);
    let (body, sum) = bytes.split_at(end);
    if sum.len() < SUM {
        return Err(FormatError { offset: bytes.len(), wrong: Wrong::CutOff });
    }
    if crc32fast::hash(body).to_le_bytes() != sum {
        return Err(FormatError { offset: end, wrong: Wrong::Checksum });
    }
    input.bytes = body;
    let head = input.head()?;
    Tree::new(head).read(&mut input)
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
    variant: Variant,
}

impl Input<'_> {
    /// An error so many bytes back.
    fn before(&self, bytes: usize, wrong: Wrong) -> FormatError {
        FormatError { offset: self.at - bytes, wrong }
    }

    fn byte(&mut self) -> Result<u8, FormatError> {
        let byte = *self.bytes.get(self.at).ok_or(self.before(0, Wrong::CutOff))?;
        self.at += 1;
        Ok(byte)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn number(&mut self) -> Result<u32, FormatError> {
        let first = self.at;
        let mut number = 0_u64;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let is_shortest = byte != 0 || shift == 0;
                return u32::try_from(number)
                    .ok()
                    .filter(|_| is_shortest)
                    .ok_or(FormatError { offset: first, wrong: Wrong::Number });
            }
            if shift == 28 {
                break;
            }
        }
        Err(FormatError { offset: first, wrong: Wrong::Number })
    }

    /// A cell whose first byte has been read.
    fn cell_from(&mut self, first: u8) -> Result<Cell, FormatError> {
        let offset = self.at - 1;
        let wrong = FormatError { offset, wrong: Wrong::Cell };
        let mut index = u16::from(first);
        if index >= SHORT {
            if first >= tag::FIVE {
                return Err(wrong);
            }
            index = SHORT + ((index - SHORT) << 8 | u16::from(self.byte()?));
        }
        let width = u16::from(self.variant.width());
        let cell = Cell::new((index % width) as u8, u8::try_from(index / width).unwrap_or(u8::MAX));
        cell.filter(|&cell| self.variant.contains(cell)).ok_or(wrong)
    }

    fn cell(&mut self) -> Result<Cell, FormatError> {
        let first = self.byte()?;
        self.cell_from(first)
    }

    fn mv(&mut self) -> Result<Option<Cell>, FormatError> {
        match self.byte()? {
            tag::NONE => Ok(None),
            first => self.cell_from(first).map(Some),
        }
    }

    fn head(&mut self) -> Result<Head, FormatError> {
        let rule = self.byte()?;
        let rule = *RULES.get(usize::from(rule)).ok_or(self.before(1, Wrong::Rule(rule)))?;
        let (width, height, k) = (self.byte()?, self.byte()?, self.byte()?);
        self.variant = Variant::new(width, height, k, rule)
            .map_err(|error| self.before(3, Wrong::Variant(error)))?;
        let flags = self.byte()?;
        if flags > 7 {
            return Err(self.before(1, Wrong::Flags(flags)));
        }
        let side = |bit: u8| if flags & bit == 0 { Player::Black } else { Player::White };
        let kind = if flags & 2 == 0 { Kind::Win } else { Kind::Hold };
        let first = self.at;
        let mut root = Board::new(self.variant);
        for player in [Player::Black, Player::White] {
            let mut last = None;
            for _ in 0..self.number()? {
                let offset = self.at;
                let cell = self.cell()?;
                let place = Some((cell.row(), cell.column()));
                if place <= last || root.get(cell).is_some() {
                    return Err(FormatError { offset, wrong: Wrong::Stones });
                }
                last = place;
                root.set(cell, Some(player));
            }
        }
        root.set_to_move(side(4));
        Head::new(root, side(1), kind)
            .map_err(|error| FormatError { offset: first, wrong: Wrong::Head(error) })
    }
}

/// The tree as far as it has been read, and the edges that wait for a parent.
struct Tree {
    made: Certificate,
    waiting: Vec<Edge>,
}

impl Tree {
    fn new(head: Head) -> Tree {
        let made = Certificate {
            head,
            records: Vec::new(),
            edges: Vec::new(),
            replies: Vec::new(),
            pairs: Vec::new(),
        };
        Tree { made, waiting: Vec::new() }
    }

    fn read(mut self, input: &mut Input<'_>) -> Result<Certificate, FormatError> {
        while let Some(first) = input.peek() {
            let offset = input.at;
            self.node(input, first, offset)?;
        }
        let roots = input.before(0, Wrong::Roots);
        match self.waiting[..] {
            [root] if root == Edge::from(NodeId(self.made.records.len() as u32 - 1)) => {
                Ok(self.made)
            }
            _ => Err(roots),
        }
    }

    fn node(&mut self, input: &mut Input<'_>, first: u8, offset: usize) -> Result<(), FormatError> {
        let wrong = |wrong| FormatError { offset, wrong };
        if u16::from(first) < SHORT || first < tag::FIVE {
            let mv = input.cell()?;
            return self.push(What::Four, Some(mv), 1, (0, 0)).ok_or(wrong(Wrong::Missing));
        }
        input.at += 1;
        let pushed = match first {
            tag::FIVE => self.push(What::Five, None, 0, (0, 0)),
            tag::END => {
                let mv = input.cell()?;
                self.push(What::End, Some(mv), 0, (0, 0))
            }
            tag::NAMED | tag::DEFAULT | tag::FIRST => {
                let what = match first {
                    tag::NAMED => What::Named,
                    tag::DEFAULT => What::WithDefault,
                    _ => What::WithFirst,
                };
                let mv = input.mv()?;
                let (groups, cells) = self.groups(input)?;
                if groups == 0 && what == What::WithFirst {
                    return Err(wrong(Wrong::Group));
                }
                self.push(what, mv, groups + u32::from(what == What::WithDefault), cells)
            }
            tag::DEAD | tag::FULL => {
                let what = if first == tag::DEAD { What::Dead } else { What::Full };
                let mv = input.mv()?;
                self.push(what, mv, 0, (0, 0))
            }
            tag::PAIRS => {
                let mv = input.mv()?;
                let from = self.made.pairs.len() as u32;
                let count = input.number()?;
                for _ in 0..count {
                    self.made.pairs.push([input.cell()?, input.cell()?]);
                }
                self.push(What::Pairs, mv, 0, (from, count))
            }
            tag::SAME => {
                let distance = input.number()?;
                let count = self.made.records.len() as u32;
                let node = count.checked_sub(distance).filter(|&node| node < count);
                let node = NodeId(node.ok_or(wrong(Wrong::Same(distance)))?);
                self.waiting.push(node.into());
                Some(())
            }
            tag::TURN => {
                let number = input.byte()?;
                let symmetries = Symmetry::of(input.variant);
                let symmetry = symmetries.get(usize::from(number)).filter(|_| number > 0);
                let symmetry = *symmetry.ok_or(wrong(Wrong::Symmetry(number)))?;
                match self.waiting.last_mut() {
                    Some(edge) if edge.symmetry == Symmetry::Identity => {
                        edge.symmetry = symmetry;
                        Some(())
                    }
                    _ => None,
                }
            }
            tag => return Err(wrong(Wrong::Tag(tag))),
        };
        pushed.ok_or(wrong(Wrong::Missing))
    }

    /// The number of groups, and their cells.
    fn groups(&mut self, input: &mut Input<'_>) -> Result<(u32, (u32, u32)), FormatError> {
        let from = self.made.replies.len();
        let groups = input.number()?;
        for edge in 0..groups {
            let mut count = 1;
            if input.peek() == Some(tag::GROUP) {
                input.at += 1;
                count = input.number()?;
                if count < 2 {
                    return Err(input.before(1, Wrong::Group));
                }
            }
            for at in 0..count {
                let cell = input.cell()?;
                self.made.replies.push(Reply { cell, edge, is_first: at == 0 });
            }
        }
        Ok((groups, (from as u32, (self.made.replies.len() - from) as u32)))
    }

    /// A node with so many of the edges that wait; `None` where there are not
    /// so many, or more nodes than can be counted.
    fn push(&mut self, what: What, mv: Option<Cell>, edges: u32, cells: (u32, u32)) -> Option<()> {
        let from = self.waiting.len().checked_sub(edges as usize)?;
        let id = NodeId(u32::try_from(self.made.records.len()).ok()?);
        let first = u32::try_from(self.made.edges.len()).ok()?;
        self.made.edges.extend(self.waiting.drain(from..));
        self.made.records.push(Record { what, mv, edges: (first, edges), cells });
        self.waiting.push(id.into());
        Some(())
    }
}
