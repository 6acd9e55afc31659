use tengen_game::{Color, Rule};

/// What a stone on an empty cell makes in one direction, named for five in a row. For other win lengths
/// the names count from the end: a `Four` is always one stone short of winning, a `Three` two stones.
///
/// Open means that one more stone makes it open again; an open four wins in two ways. `X` is the stone in
/// question, `O` are stones of the same colour:
///
/// ```text
/// Five       OOOXO          Four       .OOXO|         Three   |.OOX.|       Two   |.OX..|
/// OpenFour  .OOXO.          OpenThree .O.XO..         OpenTwo ..OX...
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Pattern {
    /// No winning row can ever run through here.
    Dead,
    /// A win is still possible, but far away.
    Alive,
    One,
    OpenOne,
    Two,
    OpenTwo,
    Three,
    OpenThree,
    /// One cell completes the row.
    Four,
    /// At least two cells complete the row: the opponent cannot close both.
    OpenFour,
    Five,
    /// Two fours in one line, for a side that must not make them.
    DoubleFour,
    /// Too long a row, for a side that must not make one.
    Overline,
}

impl Pattern {
    pub(crate) const COUNT: usize = 13;

    pub(crate) const ALL: [Pattern; Pattern::COUNT] = [
        Pattern::Dead,
        Pattern::Alive,
        Pattern::One,
        Pattern::OpenOne,
        Pattern::Two,
        Pattern::OpenTwo,
        Pattern::Three,
        Pattern::OpenThree,
        Pattern::Four,
        Pattern::OpenFour,
        Pattern::Five,
        Pattern::DoubleFour,
        Pattern::Overline,
    ];

    /// What a row is called that one more stone turns into `self`.
    const fn one_stone_before(self) -> Pattern {
        match self {
            Pattern::Dead | Pattern::Overline => Pattern::Dead,
            Pattern::Alive | Pattern::One | Pattern::OpenOne => Pattern::Alive,
            Pattern::Two => Pattern::One,
            Pattern::OpenTwo => Pattern::OpenOne,
            Pattern::Three => Pattern::Two,
            Pattern::OpenThree => Pattern::OpenTwo,
            Pattern::Four | Pattern::DoubleFour => Pattern::Three,
            Pattern::OpenFour => Pattern::OpenThree,
            Pattern::Five => Pattern::Four,
        }
    }
}

/// The pattern of every surrounding of a cell in one direction, for one colour under one rule.
///
/// Nothing behind the nearest wall or enemy stone matters, so each side of the cell is described by how
/// far it is open (up to `reach`) and which of the open cells bear stones: `1 << open | stones`. Even nine
/// in a row then needs no more than 2^18 entries, and five in a row 2^10.
#[derive(Clone, Debug)]
pub(crate) struct PatternTable {
    reach: u32,
    entries: Vec<Pattern>,
}

impl PatternTable {
    pub(crate) fn new(rule: Rule, color: Color) -> PatternTable {
        let needed = u32::from(rule.win_length().stones());
        let exact = !rule.run_wins(color, rule.win_length().stones() + 1);
        // One cell further out decides whether a row of the right length is a part of one too long.
        let reach = if exact { needed } else { needed - 1 };
        let mut entries = vec![Pattern::Dead; 1 << (2 * (reach + 1))];
        for before in 0..=reach {
            for after in 0..=reach {
                let line = LinePatterns::new(rule, color, before, after);
                for left in 0..1 << before {
                    for right in 0..1 << after {
                        let stones = left | 1 << before | right << (before + 1);
                        let index = (1 << before | left) << (reach + 1) | 1 << after | right;
                        entries[index as usize] = line.patterns[stones as usize];
                    }
                }
            }
        }
        PatternTable { reach, entries }
    }

    /// How many cells away a stone can matter.
    pub(crate) fn reach(&self) -> u32 {
        self.reach
    }

    /// The pattern that a stone makes at bit `position` of a line. `own` has the bits of the colour's
    /// stones, `blocked` those of walls and enemy stones; there is a wall on either side of the board.
    pub(crate) fn lookup(&self, own: u32, blocked: u32, position: u32) -> Pattern {
        let reach = self.reach;
        let after = ((blocked >> (position + 1)) | 1 << reach).trailing_zeros();
        let right = (own >> (position + 1)) & ((1 << after) - 1) | 1 << after;
        let before = ((blocked << (32 - position)) | 1 << (31 - reach)).leading_zeros();
        let left = (u64::from(own << (32 - position)) >> (32 - before)) as u32 | 1 << before;
        self.entries[(left << (reach + 1) | right) as usize]
    }
}

/// The patterns of all sets of stones on a line of `before + 1 + after` open cells, around the stone in
/// question at bit `before`.
struct LinePatterns {
    patterns: Vec<Pattern>,
}

impl LinePatterns {
    fn new(rule: Rule, color: Color, before: u32, after: u32) -> LinePatterns {
        let length = before + 1 + after;
        let mut patterns = vec![Pattern::Dead; 1 << length];
        // A line with one stone more has a greater number, so that it is known already.
        for stones in (0..1u32 << length).rev().filter(|stones| stones >> before & 1 != 0) {
            let run =
                (!(stones >> before)).trailing_zeros() + (!(stones << (31 - before))).leading_zeros() - 1;
            patterns[stones as usize] = if rule.run_wins(color, run as u8) {
                Pattern::Five
            } else if run > u32::from(rule.win_length().stones()) {
                if forbids(rule, color) { Pattern::Overline } else { Pattern::Dead }
            } else {
                let more = (0..length).filter(|cell| stones >> cell & 1 == 0);
                let next = more.map(|cell| patterns[(stones | 1 << cell) as usize]);
                Self::judge(next, run, forbids(rule, color))
            };
        }
        LinePatterns { patterns }
    }

    /// Names a row that has not won yet by what one more stone makes of it.
    fn judge(next: impl Iterator<Item = Pattern>, run: u32, forbids: bool) -> Pattern {
        let (mut fives, mut best) = (0, Pattern::Dead);
        for pattern in next {
            fives += u32::from(pattern == Pattern::Five);
            best = best.max(pattern.one_stone_before());
        }
        match fives {
            0 => best,
            1 => Pattern::Four,
            // Two fives from stones with a gap are two fours, which Black may not make in renju.
            _ if forbids && run != 4 => Pattern::DoubleFour,
            _ => Pattern::OpenFour,
        }
    }
}

fn forbids(rule: Rule, color: Color) -> bool {
    rule.has_forbidden_moves() && color == Color::Black
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::WinLength;

    /// Reads a line: `O` stones, `X` the cell in question, `.` open; the ends are walls.
    fn pattern(rule: Rule, color: Color, line: &str) -> Pattern {
        let (mut own, mut position) = (0u32, 0);
        for (index, cell) in line.chars().enumerate() {
            match cell {
                'O' => own |= 2 << index,
                'X' => position = index as u32 + 1,
                _ => {}
            }
        }
        let walls = !(((1u32 << line.len()) - 1) << 1);
        PatternTable::new(rule, color).lookup(own, walls, position)
    }

    #[test]
    fn freestyle_rows_have_their_names() {
        let cases = [
            ("OOOXO", Pattern::Five),
            ("OOOXOO", Pattern::Five),
            (".OOXO.", Pattern::OpenFour),
            ("O.OXO.O", Pattern::OpenFour),
            (".OOXO", Pattern::Four),
            ("OO.XO", Pattern::Four),
            ("..OXO..", Pattern::OpenThree),
            (".O.XO.", Pattern::OpenThree),
            (".OXO.", Pattern::Three),
            ("OXO..", Pattern::Three),
            ("...OX...", Pattern::OpenTwo),
            ("OX...", Pattern::Two),
            (".....X.....", Pattern::OpenOne),
            ("X....", Pattern::One),
            ("X...", Pattern::Dead),
        ];
        for (line, expected) in cases {
            assert_eq!(pattern(Rule::FREESTYLE, Color::Black, line), expected, "{line}");
        }
    }

    #[test]
    fn exact_five_minds_the_sixth_stone() {
        assert_eq!(pattern(Rule::Standard, Color::White, "OOOXOO"), Pattern::Dead);
        assert_eq!(pattern(Rule::Renju, Color::Black, "OOOXOO"), Pattern::Overline);
        assert_eq!(pattern(Rule::Renju, Color::White, "OOOXOO"), Pattern::Five);
        assert_eq!(pattern(Rule::Renju, Color::Black, "O.OXO.O"), Pattern::DoubleFour);
        assert_eq!(pattern(Rule::Standard, Color::Black, "O.OXO.O"), Pattern::OpenFour);
        assert_eq!(pattern(Rule::Standard, Color::Black, "O.OOXO.O"), Pattern::Dead);
        assert_eq!(pattern(Rule::Standard, Color::Black, "OO.OOX..."), Pattern::Three);
    }

    #[test]
    fn other_lengths_count_from_the_end() {
        let free = |stones| Rule::Free(WinLength::new(stones).unwrap());
        assert_eq!(pattern(free(1), Color::Black, "X"), Pattern::Five);
        assert_eq!(pattern(free(2), Color::Black, ".X."), Pattern::OpenFour);
        assert_eq!(pattern(free(3), Color::Black, "X.."), Pattern::Three);
        assert_eq!(pattern(free(3), Color::Black, "OX."), Pattern::Four);
        assert_eq!(pattern(free(9), Color::White, "OOOOXOOOO"), Pattern::Five);
        assert_eq!(pattern(free(9), Color::White, ".OOOXOOOO."), Pattern::OpenFour);
        assert_eq!(pattern(free(9), Color::White, "....X...."), Pattern::Alive);
        assert_eq!(pattern(free(9), Color::White, "....X..."), Pattern::Dead);
    }
}
