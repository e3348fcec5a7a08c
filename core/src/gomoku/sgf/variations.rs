//! Writing a record that branches.

use std::fmt::Write;

use super::letter;
use crate::gomoku::{Cell, naive};
use crate::{Game, Player};

/// Writes a record with variations from a position of stones.
///
/// ```
/// use tesuji_core::Player;
/// use tesuji_core::gomoku::{naive::Board, sgf::Variations};
///
/// let board: Board = "h8 i9 | g7 h10".parse()?;
/// let mut record = Variations::new(&board);
/// record.play(Player::Black, "a1".parse()?);
/// record.comment("a corner");
/// for reply in ["a2", "b1"] {
///     record.open();
///     record.play(Player::White, reply.parse()?);
///     record.close();
/// }
/// let text = "(;FF[4]GM[4]SZ[15]RU[freestyle]AB[hh][ig]AW[gi][hf]PL[B]
/// ;B[ao]C[a corner](;W[an])(;W[bo]))\n";
/// assert_eq!(record.finish(), text);
/// # Ok::<(), tesuji_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variations {
    text: String,
    height: u8,
    /// Variations that are open.
    open: usize,
    /// Whether a variation has just begun.
    fresh: bool,
}

impl Variations {
    /// A record that begins with these stones.
    #[must_use]
    pub fn new(position: &naive::Board) -> Variations {
        let variant = position.variant();
        let (width, height) = (variant.width(), variant.height());
        let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
        let text = format!("(;FF[4]GM[4]SZ[{size}]RU[{}]", variant.rule());
        let mut record = Variations { text, height, open: 0, fresh: false };
        for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
            let stones = position.stones_of(player);
            if !stones.is_empty() {
                record.text.push_str(name);
            }
            for cell in stones {
                record.point(cell);
            }
        }
        let side = if position.to_move() == Player::Black { 'B' } else { 'W' };
        record.add(format_args!("PL[{side}]"));
        record
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("a string takes everything");
    }

    fn point(&mut self, cell: Cell) {
        let (column, row) = (letter(cell.column()), letter(self.height - 1 - cell.row()));
        self.add(format_args!("[{column}{row}]"));
    }

    /// A move after the one before.
    pub fn play(&mut self, player: Player, cell: Cell) {
        if !std::mem::take(&mut self.fresh) {
            self.text.push('\n');
        }
        self.text.push_str(if player == Player::Black { ";B" } else { ";W" });
        self.point(cell);
    }

    /// A move that puts nothing.
    pub fn pass(&mut self, player: Player) {
        if !std::mem::take(&mut self.fresh) {
            self.text.push('\n');
        }
        self.text.push_str(if player == Player::Black { ";B[]" } else { ";W[]" });
    }

    /// A remark on the last move.
    pub fn comment(&mut self, text: &str) {
        let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
        self.add(format_args!("C[{escaped}]"));
    }

    /// Begins a variation; its first move comes next.
    pub fn open(&mut self) {
        self.text.push('(');
        self.open += 1;
        self.fresh = true;
    }

    /// Ends the last variation that is open; nothing where none is.
    pub fn close(&mut self) {
        if let Some(open) = self.open.checked_sub(1) {
            self.text.push(')');
            self.open = open;
        }
    }

    /// The record, with all that was open closed.
    #[must_use]
    pub fn finish(mut self) -> String {
        while self.open > 0 {
            self.close();
        }
        self.text.push_str(")\n");
        self.text
    }
}
