//! Charts as inline SVG, coloured by the page's classes.
//!
//! A chart is drawn for a card of 360 pixels, which is a narrow screen as well.

use std::fmt::Write;

use super::data::{Growth, Pair, Point, Series, trend};
use crate::format::{time, times};

/// A chart being drawn.
pub(super) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        );
    }

    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.body, r#"<polyline class="{class}" points="{}"/>"#, points.join(" "));
    }

    /// A dot that says what it is where a mouse rests on it.
    fn dot(&mut self, class: &str, (x, y): (f64, f64), about: &str) {
        let about = escape(about);
        let _ = writeln!(
            self.body,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="4"><title>{about}</title></circle>"#
        );
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let text = escape(text);
        let _ = writeln!(self.body, r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{text}</text>"#);
    }

    /// The whole element; `about` is what a screen reader says.
    pub(super) fn finish(self, about: &str, head: &str) -> String {
        let Svg { width, height, body } = self;
        let about = escape(about);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{about}">{head}
{body}</svg>"#
        )
    }
}

/// Text within an element or an attribute.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A logarithmic axis: values from `low` to `high` on pixels from `start` to `end`.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    log: bool,
}

impl Axis {
    /// Over all decades that these values touch.
    fn decades(values: impl Iterator<Item = f64>, start: f64, end: f64) -> Axis {
        let (low, high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        let low = 10_f64.powf(low.log10().floor());
        let high = 10_f64.powf(high.log10().ceil()).max(low * 10.0);
        Axis { low, high, start, end, log: true }
    }

    fn at(self, value: f64) -> f64 {
        let scale = |value: f64| if self.log { value.ln() } else { value };
        let share = (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low));
        self.start + share * (self.end - self.start)
    }

    /// The decades, thinned to about `most`.
    fn ticks(self, most: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
        let step = ((last - first) as usize).div_ceil(most).max(1);
        (first..=last).step_by(step).map(|exponent| 10_f64.powi(exponent)).collect()
    }
}

/// The least and the most that any pair gains, as the ends of the common axis
/// of all charts; it has 1× and 10× in any case.
pub(super) fn ends<'a>(pairs: impl Iterator<Item = &'a Pair<'a>>) -> [f64; 2] {
    pairs.map(Pair::ratio).fold([1.0, 10.0], |[low, high], r| [low.min(r), high.max(r)])
}

/// A row of the chart of ratios: a name and its pairs.
pub(super) type Row<'a> = (String, &'a [Pair<'a>]);

/// Ratios of naive to optimized: a row an algorithm, a dot a case.
pub(super) fn ratios(rows: &[Row<'_>], ends: [f64; 2], width: f64) -> Svg {
    const ROW: f64 = 46.0;
    let height = 16.0 + ROW * rows.len() as f64 + 22.0;
    let mut svg = Svg::new(width, height);
    let axis = Axis::decades(ends.into_iter(), 22.0, width - 44.0);
    let foot = height - 22.0;
    for tick in axis.ticks(if width > 500.0 { 9 } else { 5 }) {
        let x = axis.at(tick);
        svg.line(if tick == 1.0 { "axis" } else { "grid" }, (x, 6.0), (x, foot));
        svg.text("tick middle", (x, height - 6.0), &round(tick));
    }
    for (index, (name, pairs)) in rows.iter().enumerate() {
        let y = 18.0 + ROW * index as f64;
        let dots = y + 16.0;
        svg.text("name", (16.0, y), name);
        let (Some(least), Some(best)) = (pairs.first(), pairs.last()) else { continue };
        let label = if pairs.len() == 1 || times(least.ratio()) == times(best.ratio()) {
            times(best.ratio())
        } else {
            format!("{} to {}", times(least.ratio()), times(best.ratio()))
        };
        svg.text("value end", (width - 8.0, y), &label);
        svg.line(
            "track",
            (axis.at(least.ratio().min(1.0)), dots),
            (axis.at(best.ratio().max(1.0)), dots),
        );
        for pair in *pairs {
            let about = format!(
                "{}: {} naive, {} optimized, {}",
                pair.case,
                time(pair.naive),
                time(pair.optimized),
                times(pair.ratio())
            );
            svg.dot("optimized", (axis.at(pair.ratio()), dots), &about);
        }
    }
    svg
}

/// Cost against size, a line a road.
pub(super) fn scaling(series: &Series<'_>) -> Svg {
    const WIDTH: f64 = 360.0;
    const HEIGHT: f64 = 232.0;
    const LEFT: f64 = 50.0;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let all = || series.naive.iter().chain(&series.optimized);
    let trends = [&series.naive, &series.optimized].map(|points| trend(points, series.growth));
    // Only boards show the trend as a line, which may leave the points' range.
    let ends = trends.iter().flatten().flatten().filter(|_| series.growth == Growth::Cells);
    let times = all().map(|point| point.y).chain(ends.map(|end| end.1));
    let y = Axis::decades(times, HEIGHT - 34.0, 10.0);
    let (low, high) = all().fold((f64::MAX, 0_f64), |(l, h), p| (l.min(p.x), h.max(p.x)));
    let log = series.growth == Growth::Power;
    let x = Axis { low, high, start: LEFT + 14.0, end: WIDTH - 18.0, log };
    for tick in y.ticks(6) {
        svg.line("grid", (LEFT, y.at(tick)), (WIDTH - 6.0, y.at(tick)));
        svg.text("tick end", (LEFT - 6.0, y.at(tick) + 4.0), &short(tick));
    }
    svg.line("axis", (LEFT, HEIGHT - 34.0), (WIDTH - 6.0, HEIGHT - 34.0));
    let mut points: Vec<&Point> = all().collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let mut free = f64::MIN;
    for point in points {
        let at = x.at(point.x);
        let half = 3.6 * point.label.chars().count() as f64 + 3.0;
        if at - half >= free {
            svg.text("tick middle", (at, HEIGHT - 18.0), &point.label);
            free = at + half;
        }
    }
    let name = match series.growth {
        Growth::Power => "size",
        Growth::Cells => "board, by its number of cells",
        Growth::Depth => "depth in plies",
    };
    svg.text("tick middle", ((LEFT + WIDTH) / 2.0, HEIGHT - 4.0), name);
    for (road, points) in [("naive", &series.naive), ("optimized", &series.optimized)] {
        let at = |point: &Point| (x.at(point.x), y.at(point.y));
        if series.growth == Growth::Cells {
            // Boards of as many cells differ, so the trend is drawn and no curve.
            let ends: Vec<(f64, f64)> =
                trend(points, series.growth).into_iter().flatten().collect();
            let ends: Vec<(f64, f64)> = ends.iter().map(|p| (x.at(p.0), y.at(p.1))).collect();
            svg.path(&format!("{road} trend"), &ends);
        } else {
            svg.path(&format!("{road} curve"), &points.iter().map(at).collect::<Vec<_>>());
        }
        for point in points {
            svg.dot(road, at(point), &format!("{}, {road}: {}", point.label, time(point.y)));
        }
    }
    svg
}

/// A decade of ratios: `10×`.
fn round(ratio: f64) -> String {
    times(ratio).replace(".00", "").replace(".0", "")
}

/// A decade of time: `10 µs`.
fn short(nanoseconds: f64) -> String {
    time(nanoseconds).replace(".00", "").replace(".0", "")
}

/// Change since the first record: a line a bench, and their mean.
pub(super) fn history(lines: &[Vec<Option<f64>>], mean: &[Option<f64>], labels: &[String]) -> Svg {
    const WIDTH: f64 = 360.0;
    const HEIGHT: f64 = 200.0;
    const LEFT: f64 = 50.0;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let far = lines.iter().flatten().flatten().map(|ratio| ratio.ln().abs()).fold(0.1, f64::max);
    let reach = far.exp();
    let y = Axis { low: 1.0 / reach, high: reach, start: HEIGHT - 34.0, end: 10.0, log: true };
    let last = (labels.len().max(2) - 1) as f64;
    let x = Axis { low: 0.0, high: last, start: LEFT + 20.0, end: WIDTH - 30.0, log: false };
    for (class, value) in [("grid", 1.0 / reach), ("axis", 1.0), ("grid", reach)] {
        svg.line(class, (LEFT, y.at(value)), (WIDTH - 6.0, y.at(value)));
        svg.text("tick end", (LEFT - 6.0, y.at(value) + 4.0), &times(value));
    }
    let each = labels.len().div_ceil(4);
    for (index, label) in labels.iter().enumerate().step_by(each.max(1)) {
        let label: String = label.chars().take(7).collect();
        svg.text("tick middle", (x.at(index as f64), HEIGHT - 12.0), &label);
    }
    let points = |line: &[Option<f64>]| -> Vec<(f64, f64)> {
        let known = line.iter().enumerate().filter_map(|(i, v)| Some((i, (*v)?)));
        known.map(|(index, value)| (x.at(index as f64), y.at(value))).collect()
    };
    for line in lines {
        svg.path("optimized faint", &points(line));
    }
    svg.path("optimized curve", &points(mean));
    for (index, value) in mean.iter().enumerate() {
        if let Some(value) = value {
            let about = format!("{}: {} of the first record", labels[index], times(*value));
            svg.dot("optimized", (x.at(index as f64), y.at(*value)), &about);
        }
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_runs_over_whole_decades() {
        let axis = Axis::decades([3.0, 2_000.0].into_iter(), 0.0, 100.0);
        assert_eq!((axis.low, axis.high), (1.0, 10_000.0));
        assert!((axis.at(100.0) - 50.0).abs() < 1e-9);
        assert_eq!(axis.ticks(9), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(axis.ticks(2), [1.0, 100.0, 10_000.0]);
        let one = Axis::decades([10.0].into_iter(), 0.0, 1.0);
        assert!(one.at(10.0).is_finite());
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }

    #[test]
    fn every_case_has_its_dot() {
        let pairs = [
            Pair { case: "a<b", naive: 100.0, optimized: 10.0 },
            Pair { case: "c", naive: 1e9, optimized: 10.0 },
        ];
        let chart = ratios(&[("pawn chess".into(), &pairs)], ends(pairs.iter()), 360.0);
        let text = chart.finish("ratios", "");
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains("a&lt;b: 100 ns naive") && text.contains("10.0× to 100,000,000×"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }
}
