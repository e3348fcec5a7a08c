//! Wins by continuous fours against stored answers, under every rule.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::claim::{Budget, Claim};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{self, Goal, Vcf};
use tesuji_testkit::oracle::gomoku_vcf::{compare, holds};

const FREESTYLE: &str = include_str!("../data/gomoku-vcf.txt");
const RULES: &str = include_str!("../data/gomoku-vcf-rules.txt");
const THREATS: &str = include_str!("../data/gomoku-threats.txt");

/// A position and the least length; `None` for no win.
struct Vector {
    rule: Rule,
    position: naive::Board,
    least: Option<u16>,
}

fn position(rule: Rule, black: &str, white: &str, attacker: &str) -> naive::Board {
    let side = if attacker == "black" { Player::Black } else { Player::White };
    let stones = format!("{black} | {white}");
    text::parse(&stones, Variant::standard_size(rule), Some(side)).expect("a position")
}

fn vectors(text: &str) -> Vec<Vector> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [rule, black, white, attacker, answer] = fields[..] else { panic!("{line}") };
            let rule = rule.parse().expect("a rule");
            let least = match answer.strip_prefix("win ") {
                Some(moves) => Some(moves.parse().expect("a number")),
                None => {
                    assert_eq!(answer, "none");
                    None
                }
            };
            Vector { rule, position: position(rule, black, white, attacker), least }
        })
        .collect()
}

fn least(position: &naive::Board, vcf: &mut Vcf) -> Option<u16> {
    let claim = vcf.solve(position, Goal::Least, &Limits::default(), &AtomicBool::new(false));
    match claim {
        Claim::Win(win) => {
            assert!(win.is_least(), "not proved: {position}");
            holds(position, &win.tree);
            Some(win.tree.moves())
        }
        Claim::NoWin => None,
        Claim::Unknown(budget) => panic!("{budget}, though there is none: {position}"),
    }
}

#[test]
fn the_stored_lengths_are_the_least() {
    let mut vcf = Vcf::default();
    for (text, count) in [(FREESTYLE, 180), (RULES, 360)] {
        let vectors = vectors(text);
        assert_eq!(vectors.len(), count);
        for Vector { position, least: expected, .. } in &vectors {
            assert_eq!(least(position, &mut vcf), *expected, "{position}");
            assert_eq!(least(position, &mut Vcf::new(0)), *expected, "afresh: {position}");
        }
    }
}

#[test]
fn the_plain_search_says_the_same() {
    let never = AtomicBool::new(false);
    for Vector { position, least, .. } in vectors(FREESTYLE).iter().chain(&vectors(RULES)) {
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        match (vcf::naive::solve(position, &limits, &never).claim, least) {
            (Claim::Win(win), Some(least)) => {
                assert_eq!(win.tree.moves(), *least, "{position}");
                holds(position, &win.tree);
            }
            (Claim::NoWin, None) => {}
            (claim, _) => panic!("{claim:?} in {position}"),
        }
    }
}

#[test]
fn each_rule_has_positions_of_every_kind_for_both_colours() {
    let vectors = vectors(RULES);
    for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Freestyle) {
        for attacker in Player::BOTH {
            let of: Vec<&Vector> = vectors
                .iter()
                .filter(|vector| vector.rule == rule && vector.position.to_move() == attacker)
                .collect();
            let long = of.iter().filter(|of| of.least.is_some_and(|n| (5..=9).contains(&n)));
            let none = of.iter().filter(|of| of.least.is_none());
            assert!(of.len() >= 30 && long.count() >= 10 && none.count() >= 8, "{rule} {attacker}");
        }
    }
}

/// The problems of continuous fours: name, position and length.
fn problems() -> Vec<(&'static str, naive::Board, u16)> {
    let lines = THREATS.lines().filter(|line| line.starts_with("vcf"));
    let problems: Vec<_> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, _, attacker, moves, _, black, white] = fields[..] else { panic!("{line}") };
            let moves = moves.parse().expect("a number");
            (name, position(Rule::Renju, black, white, attacker), moves)
        })
        .collect();
    assert_eq!(problems.len(), 5);
    problems
}

#[test]
fn the_problems_have_the_lengths_that_they_are_said_to_have() {
    for (name, position, moves) in problems() {
        assert_eq!(least(&position, &mut Vcf::new(0)), Some(moves), "{name}");
        assert_eq!(compare(&position, &mut Vcf::default()), Some(moves), "{name}");
    }
}

#[test]
fn a_spent_budget_is_no_answer() {
    let (name, position, moves) = problems().swap_remove(2);
    assert_eq!((name, moves), ("vcf-3", 74));
    let never = AtomicBool::new(false);
    let solve = |limits, stop: &AtomicBool| Vcf::new(0).solve(&position, Goal::Any, &limits, stop);
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(solve(nodes, &never), Claim::Unknown(Budget::Nodes));
    let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(solve(time, &never), Claim::Unknown(Budget::Time));
    assert_eq!(solve(Limits::default(), &AtomicBool::new(true)), Claim::Unknown(Budget::Stopped));
    let depth = Limits { depth: Some(2 * 73 - 1), ..Limits::default() };
    assert_eq!(solve(depth, &never), Claim::Unknown(Budget::Depth));
    let plain = vcf::naive::solve(&position, &nodes, &never);
    assert_eq!((plain.claim, plain.nodes), (Claim::Unknown(Budget::Nodes), 1000));
}

#[test]
fn a_finished_game_has_no_win() {
    let position: naive::Board = "h8a1h9a2h10a3h11a4h12".parse().expect("a position");
    assert_eq!(position.to_move(), Player::White);
    assert_eq!(least(&position, &mut Vcf::new(0)), None);
    let mut full = naive::Board::new(Variant::new(3, 3, 3, Rule::Freestyle).expect("a board"));
    for mv in ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"] {
        full.play_unchecked(mv.parse().expect("a cell"));
    }
    assert_eq!(least(&full, &mut Vcf::new(0)), None);
}

/// What the rules differ in, a position each: the least length by rule, in the
/// order of [`Rule::ALL`].
#[test]
fn every_rule_is_played_as_it_is() {
    let one = Some(1);
    let two = Some(2);
    let cases: [(&str, &str, [Option<u16>; 6]); 6] = [
        // Six in a row where only d1 completes.
        ("a1 b1 c1 e1 f1 |", "b", [one, None, None, None, one, None]),
        ("| a1 b1 c1 e1 f1", "w", [one, None, one, one, one, None]),
        // A straight four with an enemy behind each end: one stone stops both.
        ("c1 d1 e1 | a1 h1", "b", [two, two, two, two, None, None]),
        ("d1 e1 f1 g1 | b1 i1", "b", [one; 6]),
        // Two fours of one stone: renju's Black may not.
        ("a5 b5 c5 d1 d2 d3 |", "b", [two, two, None, two, two, two]),
        ("| a5 b5 c5 d1 d2 d3", "w", [two; 6]),
    ];
    for (stones, side, expected) in cases {
        let found = Rule::ALL.map(|rule| {
            let player = if side == "b" { Player::Black } else { Player::White };
            let variant = Variant::standard_size(rule);
            let position = text::parse(stones, variant, Some(player)).expect("a position");
            compare(&position, &mut Vcf::new(0))
        });
        assert_eq!(found, expected, "{stones}");
    }
}
