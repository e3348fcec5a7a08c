#![no_main]
//! Painting: Grundy values by mex over the cells, by the recurrence and by the period.
tesuji_fuzz::target!(painting_grundy);
