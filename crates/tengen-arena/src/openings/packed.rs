//! Books in a byte for each stone.
//!
//! A packed book begins with a line of text, `tengen openings 1 RULE LINES`. Each opening is a byte with the number of its stones, and a byte for
//! each stone in the order of play: its place in the 15×15 window around the [centre](BoardSize::center), row by row from the top left. On larger
//! boards a stone outside of the window cannot be written.

use tengen_game::{BoardSize, Move, Position, Rule};

use super::{BookError, BookFault, BookOpening, check_kind, position};

/// The beginning of a packed book, before the version of the format.
const MAGIC: &str = "tengen openings ";
const VERSION: &str = "1";

/// Lines of the window, and the steps from its edge to the centre of the board.
const WINDOW: i16 = 15;
const REACH: i16 = WINDOW / 2;

/// Whether bytes begin as a packed book.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC.as_bytes())
}

/// The first line of a packed book, after which each opening is appended.
///
/// ```
/// use tengen_arena::openings::{Book, pack, packed_header};
/// use tengen_game::{BoardSize, Position, Rule};
///
/// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
/// position.play(BoardSize::FIFTEEN.center())?;
/// let mut bytes = packed_header(Rule::Renju, BoardSize::FIFTEEN).into_bytes();
/// bytes.extend(pack(&position).unwrap_or_default());
/// let book = Book::read(&bytes, Rule::Renju, BoardSize::FIFTEEN)?;
/// assert_eq!(book.openings()[0].position(), &position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn packed_header(rule: Rule, size: BoardSize) -> String {
    format!("{MAGIC}{VERSION} {rule} {}\n", size.lines())
}

/// An opening in a packed book: a byte for the number of stones, and one for each; `None` where a stone is too far from the centre, a move
/// is no stone, or there are more than 255.
pub fn pack(position: &Position) -> Option<Vec<u8>> {
    let center = position.size().center();
    let byte = |played: &Move| {
        let point = played.point()?;
        let [x, y] = [(point.x(), center.x()), (point.y(), center.y())]
            .map(|(at, center)| i16::from(at) - i16::from(center) + REACH);
        let is_inside = [x, y].iter().all(|steps| (0..WINDOW).contains(steps));
        is_inside.then(|| u8::try_from(y * WINDOW + x).ok()).flatten()
    };
    let stones = position.moves().iter().map(byte).collect::<Option<Vec<u8>>>()?;
    Some([vec![u8::try_from(stones.len()).ok()?], stones].concat())
}

/// Reads a packed book. An opening's line is its number, from 1.
pub(super) fn read(bytes: &[u8], rule: Rule, size: BoardSize) -> Result<Vec<BookOpening>, BookError> {
    let first = |fault| BookError::at(1, fault);
    let header = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let words = String::from_utf8_lossy(header.get(MAGIC.len()..).unwrap_or_default()).into_owned();
    let [version, found_rule, lines] = *words.split(' ').collect::<Vec<_>>() else {
        return Err(first(BookFault::PackedHeader(words)));
    };
    let found = found_rule.parse().ok().zip(lines.parse().ok().and_then(|lines| BoardSize::new(lines).ok()));
    let (found_rule, found_size) = match found {
        Some(found) if version == VERSION => found,
        _ => return Err(first(BookFault::PackedHeader(words))),
    };
    check_kind((found_rule, found_size), rule, size).map_err(first)?;
    let mut rest = bytes.get(header.len() + 1..).unwrap_or_default();
    let mut openings = Vec::new();
    while let Some((&stones, after)) = rest.split_first() {
        let line = openings.len() + 1;
        let (stones, after) = after
            .split_at_checked(usize::from(stones))
            .ok_or_else(|| BookError::at(line, BookFault::PackedEnd { stones, found: after.len() }))?;
        let opening = unpack(stones, rule, size).map_err(|fault| BookError::at(line, fault))?;
        openings.push(BookOpening { line, position: opening });
        rest = after;
    }
    Ok(openings)
}

fn unpack(stones: &[u8], rule: Rule, size: BoardSize) -> Result<Position, BookFault> {
    let place = |(number, &byte): (usize, &u8)| {
        let (x, y) = (i16::from(byte) % WINDOW - REACH, i16::from(byte) / WINDOW - REACH);
        let point = size.center().offset(x, y, size).filter(|_| y <= REACH);
        point.map(Move::Place).ok_or(BookFault::OffBoard { number, x, y, size })
    };
    let played = (1..).zip(stones).map(place).collect::<Result<Vec<_>, _>>()?;
    position(&played, rule, size)
}

#[cfg(test)]
mod tests {
    use super::super::Book;
    use super::*;

    fn position_of(text: &str, rule: Rule, size: BoardSize) -> Position {
        Book::read(text.as_bytes(), rule, size).unwrap().openings()[0].position().clone()
    }

    #[test]
    fn openings_are_read_as_they_were_packed() {
        for size in [BoardSize::FIFTEEN, BoardSize::TWENTY] {
            let openings = ["-7,-7, 7,7, 0,0", "0,0, 1,0, 1,3, -2,4"]
                .map(|text| position_of(text, Rule::Standard, size));
            let mut bytes = packed_header(Rule::Standard, size).into_bytes();
            bytes.extend(openings.iter().flat_map(|opening| pack(opening).unwrap()));
            assert_eq!(bytes.len(), packed_header(Rule::Standard, size).len() + 4 + 5);
            let book = Book::read(&bytes, Rule::Standard, size).unwrap();
            let found: Vec<_> = book.openings().iter().map(|opening| opening.position().clone()).collect();
            assert_eq!(found, openings);
        }
        assert_eq!(pack(&position_of("0,0, 8,0", Rule::Standard, BoardSize::TWENTY)), None);
    }

    #[test]
    fn faults_of_packed_books_are_named() {
        let check = |bytes: &[u8], expected: &str| {
            let error = Book::read(bytes, Rule::Standard, BoardSize::FIFTEEN).unwrap_err();
            assert_eq!(error.to_string(), expected);
        };
        check(
            b"tengen openings 2 standard 15\n",
            "line 1: expected `tengen openings 1 RULE LINES`, found `tengen openings 2 standard 15`",
        );
        check(b"tengen openings 1 standard 15\n", "expected an opening a line, or a record, found none");
        check(
            b"tengen openings 1 renju 15\n\x01\x70",
            "line 1: expected an opening under the rule `standard`, found one under `renju`",
        );
        check(
            b"tengen openings 1 standard 20\n\x01\x70",
            "line 1: expected an opening on a 15\u{d7}15 board, found one on 20\u{d7}20",
        );
        check(
            b"tengen openings 1 standard 15\n\x01\x70\x03\x70\x71",
            "line 2: expected an opening of 3 stones, found the end of the file after 2",
        );
        check(
            b"tengen openings 1 standard 15\n\x01\xff",
            "line 1: stone 1: expected offsets that stay on a 15\u{d7}15 board, found -7,10",
        );
        check(b"tengen openings 1 standard 15\n\x02\x70\x70", "line 1: move 2: h8 is already occupied");
    }
}
