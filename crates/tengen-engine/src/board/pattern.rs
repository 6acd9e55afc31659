use tengen_game::{Color, Rule, WinningRow};

/// The pattern of a stone on an empty cell in one direction, named for five in a row. For other win lengths the names count from
/// the end: a `Four` is always one stone short of winning, a `Three` two stones.
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
pub enum Pattern {
    /// No winning row can ever run through here.
    Dead,
    /// A win is still possible, but far away.
    Alive,
    /// Four stones short of the row.
    One,
    /// Four stones short of the row, open.
    OpenOne,
    /// Three stones short of the row.
    Two,
    /// Three stones short of the row, open.
    OpenTwo,
    /// Two stones short of the row.
    Three,
    /// Two stones short of the row, open: one more stone makes an open four.
    OpenThree,
    /// One move of the opponent stops the row. In caro, several cells may complete it, and several may answer.
    Four,
    /// At least two cells complete the row: the opponent cannot close both.
    OpenFour,
    /// The row itself.
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

    /// The pattern of a row that one more stone turns into `self`.
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
///
/// In caro a wall and an enemy stone are not the same: there one more bit, the lowest of each side, is set if the open cells end
/// at an enemy stone.
#[derive(Clone, Debug)]
pub(crate) struct PatternTable {
    reach: u32,
    /// 1 where the kind of the ends counts, otherwise 0.
    end_bits: u32,
    entries: Vec<Pattern>,
}

impl PatternTable {
    pub(crate) fn new(rule: Rule, color: Color) -> PatternTable {
        let row = rule.winning_row(color);
        let needed = u32::from(row.length.stones());
        // One cell further out decides whether a row of the right length is a part of one too long, or blocked.
        let reach = if row.overline_wins && row.blocked_wins { needed - 1 } else { needed };
        let end_bits = u32::from(!row.blocked_wins);
        let mut table =
            PatternTable { reach, end_bits, entries: vec![Pattern::Dead; 1 << (2 * (reach + 1 + end_bits))] };
        for before in 0..=reach {
            for after in 0..=reach {
                for ends in 0..1 << (2 * end_bits) {
                    let enemy_ends = [ends & 1 != 0, ends & 2 != 0];
                    let line = Stretch { row, forbids: forbids(rule, color), before, after, enemy_ends };
                    table.fill(&line);
                }
            }
        }
        table
    }

    fn fill(&mut self, stretch: &Stretch) {
        let patterns = stretch.patterns();
        for left in 0..1 << stretch.before {
            for right in 0..1 << stretch.after {
                let stones = left | 1 << stretch.before | right << (stretch.before + 1);
                let sides = [1 << stretch.before | left, 1 << stretch.after | right];
                let index = self.index(sides, stretch.enemy_ends.map(u32::from));
                self.entries[index] = patterns[stones as usize];
            }
        }
    }

    fn index(&self, sides: [u32; 2], ends: [u32; 2]) -> usize {
        let [left, right] = [0, 1].map(|side| sides[side] << self.end_bits | ends[side] & self.end_bits);
        (left << (self.reach + 1 + self.end_bits) | right) as usize
    }

    /// The part of one side of a cell in the index of its pattern. `cell` returns the contents at a distance from 1 on: 0 for
    /// nothing, 1 for an own stone, 2 for an enemy stone and 3 for the wall.
    pub(crate) fn side(&self, is_right: bool, cell: impl Fn(u32) -> u64) -> u32 {
        let open = (1..=self.reach).take_while(|&distance| cell(distance) <= 1).count() as u32;
        let own = (1..=open).filter(|&distance| cell(distance) == 1);
        let stones = own.fold(0, |stones, distance| {
            stones | 1_u32 << if is_right { distance - 1 } else { open - distance }
        });
        let end = u32::from(open < self.reach && cell(open + 1) == 2);
        let side = (1 << open | stones) << self.end_bits | end & self.end_bits;
        if is_right { side } else { side << (self.reach + 1 + self.end_bits) }
    }

    /// The pattern of a cell with these sides.
    pub(crate) fn between(&self, left: u32, right: u32) -> Pattern {
        self.entries[(left | right) as usize]
    }

    /// The greatest distance at which a stone matters, in cells.
    pub(crate) fn reach(&self) -> u32 {
        self.reach
    }

    /// The pattern that a stone makes at bit `position` of a line. `own` has the bits of the colour's
    /// stones, `blocked` those of walls and enemy stones, `enemy` those of enemy stones alone; there is a wall
    /// on either side of the board.
    pub(crate) fn lookup(&self, own: u32, blocked: u32, enemy: u32, position: u32) -> Pattern {
        let reach = self.reach;
        let after = ((blocked >> (position + 1)) | 1 << reach).trailing_zeros();
        let right = (own >> (position + 1)) & ((1 << after) - 1) | 1 << after;
        let before = ((blocked << (32 - position)) | 1 << (31 - reach)).leading_zeros();
        let left = (u64::from(own << (32 - position)) >> (32 - before)) as u32 | 1 << before;
        if self.end_bits == 0 {
            return self.entries[(left << (reach + 1) | right) as usize];
        }
        // The first blocked cell on either side; where it is out of reach its kind does not matter.
        let ends = [enemy >> (position - before - 1) & 1, enemy >> (position + after + 1) & 1];
        self.entries[self.index([left, right], ends)]
    }
}

/// A line of `before + 1 + after` open cells around the stone in question, which is at bit `before`.
struct Stretch {
    row: WinningRow,
    forbids: bool,
    before: u32,
    after: u32,
    /// Whether the cells before the first and behind the last are enemy stones.
    enemy_ends: [bool; 2],
}

impl Stretch {
    /// The patterns of all sets of stones that include the one in question; the set is the index.
    fn patterns(&self) -> Vec<Pattern> {
        let length = self.before + 1 + self.after;
        let mut patterns = vec![Pattern::Dead; 1 << length];
        // A line with one stone more has a greater number, so that its pattern is computed already.
        for stones in (0..1u32 << length).rev().filter(|stones| stones >> self.before & 1 != 0) {
            let (run, blocked) = self.run(stones);
            patterns[stones as usize] = if self.row.admits(run as u8, blocked) {
                Pattern::Five
            } else if run > u32::from(self.row.length.stones()) {
                if self.forbids { Pattern::Overline } else { Pattern::Dead }
            } else {
                let more = (0..length).filter(|cell| stones >> cell & 1 == 0);
                let next = more.map(|cell| patterns[(stones | 1 << cell) as usize]);
                self.judge(next, run, stones)
            };
        }
        patterns
    }

    /// The length of the run through the stone in question, and how many of its ends touch enemy stones.
    fn run(&self, stones: u32) -> (u32, u8) {
        let after = (!(stones >> self.before)).trailing_zeros();
        let before = (!(stones << (31 - self.before))).leading_zeros() - 1;
        let ends = [before == self.before, after == self.after + 1];
        let blocked = ends.into_iter().zip(self.enemy_ends).filter(|&(at_end, enemy)| at_end && enemy);
        (before + after, blocked.count() as u8)
    }

    /// The pattern of a row that has not won yet, by the patterns that one more stone makes of it.
    fn judge(&self, next: impl Iterator<Item = Pattern>, run: u32, stones: u32) -> Pattern {
        let (mut fives, mut best) = (0, Pattern::Dead);
        for pattern in next {
            fives += u32::from(pattern == Pattern::Five);
            best = best.max(pattern.one_stone_before());
        }
        match fives {
            0 => best,
            1 => Pattern::Four,
            // Two fives from stones with a gap are two fours, which Black may not make in renju.
            _ if self.forbids && run != 4 => Pattern::DoubleFour,
            _ if !self.row.blocked_wins && self.can_be_stopped(stones) => Pattern::Four,
            _ => Pattern::OpenFour,
        }
    }

    /// Whether an enemy stone on one of the open cells leaves no five: where blocked fives do not win, it may
    /// answer two of them at once.
    fn can_be_stopped(&self, stones: u32) -> bool {
        let length = self.before + 1 + self.after;
        let empty = |cell: &u32| stones >> cell & 1 == 0;
        (0..length).filter(empty).any(|answer| {
            let cut = self.cut(answer);
            let first = if answer < self.before { answer + 1 } else { 0 };
            let cells = (first..first + cut.before + 1 + cut.after).filter(empty);
            let wins = |cell: u32| {
                let (run, blocked) = cut.run((stones | 1 << cell) >> first & cut.mask());
                cut.row.admits(run as u8, blocked)
            };
            !cells.into_iter().any(wins)
        })
    }

    /// The rest of the line when an enemy stone takes one of its open cells.
    fn cut(&self, answer: u32) -> Stretch {
        let mut cut = Stretch { ..*self };
        if answer < self.before {
            (cut.before, cut.enemy_ends[0]) = (self.before - answer - 1, true);
        } else {
            (cut.after, cut.enemy_ends[1]) = (answer - self.before - 1, true);
        }
        cut
    }

    fn mask(&self) -> u32 {
        (1 << (self.before + 1 + self.after)) - 1
    }
}

fn forbids(rule: Rule, color: Color) -> bool {
    rule.has_forbidden_moves() && color == Color::Black
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::WinLength;

    /// Reads a line: `O` stones, `X` the cell in question, `.` open, `#` enemy stones; the ends are walls.
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
        let enemies = line.char_indices().filter(|&(_, cell)| cell == '#');
        let enemy = enemies.fold(0, |enemy, (index, _)| enemy | 2 << index);
        PatternTable::new(rule, color).lookup(own, walls | enemy, enemy, position)
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
    fn caro_respects_blocked_ends() {
        let cases = [
            ("#OOXOO#", Pattern::Dead, Pattern::Dead),
            ("#OOXOO.", Pattern::Five, Pattern::Five),
            ("#OOXOO", Pattern::Five, Pattern::Five),
            ("OOXOO#", Pattern::Five, Pattern::Five),
            ("#OOXOOO#", Pattern::Five, Pattern::Dead),
            ("..OOXO..", Pattern::OpenFour, Pattern::OpenFour),
            (".OOXO.", Pattern::OpenFour, Pattern::OpenFour),
            // An answer at one end also blocks the five at the other.
            ("#.OOXO..", Pattern::Four, Pattern::Four),
            ("#.OOXO.#", Pattern::Four, Pattern::Four),
            ("#OOXO.#", Pattern::Dead, Pattern::Dead),
            ("#OOXO..", Pattern::Four, Pattern::Four),
            ("#OOXO.", Pattern::Four, Pattern::Four),
            ("#..OXO..#", Pattern::Three, Pattern::Three),
            ("..OXO..", Pattern::OpenThree, Pattern::OpenThree),
        ];
        for (line, caro, exact) in cases {
            assert_eq!(pattern(Rule::Caro, Color::Black, line), caro, "{line}");
            assert_eq!(pattern(Rule::CaroExact, Color::White, line), exact, "{line}");
        }
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
