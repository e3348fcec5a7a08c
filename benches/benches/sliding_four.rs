//! Benches of this game.
fn main() {}
