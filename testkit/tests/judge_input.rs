//! Judge input: valid whatever is drawn, the same for a seed for ever, and
//! answered alike by the naive solvers.

use tesuji_core::painting::Grid;
use tesuji_core::pawn_chess::Size;
use tesuji_core::{Game, Player, pawn_chess, pursuit, sliding_four};
use tesuji_solvers::Solver;
use tesuji_testkit::fnv::Fnv;
use tesuji_testkit::judge_input::{
    Input, Judge, Kind, Layout, Painting, PawnChess, Pursuit, SlidingFour, Source,
};

/// Inputs of a seed, and the checksum of all their bytes.
fn inputs<J: Judge>(
    judge: &mut J,
    kind: Kind,
    seed: u64,
    count: usize,
) -> (Vec<Input<J::Case>>, u64) {
    let mut source = Source::new(kind, seed);
    let mut sum = Fnv::new();
    let inputs: Vec<_> = (0..count)
        .map(|_| {
            let input = source.next_input(judge, J::MOST_CASES);
            sum.bytes(&judge.write(&input));
            input
        })
        .collect();
    (inputs, sum.value())
}

/// Draws inputs of each kind; checks that they come back from the parser and
/// that every case keeps `valid`; hands back the checksums.
fn drawn<J: Judge>(judge: &mut J, valid: impl Fn(&J::Case)) -> [u64; 4] {
    [Kind::Random, Kind::Edge, Kind::Long, Kind::All].map(|kind| {
        let count = if J::MOST_CASES == 1 { 200 } else { 20 };
        let (inputs, sum) = inputs(judge, kind, 1, count);
        for input in &inputs {
            assert!((1..=J::MOST_CASES).contains(&input.cases.len()));
            let text = judge.write(input);
            assert_eq!(judge.read(&text).as_ref(), Ok(&input.cases), "{kind:?} {text:?}");
            input.cases.iter().for_each(&valid);
            assert_eq!(judge.answers(&input.cases).len(), input.cases.len());
        }
        sum
    })
}

fn pawns(board: &pawn_chess::naive::Board) {
    let columns = board.size().columns() as usize;
    let cells = board.cells();
    for player in Player::BOTH {
        assert!((1..=columns).contains(&board.pawns(player)), "{board}");
    }
    assert!(!cells[..columns].contains(&Some(Player::White)), "{board}");
    assert!(!cells[cells.len() - columns..].contains(&Some(Player::Black)), "{board}");
    assert!(!board.legal_moves().is_empty(), "{board}");
}

fn pieces(board: &pursuit::naive::Board) {
    assert!((2..=20).contains(&board.n()) && board.white() != board.black(), "{board}");
}

fn seven(start: &sliding_four::Start) {
    let board = start.begun_by(Player::White);
    assert_eq!([board.count(Player::White), board.count(Player::Black)], [7, 7], "{board}");
}

fn columns(grid: &Grid) {
    assert!((1..=4747).contains(&grid.columns()), "{grid}");
}

/// These numbers are a promise to everybody who has written a seed down.
#[test]
fn what_is_drawn_from_a_seed_never_changes() {
    let sums = [
        drawn(&mut PawnChess::new(Size::JUDGE), pawns),
        drawn(&mut Pursuit::new(None).unwrap(), pieces),
        drawn(&mut SlidingFour::new(), seven),
        drawn(&mut Painting::new(None).unwrap(), columns),
    ];
    assert_eq!(sums, PROMISED, "{sums:#x?}");
}

/// By game, and by kind: random, edge, long, all.
const PROMISED: [[u64; 4]; 4] = [
    [0xd39c_311d_c281_00ef, 0x12cd_8234_34ff_ea17, 0x23f6_ebfb_ae43_d02d, 0xd0f0_a906_f3b4_1053],
    [0x3357_e359_3e6d_9f07, 0xcb31_a030_6c7d_89a0, 0xc753_7444_0488_2b67, 0x1822_2f2a_6429_1798],
    [0x47de_1871_3afa_cd89, 0x5eb3_074f_6d5f_b035, 0xf947_98a6_dec8_b985, 0x08c5_ea34_75d7_a461],
    [0x7b11_e877_cea7_dbaa, 0xab5a_e2df_2e68_f765, 0x05ae_abe2_703f_437c, 0xe7af_6fc4_cc8b_ae0d],
];

#[test]
fn cases_of_a_size_have_it() {
    for size in Size::all() {
        let judge = &mut PawnChess::new(size);
        let (inputs, _) = inputs(judge, Kind::Random, 2, 2);
        let edges = judge.edges();
        for board in inputs.iter().flat_map(|input| &input.cases).chain(&edges) {
            assert_eq!(board.size(), size);
            pawns(board);
        }
    }
    for n in [2, 3, 5, 20] {
        let judge = &mut Pursuit::new(Some(n)).unwrap();
        let (inputs, _) = inputs(judge, Kind::All, 2, 30);
        assert!(inputs.iter().all(|input| u64::from(input.cases[0].n()) == n));
    }
    for columns in [1, 2, 13, 4747, 1_000_000_000_000_000_000] {
        let judge = &mut Painting::new(Some(columns)).unwrap();
        let (inputs, _) = inputs(judge, Kind::All, 2, 9);
        assert!(inputs.iter().all(|input| input.cases.iter().all(|g| g.columns() == columns)));
    }
    assert!(Pursuit::new(Some(1)).is_err() && Pursuit::new(Some(101)).is_err());
    assert!(Painting::new(Some(0)).is_err() && Painting::new(Some(u64::MAX)).is_err());
}

/// The edges come first of all, each in every layout.
#[test]
fn all_kinds_are_in_all() {
    fn check<J: Judge>(judge: &mut J) {
        let edges = judge.edges();
        let layouts = [&[Layout::Plain], J::LAYOUTS].concat();
        let mut source = Source::new(Kind::All, 9);
        let mut seen = vec![Vec::new(); layouts.len()];
        for _ in 0..layouts.len() * edges.len().div_ceil(J::MOST_CASES) {
            let input = source.next_input(judge, J::MOST_CASES);
            let at = layouts.iter().position(|&layout| layout == input.layout).unwrap();
            seen[at].extend(input.cases);
        }
        assert!(seen.iter().all(|cases| *cases == edges), "{}", J::GAME);
        let mut distinct: Vec<String> = edges.iter().map(|case| judge.position(case)).collect();
        distinct.sort();
        distinct.dedup();
        // Pawn chess asks about its start twice.
        assert!(edges.len() <= distinct.len() + 1, "{}", J::GAME);
    }
    check(&mut PawnChess::new(Size::JUDGE));
    check(&mut Pursuit::new(None).unwrap());
    check(&mut SlidingFour::new());
    check(&mut Painting::new(None).unwrap());
}

/// The mean of the plies or steps of a hundred long cases, and of as many at
/// random.
fn means<J: Judge>(judge: &mut J) -> [u32; 2] {
    [Kind::Long, Kind::Random].map(|kind| {
        let (inputs, _) = inputs(judge, kind, 3, 100usize.div_ceil(J::MOST_CASES));
        let answers = inputs.iter().flat_map(|input| judge.answers(&input.cases));
        let number = |line: String| {
            let digits = line.trim_matches(|c: char| !c.is_ascii_digit());
            digits.parse::<u32>().unwrap()
        };
        let plies: Vec<u32> = answers.map(number).take(100).collect();
        plies.iter().sum::<u32>() / plies.len() as u32
    })
}

#[test]
fn long_games_are_long() {
    for [long, random] in [
        means(&mut PawnChess::new(Size::JUDGE)),
        means(&mut Pursuit::new(None).unwrap()),
        means(&mut SlidingFour::new()),
    ] {
        assert!(long >= random + 3, "{long} {random}");
    }
    let judge = &mut Painting::new(None).unwrap();
    let (inputs, _) = inputs(judge, Kind::Long, 3, 3);
    assert!(inputs.iter().all(|input| input.cases.iter().all(|grid| grid.columns() > 4730)));
}

#[test]
fn the_naive_solvers_give_the_same_answers() {
    let judge = &mut PawnChess::new(Size::JUDGE);
    let mut naive = tesuji_solvers::pawn_chess::value::Naive::new();
    let (all, _) = inputs(judge, Kind::All, 4, 9);
    for input in all {
        for (board, line) in input.cases.iter().zip(judge.answers(&input.cases)) {
            let answer = naive.solve(board).unwrap();
            let expected = pawn_chess::judge::answer(answer.value, answer.remoteness.unwrap());
            assert_eq!(line, expected, "{board}");
        }
    }
    let judge = &mut SlidingFour::new();
    let mut naive = tesuji_solvers::sliding_four::steps::Naive::new();
    let (all, _) = inputs(judge, Kind::All, 4, 150);
    for input in all {
        let steps = naive.fewest(&input.cases[0].begun_by(Player::White));
        assert_eq!(judge.answers(&input.cases), [sliding_four::judge::answer(steps)]);
    }
    let judge = &mut Pursuit::new(Some(6)).unwrap();
    let mut naive = tesuji_solvers::pursuit::value::Naive::new();
    let (all, _) = inputs(judge, Kind::All, 4, 60);
    for input in all {
        let answer = naive.solve(&input.cases[0]).unwrap();
        let expected = pursuit::judge::answer(answer.value, answer.remoteness.unwrap());
        assert_eq!(judge.answers(&input.cases), [expected]);
    }
    let judge = &mut Painting::new(None).unwrap();
    let mut naive = tesuji_solvers::painting::winner::Naive::new();
    let (all, _) = inputs(judge, Kind::All, 4, 4);
    for input in all {
        for ((number, grid), line) in (1..).zip(&input.cases).zip(judge.answers(&input.cases)) {
            let winner = naive.solve(grid).unwrap().value.winner().unwrap();
            assert_eq!(line, tesuji_core::painting::judge::answer(number, winner), "{grid}");
        }
    }
}
