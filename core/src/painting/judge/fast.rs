//! The quick reader of good files. It hands back `None` at the first doubt;
//! the reader with places then reads again and says what is wrong.

use super::super::grid::{join, mark};
use super::{Grid, MAX_COLUMNS};

/// The least bytes of a pair: row, blank, column and, but for the last, one
/// more blank.
const PAIR_BYTES: u64 = 4;

pub(super) fn parse(bytes: &[u8]) -> Option<Vec<Grid>> {
    let mut reader = Reader { bytes, at: 0 };
    let cases = reader.number()?;
    let mut grids = Vec::new();
    let mut scratch = Vec::new();
    for _ in 0..cases {
        let columns = reader.number()?;
        let pairs = reader.number()?;
        reader.skip_white();
        if columns == 0 || columns > MAX_COLUMNS || pairs > most_pairs(&bytes[reader.at..]) {
            return None;
        }
        let marks = if is_dense(columns, pairs) {
            reader.dense(columns as usize, pairs, &mut scratch)?
        } else {
            reader.sparse(columns, pairs)?
        };
        grids.push(Grid::from_marks(columns, marks));
    }
    reader.skip_white();
    (reader.at == bytes.len()).then_some(grids)
}

/// How many pairs these bytes hold at most.
const fn most_pairs(bytes: &[u8]) -> u64 {
    (bytes.len() as u64 + 1) / PAIR_BYTES
}

/// Whether a grid is read into a byte a column, and not by sorting its pairs:
/// while that is no more than the pairs deserve, so that memory follows M in
/// both.
const fn is_dense(columns: u64, pairs: u64) -> bool {
    columns <= 8 * pairs
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl Reader<'_> {
    fn skip_white(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| is_white(byte)) {
            self.at += 1;
        }
    }

    /// White space, then a number that ends at white space or at the end.
    fn number(&mut self) -> Option<u64> {
        self.skip_white();
        let start = self.at;
        let mut number: u64 = 0;
        while let Some(digit) = self.bytes.get(self.at).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 {
                break;
            }
            number = number.checked_mul(10)?.checked_add(u64::from(digit))?;
            self.at += 1;
        }
        let ends = self.bytes.get(self.at).is_none_or(|&byte| is_white(byte));
        (ends && self.at > start).then_some(number)
    }

    /// A pair of row (1 or 2) and column (not looked at), and the white space
    /// behind it, so that the next pair begins where this one ends.
    #[inline(always)]
    fn pair(&mut self) -> Option<(u64, u64)> {
        if let Some((row, column, length)) = self.pair_at_once() {
            self.at += length;
            return Some((row, column));
        }
        self.pair_by_numbers()
    }

    #[cold]
    #[inline(never)]
    fn pair_by_numbers(&mut self) -> Option<(u64, u64)> {
        let row = self.number()?;
        let column = self.number()?;
        self.skip_white();
        matches!(row, 1 | 2).then_some((row, column))
    }

    /// The pair of a line such as `2 4747\n` out of one word of eight bytes:
    /// a row, one blank, up to five digits, one line end. The lowest byte of
    /// the word is the first of the text:
    ///
    /// ```text
    ///   byte   7     6      5     4     3     2     1     0
    ///       +-----+------+-----+-----+-----+-----+-----+-----+
    ///       |  ?  | '\n' | '7' | '4' | '7' | '4' | ' ' | '2' |
    ///       +-----+------+-----+-----+-----+-----+-----+-----+
    /// ```
    ///
    /// No branch depends on how many digits there are. The digits are summed
    /// in pairs, fours and eights by three products (Langdale and Lemire).
    #[inline(always)]
    fn pair_at_once(&self) -> Option<(u64, u64, usize)> {
        const ZEROS: u64 = 0x3030_3030_3030;
        const TO_HIGH_BIT: u64 = 0x7676_7676_7676;
        const HIGH_BITS: u64 = 0x8080_8080_8080;
        let word = u64::from_le_bytes(*self.bytes.get(self.at..)?.first_chunk()?);
        let row = (word & 0xff) ^ u64::from(b'0');
        // The lowest byte above 9 is told right; a carry only reaches bytes
        // that follow it.
        let digits = (word >> 16) ^ ZEROS;
        let other = (digits.wrapping_add(TO_HIGH_BIT) | digits) & HIGH_BITS;
        let bits = other.trailing_zeros() & !7;
        let blank = word >> 8 & 0xff == u64::from(b' ');
        if !(matches!(row, 1 | 2) && blank && matches!(bits, 8..=40)) {
            return None;
        }
        if word >> (16 + bits) & 0xff != u64::from(b'\n') {
            return None;
        }
        let eight = digits << (64 - bits);
        let pairs = eight.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
        let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
        let column = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
        Some((row, column, 3 + bits as usize / 8))
    }

    /// Reads the pairs of a grid into a byte a column.
    fn dense(&mut self, columns: usize, pairs: u64, seen: &mut Vec<u8>) -> Option<Vec<u64>> {
        seen.clear();
        seen.resize(columns + 1, 0);
        let mut twice = 0;
        for _ in 0..pairs {
            let (row, column) = self.pair()?;
            let rows = seen.get_mut(usize::try_from(column).ok()?)?;
            twice |= *rows & row as u8;
            *rows |= row as u8;
        }
        if twice != 0 || seen[0] != 0 {
            return None;
        }
        let painted = seen.iter().filter(|&&rows| rows != 0).count();
        // Every column is written, and the next one over it where it was not
        // painted: no branch to guess. One word more takes the last of these.
        let mut marks = vec![0; painted + 1];
        let mut next = 0;
        for (column, &rows) in seen.iter().enumerate() {
            marks[next] = mark(column as u64, u64::from(rows));
            next += usize::from(rows != 0);
        }
        marks.truncate(painted);
        Some(marks)
    }

    /// Reads the pairs of a grid that is wide for them, and sorts.
    fn sparse(&mut self, columns: u64, pairs: u64) -> Option<Vec<u64>> {
        let mut marks = Vec::with_capacity(usize::try_from(pairs).ok()?);
        for _ in 0..pairs {
            let (row, column) = self.pair()?;
            if column == 0 || column > columns {
                return None;
            }
            marks.push(mark(column, row));
        }
        join(&mut marks).ok()?;
        Some(marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row, column and length of a pair that needs no second look.
    fn at_once(text: &[u8]) -> Option<(u64, u64, usize)> {
        Reader { bytes: text, at: 0 }.pair_at_once()
    }

    #[test]
    fn a_pair_on_a_line_of_its_own_is_read_at_once() {
        for column in (0..1_200).chain([4_747, 10_000, 56_789, 99_999]) {
            for row in 1..=2 {
                let line = format!("{row} {column}\n");
                let text = format!("{line}2 4747\n");
                assert_eq!(at_once(text.as_bytes()), Some((row, column, line.len())), "{text:?}");
            }
        }
    }

    #[test]
    fn any_other_pair_is_not() {
        for text in [
            "0 1\n1 1\n",
            "3 1\n1 1\n",
            "1\t1\n1 1\n",
            "1  1\n1 1\n",
            " 1 1\n1 1\n",
            "1 1 1 1 ",
            "1 1\r\n1 1",
            "1 \n1 1\n1",
            "1 123456\n",
            "1 1\n",
        ] {
            assert_eq!(at_once(text.as_bytes()), None, "{text:?}");
        }
        for byte in 0..=u8::MAX {
            let text = [b"1 5", &[byte][..], b"\n12345"].concat();
            let wanted = match byte {
                b'0'..=b'9' => Some((1, 50 + u64::from(byte - b'0'), 5)),
                b'\n' => Some((1, 5, 4)),
                _ => None,
            };
            assert_eq!(at_once(&text), wanted, "{byte:#x} behind a digit");
        }
    }

    #[test]
    fn memory_follows_the_pairs_that_a_file_holds() {
        for (text, pairs) in [("", 0), ("1 ", 0), ("1 1", 1), ("1 1\n2 ", 1), ("1 1\n2 1", 2)] {
            assert_eq!(most_pairs(text.as_bytes()), pairs, "{text:?}");
        }
        assert!(is_dense(80, 10) && !is_dense(81, 10));
    }
}
