//! Stones outside a proof's zone change nothing.
#![no_main]

tesuji_fuzz::target!(gomoku_zones);
