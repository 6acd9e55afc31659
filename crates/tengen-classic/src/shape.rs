use tengen_game::WinningRow;

/// The shape of a stone in one direction, by the places for a winning row.
///
/// The names are those of five in a row. With another number to win, a *four* lacks one stone, a *three* two and a
/// *two* three. [`WinningRow`] decides which rows win, so that a row that could only become too long, or that the
/// opponent has blocked under a rule for which that matters, is no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Shape {
    /// Nothing that counts.
    Nothing,
    /// A row of more stones than win, where such a row does not win.
    Overline,
    /// `._OO_.`: one stone makes it an open three.
    OpenTwo,
    /// `#OOO__`: one stone makes it a four, none an open four.
    SleepingThree,
    /// `._OOO_`: one stone makes it an open four.
    OpenThree,
    /// `#OOOO_`, `O_OOO`: one stone in one place makes it a five.
    Four,
    /// `_OOOO_`, `O_OOO_O`: one stone in either of two places makes it a five.
    OpenFour,
    /// A row that wins.
    Five,
}

impl Shape {
    /// Number of different shapes.
    pub(crate) const COUNT: usize = 8;

    /// All shapes, in the order of their numbers.
    pub(crate) const ALL: [Shape; Shape::COUNT] = [
        Shape::Nothing,
        Shape::Overline,
        Shape::OpenTwo,
        Shape::SleepingThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// Stones that a row of this shape lacks, 0 for a five; `None` where it is no row to win with.
    pub(crate) const fn lacks(self) -> Option<u8> {
        match self {
            Shape::Nothing | Shape::Overline => None,
            Shape::OpenTwo => Some(3),
            Shape::SleepingThree | Shape::OpenThree => Some(2),
            Shape::Four | Shape::OpenFour => Some(1),
            Shape::Five => Some(0),
        }
    }
}

/// A direction as seen from a cell: bit `i` of each set is the cell `i − n` steps on, where `n` stones win, so that bit
/// `n` is the cell itself and there are 2n + 1 of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// Own stones.
    pub(crate) own: u32,
    /// The opponent's stones.
    pub(crate) enemy: u32,
    /// Cells outside of the board.
    pub(crate) outside: u32,
}

/// The shape of an own stone on the cell in the middle, with the contents of the cell ignored.
///
/// The function looks at all places for a winning row through the cell, and compares the missing cells of those that lack
/// the fewest stones. The shape is open if two of them differ in one cell only: then a single stone
/// serves both, and one stone cannot stop both.
pub(crate) fn shape(row: WinningRow, view: View) -> Shape {
    let n = u32::from(row.length.stones());
    let own = view.own | 1 << n;
    let enemy = view.enemy & !(1 << n);
    if !row.overline_wins && run_length(own, n) > n {
        return Shape::Overline;
    }
    let mut gaps = [0_u32; 9];
    let (mut fewest, mut count) = (3, 0);
    for start in 1..=n {
        let window = ((1 << n) - 1) << start;
        if window & (enemy | view.outside) != 0 {
            continue;
        }
        let ends = 1 << (start - 1) | 1 << (start + n);
        let is_longer = own & ends != 0;
        let is_blocked = enemy & ends == ends;
        if is_longer && !row.overline_wins || is_blocked && !row.blocked_wins {
            continue;
        }
        let gap = window & !own;
        let lacking = gap.count_ones();
        if lacking < fewest {
            (fewest, count) = (lacking, 0);
        }
        if lacking == fewest {
            gaps[count] = gap;
            count += 1;
        }
    }
    let gaps = &gaps[..count];
    let differ_in_one = |a: u32, b: u32| (a ^ b).count_ones() == 2;
    let is_open = || gaps.iter().enumerate().any(|(i, &a)| gaps[..i].iter().any(|&b| differ_in_one(a, b)));
    match (gaps.is_empty(), fewest) {
        (true, _) => Shape::Nothing,
        (_, 0) => Shape::Five,
        (_, 1) if is_open() => Shape::OpenFour,
        (_, 1) => Shape::Four,
        (_, 2) if is_open() => Shape::OpenThree,
        (_, 2) => Shape::SleepingThree,
        _ if is_open() => Shape::OpenTwo,
        _ => Shape::Nothing,
    }
}

/// Length of the unbroken row of bits through bit `at`.
fn run_length(bits: u32, at: u32) -> u32 {
    (bits >> at).trailing_ones() + (bits << (31 - at)).leading_ones() - 1
}

#[cfg(test)]
mod tests {
    use tengen_game::{Color, Rule};

    use super::*;

    /// Reads the surroundings of a stone written `*`: `O` own, `X` the opponent's, `#` outside.
    fn read(rule: Rule, color: Color, text: &str) -> Shape {
        let row = rule.winning_row(color);
        let n = usize::from(row.length.stones());
        let middle = text.find('*').unwrap();
        let set = |wanted: u8, beyond: bool| {
            (0..=2 * n).filter(move |&i| {
                let seen = (middle + i).checked_sub(n).and_then(|k| text.as_bytes().get(k));
                seen.map_or(beyond, |&c| c == wanted)
            })
        };
        let bits = |wanted, beyond| set(wanted, beyond).fold(0_u32, |bits, i| bits | 1 << i);
        shape(row, View { own: bits(b'O', false), enemy: bits(b'X', false), outside: bits(b'#', true) })
    }

    #[test]
    fn shapes_of_freestyle() {
        let cases = [
            ("..OOO*..", Shape::OpenFour),
            (".XOOO*..", Shape::Four),
            ("#OO*O.", Shape::Four),
            ("..OO.O*..", Shape::Four),
            ("..O.OO*.O..", Shape::OpenFour),
            ("..OOOO*..", Shape::Five),
            (".OOO*OO.", Shape::Five),
            (".XOOO*X.", Shape::Nothing),
            ("...O*O...", Shape::OpenThree),
            ("..OO.*...", Shape::OpenThree),
            (".XOO*....", Shape::SleepingThree),
            (".X.OO*.X.", Shape::SleepingThree),
            ("..O.O.*..", Shape::SleepingThree),
            ("...O*....", Shape::OpenTwo),
            ("..O..*...", Shape::OpenTwo),
            (".XO*.....", Shape::Nothing),
            ("....*....", Shape::Nothing),
        ];
        for (text, expected) in cases {
            assert_eq!(read(Rule::FREESTYLE, Color::Black, text), expected, "{text}");
            let mirrored: String = text.chars().rev().collect();
            assert_eq!(read(Rule::FREESTYLE, Color::White, &mirrored), expected, "{mirrored}");
        }
    }

    #[test]
    fn shapes_follow_the_rule() {
        use Color::{Black, White};
        let cases = [
            (Rule::Standard, Black, "..OO*OOO.", Shape::Overline),
            (Rule::Renju, Black, "..OO*OOO.", Shape::Overline),
            (Rule::Renju, White, "..OO*OOO.", Shape::Five),
            // The cell that would make five makes six, on one side or on both.
            (Rule::Standard, White, "..OOO*.O..", Shape::Four),
            (Rule::FREESTYLE, White, "..OOO*.O..", Shape::OpenFour),
            (Rule::Standard, White, "O.OOO*.O..", Shape::Nothing),
            (Rule::Caro, Black, ".XOOOO*X.", Shape::Nothing),
            (Rule::Caro, Black, "#OOOO*X.", Shape::Five),
            (Rule::Caro, Black, "XOOOOO*X.", Shape::Five),
            (Rule::CaroExact, Black, "XOOOOO*X.", Shape::Overline),
            (Rule::Caro, White, "..XOOO*.X", Shape::Nothing),
        ];
        for (rule, color, text, expected) in cases {
            assert_eq!(read(rule, color, text), expected, "{rule} {color} {text}");
        }
        let free = |stones| Rule::Free(tengen_game::WinLength::new(stones).unwrap());
        assert_eq!(read(free(1), Black, "X*X"), Shape::Five);
        assert_eq!(read(free(2), Black, ".*."), Shape::OpenFour);
        assert_eq!(read(free(3), Black, "..*.."), Shape::OpenThree);
        assert_eq!(read(free(9), Black, ".OOOOO.O*."), Shape::OpenThree);
    }
}
