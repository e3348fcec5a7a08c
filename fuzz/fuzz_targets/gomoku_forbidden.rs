#![no_main]
//! Renju's forbidden points and their reasons in thickets of stones.
tesuji_fuzz::target!(gomoku_forbidden);
