//! What more than one game uses. An engine moves here when a second game needs it.

pub mod grundy;
