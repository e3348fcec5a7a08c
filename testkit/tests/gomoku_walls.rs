//! The search's board with walls in it, held against the rules: a wall is to
//! both sides what a stone of the other is, where no end of a row can be
//! blocked.

use std::sync::atomic::AtomicBool;

use tesuji_core::gomoku::{Cell, Rule, Shape, Variant, naive};
use tesuji_core::lines::Direction;
use tesuji_core::{Game, Player};
use tesuji_solvers::gomoku::rules::Ruleset;
use tesuji_solvers::gomoku::search::{Limits, Options, Score, Searcher};
use tesuji_solvers::gomoku::shapes::optimized::ShapeBoard;
use tesuji_testkit::random::Random;

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

/// A board with walls, and the two naive ones on which they are stones.
struct Walled {
    walls: Vec<Cell>,
    living: naive::Board,
    /// In the order of [`Player`].
    seen: [naive::Board; 2],
}

fn walled(variant: Variant, random: &mut Random, stones: usize, walls: usize) -> Walled {
    let mut cells: Vec<Cell> = variant.cells().collect();
    random.shuffle(&mut cells);
    let (walls, rest) = cells.split_at(walls);
    let mut living = naive::Board::new(variant);
    for (i, &cell) in rest[..stones].iter().enumerate() {
        living.set(cell, Some(Player::BOTH[i % 2]));
    }
    let seen = Player::BOTH.map(|player| {
        let mut seen = living.clone();
        walls.iter().for_each(|&wall| seen.set(wall, Some(player.other())));
        seen
    });
    Walled { walls: walls.to_vec(), living, seen }
}

#[test]
fn shapes_end_at_walls() {
    let mut random = Random::new(11);
    let mut made = [0_u32; 8];
    for (rule, side) in [
        (Rule::Freestyle, 7),
        (Rule::Standard, 8),
        (Rule::Renju, 8),
        (Rule::Hybrid, 7),
        (Rule::Freestyle, 15),
    ] {
        let variant = Variant::new(side, side, 5, rule).expect("a board");
        for round in 0..40 {
            let area = usize::from(variant.area());
            let on = walled(variant, &mut random, area / 3, 1 + round % 9);
            let mut board = ShapeBoard::walled(Ruleset::from(variant), &on.walls);
            for (cell, player) in on.living.stones() {
                board.make(cell, player);
            }
            let empty = |&cell: &Cell| on.living.get(cell).is_none() && !on.walls.contains(&cell);
            for cell in variant.cells().filter(empty).step_by(1 + round % 3) {
                for player in Player::BOTH {
                    let seen = &on.seen[player as usize];
                    for along in Direction::ALL {
                        let shape = seen.made(cell, along.step(), player);
                        made[shape as usize] += 1;
                        assert_eq!(
                            board.made(cell, along, player),
                            shape,
                            "{player} on {cell}, {along:?}, walls {:?} in\n{:#}",
                            on.walls,
                            on.living
                        );
                    }
                }
                let forbidden = on.seen[Player::Black as usize].forbidden(cell).is_some();
                assert_eq!(board.forbids(cell), forbidden, "{cell}, {:?} {}", on.walls, on.living);
            }
        }
    }
    assert!(made[Shape::Five as usize] > 50 && made[Shape::Nothing as usize] > 50, "{made:?}");
}

#[test]
fn the_search_plays_around_walls() {
    let search = |position: &naive::Board, walls: &[Cell], depth| {
        let mut searcher = Searcher::new(Options { table_bytes: 1 << 18, ..Options::default() });
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        searcher.search_walled(position, walls, &limits, &AtomicBool::new(false), |_| ())
    };
    let position: naive::Board = "d8 e8 f8 g8 | a1 c1 e1 g1".parse().expect("a position");
    let five = search(&position, &[cell("h8")], 2);
    assert_eq!((five.score, five.best), (Score::Win(1), Some(cell("c8"))));
    // Between two walls the four is worth nothing.
    let none = search(&position, &[cell("h8"), cell("c8")], 4);
    assert!(matches!(none.score, Score::Value(_)), "{}", none.score);
    // No move is ever a wall, also where little else is left.
    let variant = Variant::new(5, 5, 5, Rule::Freestyle).expect("a board");
    let mut random = Random::new(5);
    for left in 1..8 {
        let mut on = walled(variant, &mut random, 8, 17 - left);
        let mut plies = 0;
        loop {
            let best = search(&on.living, &on.walls, 3).best;
            let Some(best) = best.filter(|best| on.living.get(*best).is_none()) else { break };
            assert!(!on.walls.contains(&best), "{best}");
            on.living.play_unchecked(best);
            plies += 1;
            if plies == left || on.living.winner().is_some() {
                break;
            }
        }
        assert!(plies > 0);
    }
}
