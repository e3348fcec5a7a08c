//! tesuji
fn main() {}
