//! What to play where hardly anything lies on the board.

use tesuji_core::gomoku::{Cell, Variant};

use crate::position::Position;

/// The move for a board with at most one stone: the middle, and beside it,
/// diagonally and towards the middle. A stone near the edge is left alone.
pub(super) fn rule_of_thumb(position: &Position) -> Option<Cell> {
    /// Cells between a stone and the edge that make it worth an answer beside it.
    const ROOM: u8 = 3;
    let variant = position.variant();
    let (middle_column, middle_row) = (variant.width() / 2, variant.height() / 2);
    let middle = Cell::new(middle_column, middle_row).filter(|&cell| position.is_legal(cell));
    match position.stones()[..] {
        [] => middle,
        [(stone, _)] => {
            let (column, row) = (stone.column(), stone.row());
            let inside = |at: u8, side: u8| at >= ROOM && side - 1 - at >= ROOM;
            if !inside(column, variant.width()) || !inside(row, variant.height()) {
                return middle;
            }
            let toward = |at: u8, middle: u8| if at > middle { at - 1 } else { at + 1 };
            let beside = Cell::new(toward(column, middle_column), toward(row, middle_row));
            beside.filter(|&cell| position.is_legal(cell))
        }
        _ => None,
    }
}

/// Openings of swap2 that are worth a look: Black's, White's and Black's stone,
/// in a corner, where three stones decide least.
///
/// Of a sample of such openings they are those to which the search gave the
/// values nearest to nothing, half a million nodes each, on 15x15 under
/// freestyle and standard and on 20x20: within 13 of it on all three.
pub(super) fn balanced(variant: Variant) -> Vec<[Cell; 3]> {
    // Column and row from the corner.
    const STONES: [[(u8, u8); 3]; 8] = [
        [(0, 1), (1, 2), (3, 2)],
        [(0, 0), (2, 0), (3, 2)],
        [(2, 0), (0, 4), (4, 2)],
        [(0, 2), (1, 1), (4, 1)],
        [(4, 0), (1, 4), (4, 2)],
        [(0, 0), (0, 4), (3, 3)],
        [(1, 2), (0, 2), (2, 1)],
        [(0, 4), (3, 1), (2, 3)],
    ];
    let cell = |(column, row)| Cell::new(column, row).filter(|&cell| variant.contains(cell));
    let on_board =
        |[first, second, third]: [(u8, u8); 3]| Some([cell(first)?, cell(second)?, cell(third)?]);
    STONES.into_iter().filter_map(on_board).collect()
}

#[cfg(test)]
mod tests {
    use tesuji_core::gomoku::Rule;

    use super::*;

    fn reply(width: u8, height: u8, stone: Option<(u8, u8)>) -> Option<String> {
        let variant = Variant::new(width, height, 5, Rule::Renju).expect("a board");
        let mut position = Position::new(variant, false);
        if let Some((column, row)) = stone {
            position.play(Cell::new(column, row).expect("a cell"));
        }
        rule_of_thumb(&position).map(|cell| cell.to_string())
    }

    #[test]
    fn the_first_moves_are_in_the_middle_or_beside() {
        assert_eq!(reply(15, 15, None).as_deref(), Some("h8"));
        assert_eq!(reply(5, 30, None).as_deref(), Some("c16"));
        assert_eq!(reply(15, 15, Some((7, 7))).as_deref(), Some("i9"));
        assert_eq!(reply(15, 15, Some((10, 3))).as_deref(), Some("j5"));
        assert_eq!(reply(15, 15, Some((0, 0))).as_deref(), Some("h8"));
        // The middle is taken and near the edge: the search is asked.
        assert_eq!(reply(5, 5, Some((2, 2))), None);
    }

    #[test]
    fn openings_lie_on_every_board() {
        for (width, height) in [(5, 5), (5, 30), (15, 15), (30, 30)] {
            let variant = Variant::new(width, height, 5, Rule::Freestyle).expect("a board");
            let openings = balanced(variant);
            assert_eq!(openings.len(), 8);
            for [a, b, c] in openings {
                assert!(
                    a != b && b != c && a != c && [a, b, c].iter().all(|&s| variant.contains(s))
                );
            }
        }
    }
}
