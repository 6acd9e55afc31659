use std::time::Duration;

use crate::PictureOptions;

/// Why a picture cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The width is too small to see anything, or so large that it can only be a mistake.
    #[error(
        "a picture is {} to {} pixels wide, not {width}",
        PictureOptions::MIN_WIDTH,
        PictureOptions::MAX_WIDTH
    )]
    Width {
        /// The width that was asked for.
        width: u32,
    },
    /// The line of the game has fewer moves.
    #[error("the game has {moves} {}, so there is no move {asked}", if *moves == 1 { "move" } else { "moves" })]
    NoSuchMove {
        /// The move that was asked for.
        asked: usize,
        /// How many there are.
        moves: usize,
    },
    /// An animation that ends before it begins.
    #[error("expected an animation that begins at move {to} or before, found {from}")]
    EmptyRange {
        /// The move of the first frame.
        from: usize,
        /// The move of the last one.
        to: usize,
    },
    /// A frame is to be shown longer than the file can say.
    #[error("a frame is shown for at most 655.35 seconds, not {}", delay.as_secs_f64())]
    Delay {
        /// How long it was to be shown.
        delay: Duration,
    },
    /// All frames together have too many pixels.
    #[error(
        "{frames} frames of {width} pixels' width are too much for one animation; {fitting} pixels would fit"
    )]
    TooManyPixels {
        /// How many frames there would be.
        frames: usize,
        /// The width that was asked for.
        width: u32,
        /// The largest width that is possible with so many frames.
        fitting: u32,
    },
    /// A label needs letters that Tengen does not draw itself, and the system has no font at all.
    #[error("a label that is not in ASCII needs a font, and this system has none")]
    NoFonts,
    /// The rasteriser or an encoder refused its work, which a picture of ours never gives it a reason for.
    #[error("cannot draw the picture: {0}")]
    Drawing(String),
}
