//! Shape counts and the static value, kept up stone by stone and by recount.
#![no_main]

tesuji_fuzz::target!(gomoku_evaluate);
