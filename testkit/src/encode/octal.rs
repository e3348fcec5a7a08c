//! Take-and-break games to bytes.

use tesuji_solvers::octal::Code;

use super::Choices;

/// For [`generate::octal::ruleset`](crate::generate::octal::ruleset): the game
/// of this code.
///
/// `None` for a code with more than seven digits behind the dot.
#[must_use]
pub fn ruleset(code: &Code) -> Option<Vec<u8>> {
    /// The choices of the digits 0 to 7.
    const CHOICES: [u8; 8] = [0, 6, 9, 7, 1, 5, 2, 3];
    let digits = code.digits();
    if digits.len() > 8 {
        return None;
    }
    let in_three = digits.iter().any(|digit| digit & 8 != 0);
    let mut choices = Choices::new();
    // Games with three heaps have something beside by the same bits; the digits
    // below choose nothing of it.
    choices.byte(digits.len() as u8 - 1 + if in_three { 0 } else { 7 << 5 });
    for &digit in digits {
        let three = if digit & 8 == 0 { 0 } else { 0xc0 };
        choices.byte(CHOICES[usize::from(digit & 7)] | three);
    }
    Some(choices.into_bytes())
}
