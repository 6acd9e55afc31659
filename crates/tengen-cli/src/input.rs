//! Records from files and from standard input in any format, and the options with which commands read them.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueHint;
use tengen_formats::any::{self, Collection, Format, Known, ReadError};
use tengen_formats::{Encoding, ReadNote};
use tengen_game::{BoardSize, Color, Position, Record, Rule};

use crate::errors::ReadFault;
use crate::options::{ENCODINGS, FORMATS, ProgressOption, RULES, board_size, named};
use crate::output;
use crate::wording::counted;

/// The most bytes of a file. The largest files are libraries of RenLib.
const MOST_BYTES: u64 = 64 << 20;

/// A record that was read in any format.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) record: Record,
    pub(crate) format: Format,
    /// The opening protocol that a link carries.
    pub(crate) opening: Option<String>,
    /// The reader's notes on the parts that it interpreted.
    pub(crate) notes: Vec<ReadNote>,
    /// The number of the game in the file, from 1.
    pub(crate) number: usize,
    /// The number of games in the file.
    pub(crate) of: usize,
}

/// A file that has been read, whose games have not been parsed yet.
pub(crate) struct RecordFile {
    /// The name of the file in messages.
    name: String,
    bytes: Vec<u8>,
    /// The format that the user requested.
    requested: Option<Format>,
    /// The format in which the file is read.
    format: Option<Format>,
    known: Known,
}

impl RecordFile {
    /// Reads a file in the `requested` format, or otherwise in the detected one.
    pub(crate) fn read(source: &Source, requested: Option<Format>, known: Known) -> Result<RecordFile> {
        let bytes = source.read_bytes("a record, a board or moves", MOST_BYTES)?;
        let has_no_format = || any::detect(&bytes).is_none() || requested == Some(Format::Moves);
        if is_empty(&bytes) && has_no_format() {
            bail!(
                "{source} is empty: expected a record, a board of `X`, `O` and `.`, or moves such as `h8 i9`"
            );
        }
        let format = match requested.or_else(|| any::detect(&bytes)) {
            None => guess(&bytes).with_context(|| format!("cannot read {source}"))?,
            found => found,
        };
        Ok(RecordFile { name: source.to_string(), bytes, requested, format, known })
    }

    /// The games of the file.
    pub(crate) fn games(&self) -> Result<Collection<'_>> {
        let games = Collection::open(&self.bytes, self.format, self.known);
        Ok(games.map_err(|error| self.fault(error, 0))?)
    }

    /// A game of the file; the first has the index 0.
    pub(crate) fn game(&self, games: &Collection<'_>, index: usize) -> Result<Game> {
        let (number, of) = (index + 1, games.len());
        if index >= of {
            bail!("{} has {}; expected --game of no more, found {number}", self.name, counted(of, "game"));
        }
        let any::Game { record, opening, notes } =
            games.get(index).map_err(|error| self.fault(error, index))?;
        check(&record, self.known).with_context(|| format!("cannot read {}", self.name))?;
        Ok(Game { record, format: games.format(), opening, notes, number, of })
    }

    /// The fault of the file after its last game, in a sentence.
    pub(crate) fn fault_after(&self, games: &Collection<'_>) -> Option<String> {
        games.fault().map(|error| error.to_string())
    }

    /// The fault in a game.
    fn fault(&self, error: ReadError, index: usize) -> ReadFault {
        let rules = rules_that_fit(&self.bytes, self.format, self.known, index);
        ReadFault::of_file(self.name.clone(), &self.bytes, self.requested, error, &rules)
    }
}

/// Reads a record in the requested format, or otherwise in the detected one. Of a file with several games the first is read.
///
/// The properties in `known` hold where the file does not state them, and instead of the rule that an SGF file names. Any other
/// contradiction is an error.
pub(crate) fn read_game(source: &Source, requested: Option<Format>, known: Known) -> Result<Game> {
    let opened = RecordFile::read(source, requested, known)?;
    let games = opened.games()?;
    opened.game(&games, 0)
}

/// Reads the moves of the option `--moves`, under the rule and on the board that are known.
fn read_moves(text: &str, known: Known) -> Result<Game> {
    let format = Format::Moves;
    let (record, _) = any::read(text.as_bytes(), Some(format), known).map_err(|error| {
        let rules = rules_that_fit(text.as_bytes(), Some(format), known, 0);
        ReadFault::of_moves(text, error, &rules)
    })?;
    check(&record, known).context("--moves")?;
    Ok(Game { record, format, opening: None, notes: Vec::new(), number: 1, of: 1 })
}

/// The rules under which a faulty game can be read; empty where the rule is known.
fn rules_that_fit(bytes: &[u8], format: Option<Format>, known: Known, index: usize) -> Vec<Rule> {
    let format = format.or_else(|| any::detect(bytes));
    if known.rule.is_some() || format.is_none_or(|format| format == Format::Json) {
        return Vec::new();
    }
    let fits = |&rule: &Rule| {
        let known = Known { rule: Some(rule), ..known };
        let games = Collection::open(bytes, format, known);
        // Formats that state their rule keep it.
        games.and_then(|games| games.get(index)).is_ok_and(|game| game.record.rule() == rule)
    };
    Rule::NAMED.into_iter().filter(fits).collect()
}

/// Checks that the record agrees with the known properties.
fn check(record: &Record, known: Known) -> Result<()> {
    let (rule, size) = (record.rule(), record.size());
    if let Some(wanted) = known.rule.filter(|&wanted| wanted != rule) {
        bail!("the record is of a {rule} game; expected no --rule, or the same, found {wanted}");
    }
    if let Some(wanted) = known.size.filter(|&wanted| wanted != size) {
        bail!("the board is {size}; expected no --size, or the same, found {wanted}");
    }
    let side = record.position().side_to_move();
    if known.to_move.is_some_and(|wanted| wanted != side) {
        bail!("in the record it is {side}'s turn; expected no other --to-move");
    }
    Ok(())
}

/// The bytes of a file that the program itself has written; `None` where there is no file yet.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Whether a text has only blanks and comments.
fn is_empty(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.all(|line| line.is_empty() || line.starts_with(['#', ';']))
}

/// The format that a faulty text probably has, so that its reader reports the fault; `None` where the text resembles no
/// format.
fn guess(bytes: &[u8]) -> Result<Option<Format>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        anyhow!("this is in no known format; expected UTF-8 text, found other bytes after {at} bytes")
    })?;
    Ok(any::guess(text))
}

/// The place from which a text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// The argument need not be UTF-8, because names of files need not be.
impl From<OsString> for Source {
    fn from(text: OsString) -> Source {
        if text == "-" { Source::Stdin } else { Source::File(text.into()) }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("standard input"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// The source as an argument names it: `-`, or the path.
    pub(crate) fn argument(&self) -> String {
        match self {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The path of a file.
    fn path(&self) -> Option<&Path> {
        match self {
            Source::Stdin => None,
            Source::File(path) => Some(path),
        }
    }

    /// Reads the whole source, up to `most` bytes.
    pub(crate) fn read_bytes(&self, what: &str, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Source::Stdin => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    writeln!(
                        io::stderr(),
                        "Reading {what} from the terminal; an empty line and Ctrl-D end it."
                    )?;
                }
                stdin.lock().take(most + 1).read_to_end(&mut bytes)
            }
            // Operating systems report different errors for a directory.
            Source::File(path) if path.is_dir() => {
                bail!("cannot read {self}: expected {what} in a file, found a directory")
            }
            Source::File(path) => {
                File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
            }
        }
        .with_context(|| format!("cannot read {self}"))?;
        if bytes.len() as u64 > most {
            bail!("cannot read {self}: expected {what}, found more than {} MiB", most >> 20);
        }
        Ok(bytes)
    }
}

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
    /// Board size if the file does not have it, 3 to 22 [default: 15, or 20 for rec]
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

    /// Reads the record, or `--moves` if they are given, and writes notes to standard error.
    fn read(&self, source: &Source, patience: ProgressOption) -> Result<Game> {
        if let Some(text) = &self.moves {
            return read_moves(text, self.known());
        }
        let opened = self.open(source)?;
        let games = opened.games()?;
        let index = self.game.and_then(|number| usize::try_from(number).ok()).unwrap_or(1) - 1;
        let game = opened.game(&games, index)?;
        output::print_notes(&game.notes, patience)?;
        if self.game.is_none() && game.of > 1 {
            let text = format!("{source} has {} games; this is the first, --game N takes another", game.of);
            output::note_if_wanted(patience, &text)?;
        }
        Ok(game)
    }

    fn open(&self, source: &Source) -> Result<RecordFile> {
        RecordFile::read(source, self.from, self.known())
    }

    /// Opens a file for all of its games; `None` for moves in the command line, and where `--game` selects one.
    fn open_all(&self, source: &Source) -> Option<Result<RecordFile>> {
        let is_one = self.moves.is_some() || self.game.is_some();
        (!is_one).then(|| self.open(source))
    }
}

/// The arguments of a command about a position.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArguments {
    /// A game record in any format that `tengen convert` reads (its current position counts), or a board of `X`, `O` and
    /// `.`, one line per row; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, default_value = "-", conflicts_with = "moves")]
    source: Source,
    #[command(flatten)]
    reading: RecordOptions,
    /// Move limit after which the game is a draw, if the file does not have it [default: none]
    #[arg(long, value_name = "MOVES")]
    max_moves: Option<NonZeroU16>,
}

impl PositionArguments {
    /// The record, and the position at its cursor.
    pub(crate) fn read(&self, patience: ProgressOption) -> Result<(Game, Position)> {
        let game = self.reading.read(&self.source, patience)?;
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

    /// The input file as an argument names it; `None` for moves in the command line.
    pub(crate) fn source_argument(&self) -> Option<String> {
        self.reading.moves.is_none().then(|| self.source().argument())
    }

    /// The input file; `None` for standard input and for moves in the command line.
    pub(crate) fn input(&self) -> Option<PathBuf> {
        let source = self.reading.moves.is_none().then(|| self.source())?;
        source.path().map(Path::to_owned)
    }

    /// Reads the record.
    pub(crate) fn read(&self, patience: ProgressOption) -> Result<Game> {
        self.reading.read(&self.source(), patience)
    }

    /// Opens the file for all of its games, as [`GamesArguments::open_all`].
    pub(crate) fn open_all(&self) -> Option<Result<RecordFile>> {
        self.reading.open_all(&self.source())
    }

    fn source(&self) -> Source {
        Source::from(self.first.clone())
    }
}

/// The arguments of a command about all games of a file.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GamesArguments {
    /// File with games in any format that `tengen convert` reads; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, default_value = "-", conflicts_with = "moves")]
    source: Source,
    #[command(flatten)]
    reading: RecordOptions,
}

impl GamesArguments {
    /// The input file; `None` for standard input and for moves in the command line.
    pub(crate) fn input(&self) -> Option<&Path> {
        self.source.path()
    }

    /// Reads the one game that the options select.
    pub(crate) fn read(&self, patience: ProgressOption) -> Result<Game> {
        self.reading.read(&self.source, patience)
    }

    /// Opens the file for all of its games; `None` for moves in the command line, and where `--game` selects one.
    pub(crate) fn open_all(&self) -> Option<Result<RecordFile>> {
        self.reading.open_all(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_text_is_an_error() {
        assert_eq!(guess(b"h8, i9; z99").unwrap(), Some(Format::Moves));
        assert!(guess(b"h8 \xff").is_err());
    }

    #[test]
    fn comments_are_ignored() {
        assert!(is_empty(b"") && is_empty(" \n# nothing\n".as_bytes()) && is_empty("\u{feff}".as_bytes()));
        assert!(!is_empty(b"h8"));
    }
}
