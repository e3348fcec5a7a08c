#![no_main]
//! Painting: the naive and the packed board of one playout, and their symmetries.
tesuji_fuzz::target!(painting_moves);
