//! Links of other sites: gomocalc and Renju Portal. They carry moves alone.
//!
//! | site | link | moves |
//! |---|---|---|
//! | gomocalc | `https://gomocalc.com/#/h8i9…` | points in `h8` notation, run together, rows from the bottom |
//! | Renju Portal | `https://renjuportal.com/board?mvs=7786…` | two hexadecimal digits each: column from the left and row **from the top**, both from 0 |
//! | Renju Portal, old | `https://v1.renjuportal.com/board/?mv=7786…` | the same |
//!
//! Sources: gomocalc is open, and the layout above is that of its `src/router.js` and `src/store/modules/position.js`
//! (`github.com/dhbloo/gomoku-calculator`). Renju Portal's layout is not published; it is taken from the links that two programs of
//! others write, which agree. The portal's notation of a pass, or of a board of another size than 15×15, is unknown.

use tengen_game::moves::{self, MoveTextError};
use tengen_game::{BoardSize, Move, PlayError, Point, Record, Rule};

/// The reason for which a text is no link of a supported site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForeignLinkError {
    /// No part of the text looks like a link.
    #[error("expected a gomocalc link (`#/h8i9…`) or a Renju Portal link (`?mvs=7786…`), found `{0}`")]
    NotFound(String),
    /// A move of a gomocalc link is wrong.
    #[error("the gomocalc link, {0}")]
    Moves(#[from] MoveTextError),
    /// A move of a Renju Portal link is wrong.
    #[error(
        "the Renju Portal link, move {number}, at character {column}: \
         expected two hexadecimal digits from 0 to e, column and row, found `{found}`"
    )]
    Digits {
        /// The number of the move, from 1.
        number: usize,
        /// The character of the moves text at which the faulty move begins, from 1.
        column: usize,
        /// The characters in place of the digits.
        found: String,
    },
    /// A move cannot be played.
    #[error("move {number}: {source}")]
    Play {
        /// The number of the move, from 1.
        number: usize,
        /// The reason why the rule refuses the move.
        source: PlayError,
    },
}

/// Reads a link of gomocalc or Renju Portal, or the part of it that has the moves.
///
/// Such links contain neither rule nor size. If the caller does not supply them, gomocalc links are
/// freestyle on 15×15 and Renju Portal links are renju; those are 15×15 always. A bare text of letters and
/// numbers in turn, such as `a1b2`, counts as gomocalc's, although it could be hexadecimal.
///
/// ```
/// use tengen_formats::foreign_links;
/// use tengen_game::Point;
///
/// let record = foreign_links::read("https://gomocalc.com/#/h8b13", None, None)?;
/// assert_eq!(record.position().moves(), [Point::new(7, 7), Point::new(1, 2)]);
/// # Ok::<(), foreign_links::ForeignLinkError>(())
/// ```
///
/// # Errors
/// When the text is no such link, or a move of it cannot be read or played; the message names the move.
pub fn read(text: &str, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Record, ForeignLinkError> {
    match find(text.trim())? {
        Site::Gomocalc(text) => {
            let size = size.unwrap_or(BoardSize::FIFTEEN);
            let points = moves::read_points(&text.to_ascii_lowercase(), size)?;
            replay(&points, rule.unwrap_or(Rule::FREESTYLE), size)
        }
        Site::RenjuPortal(text) => {
            replay(&read_digits(text)?, rule.unwrap_or(Rule::Renju), BoardSize::FIFTEEN)
        }
    }
}

/// The part of a link with the moves.
enum Site<'a> {
    Gomocalc(&'a str),
    RenjuPortal(&'a str),
}

fn find(text: &str) -> Result<Site<'_>, ForeignLinkError> {
    let until_end = |rest: &'_ str| rest.find(['&', '#', '?', ' ', '\n', '\r']).unwrap_or(rest.len());
    let parameter = text
        .split(['?', '&', '#', ' ', '\n', '\r'])
        .find_map(|part| part.strip_prefix("mvs=").or_else(|| part.strip_prefix("mv=")));
    if let Some(digits) = parameter {
        return Ok(Site::RenjuPortal(digits));
    }
    if let Some((_, moves)) = text.split_once("#/") {
        return Ok(Site::Gomocalc(&moves[..until_end(moves)]));
    }
    let bare = |c: char| c.is_ascii_alphanumeric();
    if text.is_empty() || !text.chars().all(bare) {
        return Err(ForeignLinkError::NotFound(text.chars().take(40).collect()));
    }
    // A letter, then a number, and so on to the end: `h8i9`, but not `7786`, `a8cc` or `h8i`.
    let bytes = text.as_bytes();
    let in_turn = bytes.windows(2).all(|pair| pair.iter().any(u8::is_ascii_digit));
    let names = bytes[0].is_ascii_alphabetic() && bytes[bytes.len() - 1].is_ascii_digit() && in_turn;
    if names { Ok(Site::Gomocalc(text)) } else { Ok(Site::RenjuPortal(text)) }
}

fn read_digits(text: &str) -> Result<Vec<Point>, ForeignLinkError> {
    let characters: Vec<char> = text.chars().collect();
    let read = |(index, pair): (usize, &[char])| {
        let digit = |c: char| c.to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let point = match *pair {
            [x, y] => digit(x).zip(digit(y)).map(|(x, y)| Point::new(x, y)),
            _ => None,
        };
        point.filter(|&point| BoardSize::FIFTEEN.contains(point)).ok_or_else(|| ForeignLinkError::Digits {
            number: index + 1,
            column: 2 * index + 1,
            found: pair.iter().collect(),
        })
    };
    characters.chunks(2).enumerate().map(read).collect()
}

/// Plays the moves. A forbidden move of Black ends the game.
fn replay(points: &[Point], rule: Rule, size: BoardSize) -> Result<Record, ForeignLinkError> {
    let mut record = Record::new(rule, size);
    for (index, &point) in points.iter().enumerate() {
        record
            .play_or_lose(Move::Place(point))
            .map_err(|source| ForeignLinkError::Play { number: index + 1, source })?;
    }
    Ok(record)
}
