//! Files, and texts that somebody pasted.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use tengen_game::BoardSize;
use tengen_game::format::any::{self, Format, Game, Known};
use tengen_game::format::json;
use tengen_protocol::studio::{Content, Fault, FaultKind, GameMessage, KnownMessage, Response};

use crate::faults::{fault, of_reading};

/// Reads everything that is in a file.
pub(crate) fn read(
    id: u32,
    name: Option<&str>,
    content: Content,
    known: &KnownMessage,
) -> Result<Response, Fault> {
    let bytes = bytes(content)?;
    let known = self::known(known)?;
    let format = any::detect(&bytes).or_else(|| likely_format(name, &bytes));
    let read = any::read_all(&bytes, format, known).map_err(|error| of_reading(&error, &bytes))?;
    Ok(Response::Games {
        id,
        format: read.format.name().to_owned(),
        games: read.games.into_iter().map(message).collect(),
        faults: read.faults.iter().map(|error| of_reading(error, &bytes)).collect(),
    })
}

fn bytes(content: Content) -> Result<Vec<u8>, Fault> {
    match content {
        Content::Text(text) => Ok(text.into_bytes()),
        Content::Base64(text) => BASE64_STANDARD.decode(text).map_err(|error| {
            fault(FaultKind::Request, format_args!("expected the file's content in base64: {error}"))
        }),
    }
}

fn known(message: &KnownMessage) -> Result<Known, Fault> {
    let told = |error: &dyn std::fmt::Display| fault(FaultKind::Request, error);
    Ok(Known {
        rule: message.rule.as_ref().map(|rule| rule.parse()).transpose().map_err(|error| told(&error))?,
        size: message.size.map(BoardSize::new).transpose().map_err(|error| told(&error))?,
        to_move: message.to_move.map(Into::into),
    })
}

/// The format of a file whose content shows none: what its name says, so that the format's reader tells what is wrong. Of
/// a text, and a name can end in `txt` for any text, its looks come first.
fn likely_format(name: Option<&str>, bytes: &[u8]) -> Option<Format> {
    let named = name.and_then(Format::of_file_name);
    let looks = || std::str::from_utf8(bytes).ok().and_then(any::guess);
    named.filter(|&format| format != Format::Diagram).or_else(looks).or(named)
}

fn message(game: Game) -> GameMessage {
    let text = json::write(&game.record);
    GameMessage { opening: game.opening, date: game.date, ..GameMessage::new(&game.record, text) }
}
