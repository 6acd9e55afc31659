//! From an element of the database to a record.

use roxmltree::Node;

use super::{RifError, Tables, attribute, is, joined};
use crate::format::moves;
use crate::format::sgf;
use crate::{BoardSize, Color, EndReason, Fact, GameResult, NodeId, Record, Rule};

const SIZE: BoardSize = BoardSize::FIFTEEN;

/// Attributes that are kept as properties.
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
            // These are names of no other thing, and the value is escaped.
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

/// Ends the game as Black's share of the point says, unless the board shows how it ended.
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
