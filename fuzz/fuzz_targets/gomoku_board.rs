#![no_main]
//! Placing, removing and recolouring stones: line masks against the array.
tesuji_fuzz::target!(gomoku_board);
