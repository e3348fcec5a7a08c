//! The published totals of pawn chess, and every stored vector.

use tesuji_core::pawn_chess::{Size, judge, naive, packed};
use tesuji_core::{Game, Outcome, Player, divide, perft};
use tesuji_solvers::pawn_chess::{table, value};
use tesuji_solvers::{Answer, Refusal, Solver};
use tesuji_testkit::fnv::Fnv;

/// Sequences of exactly so many plies from the start on 4×4.
const PERFT: [u64; 19] = [
    1, 4, 16, 66, 280, 1170, 4548, 16684, 53706, 155_708, 369_328, 719_332, 1_003_978, 1_072_530,
    444_560, 232_788, 85_436, 37_838, 0,
];

/// Columns, rows, winner and length from the start.
const STARTS: [(u32, u32, char, u32); 26] = [
    (1, 3, 'w', 1),
    (2, 3, 'b', 2),
    (3, 3, 'b', 6),
    (4, 3, 'w', 5),
    (5, 3, 'w', 7),
    (6, 3, 'b', 8),
    (7, 3, 'w', 9),
    (8, 3, 'w', 11),
    (9, 3, 'b', 14),
    (1, 4, 'b', 2),
    (2, 4, 'b', 6),
    (3, 4, 'b', 8),
    (4, 4, 'w', 11),
    (5, 4, 'b', 14),
    (6, 4, 'b', 16),
    (1, 5, 'w', 3),
    (2, 5, 'b', 6),
    (3, 5, 'w', 11),
    (4, 5, 'b', 16),
    (5, 5, 'w', 19),
    (6, 5, 'b', 22),
    (1, 6, 'b', 4),
    (2, 6, 'b', 10),
    (3, 6, 'b', 14),
    (4, 6, 'w', 21),
    (5, 6, 'w', 29),
];

/// The same for seven rows.
const STARTS_OF_SEVEN_ROWS: [(u32, u32, char, u32); 3] =
    [(2, 7, 'b', 10), (3, 7, 'w', 19), (4, 7, 'b', 24)];

fn starts() -> impl Iterator<Item = (Size, Answer<Outcome>)> {
    STARTS.into_iter().chain(STARTS_OF_SEVEN_ROWS).map(|(columns, rows, winner, plies)| {
        let size = Size::new(columns, rows).expect("the sizes are legal");
        let winner = if winner == 'w' { Player::White } else { Player::Black };
        (size, Answer { value: Outcome::Win(winner), remoteness: Some(plies) })
    })
}

/// The masks of at most four cells of 16, ascending.
fn masks() -> Vec<u32> {
    (0..1 << 16).filter(|mask: &u32| mask.count_ones() <= 4).collect()
}

/// Holds the values of all judge positions on 4×4 against the published ones.
fn judge_positions(mut value: impl FnMut(&packed::Board) -> Answer<Outcome>) {
    let mut checksum = Fnv::new();
    let mut histogram = [[0_u32; 14]; 2];
    let mut longest = Vec::new();
    let in_check = |mask: &u32, goal: u32| *mask != 0 && mask & goal == 0;
    for white in masks().into_iter().filter(|mask| in_check(mask, 0x000f)) {
        for black in masks().into_iter().filter(|mask| in_check(mask, 0xf000)) {
            if white & black != 0 {
                continue;
            }
            let board = packed::Board::from_bits(Size::JUDGE, white, black, Player::White)
                .expect("the masks keep the rules");
            if board.outcome().is_some() {
                continue;
            }
            let Answer { value, remoteness } = value(&board);
            let winner = value.winner().expect("no draws") as u8;
            let plies = remoteness.expect("every game ends") as u8;
            checksum.bytes(&[winner, plies]);
            histogram[usize::from(winner)][usize::from(plies)] += 1;
            if plies == 13 {
                longest.push(board.to_string());
            }
        }
    }
    assert_eq!(histogram[0], [0, 184_411, 0, 20335, 0, 10584, 0, 4101, 0, 631, 0, 40, 0, 2]);
    assert_eq!(histogram[1], [0, 0, 32218, 0, 17203, 0, 5064, 0, 1109, 0, 130, 0, 8, 0]);
    assert_eq!(histogram[0].iter().sum::<u32>(), 220_104);
    assert_eq!(histogram[1].iter().sum::<u32>(), 55732);
    assert_eq!(histogram.iter().flatten().sum::<u32>(), 275_836);
    longest.sort();
    assert_eq!(longest, ["p.pp/..p./..../PPPP w", "pp.p/.p../..../PPPP w"]);
    assert_eq!(checksum.value(), 0xe1f3_2038_25d0_59c1);
}

#[test]
fn judge_positions_by_the_table() {
    let table = table::Table::build(Size::JUDGE).unwrap();
    judge_positions(|board| table.lookup(board).expect("every position is in the table"));
}

#[test]
fn judge_positions_by_the_naive_table() {
    let mut solver = table::Naive::new();
    judge_positions(|&board| solver.solve(&board.into()).unwrap());
    assert_eq!(solver.nodes(), 2 * 282_122);
}

#[test]
fn judge_positions_by_the_search() {
    let mut solver = value::Optimized::new();
    judge_positions(|board| solver.solve(board).unwrap());
}

#[test]
fn judge_positions_by_the_naive_search() {
    let mut solver = value::Naive::new();
    judge_positions(|&board| solver.solve(&board.into()).unwrap());
}

/// Every value of small tables, stuck positions and empty boards included,
/// by the table, the naive table and a search that knows nothing yet.
#[test]
fn all_roads_agree_on_whole_tables() {
    for size in ["1x3", "2x3", "3x3", "4x3", "2x4", "3x4", "1x7", "2x6", "2x8", "3x5", "1x16"] {
        let size: Size = size.parse().unwrap();
        let table = table::Table::build(size).unwrap();
        let mut naive = table::Naive::new();
        for rank in 0..table.ranking().len() {
            let (white, black) = table.ranking().unrank(rank);
            for to_move in Player::BOTH {
                let board = packed::Board::from_bits(size, white, black, to_move).unwrap();
                let answer = Ok(table.get(rank, to_move));
                assert_eq!(naive.solve(&board.into()), answer, "{board}");
                assert_eq!(value::Optimized::new().solve(&board), answer, "{board}");
            }
        }
        assert_eq!(naive.nodes(), 2 * table.ranking().len());
    }
}

/// Every larger size with a table that is soon made, up to 32 cells, against
/// the search, on the start and on positions spread over the whole.
#[test]
fn the_table_and_the_search_agree_on_samples() {
    let count = table::Ranking::count;
    for size in Size::all().filter(|&size| size.cells() > 16 && count(size) < 10_000_000) {
        let table = table::Table::build(size).unwrap();
        let mut search = value::Optimized::new();
        let start = packed::Board::start(size);
        assert_eq!(search.solve(&start).ok(), table.lookup(&start), "the start on {size}");
        let step = table.ranking().len() as usize / 2000 + 1;
        for rank in (0..table.ranking().len()).step_by(step) {
            let (white, black) = table.ranking().unrank(rank);
            for to_move in Player::BOTH {
                let board = packed::Board::from_bits(size, white, black, to_move).unwrap();
                assert_eq!(search.solve(&board), Ok(table.get(rank, to_move)), "{board}");
            }
        }
    }
}

/// Black to move is White to move turned over.
#[test]
fn the_two_halves_of_a_table_are_mirror_images() {
    for size in ["4x4", "3x6"] {
        let table = table::Table::build(size.parse().unwrap()).unwrap();
        let turn = |cells: u32| cells.reverse_bits() >> (32 - table.ranking().size().cells());
        for rank in 0..table.ranking().len() {
            let (white, black) = table.ranking().unrank(rank);
            let image = table.ranking().rank(turn(black), turn(white)).unwrap();
            let (here, there) = (table.get(rank, Player::White), table.get(image, Player::Black));
            assert_eq!(here.remoteness, there.remoteness);
            assert_ne!(here.value, there.value);
        }
    }
}

#[test]
fn a_ranking_has_a_number_for_every_position_and_no_other() {
    for (size, count) in
        [("4x4", 282_122), ("5x5", 182_566_382), ("5x6", 2_050_511_812), ("6x5", 11_228_446_642)]
    {
        assert_eq!(table::Ranking::count(size.parse().unwrap()), count);
    }
    for size in Size::all().filter(|size| size.cells() <= 16) {
        let ranking = table::Ranking::new(size);
        let mut ranks: Vec<u64> = table::Naive::positions(size)
            .unwrap()
            .into_iter()
            .map(|board| {
                let board = packed::Board::from(board);
                let (white, black) = (board.bits(Player::White), board.bits(Player::Black));
                let rank = ranking.rank(white, black).expect("it is a position of the table");
                assert_eq!(ranking.unrank(rank), (white, black), "{board}");
                rank
            })
            .collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..ranking.len()), "the numbers of {size} have holes");
        assert_eq!(ranking.len(), table::Ranking::count(size));
    }
    // The largest numberings at their ends, where a shift or a sum would fail.
    for size in ["6x5", "8x4", "10x3", "4x8", "1x32", "2x16", "1x31"] {
        let ranking = table::Ranking::new(size.parse().unwrap());
        assert_eq!(ranking.len(), table::Ranking::count(size.parse().unwrap()));
        for rank in (0..ranking.len()).step_by(ranking.len() as usize / 1000 + 1) {
            for rank in [rank, ranking.len() - 1 - rank] {
                let (white, black) = ranking.unrank(rank);
                assert_eq!(ranking.rank(white, black), Some(rank));
            }
        }
    }
}

#[test]
fn what_no_table_holds_has_no_number() {
    let ranking = table::Ranking::new(Size::JUDGE);
    for (white, black) in [
        (0x0001, 0),
        (0, 0x1000),
        (0x0010, 0x0010),
        (0x1_0000, 0),
        (0, 0x1_0000),
        (0x1f00, 0),
        (0, 0x001f),
    ] {
        assert_eq!(ranking.rank(white, black), None, "{white:x} {black:x}");
    }
}

#[test]
fn perft_from_the_start() {
    let (naive, packed) = (naive::Board::start(Size::JUDGE), packed::Board::start(Size::JUDGE));
    for (depth, count) in PERFT.into_iter().enumerate() {
        assert_eq!(perft(&packed, depth as u32), count, "depth {depth}");
        assert_eq!(perft(&naive, depth as u32), count, "depth {depth}");
    }
    let rows = divide(&packed, 17);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.iter().map(|row| row.1).sum::<u64>(), PERFT[17]);
}

/// Every size, also those whose last cell is the last bit of the word.
#[test]
fn perft_of_every_size() {
    for size in Size::all() {
        let depth = if size.columns() < 5 { 7 } else { 5 };
        let (naive, packed) = (naive::Board::start(size), packed::Board::start(size));
        assert_eq!(perft(&naive, depth), perft(&packed, depth), "{size}");
    }
}

#[test]
fn starts_of_every_size_by_the_search() {
    for (size, answer) in starts() {
        let mut solver = value::Optimized::new();
        assert_eq!(solver.solve(&packed::Board::start(size)), Ok(answer), "{size}");
        assert!(solver.nodes() > 0);
    }
}

#[test]
fn starts_of_small_sizes_by_the_naive_search() {
    let mut asked = 0;
    for (size, answer) in starts().filter(|(size, _)| size.cells() <= 18) {
        asked += 1;
        let mut solver = value::Naive::new();
        assert_eq!(solver.solve(&naive::Board::start(size)), Ok(answer), "{size}");
    }
    assert_eq!(asked, 17);
}

/// Up to four pawns a side on 4×4, goal rows included: which are positions.
#[test]
fn placements_and_the_rules_of_a_position() {
    let (goal, far) = (0x000f_u32, 0xf000_u32);
    let (mut placements, mut accepted) = (0, [0, 0]);
    for white in masks() {
        for black in masks() {
            if white & black != 0 {
                continue;
            }
            placements += 1;
            let arrived = [(white & goal).count_ones(), (black & far).count_ones()];
            for mover in Player::BOTH {
                let is_position = arrived[mover as usize] == 0 && arrived[1 - mover as usize] <= 1;
                let board = packed::Board::from_bits(Size::JUDGE, white, black, mover);
                assert_eq!(board.is_ok(), is_position, "{white:x} {black:x} {mover}");
                accepted[mover as usize] += u32::from(is_position);
            }
        }
    }
    assert_eq!(placements, 2_267_253);
    assert_eq!(accepted[0], accepted[1], "turning the board over exchanges the two");
}

#[test]
fn stored_vectors() {
    let boards = judge::parse(include_bytes!("../data/pawn-chess.in"), Size::JUDGE).unwrap();
    let answers: Vec<&str> = include_str!("../data/pawn-chess.out").lines().collect();
    assert_eq!((boards.len(), answers.len()), (120, 120));
    let mut naive = value::Naive::new();
    let mut table = table::Optimized::new();
    for (board, expected) in boards.iter().zip(answers) {
        let packed = packed::Board::from(*board);
        for answer in
            [naive.solve(board), value::Optimized::new().solve(&packed), table.solve(&packed)]
        {
            let Answer { value, remoteness } = answer.unwrap();
            assert_eq!(judge::answer(value, remoteness.unwrap()), expected, "{board}");
        }
    }
    assert_eq!(judge::parse(judge::write_input(&boards).as_bytes(), Size::JUDGE), Ok(boards));
}

#[test]
fn the_example_is_a_judge_file() {
    let text = include_bytes!("../../examples/pawn-chess.txt");
    let boards = judge::parse(text, Size::JUDGE).unwrap();
    let mut solver = value::Optimized::new();
    let answers: Vec<String> = boards
        .iter()
        .map(|board| solver.solve(&packed::Board::from(*board)).unwrap())
        .map(|answer| judge::answer(answer.value, answer.remoteness.unwrap()))
        .collect();
    assert_eq!(answers, ["white (11)", "white (13)", "black (6)", "black (12)"]);
}

#[test]
fn judge_files_are_refused_with_rule_and_place() {
    let start = "pppp\n....\n....\nPPPP\n";
    for (text, error) in [
        (String::new(), "line 1, column 1: expected the number of cases"),
        ("x\n".into(), "line 1, column 1: expected the number of cases"),
        (format!("1 x\n\n{start}"), "line 1, column 3: expected the end of the line"),
        (format!("1\n{start}"), "line 2, column 1: expected a blank line before a case"),
        (format!("2\n\n{start}"), "line 7, column 1: expected another case"),
        (format!("0\n\n{start}"), "line 3, column 1: expected the end of the input after 0 cases"),
        (format!("1\n\n{start}\n."), "line 8, column 1: expected the end of the input"),
        (format!("1\n\n{start}PPPP\n"), "line 7, column 1: expected the end of the input"),
        ("1\n\npppp\n...\n....\nPPPP\n".into(), "line 4, column 4: expected one of P, p and ."),
        ("1\n\npppp\n.....\n....\nPPPP\n".into(), "line 4, column 5: expected the end of the row"),
        ("1\n\npppp\n..q.\n....\nPPPP\n".into(), "line 4, column 3: expected one of P, p and ."),
        ("1\n\npppp\n....\n\n....\nPPPP".into(), "line 5, column 1: expected one of P, p and ."),
        ("1\n\npppP\n....\n....\nPPP.".into(), "line 3, column 4: a white pawn stands on its goal"),
        ("1\n\nppp.\n....\n....\nPPPp".into(), "line 6, column 4: a black pawn stands on its goal"),
        ("1\n\npppp\n.p..\n....\nPPPP".into(), "line 4, column 2: black has more pawns than"),
        ("1\n\npppp\n....\n..P.\nPPPP".into(), "line 6, column 4: white has more pawns than"),
        ("1\n\n....\n....\n....\nPPPP".into(), "line 3, column 1: black has no pawn"),
        ("1\n\npppp\n....\n....\n....".into(), "line 3, column 1: white has no pawn"),
        ("1\n\n....\np...\nP...\n....".into(), "line 3, column 1: white has no legal move"),
        ("18446744073709551615\n".into(), "line 2, column 1: expected another case"),
        ("18446744073709551616\n".into(), "line 1, column 1: expected the number of cases"),
    ] {
        let refusal = judge::parse(text.as_bytes(), Size::JUDGE).unwrap_err().to_string();
        assert!(refusal.starts_with(error), "{text:?}: {refusal}");
    }
    let bytes = judge::parse(b"1\n\npp\xffp", Size::JUDGE).unwrap_err();
    assert_eq!(bytes.to_string(), "line 3, column 3: expected UTF-8 text, found other bytes");
}

#[test]
fn judge_files_may_be_written_loosely() {
    let board = naive::Board::start(Size::JUDGE);
    for text in [
        "1\r\n\r\npppp\r\n....\r\n....\r\nPPPP\r\n",
        "1\r\rpppp\r....\r....\rPPPP",
        "\n\n 1 \n\n\n \t\npppp  \n....\t\n....\nPPPP   \n\n \n",
    ] {
        assert_eq!(judge::parse(text.as_bytes(), Size::JUDGE), Ok(vec![board]), "{text:?}");
    }
    assert_eq!(judge::parse(b"0", Size::JUDGE), Ok(vec![]));
    let tall: Size = "2x16".parse().unwrap();
    let start = naive::Board::start(tall);
    assert_eq!(judge::parse(judge::write_input(&[start]).as_bytes(), tall), Ok(vec![start]));
}

#[test]
fn what_is_too_large_is_refused() {
    let size: Size = "5x5".parse().unwrap();
    let (naive, packed) = (naive::Board::start(size), packed::Board::start(size));
    assert!(matches!(value::Naive::new().solve(&naive), Err(Refusal::TooLarge { .. })));
    assert!(matches!(table::Naive::new().solve(&naive), Err(Refusal::TooLarge { .. })));
    let large = packed::Board::start("6x5".parse().unwrap());
    let refusal = table::Optimized::new().solve(&large).unwrap_err();
    assert!(matches!(refusal, Refusal::OutOfMemory { bytes: 22_456_893_284, .. }), "{refusal}");
    assert!(value::Optimized::new().solve(&packed).is_ok());
}

/// A solver that is asked about several sizes in turn mixes nothing up.
#[test]
fn one_solver_answers_every_size() {
    let (mut search, mut table) = (value::Optimized::new(), table::Optimized::new());
    for round in 0..2 {
        for (size, answer) in starts().filter(|(size, _)| size.cells() <= 18) {
            let start = packed::Board::start(size);
            assert_eq!(search.solve(&start), Ok(answer), "{size} in round {round}");
            assert_eq!(table.solve(&start), Ok(answer), "{size} in round {round}");
        }
    }
}
