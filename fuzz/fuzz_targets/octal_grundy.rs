#![no_main]
//! Take-and-break games: all options against rare and common values.
tesuji_fuzz::target!(octal_grundy);
