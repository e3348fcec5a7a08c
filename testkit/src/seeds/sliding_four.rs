//! Of sliding four.

use tesuji_core::Player;
use tesuji_core::sliding_four::{Start, naive::Board};

use super::{First, Seed, examples, lines};
use crate::encode::sliding_four as encode;

const VECTORS: &str = include_str!("../../data/sliding-four.txt");
const TABLE: &str = include_str!("../../data/tables/sliding-four-4x4.csv");

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    let mut first = First::new();
    for line in lines(VECTORS) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [letters, fewest, black, white] = fields[..] else {
            unreachable!("four fields in {line:?}");
        };
        let rows: Vec<&str> = (0..4).map(|row| &letters[4 * row..4 * row + 4]).collect();
        let start: Start = rows.join("/").parse().expect("a board");
        let name = format!("{fewest}-steps-black-{black}-white-{white}").replace("--1", "-never");
        let board = start.begun_by(Player::Black);
        if let Some(bytes) = first.of(&name, || encode::position(&board)) {
            seeds.push(Seed::new("sliding_four_steps", &name, bytes, &board));
            let text = rows.join("\n") + "\n";
            seeds.push(Seed::text("sliding_four_parse", &name, &text, &text));
        }
    }
    for (name, example) in examples(TABLE) {
        let board: Board = example.parse().expect("the example is a position");
        let name = format!("table-{name}");
        if let Some(bytes) = encode::position(&board) {
            seeds.push(Seed::new("sliding_four_moves", &name, bytes.clone(), &board));
            seeds.push(Seed::new("sliding_four_steps", &name, bytes, &board));
        }
        seeds.push(Seed::text("sliding_four_parse", &name, example, &example));
    }
}
