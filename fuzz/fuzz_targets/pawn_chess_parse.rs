#![no_main]
//! Judge files and one-line texts, whole and damaged.

tesuji_fuzz::target!(pawn_chess_parse);
