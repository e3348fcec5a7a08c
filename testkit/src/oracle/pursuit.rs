//! Checks.
use crate::Check;
/// The checks.
pub const CHECKS: &[Check] = &[];
