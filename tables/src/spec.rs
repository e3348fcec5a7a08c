//! Which table: a game and its size.

use std::fmt::{self, Display};

use tesuji_core::pawn_chess::Size;
use tesuji_core::pursuit::MAX_SIZE;
use tesuji_core::sliding_four::large::Shape;

use crate::error::{Place, TableError};
use crate::format::Header;
use crate::numbering::Numbering;
use crate::numbering::pawn_chess::PawnChess;
use crate::numbering::pursuit::{self, Pursuit};
use crate::numbering::sliding_four::{Pieces, SlidingFour};

/// A game and a size: what a table is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spec {
    /// Every position of pawn chess with this size, White to move.
    PawnChess(Size),
    /// Every placement of pursuit, White to move.
    Pursuit {
        /// Rows and columns, from 2.
        n: u32,
        /// Cells that White may move.
        white: u32,
        /// Cells that Black may move.
        black: u32,
    },
    /// Every board of sliding four with so many pieces, either side to move.
    SlidingFour {
        /// The board and the cells of a goal.
        shape: Shape,
        /// White's pieces.
        white: u32,
        /// Black's pieces.
        black: u32,
    },
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.game())?;
        match self {
            Spec::PawnChess(size) => write!(f, "{size}"),
            Spec::Pursuit { n, white, black } => write!(f, "{n} speeds {white},{black}"),
            Spec::SlidingFour { shape, white, black } => write!(
                f,
                "{}x{} pieces {white},{black} line {}",
                shape.width(),
                shape.height(),
                shape.line()
            ),
        }
    }
}

/// The numbering of a table.
#[derive(Debug)]
pub(crate) enum Numbers {
    PawnChess(PawnChess),
    Pursuit(Pursuit),
    SlidingFour(SlidingFour),
}

/// Evaluates an expression with whichever numbering it is.
macro_rules! with {
    ($numbers:expr, $name:ident => $body:expr) => {
        match $numbers {
            $crate::spec::Numbers::PawnChess($name) => $body,
            $crate::spec::Numbers::Pursuit($name) => $body,
            $crate::spec::Numbers::SlidingFour($name) => $body,
        }
    };
}
pub(crate) use with;

/// No table has more positions.
const MOST: u128 = 1 << 40;

impl Spec {
    /// The game, as the command line names it.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        match self {
            Spec::PawnChess(_) => "pawn-chess",
            Spec::Pursuit { .. } => "pursuit",
            Spec::SlidingFour { .. } => "sliding-four",
        }
    }

    /// Whether it is a puzzle, whose values are steps to a goal; else a value
    /// is plies to the end, won where odd and lost where even.
    #[must_use]
    pub const fn is_puzzle(&self) -> bool {
        matches!(self, Spec::SlidingFour { .. })
    }

    /// What makes it no table.
    fn fault(&self) -> Option<&'static str> {
        match *self {
            Spec::PawnChess(_) => None,
            Spec::Pursuit { n, .. } if !(2..=u32::from(MAX_SIZE)).contains(&n) => {
                Some("no board has this size")
            }
            Spec::Pursuit { n, white, black }
                if !(1..n).contains(&white) || !(1..n).contains(&black) =>
            {
                Some("no side has this speed")
            }
            Spec::SlidingFour { shape, white, black }
                if white.checked_add(black).is_none_or(|pieces| pieces > shape.cells()) =>
            {
                Some("the pieces are more than the cells")
            }
            _ => None,
        }
    }

    /// How many positions the table stands for, without making anything.
    ///
    /// # Errors
    /// [`TableError::TooLarge`] beyond 2^40, [`TableError::Position`] where
    /// there is no such board.
    pub fn positions(&self) -> Result<u64, TableError> {
        if let Some(fault) = self.fault() {
            return Err(TableError::Position(format!("{self}: {fault}")));
        }
        let positions = match *self {
            Spec::PawnChess(size) => PawnChess::positions(size),
            Spec::Pursuit { n, white, black } => {
                Pursuit::positions(pursuit::Board { n, white, black })
            }
            Spec::SlidingFour { shape, white, black } => {
                SlidingFour::positions(Pieces { shape, white, black })
            }
        };
        if positions > MOST {
            return Err(TableError::TooLarge(format!(
                "the table of {self} has {positions} positions; the limit is {MOST}"
            )));
        }
        Ok(positions as u64)
    }

    /// No position has more images than this, itself included.
    const fn images(&self) -> u64 {
        match self {
            Spec::PawnChess(_) => 2,
            Spec::Pursuit { .. } => Pursuit::IMAGES,
            Spec::SlidingFour { .. } => SlidingFour::IMAGES,
        }
    }

    /// The numbering.
    ///
    /// # Errors
    /// As [`Spec::positions`].
    pub(crate) fn numbers(&self) -> Result<Numbers, TableError> {
        self.positions()?;
        Ok(match *self {
            Spec::PawnChess(size) => Numbers::PawnChess(PawnChess::new(size)),
            Spec::Pursuit { n, white, black } => {
                Numbers::Pursuit(Pursuit::new(pursuit::Board { n, white, black }))
            }
            Spec::SlidingFour { shape, white, black } => {
                Numbers::SlidingFour(SlidingFour::new(Pieces { shape, white, black }))
            }
        })
    }

    /// The header of the table with this numbering.
    pub(crate) fn header(&self, numbers: &Numbers) -> Result<Header, TableError> {
        let mut parameters = [0; 8];
        let (game, given) = match *self {
            Spec::PawnChess(size) => (1, vec![size.columns(), size.rows()]),
            Spec::Pursuit { n, white, black } => (2, vec![n, white, black]),
            Spec::SlidingFour { shape, white, black } => {
                (3, vec![shape.width(), shape.height(), shape.line(), white, black])
            }
        };
        for (to, from) in parameters.iter_mut().zip(given) {
            *to = from as u16;
        }
        let slots = with!(numbers, numbers => numbers.slots());
        Ok(Header { game, parameters, slots, positions: self.positions()? })
    }

    /// Which table this is the header of, as far as can be told before the
    /// numbering is made: its slots are at least what the positions need.
    pub(crate) fn read(header: &Header) -> Result<Spec, TableError> {
        let bad = |what| TableError::Malformed(Place::Header, what);
        let parameters = header.parameters.map(u32::from);
        let spec = match (header.game, parameters) {
            (1, [columns, rows, 0, 0, 0, 0, 0, 0]) => {
                let size = Size::new(columns, rows);
                Spec::PawnChess(size.map_err(|_| bad("no board has this size"))?)
            }
            (2, [n, white, black, 0, 0, 0, 0, 0]) => Spec::Pursuit { n, white, black },
            (3, [width, height, line, white, black, 0, 0, 0]) => {
                let shape = Shape::new(width, height, line);
                let shape = shape.map_err(|_| bad("no board has this shape"))?;
                Spec::SlidingFour { shape, white, black }
            }
            (1..=3, _) => return Err(bad("the game has no such parameters")),
            _ => return Err(bad("there is no such game")),
        };
        if let Some(fault) = spec.fault() {
            return Err(bad(fault));
        }
        if spec.positions()? != header.positions
            || header.slots == 0
            || header.slots > header.positions
            || header.slots < header.positions / spec.images()
        {
            return Err(bad("the size has another number of positions"));
        }
        Ok(spec)
    }
}
