use tengen_analysis::Score;
use tengen_game::Color;

/// How many engine units change the odds by a factor of e, as in the engine's reviews.
const ENGINE_UNITS_A_NAT: f64 = 300.0;

/// What a position is worth to Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Engine units.
    Value(i32),
    /// Plies until this side wins.
    Mate(Color, u32),
}

/// A text of the catalogues, by its key, with its only variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// The key of the text.
    pub key: &'static str,
    /// The variable's name.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
}

impl Worth {
    /// What a score means that is told for `side`.
    pub fn new(score: Score, side: Color) -> Worth {
        match score {
            Score::Value(value) if side == Color::Black => Worth::Value(value),
            Score::Value(value) => Worth::Value(-value),
            Score::Mate(plies) => Worth::Mate(if plies > 0 { side } else { !side }, plies.unsigned_abs()),
        }
    }

    /// Black's chance to win in per cent, by a logistic curve. Only a proved end is certain.
    pub fn black_chance(self) -> u8 {
        match self {
            Worth::Mate(Color::Black, _) => 100,
            Worth::Mate(Color::White, _) => 0,
            Worth::Value(value) => {
                let chance = 100.0 / (1.0 + (-f64::from(value) / ENGINE_UNITS_A_NAT).exp());
                chance.round().clamp(1.0, 99.0) as u8
            }
        }
    }

    /// In words.
    pub fn in_words(self) -> Said {
        self.said("chance", "percent", ["mate-black", "mate-white"])
    }

    /// In as few signs as can be, to stand before a line: Black's chances, or the winner's moves.
    pub fn in_short(self) -> Said {
        self.said("per-cent", "value", ["mate-short-black", "mate-short-white"])
    }

    fn said(self, key: &'static str, name: &'static str, mates: [&'static str; 2]) -> Said {
        match self {
            Worth::Value(_) => Said { key, name, value: self.black_chance().into() },
            // People count the winner's own moves.
            Worth::Mate(winner, plies) => {
                Said { key: mates[winner.index()], name: "moves", value: plies.div_ceil(2) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_are_blacks() {
        assert_eq!(Worth::new(Score::Value(300), Color::White), Worth::Value(-300));
        assert_eq!(Worth::new(Score::Mate(-4), Color::White), Worth::Mate(Color::Black, 4));
        assert_eq!(Worth::new(Score::Mate(5), Color::White), Worth::Mate(Color::White, 5));
    }

    #[test]
    fn only_a_proof_is_certain() {
        assert_eq!(Worth::Value(0).black_chance(), 50);
        assert_eq!(Worth::Value(100_000).black_chance(), 99);
        assert_eq!(Worth::Value(-100_000).black_chance(), 1);
        assert_eq!(Worth::Mate(Color::White, 9).black_chance(), 0);
        assert_eq!([300, -100].map(|value| Worth::Value(value).black_chance()), [73, 42]);
    }
}
