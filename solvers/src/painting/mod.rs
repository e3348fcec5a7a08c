//! painting
