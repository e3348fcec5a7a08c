//! pursuit
