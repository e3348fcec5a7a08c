//! m,n,k games: results of the literature, every position of the smallest
//! board, and strategies played out.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_core::{Game, Player};
use tesuji_proofs::{Certificate, StrategyError, check, exhaustive, sample, write};
use tesuji_solvers::Refusal;
use tesuji_solvers::gomoku::claim::Budget;
use tesuji_solvers::gomoku::hold::{Stand, Start};
use tesuji_solvers::gomoku::mnk::{self, Claim, Mnk, Win};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_testkit::generate::gomoku::small;
use tesuji_testkit::oracle::gomoku_mnk::{certified, compare, holds, samples, wins};
use tesuji_testkit::random::Random;

fn empty(width: u8, height: u8, k: u8) -> naive::Board {
    naive::Board::new(Variant::new(width, height, k, Rule::Freestyle).expect("a board"))
}

fn ask(mnk: &mut Mnk, position: &naive::Board, attacker: Player) -> Claim {
    let limits = Limits::default();
    mnk.solve(position, attacker, &limits, &AtomicBool::new(false)).expect("no refusal")
}

/// Whether the first player wins from the empty board, the strategy being
/// played out against everything, and its certificate being right.
fn first_wins(width: u8, height: u8, k: u8) -> bool {
    let board = empty(width, height, k);
    let claim = ask(&mut Mnk::default(), &board, Player::Black);
    let certificate = certified(&board, Player::Black, &claim).expect("no limit");
    println!("{width},{height},{k}: {} nodes", certificate.nodes());
    match claim {
        Claim::Win(win) => {
            wins(&board, Player::Black, &win);
            true
        }
        Claim::Hold(hold) => {
            holds(&board, Player::Black, &hold);
            false
        }
        Claim::Unknown(budget) => panic!("{budget}"),
    }
}

#[test]
fn small_boards_are_as_they_are_known() {
    for (width, height, k, expected) in [
        (3, 3, 3, false),
        (4, 3, 3, true),
        (3, 4, 3, true),
        (4, 4, 3, true),
        (4, 4, 4, false),
        (5, 4, 4, false),
        (5, 5, 4, false),
        (6, 5, 4, true),
        (5, 6, 4, true),
        (6, 4, 4, false),
        (5, 5, 5, false),
        (6, 6, 5, false),
        (6, 6, 6, false),
        (8, 8, 3, true),
        (8, 8, 4, true),
        (3, 3, 4, false),
    ] {
        assert_eq!(first_wins(width, height, k), expected, "{width},{height},{k}");
    }
}

/// Those that are small enough to be played out wholly by the judge that
/// believes no lemma.
#[test]
fn small_certificates_stand_against_every_reply() {
    for (width, height, k) in [(3, 3, 3), (4, 3, 3), (4, 4, 3), (8, 8, 3), (3, 3, 4)] {
        let board = empty(width, height, k);
        let claim = ask(&mut Mnk::default(), &board, Player::Black);
        let certificate = certified(&board, Player::Black, &claim).expect("no limit");
        let all = exhaustive(&certificate, Some(50_000)).expect("it is right");
        let zones = check(&certificate).expect("it is right");
        assert_eq!(all.statement, zones.statement);
        let words = match claim {
            Claim::Win(_) => "Black, to move on the empty board, wins",
            _ => "White, not to move on the empty board, does not lose",
        };
        assert!(all.statement.starts_with(words), "{}", all.statement);
    }
}

/// The hold of 7,7,5 is too large to be played out against everything. Its
/// certificate is no more than some hundred kilobytes.
#[test]
fn larger_holds_stand_in_games_of_random_moves() {
    for (width, height, k, bytes) in [(7, 7, 5, 2_000_000), (7, 4, 4, 3_000_000)] {
        let board = empty(width, height, k);
        let Claim::Hold(hold) = ask(&mut Mnk::default(), &board, Player::Black) else {
            panic!("{width},{height},{k} is a draw")
        };
        samples(&board, Player::Black, &hold, 20_000, 7);
        let certificate = Certificate::from_hold(&board, Player::White, &hold).expect("it fits");
        check(&certificate).unwrap_or_else(|fault| panic!("{width},{height},{k}: {fault}"));
        sample(&certificate, 500, 7).expect("no line is lost");
        let size = write(&certificate).len();
        println!("{width},{height},{k}: {} nodes, {size} bytes", certificate.nodes());
        assert!(size < bytes, "{size} bytes");
    }
}

/// All positions of 3x3 that a game reaches, for all four questions.
#[test]
fn every_position_of_3x3() {
    fn visit(board: &mut naive::Board, seen: &mut BTreeSet<String>, mnk: &mut Mnk) -> [u32; 2] {
        let mut counts = [0; 2];
        if board.outcome().is_some() || !seen.insert(board.to_string()) {
            return counts;
        }
        let to_move = board.to_move();
        for side in Player::BOTH {
            board.set_to_move(side);
            for attacker in Player::BOTH {
                counts[usize::from(compare(board, attacker, mnk))] += 1;
            }
        }
        board.set_to_move(to_move);
        for mv in board.legal_moves() {
            board.play_unchecked(mv);
            let more = visit(board, seen, mnk);
            counts = [counts[0] + more[0], counts[1] + more[1]];
            board.undo(mv, ());
        }
        counts
    }
    for k in [3, 4] {
        let mut seen = BTreeSet::new();
        let counts = visit(&mut empty(3, 3, k), &mut seen, &mut Mnk::default());
        let expected = if k == 3 { (4520, [10_609, 7_471]) } else { (5920, [23_680, 0]) };
        println!("{k} {} {counts:?}", seen.len());
        assert_eq!((seen.len(), counts), expected, "{k} in a row");
    }
}

#[test]
fn random_positions_of_few_empty_cells() {
    let mut random = Random::new(1);
    let mut mnk = Mnk::default();
    let mut counts = [0; 2];
    for _ in 0..600 {
        let bytes: Vec<u8> = (0..24).map(|_| random.below(256) as u8).collect();
        let position = small(&bytes);
        for attacker in Player::BOTH {
            counts[usize::from(compare(&position, attacker, &mut mnk))] += 1;
        }
    }
    assert!(counts[0] > 300 && counts[1] > 200, "{counts:?}");
}

/// The defender's one move that holds lies on no row that is open to the
/// attacker: every row through it has a stone of his own already.
#[test]
fn a_row_of_his_own_may_save_the_defender() {
    let mut mnk = Mnk::default();
    for (stones, only) in [
        ("5x5 freestyle k4: b1 b3 c3 c5 d1 d4 d5 | a2 b5 c1 c2 e3 e5", "e2"),
        ("6x5 freestyle k4: c4 e2 e4 f5 | a2 a5 d3", "a3"),
        ("6x5 freestyle k4: b1 b4 c2 c4 e1 | a3 a4 b2 d5", "a2"),
    ] {
        let mut position = text::parse(stones, Variant::default(), None).expect("a position");
        let Claim::Hold(hold) = ask(&mut mnk, &position, Player::Black) else {
            panic!("{only} holds {stones}")
        };
        holds(&position, Player::Black, &hold);
        let Start::Answer(answer) = hold.start() else { panic!("White is to move") };
        assert_eq!(answer.mv.to_string(), only, "{stones}");
        for mv in position.legal_moves().into_iter().filter(|mv| mv.to_string() != only) {
            position.play_unchecked(mv);
            let Claim::Win(win) = ask(&mut mnk, &position, Player::Black) else {
                panic!("{mv} holds {stones}")
            };
            wins(&position, Player::Black, &win);
            position.undo(mv, ());
        }
    }
}

#[test]
fn strategies_begin_with_whoever_is_to_move() {
    let solve = |stones: &str, attacker| {
        let position = text::parse(stones, Variant::default(), None).expect("a position");
        let claim = ask(&mut Mnk::default(), &position, attacker);
        certified(&position, attacker, &claim).expect("no limit");
        match &claim {
            Claim::Win(win) => wins(&position, attacker, win),
            Claim::Hold(hold) => holds(&position, attacker, hold),
            Claim::Unknown(budget) => panic!("{budget}"),
        }
        claim
    };
    // White may take any cell, and Black has a row of three in two ways.
    let late = solve("4x3 freestyle k3: b2 c2 | a1 w", Player::Black);
    assert!(matches!(late, Claim::Win(Win::Replies { .. })), "{late:?}");
    let now = solve("4x3 freestyle k3: b2 c2 | a1 b", Player::Black);
    assert!(matches!(now, Claim::Win(Win::Move(tree)) if tree.moves() == 1));
    // White completes his own row.
    let row = solve("4x3 freestyle k3: b2 c2 | a1 b1 w", Player::Black);
    let Claim::Hold(hold) = row else { panic!("{row:?}") };
    assert!(
        hold.is_empty() && matches!(hold.start(), Start::Answer(answer) if answer.then.is_none())
    );
    // No row of six, and nobody has to play.
    for side in ["b", "w"] {
        let Claim::Hold(hold) = solve(&format!("4x3 freestyle k6: | a1 {side}"), Player::Black)
        else {
            panic!("there is no row")
        };
        let Start::Node(edge) = hold.start() else { panic!("{hold:?}") };
        assert_eq!(hold.stand(edge.to), Stand::Closed);
    }
}

/// Roots that symmetries keep, either side holding and to move.
#[test]
fn certificates_of_symmetric_positions() {
    let mut mnk = Mnk::default();
    for stones in [
        "5x5 freestyle k4: c3 |",
        "5x5 freestyle k4: c3 | b",
        "4x4 freestyle k4: b2 c3 | b3 c2 b",
        "5x5 freestyle k4: b2 d4 | b4 d2",
        "6x4 freestyle k4: c2 | d3",
        "6x6 freestyle k5: c3 d4 | c4 d3 w",
        "4x4 freestyle k3: | b2 c3 b",
        "6x5 freestyle k4: c3 d3 | b",
    ] {
        let position = text::parse(stones, Variant::default(), None).expect("a position");
        for attacker in Player::BOTH {
            let claim = ask(&mut mnk, &position, attacker);
            let certificate = certified(&position, attacker, &claim).expect("no limit");
            sample(&certificate, 200, 3).unwrap_or_else(|fault| panic!("{fault}: {stones}"));
        }
    }
}

/// On no board but its own, and under no other rule.
#[test]
fn strategies_of_other_positions_are_refused() {
    let read = |stones: &str| text::parse(stones, Variant::default(), None).expect("a position");
    let (small, wide) = (read("3x3 freestyle k3:"), read("4x3 freestyle k3:"));
    let Claim::Hold(hold) = ask(&mut Mnk::default(), &small, Player::Black) else {
        panic!("3,3,3 is a draw")
    };
    let of = |stones: &str| Certificate::from_hold(&read(stones), Player::White, &hold);
    assert_eq!(of("3x3 standard k3:"), Err(StrategyError::Game));
    assert_eq!(of("13x5 freestyle k3:"), Err(StrategyError::Game));
    assert_eq!(of("3x4 freestyle k3:"), Err(StrategyError::Size));
    assert!(matches!(of("3x3 freestyle k3: b2 | c2 c3 b"), Err(StrategyError::Taken(_))));
    assert!(matches!(of("3x3 freestyle k3: a1 b1 c1 | w"), Err(StrategyError::Head(_))));
    let Claim::Win(win) = ask(&mut Mnk::default(), &wide, Player::Black) else {
        panic!("4,3,3 is a win")
    };
    let of = |stones: &str| Certificate::from_win(&read(stones), &win, None);
    assert_eq!(of("4x3 standard k3:"), Err(StrategyError::Game));
    assert!(matches!(of("4x3 freestyle k3: | b2 c2 b"), Err(StrategyError::Taken(_))));
    // Where the defender is to move the attacker must have moved.
    let late = read("4x3 freestyle k3: b2 c2 | a1 w");
    let Claim::Win(win) = ask(&mut Mnk::default(), &late, Player::Black) else {
        panic!("Black has two ways")
    };
    let last = "c2".parse().ok();
    let certificate = Certificate::from_win(&late, &win, last).expect("c2 was the last move");
    assert_eq!(certificate.head().root(), &read("4x3 freestyle k3: b2 | a1 b"));
    assert_eq!(check(&certificate).map(|proved| proved.moves), Ok(2));
    let nobody = read("4x3 freestyle k3: | a1 w");
    assert_eq!(Certificate::from_win(&nobody, &win, last), Err(StrategyError::NoLast));
}

#[test]
fn what_is_not_answered_is_refused() {
    let never = AtomicBool::new(false);
    let ask = |text: &str| {
        let position = text::parse(text, Variant::default(), None).expect("a position");
        let refusal = |refusal: Result<(), Refusal>| refusal.unwrap_err().to_string();
        let fast = Mnk::new(0).solve(&position, Player::Black, &Limits::default(), &never);
        [
            refusal(fast.map(|_| ())),
            refusal(mnk::naive::solve(&position, Player::Black).map(|_| ())),
        ]
    };
    let rule = "whether renju is held is not known here, only freestyle is";
    assert_eq!(ask("7x7 renju: d4"), [rule, rule]);
    let over = "the game is over: White has won";
    assert_eq!(ask("4x4 freestyle k3: a1 a2 b4 | c1 c2 c3"), [over, over]);
    assert_eq!(
        ask("13x5 freestyle k4: a1"),
        [
            "a board of 65 cells is beyond the limit: 64 cells",
            "a position of 64 empty cells is beyond the limit: the naive solver takes 12; the \
             optimized one takes more"
        ]
    );
}

#[test]
fn a_spent_budget_is_no_answer() {
    let board = empty(8, 8, 5);
    let never = AtomicBool::new(false);
    let solve = |limits, stop: &AtomicBool| {
        Mnk::new(0).solve(&board, Player::Black, &limits, stop).expect("no refusal")
    };
    let nodes = Limits { nodes: Some(5000), ..Limits::default() };
    assert_eq!(solve(nodes, &never), Claim::Unknown(Budget::Nodes));
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(solve(time, &never), Claim::Unknown(Budget::Time));
    assert_eq!(solve(Limits::default(), &AtomicBool::new(true)), Claim::Unknown(Budget::Stopped));
}
