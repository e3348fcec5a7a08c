#![no_main]
//! Painting: judge files against a reader that splits at white space.
tesuji_fuzz::target!(painting_parse);
