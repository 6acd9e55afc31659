//! The text of a database before it is parsed.

use std::borrow::Cow;

use crate::format::Encoding;

/// The encoding that the XML declaration names, if it names one.
pub(super) fn named_encoding(bytes: &[u8]) -> Option<Encoding> {
    let end = bytes.iter().take(200).position(|&b| b == b'>')?;
    let declaration = std::str::from_utf8(&bytes[..end]).ok()?;
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split(quote).next()?.trim().parse().ok()
}

/// The text with `&amp;` for each `&` that begins no reference of XML, such as in `Smith & Sons` or `&eacute;`: one of
/// them would make the whole file unreadable.
pub(super) fn with_plain_ampersands(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_plain = |at: &usize| !begins_reference(&text[at + 1..]);
    let plain: Vec<usize> = text.match_indices('&').map(|(at, _)| at).filter(is_plain).collect();
    if plain.is_empty() {
        return text;
    }
    let mut mended = String::with_capacity(text.len() + 4 * plain.len());
    let mut from = 0;
    for at in plain {
        mended.push_str(&text[from..=at]);
        mended.push_str("amp;");
        from = at + 1;
    }
    mended.push_str(&text[from..]);
    Cow::Owned(mended)
}

/// Whether this, after a `&`, is the rest of a reference.
fn begins_reference(rest: &str) -> bool {
    if ["amp;", "lt;", "gt;", "quot;", "apos;"].iter().any(|name| rest.starts_with(name)) {
        return true;
    }
    let Some(number) = rest.strip_prefix('#') else { return false };
    let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |digits| (digits, 16));
    let length = digits.bytes().take_while(|&b| char::from(b).is_digit(radix)).count();
    let code = u32::from_str_radix(&digits[..length], radix).ok().and_then(char::from_u32);
    digits[length..].starts_with(';') && code.is_some_and(is_xml)
}

/// Whether XML may have this character.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}

/// A date as SGF has it, as far as year and month are known.
pub(super) fn date(year: &str, month: &str) -> String {
    match month.parse::<u8>() {
        Ok(month @ 1..=12) if !year.is_empty() => format!("{year}-{month:02}"),
        _ => year.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_names_the_encoding() {
        let named = |text: &str| named_encoding(text.as_bytes()).map(|encoding| encoding.to_string());
        assert_eq!(
            named("<?xml version=\"1.0\" encoding=\"windows-1251\"?>").as_deref(),
            Some("windows-1251")
        );
        assert_eq!(named("<?xml encoding = 'utf-8' ?>").as_deref(), Some("UTF-8"));
        for text in ["", "<database>", "<?xml encoding?>", "<?xml encoding=\"klingon\"?>"] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn ampersands_that_are_no_references_stand_for_themselves() {
        let mended = |text: &'static str| with_plain_ampersands(text.into()).into_owned();
        assert_eq!(mended("a &amp; b &#65; &#x41; &lt;"), "a &amp; b &#65; &#x41; &lt;");
        assert_eq!(mended("a & b"), "a &amp; b");
        assert_eq!(mended("&eacute;&#0;&#xZ;&"), "&amp;eacute;&amp;#0;&amp;#xZ;&amp;");
    }

    #[test]
    fn dates_are_as_exact_as_they_can_be() {
        assert_eq!([date("1996", "8"), date("1996", "0"), date("", "8")], ["1996-08", "1996", ""]);
    }
}
