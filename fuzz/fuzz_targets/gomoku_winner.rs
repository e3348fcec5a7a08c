#![no_main]
//! Who has a winning row, and which cells make one: any stones, every rule.
tesuji_fuzz::target!(gomoku_winner);
