//! Reading files and pasted texts.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use tengen_analysis::files::{Content, Fault, FaultKind, GameSummary, Note, Part, Response};
use tengen_formats::any::{self, Collection, Format, Game, Known};
use tengen_formats::json;

use super::{fault, of_reading};

/// The most games of a file that are returned; each is sent to the page as a separate text.
const MOST_GAMES: usize = 500;
/// The number of faulty games that end the reading: the location of each of them takes a pass over the whole file.
const MOST_FAULTS: usize = 20;

/// Reads the games of a file, or a part of them.
pub(super) fn read(
    id: u32,
    name: Option<&str>,
    content: Content,
    known: Known,
    part: Option<Part>,
) -> Result<Response, Fault> {
    let bytes = bytes(content)?;
    let format = any::detect(&bytes).or_else(|| likely_format(name, &bytes));
    let of_bytes = |error| of_reading(&error, &bytes);
    let collection = Collection::open(&bytes, format, known).map_err(of_bytes)?;
    let total = collection.len();
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    let wanted = part.map_or(0..total, |Part { from, count }| from..total.min(from.saturating_add(count)));
    for index in wanted {
        if part.is_none() && (games.len() == MOST_GAMES || faults.len() == MOST_FAULTS) {
            break;
        }
        match collection.get(index) {
            Ok(game) => games.push(summary(game)),
            Err(error) => faults.push(of_bytes(error)),
        }
    }
    // A fault of the file as a whole is reported once, with its first part.
    if part.is_none_or(|part| part.from == 0) {
        faults.extend(collection.fault().map(of_bytes));
    }
    if games.is_empty() && part.is_none() {
        return Err(faults.swap_remove(0));
    }
    Ok(Response::Games { id, format: collection.format().name().to_owned(), games, total, faults })
}

fn bytes(content: Content) -> Result<Vec<u8>, Fault> {
    match content {
        Content::Text(text) => Ok(text.into_bytes()),
        Content::Base64(text) => BASE64_STANDARD.decode(text).map_err(|error| {
            fault(FaultKind::Request, format_args!("expected the file's content in base64: {error}"))
        }),
    }
}

/// The format of a file whose content shows none: that of its name, so that the reader of this format reports the fault. The extension
/// `txt` can stand for any format, so the shape of the text is checked first.
fn likely_format(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
    let named = name.and_then(Format::of_file_name);
    let looks = || std::str::from_utf8(bytes).ok().and_then(any::guess);
    named.filter(|&format| format != Format::Diagram).or_else(looks).or(named)
}

fn summary(game: Game) -> GameSummary {
    let text = json::write(&game.record);
    let notes = game.notes.iter().map(Note::from).collect();
    GameSummary { opening: game.opening, notes, ..GameSummary::new(&game.record, text) }
}
