#![no_main]
//! The naive search against the optimized one and the table.

tesuji_fuzz::target!(pawn_chess_value);
