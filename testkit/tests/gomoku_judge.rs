//! The judge of gomoku's certificates, on certificates made by hand: what it
//! refuses, and what it need not.

use tesuji_core::Player;
use tesuji_core::gomoku::{Cell, Rule, Variant, naive, text};
use tesuji_proofs::check::zone;
use tesuji_proofs::{
    Builder, Certificate, Edge, FaultKind, Head, Kind, NodeId, NotProved, Refusal, Rest, Step,
    check, exhaustive, sample,
};

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

fn cells(names: &str) -> Vec<Cell> {
    names.split(' ').map(cell).collect()
}

/// A win on 15x15 under standard rules: Black's a8, and then his fours. After
/// White's j10 it is n15 o15 m14 n14 f2, when White has k11 l12 n14 o15: with
/// j10 m13 makes six and wins nothing. Every other reply loses to f2 or f6.
/// `shared` names replies that share the tree of j10.
fn six_or_five(shared: &[Cell]) -> Certificate {
    let variant = Variant::standard_size(Rule::Standard);
    let stones = "j14 k14 l14 k15 l15 m15 c2 d2 e2 c6 d6 e6 | k11 l12 i14 j15";
    let root = text::parse(stones, variant, Some(Player::Black)).expect("a position");
    let mut builder = Builder::new();
    let straight = |builder: &mut Builder, mv: &str| -> NodeId {
        let five = builder.five();
        builder.four(cell(mv), five)
    };
    let mut line = straight(&mut builder, "f2");
    for mv in ["m14", "n15"] {
        line = builder.four(cell(mv), line);
    }
    let sharing: Vec<Cell> = [cell("j10")].into_iter().chain(shared.iter().copied()).collect();
    let mut groups: Vec<(Vec<Cell>, Edge)> = vec![(sharing, line.into())];
    for reply in ["b2", "f2", "g2"] {
        groups.push((vec![cell(reply)], straight(&mut builder, "f6").into()));
    }
    let groups: Vec<(&[Cell], Edge)> = groups.iter().map(|(c, edge)| (&c[..], *edge)).collect();
    let default = straight(&mut builder, "f2");
    let root_node = builder.replies(Some(cell("a8")), &groups, Rest::Default(default.into()));
    let head = Head::new(root, Player::Black, Kind::Win).expect("the game goes on");
    builder.finish(head, root_node)
}

#[test]
fn a_tree_shared_under_exact_five_is_refused_and_refuted() {
    let right = six_or_five(&[]);
    let proved = check(&right).expect("each reply has its own tree");
    assert_eq!(proved.moves, 5);
    assert!(proved.statement.ends_with("wins on 15x15 under standard in at most 5 moves."));
    exhaustive(&right, Some(1_000_000)).expect("every reply loses");

    // Without j10 White's m13 is a five.
    let shared = six_or_five(&[cell("a1")]);
    let fault = check(&shared).expect_err("no tree is shared under exact five");
    assert_eq!(fault.kind, FaultKind::Shares(cell("a1")));
    match exhaustive(&shared, Some(1_000_000)) {
        Err(NotProved::Wrong(fault)) => {
            assert_eq!(fault.kind, FaultKind::ReplyWins(cell("m13")));
            let path = cells("a8 a1 n15 o15 m14 n14 f2").into_iter().map(Step::Move);
            assert!(fault.path.iter().copied().eq(path), "{fault}");
        }
        other => panic!("it is refuted: {other:?}"),
    }
    assert_eq!(
        fault.to_string(),
        "after a8: the reply a1 shares a tree, which proves nothing under this rule"
    );
}

/// Where White wins with six as well, neither tree is a proof.
#[test]
fn the_same_is_no_win_under_hybrid() {
    let standard = six_or_five(&[]);
    let stones = standard.head().root().stones();
    let mut root = naive::Board::new(Variant::standard_size(Rule::Hybrid));
    stones.into_iter().for_each(|(cell, player)| root.set(cell, Some(player)));
    let head = Head::new(root, Player::Black, Kind::Win).expect("the game goes on");
    let fault = check(&standard.with_head(head)).expect_err("six wins");
    assert_eq!(fault.kind, FaultKind::ReplyWins(cell("m13")));
}

/// Three in a row on 6x6: Black's c3, and after any reply that does not touch
/// the row d3, else c4. With a white stone on f6 White replies f5, and has a
/// row before Black's two are three: a default bears the reply as well as the
/// stone that was there before.
#[test]
fn a_default_bears_one_stone_more() {
    let variant = Variant::new(6, 6, 3, Rule::Freestyle).expect("a board");
    let mut root = naive::Board::new(variant);
    let mut builder = Builder::new();
    let two = |builder: &mut Builder, mv: &str| -> Edge {
        let five = builder.five();
        builder.four(cell(mv), five).into()
    };
    let replies = cells("b3 d3 e3");
    let groups: Vec<(&[Cell], Edge)> =
        replies.chunks(1).map(|reply| (reply, two(&mut builder, "c4"))).collect();
    let default = two(&mut builder, "d3");
    let top = builder.replies(Some(cell("c3")), &groups, Rest::Default(default));
    let head = Head::new(root.clone(), Player::Black, Kind::Win).expect("the game goes on");
    let certificate = builder.finish(head, top);
    assert_eq!(check(&certificate).map(|proved| proved.moves), Ok(3));
    exhaustive(&certificate, None).expect("every reply loses");

    let cells = zone(&certificate, 1).expect("it is a proof");
    assert!(cells.is_none_or(|cells| cells.contains(&cell("f6"))));
    root.set(cell("f6"), Some(Player::White));
    let head = Head::new(root, Player::Black, Kind::Win).expect("the game goes on");
    let certificate = certificate.with_head(head);
    assert!(matches!(exhaustive(&certificate, None), Err(NotProved::Wrong(_))));
    // Here the stone is no extra one, and the default is refused for f5.
    let fault = check(&certificate).expect_err("White's f5 is a threat");
    assert!(matches!(fault.kind, FaultKind::Matters(_)), "{fault}");
}

/// Black's f8 makes a row of four beside White's b8, and one in the column. A
/// stone on h8 stops g8 under caro, so the four must name it.
#[test]
fn a_stone_behind_a_row_stops_it_under_caro() {
    for rule in Rule::ALL {
        let stones = "c8 d8 e8 f9 f10 f11 | b8 f7 a1 a3 a5 a9";
        let root = text::parse(stones, Variant::standard_size(rule), Some(Player::Black));
        let head = Head::new(root.expect("a position"), Player::Black, Kind::Win);
        let mut builder = Builder::new();
        let five = builder.five();
        let four = builder.four(cell("f8"), five);
        let certificate = builder.finish(head.expect("the game goes on"), four);
        let replayed = exhaustive(&certificate, Some(1_000));
        match (rule, check(&certificate)) {
            (Rule::Caro | Rule::CaroExact, Err(fault)) => {
                assert_eq!(fault.kind, FaultKind::Matters(cell("h8")));
                let Err(NotProved::Wrong(fault)) = replayed else { panic!("{replayed:?}") };
                assert_eq!(fault.kind, FaultKind::NoWin(cell("g8")));
            }
            // Two fours at once.
            (Rule::Renju, Err(fault)) => {
                assert_eq!(fault.kind, FaultKind::Forbidden(cell("f8")));
                assert!(matches!(replayed, Err(NotProved::Wrong(_))), "{replayed:?}");
            }
            (Rule::Freestyle | Rule::Standard | Rule::Hybrid, Ok(proved)) => {
                assert_eq!(proved.moves, 2);
                assert!(replayed.is_ok(), "{replayed:?}");
            }
            (_, other) => panic!("{other:?} under {rule}"),
        }
    }
}

/// The pairs with which the second player holds 5x5 (Berlekamp, Conway, Guy:
/// Winning Ways).
#[test]
fn pairs_hold_five_by_five() {
    const PAIRS: [[u8; 5]; 5] =
        [[11, 1, 8, 1, 12], [6, 2, 2, 9, 10], [3, 7, 0, 9, 3], [6, 7, 4, 4, 10], [12, 5, 8, 5, 11]];
    let pairs: Vec<[Cell; 2]> = (1..=12)
        .map(|number| {
            let all = (0..25).map(|at| (at % 5, at / 5));
            let mut of = all.filter(|&(column, row)| PAIRS[row][column] == number);
            let mut next = || of.next().map(|(column, row)| Cell::new(column as u8, row as u8));
            [(); 2].map(|()| next().flatten().expect("two cells"))
        })
        .collect();
    let holds = |pairs: &[[Cell; 2]], rule| {
        let root = naive::Board::new(Variant::new(5, 5, 5, rule).expect("a board"));
        let head = Head::new(root, Player::White, Kind::Hold).expect("the game goes on");
        let mut builder = Builder::new();
        let root = builder.pairs(None, pairs);
        builder.finish(head, root)
    };
    for rule in Rule::ALL {
        let certificate = holds(&pairs, rule);
        let proved = check(&certificate).expect("every line has a pair");
        assert!(
            proved.statement.starts_with(&format!(
                "White, not to move on the empty board, does not lose on 5x5 under {rule}: \
                 Black has no win"
            )),
            "{}",
            proved.statement
        );
        sample(&certificate, 50, 3).expect("no line loses");
    }
    let fault = check(&holds(&pairs[1..], Rule::Freestyle)).expect_err("a row is open");
    assert_eq!(fault.kind, FaultKind::Open(cell("a1"), cell("e1")));
}

/// Every window of six on the largest board has stones of both, and 540 cells
/// are empty: a line to the end is as deep as lines get.
#[test]
fn the_deepest_line_is_played_to_its_end() {
    let variant = Variant::new(30, 30, 6, Rule::Freestyle).expect("a board");
    let mut root = naive::Board::new(variant);
    for cell in variant.cells() {
        match (cell.column() + 2 * cell.row()) % 5 {
            0 => root.set(cell, Some(Player::Black)),
            1 => root.set(cell, Some(Player::White)),
            _ => {}
        }
    }
    root.set_to_move(Player::White);
    let head = Head::new(root, Player::Black, Kind::Hold).expect("the game goes on");
    let mut builder = Builder::new();
    let leaf = builder.pairs(None, &[]);
    let certificate = builder.finish(head, leaf);
    check(&certificate).expect("no window is open");
    let sampled = sample(&certificate, 1, 1).expect("White has no row");
    assert_eq!((sampled.lines, sampled.replies), (1, 270));
    assert_eq!(
        exhaustive(&certificate, None),
        Err(NotProved::Refused(Refusal::TooLarge { cells: 900, moves: 0 }))
    );
}

/// One node for two positions, the second with one white stone more: right
/// where the stone lies outside the node's zone, and wrong on its first move.
#[test]
fn a_node_bears_a_stone_outside_its_zone() {
    let certificate = |stone: &str| {
        let stones = "c3 d3 e3 c6 d6 e6 c9 d9 e9 | i1 k15 m1 n15 n7 l4 m10 o12 k2";
        let root = text::parse(stones, Variant::default(), Some(Player::Black));
        let head = Head::new(root.expect("a position"), Player::Black, Kind::Win);
        let mut builder = Builder::new();
        let four = |builder: &mut Builder, mv: &str| -> Edge {
            let five = builder.five();
            builder.four(cell(mv), five).into()
        };
        // A quiet move; replies with their answers, then those of a row, which
        // another row answers, and the default.
        let quiet = |builder: &mut Builder, mv, own: &[(&str, Edge)], row, by, default| {
            let of_row = cells(row).into_iter().map(|reply| (reply, four(builder, by)));
            let of_row: Vec<(Cell, Edge)> = of_row.collect();
            let own = own.iter().map(|&(reply, edge)| (cell(reply), edge));
            let mut groups: Vec<([Cell; 1], Edge)> = Vec::new();
            for (reply, edge) in own.chain(of_row) {
                if groups.iter().all(|(cells, _)| cells[0] != reply) {
                    groups.push(([reply], edge));
                }
            }
            let groups: Vec<(&[Cell], Edge)> =
                groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
            Edge::from(builder.replies(Some(cell(mv)), &groups, Rest::Default(default)))
        };
        let shared = four(&mut builder, "f3");
        let first = quiet(&mut builder, "a1", &[], "b3 f3 g3", "f6", shared);
        let six = four(&mut builder, "f6");
        let second = quiet(&mut builder, "a1", &[("o1", shared)], "b6 f6 g6", "f9", six);
        let own = [("o1", first), (stone, second)];
        let three = four(&mut builder, "f3");
        let root = quiet(&mut builder, "a15", &own, "b3 f3 g3", "f6", three);
        builder.finish(head.expect("the game goes on"), root.node)
    };
    let proved = check(&certificate("o3")).expect("o3 changes nothing");
    assert_eq!(proved.moves, 4);
    sample(&certificate("o3"), 300, 1).expect("no line is lost");
    let fault = check(&certificate("f3")).expect_err("f3 is the node's own move");
    assert_eq!(
        fault.to_string(),
        "after a15 f3 a1 o1: the reply f3 has no answer of its own, and needs one"
    );
    let fault = sample(&certificate("f3"), 300, 1).expect_err("some line meets it");
    assert_eq!(fault.kind, FaultKind::Taken(cell("f3")));
}

/// Fours one after the other, and a five.
fn fours(builder: &mut Builder, moves: &str) -> Edge {
    let five = Edge::from(builder.five());
    cells(moves).into_iter().rev().fold(five, |next, mv| builder.four(mv, next).into())
}

/// Each of these replies, answered by the same fours.
fn each(builder: &mut Builder, replies: &str, moves: &str) -> Vec<(Vec<Cell>, Edge)> {
    cells(replies).into_iter().map(|reply| (vec![reply], fours(builder, moves))).collect()
}

fn quiet(builder: &mut Builder, mv: &str, named: &[(Vec<Cell>, Edge)], default: Edge) -> Edge {
    let groups: Vec<(&[Cell], Edge)> =
        named.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
    builder.replies(Some(cell(mv)), &groups, Rest::Default(default)).into()
}

/// Black has threes that make a four each, two of them with a stone between
/// White's a1 b1 and e1. White needs c1, d1 and e1 to win.
fn two_in_a_corner() -> Head {
    let stones = "c2 c3 c4 e2 e3 e4 i12 j12 k12 i9 j9 k9 i6 j6 k6 | a1 b1";
    let root = text::parse(stones, Variant::default(), Some(Player::Black));
    Head::new(root.expect("a position"), Player::Black, Kind::Win).expect("the game goes on")
}

/// Whether the judge sees that White gets d1 for nothing, and then c1.
fn d1_has_to_be_named(certificate: &dyn Fn(&str) -> Certificate, zone: &str) {
    check(&certificate(&format!("{zone} d1"))).expect("every reply is answered");
    let wrong = certificate(zone);
    let fault = check(&wrong).expect_err("White gets d1");
    assert_eq!(fault.kind, FaultKind::Matters(cell("d1")), "{fault}");
    let mut root = wrong.head().root().clone();
    root.set(cell("d1"), Some(Player::White));
    let head = Head::new(root, Player::Black, Kind::Win).expect("the game goes on");
    sample(&wrong.with_head(head), 5_000, 1).expect_err("some line has c1 and e1 as well");
}

/// Two replies share a tree to which the second is no harm by itself.
#[test]
fn a_shared_tree_bears_one_stone_more() {
    let certificate = |named: &str| {
        let mut builder = Builder::new();
        let mut groups = vec![(cells("o1 c1"), fours(&mut builder, "l12"))];
        groups.extend(each(&mut builder, "e1", "c1 l12"));
        groups.extend(each(&mut builder, "e5 l12 h12 m12", "l9"));
        let rest = fours(&mut builder, "e1 l12");
        let below = quiet(&mut builder, "a15", &groups, rest);
        let groups = each(&mut builder, named, "l6");
        let root = quiet(&mut builder, "a14", &groups, below);
        builder.finish(two_in_a_corner(), root.node)
    };
    d1_has_to_be_named(&certificate, "a15 o1 c1 e1 e5 c5 l12 h12 m12 l9 h9 m9");
}

/// A node for the position after o1 a15 and b15, where two replies are not
/// looked at, and what leads there.
fn first_position(builder: &mut Builder) -> (Edge, Edge) {
    let node = fours(builder, "l12");
    let groups = each(builder, "l12 h12 m12", "l9");
    let below = quiet(builder, "b15", &groups, node);
    let groups = each(builder, "b15 l12 h12 m12 l9 h9 m9 c1 d1 e1", "l6");
    (node, quiet(builder, "a15", &groups, below))
}

/// A node is used in a second position, which has a stone more that is no harm
/// by itself.
#[test]
fn a_node_of_two_positions_bears_one_stone_more() {
    let certificate = |named: &str| {
        let mut builder = Builder::new();
        let (both, after_o1) = first_position(&mut builder);
        // And after any reply but this, then o1 and c1.
        let mut groups = vec![(cells("c1"), both)];
        groups.extend(each(&mut builder, "e1", "c1 l12"));
        groups.extend(each(&mut builder, "e5 l12 h12 m12", "l9"));
        let rest = fours(&mut builder, "e1 l12");
        let below = quiet(&mut builder, "b15", &groups, rest);
        let mut groups = vec![(cells("o1"), below)];
        groups.extend(each(&mut builder, "e1", "c1 l12"));
        groups.extend(each(&mut builder, "e5 l12 h12 m12", "l9"));
        let rest = fours(&mut builder, "e1 l12");
        let below = quiet(&mut builder, "a15", &groups, rest);
        let mut groups = vec![(cells("o1"), after_o1)];
        groups.extend(each(&mut builder, named, "l6"));
        let root = quiet(&mut builder, "a14", &groups, below);
        builder.finish(two_in_a_corner(), root.node)
    };
    let zone = "a15 b15 c1 e1 e5 c5 l12 h12 m12 l9 h9 m9";
    d1_has_to_be_named(&certificate, zone);
}

/// A node is used in a position that is not its own: with another stone of
/// Black's, without one of White's, or with two more of White's.
#[test]
fn a_node_of_another_position_is_refused() {
    /// A move and the reply to it, or any.
    type Step = (&'static str, Option<&'static str>);
    let fault = |steps: [Step; 2]| {
        let mut builder = Builder::new();
        let (node, after_o1) = first_position(&mut builder);
        let below = steps.iter().rev().fold(node, |below, &(mv, reply)| match reply {
            Some(reply) => {
                let rest = fours(&mut builder, "l6");
                quiet(&mut builder, mv, &[(vec![cell(reply)], below)], rest)
            }
            None => quiet(&mut builder, mv, &[], below),
        });
        let groups = [(cells("o1"), after_o1), (cells("n1"), below)];
        let rest = fours(&mut builder, "l6");
        let root = quiet(&mut builder, "a14", &groups, rest);
        let fault = check(&builder.finish(two_in_a_corner(), root.node));
        let fault = fault.expect_err("the node is of another position");
        assert_eq!(fault.kind, FaultKind::Elsewhere, "{fault}");
        fault.path.len()
    };
    assert_eq!(fault([("a15", Some("o1")), ("c15", None)]), 6);
    assert_eq!(fault([("a15", None), ("b15", None)]), 6);
    assert_eq!(fault([("a15", Some("m1")), ("b15", Some("o1"))]), 6);
}
