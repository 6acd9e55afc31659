use serde::{Deserialize, Serialize};
use tengen_game::Color;

/// A side: `"black"` or `"white"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorMessage {
    /// Whose stones are black.
    Black,
    /// Whose stones are white.
    White,
}

impl From<Color> for ColorMessage {
    fn from(color: Color) -> ColorMessage {
        match color {
            Color::Black => ColorMessage::Black,
            Color::White => ColorMessage::White,
        }
    }
}

impl From<ColorMessage> for Color {
    fn from(message: ColorMessage) -> Color {
        match message {
            ColorMessage::Black => Color::Black,
            ColorMessage::White => Color::White,
        }
    }
}
