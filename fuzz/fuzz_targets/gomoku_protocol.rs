//! Any bytes against the engine's parser and session, held by a naive referee.
#![no_main]

tesuji_fuzz::target!(gomoku_protocol);
