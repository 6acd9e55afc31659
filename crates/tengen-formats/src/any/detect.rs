//! The detection of a file's format, and the games of a file one by one.

use tengen_game::{BoardSize, Point, Record, diagram, moves};

use super::{Format, Known, MAX_BYTES, ReadError, format_of, options, read_as};
use crate::{ReadNote, encoding, link, renlib, rif, sgf};

/// Detects the format of a file by its content; `None` when no format fits, or the file is too long for any.
///
/// A file with a detected format may still be faulty: for some formats only the beginning or the shape of the file is examined.
///
/// ```
/// use tengen_formats::any::{Format, detect};
///
/// assert_eq!(detect(b"(;GM[4])"), Some(Format::Sgf));
/// assert_eq!(detect(b"h8i9"), Some(Format::Moves));
/// assert_eq!(detect(b"X . .\n. O .\n. . .\n"), Some(Format::Diagram));
/// assert_eq!(detect(b"https://gomocalc.com/#/h8i9"), Some(Format::Link));
/// assert_eq!(detect(b"Dear diary"), None);
/// ```
pub fn detect(bytes: &[u8]) -> Option<Format> {
    if bytes.len() > MAX_BYTES {
        return None;
    }
    if bytes.starts_with(b"\xffRenLib\xff") {
        return Some(Format::RenLib);
    }
    if is_pos(bytes) {
        return Some(Format::Pos);
    }
    if renlib::is_without_header(bytes) {
        return Some(Format::RenLib);
    }
    // With a byte order mark the text may be UTF-16. Formats in other encodings are recognised by ASCII characters alone.
    let whole = encoding::decode_marked(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes));
    let text = whole.trim_start_matches('\u{feff}').trim_start();
    // The formats are tried one after the other: the later ones read the whole text, which should be avoided for a
    // large file.
    let looks: [(Format, &dyn Fn() -> bool); 10] = [
        (Format::Json, &|| text.starts_with('{')),
        (Format::Sgf, &|| text.starts_with('(') || text.starts_with(";FF[") || text.starts_with(";GM[")),
        (Format::Rif, &|| text.starts_with('<') && text.contains("<database")),
        (Format::Psq, &|| text.starts_with("Piskvorky")),
        // A game in a mail, after the mail's head.
        (Format::Sgf, &|| sgf::contains_game(text)),
        (Format::Link, &|| is_own_link(text) || is_foreign_link(text)),
        (Format::Diagram, &|| diagram::read(text).is_ok()),
        (Format::Sav, &|| is_sav(text)),
        (Format::Moves, &|| moves::read(text, BoardSize::MAX).is_ok_and(|moves| !moves.is_empty())),
        (Format::Rec, &|| is_rec(&whole)),
    ];
    looks.into_iter().find(|(_, fits)| fits()).map(|(format, _)| format)
}

/// Whether a text is one of Tengen's links. A link that was cut off or changed counts as well: its reader names the fault.
fn is_own_link(text: &str) -> bool {
    let begins = |text: &str| {
        let version = text.strip_prefix("tg").unwrap_or_default();
        version.starts_with(|c: char| c.is_ascii_digit())
            && version.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
    };
    link::read(text).is_ok() || begins(text) || text.match_indices('#').any(|(at, _)| begins(&text[at + 1..]))
}

/// Whether a text is a link of another site. A mark of such links is required, because bare moves are a move list. A link without moves
/// counts only if it names the site, because its mark can be in any address.
pub(super) fn is_foreign_link(text: &str) -> bool {
    let has_site = ["gomocalc", "renjuportal"].iter().any(|site| text.contains(site));
    let has_moves = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let has_mark = |mark: &&str| text.split_once(*mark).is_some_and(|(_, rest)| has_site || has_moves(rest));
    !is_own_link(text) && ["#/", "?mvs=", "&mvs=", "?mv=", "&mv="].iter().any(has_mark)
}

/// Whether bytes are a count of at least one, and as many different points of 15×15. A text whose first character happens to be the count
/// of the rest repeats some character, as no game repeats a point.
fn is_pos(bytes: &[u8]) -> bool {
    let Some((&count, points)) = bytes.split_first() else { return false };
    let different: std::collections::HashSet<u8> = points.iter().copied().collect();
    count > 0
        && points.len() == usize::from(count)
        && different.len() == points.len()
        && points.iter().all(|&point| usize::from(point) < BoardSize::FIFTEEN.area())
}

/// Whether a text is two equal sizes, a count, and pairs of numbers. Whether these make a game depends on the rule, which the file does not
/// contain.
fn is_sav(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let are_numbers = |line: &str, count: usize| {
        let numbers = line.split_whitespace().map(|word| word.parse::<u64>());
        numbers.clone().take(count + 1).count() == count && numbers.flatten().count() == count
    };
    let (Some(rows), Some(columns), Some(count)) = (lines.next(), lines.next(), lines.next()) else {
        return false;
    };
    [rows, columns, count].iter().all(|line| are_numbers(line, 1))
        && rows.trim().parse::<u64>() == columns.trim().parse::<u64>()
        && lines.all(|line| are_numbers(line, 2))
}

fn is_rec(text: &str) -> bool {
    let third = text.lines().nth(2).unwrap_or_default();
    let numbers = third.split(',').map(|number| number.trim().parse::<u64>());
    numbers.clone().take(4).count() == 3 && numbers.flatten().count() == 3
}

/// Guesses the intended format of a text that is in no format, so that the reader of that format can name the fault. `None` where no format
/// resembles the text.
///
/// ```
/// use tengen_formats::any::{Format, detect, guess};
///
/// let slip = "h8, i9; z99";
/// assert_eq!(detect(slip.as_bytes()), None);
/// assert_eq!(guess(slip), Some(Format::Moves));
/// ```
pub fn guess(text: &str) -> Option<Format> {
    let is_remark = |line: &&str| line.trim_start().starts_with(['#', ';']);
    let lines = || text.lines().filter(|line| !is_remark(line));
    // A list that is numbered or has lines between its moves begins with a move, as no diagram does.
    let first = lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let begins_with_point =
        |text| moves::words(text).next().is_some_and(|(_, word)| Point::parse(word, BoardSize::MAX).is_ok());
    if begins_with_point(first) {
        return Some(Format::Moves);
    }
    if lines().any(|line| line.contains(['.', '·', '+', '_', '●', '○'])) {
        return Some(Format::Diagram);
    }
    // A move is a letter and a number. In a diagram a number is always before the letters.
    let has_move = |line: &str| {
        line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    lines().any(has_move).then_some(Format::Moves)
}

/// A game of a file, with facts of the file that a record cannot store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// The state of an opening protocol, which a link may carry.
    pub opening: Option<String>,
    /// Notes on the parts of the file that can mean more than one thing, and on how they were interpreted.
    pub notes: Vec<ReadNote>,
}

/// The games of a file. Only SGF files and databases of RenjuNet have several. Each game is read on request, so that a game with a fault
/// does not hide the others.
///
/// ```
/// use tengen_game::Fact;
/// use tengen_formats::any::{Collection, Known};
///
/// let file = b"(;GM[4];B[hh])(;GM[4]DT[1996];B[hh];W[ig])(;GM[1])";
/// let games = Collection::open(file, None, Known::default())?;
/// assert_eq!(games.len(), 3);
/// assert_eq!(games.get(1)?.record.info.get(Fact::Date), "1996");
/// let fault = games.get(2).unwrap_err().to_string();
/// assert!(fault.starts_with("sgf: line 1, column 48: expected `GM[4]`"), "{fault}");
/// # Ok::<(), tengen_formats::any::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Collection<'a> {
    format: Format,
    games: Games<'a>,
}

#[derive(Debug)]
enum Games<'a> {
    One(Box<Game>),
    Sgf(sgf::Collection<'a>),
    Rif(Box<rif::Database<'a>>),
}

impl<'a> Collection<'a> {
    /// Finds the games of a file in the given format, or in the detected one.
    ///
    /// # Errors
    /// The errors of [`read`](super::read()), except for faults of a game among several.
    pub fn open(bytes: &'a [u8], format: Option<Format>, known: Known) -> Result<Collection<'a>, ReadError> {
        let format = format_of(bytes, format)?;
        let games = match format {
            Format::Sgf => sgf::Collection::open(bytes, options(known))
                .map(Games::Sgf)
                .map_err(|source| ReadError::Fault { format, source: source.into() }),
            Format::Rif => rif::Database::open(bytes, options(known))
                .map(|games| Games::Rif(Box::new(games)))
                .map_err(|source| ReadError::Fault { format, source: source.into() }),
            _ => read_as(bytes, format, known)
                .map(|(record, notes)| {
                    let text = (format == Format::Link).then(|| std::str::from_utf8(bytes).ok()).flatten();
                    let opening = text.and_then(|text| link::read(text).ok()).and_then(|link| link.opening);
                    Games::One(Box::new(Game { record, opening, notes }))
                })
                .map_err(|source| ReadError::Fault { format, source }),
        };
        Ok(Collection { format, games: games? })
    }

    /// The file's format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of games, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a file without games is refused")]
    pub fn len(&self) -> usize {
        match &self.games {
            Games::One(_) => 1,
            Games::Sgf(games) => games.len(),
            Games::Rif(games) => games.len(),
        }
    }

    /// The fault of the file after its last game.
    pub fn fault(&self) -> Option<ReadError> {
        match &self.games {
            Games::Sgf(games) => games.fault().cloned().map(|fault| self.fault_of(fault)),
            Games::One(_) | Games::Rif(_) => None,
        }
    }

    /// Reads a game; the first has the index 0.
    ///
    /// # Errors
    /// When this game cannot be read, or the index is too large.
    pub fn get(&self, index: usize) -> Result<Game, ReadError> {
        let read = match &self.games {
            Games::One(game) if index == 0 => return Ok((**game).clone()),
            Games::One(_) => return Err(self.fault_of(NoSuchGame { number: index + 1 })),
            Games::Sgf(games) => games.get(index).map_err(|error| self.fault_of(error)),
            Games::Rif(games) => games.get(index).map_err(|error| self.fault_of(error)),
        };
        read.map(|sgf::Game { record, notes }| Game { record, opening: None, notes })
    }

    fn fault_of(&self, error: impl std::error::Error + Send + Sync + 'static) -> ReadError {
        ReadError::Fault { format: self.format, source: error.into() }
    }
}

/// A further game was requested of a file with one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file is one game, so there is no game {number}")]
struct NoSuchGame {
    number: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_texts_are_detected_as_their_intended_format() {
        let cases = [
            ("...\n.Z.\n...", Some(Format::Diagram)),
            ("# a centre h8\n...\n..", Some(Format::Diagram)),
            ("h8, i9; z99", Some(Format::Moves)),
            ("o8 o9 oo", Some(Format::Moves)),
            ("1. h8 2. i99", Some(Format::Moves)),
            ("h8_i9_z99", Some(Format::Moves)),
            ("what is this", None),
        ];
        for (text, format) in cases {
            assert_eq!(guess(text), format, "{text}");
        }
    }
}
