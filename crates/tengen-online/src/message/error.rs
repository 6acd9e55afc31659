use serde::{Deserialize, Serialize};

/// What kind of error a refusal is, for programs and for texts in the user's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The frame could not be read.
    Malformed,
    /// The client speaks another version of the protocol.
    Version,
    /// Something is too long or too large, or there is too much of it.
    TooMuch,
    /// There is nothing with this identifier.
    NotFound,
    /// The user has to have a name or another right for this.
    NotAllowed,
    /// The user is not a player of this game.
    NotPlayer,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The rules do not allow the move or the choice.
    Illegal,
    /// The command refers to a position that the game has left, or has not reached.
    Outdated,
    /// The game, the tournament or the offer is over.
    Over,
    /// The game has not come as far as this needs.
    TooEarly,
    /// There is no such offer.
    NoOffer,
    /// The settings cannot be played.
    Settings,
    /// The user's rating or name is not within the other user's wishes, or one of them blocks the other.
    NotSuitable,
    /// The user plays in as many games, or has as many requests, as are allowed.
    Busy,
    /// The name cannot be used.
    Name,
    /// The server cannot do this at present; the client may try again later.
    Unavailable,
}

/// Why a command was refused: a code, and a text in English with what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[error("{text}")]
pub struct Refusal {
    /// The kind.
    pub code: ErrorCode,
    /// What was expected and what was found.
    pub text: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }
}
