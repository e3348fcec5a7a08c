//! Of pursuit.

use tesuji_core::pursuit::{judge, naive::Board};

use super::{First, Seed, examples, lines};
use crate::encode::pursuit as encode;

const VECTORS: &str = include_str!("../../data/pursuit.txt");
const TABLE: &str = include_str!("../../data/tables/pursuit-20.csv");

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    let mut first_of_size = First::new();
    for line in lines(VECTORS) {
        let (input, answer) = line.split_once(" | ").expect("an input and its answer");
        let board = judge::parse(input.as_bytes()).expect("the input is a judge's");
        let size = format!("n{:02}", board.n());
        let name = format!("{size}-{}", answer.to_lowercase().replace(' ', "-"));
        if let Some(bytes) = encode::small(&board) {
            seeds.push(Seed::new("pursuit_value", &name, bytes, &board));
        }
        // The first of a size is the longest.
        if let Some(bytes) = first_of_size.of(&size, || encode::position(&board)) {
            seeds.push(Seed::new("pursuit_moves", &name, bytes, &board));
            seeds.push(judge_text(&name, input));
        }
    }
    for (name, example) in examples(TABLE) {
        let board: Board = example.parse().expect("the example is a position");
        let name = format!("n20-{name}");
        if let Some(bytes) = encode::position(&board) {
            seeds.push(Seed::new("pursuit_moves", &name, bytes, &board));
        }
        if name.ends_with('1') || name.ends_with('6') {
            let text = example.as_bytes();
            seeds.push(Seed::text("pursuit_parse", &name, example, &text));
        }
    }
}

fn judge_text(name: &str, input: &str) -> Seed {
    let text = format!("{input}\n");
    Seed::text("pursuit_parse", name, &text, &text.as_bytes())
}
