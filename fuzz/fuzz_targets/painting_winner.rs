#![no_main]
//! Painting: the winner and all winning moves, on grids of up to 10^18 columns.
tesuji_fuzz::target!(painting_winner);
