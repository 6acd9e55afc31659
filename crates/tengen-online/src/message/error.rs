use serde::{Deserialize, Serialize};

/// The kind of error of a refusal, for programs and for texts in the user's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The frame could not be read.
    Malformed,
    /// The client uses another version of the protocol.
    Version,
    /// A part of the command is too long or too large, or has too many elements.
    TooMuch,
    /// Nothing has this identifier.
    NotFound,
    /// The user needs a name, or lacks another right.
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
    /// The game has not come as far as the command needs.
    TooEarly,
    /// There is no such offer.
    NoOffer,
    /// The settings cannot be played.
    Settings,
    /// The user's rating or name does not meet the other user's conditions, or one of the two blocks the other.
    NotSuitable,
    /// The user has the largest number of games or requests already.
    Busy,
    /// The name cannot be used.
    Name,
    /// The server cannot carry out the command at present. The client may try again later.
    Unavailable,
}

/// The reason of a refusal: a code, and a text in English with the expected and the found value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[error("{text}")]
pub struct Refusal {
    /// The kind of error.
    pub code: ErrorCode,
    /// A text in English with the expected and the found value.
    pub text: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: ErrorCode, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }
}
