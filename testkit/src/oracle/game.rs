//! One self-test of moves for every game.

use std::fmt::Debug;
use std::hash::{BuildHasher, RandomState};

use tesuji_core::Game;

/// A map of positions and moves onto positions and moves that keeps the rules.
pub struct Symmetry<G: Game> {
    /// Its name, for messages.
    pub name: &'static str,
    /// The image of a position.
    pub position: fn(&G) -> G,
    /// The image of a move; it may depend on the board's size.
    pub mv: fn(&G, G::Move) -> G::Move,
}

/// Holds two boards of one position against each other and against their
/// own text.
///
/// # Panics
/// Where they differ in side to move, outcome, moves or text, where the text
/// does not come back, or where a move's text does not.
pub fn same_position<A, B>(a: &A, b: &B)
where
    A: Game,
    B: Game<Move = A::Move>,
{
    let text = a.to_string();
    assert_eq!(text, b.to_string(), "the two boards print differently");
    assert_eq!(text.parse::<A>().as_ref(), Ok(a), "{text} does not come back");
    assert_eq!(text.parse::<B>().as_ref(), Ok(b), "{text} does not come back");
    assert_eq!(a.to_move(), b.to_move(), "side to move in {text}");
    assert_eq!(a.outcome(), b.outcome(), "outcome of {text}");
    let moves = a.legal_moves();
    assert_eq!(moves, b.legal_moves(), "moves of {text}");
    assert_eq!(moves.is_empty(), a.outcome().is_some(), "{text} is over exactly without moves");
    assert!(moves.is_sorted_by(|x, y| x < y), "a move of {text} comes twice");
    for mv in moves {
        assert_eq!(mv.to_string().parse(), Ok(mv), "move {mv} of {text} does not come back");
        let a = a.clone().play(mv).expect("a listed move is legal");
        let b = b.clone().play(mv).expect("a listed move is legal");
        assert_eq!(a.to_string(), b.to_string(), "{text} after {mv}");
    }
}

/// Holds a position against its images: the moves of the image are the images
/// of the moves, the outcomes are alike, and playing commutes with the map.
///
/// # Panics
/// Where one of these fails.
pub fn symmetric<G: Game>(position: &G, symmetry: &Symmetry<G>) {
    let Symmetry { name, position: image, mv: image_of } = symmetry;
    let mirrored = image(position);
    let mut moves: Vec<_> =
        position.legal_moves().into_iter().map(|mv| image_of(position, mv)).collect();
    moves.sort_unstable();
    assert_eq!(moves, mirrored.legal_moves(), "moves of {position} under {name}");
    assert_eq!(
        position.outcome().is_some(),
        mirrored.outcome().is_some(),
        "outcome of {position} under {name}"
    );
    for mv in position.legal_moves() {
        let mut straight = position.clone();
        straight.play_unchecked(mv);
        let mut round = mirrored.clone();
        round.play_unchecked(image_of(position, mv));
        assert_eq!(image(&straight), round, "{position} after {mv} under {name}");
    }
}

/// Plays every move on one board and takes it back: the board is as before.
///
/// # Panics
/// Where it is not.
pub fn play_then_undo<G: Game>(position: &G) {
    let mut board = position.clone();
    for mv in position.legal_moves() {
        let undo = board.play_unchecked(mv);
        assert_ne!(&board, position, "{mv} changes nothing in {position}");
        board.undo(mv, undo);
        assert_eq!(&board, position, "{mv} taken back in {position}");
    }
}

/// The key of a position tells who moves: two positions that differ in the
/// side to move alone are not equal and do not hash alike.
///
/// # Panics
/// Where they are or do.
pub fn key_includes_side_to_move<G: Game + Debug>(a: &G, b: &G) {
    assert_ne!(a.to_move(), b.to_move());
    assert_ne!(a, b, "a position forgets who moves");
    let state = RandomState::new();
    assert_ne!(state.hash_one(a), state.hash_one(b), "the hash of {a} forgets who moves");
}
