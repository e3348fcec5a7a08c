//! Fuzz target of the check `pursuit_parse`.
#![no_main]
tesuji_fuzz::target!(pursuit_parse);
