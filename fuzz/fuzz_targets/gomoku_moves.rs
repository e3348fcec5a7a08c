#![no_main]
//! Moves, outcome, text and symmetries of reachable positions.
tesuji_fuzz::target!(gomoku_moves);
