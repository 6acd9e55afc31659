//! Command lines as people write them, with quotes around what has spaces. A backslash is an ordinary character, as in the paths of
//! Windows.

/// A quote without its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a closing {quote} in `{text}`")]
pub struct UnclosedQuote {
    /// The quote.
    pub quote: char,
    /// The whole text.
    pub text: String,
}

/// The parts between `separator`s that stand outside of quotes; the quotes stay.
///
/// # Errors
/// When a quote is not closed.
pub fn split_outside_quotes(
    text: &str,
    separator: impl Fn(char) -> bool,
) -> Result<Vec<&str>, UnclosedQuote> {
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
        return Err(UnclosedQuote { quote: open, text: text.to_owned() });
    }
    parts.push(&text[begin..]);
    Ok(parts)
}

/// The text without its quotes.
pub fn unquoted(text: &str) -> String {
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
///
/// # Errors
/// When a quote is not closed.
pub fn command_words(text: &str) -> Result<Vec<String>, UnclosedQuote> {
    let words = split_outside_quotes(text, char::is_whitespace)?;
    Ok(words.into_iter().filter(|word| !word.is_empty()).map(unquoted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let parts = split_outside_quotes(r#"cmd=./a "b, c" d,name='it"s, me',x"#, |c| c == ',').unwrap();
        assert_eq!(parts, [r#"cmd=./a "b, c" d"#, r#"name='it"s, me'"#, "x"]);
        assert_eq!(command_words(r#"  ./a  "b, c" --d='e f' "" "#).unwrap(), ["./a", "b, c", "--d=e f", ""]);
        assert_eq!(command_words(r"C:\engines\x.exe -a").unwrap(), [r"C:\engines\x.exe", "-a"]);
        assert_eq!(unquoted(r#"'it"s, me'"#), "it\"s, me");
        assert_eq!(
            split_outside_quotes("name='x", |c| c == ',').unwrap_err().to_string(),
            "expected a closing ' in `name='x`"
        );
    }
}
