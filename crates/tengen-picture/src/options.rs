use std::fmt;
use std::str::FromStr;

use tengen_game::Symmetry;

use crate::{PictureError, Theme};

/// The contents and the appearance of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The theme.
    pub theme: Theme,
    /// The side of the picture in pixels, within [`Self::MIN_WIDTH`] and [`Self::MAX_WIDTH`]. `None` is the
    /// drawing's own size, 40 pixels from line to line, at which every line lies on whole pixels; so it does at
    /// whole multiples of that.
    pub width: Option<u32>,
    /// Whether letters and numbers are drawn beside the board.
    pub coordinates: bool,
    /// The stones that bear the number of their move.
    pub numbers: Numbers,
    /// Whether the move played last is marked.
    pub last_move: bool,
    /// Whether a winning row is highlighted.
    pub winning_rows: bool,
    /// Whether points that the rule forbids to Black bear a cross.
    pub forbidden: bool,
    /// Whether the record's marks are drawn.
    pub marks: bool,
    /// The symmetry by which the board is turned. Its coordinates turn with it, so that every stone keeps its name.
    pub symmetry: Symmetry,
    /// The title for users who do not see the picture. `None` is a short English sentence.
    pub title: Option<String>,
}

impl PictureOptions {
    /// The smallest width, at which a 15×15 board can just be made out.
    pub const MIN_WIDTH: u32 = 32;
    /// The largest width: at it, a picture takes 64 MiB while it is drawn.
    pub const MAX_WIDTH: u32 = 4096;

    /// The side of the picture in pixels, where the drawing itself has `natural`.
    pub(crate) fn pixels(&self, natural: u32) -> Result<u32, PictureError> {
        let width = self.width.unwrap_or(natural);
        if (Self::MIN_WIDTH..=Self::MAX_WIDTH).contains(&width) {
            Ok(width)
        } else {
            Err(PictureError::Width { width })
        }
    }
}

impl Default for PictureOptions {
    /// The theme wood, in its natural size, with everything but forbidden points.
    fn default() -> PictureOptions {
        PictureOptions {
            theme: Theme::default(),
            width: None,
            coordinates: true,
            numbers: Numbers::default(),
            last_move: true,
            winning_rows: true,
            forbidden: false,
            marks: true,
            symmetry: Symmetry::Identity,
            title: None,
        }
    }
}

/// The stones that bear the number of their move. The first move after the set-up is 1, and passes count.
///
/// Its text form is `none`, `all` or `last:N`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// No stone.
    None,
    /// Every stone that was played.
    #[default]
    All,
    /// The stones of this many moves before the position that is shown.
    Last(usize),
}

impl Numbers {
    /// Whether the number of move `number` of `moves` is drawn.
    pub(crate) fn shows(self, number: usize, moves: usize) -> bool {
        match self {
            Numbers::None => false,
            Numbers::All => true,
            Numbers::Last(count) => number + count > moves,
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numbers::None => f.pad("none"),
            Numbers::All => f.pad("all"),
            Numbers::Last(count) => f.pad(&format!("last:{count}")),
        }
    }
}

/// The error of a text that is none of `none`, `all` and `last:N`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected none, all or last:N with a number N of moves, found `{0}`")]
pub struct ParseNumbersError(String);

impl FromStr for Numbers {
    type Err = ParseNumbersError;

    fn from_str(text: &str) -> Result<Numbers, ParseNumbersError> {
        let unknown = || ParseNumbersError(text.to_owned());
        match text.trim().to_ascii_lowercase().as_str() {
            "none" => Ok(Numbers::None),
            "all" => Ok(Numbers::All),
            other => {
                let count = other.strip_prefix("last:").ok_or_else(unknown)?;
                // Numbers above the points of a board mean "all", and never overflow.
                let count: u16 = count.parse().map_err(|_| unknown())?;
                Ok(Numbers::Last(usize::from(count)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_the_round_trip() {
        for numbers in [Numbers::None, Numbers::All, Numbers::Last(0), Numbers::Last(12)] {
            assert_eq!(numbers.to_string().parse(), Ok(numbers));
        }
        for text in ["", "last", "last:", "last:-1", "last:99999999", "12"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_two_of_ten_are_nine_and_ten() {
        let shown: Vec<usize> = (1..=10).filter(|&n| Numbers::Last(2).shows(n, 10)).collect();
        assert_eq!(shown, [9, 10]);
        assert!(!Numbers::Last(0).shows(10, 10));
        assert!(Numbers::Last(99).shows(1, 10));
    }

    #[test]
    fn widths_have_limits() {
        let of = |width| PictureOptions { width, ..PictureOptions::default() }.pixels(624);
        assert_eq!(of(None).unwrap(), 624);
        assert_eq!(of(Some(4096)).unwrap(), 4096);
        for width in [0, 31, 4097, u32::MAX] {
            let error = of(Some(width)).unwrap_err().to_string();
            assert_eq!(error, format!("a picture is 32 to 4096 pixels wide, not {width}"));
        }
    }
}
