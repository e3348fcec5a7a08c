//! Positions as text: both forms, refusals and the drawn board.

use tesuji_core::gomoku::{Cell, Marks, Rule, Variant, lines, naive, parse};
use tesuji_core::{Game, Player};

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

#[test]
fn both_text_forms_are_read() {
    let board: naive::Board = "h8g7f6".parse().expect("moves");
    assert_eq!(board.to_string(), "f6 h8 | g7");
    assert_eq!(board.to_move(), Player::White);
    let board: naive::Board = "h8 i9 | g7 h10".parse().expect("stones");
    assert_eq!(board.to_move(), Player::Black);
    assert_eq!(board.to_string(), "h8 i9 | g7 h10");
    for (text, again) in [
        ("", "|"),
        ("h8", "h8 |"),
        (" H8 g7\tf6 ", "f6 h8 | g7"),
        ("| w", "| w"),
        ("h8 | w", "h8 |"),
        ("h8 | b", "h8 | b"),
        ("15x15 freestyle k5: h8g7", "h8 | g7"),
        ("15x15 renju:", "15x15 renju k5: |"),
        ("3x30 caro-exact k6: a30c1", "3x30 caro-exact k6: a30 | c1"),
        ("30x30 freestyle: z1aa1ad30", "30x30 freestyle k5: z1 ad30 | aa1"),
        // A finished game is a position.
        ("a1o1b1o2c1o3d1o4e1", "a1 b1 c1 d1 e1 | o1 o2 o3 o4"),
    ] {
        let board: naive::Board = text.parse().expect(text);
        assert_eq!(board.to_string(), again, "{text:?}");
        assert_eq!(again.parse().as_ref(), Ok(&board));
        assert_eq!(again.parse(), Ok(lines::Board::from(&board)));
    }
    // The caller's side to move is above the counts, in both forms.
    for text in ["a1b1", "a1 | b1", "a1 b1 | c3 d3 e3 b"] {
        let board = parse(text, Variant::default(), Some(Player::White)).expect(text);
        assert_eq!(board.to_move(), Player::White, "{text}");
    }
}

#[test]
fn faults_are_refused_at_their_place() {
    for (text, error) in [
        ("h8p1", "line 1, column 3: p1 is off the board, which ends at o15"),
        ("h8a16", "line 1, column 3: a16 is off the board, which ends at o15"),
        ("h8h0", "line 1, column 3: expected a cell such as h8, found \"h0\""),
        ("h8h8", "line 1, column 3: h8 is taken"),
        ("h8 | g7 h8", "line 1, column 9: h8 is taken"),
        ("h8 | g7 g6", "line 1, column 1: 1 black and 2 white stones: nobody is to move"),
        ("h8 i8 |", "line 1, column 1: 2 black and 0 white stones: nobody is to move"),
        ("h8 | g7 | h9", "line 1, column 9: expected a cell such as h8, found \"|\""),
        ("h8 | w w", "line 1, column 8: expected the end of the input, found \"w\""),
        ("8h", "line 1, column 1: expected a cell such as h8, found \"8h\""),
        ("hé8", "line 1, column 1: expected a cell such as h8, found \"hé8\""),
        (
            "a1o1b1o2c1o3d1o4e1o5",
            "line 1, column 19: o5 comes after the end of the game: black wins",
        ),
        ("a1 b1 c1 d1 e1 | f1 b", "line 1, column 1: black has won and cannot be to move"),
        ("a1 b1 c1 d1 e1 | a2 b2 c2 d2 e2", "line 1, column 1: both sides have won"),
        (
            "2x9 renju: a1",
            "line 1, column 1: expected a number of columns from 3 to 30, found \"2x9\"",
        ),
        (
            "9x9 chess: a1",
            "line 1, column 5: expected one of freestyle, standard, renju, hybrid, caro and \
             caro-exact, found \"chess:\"",
        ),
        ("9x9 renju k6: a1", "line 1, column 11: renju is five in a row, not 6"),
        (
            "9x9 caro k7: a1",
            "line 1, column 11: expected a winning length from 3 to 6, found \"7:\"",
        ),
        ("9x9 caro k5 a1:", "line 1, column 13: expected a colon after the variant, found \"a1:\""),
    ] {
        let refused = text.parse::<naive::Board>().expect_err(text).to_string();
        assert_eq!(refused, error, "{text:?}");
        assert_eq!(text.parse::<lines::Board>().expect_err(text).to_string(), error);
    }
}

#[test]
fn variants_without_a_board_are_refused() {
    for (width, height, k, rule) in [
        (2, 9, 5, Rule::Freestyle),
        (9, 31, 5, Rule::Freestyle),
        (9, 9, 2, Rule::Freestyle),
        (9, 9, 7, Rule::Caro),
        (9, 9, 4, Rule::Renju),
    ] {
        assert!(Variant::new(width, height, k, rule).is_err(), "{width}x{height} {rule} k{k}");
    }
    for rule in Rule::ALL {
        let variant = Variant::new(30, 3, 5, rule).expect("a board");
        assert_eq!(variant.to_string().parse(), Ok(variant));
    }
}

#[test]
fn a_drawn_board() {
    let variant = Variant::new(5, 3, 5, Rule::Renju).expect("a board");
    let board = parse("a1e3b1", variant, None).expect("moves");
    let marks = Marks { forbidden: &[cell("d2")], last: Some(cell("b1")) };
    let drawing = board.draw(&marks);
    let wanted = "
 3  .  .  .  .  O
 2  .  .  .  !  .
 1  X (X) .  .  .
    a  b  c  d  e
";
    assert_eq!(format!("\n{drawing}"), wanted);
    assert_eq!(lines::Board::from(&board).draw(&marks), drawing);
    let wide = naive::Board::new(Variant::new(30, 3, 5, Rule::Freestyle).expect("a board"));
    assert!(format!("{wide:#}").ends_with(" y  z aa ab ac ad\n"), "{wide:#}");
}
