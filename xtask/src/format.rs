//! Figures as a person reads them.

/// A time given in nanoseconds, with three digits: `4.12 ms`.
pub(crate) fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    let (unit, name) =
        units.into_iter().find(|&(unit, _)| nanoseconds >= unit * 0.9995).unwrap_or((1.0, "ns"));
    format!("{} {name}", digits(nanoseconds / unit))
}

/// So many a second: `68.1 million positions/s`.
pub(crate) fn rate(each_second: f64, unit: &str) -> String {
    match each_second {
        rate if rate >= 1e9 => format!("{} billion {unit}/s", digits(rate / 1e9)),
        rate if rate >= 1e6 => format!("{} million {unit}/s", digits(rate / 1e6)),
        rate if rate >= 1e3 => format!("{} thousand {unit}/s", digits(rate / 1e3)),
        rate => format!("{} {unit}/s", digits(rate)),
    }
}

/// A share, with its sign where it is none of a whole: `+5.2 %`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:+.1} %", share * 100.0)
}

/// How many times: `2,310×`.
pub(crate) fn times(ratio: f64) -> String {
    if ratio >= 1000.0 {
        let rounded = 10_f64.powf(ratio.log10().floor() - 2.0);
        format!("{}×", grouped(((ratio / rounded).round() * rounded) as u64))
    } else {
        format!("{}×", digits(ratio))
    }
}

/// A whole number with commas.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Three significant digits, as long as they are not before the point.
fn digits(value: f64) -> String {
    match value {
        value if value >= 99.95 => format!("{value:.0}"),
        value if value >= 9.995 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_a_unit() {
        assert_eq!(time(4_123_000.0), "4.12 ms");
        assert_eq!(time(999_900.0), "1.00 ms");
        assert_eq!(time(18.25), "18.2 ns");
        assert_eq!(time(0.4), "0.40 ns");
        assert_eq!(time(250e9), "250 s");
        assert_eq!(rate(68_100_000.0, "positions"), "68.1 million positions/s");
        assert_eq!(rate(12.0, "bytes"), "12.0 bytes/s");
        assert_eq!(percent(0.052), "+5.2 %");
        assert_eq!(times(2_314.0), "2,310×");
        assert_eq!(times(123_456.0), "123,000×");
        assert_eq!(times(15.24), "15.2×");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
    }
}
