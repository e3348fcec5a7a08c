//! Of gomoku: forbidden points of renju, and tactical positions of all rules.

use tesuji_core::Player;
use tesuji_core::gomoku::{Rule, Variant, naive::Board, text};

use super::{First, Seed, lines};
use crate::encode::gomoku as encode;
use crate::generate::gomoku as generate;

const FORBIDDEN: &str = include_str!("../../data/renju-forbidden.txt");
const FOURS: [&str; 2] =
    [include_str!("../../data/gomoku-vcf.txt"), include_str!("../../data/gomoku-vcf-rules.txt")];
const TACTICS: &str = include_str!("../../data/gomoku-tactics.txt");

pub(super) fn seeds(seeds: &mut Vec<Seed>) {
    forbidden(seeds);
    tactics(seeds);
    fours(seeds);
}

/// Of each set of reasons.
fn forbidden(seeds: &mut Vec<Seed>) {
    let renju = Variant::standard_size(Rule::Renju);
    let mut first = First::new();
    for line in lines(FORBIDDEN) {
        let (stones, points) = line.rsplit_once(" | ").expect("three fields");
        let board = text::parse(stones, renju, Some(Player::Black)).expect("a position");
        // The points are the vector's, their reasons by definition.
        let points = points.split(' ').filter(|&point| point != "-");
        let reasons = points.filter_map(|point| board.forbidden(point.parse().expect("a point")));
        let mut names: Vec<String> =
            reasons.map(|reason| reason.to_string().replace(' ', "-")).collect();
        names.sort();
        let name = if names.is_empty() { "nothing".to_owned() } else { names.join("-") };
        if let Some(bytes) = first.of(&name, || encode::crowd(&board, &[])) {
            seeds.push(Seed::new("gomoku_forbidden", &name, bytes, &board));
            let name = format!("renju-{name}");
            let written = format!("{renju}: {stones} b");
            let question = (&board, written.len());
            seeds.push(Seed::text("gomoku_parse", &name, &written, &question));
        }
    }
}

/// Of each kind of truth and rule.
fn tactics(seeds: &mut Vec<Seed>) {
    let (mut first, mut first_crowd) = (First::new(), First::new());
    for line in lines(TACTICS) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [truth, variant, to_move, black, white] = fields[..] else {
            unreachable!("five fields in {line:?}");
        };
        let played: Variant = variant.parse().expect("a variant");
        let side = if to_move == "black" { Player::Black } else { Player::White };
        let stones = format!("{black} | {white}");
        let board = text::parse(&stones, played, Some(side)).expect("a position");
        // Which move is the only one does not tell positions apart.
        let truth = truth.split_once("only ").map_or(truth, |_| "only");
        let name = format!("{}-{}", truth.replace(' ', "-"), played.rule());
        if let Some(bytes) = first.of(&name, || encode::position(&board)) {
            let (_, moves) = generate::playout(&bytes);
            let written = format!("{variant}: {stones}");
            seeds.extend([
                Seed::new("gomoku_moves", &name, bytes.clone(), &board),
                Seed::new("gomoku_zobrist", &name, bytes.clone(), &board),
                Seed::new("gomoku_evaluate", &name, bytes.clone(), &(played, &moves)),
                Seed::new("gomoku_search", &name, bytes, &board),
                Seed::text("gomoku_parse", &name, &written, &(&board, written.len())),
            ]);
        }
        if let Some(bytes) = first_crowd.of(&name, || encode::crowd(&board, &[])) {
            seeds.push(Seed::new("gomoku_winner", &name, bytes, &board));
            seeds.push(shapes(&name, &board));
            seeds.push(stones_alone(&name, &board));
        }
    }
}

/// Of each rule, attacker and length.
fn fours(seeds: &mut Vec<Seed>) {
    let mut first = First::new();
    for line in FOURS.into_iter().flat_map(lines) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rule, black, white, attacker, answer] = fields[..] else {
            unreachable!("five fields in {line:?}");
        };
        let variant = Variant::standard_size(rule.parse().expect("a rule"));
        // The check asks for both attackers, the side to move first.
        let Ok(board) = text::parse(&format!("{black} | {white}"), variant, None) else {
            continue;
        };
        let name = format!("{rule}-{attacker}-{}", answer.replace(' ', "-"));
        if let Some(bytes) = first.of(&name, || encode::position(&board)) {
            seeds.push(Seed::new("gomoku_vct", &name, bytes.clone(), &board));
            seeds.push(Seed::new("gomoku_vcf", &name, bytes, &board));
        }
    }
}

/// The stones with a sample of six cells and directions.
fn shapes(name: &str, board: &Board) -> Seed {
    const SAMPLE: [u8; 6] = [3, 20, 55, 7, 90, 12];
    let bytes = encode::crowd(board, &SAMPLE).expect("there is room as before");
    Seed::new("gomoku_shapes", name, bytes, &(board, SAMPLE.last()))
}

/// The stones where no rule is.
fn stones_alone(name: &str, board: &Board) -> Seed {
    let of = board.variant();
    let plain = Variant::new(of.width(), of.height(), of.k(), Rule::Freestyle);
    let mut array = Board::new(plain.expect("freestyle has every size and length"));
    board.stones().into_iter().for_each(|(cell, player)| array.set(cell, Some(player)));
    Seed::new("gomoku_board", name, encode::board(board), &array)
}
