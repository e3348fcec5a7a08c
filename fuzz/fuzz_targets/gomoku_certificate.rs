//! What the judge of certificates accepts, exhaustive play confirms.
#![no_main]

tesuji_fuzz::target!(gomoku_certificate);
