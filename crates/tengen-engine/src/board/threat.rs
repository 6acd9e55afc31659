use tengen_game::{Color, Rule};

use super::pattern::Pattern;

/// The patterns of one cell and colour in all four directions, four bits each. 0: nothing can be won here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Code(pub(crate) u16);

impl Code {
    pub(crate) const DEAD: Code = Code(0);

    #[cfg(test)]
    pub(crate) fn with(self, direction: usize, pattern: Pattern) -> Code {
        let shift = 4 * direction;
        Code(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }

    pub(crate) fn pattern(self, direction: usize) -> Pattern {
        Pattern::ALL[usize::from(self.0 >> (4 * direction) & 15).min(Pattern::COUNT - 1)]
    }
}

/// What a stone on an empty cell threatens, all directions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Threat {
    Quiet,
    OpenThree,
    DoubleThree,
    /// A four, which has one answer.
    Four,
    /// A four, and an open three that stays when the four is answered.
    FourThree,
    /// An open four or two fours: it wins unless the opponent wins first.
    OpenFour,
    Win,
    /// An overline or a double-four, which Black must not make in renju. Double-threes are not counted
    /// here: whether they are forbidden depends on more than the stones in line.
    Forbidden,
}

impl Threat {
    pub(crate) const COUNT: usize = 8;
}

/// All that the engine knows about one [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeEntry {
    pub(crate) threat: Threat,
    /// Whether renju may forbid the cell for its threes; then the rules have to be asked.
    pub(crate) perhaps_forbidden: bool,
    /// What the cell is worth to its colour, in engine units.
    pub(crate) value: i16,
    /// How soon a move here should be tried.
    pub(crate) order: i16,
}

/// The entries of all codes, for one colour under one rule.
#[derive(Clone, Debug)]
pub(crate) struct CodeTable {
    entries: Vec<CodeEntry>,
}

/// Worth of a cell by the row that a stone there makes in one direction. Set by hand, and rough: the rows
/// of a line share cells, so that a stretched row counts for more than it is worth.
const VALUE: [i16; Pattern::COUNT] = [0, 0, 1, 3, 4, 14, 12, 45, 40, 150, 250, 0, 0];

const ORDER: [i16; Pattern::COUNT] = [0, 1, 4, 14, 16, 70, 60, 300, 320, 3000, 8000, 0, 0];

impl CodeTable {
    pub(crate) fn new(rule: Rule, color: Color) -> CodeTable {
        let forbids = rule.has_forbidden_moves() && color == Color::Black;
        CodeTable { entries: (0..=u16::MAX).map(|code| judge(Code(code), forbids)).collect() }
    }

    pub(crate) fn entry(&self, code: Code) -> &CodeEntry {
        &self.entries[usize::from(code.0)]
    }
}

fn judge(code: Code, forbids: bool) -> CodeEntry {
    let patterns = [0, 1, 2, 3].map(|direction| code.pattern(direction));
    let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
    let (open_fours, fours) = (count(Pattern::OpenFour), count(Pattern::Four));
    let threes = count(Pattern::OpenThree);
    let is_forbidden =
        forbids && (count(Pattern::Overline) > 0 || count(Pattern::DoubleFour) > 0 || open_fours + fours > 1);
    let threat = if count(Pattern::Five) > 0 {
        Threat::Win
    } else if is_forbidden {
        Threat::Forbidden
    } else if open_fours > 0 || fours > 1 {
        Threat::OpenFour
    } else if fours == 1 {
        if threes > 0 { Threat::FourThree } else { Threat::Four }
    } else {
        match threes {
            0 => Threat::Quiet,
            1 => Threat::OpenThree,
            _ => Threat::DoubleThree,
        }
    };
    let perhaps_forbidden = forbids && threes > 1 && threat != Threat::Win && threat != Threat::Forbidden;
    let sum = |table: &[i16]| patterns.iter().map(|&pattern| table[pattern as usize]).sum::<i16>();
    let (bonus_value, bonus_order) = match threat {
        Threat::Quiet | Threat::OpenThree | Threat::Four => (0, 0),
        Threat::DoubleThree => (60, 600),
        Threat::FourThree => (100, 1500),
        Threat::OpenFour => (150, 3000),
        Threat::Win => (150, 0),
        Threat::Forbidden => return CodeEntry { threat, perhaps_forbidden, value: 0, order: 0 },
    };
    // A double-three is more likely forbidden to Black than not.
    let discount = if perhaps_forbidden { 4 } else { 1 };
    CodeEntry {
        threat,
        perhaps_forbidden,
        value: (sum(&VALUE) + bonus_value) / discount,
        order: (sum(&ORDER).min(20_000) + bonus_order) / discount,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threat(patterns: &[Pattern], forbids: bool) -> (Threat, bool) {
        let code = patterns.iter().enumerate().fold(Code::DEAD, |code, (d, &p)| code.with(d, p));
        let entry = judge(code, forbids);
        (entry.threat, entry.perhaps_forbidden)
    }

    #[test]
    fn rows_combine_to_threats() {
        use Pattern::{DoubleFour, Five, Four, OpenFour, OpenThree, OpenTwo, Overline};
        assert_eq!(threat(&[OpenTwo, OpenTwo], false), (Threat::Quiet, false));
        assert_eq!(threat(&[OpenThree, OpenTwo], true), (Threat::OpenThree, false));
        assert_eq!(threat(&[OpenThree, OpenThree], false), (Threat::DoubleThree, false));
        assert_eq!(threat(&[OpenThree, OpenThree], true), (Threat::DoubleThree, true));
        assert_eq!(threat(&[Four, OpenThree], true), (Threat::FourThree, false));
        assert_eq!(threat(&[Four, OpenThree, OpenThree], true), (Threat::FourThree, true));
        assert_eq!(threat(&[Four, Four], false), (Threat::OpenFour, false));
        assert_eq!(threat(&[Four, OpenFour], true), (Threat::Forbidden, false));
        assert_eq!(threat(&[DoubleFour], true), (Threat::Forbidden, false));
        assert_eq!(threat(&[Five, Overline, DoubleFour], true), (Threat::Win, false));
    }
}
