//! Texts that earlier versions of the page have saved in browsers, which this version must read. New forms get new files; an existing file
//! never changes.

use serde_json::Value;

use crate::library::{LibraryEntry, archive};
use crate::preferences::Preferences;
use tengen_match::{Game, Strength, Wins};

const GAME: &str = include_str!("../golden/game.json");
const ENTRY: &str = include_str!("../golden/library-entry.json");
const ARCHIVE: &str = include_str!("../golden/library-archive.json");
const PREFERENCES: &str = include_str!("../golden/preferences.json");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_saved_game_opens_and_is_saved_the_same() {
    let game = Game::load(GAME).unwrap();
    assert_eq!(json(&game.save()), json(GAME));
    let record = game.record();
    assert_eq!((record.main_line().len(), record.nodes().len()), (6, 9));
}

#[test]
fn a_library_opens_and_is_saved_the_same() {
    let entry = LibraryEntry::from_text(ENTRY).unwrap();
    assert_eq!(json(&entry.to_text()), json(ENTRY));
    let archive = archive::read(ARCHIVE).unwrap();
    assert!(archive.faults.is_empty(), "{:?}", archive.faults);
    let games: Vec<(String, String)> =
        archive.games.iter().map(|(name, game)| (name.clone(), game.save())).collect();
    let texts = games.iter().map(|(name, game)| (name.as_str(), game.as_str()));
    assert_eq!(json(&archive::write(texts)), json(ARCHIVE));
}

#[test]
fn saved_preferences_open_and_are_saved_the_same() {
    let preferences = Preferences::from_text(PREFERENCES).unwrap();
    let mut saved = json(&preferences.to_text());
    // Preferences that were added later have their defaults.
    let news = [
        ("best-moves", true.into()),
        ("evaluation-bar", true.into()),
        ("heat", false.into()),
        ("lines", 3.into()),
        ("analysis-s", 0.into()),
        ("hash-mib", 0.into()),
        ("threads", 0.into()),
        ("premoves", Value::from(false)),
        ("expert-terms", false.into()),
        ("suggested", Value::Null),
        ("black-chances", false.into()),
        ("coach", "gently".into()),
        ("wins", serde_json::to_value(Wins::default()).unwrap()),
        ("even", false.into()),
        ("strength", serde_json::to_value(Strength::default()).unwrap()),
        ("lost-openings", Value::Array(Vec::new())),
        ("progress-of", Value::Null),
    ];
    let members = saved.as_object_mut().unwrap();
    for (name, default) in news {
        assert_eq!(members.remove(name), Some(default), "{name}");
    }
    assert_eq!(saved, json(PREFERENCES));
}
