#![no_main]
//! Keys kept up forth and back, canonical keys and forms.
tesuji_fuzz::target!(gomoku_zobrist);
