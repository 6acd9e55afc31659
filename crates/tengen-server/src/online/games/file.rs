//! The form in which a game is sent.

use axum::http::{HeaderMap, StatusCode, header};
use tengen_formats::any::{self, Format};
use tengen_online::game::LiveGame;
use tengen_online::message::ErrorCode;

use crate::online::refusal::OnlineError;

/// The form that a request selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A snapshot of the protocol, in JSON.
    Snapshot,
    /// Snapshots of the protocol, one line of JSON for each game.
    Lines,
    /// A file format.
    File(Format),
}

/// The media types that select formats. None of them is registered; all are in use.
const MEDIA_TYPES: [(&str, Wanted); 5] = [
    ("application/json", Wanted::Snapshot),
    ("application/x-ndjson", Wanted::Lines),
    ("application/x-go-sgf", Wanted::File(Format::Sgf)),
    ("application/x-sgf", Wanted::File(Format::Sgf)),
    ("application/x-psq", Wanted::File(Format::Psq)),
];

impl Wanted {
    /// The form for the ending of a file's name, or the text of an error.
    pub(super) fn of_ending(ending: &str) -> Result<Wanted, String> {
        match ending.parse::<Format>().ok().filter(|format| format.is_written()) {
            Some(format) => Ok(Wanted::File(format)),
            None if ending == "ndjson" => Ok(Wanted::Lines),
            None => Err(format!("expected a file format such as `sgf`, found `{ending}`")),
        }
    }

    /// The first form that the header `Accept` names; `None` if it names none. Weights (`q`) are ignored, since a program that requests a
    /// file names one form.
    pub(super) fn of_accept(headers: &HeaderMap) -> Option<Wanted> {
        let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
        let mut names = lines.flat_map(|line| line.split(',')).filter_map(|range| range.split(';').next());
        names
            .find_map(|name| MEDIA_TYPES.iter().find(|(of, _)| of.eq_ignore_ascii_case(name.trim())))
            .map(|(_, wanted)| *wanted)
    }
}

/// The media type of a format in answers.
pub(super) const fn media_type(format: Format) -> &'static str {
    match format {
        Format::Sgf => "application/x-go-sgf; charset=utf-8",
        Format::Json => "application/json",
        Format::Moves | Format::Diagram | Format::Link => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A game as a file.
///
/// # Errors
/// When the format cannot express the game.
pub(super) fn write(game: &LiveGame, format: Format) -> Result<Vec<u8>, OnlineError> {
    let written = any::write(&game.record(), format);
    let refused = |text: String| OnlineError::refused(StatusCode::CONFLICT, ErrorCode::Settings, text);
    Ok(written.map_err(|error| refused(error.to_string()))?.content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_follows_from_ending_or_header() {
        assert_eq!(Wanted::of_ending("psq"), Ok(Wanted::File(Format::Psq)));
        assert_eq!(Wanted::of_ending("ndjson"), Ok(Wanted::Lines));
        assert!(Wanted::of_ending("rif").is_err() && Wanted::of_ending("exe").is_err());
        let accept = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, text.parse().unwrap());
            Wanted::of_accept(&headers)
        };
        assert_eq!(accept("text/html, Application/X-Go-SGF;q=0.9"), Some(Wanted::File(Format::Sgf)));
        assert_eq!(accept("application/x-psq"), Some(Wanted::File(Format::Psq)));
        assert_eq!(accept("application/x-ndjson"), Some(Wanted::Lines));
        assert_eq!(accept("*/*"), None);
    }
}
