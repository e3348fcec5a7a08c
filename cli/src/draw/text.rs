//! Lines of limited width. All text here is of characters one column wide.

/// The text's words in lines of at most `width` characters.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_words(text.split_whitespace(), width, "")
}

/// Joins words by single spaces into lines of at most `width` characters, all
/// but the first indented. A word that is longer than a line is broken.
pub(super) fn wrap_words<'a>(
    words: impl IntoIterator<Item = &'a str>,
    width: usize,
    indent: &str,
) -> Vec<String> {
    let margin = indent.chars().count();
    let mut lines = Vec::new();
    let mut line = String::new();
    // Characters in the line; those of the indent alone are no text yet.
    let mut used = 0;
    let mut empty = true;
    for word in words {
        let length = word.chars().count();
        if !empty && used + 1 + length > width {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
            used = margin;
            empty = true;
        }
        if !empty {
            line.push(' ');
            used += 1;
        }
        for c in word.chars() {
            if used >= width && used > margin {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
                used = margin;
            }
            line.push(c);
            used += 1;
        }
        empty = false;
    }
    if !empty {
        lines.push(line);
    }
    lines
}

/// The text, or as much of its start as fits with an ellipsis behind it.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut start: String = text.chars().take(width.saturating_sub(1)).collect();
    start.push('…');
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_asked() {
        let lines = wrap_words("one two three four-hundred-and-five six".split(' '), 9, "  ");
        assert_eq!(lines, ["one two", "  three", "  four-hu", "  ndred-a", "  nd-five", "  six"]);
        assert_eq!(wrap("a  b c d", 3), ["a b", "c d"]);
        assert!(wrap(" ", 9).is_empty());
    }

    #[test]
    fn a_cut_says_so() {
        assert_eq!(cut("abcd", 4), "abcd");
        assert_eq!(cut("abcde", 4), "abc…");
    }
}
