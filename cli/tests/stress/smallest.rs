//! Programs with a published mistake: each is found, and nothing smaller than
//! what it is shown to fail on makes it fail.
//!
//! Smaller inputs are enumerated here from the rules, and not as the shrinker
//! does it.

use std::sync::OnceLock;
use std::time::Instant;

use crate::fixtures::{painting, pawn_chess, pursuit, sliding_four};
use crate::run::{Folder, found};

crate::tests![
    sliding_four_with_the_anti_diagonal_wrong,
    sliding_four_with_one_visited_set,
    sliding_four_without_alternation,
    pawn_chess_where_the_loser_hurries,
    pawn_chess_where_no_legal_move_wins,
    pursuit_by_distance,
    painting_without_lone_cells,
];

/// Seeds and kinds under which each mistake is looked for: among the edges first,
/// and without them.
const SEEDS: [[&str; 2]; 3] =
    [["--seed=1", "--kind=all"], ["--seed=2", "--kind=random"], ["--seed=77", "--kind=random"]];

/// Runs `stress` on the fixture under each seed; hands back the shrunk input and
/// the output that was written with it.
fn shrunk(fixture: &str, game: &str) -> Vec<(String, String)> {
    let folder = Folder::new(fixture);
    let shrunk: Vec<_> = SEEDS
        .iter()
        .map(|seed| {
            let began = Instant::now();
            let options = [&seed[..], &["--shrink-time=60s"]].concat();
            let run = found(&folder, fixture, game, &options);
            let seconds = began.elapsed().as_secs_f64();
            let (input, output) = (format!("failed-{game}.txt"), format!("failed-{game}.out"));
            let (input, output) = (folder.read(&input), folder.read(&output));
            println!("{fixture} {seed:?}: {input:?} in {seconds:.2} s");
            assert!(run.out.starts_with("wrong answer"), "{run:?}");
            let expected = format!("expected: {}", output.lines().next().expect("an answer"));
            assert!(run.out.contains(&expected), "{run:?}");
            (input, output)
        })
        .collect();
    shrunk
}

/// Every board of seven and seven.
fn boards() -> Vec<sliding_four::Board> {
    let mut boards = Vec::new();
    for blanks in (0..16).flat_map(|a| (a + 1..16).map(move |b| 1_u16 << a | 1 << b)) {
        for black in (0..=u16::MAX).filter(|m| m.count_ones() == 7 && m & blanks == 0) {
            boards.push(std::array::from_fn(|cell| {
                match (blanks >> cell & 1, black >> cell & 1) {
                    (1, _) => b'O',
                    (_, 1) => b'B',
                    _ => b'W',
                }
            }));
        }
    }
    assert_eq!(boards.len(), 411_840);
    boards
}

/// The boards and their right numbers of steps.
fn solved() -> &'static [(sliding_four::Board, Option<u32>)] {
    static SOLVED: OnceLock<Vec<(sliding_four::Board, Option<u32>)>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let steps = |board| sliding_four::steps(&board, sliding_four::Mistake::None);
        boards().into_iter().map(|board| (board, steps(board))).collect()
    })
}

/// `wrong` is the number of boards on which the program is known to be wrong.
fn check_sliding_four(fixture: &str, mistake: sliding_four::Mistake, wrong: Option<usize>) {
    use sliding_four::{Mistake, read, steps};
    let shrunk = shrunk(fixture, "sliding-four");
    let failing = solved().iter().filter(|(board, right)| *right != steps(board, mistake));
    let failing: Vec<Option<u32>> = failing.map(|&(_, right)| right).collect();
    let least = *failing.iter().min().expect("it is wrong somewhere");
    println!("{fixture} is wrong on {} boards, first on one of {least:?} steps", failing.len());
    assert!(wrong.is_none_or(|wrong| wrong == failing.len()), "{}", failing.len());
    for (input, output) in shrunk {
        let board = read(&input);
        assert_ne!(steps(&board, Mistake::None), steps(&board, mistake));
        assert_eq!(steps(&board, Mistake::None), least, "{input}");
        assert_eq!(output, sliding_four::answer(&input, Mistake::None));
    }
}

fn sliding_four_with_the_anti_diagonal_wrong() {
    let mistake = sliding_four::Mistake::AntiDiagonal;
    check_sliding_four("sliding-four-anti-diagonal", mistake, Some(56_428));
}

fn sliding_four_with_one_visited_set() {
    let mistake = sliding_four::Mistake::OneVisitedSet;
    check_sliding_four("sliding-four-one-visited-set", mistake, Some(12_772));
}

fn sliding_four_without_alternation() {
    let mistake = sliding_four::Mistake::NoAlternation;
    check_sliding_four("sliding-four-no-alternation", mistake, None);
}

/// Every judge's position of so many pawns, in the order of their texts.
fn positions(pawns: usize) -> Vec<[u8; 16]> {
    fn extend(cells: &mut Vec<u8>, left: usize, all: &mut Vec<[u8; 16]>) {
        let at = cells.len();
        if at == 16 {
            if left == 0 && is_valid(cells) {
                all.push(cells.as_slice().try_into().expect("sixteen cells"));
            }
            return;
        }
        if left > 16 - at {
            return;
        }
        for cell in *b".Pp" {
            let used = usize::from(cell != b'.');
            if used <= left {
                cells.push(cell);
                extend(cells, left - used, all);
                cells.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), pawns, &mut all);
    all
}

fn is_valid(cells: &[u8]) -> bool {
    let count = |pawn| cells.iter().filter(|&&cell| cell == pawn).count();
    let can_move = (4..16).any(|cell| {
        let side = |column: usize| {
            column.abs_diff(cell % 4) == 1 && cells[cell - 4 - cell % 4 + column] == b'p'
        };
        cells[cell] == b'P' && (cells[cell - 4] == b'.' || (0..4).any(side))
    });
    (1..=4).contains(&count(b'P'))
        && (1..=4).contains(&count(b'p'))
        && !cells[..4].contains(&b'P')
        && !cells[12..].contains(&b'p')
        && can_move
}

fn check_pawn_chess(fixture: &str, mistake: pawn_chess::Mistake) {
    use pawn_chess::{Mistake, Solver, line, read};
    let shrunk = shrunk(fixture, "pawn-chess");
    let (mut right, mut wrong) = (Solver::new(Mistake::None), Solver::new(mistake));
    let mut fails = |cells: [u8; 16]| right.value((cells, true)) != wrong.value((cells, true));
    for (input, output) in shrunk {
        let [cells] = read(&input)[..] else { panic!("one case is enough: {input}") };
        assert!(fails(cells), "{input}");
        let pawns = cells.iter().filter(|&&cell| cell != b'.').count();
        let mut smaller = 0;
        for other in (2..=pawns).flat_map(positions).take_while(|&other| other != cells) {
            assert!(!fails(other), "{input}: {}", String::from_utf8_lossy(&other));
            smaller += 1;
        }
        println!("{fixture}: {smaller} smaller positions");
        assert_eq!(output, line(Solver::new(Mistake::None).value((cells, true))));
    }
}

fn pawn_chess_where_the_loser_hurries() {
    let all: usize = (2..=8).map(|pawns| positions(pawns).len()).sum();
    assert_eq!(all, 275_836, "the positions that are enumerated are all there are");
    check_pawn_chess("pawn-chess-loser-hurries", pawn_chess::Mistake::LoserHurries);
}

fn pawn_chess_where_no_legal_move_wins() {
    check_pawn_chess("pawn-chess-stuck-wins", pawn_chess::Mistake::StuckWins);
}

fn pursuit_by_distance() {
    for (input, output) in shrunk("pursuit-distance", "pursuit") {
        let shrunk = pursuit::read(&input);
        assert_ne!(pursuit::by_distance(&input), output);
        let mut smaller = 0;
        'all: for n in 2..=shrunk[0] {
            let right = pursuit::by_retrograde(n);
            let all = 1..=n;
            for (r1, c1) in all.clone().flat_map(|r| (1..=n).map(move |c| (r, c))) {
                for (r2, c2) in all.clone().flat_map(|r| (1..=n).map(move |c| (r, c))) {
                    if (r1, c1) == (r2, c2) {
                        continue;
                    }
                    let placed = [r1, c1, r2, c2];
                    if [n, r1, c1, r2, c2] == shrunk {
                        assert_eq!(output, right(placed));
                        break 'all;
                    }
                    let text = format!("{n} {r1} {c1} {r2} {c2}\n");
                    assert_eq!(pursuit::by_distance(&text), right(placed), "{text}");
                    smaller += 1;
                }
            }
        }
        println!("pursuit-distance: {smaller} smaller placements");
    }
}

fn painting_without_lone_cells() {
    use painting::{Mistake, alice, answer, read, values};
    let fixture = "painting-no-lone-cells";
    for (input, output) in shrunk(fixture, "painting") {
        let g = values(20);
        let fails =
            |grid: &[u8]| alice(grid, &g, Mistake::None) != alice(grid, &g, Mistake::NoLoneCells);
        let [grid] = &read(&input)[..] else { panic!("one case is enough: {input}") };
        assert!(fails(grid));
        assert_eq!(output, answer(&input, Mistake::None));
        // A cell is a bit; the upper row has the lower ones. Of one number of
        // columns and cells, every other grid is compared by its cells.
        let columns = grid.len() as u32;
        let cells = |mask: u32, columns: u32| -> Vec<(u32, u32)> {
            let all = (0..columns).flat_map(|column| [(column, 0), (column, 1)]);
            all.filter(|&(column, row)| mask >> (row * columns + column) & 1 == 1).collect()
        };
        let own: Vec<(u32, u32)> = {
            let numbers: Vec<u32> =
                input.split_whitespace().skip(3).map(|word| word.parse().unwrap()).collect();
            numbers.chunks(2).map(|pair| (pair[1] - 1, pair[0] - 1)).collect()
        };
        let mut smaller = 0;
        for width in 1..=columns {
            for mask in 0..1_u32 << (2 * width) {
                let painted = cells(mask, width);
                if (width, painted.len(), &painted) >= (columns, own.len(), &own) {
                    continue;
                }
                let mut other = vec![0; width as usize];
                painted.iter().for_each(|&(column, _)| other[column as usize] += 1);
                assert!(!fails(&other), "{painted:?} of {width}");
                smaller += 1;
            }
        }
        println!("{fixture}: {smaller} smaller grids");
    }
}
