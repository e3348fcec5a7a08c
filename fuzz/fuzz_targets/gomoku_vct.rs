//! The exact search against minimax, and the full search where the end is decided.
#![no_main]

tesuji_fuzz::target!(gomoku_vct);
