use tengen_game::{Color, EndReason, Fact, GameResult, NodeId, Record};

use super::*;

const FILE: &str = include_str!("../../tests/data/records/sample.rif");

fn open(text: &str) -> Result<Database<'_>, RifError> {
    Database::open(text.as_bytes(), Options::default())
}

fn line(record: &Record) -> String {
    moves_of(&record.line(), record)
}

fn moves_of(moves: &[tengen_game::Move], record: &Record) -> String {
    tengen_game::moves::write(moves, record.size())
}

#[test]
fn games_have_the_data_of_their_ids() {
    let database = open(FILE).unwrap();
    assert_eq!(database.len(), 3);
    let Game { record, notes } = database.get(0).unwrap();
    assert_eq!(notes, []);
    assert_eq!((record.rule(), line(&record)), (Rule::Renju, "h8 h9 j9 h10 h7".to_owned()));
    let players = (record.players.black.as_str(), record.players.white.as_str());
    assert_eq!(players, ("Ada Lovelace", "茂 中村"));
    assert_eq!(
        record.result(),
        Some(GameResult { winner: Some(Color::White), reason: EndReason::Resignation })
    );
    let known: Vec<(Fact, &str)> = record.info.known().collect();
    let expected = [
        (Fact::Event, "Smith & Sons Cup"),
        (Fact::Round, "5"),
        (Fact::Date, "1996-08-01"),
        (Fact::Place, "Tallinn, Estonia"),
        (Fact::Opening, "Kagetsu, 4d"),
        (Fact::Rules, "RIF"),
        (Fact::Remark, "White's 4 is <new>."),
    ];
    assert_eq!(known, expected);
    let properties: Vec<(&str, &[String])> = record.properties(NodeId::START).iter().collect();
    assert_eq!(properties.len(), 3);
    assert_eq!((properties[0].0, properties[0].1), ("RIFALT", &["i7 g8".to_owned()][..]));
}

#[test]
fn missing_data_is_unknown() {
    let database = open(FILE).unwrap();
    let record = database.get(1).unwrap().record;
    assert_eq!(line(&record), "h8 i9");
    assert_eq!((record.players.black.as_str(), record.info.get(Fact::Event)), ("", "Spring"));
    assert_eq!((record.info.get(Fact::Date), record.info.get(Fact::Place)), ("2001-03", "Estonia"));
    assert_eq!(record.result(), Some(GameResult { winner: None, reason: EndReason::Agreement }));
    // The rule of its tournament is Gomoku's.
    assert_eq!(record.rule(), Rule::FREESTYLE);
    let given = Options { rule: Some(Rule::Standard), ..Options::default() };
    let database = Database::open(FILE.as_bytes(), given).unwrap();
    assert_eq!(database.get(1).unwrap().record.rule(), Rule::Standard);
}

#[test]
fn a_faulty_game_does_not_hide_the_others() {
    let database = open(FILE).unwrap();
    let fault = database.get(2).unwrap_err().to_string();
    assert_eq!(fault, "game 3, move 3: h8 is already occupied");
    assert_eq!(database.get(3), Err(RifError::NoSuchGame));
    let database = open("<database><game id='x'><move>h8 z9</move></game></database>").unwrap();
    let fault = database.get(0).unwrap_err().to_string();
    assert_eq!(fault, "game x: move 2, at character 4: `z9` is not on a 15×15 board");
}

#[test]
fn invalid_databases_are_refused() {
    assert_eq!(open("<html></html>").unwrap_err(), RifError::NoGames("html".to_owned()));
    assert!(
        open("<database></database>").unwrap_err().to_string().contains("found `<database>` without one")
    );
    let fault = open("<database>\n <game></database>").unwrap_err();
    assert!(matches!(fault, RifError::Xml { line: 2, .. }), "{fault:?}");
    assert!(open("").is_err());
    // Depth is no danger, and neither are entities that contain each other.
    assert!(open(&"<a>".repeat(200_000)).is_err());
    assert!(open("<!DOCTYPE d [<!ENTITY a \"b\">]><d><game/>&a;</d>").is_err());
}

#[test]
#[cfg(feature = "encodings")]
fn the_declared_encoding_counts() {
    let file = b"<?xml version=\"1.0\" encoding=\"windows-1251\"?>\
        <database><player id=\"1\" surname=\"\xCA\xEE\xE6\xE8\xED\"/><game black=\"1\"><move>h8</move></game></database>";
    let database = Database::open(file, Options::default()).unwrap();
    assert_eq!(database.get(0).unwrap().record.players.black, "Кожин");
}
