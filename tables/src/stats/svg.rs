//! The picture of a table's values.

use std::fmt::Write;

use super::{Outcome, Row};

const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const HEIGHT: f64 = 260.0;
const BAR: f64 = 14.0;

fn colour(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win | Outcome::Solved => "#3a7d44",
        Outcome::Lose => "#b23a48",
        Outcome::Draw => "#7a7a7a",
        Outcome::Unsolvable => "#4a4a4a",
    }
}

/// A bar for each row, by remoteness; positions on a scale of powers of ten.
pub(super) fn draw(title: &str, rows: &[Row]) -> String {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| (row.remoteness.is_none(), row.remoteness));
    let most = rows.iter().map(|row| row.positions).max().unwrap_or(1).max(1);
    let decades = (most as f64).log10().ceil().max(1.0);
    let width = LEFT + BAR * rows.len() as f64 + 30.0;
    let width = width.max(360.0);
    let height = TOP + HEIGHT + 60.0;
    let mut svg = String::new();
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    line(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">"
    ));
    line(format!("<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>"));
    line(format!("<text x=\"{LEFT}\" y=\"22\" font-size=\"14\">{title}</text>"));
    for decade in 0..=decades as u32 {
        let y = TOP + HEIGHT * (1.0 - f64::from(decade) / decades);
        let end = width - 20.0;
        line(format!(
            "<path d=\"M{LEFT} {y:.1}H{end:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-4\" \
             font-size=\"8\">{decade}</tspan></text>",
            LEFT - 6.0,
            y + 4.0
        ));
    }
    for (at, row) in rows.iter().enumerate() {
        let x = LEFT + BAR * at as f64 + 2.0;
        // One position still shows.
        let tall = (HEIGHT * (row.positions as f64).log10() / decades).max(1.5);
        let y = TOP + HEIGHT - tall;
        let name = row.outcome.name();
        let remoteness = row.remoteness.map(|plies| plies.to_string());
        let label = remoteness.unwrap_or_else(|| "∞".into());
        let mut title = String::new();
        write!(title, "{name} {label}: {} positions, {} up to symmetry", row.positions, row.slots)
            .expect("a string takes all that is written");
        line(format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" \
             fill=\"{}\"><title>{title}</title></rect>",
            BAR - 3.0,
            colour(row.outcome)
        ));
        if at % 2 == 0 || rows.len() < 12 {
            line(format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"9\">{label}</text>",
                x + BAR / 2.0 - 1.5,
                TOP + HEIGHT + 12.0
            ));
        }
    }
    let mut x = LEFT;
    let mut kinds: Vec<Outcome> = rows.iter().map(|row| row.outcome).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for outcome in kinds {
        let y = TOP + HEIGHT + 34.0;
        line(format!(
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            y - 9.0,
            colour(outcome),
            x + 14.0,
            outcome.name()
        ));
        x += 80.0;
    }
    line("</svg>".into());
    svg
}
