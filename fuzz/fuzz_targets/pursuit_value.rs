//! Fuzz target of the check `pursuit_value`.
#![no_main]
tesuji_fuzz::target!(pursuit_value);
