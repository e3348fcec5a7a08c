//! The page, and the chart that stands alone.

use std::fmt::Write;

use super::data::{self, Pairs, Series, change, newest, order, pairs, series, words};
use super::svg::{self, Row, ends, escape};
use crate::bench::record::Record;
use crate::format::{percent, time, times};

const STYLE: &str = include_str!("style.css");
const CHART: &str = include_str!("chart.css");

/// `pawn-chess` as a person writes it.
fn human(name: &str) -> String {
    name.replace('-', " ")
}

/// The games that these belong to, each once.
fn games<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut games: Vec<&str> = all.collect();
    games.sort_by_key(|game| (order(game), *game));
    games.dedup();
    games
}

/// The whole page.
pub(super) fn page(records: &[Record]) -> String {
    let figures = newest(records);
    let last = records.last();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>tesuji: speed</title>\n<style>\n{STYLE}{CHART}</style>\n</head>\n<body>\n\
         <h1>How fast tesuji is</h1>\n"
    );
    if let Some(Record { revision, date, processor, compiler, .. }) = last {
        let _ = writeln!(
            page,
            "<p class=\"soft\">Revision {}, {}, {}, {}. CPU time on one core; every bench \
             has asserted its answer.</p>",
            escape(revision),
            escape(date),
            escape(processor),
            escape(compiler)
        );
    }
    let _ = writeln!(
        page,
        "<p>Every answer has two roads: <span class=\"key naive\">naive</span>, written from the \
         rules, and <span class=\"key optimized\">optimized</span>.</p>"
    );
    ratios(&mut page, &pairs(&figures));
    scaling(&mut page, &series(&figures));
    history(&mut page, records);
    page + "</body>\n</html>\n"
}

/// The cards of ratios, one a game, on one axis.
fn ratios(page: &mut String, pairs: &Pairs<'_>) {
    let _ = writeln!(
        page,
        "<h2>Naive over optimized</h2>\n<p class=\"soft\">How many times as fast the optimized \
         road is; each dot is a case that both were measured on. The axis is logarithmic and the \
         same for all.</p>\n<div class=\"cards\">"
    );
    let ends = ends(pairs.values().flatten());
    for game in games(pairs.keys().map(|key| key.1)) {
        let of_game = || pairs.iter().filter(|(key, _)| key.1 == game);
        let rows: Vec<Row<'_>> = of_game()
            .map(|((.., algorithm), pairs)| (human(algorithm), pairs.as_slice()))
            .collect();
        let about = format!("Ratios of naive to optimized in {}", human(game));
        let chart = svg::ratios(&rows, ends, 360.0).finish(&about, "");
        let _ = writeln!(page, "<div class=\"card\"><h3>{}</h3>\n{chart}", human(game));
        let _ = writeln!(
            page,
            "<details><summary>Figures</summary><div class=\"scroll\"><table>\
             <tr><th>case</th><th>naive</th><th>optimized</th><th>ratio</th></tr>"
        );
        for ((.., algorithm), pairs) in of_game() {
            for pair in pairs {
                let _ = writeln!(
                    page,
                    "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                    escape(&format!("{algorithm}/{}", pair.case)),
                    time(pair.naive),
                    time(pair.optimized),
                    times(pair.ratio())
                );
            }
        }
        page.push_str("</table></div></details></div>\n");
    }
    page.push_str("</div>\n");
}

/// The name of a curve.
fn title(series: &Series<'_>) -> String {
    let stem = if series.stem.is_empty() { String::new() } else { format!(", {}", series.stem) };
    format!("{}: {}{}", human(series.game), human(series.algorithm), human(&stem))
}

fn scaling(page: &mut String, all: &[Series<'_>]) {
    let _ = writeln!(
        page,
        "<h2>How cost grows</h2>\n<p class=\"soft\">Time of one question against its size, with the \
         exponent of a power or the factor a step, fitted by least squares to the logarithms.</p>\n\
         <div class=\"cards\">"
    );
    for series in all {
        let title = title(series);
        let chart = svg::scaling(series).finish(&format!("Time against size, {title}"), "");
        let _ = writeln!(page, "<div class=\"card\"><h3>{}</h3>\n{chart}", escape(&title));
        for (road, points) in [("naive", &series.naive), ("optimized", &series.optimized)] {
            if let Some(words) = words(points, series.growth) {
                let words = match escape(&words)
                    .split_once(", ")
                    .map(|(l, r)| (l.to_owned(), r.to_owned()))
                {
                    Some((law, rest)) => match law.split_once('^') {
                        Some((base, exponent)) => format!("{base}<sup>{exponent}</sup>, {rest}"),
                        None => format!("{law}, {rest}"),
                    },
                    None => words,
                };
                let _ = writeln!(page, "<p><span class=\"key {road}\">{road}</span> {words}</p>");
            }
        }
        page.push_str("</div>\n");
    }
    page.push_str("</div>\n");
}

/// The records, and how each game has changed since the first of this machine.
fn history(page: &mut String, records: &[Record]) {
    let Some(last) = records.last() else { return };
    let same: Vec<&Record> =
        records.iter().filter(|record| record.processor == last.processor).collect();
    page.push_str("<h2>Over time</h2>\n");
    if same.len() < 2 {
        page.push_str(
            "<p class=\"soft\">One record of this processor so far; \
             <code>cargo xtask bench --record</code> appends the next, and the curves begin.</p>\n",
        );
    } else {
        let _ = writeln!(
            page,
            "<p class=\"soft\">Optimized benches against the first record of each on this \
             processor: below 1× is faster. The thick line is the geometric mean.</p>\n\
             <div class=\"cards\">"
        );
        let newest = newest(records);
        let all = newest.keys().filter(|id| id.contains("/optimized/")).copied();
        let all: Vec<&str> = all.collect();
        let labels: Vec<String> = same.iter().map(|record| record.revision.clone()).collect();
        for game in games(all.iter().filter_map(|id| Some(data::parts(id)?[0]))) {
            let of_game = all.iter().filter(|id| data::parts(id).is_some_and(|p| p[0] == game));
            let lines: Vec<Vec<Option<f64>>> = of_game.map(|id| line(&same, id)).collect();
            let mean: Vec<Option<f64>> = (0..same.len()).map(|at| mean_at(&lines, at)).collect();
            let about = format!("Change over time in {}", human(game));
            let chart = svg::history(&lines, &mean, &labels).finish(&about, "");
            let _ = writeln!(page, "<div class=\"card\"><h3>{}</h3>\n{chart}</div>", human(game));
        }
        page.push_str("</div>\n");
    }
    let _ = writeln!(
        page,
        "<div class=\"card scroll\" style=\"margin-top:1rem\"><table><tr><th>revision</th><th>date</th>\
         <th>benches</th><th>against the one before</th><th>compiler</th><th>processor</th></tr>"
    );
    for (index, record) in records.iter().enumerate().rev() {
        let before = records[..index].iter().rev().find(|old| old.processor == record.processor);
        let change = before.and_then(|old| change(old, record));
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&record.revision),
            escape(&record.date),
            record.figures.len(),
            change.map_or("–".to_owned(), |ratio| percent(ratio - 1.0)),
            escape(&record.compiler),
            escape(&record.processor)
        );
    }
    page.push_str("</table></div>\n");
}

/// A bench's figure in each record, over its first.
fn line(records: &[&Record], id: &str) -> Vec<Option<f64>> {
    let figures = records.iter().map(|record| Some(record.figures.get(id)?.nanoseconds));
    let figures: Vec<Option<f64>> = figures.collect();
    let first = figures.iter().flatten().next().copied();
    figures.into_iter().map(|figure| Some(figure? / first?)).collect()
}

fn mean_at(lines: &[Vec<Option<f64>>], at: usize) -> Option<f64> {
    let logs: Vec<f64> = lines.iter().filter_map(|line| Some(line[at]?.ln())).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

/// README's chart: all algorithms in one picture that brings its colours along.
pub(super) fn readme(records: &[Record]) -> String {
    let figures = newest(records);
    let pairs = pairs(&figures);
    let rows: Vec<Row<'_>> = pairs
        .iter()
        .map(|((_, game, algorithm), pairs)| {
            (format!("{}: {}", human(game), human(algorithm)), pairs.as_slice())
        })
        .collect();
    let colours = STYLE.split("* {").next().unwrap_or_default().replace(":root", "svg");
    let head = format!("<style>\n{colours}{CHART}svg {{ background: var(--card); }}\n</style>");
    let about = "How many times as fast the optimized road is as the naive one, each algorithm";
    svg::ratios(&rows, ends(pairs.values().flatten()), 720.0).finish(about, &head) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::Figure;

    fn record(revision: &str, scale: f64) -> Record {
        let figure =
            |nanoseconds: f64| Figure { nanoseconds: nanoseconds * scale, throughput: None };
        let figures = [
            ("a-b/c/naive/all-5", 500.0),
            ("a-b/c/optimized/all-5", 5.0),
            ("a-b/c/optimized/all-10", 80.0),
            ("a-b/c/optimized/all-20", 1280.0),
        ];
        Record {
            revision: revision.into(),
            date: "2026-11-30".into(),
            processor: "a <processor>".into(),
            compiler: "rustc 1.95.0".into(),
            figures: figures.map(|(id, ns)| (id.to_owned(), figure(ns))).into(),
        }
    }

    /// Every element that is opened is closed, in order.
    fn balanced(page: &str) -> Result<(), String> {
        let mut open: Vec<&str> = Vec::new();
        for tag in page.split('<').skip(1) {
            let tag = tag.split('>').next().unwrap_or_default();
            let name =
                tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
            if tag.starts_with('!') || tag.ends_with('/') || name == "meta" {
                continue;
            }
            if tag.starts_with('/') {
                match open.pop() {
                    Some(last) if last == name => {}
                    other => return Err(format!("</{name}> closes {other:?}")),
                }
            } else {
                open.push(name);
            }
        }
        if open.is_empty() { Ok(()) } else { Err(format!("{open:?} stay open")) }
    }

    #[test]
    fn the_page_is_whole_and_asks_nothing_of_the_network() {
        for records in [&[record("r1", 1.0)][..], &[record("r1", 1.0), record("r2", 0.5)]] {
            let page = page(records);
            assert_eq!(balanced(&page), Ok(()));
            let links = page.replace("http://www.w3.org/2000/svg", "");
            for word in ["http:", "https:", "src=", "url(", "@import", "<script", "NaN", "inf"] {
                assert!(!links.contains(word), "{word}");
            }
            assert!(
                page.contains("a &lt;processor&gt;") && page.contains("∝ n<sup>4.00</sup>, R²")
            );
            assert!(page.contains("prefers-color-scheme: dark") && page.contains("100×"));
        }
        let two = page(&[record("r1", 1.0), record("r2", 0.5)]);
        assert!(two.contains("-50.0 %"));
    }

    #[test]
    fn the_chart_stands_alone() {
        let chart = readme(&[record("r1", 1.0)]);
        assert_eq!(balanced(&chart), Ok(()));
        assert!(chart.starts_with("<svg") && chart.contains("prefers-color-scheme: dark"));
        assert!(chart.contains("a b: c") && !chart.contains(":root"));
    }
}
