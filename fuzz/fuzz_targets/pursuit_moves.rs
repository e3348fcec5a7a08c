//! Fuzz target of the check `pursuit_moves`.
#![no_main]
tesuji_fuzz::target!(pursuit_moves);
