//! Wins and holds of m,n,k games against the plain search, and played out.
#![no_main]

tesuji_fuzz::target!(gomoku_mnk);
