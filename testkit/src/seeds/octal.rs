//! Of take-and-break games.

use tesuji_solvers::octal::Code;

use super::{First, Seed, lines};
use crate::encode::octal as encode;

const VECTORS: &str = include_str!("../../data/octal.txt");

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    let mut first = First::new();
    for line in lines(VECTORS) {
        let text = line.split(" | ").nth(1).expect("a kind and a code");
        let code: Code = text.parse().expect("the vectors are codes");
        let ruleset = code.ruleset();
        let name = text.replace('.', "-");
        let Some(mut bytes) = first.of(&name, || encode::ruleset(&code)) else { continue };
        // The largest heap that the check goes to, where no move leaves three.
        let heap = 1_500_u64;
        bytes.extend([(heap >> 8) as u8, heap as u8, 128]);
        seeds.push(Seed::new("octal_grundy", &name, bytes, &(&ruleset, heap)));
        seeds.push(Seed::text("octal_parse", &name, text, &text));
    }
}
