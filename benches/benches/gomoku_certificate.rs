//! Gomoku: judging certificates.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use tesuji_benches::positions::gomoku_fours;
use tesuji_benches::{Criterion, Throughput, criterion_group, criterion_main};
use tesuji_core::Game;
use tesuji_core::gomoku::{Variant, naive, text};
use tesuji_proofs::check::zone;
use tesuji_proofs::{
    Builder, Certificate, Edge, Head, Kind, Node, NodeId, Rest, check, exhaustive, read, write,
};
use tesuji_solvers::gomoku::claim::Claim;
use tesuji_solvers::gomoku::proof::{Class, Prover};
use tesuji_solvers::gomoku::search::Limits;
use tesuji_solvers::gomoku::vcf::{Goal, Vcf};

fn win(vcf: &mut Vcf, position: &naive::Board) -> Certificate {
    let never = AtomicBool::new(false);
    match vcf.solve(position, Goal::Any, &Limits::default(), &never) {
        Claim::Win(win) => Certificate::from_tree(position, &win.tree).expect("the tree fits"),
        other => panic!("{other:?} in {position}"),
    }
}

/// Copies the fours of a line without branches into a builder.
fn copy(builder: &mut Builder, line: &Certificate) -> NodeId {
    let mut ids = Vec::new();
    for id in line.ids() {
        let there = |edge: Edge| Edge { node: ids[edge.node.index()], ..edge };
        ids.push(match line.node(id) {
            Node::Five => builder.five(),
            Node::End(mv) => builder.end(mv),
            Node::Four { mv, next } => builder.four(mv, there(next)),
            other => panic!("{other:?} is no four"),
        });
    }
    ids[line.root().index()]
}

/// A quiet move after which Black wins by fours whatever White does: each
/// reply has its own tree.
fn replies() -> Certificate {
    let stones = "c4 d4 e4 k12 l12 m12 g8 h8 i8 | a1 o1 a13 o15 h1 a7 o7 h15 l2";
    let root = text::parse(stones, Variant::default(), None).expect("a position");
    let quiet = "a15".parse().expect("a cell");
    let mut after = root.clone();
    after.play_unchecked(quiet);
    let mut vcf = Vcf::default();
    let mut builder = Builder::new();
    let mut groups = Vec::new();
    for reply in after.legal_moves() {
        after.play_unchecked(reply);
        let line = win(&mut vcf, &after);
        after.undo(reply, ());
        groups.push(([reply], Edge::from(copy(&mut builder, &line))));
    }
    let groups: Vec<_> = groups.iter().map(|(cells, edge)| (&cells[..], *edge)).collect();
    let top = builder.replies(Some(quiet), &groups, Rest::None);
    let head = Head::new(root.clone(), root.to_move(), Kind::Win).expect("the game goes on");
    builder.finish(head, top)
}

/// A win by quiet moves, as provers write them: 5,516 nodes.
fn proof() -> Certificate {
    let variant: Variant = "15x15 hybrid".parse().expect("a variant");
    let position = text::parse("h8o15i9j10", variant, None).expect("a position");
    let never = AtomicBool::new(false);
    let claim = Prover::default().prove(&position, Class::All, &Limits::default(), &never);
    let tree = claim.win().expect("Black wins");
    Certificate::from_proof(&position, tree).expect("the game goes on")
}

fn judge(c: &mut Criterion) {
    let mut group = c.benchmark_group("gomoku/certificate");
    let many = replies();
    let file = write(&many);
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("optimized/replies-200", |b| {
        b.check(|| assert_eq!(check(&many).map(|proved| proved.nodes), Ok(many.nodes() as u64)));
        b.iter(|| check(black_box(&many)));
    });
    group.bench_function("optimized/zone-replies-200", |b| {
        b.check(|| assert!(zone(&many, 1).is_ok_and(|zone| zone.is_some())));
        b.iter(|| zone(black_box(&many), 1));
    });
    group.bench_function("optimized/read-replies-200", |b| {
        b.check(|| assert_eq!(read(&file).as_ref(), Ok(&many)));
        b.iter(|| read(black_box(&file)));
    });
    let proof = proof();
    let file = write(&proof);
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("optimized/proof-h8o15i9j10", |b| {
        b.check(|| assert_eq!(check(&proof).map(|proved| proved.moves), Ok(proof.moves())));
        b.iter(|| check(black_box(&proof)));
    });
    let mut vcf = Vcf::default();
    let (_, problem, _) =
        gomoku_fours().into_iter().find(|(name, ..)| name == "problem-3").expect("it is stored");
    let long = win(&mut vcf, &problem);
    let file = write(&long);
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("optimized/problem-3", |b| {
        b.check(|| assert_eq!(check(&long).map(|proved| proved.moves), Ok(long.moves())));
        b.iter(|| check(black_box(&long)));
    });
    let small: naive::Board = "9x9 freestyle: c3 c4 c5 | a1 a2 a3".parse().expect("a position");
    let small = win(&mut vcf, &small);
    group.throughput(Throughput::Moves(74));
    group.bench_function("naive/two-moves-9x9", |b| {
        b.check(|| assert_eq!(exhaustive(&small, None).map(|proved| proved.nodes), Ok(74)));
        b.iter(|| exhaustive(black_box(&small), None));
    });
    group.throughput(Throughput::Bytes(write(&small).len() as u64));
    group.bench_function("optimized/two-moves-9x9", |b| {
        b.check(|| assert_eq!(check(&small).map(|proved| proved.moves), Ok(2)));
        b.iter(|| check(black_box(&small)));
    });
    group.finish();
}

criterion_group!(benches, judge);
criterion_main!(benches);
