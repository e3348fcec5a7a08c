//! Proved wins against the plain search, and judged.
#![no_main]

tesuji_fuzz::target!(gomoku_proof);
