use super::pattern::Pattern;

/// The threat that a stone on an empty cell makes, all directions together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Threat {
    Quiet,
    OpenThree,
    DoubleThree,
    /// A four, which one answer stops; in caro there may be several.
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

    /// The bit of this threat, which must be counted, in a [mask](ThreatCounts::mask).
    pub(crate) const fn bit(self) -> usize {
        1 << (self as usize - 1)
    }

    /// The threat of a stone that makes these patterns, for a colour with forbidden moves if `forbids`.
    pub(crate) fn of(patterns: [Pattern; 4], forbids: bool) -> Threat {
        let count = |wanted| patterns.iter().filter(|&&pattern| pattern == wanted).count();
        let (open_fours, fours) = (count(Pattern::OpenFour), count(Pattern::Four));
        let threes = count(Pattern::OpenThree);
        let is_forbidden = forbids
            && (count(Pattern::Overline) > 0 || count(Pattern::DoubleFour) > 0 || open_fours + fours > 1);
        if count(Pattern::Five) > 0 {
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
        }
    }

    /// Whether renju may forbid a cell of this threat for its threes. Only the rules can decide that.
    pub(crate) fn is_perhaps_forbidden(self, patterns: [Pattern; 4], forbids: bool) -> bool {
        let threes = patterns.iter().filter(|&&pattern| pattern == Pattern::OpenThree).count();
        forbids && threes > 1 && self != Threat::Win && self != Threat::Forbidden
    }
}

/// The number of empty cells of each threat, in ten bits each. Quiet and forbidden cells are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct ThreatCounts(u64);

/// Threats that are counted: those between quiet and forbidden.
const COUNTED: usize = Threat::COUNT - 2;

const LANE_BITS: usize = 10;

const _: () =
    assert!(super::CELLS < 1 << (LANE_BITS - 1), "every count leaves the highest bit of its lane free");

impl ThreatCounts {
    /// One cell of a threat.
    const ONE: [u64; Threat::COUNT] = {
        let mut ones = [0; Threat::COUNT];
        let mut threat = 1;
        while threat <= COUNTED {
            ones[threat] = 1 << (LANE_BITS * (threat - 1));
            threat += 1;
        }
        ones
    };

    /// A bit at the same place of each lane.
    const fn in_each_lane(bit: usize) -> u64 {
        let mut bits = 0;
        let mut lane = 0;
        while lane < COUNTED {
            bits |= 1 << (LANE_BITS * lane + bit);
            lane += 1;
        }
        bits
    }

    /// A cell gets another threat. Both are given by number.
    #[inline]
    pub(crate) fn replace(&mut self, old: usize, new: usize) {
        let one = |threat: usize| Self::ONE[threat % Threat::COUNT];
        self.0 = self.0.wrapping_add(one(new)).wrapping_sub(one(old));
    }

    /// The set of threats with at least one cell: a bit each, from the open three up to the win.
    #[inline]
    pub(crate) fn mask(self) -> usize {
        const HIGHEST: u64 = ThreatCounts::in_each_lane(LANE_BITS - 1);
        const ALL_BELOW: u64 = HIGHEST - ThreatCounts::in_each_lane(0);
        // Adding all ones carries into the highest bit of a lane that is not zero. The product then moves the bit of
        // lane i to place 50 + i; no two of its bits meet.
        const GATHER: u64 = 1 << 50 | 1 << 41 | 1 << 32 | 1 << 23 | 1 << 14 | 1 << 5;
        let lanes = ((self.0 + ALL_BELOW) & HIGHEST) >> (LANE_BITS - 1);
        (lanes.wrapping_mul(GATHER) >> 50) as usize & (THREAT_MASKS - 1)
    }
}

/// The number of sets of threats that one colour can have on the board.
pub(crate) const THREAT_MASKS: usize = 1 << COUNTED;

#[cfg(test)]
mod tests {
    use super::*;

    fn threat(patterns: &[Pattern], forbids: bool) -> (Threat, bool) {
        let mut all = [Pattern::Dead; 4];
        all[..patterns.len()].copy_from_slice(patterns);
        let threat = Threat::of(all, forbids);
        (threat, threat.is_perhaps_forbidden(all, forbids))
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

    #[test]
    fn a_mask_says_which_counts_are_not_zero() {
        use Threat::{DoubleThree, Forbidden, Four, FourThree, OpenFour, OpenThree, Quiet, Win};
        let counted = [OpenThree, DoubleThree, Four, FourThree, OpenFour, Win];
        for mask in 0..THREAT_MASKS {
            for often in [1, 2, 483] {
                let mut counts = ThreatCounts::default();
                counts.replace(Quiet as usize, Forbidden as usize);
                for (bit, threat) in counted.into_iter().enumerate().filter(|(bit, _)| mask >> bit & 1 != 0) {
                    let old = if bit % 2 == 0 { Quiet } else { Forbidden };
                    (0..often).for_each(|_| counts.replace(old as usize, threat as usize));
                }
                assert_eq!(counts.mask(), mask);
            }
        }
    }
}
