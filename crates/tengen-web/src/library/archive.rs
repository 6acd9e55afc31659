//! The whole library as one file, a backup that another browser can read.
//!
//! ```json
//! { "format": "tengen-library", "version": 1, "games": [{ "name": "", "game": { … } }] }
//! ```
//!
//! Each `game` is the text that [`Game::save`] writes; all other data of the library follow from it.

use serde_json::{Value, json};

use tengen_analysis::files::{Fault, FaultKind, Whereabouts};

use tengen_match::Game;

const FORMAT: &str = "tengen-library";
const VERSION: u64 = 1;

/// The largest file that is read: 64 MiB.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Why a text cannot be read as a library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("expected at most {MAX_BYTES} bytes, found {0}")]
    TooLong(usize),
    #[error("not JSON: {message}")]
    Json { message: String, line: usize, column: usize },
    #[error("`format`: expected `{FORMAT}`, found `{0}`")]
    Format(String),
    #[error("`version`: this page reads version {VERSION}, the file has version {0}")]
    Version(u64),
    #[error("`games`: expected a list")]
    Games,
}

impl From<&ArchiveError> for Fault {
    fn from(error: &ArchiveError) -> Fault {
        let (kind, whereabouts) = match *error {
            ArchiveError::TooLong(_) => (FaultKind::TooLong, None),
            ArchiveError::Json { line, column, .. } => {
                (FaultKind::Content, Some(Whereabouts::Character { line, column }))
            }
            ArchiveError::Format(_) => (FaultKind::UnknownFormat, None),
            ArchiveError::Version(_) => (FaultKind::Newer, None),
            ArchiveError::Games => (FaultKind::Content, None),
        };
        Fault { kind, message: error.to_string(), whereabouts }
    }
}

/// A game of a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// The number of the game in the file, from 1.
    pub(crate) number: usize,
    pub(crate) reason: String,
}

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Archive {
    /// The games with the names that the user gave them.
    pub(crate) games: Vec<(String, Game)>,
    pub(crate) faults: Vec<Unreadable>,
}

/// Writes games, each with its name and the text that [`Game::save`] returned for it. A text that is not JSON is left out.
pub(crate) fn write<'a>(games: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let entry = |(name, game): (&str, &str)| {
        let game: Value = serde_json::from_str(game).ok()?;
        // With one game per line, a tool can compare two files line by line.
        Some(json!({ "name": name, "game": game }).to_string())
    };
    let games: Vec<String> = games.filter_map(entry).collect();
    format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"games\":[\n{}\n]}}\n", games.join(",\n"))
}

/// Reads a text that [`write()`] wrote. A game that cannot be read does not prevent the others from being read.
pub(crate) fn read(text: &str) -> Result<Archive, ArchiveError> {
    if text.len() > MAX_BYTES {
        return Err(ArchiveError::TooLong(text.len()));
    }
    let mut value: Value = serde_json::from_str(text).map_err(|error| ArchiveError::Json {
        message: error.to_string(),
        line: error.line(),
        column: error.column(),
    })?;
    let format = value["format"].as_str().unwrap_or_default();
    if format != FORMAT {
        return Err(ArchiveError::Format(format.to_owned()));
    }
    match value["version"].as_u64() {
        Some(VERSION) => {}
        other => return Err(ArchiveError::Version(other.unwrap_or_default())),
    }
    let Value::Array(games) = value["games"].take() else { return Err(ArchiveError::Games) };
    let mut archive = Archive::default();
    for (index, entry) in games.into_iter().enumerate() {
        let name = entry["name"].as_str().unwrap_or_default().to_owned();
        match Game::load(&entry["game"].to_string()) {
            Ok(game) => archive.games.push((name, game)),
            Err(reason) => archive.faults.push(Unreadable { number: index + 1, reason: reason.to_string() }),
        }
    }
    Ok(archive)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::super::test_games::game;
    use super::*;
    use tengen_match::Seat;

    #[test]
    fn a_library_survives_being_written_down() {
        let games = [
            game([Seat::Person, Seat::Engine(Level::EASY)], 5),
            game([Seat::Engine(Level::HARD), Seat::Person], 0),
        ];
        let texts = games.clone().map(|game| game.save());
        let text = write([("one “一”", texts[0].as_str()), ("", "{"), ("", &texts[1])].into_iter());
        let [one, two] = games;
        let expected =
            Archive { games: vec![("one “一”".to_owned(), one), (String::new(), two)], faults: vec![] };
        assert_eq!(read(&text), Ok(expected));
        assert_eq!(read(&write([].into_iter())), Ok(Archive::default()));
    }

    #[test]
    fn the_fault_of_a_file_is_reported() {
        let error = |text: &str| read(text).map_err(|error| error.to_string());
        let refused = |text: &str, why: &str| assert_eq!(error(text), Err(why.to_owned()));
        refused("[]", "`format`: expected `tengen-library`, found ``");
        refused(
            r#"{"format": "tengen-record"}"#,
            "`format`: expected `tengen-library`, found `tengen-record`",
        );
        let newer = r#"{"format": "tengen-library", "version": 2, "games": []}"#;
        refused(newer, "`version`: this page reads version 1, the file has version 2");
        refused(r#"{"format": "tengen-library", "version": 1}"#, "`games`: expected a list");
        assert!(error("{\n").is_err_and(|error| error.contains("line 2")));
        // A game that cannot be read does not prevent the others from being read.
        let good = game([Seat::Person, Seat::Engine(Level::EASY)], 1).save();
        let text = write([("", good.as_str())].into_iter()).replace("\n{", "\n{\"game\": 3}, {");
        let archive = read(&text).unwrap();
        assert_eq!((archive.games.len(), archive.faults.len()), (1, 1));
        assert_eq!(archive.faults[0].number, 1);
    }
}
