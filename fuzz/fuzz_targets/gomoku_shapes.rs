#![no_main]
//! Shapes by lookup against recursion on the line.
tesuji_fuzz::target!(gomoku_shapes);
