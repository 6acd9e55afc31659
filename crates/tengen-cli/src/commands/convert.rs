//! `tengen convert`: a record from one format into another.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow};
use tengen_game::format::Written;
use tengen_game::format::any::{self, Format};
use tengen_game::format::link::{self, Link};

use crate::drawing::{Drawing, PictureKind};
use crate::input::{Game, Reading, Source};
use crate::output;

/// Turn a record into another format, and tell what that format cannot hold
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The file to read; `-` reads standard input
    #[arg(value_name = "FROM")]
    source: Source,
    /// The file to write; `-` writes to standard output
    #[arg(value_name = "TO")]
    target: PathBuf,
    #[command(flatten)]
    reading: Reading,
    /// The format to write; left out, the ending of TO names it
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
}

const AFTER_HELP: &str = "\
Formats: json (Tengen), sgf, psq (Piskvorky), rec (Gomotur), lib (RenLib), sav (Yixin), pos, link (also of
gomocalc and Renju Portal), moves (h8 i9 ...) and txt (a board of X, O and .). Only written: the pictures
svg, png and gif, for which `tengen picture` has options.

Examples:
  tengen convert game.psq game.sgf --rule renju
  tengen convert library.lib - --to json
  tengen convert game.sgf game.gif
  echo 'h8 i9 h9' | tengen convert - - --to link

Exit codes: 0 done, 1 the file cannot be read or the format cannot hold the game, 2 wrong usage";

/// What can be written.
#[derive(Clone, Copy, Debug)]
enum Target {
    Record(Format),
    Picture(PictureKind),
}

impl Target {
    fn of_file_name(name: &str) -> Option<Target> {
        let record = Format::of_file_name(name).map(Target::Record);
        record.or_else(|| PictureKind::of_file_name(name).map(Target::Picture))
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let record = text.parse().map(Target::Record);
        record.or_else(|_| text.parse().map(Target::Picture)).map_err(|_| {
            let names = "json, sgf, psq, rec, lib, sav, pos, link, moves, txt, svg, png or gif";
            format!("expected {names}, found `{text}`")
        })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let target = &arguments.target;
    let to = arguments
        .to
        .or_else(|| Target::of_file_name(&target.to_string_lossy()))
        .ok_or_else(|| anyhow!("cannot tell the format of {}; say it with --to", target.display()))?;
    let Game { record, opening, .. } = arguments.reading.read(&arguments.source)?;
    let mut link = Link { record, opening };
    let (name, content, losses) = match to {
        // A link alone has room for an opening.
        Target::Record(Format::Link) => {
            let Written { content, losses } = link::write(&link).context("link cannot hold this game")?;
            link.opening = None;
            (Format::Link.name(), content.into_bytes(), losses)
        }
        Target::Record(format) => {
            let written = any::write(&link.record, format)?;
            (format.name(), written.content, written.losses)
        }
        Target::Picture(kind) => {
            let (content, losses) = Drawing::default().draw(&link.record, kind)?;
            (kind.name(), content, losses)
        }
    };
    output::write(target, &content, out)?;
    if output::is_stdout(target) && matches!(to, Target::Record(Format::Link)) {
        writeln!(out)?;
    }
    output::tell_losses(name, &losses)?;
    if let Some(text) = &link.opening {
        writeln!(std::io::stderr(), "note: {name} does not hold the opening protocol, {text}")?;
    }
    Ok(())
}
