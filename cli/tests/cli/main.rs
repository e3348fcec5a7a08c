//! Runs the built program as a user does: every command, every way to fail.

mod engine;
mod gomoku;
mod gomoku_check;
mod gomoku_hold;
mod gomoku_json;
mod gomoku_play;
mod gomoku_prove;
mod gomoku_stream;
mod gomoku_vcf;
mod gomoku_vct;
mod grundy;
mod input;
mod json;
mod line;
mod perft;
mod pipes;
mod run;
mod solve;
mod table;
mod usage;
