//! The options with which every command reads.

use std::ffi::OsString;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueHint;
use tengen_game::format::Encoding;
use tengen_game::format::any::{Format, Known};
use tengen_game::{BoardSize, Color, Position, Rule};

use super::{Game, RecordFile, Source, read_moves};
use crate::options::{ENCODINGS, FORMATS, RULES, board_size, named};
use crate::output;
use crate::wording::counted;

/// The options for a record that is read.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RecordOptions {
    /// Moves such as "h8 i9" instead of a file; "" is the empty board
    #[arg(long, value_name = "MOVES", conflicts_with = "from")]
    moves: Option<String>,
    /// Format of the input [default: detected from the content]
    #[arg(long, value_name = "FORMAT", value_parser = named::<Format>(&FORMATS))]
    from: Option<Format>,
    /// Rule if the file does not name it: one of these, or free-N for N in a row [default: freestyle, or renju for lib]
    #[arg(long, value_parser = named::<Rule>(&RULES))]
    rule: Option<Rule>,
    /// Board size if the file does not tell it, 3 to 22 [default: 15, or 20 for rec]
    #[arg(long, value_name = "LINES", value_parser = board_size)]
    size: Option<BoardSize>,
    /// Side to move on a board [default: by the number of stones]
    #[arg(long, value_name = "COLOR", value_parser = named::<Color>(&["black", "white"]))]
    to_move: Option<Color>,
    /// The encoding of names and remarks; left out, the file or its bytes show it
    #[arg(long, value_parser = named::<Encoding>(&ENCODINGS))]
    encoding: Option<Encoding>,
    /// Which game of a file with several, from 1 [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "moves", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
}

impl RecordOptions {
    fn known(&self) -> Known {
        Known { rule: self.rule, size: self.size, to_move: self.to_move, encoding: self.encoding }
    }

    /// Reads the record, or `--moves` if they are given, and writes to standard error what the user should know about it.
    fn read(&self, source: &Source) -> Result<Game> {
        if let Some(text) = &self.moves {
            return read_moves(text, self.known());
        }
        let opened = self.open(source)?;
        let games = opened.games()?;
        let index = self.game.and_then(|number| usize::try_from(number).ok()).unwrap_or(1) - 1;
        let game = opened.game(&games, index)?;
        output::tell_notes(&game.notes)?;
        if self.game.is_none() && game.of > 1 {
            output::note(&format!(
                "{source} has {} games; this is the first, --game N takes another",
                game.of
            ))?;
        }
        Ok(game)
    }

    fn open(&self, source: &Source) -> Result<RecordFile> {
        RecordFile::read(source, self.from, self.known())
    }
}

/// The arguments of a command that is asked about a position.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArguments {
    /// A game record in any format that `tengen convert` reads (its current position counts), or a board of `X`, `O` and
    /// `.`, one line per row; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, default_value = "-", conflicts_with = "moves")]
    source: Source,
    #[command(flatten)]
    reading: RecordOptions,
    /// Move limit after which the game is a draw, if the file does not tell it [default: none]
    #[arg(long, value_name = "MOVES")]
    max_moves: Option<NonZeroU16>,
}

impl PositionArguments {
    /// The record, and the position where it opens.
    pub(crate) fn read(&self) -> Result<(Game, Position)> {
        let game = self.reading.read(&self.source)?;
        let position = game.record.position().clone();
        let Some(most) = self.max_moves else { return Ok((game, position)) };
        if let Some(other) = position.max_moves().filter(|&other| other != most) {
            bail!(
                "the record is of a game of at most {}; expected no --max-moves, or the same, found {most}",
                counted(other.get().into(), "move")
            );
        }
        let played = position.moves().len();
        if played > usize::from(most.get()) {
            let have = if played == 1 { "has" } else { "have" };
            let played = counted(played, "move");
            bail!("{played} {have} been played; expected --max-moves of no less, found {most}");
        }
        Ok((game, position.with_max_moves(Some(most))))
    }
}

/// The arguments of a command that reads one file and writes another.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ConversionArguments {
    /// File to read, in any format; `-` reads standard input. Omitted with --moves
    #[arg(id = "first_file", value_name = "FROM", value_hint = ValueHint::FilePath)]
    first: OsString,
    /// File to write; `-` writes to standard output
    #[arg(id = "second_file", value_name = "TO", value_hint = ValueHint::FilePath, required_unless_present = "moves", conflicts_with = "moves")]
    second: Option<PathBuf>,
    #[command(flatten)]
    reading: RecordOptions,
}

impl ConversionArguments {
    /// The file to write.
    pub(crate) fn target(&self) -> &Path {
        self.second.as_deref().unwrap_or(Path::new(&self.first))
    }

    /// Where the record is read, as an argument names it; `None` for moves in the command line.
    pub(crate) fn source_argument(&self) -> Option<String> {
        self.reading.moves.is_none().then(|| self.source().argument())
    }

    /// Reads the record.
    pub(crate) fn read(&self) -> Result<Game> {
        self.reading.read(&self.source())
    }

    /// Opens the file for all of its games; `None` for moves in the command line, and where one game was asked for.
    pub(crate) fn open_all(&self) -> Option<Result<RecordFile>> {
        let is_one = self.reading.moves.is_some() || self.reading.game.is_some();
        (!is_one).then(|| self.reading.open(&self.source()))
    }

    fn source(&self) -> Source {
        Source::from(self.first.clone())
    }
}
