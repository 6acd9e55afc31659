//! How the words of an option, or of a command in one piece, are told apart.
//!
//! Quotes, `"…"` or `'…'`, keep together what they enclose, and nothing has a special meaning inside them. There are
//! no backslash escapes, since paths on Windows are full of backslashes.

/// The parts between `separator`s that stand outside of quotes; the quotes stay. `Err` names the quote that is not closed.
pub(crate) fn split(text: &str, separator: impl Fn(char) -> bool) -> Result<Vec<&str>, String> {
    let (mut parts, mut begin, mut quote) = (Vec::new(), 0, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, _) if separator(character) => {
                parts.push(&text[begin..at]);
                begin = at + character.len_utf8();
            }
            _ => {}
        }
    }
    if let Some(open) = quote {
        return Err(format!("expected a closing {open} in `{text}`"));
    }
    parts.push(&text[begin..]);
    Ok(parts)
}

/// The text without its quotes.
pub(crate) fn unquoted(text: &str) -> String {
    let mut quote = None;
    let is_content = |&character: &char| match (quote, character) {
        (None, '"' | '\'') => {
            quote = Some(character);
            false
        }
        (Some(open), _) if open == character => {
            quote = None;
            false
        }
        _ => true,
    };
    text.chars().filter(is_content).collect()
}

/// The words of a command, without their quotes.
pub(crate) fn of_command(text: &str) -> Result<Vec<String>, String> {
    let words = split(text, char::is_whitespace)?;
    Ok(words.into_iter().filter(|word| !word.is_empty()).map(unquoted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let parts = split(r#"cmd=./a "b, c" d,name='it"s, me',x"#, |c| c == ',').unwrap();
        assert_eq!(parts, [r#"cmd=./a "b, c" d"#, r#"name='it"s, me'"#, "x"]);
        assert_eq!(of_command(r#"  ./a  "b, c" --d='e f' "" "#).unwrap(), ["./a", "b, c", "--d=e f", ""]);
        assert_eq!(of_command(r"C:\engines\x.exe -a").unwrap(), [r"C:\engines\x.exe", "-a"]);
        assert_eq!(unquoted(r#"'it"s, me'"#), "it\"s, me");
        assert_eq!(split("name='x", |c| c == ','), Err("expected a closing ' in `name='x`".to_owned()));
    }
}
