//! The list of all checks.

use crate::Check;
use crate::oracle::{
    gomoku, gomoku_certificate, gomoku_mnk, gomoku_proof, gomoku_protocol, gomoku_search,
    gomoku_vcf, gomoku_vct, octal, painting, pawn_chess, pursuit, sliding_four, table,
};

/// The checks of every game, in the order of the games.
pub const CHECKS: &[&[Check]] = &[
    pawn_chess::CHECKS,
    pursuit::CHECKS,
    gomoku::CHECKS,
    gomoku_search::CHECKS,
    gomoku_vcf::CHECKS,
    gomoku_vct::CHECKS,
    gomoku_certificate::CHECKS,
    gomoku_mnk::CHECKS,
    gomoku_proof::CHECKS,
    gomoku_protocol::CHECKS,
    sliding_four::CHECKS,
    painting::CHECKS,
    octal::CHECKS,
    table::CHECKS,
];

/// All checks, in order.
pub fn all() -> impl Iterator<Item = &'static Check> {
    CHECKS.iter().copied().flatten()
}

/// The check of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Check> {
    all().find(|check| check.name == name)
}
