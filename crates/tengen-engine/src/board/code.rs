//! The patterns of a cell in all four directions, as one number.

use super::pattern::Pattern;

/// The patterns of one cell and colour, four bits for each direction. 0: nothing can be won here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Code(pub(crate) u16);

/// How many multisets of four patterns there are. Directions are equivalent to the evaluation, so that its
/// tables are indexed by this number and stay in the cache.
pub const CODES: usize = 1820;

impl Code {
    #[cfg(test)]
    pub(crate) const DEAD: Code = Code(0);

    #[cfg(test)]
    pub(crate) fn with(self, direction: usize, pattern: Pattern) -> Code {
        let shift = 4 * direction;
        Code(self.0 & !(15 << shift) | (pattern as u16) << shift)
    }

    /// Whether a stone makes at least a [`Pattern::Three`] in some direction.
    pub(crate) const fn has_three(self) -> bool {
        // A Three is a 6: of the numbers up to 7 only 6 and 7 reach 8 when 2 is added, and the others do already.
        ((self.0 & 0x7777).wrapping_add(0x2222) | self.0) & 0x8888 != 0
    }

    pub(crate) fn pattern(self, direction: usize) -> Pattern {
        Pattern::ALL[usize::from(self.0 >> (4 * direction) & 15).min(Pattern::COUNT - 1)]
    }

    /// The patterns of all directions.
    pub(crate) fn patterns(self) -> [Pattern; 4] {
        [0, 1, 2, 3].map(|direction| self.pattern(direction))
    }

    /// The number of the multiset of the four patterns, below [`CODES`]; 0 for four dead ones.
    #[inline]
    pub(crate) fn number(self) -> u16 {
        let [low, high] = self.0.to_le_bytes();
        let row = ROWS[usize::from(low)];
        let column = COLUMNS[usize::from(high)];
        NUMBERS[usize::from(row) + usize::from(column)]
    }
}

/// Multisets of two patterns.
const PAIRS: usize = Pattern::COUNT * (Pattern::COUNT + 1) / 2;

/// Multisets of two, by the byte of two directions; the rows of [`NUMBERS`] begin at these.
static ROWS: [u16; 256] = pairs(PAIRS);

/// The same as columns of [`NUMBERS`].
static COLUMNS: [u16; 256] = pairs(1);

/// The number of a multiset of four by the two of two that it is made of.
static NUMBERS: [u16; PAIRS * PAIRS] = numbers();

/// The patterns of each number, in falling order.
pub(crate) static PATTERNS: [[Pattern; 4]; CODES] = patterns();

const fn pair(a: usize, b: usize) -> usize {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    more * (more + 1) / 2 + less
}

const fn pairs(factor: usize) -> [u16; 256] {
    let mut pairs = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (a, b) = (byte % 16, byte / 16);
        // No pattern has a greater number; what stands there does not matter.
        if a < Pattern::COUNT && b < Pattern::COUNT {
            pairs[byte] = (pair(a, b) * factor) as u16;
        }
        byte += 1;
    }
    pairs
}

/// Multisets are counted by their greatest pattern, then by the next.
const fn number(mut kinds: [usize; 4]) -> usize {
    let mut end = kinds.len();
    while end > 1 {
        let mut at = 1;
        while at < end {
            if kinds[at - 1] < kinds[at] {
                (kinds[at - 1], kinds[at]) = (kinds[at], kinds[at - 1]);
            }
            at += 1;
        }
        end -= 1;
    }
    let [a, b, c, d] = kinds;
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

const fn numbers() -> [u16; PAIRS * PAIRS] {
    let mut numbers = [0; PAIRS * PAIRS];
    let mut bits = 0;
    // Four kinds of which the first two and the last two are in order.
    while bits < 1 << 16 {
        let [a, b, c, d] = [bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12];
        if a < Pattern::COUNT && b <= a && c < Pattern::COUNT && d <= c {
            numbers[pair(a, b) * PAIRS + pair(c, d)] = number([a, b, c, d]) as u16;
        }
        bits += 1;
    }
    numbers
}

const fn patterns() -> [[Pattern; 4]; CODES] {
    let mut patterns = [[Pattern::Dead; 4]; CODES];
    let mut bits = 0;
    while bits < 1 << 16 {
        let [a, b, c, d] = [bits & 15, bits >> 4 & 15, bits >> 8 & 15, bits >> 12];
        if a < Pattern::COUNT && b <= a && c <= b && d <= c {
            let kinds = [Pattern::ALL[a], Pattern::ALL[b], Pattern::ALL[c], Pattern::ALL[d]];
            patterns[number([a, b, c, d])] = kinds;
        }
        bits += 1;
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_three_is_seen_in_every_direction() {
        for direction in 0..4 {
            for pattern in Pattern::ALL {
                let code = Code::DEAD.with(direction, pattern).with((direction + 1) % 4, Pattern::OpenTwo);
                assert_eq!(code.has_three(), pattern >= Pattern::Three, "{pattern:?}");
            }
        }
    }

    #[test]
    fn the_order_of_directions_does_not_matter() {
        let mut seen = vec![None; CODES];
        for bits in 0..=u16::MAX {
            if (0..4).any(|direction| usize::from(bits >> (4 * direction) & 15) >= Pattern::COUNT) {
                continue;
            }
            let code = Code(bits);
            let mut patterns = [0, 1, 2, 3].map(|direction| code.pattern(direction));
            patterns.sort_unstable_by(|a, b| b.cmp(a));
            let number = usize::from(code.number());
            assert_eq!(*seen[number].get_or_insert(patterns), patterns);
            assert_eq!(PATTERNS[number], patterns);
        }
        assert!(seen.iter().all(Option::is_some));
        assert_eq!(Code::DEAD.number(), 0);
    }
}
