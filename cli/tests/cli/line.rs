//! `tesuji line`: boards, moves and tables, in the width there is.

use crate::run::{command, good, run, tesuji};

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// The text in one line.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const START: &str = "1\n\npppp\n....\n....\nPPPP\n";

#[test]
fn a_whole_page() {
    assert_eq!(
        good(&["line", "pursuit"], "2 1 1 2 2\n"),
        "Case 1: 2 1 1 2 2 w\n\
         BLACK 2: Black wins in 2 plies.\n\
         \n\
         start      1. down1   2. left1\n\
         W .        . .        . .\n\
         . B        W B        B .\n\
         \n\
         Line: 1. down1 2. left1\n\
         \n\
         First moves, best first\n  \
         move    value\n\
         * down1   BLACK 2\n\
         * right1  BLACK 2\n"
    );
}

#[test]
fn a_line_is_as_long_as_the_answer_says() {
    for (game, input, plies) in [
        ("pawn-chess", START, 11),
        ("pursuit", "20 10 10 11 11\n", 38),
        ("sliding-four", "BWBO\nWBWB\nBWBW\nWBWO\n", 5),
    ] {
        for options in [["--all", "--width=100"], ["--boards=2", "--width=30"]] {
            let args = [&["line", game], options.as_slice()].concat();
            let text = good(&args, input);
            let (_, line) = text.split_once("\nLine: ").expect("a line");
            let line = line.split("\n\n").next().unwrap_or_default();
            let numbers = line.split_whitespace().filter(|word| word.ends_with('.'));
            let numbers: Vec<String> = numbers.map(str::to_owned).collect();
            let expected: Vec<String> = (1..=plies).map(|ply| format!("{ply}.")).collect();
            assert_eq!(numbers, expected, "{game}\n{text}");
        }
        let all = good(&["line", game, "--all", "--width=100"], input);
        assert!(all.contains("start ") && all.contains(&format!("{plies}. ")), "{all}");
        assert!(!all.contains("left out"), "{all}");
    }
}

#[test]
fn both_roads_draw_the_same() {
    // Every fifth of 40 columns is left: as many cells as the naive road takes.
    let painted: Vec<String> = (1..=40)
        .filter(|column| column % 5 != 0)
        .flat_map(|column| [format!("1 {column}\n"), format!("2 {column}\n")])
        .collect();
    let scattered = format!("1\n40 {}\n{}", painted.len(), painted.concat());
    for (game, options, input) in [
        ("pawn-chess", &[][..], START),
        ("pursuit", &[], "5 1 1 4 3\n"),
        ("pursuit", &["--speeds", "2,2"], "3 1 1 3 3\n"),
        ("sliding-four", &[], "BWBO\nWBWB\nBWBW\nWBWO\n"),
        ("painting", &[], "3\n2 0\n2 2\n1 1\n2 2\n8 3\n1 4\n2 4\n2 5\n"),
        ("painting", &[], &scattered),
    ] {
        let by = |solver| good(&[&["line", game, "--solver", solver], options].concat(), input);
        assert_eq!(by("naive"), by("optimized"), "{game}");
    }
}

#[test]
fn every_first_move_is_valued_and_the_best_are_starred() {
    let text = good(&["line", "pawn-chess"], START);
    let table = text.split_once("First moves, best first\n").expect("a table").1;
    assert_eq!(
        table,
        "  move  value\n* a1a2  white (11)\n* d1d2  white (11)\n  b1b2  black (12)\n  \
         c1c2  black (12)\n"
    );
    let text = good(&["line", "sliding-four"], "BWBB\nBBWW\nBWWW\nWWOO\n");
    assert!(text.contains("no solution: no order of steps leads to a goal."), "{text}");
    assert!(text.contains("Black cannot begin") && text.contains("White begins: never"), "{text}");
}

#[test]
fn the_loser_sees_the_slowest_loss_first() {
    let text = good(&["line", "pursuit"], "20 10 10 11 11\n");
    let table = text.split_once("First moves, best first\n").expect("a table").1;
    let plies: Vec<u32> = table
        .lines()
        .skip(1)
        .map(|row| row.split_whitespace().last().expect("plies").parse().expect("a number"))
        .collect();
    assert_eq!(plies, [38, 38, 2, 2], "{text}");
}

/// Whoever wins plays to win: then the parity of the plies is the winner's.
#[test]
fn a_line_of_painting_is_won_by_its_winner() {
    let mut input = "40\n".to_owned();
    (1..=20).for_each(|columns| input.push_str(&format!("{columns} 0\n{columns} 1\n1 1\n")));
    let text = good(&["line", "painting", "--boards=0"], &input);
    let pages: Vec<&str> = text.split("Case ").skip(1).collect();
    assert_eq!(pages.len(), 40);
    for page in pages {
        let plies = joined(page).split(' ').filter(|word| word.ends_with('.')).count();
        // The verdict ends with a full stop as well.
        let alice = page.contains("Alice wins:");
        assert_eq!((plies - 1) % 2 == 1, alice, "{page}");
        assert!(alice || page.contains("Bob wins:"), "{page}");
    }
}

#[test]
fn a_goal_at_the_start_and_a_draw_have_no_line() {
    let goal = good(&["line", "sliding-four"], "BBBB\nWWWO\nBWBW\nWBWO\n");
    assert!(goal.contains("\n0: the board is a goal already.\n"), "{goal}");
    assert!(goal.contains("\nstart\n") && !goal.contains("Line:"), "{goal}");
    let draw = good(&["line", "pursuit", "--speeds=2,2"], "3 1 1 3 3\n");
    assert!(draw.contains("DRAW: A draw: neither side can force a win"), "{draw}");
    assert!(draw.contains("First moves") && !draw.contains("Line:"), "{draw}");
    let over = good(&["line", "painting"], "1\n1 2\n1 1\n2 1\n");
    assert!(over.contains("Bob wins: the Grundy value is 0.") && !over.contains("Line:"), "{over}");
}

#[test]
fn every_case_has_its_page() {
    let input = format!("3\n{}", "\npppp\n....\n....\nPPPP\n".repeat(3));
    let text = good(&["line", "pawn-chess"], &input);
    let pages: Vec<&str> = text.split("Case ").skip(1).collect();
    assert_eq!(pages.len(), 3);
    for (number, page) in (1..).zip(pages) {
        let body = page.strip_prefix(&format!("{number}: pppp/..../..../PPPP w\n"));
        let body = body.unwrap_or_else(|| panic!("{page}")).trim_end();
        assert!(body.starts_with("white (11)") && body.ends_with("black (12)"), "{page}");
    }
    assert_eq!(good(&["line", "pawn-chess"], "0\n"), "");
}

#[test]
fn no_line_is_wider_than_asked() {
    let wide = format!("1\n64 1\n2 {}\n", 40);
    let long = format!("1\n1000000 3\n1 4\n1 500\n2 {}\n", 7000);
    for width in ["20", "33", "60", "80", "200"] {
        for (game, input) in [
            ("pawn-chess", START),
            ("pursuit", "30 10 10 11 11\n"),
            ("pursuit", "50 1 1 50 50\n"),
            ("sliding-four", "BWBO\nWBWB\nBWBW\nWBWO\n"),
            ("painting", &wide),
            ("painting", &long),
        ] {
            let text = good(&["line", game, "--width", width], input);
            let limit = width.parse().expect("a number");
            assert!(widest(&text) <= limit, "{game} in {width}\n{text}");
        }
    }
}

#[test]
fn the_width_is_columns_where_there_is_no_terminal() {
    let width = |columns: Option<&str>| {
        let mut command = command(&["line", "pawn-chess"]);
        if let Some(columns) = columns {
            command.env("COLUMNS", columns);
        }
        let run = run(command, START.as_bytes());
        assert_eq!(run.code, 0);
        widest(&run.out)
    };
    assert!((70..=80).contains(&width(None)));
    assert!((120..=140).contains(&width(Some("140"))));
    assert!((30..=40).contains(&width(Some("40"))));
    assert_eq!(width(Some("wide")), width(None));
    assert_eq!(width(Some("0")), width(None));
}

#[test]
fn what_is_cut_is_said() {
    let text = joined(&good(&["line", "pursuit"], "20 1 2 1 20\n"));
    assert!(text.contains("boards are left out, after plies"), "{text}");
    assert!(text.contains("--all draws everything"), "{text}");
    let text = joined(&good(&["line", "pursuit", "--boards", "0"], "9 1 2 1 9\n"));
    assert!(text.contains("boards are left out, after plies 0 to"), "{text}");
    let text = joined(&good(&["line", "pursuit", "--width", "40"], "50 1 1 50 50\n"));
    assert!(text.contains("(Each board is cut to 32 of 50 rows and 40 of 50 columns:"), "{text}");
    let text = joined(&good(&["line", "pursuit", "--speeds", "30,1"], "40 20 20 1 1\n"));
    assert!(text.contains("rows are left out; --all shows everything"), "{text}");
    let text = joined(&good(&["line", "painting"], "1\n65 0\n"));
    assert!(text.contains("drawn up to 64 columns; this grid has 65"), "{text}");
}

/// From the table of winning moves of a wide grid: the least of each part leads
/// to a grid that is lost, on a page of the usual width.
#[test]
fn the_winning_moves_of_a_wide_grid_win() {
    let columns = 1_000_000_000_000_000_000_u64;
    let input = format!("1\n{columns} 2\n1 4\n1 500\n");
    let text = good(&["line", "painting", "--width", "80"], &input);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.contains("first moves win"))
        .skip(2)
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.len() > 1, "{text}");
    let mut moves = 0;
    for row in rows {
        let [least, cells, blocks, ..] = row[..] else { panic!("{row:?}") };
        let number = |text: &str| text.parse::<u64>().expect("a number");
        moves += number(cells) + number(blocks);
        let new = match least.split_once('-') {
            Some((first, next)) => {
                assert_eq!(number(first) + 1, number(next));
                format!("1 {first}\n2 {first}\n1 {next}\n2 {next}\n")
            }
            None => format!("{}\n", least.replace(',', " ")),
        };
        let painted = new.lines().count() + 2;
        let input = format!("1\n{columns} {painted}\n1 4\n1 500\n{new}");
        // With Alice's move made the judge's question is Bob's: whoever moves loses.
        assert_eq!(good(&["solve", "painting"], &input), "Case 1: Bob\n", "{row:?}");
    }
    assert!(text.contains(&format!("{moves} first moves win")), "{text}");
}

#[test]
fn a_page_that_cannot_be_finished_is_not_begun() {
    let input = "2\n2 0\n30 0\n";
    let run = tesuji(&["line", "painting", "--solver", "naive"], input);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("case 2") && run.err.contains("limit"), "{run:?}");
}

#[test]
fn on_a_terminal_what_has_moved_is_marked() {
    let text = good(&["line", "pursuit", "--color", "always"], "2 1 1 2 2\n");
    let marked = |sign: &str| format!("\x1b[1m\x1b[32m{sign}\x1b[0m");
    for board in [
        "\x1b[2m. .\x1b[0m".to_owned(),
        format!("{} B", marked("W")),
        marked("B ."),
        marked("* down1   BLACK 2"),
    ] {
        assert!(text.contains(&board), "{board:?} is missing in {text:?}");
    }
    let text = good(&["line", "pawn-chess", "--color", "always"], START);
    assert!(text.contains(&format!("{} \x1b[2m. . .\x1b[0m", marked("P"))), "{text:?}");
    assert!(text.contains(&format!("{} P P P", marked("."))), "{text:?}");
}
