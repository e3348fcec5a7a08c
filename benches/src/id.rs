//! The form of an id.

/// Holds an id to `<game>/<algorithm>/<naive|optimized>/<case>`.
///
/// # Errors
/// What is wrong, where it is of another form.
pub fn check(id: &str) -> Result<(), String> {
    let parts: Vec<&str> = id.split('/').collect();
    let [_, _, road, _] = parts[..] else {
        return Err(format!("{id}: an id has four parts, <game>/<algorithm>/<road>/<case>"));
    };
    if !["naive", "optimized"].contains(&road) {
        return Err(format!("{id}: the third part is naive or optimized"));
    }
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    match parts.iter().find(|part| part.is_empty() || !part.chars().all(good)) {
        Some(part) => Err(format!("{id}: `{part}` is not of a-z, 0-9, hyphens and points")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn ids_have_four_parts_and_name_their_road() {
        assert_eq!(check("pawn-chess/value/optimized/start-4x4"), Ok(()));
        assert_eq!(check("octal/grundy/naive/0.77-19999"), Ok(()));
        for id in [
            "pawn-chess/value/optimized",
            "pawn-chess/value/optimized/start/4x4",
            "pawn-chess/value/fast/start-4x4",
            "pawn_chess/value/naive/start-4x4",
            "pawn-chess//naive/start-4x4",
            "pawn-chess/value/naive/start 4x4",
        ] {
            assert!(check(id).is_err_and(|why| why.starts_with(id)), "{id}");
        }
    }
}
