//! What the charts show: pairs of roads, scaling curves, records in order.

use std::collections::BTreeMap;

use crate::bench::record::{Figure, Record};

/// The newest figure of each bench.
pub(super) type Figures<'a> = BTreeMap<&'a str, &'a Figure>;

/// The figures of the newest record, and of older ones of the same processor
/// for what it has not measured.
pub(super) fn newest(records: &[Record]) -> Figures<'_> {
    let Some(last) = records.last() else { return Figures::new() };
    let same = records.iter().filter(|record| record.processor == last.processor);
    same.flat_map(|record| record.figures.iter().map(|(id, figure)| (id.as_str(), figure)))
        .collect()
}

/// The parts of an id: game, algorithm, road, case.
pub(super) fn parts(id: &str) -> Option<[&str; 4]> {
    let mut parts = id.split('/');
    let four = [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
    parts.next().is_none().then_some(four)
}

/// The place of a game, in the order in which the project names them.
pub(super) fn order(game: &str) -> usize {
    let games = ["pawn-chess", "pursuit", "gomoku", "sliding-four", "painting", "octal"];
    games.iter().position(|name| *name == game).unwrap_or(games.len())
}

/// A case that both roads were measured on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pair<'a> {
    pub(super) case: &'a str,
    /// Nanoseconds.
    pub(super) naive: f64,
    /// Nanoseconds.
    pub(super) optimized: f64,
}

impl Pair<'_> {
    /// How many times as fast the optimized road is.
    pub(super) fn ratio(&self) -> f64 {
        self.naive / self.optimized
    }
}

/// The place of the game, game and algorithm; then the pairs in order of the ratio.
pub(super) type Pairs<'a> = BTreeMap<(usize, &'a str, &'a str), Vec<Pair<'a>>>;

pub(super) fn pairs<'a>(figures: &Figures<'a>) -> Pairs<'a> {
    let mut pairs = Pairs::new();
    for (id, figure) in figures {
        let Some([game, algorithm, "optimized", case]) = parts(id) else { continue };
        let naive = format!("{game}/{algorithm}/naive/{case}");
        if let Some(other) = figures.get(naive.as_str()) {
            let pair = Pair { case, naive: other.nanoseconds, optimized: figure.nanoseconds };
            pairs.entry((order(game), game, algorithm)).or_default().push(pair);
        }
    }
    for group in pairs.values_mut() {
        group.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    }
    pairs
}

/// How cost is expected to grow along a curve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Growth {
    /// As a power of a size: both axes are logarithmic.
    Power,
    /// By a factor a cell of the board.
    Cells,
    /// By a factor a ply of depth.
    Depth,
}

/// A point of a curve.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) label: String,
    /// Nanoseconds.
    pub(super) y: f64,
}

/// The curves of one question, by road.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Series<'a> {
    pub(super) game: &'a str,
    pub(super) algorithm: &'a str,
    pub(super) stem: &'a str,
    pub(super) growth: Growth,
    pub(super) naive: Vec<Point>,
    pub(super) optimized: Vec<Point>,
}

/// The stem of a case, how it grows, and its place on the axis with a label.
fn place(case: &str) -> Option<(&str, Growth, f64, String)> {
    let (stem, last) = case.rsplit_once('-').unwrap_or(("", case));
    if let Some((columns, rows)) = last.split_once('x') {
        let (columns, rows): (u32, u32) = (columns.parse().ok()?, rows.parse().ok()?);
        let cells = f64::from(columns * rows);
        return Some((stem, Growth::Cells, cells, format!("{columns}×{rows}")));
    }
    if let Some(exponent) = last.strip_prefix("1e") {
        let exponent: i32 = exponent.parse().ok()?;
        return Some((stem, Growth::Power, 10_f64.powi(exponent), format!("1e{exponent}")));
    }
    let number: u32 = last.parse().ok()?;
    // Problems are numbered in the order in which they were found.
    if stem.ends_with("problem") {
        return None;
    }
    if let Some(stem) = stem.strip_suffix("depth") {
        let stem = stem.trim_end_matches('-');
        return Some((stem, Growth::Depth, f64::from(number), number.to_string()));
    }
    Some((stem, Growth::Power, f64::from(number), number.to_string()))
}

/// All curves of at least three points.
pub(super) fn series<'a>(figures: &Figures<'a>) -> Vec<Series<'a>> {
    let mut all: BTreeMap<(&str, &str, &str, Growth), Series<'_>> = BTreeMap::new();
    for (id, figure) in figures {
        let Some([game, algorithm, road, case]) = parts(id) else { continue };
        let Some((stem, growth, x, label)) = place(case) else { continue };
        let series = all.entry((game, algorithm, stem, growth)).or_insert_with(|| Series {
            game,
            algorithm,
            stem,
            growth,
            naive: Vec::new(),
            optimized: Vec::new(),
        });
        let points = if road == "naive" { &mut series.naive } else { &mut series.optimized };
        points.push(Point { x, label, y: figure.nanoseconds });
    }
    let mut all: Vec<_> = all.into_values().collect();
    all.sort_by_key(|series| order(series.game));
    all.retain(|series| series.naive.len() >= 3 || series.optimized.len() >= 3);
    for series in &mut all {
        for points in [&mut series.naive, &mut series.optimized] {
            points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.label.cmp(&b.label)));
        }
    }
    all
}

/// A straight line through the points, after logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fit {
    /// The exponent of a power, or the factor a step.
    pub(super) figure: f64,
    /// The share of the variance that the line explains.
    pub(super) r2: f64,
    /// The logarithms at the line's middle.
    middle: (f64, f64),
    slope: f64,
}

/// Both ends of the fitted line, as value on the axis and time.
pub(super) fn trend(points: &[Point], growth: Growth) -> Option<[(f64, f64); 2]> {
    let Fit { middle, slope, .. } = fit(points, growth)?;
    let at = |point: &Point| {
        let x = if growth == Growth::Power { point.x.ln() } else { point.x };
        (point.x, (middle.1 + slope * (x - middle.0)).exp())
    };
    Some([at(points.first()?), at(points.last()?)])
}

/// Fits a line by least squares; `None` below three places on the axis.
pub(super) fn fit(points: &[Point], growth: Growth) -> Option<Fit> {
    let x = |point: &Point| if growth == Growth::Power { point.x.ln() } else { point.x };
    let mut places: Vec<f64> = points.iter().map(x).collect();
    places.dedup();
    if places.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let mean_x = points.iter().map(x).sum::<f64>() / count;
    let mean_y = points.iter().map(|point| point.y.ln()).sum::<f64>() / count;
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in points {
        let (dx, dy) = (x(point) - mean_x, point.y.ln() - mean_y);
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    let slope = xy / xx;
    let r2 = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
    let figure = if growth == Growth::Power { slope } else { slope.exp() };
    Some(Fit { figure, r2, middle: (mean_x, mean_y), slope })
}

/// The fit in words, `∝ n^4.02` or `×3.1 a cell`.
pub(super) fn words(points: &[Point], growth: Growth) -> Option<String> {
    let fit = fit(points, growth)?;
    let (low, high) = points
        .iter()
        .fold((f64::MAX, 0_f64), |(low, high), point| (low.min(point.y), high.max(point.y)));
    if high < 2.0 * low {
        return Some("the same at every size".to_owned());
    }
    let r2 = format!("R² {:.3}", fit.r2);
    Some(match growth {
        Growth::Power => format!("∝ n^{:.2}, {r2}", fit.figure),
        Growth::Cells => format!("×{:.2} a cell, {r2}", fit.figure),
        Growth::Depth => format!("×{:.2} a ply, {r2}", fit.figure),
    })
}

/// The geometric mean of new over old over the benches that both have.
pub(super) fn change(old: &Record, new: &Record) -> Option<f64> {
    let logs: Vec<f64> = new
        .figures
        .iter()
        .filter(|(id, _)| id.contains("/optimized/"))
        .filter_map(|(id, new)| Some((new.nanoseconds / old.figures.get(id)?.nanoseconds).ln()))
        .collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(entries: &[(&str, f64)]) -> Record {
        let figure = |nanoseconds| Figure { nanoseconds, throughput: None };
        Record {
            revision: "r".into(),
            date: "d".into(),
            processor: "p".into(),
            compiler: "c".into(),
            figures: entries.iter().map(|&(id, ns)| (id.to_owned(), figure(ns))).collect(),
        }
    }

    #[test]
    fn newer_figures_replace_older_ones_of_the_same_machine() {
        let old = figures(&[("a/b/naive/c", 1.0), ("a/b/naive/d", 2.0)]);
        let new = figures(&[("a/b/naive/c", 3.0)]);
        let mut other = figures(&[("a/b/naive/e", 9.0)]);
        other.processor = "q".into();
        let records = [other, old, new];
        let newest: Vec<_> =
            newest(&records).into_iter().map(|(id, f)| (id, f.nanoseconds)).collect();
        assert_eq!(newest, [("a/b/naive/c", 3.0), ("a/b/naive/d", 2.0)]);
    }

    #[test]
    fn pairs_need_both_roads() {
        let records = [figures(&[
            ("a/b/naive/c", 100.0),
            ("a/b/optimized/c", 2.0),
            ("a/b/optimized/d", 2.0),
        ])];
        let pairs = pairs(&newest(&records));
        assert_eq!(pairs.len(), 1);
        assert_eq!(pairs[&(6, "a", "b")].iter().map(Pair::ratio).collect::<Vec<_>>(), [50.0]);
    }

    #[test]
    fn cases_find_their_place() {
        let place = |case| place(case).map(|(stem, growth, x, _)| (stem, growth, x));
        assert_eq!(place("all-20"), Some(("all", Growth::Power, 20.0)));
        assert_eq!(place("start-4x5"), Some(("start", Growth::Cells, 20.0)));
        assert_eq!(place("4x5"), Some(("", Growth::Cells, 20.0)));
        assert_eq!(place("painted-1e6"), Some(("painted", Growth::Power, 1e6)));
        assert_eq!(place("quiet-depth-6"), Some(("quiet", Growth::Depth, 6.0)));
        assert_eq!(place("depth-6"), Some(("", Growth::Depth, 6.0)));
        let others = ["sample", "judge-74-full", "untouched-7-columns", "max"];
        for case in others.into_iter().chain(["problem-3", "look-problem-3"]) {
            assert_eq!(place(case), None, "{case}");
        }
    }

    #[test]
    fn fits_find_what_was_put_in() {
        let points = |y: &dyn Fn(f64) -> f64| -> Vec<Point> {
            let point = |x: f64| Point { x, label: String::new(), y: y(x) };
            [5.0, 10.0, 20.0, 40.0].map(point).to_vec()
        };
        let power = fit(&points(&|x| 3.0 * x.powi(4)), Growth::Power).unwrap();
        assert!((power.figure - 4.0).abs() < 1e-9 && (power.r2 - 1.0).abs() < 1e-9, "{power:?}");
        let cells = fit(&points(&|x| 7.0 * 1.5_f64.powf(x)), Growth::Cells).unwrap();
        assert!((cells.figure - 1.5).abs() < 1e-9, "{cells:?}");
        let [low, high] = trend(&points(&|x| 7.0 * 1.5_f64.powf(x)), Growth::Cells).unwrap();
        assert!((low.1 - 7.0 * 1.5_f64.powi(5)).abs() < 1e-6 && high.0 == 40.0, "{low:?}");
        assert_eq!(fit(&points(&|x| x)[..2], Growth::Power), None);
        let flat = words(&points(&|x| 100.0 + x), Growth::Power);
        assert_eq!(flat.as_deref(), Some("the same at every size"));
    }

    #[test]
    fn three_points_make_a_curve() {
        let records = [figures(&[
            ("a/b/naive/all-5", 1.0),
            ("a/b/optimized/all-10", 2.0),
            ("a/b/optimized/all-20", 3.0),
            ("a/b/optimized/all-5", 1.0),
            ("a/b/optimized/worst-5", 1.0),
        ])];
        let series = series(&newest(&records));
        assert_eq!(series.len(), 1);
        let labels: Vec<&str> = series[0].optimized.iter().map(|p| p.label.as_str()).collect();
        assert_eq!((series[0].stem, labels), ("all", vec!["5", "10", "20"]));
    }

    #[test]
    fn a_change_is_the_mean_over_common_benches() {
        let old = figures(&[("a/b/optimized/c", 1.0), ("a/b/optimized/d", 8.0)]);
        let new = figures(&[("a/b/optimized/c", 2.0), ("a/b/optimized/e", 1.0)]);
        assert!((change(&old, &new).unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(change(&old, &figures(&[])), None);
    }
}
