//! Certificates of gomoku: every win that is found has one that passes, and
//! bears stones outside its zone.

use std::sync::atomic::AtomicBool;

use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Rule, Variant, naive, text};
use tesuji_proofs::check::zone;
use tesuji_proofs::{Certificate, Head, Kind, NotProved, check, exhaustive, read, sample, write};
use tesuji_solvers::gomoku::proof::{self, Prover};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{Goal, Vcf};
use tesuji_solvers::gomoku::vct::{Class, Vct};
use tesuji_testkit::generate::gomoku as generate;
use tesuji_testkit::oracle::gomoku_certificate as oracle;

/// Bytes that look random and are always the same.
struct Bytes(u64);

impl Bytes {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u8
    }

    fn take(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next()).collect()
    }
}

/// The certificate of a win by continuous fours of the side to move, if there
/// is one, which passes all judges.
fn proved(position: &naive::Board, vcf: &mut Vcf) -> Option<Certificate> {
    let never = AtomicBool::new(false);
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let claim = vcf.solve(position, Goal::Any, &limits, &never);
    let win = claim.win()?;
    let certificate = Certificate::from_tree(position, &win.tree).expect("the tree fits");
    assert_eq!(read(&write(&certificate)).as_ref(), Ok(&certificate), "{position}");
    let proved = check(&certificate).unwrap_or_else(|fault| panic!("{fault}: {position}"));
    assert!(proved.moves <= u32::from(win.tree.moves()), "{position}");
    if let Err(NotProved::Wrong(fault)) = exhaustive(&certificate, Some(1000)) {
        panic!("{fault}: {position}");
    }
    sample(&certificate, 2, 1).unwrap_or_else(|fault| panic!("{fault}: {position}"));
    Some(certificate)
}

#[test]
fn every_win_by_fours_of_random_games_has_one() {
    let mut bytes = Bytes(1);
    let mut vcf = Vcf::new(0);
    // By rule and colour.
    let mut wins = [[0_u32; 2]; 6];
    for _ in 0..1500 {
        let length = 20 + usize::from(bytes.next());
        let (mut position, _) = generate::going_on(&bytes.take(length));
        for attacker in Player::BOTH {
            position.set_to_move(attacker);
            if proved(&position, &mut vcf).is_some() {
                let rule = Rule::ALL.iter().position(|&rule| rule == position.variant().rule());
                wins[rule.expect("one of all")][attacker as usize] += 1;
            }
        }
    }
    assert!(wins.as_flattened().iter().all(|&wins| wins > 100), "{wins:?}");
}

/// The most of a side's stones in a window through this cell that has none of
/// the other's.
fn in_window(board: &naive::Board, cell: Cell, side: Player) -> u32 {
    let k = i32::from(board.variant().k());
    let stones = |step: (i32, i32), first: i32| {
        let mut stones = 0;
        for at in first..first + k {
            let place = |from: u8, step: i32| u8::try_from(i32::from(from) + step * at).ok();
            let next = place(cell.column(), step.0).zip(place(cell.row(), step.1))?;
            let next = Cell::new(next.0, next.1).filter(|&next| board.variant().contains(next))?;
            match board.get(next) {
                Some(player) if player == side => stones += 1,
                Some(_) => return None,
                None => {}
            }
        }
        Some(stones)
    };
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let all = steps.into_iter().flat_map(|step| (1 - k..=0).map(move |first| (step, first)));
    all.filter_map(|(step, first)| stones(step, first)).max().unwrap_or(0)
}

/// Puts stones of the other side outside the zones of a certificate, where they
/// are likeliest to harm, and plays against it. Counts by number of stones.
fn bears_the_worst(certificate: &Certificate, bytes: &mut Bytes, tried: &mut [u32; 4]) {
    let head = certificate.head();
    let (position, attacker) = (head.root(), head.claimant());
    let mut worst: Vec<Vec<Cell>> = Vec::new();
    for extras in 1..=3 {
        let found = zone(certificate, extras);
        let found = found.unwrap_or_else(|fault| panic!("{fault}: {position}"));
        let mut outside: Vec<Cell> = position.variant().cells().collect();
        let Some(zone) = found else { break };
        outside.retain(|cell| position.get(*cell).is_none() && !zone.contains(cell));
        outside.sort_by_key(|&cell| {
            std::cmp::Reverse((in_window(position, cell, attacker.other()), cell))
        });
        if outside.is_empty() {
            break;
        }
        worst.push(outside);
    }
    for count in 1..=worst.len() {
        for _ in 0..4 {
            let mut root = position.clone();
            for cells in &worst[..count] {
                let one = usize::from(bytes.next()) % cells.len().min(6);
                root.set(cells[one], Some(attacker.other()));
            }
            // Where they make a row the game was over before.
            let Ok(head) = Head::new(root.clone(), attacker, Kind::Win) else { continue };
            let moved = certificate.clone().with_head(head);
            let lines = sample(&moved, 20, u64::from(bytes.next()));
            lines.unwrap_or_else(|fault| panic!("{fault}: {position} as {root}"));
            tried[count] += 1;
        }
    }
}

#[test]
fn wins_by_threats_bear_the_worst_stones_outside_their_zones() {
    let mut bytes = Bytes(7);
    let mut vcf = Vcf::new(0);
    let mut vct = Vct::new(0);
    let never = AtomicBool::new(false);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let mut tried = [0; 4];
    for _ in 0..200 {
        let length = 20 + usize::from(bytes.next());
        let (mut position, _) = generate::going_on(&bytes.take(length));
        for attacker in Player::BOTH {
            position.set_to_move(attacker);
            let fours = vcf.solve(&position, Goal::Any, &limits, &never);
            let threats = vct.solve(&position, Class::Threes, &limits, &never);
            for win in [fours.win(), threats.win()].into_iter().flatten() {
                let certificate = Certificate::from_tree(&position, &win.tree);
                bears_the_worst(&certificate.expect("the tree fits"), &mut bytes, &mut tried);
            }
        }
    }
    assert!(tried[1..].iter().all(|&tried| tried > 250), "{tried:?}");
}

/// Trees with quiet moves, in which replies share a tree and several nodes lead
/// to one.
#[test]
fn wins_by_any_moves_bear_the_worst_stones_outside_their_zones() {
    let mut bytes = Bytes(11);
    let mut prover = Prover::new(1 << 26);
    let never = AtomicBool::new(false);
    let mut tried = [0; 4];
    let mut prove = |position: &naive::Board, nodes: u64, times: usize| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let claim = prover.prove(position, proof::Class::All, &limits, &never);
        let Some(tree) = claim.win() else { return };
        let certificate = Certificate::from_proof(position, tree).expect("the game goes on");
        check(&certificate).unwrap_or_else(|fault| panic!("{fault}: {position}"));
        (0..times).for_each(|_| bears_the_worst(&certificate, &mut bytes, &mut tried));
    };
    // Many bear one stone.
    let mut places = Bytes(5);
    for rule in [Rule::Freestyle, Rule::Caro, Rule::Standard] {
        let variant = Variant::new(8, 8, 4, rule).expect("a board");
        let cells: Vec<Cell> = variant.cells().collect();
        for _ in 0..60 {
            let mut position = naive::Board::new(variant);
            for player in [Player::Black, Player::White, Player::White] {
                position.set(cells[usize::from(places.next()) % cells.len()], Some(player));
            }
            position.set_to_move(Player::Black);
            prove(&position, 40_000, 1);
        }
    }
    // Large trees.
    let hybrid = Variant::standard_size(Rule::Hybrid);
    for moves in ["h8o15i9e5", "h8o15i9i8", "h8o15i9h9"] {
        prove(&text::parse(moves, hybrid, None).expect("a position"), 2_000_000, 10);
    }
    // No zone for two stones is less than the board.
    assert!(tried[1] > 300, "{tried:?}");
}

#[test]
fn every_stored_problem_has_one() {
    let stored =
        [include_str!("../data/gomoku-vcf.txt"), include_str!("../data/gomoku-vcf-rules.txt")];
    let mut vcf = Vcf::default();
    let (mut wins, mut longest) = (0, 0);
    for line in stored.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [rule, black, white, attacker, _] = fields[..] else { panic!("{line}") };
        let variant = Variant::standard_size(rule.parse().expect("a rule"));
        let side = if attacker == "black" { Player::Black } else { Player::White };
        let stones = format!("{black} | {white}");
        let position = text::parse(&stones, variant, Some(side)).expect("a position");
        let Some(certificate) = proved(&position, &mut vcf) else { continue };
        wins += 1;
        longest = longest.max(certificate.moves());
    }
    assert_eq!((wins, longest), (370, 9));
}

/// Many proofs in all forms, each with some wounds: what is accepted is right.
#[test]
fn a_thousand_wounded_proofs_are_rejected_or_right() {
    let mut bytes = Bytes(3);
    let (mut sound, mut wounded, mut accepted) = (0, 0, 0);
    while wounded < 1000 {
        let length = 20 + usize::from(bytes.next());
        let Some(certificate) = oracle::proof(&bytes.take(length)) else { continue };
        if oracle::judged(&certificate).is_none() {
            continue;
        }
        sound += 1;
        for _ in 0..20 {
            let Some(other) = oracle::wounded(&certificate, &bytes.take(40)) else { continue };
            if other != certificate {
                wounded += 1;
                accepted += u32::from(oracle::judged(&other).is_some());
            }
        }
    }
    // A stone more or less, or another move that wins as well, are no wounds.
    assert!(sound > 50 && accepted < 500, "{accepted} of {wounded}, of {sound} proofs");
}
