//! `tesuji grundy`: values, periods, both roads, and what is refused.

use crate::run::{good, refused};

/// The values of a text, row by row.
fn values(text: &str) -> Vec<u16> {
    let mut values = Vec::new();
    for row in text.lines().take_while(|line| line.starts_with(' ')) {
        let mut numbers = row.split_whitespace();
        let first: usize = numbers.next().expect("a heap").parse().expect("a heap");
        assert_eq!(first, values.len(), "{row}");
        values.extend(numbers.map(|value| value.parse::<u16>().expect("a value")));
    }
    values
}

#[test]
fn both_roads_write_the_same() {
    for code in ["0.07", "0.6", "0.156", "4.007", "0.3F", "painting"] {
        let asked =
            |solver| good(&["grundy", code, "--up-to", "500", "--period", "--solver", solver], "");
        let text = asked("optimized");
        assert_eq!(text, asked("naive"), "{code}");
        assert_eq!(values(&text).len(), 501, "{code}");
    }
}

#[test]
fn published_totals_and_periods() {
    let text = good(&["grundy", "0.07", "--up-to", "19999", "--period"], "");
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    let period = "period 34 from heap 53 on: proved by g(n + 34) = g(n) for n = 53 to 140 (Guy and \
                  Smith 1956)";
    assert_eq!(last, [period, "maximum 9, sum 54074"]);
    let text = good(&["grundy", ".6", "--up-to", "19999", "--period"], "");
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    let none = "no period is proved by the heaps 0 to 19999";
    assert_eq!(last, [none, "maximum 284, sum 1748283"]);
    // One heap too few for the proof.
    let text = good(&["grundy", "0.07", "--up-to", "173", "--period"], "");
    assert!(text.ends_with("no period is proved by the heaps 0 to 173\n"), "{text}");
}

#[test]
fn small_tables_and_json() {
    assert_eq!(good(&["grundy", "4.", "--up-to=0"], ""), "       0  0\nmaximum 0, sum 0\n");
    let text = good(&["grundy", "0.6", "--up-to=21"], "");
    assert_eq!(text.lines().count(), 3);
    assert!(text.lines().nth(1).is_some_and(|row| row.starts_with("      20  ")), "{text}");
    let args = ["grundy", "0.330", "--up-to=5", "--format=json", "--solver=naive"];
    assert_eq!(
        good(&args, ""),
        "{\"code\":\"0.33\",\"solver\":\"naive\",\"up_to\":5,\"nodes\":9,\"maximum\":2,\"sum\":6,\
         \"preperiod\":0,\"period\":3,\"checked_to\":2,\"values\":[0,1,2,0,1,2]}\n"
    );
}

#[test]
fn what_is_no_question_is_refused() {
    refused(&["grundy", "0.77"], "", &["--up-to"]);
    refused(&["grundy", "0.77", "--up-to=-1"], "", &["--up-to"]);
    refused(&["grundy", "0.77", "--up-to=99999999999"], "", &["268435456"]);
    refused(&["grundy", "0.77", "--up-to=50001", "--solver=naive"], "", &["50000", "optimized"]);
    let error = refused(&["grundy", "0.7x", "--up-to=9"], "", &["column 4"]);
    assert!(error.ends_with("   | 0.7x\n     |    ^\n") || error.contains("0.7x"), "{error}");
    refused(&["grundy", "3.7", "--up-to=9"], "", &["column 1", "0, 4, 8 or C"]);
}
