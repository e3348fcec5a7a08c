//! sliding_four
