//! Wins by continuous threats against stored problems.

use std::sync::atomic::AtomicBool;

use tesuji_core::Player;
use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_solvers::gomoku::claim::{Budget, Claim};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vct::{Class, Vct};
use tesuji_testkit::oracle::gomoku_vct::{compare, replay};

const THREATS: &str = include_str!("../data/gomoku-threats.txt");

/// The problem of this name.
fn problem(name: &str) -> naive::Board {
    let line = THREATS.lines().find(|line| line.starts_with(name)).expect("a problem");
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, class, attacker, _, _, black, white] = fields[..] else { panic!("{line}") };
    assert_eq!(class, "vct");
    position(&format!("{black} | {white}"), Rule::Renju, attacker == "black")
}

fn position(stones: &str, rule: Rule, black: bool) -> naive::Board {
    let side = if black { Player::Black } else { Player::White };
    text::parse(stones, Variant::standard_size(rule), Some(side)).expect("a position")
}

fn solve(position: &naive::Board, class: Class, nodes: u64) -> Claim {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Vct::default().solve(position, class, &limits, &AtomicBool::new(false))
}

#[test]
fn the_problems_are_won() {
    for (name, class) in [
        ("vct-a", Class::Threes),
        ("vct-b", Class::Threes),
        ("vct-c", Class::Threes),
        ("vct-d", Class::Threes),
        ("vct-e", Class::Threes),
        ("vct-f", Class::Threats(4)),
    ] {
        let position = problem(name);
        let claim = solve(&position, class, 1_000_000);
        let Claim::Win(win) = claim else { panic!("{claim:?} in {name}") };
        replay(&position, class, &win.tree, 100_000);
    }
}

/// The table is overwritten many times before the tree is built.
#[test]
fn a_small_memory_builds_its_trees_too() {
    let (position, class) = (problem("vct-f"), Class::Threats(4));
    let mut vct = Vct::new(0);
    for _ in 0..3 {
        let claim = vct.solve(&position, class, &Limits::default(), &AtomicBool::new(false));
        replay(&position, class, &claim.win().expect("a win").tree, 100_000);
    }
    assert!(vct.nodes() < 1_000_000, "{}", vct.nodes());
}

/// Two problems whose threats are not all threes.
#[test]
fn threats_that_are_no_threes_are_a_wider_class() {
    for name in ["vct-2", "vct-f"] {
        assert_eq!(solve(&problem(name), Class::Threes, 10_000_000), Claim::NoWin, "{name}");
    }
    for longest in [1, 2, 3] {
        let claim = solve(&problem("vct-f"), Class::Threats(longest), 10_000_000);
        assert_eq!(claim, Claim::NoWin, "{longest}");
    }
}

/// What was found for one class, or with little to spend, is no answer to
/// another question.
#[test]
fn a_solver_remembers_nothing_that_is_not_so() {
    let position = problem("vct-f");
    let never = AtomicBool::new(false);
    let mut vct = Vct::default();
    let narrow = vct.solve(&position, Class::Threes, &Limits::default(), &never);
    assert_eq!(narrow, Claim::NoWin);
    for nodes in (0..60_000).step_by(997) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let claim = vct.solve(&position, Class::Threats(4), &limits, &never);
        assert_ne!(claim, Claim::NoWin, "after {nodes} nodes");
    }
    let wide = vct.solve(&position, Class::Threats(4), &Limits::default(), &never);
    assert!(wide.win().is_some());

    // Here both classes begin with the same moves.
    let position = problem("vct-2");
    let narrow = vct.solve(&position, Class::Threes, &Limits::default(), &never);
    assert_eq!(narrow, Claim::NoWin);
    let wide = vct.solve(&position, Class::Threats(3), &Limits::default(), &never);
    assert!(wide.win().is_some());
}

#[test]
fn every_rule_is_played_as_it_is() {
    // Two twos that cross; a lone two, which no threats make more of.
    let twos = "g8 h8 i9 i10 | a1 c15 o1 o12";
    let two = "g8 h8 | a1 o12";
    for (stones, black, expected) in [
        (twos, true, true),
        ("a1 c15 o1 o12 | g8 h8 i9 i10", false, true),
        (two, true, false),
        ("a1 o12 | g8 h8", false, false),
    ] {
        let found = Rule::ALL.map(|rule| {
            let position = position(stones, rule, black);
            compare(&position, Class::Threes, &mut Vct::new(0));
            let claim = solve(&position, Class::Threes, 1_000_000);
            assert!(!matches!(claim, Claim::Unknown(_)), "{stones} under {rule}");
            claim.win().is_some()
        });
        assert_eq!(found, [expected; 6], "{stones}");
    }
}

#[test]
fn a_spent_budget_is_no_answer() {
    let position = problem("vct-1");
    let never = AtomicBool::new(false);
    let solve =
        |limits, stop: &AtomicBool| Vct::new(0).solve(&position, Class::Threats(3), &limits, stop);
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    assert_eq!(solve(nodes, &never), Claim::Unknown(Budget::Nodes));
    let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(solve(time, &never), Claim::Unknown(Budget::Time));
    let stopped = solve(Limits::default(), &AtomicBool::new(true));
    assert_eq!(stopped, Claim::Unknown(Budget::Stopped));
}
