//! Sliding four on boards of any size: the rules, their text, and the puzzle's
//! board as a case.

use tesuji_core::Game;
use tesuji_core::sliding_four::{large, naive};
use tesuji_solvers::HashSet;
use tesuji_testkit::generate::sliding_four as generate;
use tesuji_testkit::oracle::game::{key_includes_side_to_move, play_then_undo};

fn board(text: &str) -> large::Board {
    text.parse().unwrap()
}

#[test]
fn the_puzzles_board_is_a_case() {
    for seed in 0..3000_u32 {
        let bytes: Vec<u8> = (0..40)
            .map(|i| (seed.wrapping_mul(2_654_435_761) >> (i % 24)) as u8 ^ i as u8)
            .collect();
        let small: naive::Board = generate::position(&bytes);
        let large = large::Board::from(small);
        assert_eq!(large.to_string(), small.to_string());
        assert_eq!(large.outcome(), small.outcome(), "{small}");
        let text = |moves: Vec<String>| {
            let mut moves = moves;
            moves.sort();
            moves
        };
        let moves = text(small.legal_moves().iter().map(ToString::to_string).collect());
        assert_eq!(text(large.legal_moves().iter().map(ToString::to_string).collect()), moves);
        for mv in small.legal_moves() {
            let after = large.play(mv.to_string().parse().unwrap()).unwrap();
            assert_eq!(after, small.play(mv).unwrap().into(), "{small} {mv}");
        }
        play_then_undo(&large);
    }
}

#[test]
fn goals_are_lines_of_any_length_in_four_directions() {
    for goal in [
        "WWWOO/OOOOO/OOOOO w line 3",
        "OOOOO/OOBBB/OOOOO w line 3",
        "OOBOO/OOBOO/OOBOO w line 3",
        "WOOOO/OWOOO/OOWOO w line 3",
        "OOOOB/OOOBO/OOBOO w line 3",
        "OOOBO/OOBOO/OBOOO w line 3",
        "OOO/OWO w line 1",
        "BO/OB b line 2",
        "BBBBB b line 5",
    ] {
        assert!(board(goal).is_goal(), "{goal}");
        assert!(board(goal).legal_moves().is_empty(), "{goal}");
    }
    for none in [
        "WWBWO/OOOOO/OOOOO w line 3",
        "OOOWW/WOOOO/OOOOO w line 3",
        "OOOOW/WOOOO/OWOOO w line 3",
        "BOO/OBO/OOO w line 3",
        "OOO/OOO b line 1",
        "BBB/BBB b",
    ] {
        assert!(!board(none).is_goal(), "{none}");
    }
}

#[test]
fn texts_come_back_and_others_are_refused() {
    for text in ["O w", "B b line 1", "BWO/OOB w line 3", "OOOOO/OBWOO/OOOOO/OOOOO b"] {
        assert_eq!(board(text).to_string(), text);
    }
    assert_eq!(board("B.0/WBO b"), board("BOO/WBO b line 4"));
    key_includes_side_to_move(&board("BW/OO w"), &board("BW/OO b"));
    for bad in [
        "",
        "w",
        " w",
        "BW",
        "BW/B w",
        "B/BW w",
        "BW/ w",
        "/BW w",
        "BW//BW w",
        "BX w",
        "BW x",
        "BWw",
        "BW w line",
        "BW w line 0",
        "BW w line 26",
        "BW w line 3 4",
        "BW w b",
        "OOOOOO/OOOOOO/OOOOOO/OOOOOO/OO w",
        "OOOOOOOOOOOOOOOOOOOOOOOOOO w",
    ] {
        assert!(bad.parse::<large::Board>().is_err(), "{bad}");
    }
    for (width, height, line) in
        [(0, 4, 4), (4, 0, 4), (6, 5, 4), (u32::MAX, 2, 4), (4, 4, 0), (4, 4, 26)]
    {
        assert!(large::Shape::new(width, height, line).is_err(), "{width}x{height} {line}");
    }
    for bad in ["", "a1", "a1a", "A1a2", "a0a1", "a26a1", "a1a2 x", "z1z2", "a99999999999a1"] {
        assert!(bad.parse::<large::Move>().is_err(), "{bad}");
    }
}

#[test]
fn rows_of_other_widths_are_refused_at_their_place() {
    let cell = "expected a cell: B, W, or O for a blank, found";
    let another = "expected another cell, a / or a space and the side to move, found";
    for (text, message) in [
        ("", format!("line 1, column 1: {cell} the end of the input")),
        ("/BW w", format!("line 1, column 1: {cell} \"/BW\"")),
        ("BW//BW w", format!("line 1, column 4: {cell} \"/BW\"")),
        ("BW/B/B w", format!("line 1, column 5: {cell} \"/B\"")),
        ("BW/B w", format!("line 1, column 5: {cell} a blank")),
        ("BW/BWO w", format!("line 1, column 6: {another} \"O\"")),
    ] {
        assert_eq!(text.parse::<large::Board>().unwrap_err().to_string(), message, "{text}");
    }
    for text in ["OOOOO/OOOOO/OOOOO/OOOOO/OOOOO w", "OOOOOOOOOOOOOOOOOOOOOOOOO b"] {
        assert_eq!(text.parse::<large::Board>().unwrap().to_string(), text);
        let larger = format!("O{}", text.replace('/', "/O"));
        let error = larger.parse::<large::Board>().unwrap_err().to_string();
        assert!(error.ends_with("a board has at most 25 cells"), "{error}");
    }
}

/// From the board whose colours alternate between two blanks at its ends, a
/// search that keeps who moves and stops at no goal sees nearly half of all
/// positions: what a visited set of such a search must be ready to hold.
#[test]
fn a_search_of_5x4_reaches_the_published_number_of_positions() {
    const WIDTH: u32 = 5;
    const CELLS: u32 = 20;
    const ALL: u32 = (1 << CELLS) - 1;
    const LEFT: u32 = 0b00001_00001_00001_00001;
    const RIGHT: u32 = LEFT << (WIDTH - 1);
    // The mover's pieces and the other's; with the colours exchanged it is
    // another position, which the number of steps made tells apart.
    let pieces = ALL & !(1 | 1 << (CELLS - 1));
    let black = pieces & 0xAAAA_AAAA;
    let mut seen = [HashSet::default(), HashSet::default()];
    let mut queue = vec![(black, pieces & !black, 0_usize)];
    seen[0].insert((black, pieces & !black));
    while let Some((own, other, side)) = queue.pop() {
        let blanks = ALL & !(own | other);
        let steps = [
            (own << 1 & !LEFT & blanks, 1),
            (own >> 1 & !RIGHT & blanks, -1),
            (own << WIDTH & blanks, WIDTH as i32),
            (own >> WIDTH & blanks, -(WIDTH as i32)),
        ];
        for (landings, shift) in steps {
            for cell in (0..CELLS).filter(|cell| landings >> cell & 1 != 0) {
                let from = cell.checked_add_signed(-shift).expect("a cell of the board");
                let next = (other, own ^ (1 << cell | 1 << from));
                if seen[1 - side].insert(next) {
                    queue.push((next.0, next.1, 1 - side));
                }
            }
        }
    }
    assert_eq!(seen[0].len() + seen[1].len(), 9_088_860);
}
