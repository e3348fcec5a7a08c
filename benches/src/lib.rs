//! Positions that the benches share.
