#![no_main]
//! The array board against the bit board along a game.

tesuji_fuzz::target!(pawn_chess_moves);
