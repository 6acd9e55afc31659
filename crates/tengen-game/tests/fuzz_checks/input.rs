//! Bytes as a sequence of decisions.

use tengen_game::{BoardSize, Point, Rule, WinLength};

/// Takes decisions from bytes until there are no more.
pub(crate) struct Input<'a>(&'a [u8]);

impl Input<'_> {
    pub(crate) fn new(bytes: &[u8]) -> Input<'_> {
        Input(bytes)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The next byte, which is not consumed.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> Option<usize> {
        self.byte().map(|byte| usize::from(byte) % count)
    }

    /// A random element of a slice.
    pub(crate) fn one_of<'b, T>(&mut self, things: &'b [T]) -> Option<&'b T> {
        if things.is_empty() { None } else { self.below(things.len()).map(|index| &things[index]) }
    }

    /// A rule. Further rules get further numbers from the end, so that most old inputs keep their meaning.
    pub(crate) fn rule(&mut self) -> Option<Rule> {
        let byte = self.byte()?;
        Some(match byte {
            0x00..=0x0F => Rule::FREESTYLE,
            0x10..=0x1F => Rule::Standard,
            0x20..=0x3F => Rule::Renju,
            0xF0..=0xF7 => Rule::Caro,
            0xF8..=0xFF => Rule::CaroExact,
            _ => Rule::Free(WinLength::new(1 + usize::from(byte) % 9).expect("1 to 9")),
        })
    }

    pub(crate) fn size(&mut self) -> Option<BoardSize> {
        let lines = 3 + self.below(20)?;
        Some(BoardSize::new(lines).expect("3 to 22"))
    }

    /// A point of the board.
    pub(crate) fn point(&mut self, size: BoardSize) -> Option<Point> {
        let (x, y) = (self.byte()?, self.byte()?);
        Some(Point::new(x % size.lines(), y % size.lines()))
    }

    /// A short text of printable and other characters.
    pub(crate) fn text(&mut self) -> Option<String> {
        let length = self.below(8)?;
        let characters = [
            'a', 'B', '7', ' ', '\n', '\r', '\t', '\0', ']', '[', '\\', ':', ';', '"', '中', 'é', '😀',
            '\u{feff}',
        ];
        let mut text = String::new();
        for _ in 0..length {
            text.push(*self.one_of(&characters)?);
        }
        Some(text)
    }
}
