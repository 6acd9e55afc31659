//! Books of openings: the positions that games in an arena begin with.
//!
//! A [`Book`] is read from text or bytes for one rule and one size, and everything in it can be played under them.
//! Three kinds of files are understood:
//!
//! * **An opening a line**, with empty lines and lines that begin with `#` passed over. A line holds
//!   - numbers, as Gomocup's opening files have them: `0,0, 1,0, 1,3`, columns to the right and rows down **from the
//!     centre** ([`BoardSize::center`]), or
//!   - moves (`h8i9h10`), a link, an SGF or a JSON record.
//! * **A packed book**, with a byte for each stone; [`packed_header`] and [`pack`] write one.
//! * **A whole file in any format** of [`any`](mod@tengen_formats::any), such as a RenLib library.
//!   Each line of play to its end is an opening.
//!
//! ```
//! use tengen_arena::openings::Book;
//! use tengen_game::{BoardSize, Rule};
//!
//! let text = "# Two openings\n0,0, 1,0, 1,3\nh8i9h10\n";
//! let book = Book::read(text.as_bytes(), Rule::Standard, BoardSize::FIFTEEN)?;
//! let names: Vec<String> = book.openings().iter().map(|opening| opening.to_string()).collect();
//! assert_eq!(names, ["h8 i8 i5", "h8 i9 h10"]);
//!
//! let faulty = Book::read(b"h8i9\n0,0, 8,0\n", Rule::Standard, BoardSize::FIFTEEN);
//! let expected = "line 2: stone 2: expected offsets that stay on a 15\u{d7}15 board, found 8,0";
//! assert_eq!(faulty.map_err(|error| error.to_string()), Err(expected.to_owned()));
//! # Ok::<(), tengen_arena::openings::BookError>(())
//! ```
//!
//! [`Book::balanced`] and [`Book::varied`] have openings that are built in, and [`Book::canonical`] the 26 of renju.

mod packed;
mod source;
mod varied;

use std::fmt;

use tengen_formats::ReadNote;
use tengen_formats::any::{self, Format, Known};
use tengen_game::opening::RenjuOpening;
use tengen_game::{BoardSize, Move, Position, Record, Rule, moves};

pub use packed::{pack, packed_header};
pub use source::{BookError, BookFault, OpeningSource, Openings};
pub use varied::{OpeningMaker, OpeningMakerError, OpeningMakerStop};

/// The position that a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOpening {
    line: usize,
    position: Position,
}

impl BookOpening {
    /// The line of the book that contains it, from 1; 1 for all openings of a file that is one record.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The position, with the moves that led to it. It is legal, and the game is not over.
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl fmt::Display for BookOpening {
    /// Writes the moves: `h8 i9 h10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&moves::write(self.position.moves(), self.position.size()))
    }
}

/// Openings for one rule and one size, in the order of their file. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    openings: Vec<BookOpening>,
}

impl Book {
    /// Reads a book for this rule and size.
    ///
    /// # Errors
    /// When there is no opening in it, and for the first one that cannot be read, is illegal, ends the game, or is for
    /// another rule or size, with its line.
    pub fn read(bytes: &[u8], rule: Rule, size: BoardSize) -> Result<Book, BookError> {
        let openings = match any::detect(bytes) {
            _ if packed::is_packed(bytes) => packed::read(bytes, rule, size)?,
            Some(format) if !is_for_lines(format) || !begins_with_a_record(bytes) => {
                let record =
                    record(bytes, Some(format), rule, size).map_err(|fault| BookError::at(1, fault))?;
                leaves(record, 1).map_err(|fault| BookError::at(1, fault))?
            }
            _ => by_line(bytes, rule, size)?,
        };
        if openings.is_empty() { Err(BookError::Empty) } else { Ok(Book { openings }) }
    }

    /// The empty board alone.
    pub fn empty_board(rule: Rule, size: BoardSize) -> Book {
        Book { openings: vec![BookOpening { line: 1, position: Position::new(rule, size) }] }
    }

    /// A hundred openings of four to seven stones, from which the engine's short games against itself on 15×15 were won by
    /// both sides. The file documents how they were found. They fit on boards of nine lines and more.
    ///
    /// # Errors
    /// When there are none for the rule, and when the board is too small.
    ///
    /// ```
    /// use tengen_arena::openings::Book;
    /// use tengen_game::{BoardSize, Rule};
    ///
    /// assert_eq!(Book::balanced(Rule::Renju, BoardSize::FIFTEEN)?.openings().len(), 100);
    /// assert!(Book::balanced("free-4".parse()?, BoardSize::FIFTEEN).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn balanced(rule: Rule, size: BoardSize) -> Result<Book, BookError> {
        let found = BALANCED.iter().find(|(of, _)| of.parse() == Ok(rule));
        let (_, text) = found.ok_or(BookError::NoneBuiltIn { rule })?;
        Book::read(text.as_bytes(), rule, size)
    }

    /// About a thousand openings of all phases, 4 to 34 stones, from which searches of 100,000 nodes find no side better: the first ones
    /// that `tengen openings` made at `Bench: 240855`.
    ///
    /// # Errors
    /// When there are none for the rule and the size: they are for freestyle on 15×15 and 20×20, and standard and renju on 15×15.
    ///
    /// ```
    /// use tengen_arena::openings::Book;
    /// use tengen_game::{BoardSize, Rule};
    ///
    /// assert_eq!(Book::varied(Rule::Renju, BoardSize::FIFTEEN)?.openings().len(), 1_000);
    /// assert!(Book::varied(Rule::Renju, BoardSize::TWENTY).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn varied(rule: Rule, size: BoardSize) -> Result<Book, BookError> {
        let found = VARIED.iter().find(|(of, lines, _)| of.parse() == Ok(rule) && *lines == size.lines());
        let (.., bytes) = found.ok_or(BookError::NoneVaried { rule, size })?;
        Book::read(bytes, rule, size)
    }

    /// The 26 canonical openings of renju, three stones each, in the order of [`RenjuOpening::all`].
    ///
    /// They are not balanced: most are good for one side, as players know. Each is played with both colours, so
    /// neither player is favoured, but many pairs will be one win each.
    ///
    /// # Errors
    /// When the board is not 15×15, for which they are defined, and when the rule does not allow one.
    pub fn canonical(rule: Rule, size: BoardSize) -> Result<Book, BookError> {
        let all = (1..).zip(RenjuOpening::all());
        let openings = all.map(|(line, opening)| {
            if size != BoardSize::FIFTEEN {
                let fault = BookFault::OtherSize { expected: size, found: BoardSize::FIFTEEN };
                return Err(BookError::at(line, fault));
            }
            let played = opening.stones().map(Move::Place);
            position(&played, rule, size)
                .map_err(|fault| BookError::at(line, fault))
                .map(|position| BookOpening { line, position })
        });
        Ok(Book { openings: openings.collect::<Result<_, _>>()? })
    }

    /// The openings.
    pub fn openings(&self) -> &[BookOpening] {
        &self.openings
    }
}

/// The books that are built in, by the name of their rule.
const BALANCED: [(&str, &str); 5] = [
    ("freestyle", include_str!("../../data/balanced/freestyle.txt")),
    ("standard", include_str!("../../data/balanced/standard.txt")),
    ("renju", include_str!("../../data/balanced/renju.txt")),
    ("caro", include_str!("../../data/balanced/caro.txt")),
    ("caro-exact", include_str!("../../data/balanced/caro-exact.txt")),
];

/// The packed books that are built in, by the name of their rule and the lines of their board.
const VARIED: [(&str, u8, &[u8]); 4] = [
    ("freestyle", 15, include_bytes!("../../data/varied/freestyle-15.openings")),
    ("freestyle", 20, include_bytes!("../../data/varied/freestyle-20.openings")),
    ("standard", 15, include_bytes!("../../data/varied/standard-15.openings")),
    ("renju", 15, include_bytes!("../../data/varied/renju-15.openings")),
];

/// Whether a file of this format can have a record on each line.
fn is_for_lines(format: Format) -> bool {
    matches!(format, Format::Moves | Format::Link | Format::Sgf | Format::Json)
}

/// The lines that are neither empty nor comments, by number from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let all = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    all.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the first line is a complete record, so that the next line begins another one.
fn begins_with_a_record(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    // An SGF file that lacks its last bracket is read, but its first line alone is no whole record.
    let is_whole = |line: &str| {
        let games = any::Collection::open(line.as_bytes(), None, Known::default());
        games.and_then(|games| games.get(0)).is_ok_and(|game| !game.notes.contains(&ReadNote::Unclosed))
    };
    lines(&text).next().is_some_and(|(_, line)| is_whole(line) || are_offsets(line))
}

fn by_line(bytes: &[u8], rule: Rule, size: BoardSize) -> Result<Vec<BookOpening>, BookError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        BookError::at(1 + before.iter().filter(|&&byte| byte == b'\n').count(), BookFault::NoText)
    })?;
    let mut openings = Vec::new();
    for (number, line) in lines(text) {
        let found = one_line(line, number, rule, size).map_err(|fault| BookError::at(number, fault))?;
        openings.extend(found);
    }
    Ok(openings)
}

fn one_line(line: &str, number: usize, rule: Rule, size: BoardSize) -> Result<Vec<BookOpening>, BookFault> {
    let played = if are_offsets(line) {
        read_offsets(line, size)?
    } else {
        match any::detect(line.as_bytes()) {
            Some(format @ (Format::Link | Format::Sgf | Format::Json)) => {
                return leaves(record(line.as_bytes(), Some(format), rule, size)?, number);
            }
            _ => moves::read(line, size)?,
        }
    };
    Ok(vec![BookOpening { line: number, position: position(&played, rule, size)? }])
}

/// Whether a line consists of numbers: no move, link or record begins with one.
fn are_offsets(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// Reads pairs of offsets from the centre, columns to the right and rows down, with commas or spaces between all.
fn read_offsets(line: &str, size: BoardSize) -> Result<Vec<Move>, BookFault> {
    let malformed = || BookFault::Offsets(line.to_owned());
    let words = line.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let numbers: Vec<i16> = words.map(str::parse).collect::<Result<_, _>>().map_err(|_| malformed())?;
    let (pairs, []) = numbers.as_chunks::<2>() else { return Err(malformed()) };
    let place = |(number, &[x, y]): (usize, &[i16; 2])| {
        let point = size.center().offset(x, y, size);
        point.map(Move::Place).ok_or(BookFault::OffBoard { number, x, y, size })
    };
    (1..).zip(pairs).map(place).collect()
}

/// The position after these moves, each of which must be legal.
fn position(played: &[Move], rule: Rule, size: BoardSize) -> Result<Position, BookFault> {
    let mut position = Position::new(rule, size);
    for (number, &played) in (1..).zip(played) {
        position.play(played).map_err(|source| BookFault::Refused { number, source })?;
    }
    if position.is_over() { Err(BookFault::GameOver { moves: played.len() }) } else { Ok(position) }
}

fn record(bytes: &[u8], format: Option<Format>, rule: Rule, size: BoardSize) -> Result<Record, BookFault> {
    let known = Known { rule: Some(rule), size: Some(size), ..Known::default() };
    let (record, _) = any::read(bytes, format, known)?;
    check_kind((record.rule(), record.size()), rule, size)?;
    Ok(record)
}

/// Checks that openings of the rule and the size `found` can be played under `rule` on a board of `size`.
fn check_kind(found: (Rule, BoardSize), rule: Rule, size: BoardSize) -> Result<(), BookFault> {
    match found {
        (_, found) if found != size => Err(BookFault::OtherSize { expected: size, found }),
        (found, _) if found != rule => Err(BookFault::OtherRule { expected: rule, found }),
        _ => Ok(()),
    }
}

/// The position at the end of each line of play of a record.
fn leaves(mut record: Record, line: usize) -> Result<Vec<BookOpening>, BookFault> {
    let mut openings = Vec::new();
    for node in record.nodes() {
        if record.children(node).is_empty() {
            record.visit(node);
            if record.is_over() {
                return Err(BookFault::GameOver { moves: record.cursor() });
            }
            openings.push(BookOpening { line, position: record.position().clone() });
        }
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    fn check(text: &str, rule: Rule, expected: &[&str]) {
        let book = Book::read(text.as_bytes(), rule, SIZE).unwrap();
        let found: Vec<String> = book.openings().iter().map(BookOpening::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }

    fn check_fault(text: &str, rule: Rule, expected: &str) {
        let error = Book::read(text.as_bytes(), rule, SIZE).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }

    /// The centre is h8 on 15×15, and k10 on 20×20: column 10 from 0, row 10 from 0 at the top.
    #[test]
    fn offsets_count_from_the_centre_to_the_right_and_down() {
        check("0,0, 1,0, 1,3", Rule::FREESTYLE, &["h8 i8 i5"]);
        check("-7,-7,  7,7\r\n\r\n0 0 1 -2\r\n", Rule::FREESTYLE, &["a15 o1", "h8 i10"]);
        let book = Book::read(b"0,0, 1,3", Rule::FREESTYLE, BoardSize::TWENTY).unwrap();
        assert_eq!(book.openings()[0].to_string(), "k10 l7");
        assert!(Book::read(b"-10,-10", Rule::FREESTYLE, BoardSize::TWENTY).is_ok());
        assert!(Book::read(b"10,0", Rule::FREESTYLE, BoardSize::TWENTY).is_err());
    }

    #[test]
    fn a_line_is_an_opening() {
        let text = "\u{feff}# A comment\n\nh8i9h10\n  h8 i9\nH8,I9;j10\n(;GM[4]SZ[15];B[hh];W[ig])\n0,0\n";
        check(text, Rule::Standard, &["h8 i9 h10", "h8 i9", "h8 i9 j10", "h8 i9", "h8"]);
        let book = Book::read(text.as_bytes(), Rule::Standard, SIZE).unwrap();
        let lines: Vec<usize> = book.openings().iter().map(BookOpening::line).collect();
        assert_eq!(lines, [3, 4, 5, 6, 7]);
        // Records of one line each.
        let record = "(;GM[4]SZ[15];B[hh];W[ig])\n";
        check(&record.repeat(2), Rule::FREESTYLE, &["h8 i9", "h8 i9"]);
    }

    #[test]
    fn a_file_in_any_format_is_as_many_openings_as_it_has_ends() {
        check("(;GM[4]SZ[15]\n;B[hh]\n(;W[ig])\n(;W[hg];B[gg]))", Rule::Renju, &["h8 i9", "h8 h9 g9"]);
        check("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n", Rule::Standard, &["h8 i9"]);
        check("15\n15\n2\n7 7\n6 8\n", Rule::Standard, &["h8 i9"]);
        let diagram = format!(
            "X{}\n.O{}\n{}",
            ".".repeat(14),
            ".".repeat(13),
            format!("{}\n", ".".repeat(15)).repeat(13)
        );
        let book = Book::read(diagram.as_bytes(), Rule::Standard, SIZE).unwrap();
        assert_eq!(book.openings()[0].position().board().stones(), 2);
    }

    #[test]
    fn faults_name_their_line() {
        let off_board = "line 2: stone 2: expected offsets that stay on a 15×15 board, found 0,-8";
        check_fault("0,0\n0,0, 0,-8\n", Rule::Standard, off_board);
        let uneven = "line 1: expected pairs of numbers such as `0,0, 1,0, 1,3`, found `0,0, 1`";
        check_fault("0,0, 1", Rule::Standard, uneven);
        check_fault(
            "# x\n0,99999\n",
            Rule::Standard,
            &uneven.replace("line 1", "line 2").replace("0,0, 1`", "0,99999`"),
        );
        check_fault(
            "h8\n\nh8z9\n",
            Rule::Standard,
            "line 3: move 2, at character 3: `z9` is not on a 15×15 board",
        );
        check_fault("0,0, 0,0", Rule::Standard, "line 1: move 2: h8 is already occupied");
        check_fault(
            "h8\nh8 pass\n",
            Rule::Standard,
            "line 2: move 2: the rule `standard` allows no pass; expected a point",
        );
        check_fault("", Rule::Standard, "expected an opening a line, or a record, found none");
        check_fault("# nothing\n", Rule::Standard, "expected an opening a line, or a record, found none");
        let other_size = "line 1: expected an opening on a 15×15 board, found one on 19×19";
        check_fault("(;GM[4]SZ[19];B[hh])", Rule::Standard, other_size);
        let error = Book::read(b"h8\n\xff\n", Rule::Standard, SIZE).unwrap_err();
        assert_eq!(error.to_string(), "line 2: expected text in UTF-8");
    }

    #[test]
    fn openings_are_legal_and_leave_something_to_play() {
        let row = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
        check_fault(
            row,
            Rule::FREESTYLE,
            "line 1: expected an opening, found a game that is over after 9 moves",
        );
        // A row of six, with its gap filled last: it wins only where overlines do.
        let six = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8";
        check(six, Rule::Standard, &[six]);
        check_fault(six, Rule::Renju, "line 1: move 11: k8 is forbidden to Black: overline");
        // The same opening in a file that would be replayed unchanged.
        let sgf = "(;GM[4]SZ[15];B[hh];W[ao];B[ih];W[am];B[jh];W[ak];B[lh];W[ai];B[mh];W[ag];B[kh])";
        check_fault(
            sgf,
            Rule::Renju,
            "line 1: expected an opening, found a game that is over after 11 moves",
        );
    }

    #[test]
    fn the_canonical_openings_are_26() {
        for rule in Rule::NAMED {
            let book = Book::canonical(rule, SIZE).unwrap();
            assert_eq!(book.openings().len(), 26);
            assert!(book.openings().iter().all(|opening| opening.position().moves().len() == 3));
        }
        assert!(Book::canonical(Rule::Renju, BoardSize::NINETEEN).is_err());
        assert_eq!(Book::empty_board(Rule::Renju, SIZE).openings()[0].to_string(), "");
    }
}
