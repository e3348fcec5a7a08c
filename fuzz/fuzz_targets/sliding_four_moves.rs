//! Array board against bit board of sliding four, along a playout.
#![no_main]

tesuji_fuzz::target!(sliding_four_moves);
