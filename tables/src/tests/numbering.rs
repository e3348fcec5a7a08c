//! A slot a position, and a position a slot.

use super::{pawn_chess, pursuit, sliding, small};
use crate::numbering::Numbering;
use crate::rules::{Found, Rules};
use crate::spec::{Spec, with};

/// Goes through all slots: each is where its position is looked for, the cursor
/// that walks is the one that jumps, and together they stand for all positions.
fn walk<R: Rules>(rules: &R, spec: Spec) {
    let mut cursor = rules.cursor(0);
    let mut positions = 0;
    for slot in 0..rules.slots() {
        if slot > 0 {
            rules.advance(&mut cursor);
        }
        let board = rules.board(&cursor);
        assert_eq!(rules.board(&rules.cursor(slot)), board, "slot {slot} of {spec}");
        assert_eq!(rules.find(&board), Ok(Found::Slot(slot)), "{board} of {spec}");
        assert!(rules.weight(&cursor) > 0);
        positions += rules.weight(&cursor);
    }
    assert_eq!(positions, spec.positions().unwrap(), "{spec}");
}

#[test]
fn every_slot_is_its_positions() {
    let mut specs = small();
    specs.extend(["1x3", "2x3", "5x3", "4x4", "1x9", "2x7", "3x5", "1x32"].map(pawn_chess));
    specs.extend(
        [(2, 1, 1), (3, 1, 2), (4, 3, 1), (5, 1, 2), (11, 2, 2), (12, 1, 3)]
            .map(|(n, white, black)| pursuit(n, white, black)),
    );
    specs.extend(
        [
            (4, 4, 4, 7, 7),
            (4, 4, 4, 3, 2),
            (1, 1, 1, 0, 0),
            (1, 1, 1, 1, 0),
            (1, 6, 2, 2, 2),
            (2, 2, 2, 1, 1),
            (5, 2, 4, 4, 4),
            (3, 3, 3, 4, 4),
            (3, 3, 3, 9, 0),
            (3, 3, 3, 0, 0),
        ]
        .map(|(width, height, line, white, black)| sliding(width, height, line, white, black)),
    );
    for spec in specs {
        with!(&spec.numbers().unwrap(), numbers => walk(numbers, spec));
    }
}

/// The images of a position have its slot.
#[test]
fn symmetric_positions_share_a_slot() {
    let Spec::PawnChess(size) = pawn_chess("4x4") else { unreachable!() };
    let numbers = pawn_chess("4x4").numbers().unwrap();
    let crate::spec::Numbers::PawnChess(rules) = &numbers else { unreachable!() };
    for slot in (0..rules.slots()).step_by(7) {
        let board = rules.board(&rules.cursor(slot));
        assert_eq!(board.size(), size);
        for image in [board.mirror(), board.flip(), board.mirror().flip()] {
            assert_eq!(rules.find(&image), Ok(Found::Slot(slot)), "{image}");
        }
    }
}

/// The largest numberings, at places spread over the whole.
#[test]
fn large_numberings_are_as_exact() {
    fn sample<R: Rules>(rules: &R, spec: Spec) {
        let last = rules.slots() - 1;
        for at in 0..500 {
            for slot in [last / 499 * at, last - last / 499 * at] {
                let board = rules.board(&rules.cursor(slot));
                assert_eq!(rules.find(&board), Ok(Found::Slot(slot)), "{board} of {spec}");
                if slot < last {
                    let mut cursor = rules.cursor(slot);
                    rules.advance(&mut cursor);
                    let next = rules.board(&cursor);
                    assert_eq!(rules.find(&next), Ok(Found::Slot(slot + 1)), "{next} of {spec}");
                }
            }
        }
    }
    for spec in [
        pawn_chess("5x5"),
        pawn_chess("5x6"),
        pawn_chess("6x5"),
        pawn_chess("4x7"),
        pawn_chess("10x3"),
        pursuit(100, 1, 2),
        pursuit(101, 1, 2),
        sliding(5, 4, 4, 9, 9),
        sliding(5, 5, 4, 11, 12),
        sliding(5, 5, 5, 10, 10),
    ] {
        with!(&spec.numbers().unwrap(), numbers => sample(numbers, spec));
    }
}

#[test]
fn what_a_table_does_not_hold_is_refused_in_words() {
    fn find<R: Rules>(rules: &R, text: &str) -> String {
        let board: R::Board = text.parse().unwrap();
        rules.find(&board).unwrap_err()
    }
    for (spec, text, words) in [
        (pawn_chess("4x4"), "ppp/.../PPP w", "the board of 3x3"),
        (pursuit(8, 1, 2), "9 1 1 2 2 w", "n = 8"),
        (pursuit(8, 1, 2), "8 1 1 2 2 w speeds 2 2", "speeds 1 and 2"),
        (sliding(4, 4, 4, 7, 7), "BWB/WBW/OOO b", "another shape"),
        (sliding(4, 4, 4, 7, 7), "BWBO/WBWB/BWBW/WBWO b line 3", "another shape"),
        (sliding(4, 4, 4, 7, 7), "BWBO/WBWB/BWBW/WBOO b", "6 white and 7 black"),
    ] {
        let why = with!(&spec.numbers().unwrap(), numbers => find(numbers, text));
        assert!(why.contains(words) || why.contains("and the board"), "{text}: {why}");
    }
}

#[test]
fn sizes_beyond_the_format_are_refused() {
    for spec in [
        pursuit(1, 1, 1),
        pursuit(5, 5, 1),
        pursuit(5, 1, 0),
        pursuit(u32::MAX, 1, 2),
        sliding(4, 4, 4, 9, 8),
        sliding(4, 4, 4, u32::MAX, 1),
    ] {
        assert!(spec.numbers().is_err(), "{spec}");
    }
    assert_eq!(pawn_chess("6x5").positions().unwrap(), 11_228_446_642);
    assert_eq!(pawn_chess("5x6").positions().unwrap(), 2_050_511_812);
    assert_eq!(pawn_chess("5x5").positions().unwrap(), 182_566_382);
    assert_eq!(sliding(5, 4, 4, 9, 9).positions().unwrap(), 2 * 9_237_800);
}
