#![no_main]
//! Codes of take-and-break games against a reader by characters.
tesuji_fuzz::target!(octal_parse);
