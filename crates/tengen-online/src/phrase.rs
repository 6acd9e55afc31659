//! Remarks of players: phrases that each client shows in its own language, and, if both players allow it, text.

use serde::{Deserialize, Serialize};

/// The largest length of a text, in characters.
pub const MAX_TEXT_LENGTH: usize = 140;

/// A phrase that is displayed in the reader's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Have fun.
    HaveFun,
    /// Nice move.
    NiceMove,
    /// Interesting.
    Interesting,
    /// That was a slip.
    Slip,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Sorry.
    Sorry,
    /// Thank you.
    Thanks,
    /// Well played.
    WellPlayed,
    /// Good game.
    GoodGame,
    /// Another game?
    Again,
    /// I have to leave.
    Leaving,
    /// Goodbye.
    Goodbye,
}

impl Phrase {
    /// All phrases, in the order in which they fit into a game.
    pub const ALL: [Phrase; 15] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::HaveFun,
        Phrase::NiceMove,
        Phrase::Interesting,
        Phrase::Slip,
        Phrase::OneMoment,
        Phrase::Back,
        Phrase::Sorry,
        Phrase::Thanks,
        Phrase::WellPlayed,
        Phrase::GoodGame,
        Phrase::Again,
        Phrase::Leaving,
        Phrase::Goodbye,
    ];
}

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Utterance {
    /// A phrase.
    Phrase(Phrase),
    /// A text of at most [`MAX_TEXT_LENGTH`] characters, only between players who both allow it.
    Text(String),
}
