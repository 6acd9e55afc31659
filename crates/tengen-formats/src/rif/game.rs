//! Converts an element of the database to a record.

use std::borrow::Cow;

use roxmltree::Node;
use tengen_game::{BoardSize, Color, EndReason, Fact, GameResult, NodeId, Record, Rule, moves};

use super::{RifError, Tables, attribute, is, joined};
use crate::{Encoding, sgf};

const SIZE: BoardSize = BoardSize::FIFTEEN;

/// Attributes that are stored as properties.
const KEPT: [(&str, &str); 6] = [
    ("id", "RIFID"),
    ("publisher", "RIFPUBLISHER"),
    ("alt", "RIFALT"),
    ("swap", "RIFSWAP"),
    ("btime", "RIFBTIME"),
    ("wtime", "RIFWTIME"),
];

/// Builds the record of a `<game>`, under `rule` if there is one.
pub(super) fn record(game: Node<'_, '_>, tables: &Tables, rule: Option<Rule>) -> Result<Record, RifError> {
    let id = attribute(game, "id");
    let tournament = tables.tournaments.get(attribute(game, "tournament"));
    let of_tournament = tournament.map_or("", |tournament| tournament.rule.as_str());
    let named = [attribute(game, "rule"), of_tournament].into_iter().find_map(|rule| tables.rules.get(rule));
    let named = named.map_or("", String::as_str);
    let rule = rule.or_else(|| sgf::rule_named(named)).unwrap_or(Rule::Renju);

    let mut record = Record::new(rule, SIZE);
    play(&mut record, &text_of(game, "move"), id)?;
    let player = |color| tables.players.get(attribute(game, color)).cloned().unwrap_or_default();
    record.players.black = player("black");
    record.players.white = player("white");
    let mut know = |fact, text: &str| record.info.set(fact, text);
    if let Some(tournament) = tournament {
        let name_of = |table: &std::collections::HashMap<String, String>, id: &str| {
            table.get(id).cloned().unwrap_or_default()
        };
        let place =
            [name_of(&tables.cities, &tournament.city), name_of(&tables.countries, &tournament.country)];
        know(Fact::Event, &tournament.name);
        know(Fact::Date, &tournament.date);
        know(Fact::Place, &joined(place, ", "));
    }
    know(Fact::Round, attribute(game, "round"));
    know(Fact::Opening, tables.openings.get(attribute(game, "opening")).map_or("", String::as_str));
    know(Fact::Remark, text_of(game, "info").trim());
    if named != rule.to_string() {
        know(Fact::Rules, named);
    }
    for (name, property) in KEPT {
        let value = attribute(game, name);
        if !value.is_empty() {
            // The names belong to no typed field, and the value is escaped.
            let _ = record.add_property(NodeId::START, property, &sgf::escaped(value));
        }
    }
    end(&mut record, attribute(game, "bresult"));
    Ok(record)
}

/// The text in all children of this name.
fn text_of(game: Node<'_, '_>, name: &str) -> String {
    let texts = game.children().filter(|&child| is(child, name)).flat_map(|child| child.descendants());
    texts.filter(Node::is_text).filter_map(|text| text.text()).collect::<Vec<_>>().join(" ")
}

fn play(record: &mut Record, text: &str, id: &str) -> Result<(), RifError> {
    let played = moves::read(text, SIZE).map_err(|source| RifError::Moves { id: id.to_owned(), source })?;
    for (index, played) in played.into_iter().enumerate() {
        let number = index + 1;
        record.play_or_lose(played).map_err(|source| RifError::Play { id: id.to_owned(), number, source })?;
    }
    Ok(())
}

/// Ends the game by Black's share of the point, unless the board shows how it ended.
fn end(record: &mut Record, share: &str) {
    let won = |color| GameResult { winner: Some(color), reason: EndReason::Resignation };
    let result = match share {
        "" => return,
        "1" | "1.0" => won(Color::Black),
        "0" | "0.0" => won(Color::White),
        "0.5" | "1/2" | "0,5" | ".5" => GameResult { winner: None, reason: EndReason::Agreement },
        other => return record.info.set(Fact::Result, other),
    };
    // A game that is over on the board keeps that result.
    let _ = record.end(result);
}

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

/// Whether the text after a `&` is the rest of a reference.
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

/// Whether a character may appear in XML.
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
    #[cfg(feature = "encodings")]
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
