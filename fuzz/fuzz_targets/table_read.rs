#![no_main]
//! Damaged files of tables: refused, or right.
tesuji_fuzz::target!(table_read);
