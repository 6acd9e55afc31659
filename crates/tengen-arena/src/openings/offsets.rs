//! Gomocup's opening lines: `0,0, 1,0, 1,3`.

use tengen_game::{BoardSize, Move};

use super::BookFault;

/// Whether a line is meant to be numbers: no move, link or record begins with one.
pub(super) fn are_meant(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// Reads pairs of offsets from the centre, columns to the right and rows down, with commas or spaces between all.
pub(super) fn read(line: &str, size: BoardSize) -> Result<Vec<Move>, BookFault> {
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
