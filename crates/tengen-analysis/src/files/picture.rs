use serde::{Deserialize, Serialize};
use tengen_game::Symmetry;

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureFormat {
    /// Lines and areas, sharp at every size.
    Svg,
    /// Pixels.
    Png,
    /// The game, move by move.
    Gif,
}

/// What a picture shows, and how. Whatever is left out is as in [`PictureSettings::default`]; unknown fields are refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PictureSettings {
    /// The theme's name: `wood`, `paper`, `night` or `contrast`.
    pub theme: String,
    /// The side in pixels, 32 to 4096; `None` is 40 from line to line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// Which stones bear the number of their move: `none`, `all`, or `last:N` for the last N.
    pub numbers: String,
    /// Whether there are letters and numbers beside the board.
    pub coordinates: bool,
    /// Whether the move played last is marked.
    pub last_move: bool,
    /// Whether a row that has won is lit.
    pub winning_rows: bool,
    /// Whether points that the rule forbids to Black bear a cross.
    pub forbidden: bool,
    /// Whether the record's marks are drawn.
    pub marks: bool,
    /// How the board is turned; stones keep their coordinates.
    pub symmetry: Symmetry,
    /// What an SVG is called where it cannot be seen; `None` is a short English sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// After how many moves of the record's current line; a GIF ends there. `None` is where the record stands, and for a
    /// GIF the end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
    /// The number of moves on the first frame of a GIF; `None` is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// How long each frame of a GIF is shown, in milliseconds.
    pub delay_ms: u32,
    /// How long the last one is shown, in milliseconds.
    pub last_delay_ms: u32,
    /// Whether a GIF begins again after its end.
    pub repeat: bool,
}

impl Default for PictureSettings {
    fn default() -> PictureSettings {
        PictureSettings {
            theme: "wood".to_owned(),
            width: None,
            numbers: "all".to_owned(),
            coordinates: true,
            last_move: true,
            winning_rows: true,
            forbidden: false,
            marks: true,
            symmetry: Symmetry::Identity,
            title: None,
            after: None,
            first: None,
            delay_ms: 700,
            last_delay_ms: 4000,
            repeat: true,
        }
    }
}
