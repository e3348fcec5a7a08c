//! Moves as the protocol writes them.

use tesuji_core::gomoku::Cell;

/// A `BOARD` of these stones, made in turn, for the side that is to move.
pub(crate) fn block(stones: &[Cell]) -> String {
    let mut block = "BOARD\n".to_owned();
    for (back, cell) in (0..stones.len()).rev().zip(stones) {
        // The last stone, none back, is the opponent's.
        block += &format!("{},{},{}\n", cell.column(), cell.row(), 2 - back % 2);
    }
    block + "DONE"
}

/// Reads `x,y`.
pub(crate) fn cell_of(line: &str) -> Option<Cell> {
    let (x, y) = line.split_once(',')?;
    Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stone_of_a_block_is_the_opponent_s() {
        let stones: Vec<Cell> = ["h8", "i9", "g7"].map(|cell| cell.parse().unwrap()).to_vec();
        assert_eq!(block(&stones), "BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE");
        assert_eq!(block(&stones[..2]), "BOARD\n7,7,1\n8,8,2\nDONE");
    }

    #[test]
    fn moves_are_read() {
        assert_eq!(cell_of("7,8").map(|cell| cell.to_string()).as_deref(), Some("h9"));
        for bad in ["", "7", "7,", "30,7", "SWAP", "7,7 8,8"] {
            assert_eq!(cell_of(bad), None, "{bad}");
        }
    }
}
