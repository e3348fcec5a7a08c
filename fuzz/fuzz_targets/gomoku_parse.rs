#![no_main]
//! Texts of positions, sound and damaged.
tesuji_fuzz::target!(gomoku_parse);
