//! The steps to a goal of sliding four, by three roads.
#![no_main]

tesuji_fuzz::target!(sliding_four_steps);
