//! A game as a person or another program reads it.

use tesuji_core::gomoku::{Variant, sgf, text};

use super::game::{End, Played};

/// A game in a line.
pub(super) fn told(played: &Played) -> String {
    let result = match played.winner {
        None => "draw".to_owned(),
        Some(winner) => format!("{} wins", ['A', 'B'][winner]),
    };
    let plies = played.moves.chars().filter(char::is_ascii_alphabetic).count();
    let fault = if played.fault.is_empty() {
        String::new()
    } else {
        format!(", {}: {}", played.end, played.fault)
    };
    format!(
        "game {:>3}, opening {:>2}, Black {}: {result} after {plies} plies{fault}",
        played.game + 1,
        played.opening + 1,
        ['A', 'B'][played.black],
    )
}

/// A game as SGF.
pub(super) fn in_sgf(
    played: &Played,
    variant: Variant,
    names: &[String; 2],
) -> anyhow::Result<String> {
    let (_, moves) = text::game(&played.moves, variant)?;
    let side = match played.winner {
        None => "0",
        Some(winner) if winner == played.black => "B+",
        Some(_) => "W+",
    };
    let how = match played.end {
        End::Rules => "",
        End::Hang => "Time",
        _ => "Forfeit",
    };
    let record = sgf::write(&sgf::Record { variant, moves }, &format!("{side}{how}"));
    let name = |engine: usize| names[engine].replace('\\', "\\\\").replace(']', "\\]");
    let head = format!(
        "(;PB[{}]PW[{}]GN[{}]",
        name(played.black),
        name(1 - played.black),
        played.game + 1
    );
    Ok(record.replacen("(;", &head, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_and_written() {
        let played = Played {
            game: 4,
            opening: 2,
            black: 1,
            winner: Some(0),
            end: End::Hang,
            fault: "it does not answer in 5 ms".to_owned(),
            moves: "h8h9i10".to_owned(),
            overruns: [0; 2],
            longest: [0; 2],
        };
        assert_eq!(
            told(&played),
            "game   5, opening  3, Black B: A wins after 3 plies, hang: it does not answer in 5 ms"
        );
        let names = ["one]".to_owned(), "two".to_owned()];
        let text = in_sgf(&played, Variant::default(), &names).unwrap();
        assert!(text.starts_with("(;PB[two]PW[one\\]]GN[5]FF[4]"), "{text}");
        assert!(text.contains("RE[W+Time]"), "{text}");
        let read = sgf::read(&text, Variant::default(), None).unwrap();
        assert_eq!(read.moves.iter().map(ToString::to_string).collect::<String>(), played.moves);
        let draw = Played { winner: None, end: End::Rules, ..played };
        assert!(in_sgf(&draw, Variant::default(), &names).unwrap().contains("RE[0]"));
    }
}
