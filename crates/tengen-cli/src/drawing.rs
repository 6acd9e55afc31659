//! Kinds of picture files, and how they are drawn.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use serde::Serialize;
use tengen_game::format::Loss;
use tengen_game::{NodeId, Record};
use tengen_picture::{Animation, Picture, PictureError, PictureOptions, losses};

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureKind {
    /// Lines and areas, sharp at every size.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move.
    Gif,
}

impl PictureKind {
    const ALL: [PictureKind; 3] = [PictureKind::Svg, PictureKind::Png, PictureKind::Gif];

    /// The kind's name, which is also the ending of its files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            PictureKind::Svg => "svg",
            PictureKind::Png => "png",
            PictureKind::Gif => "gif",
        }
    }

    /// The kind of a file with this ending, in any case.
    pub(crate) fn of_file_name(name: &str) -> Option<PictureKind> {
        let (_, ending) = name.rsplit_once('.')?;
        ending.parse().ok()
    }
}

impl fmt::Display for PictureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PictureKind {
    type Err = String;

    fn from_str(text: &str) -> Result<PictureKind, String> {
        let name = text.to_ascii_lowercase();
        let found = PictureKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| format!("expected svg, png or gif, found `{text}`"))
    }
}

/// What is to be drawn of a record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    /// After how many moves of the current line; left out, a still picture shows where the record stands, and an
    /// animation the whole line.
    pub(crate) after: Option<usize>,
    pub(crate) options: PictureOptions,
    /// Its end is `after`.
    pub(crate) animation: Animation,
}

/// A picture, and what there is to say about it.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// The file's content.
    pub(crate) content: Vec<u8>,
    /// What of the record cannot be seen in it.
    pub(crate) losses: Vec<Loss>,
    pub(crate) size: PictureSize,
}

/// How large a picture is.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PictureSize {
    /// In pixels.
    width: u32,
    /// In pixels.
    height: u32,
    /// 1 where nothing moves.
    frames: usize,
}

impl Drawing {
    /// Draws the record; `progress` hears after each frame of a GIF how many have been drawn, and of how many.
    pub(crate) fn draw(
        &self,
        record: &Record,
        kind: PictureKind,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Drawn> {
        let animated = kind == PictureKind::Gif;
        let id = self.node(record, animated)?;
        let picture = Picture::of_node(record, id);
        let side = picture.side(&self.options)?;
        let mut frames = 1;
        let content = match kind {
            PictureKind::Svg => picture.svg(&self.options)?.into_bytes(),
            PictureKind::Png => picture.png(&self.options)?,
            PictureKind::Gif => {
                let animation = Animation { to: self.after, ..self.animation.clone() };
                frames = animation.frames(record)?;
                animation.gif_with_progress(record, &self.options, progress)?
            }
        };
        let losses = losses(record, id, animated, &self.options);
        Ok(Drawn { content, losses, size: PictureSize { width: side, height: side, frames } })
    }

    /// The last moment that is shown.
    fn node(&self, record: &Record, animated: bool) -> Result<NodeId, PictureError> {
        let line = record.line_nodes();
        let moves = line.len();
        match self.after.or_else(|| animated.then_some(moves)) {
            None => Ok(record.current()),
            Some(0) => Ok(NodeId::START),
            Some(asked) => line.get(asked - 1).copied().ok_or(PictureError::NoSuchMove { asked, moves }),
        }
    }
}
