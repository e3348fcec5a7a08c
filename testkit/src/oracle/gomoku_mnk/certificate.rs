//! Certificates of what the solver claims.

use tesuji_core::gomoku::naive::Board;
use tesuji_core::{Game, Player};
use tesuji_proofs::{Certificate, Kind, NotProved, check, exhaustive, read, sample, write};
use tesuji_solvers::gomoku::mnk::{Claim, Win};

/// Replies of the judge that plays them all.
const REPLAYED: u64 = 1_000;

/// The certificate of a win or a hold of this position, which claims the same
/// and passes the judges: with zones, reply by reply as far as a budget of
/// 1,000 goes, and by some lines beyond. `None` where nothing is claimed.
///
/// # Panics
/// Where a judge refuses it.
pub fn certified(position: &Board, attacker: Player, claim: &Claim) -> Option<Certificate> {
    let show = || format!("{attacker} attacks in {position}");
    let certificate = match claim {
        Claim::Win(win) => Certificate::from_win(position, win, None),
        Claim::Hold(hold) => Certificate::from_hold(position, attacker.other(), hold),
        Claim::Unknown(_) => return None,
    };
    let certificate = certificate.unwrap_or_else(|error| panic!("{error}: {}", show()));
    let head = certificate.head();
    match claim {
        Claim::Hold(_) => {
            assert_eq!((head.kind(), head.claimant()), (Kind::Hold, attacker.other()));
            assert_eq!(head.root(), position);
        }
        Claim::Win(win) => {
            assert_eq!((head.kind(), head.claimant()), (Kind::Win, attacker));
            let mut root = head.root().clone();
            if let Win::Replies { .. } = win {
                // It begins with the move before.
                root.play_unchecked(certificate.line()[0]);
            }
            assert_eq!(&root, position);
        }
        Claim::Unknown(_) => {}
    }
    assert_eq!(read(&write(&certificate)).as_ref(), Ok(&certificate), "{}", show());
    if let Err(fault) = check(&certificate) {
        panic!("{fault}: {}", show());
    }
    match exhaustive(&certificate, Some(REPLAYED)) {
        Ok(_) => {}
        Err(NotProved::Wrong(fault)) => panic!("every reply played: {fault}: {}", show()),
        Err(NotProved::Refused(_)) => {
            sample(&certificate, 10, 1)
                .unwrap_or_else(|fault| panic!("a line: {fault}: {}", show()));
        }
    }
    Some(certificate)
}
