//! The text formats of sliding four, each read twice.
#![no_main]

tesuji_fuzz::target!(sliding_four_parse);
