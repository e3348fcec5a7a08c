//! Certificates of gomoku: every win that is found has one that passes.

use std::sync::atomic::AtomicBool;

use tesuji_core::Player;
use tesuji_core::gomoku::{Rule, Variant, naive, text};
use tesuji_proofs::{Certificate, NotProved, check, exhaustive, read, sample, write};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{Goal, Vcf};
use tesuji_testkit::generate::gomoku as generate;

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
