//! The meaning of scores to people: chances to win, and short texts.

use tengen_game::{Color, Score};

/// The number of engine units that change the odds by a factor of e, in a review and in charts alike, so that a mistake
/// of the review is visible in the chart.
///
/// Searches of 4,000 to 6,000 nodes predict the results of the engine's games against itself best with 180 units in freestyle, 260 in standard
/// and 155 in renju (`tengen-train calibrate`; `docs/strength/evaluation.md` has the plot).
pub const ENGINE_UNITS_A_NAT: f64 = 185.0;

/// The chance to win of the side that the score is for, by a logistic curve: 0 to 1.
fn expectation(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / ENGINE_UNITS_A_NAT).exp())
}

/// The chance to win of the side that the score is for, in thousandths. Only a proved end is certain.
pub fn win_chance(score: Score) -> u16 {
    match score {
        Score::WON => 1_000,
        Score::Mate(plies) if plies > 0 => 1_000,
        Score::Mate(_) => 0,
        Score::Value(value) if value <= -30_000 => 0,
        Score::Value(value) => ((1_000.0 * expectation(value)).round() as u16).clamp(1, 999),
    }
}

/// Black's chance to win in per cent, by a score for `side`. Only a proved end is certain.
pub fn black_percent(score: Score, side: Color) -> u8 {
    match score {
        Score::Mate(plies) => {
            if mate_winner(plies, side) == Color::Black {
                100
            } else {
                0
            }
        }
        Score::Value(value) => {
            let value = if side == Color::Black { value } else { -value };
            ((100.0 * expectation(value)).round() as u8).clamp(1, 99)
        }
    }
}

/// The person to whom values are told, and so the side whose chances a text names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody: values are Black's chances.
    #[default]
    Neutral,
    /// The only person who plays the game: values are the chances of this side.
    Player(Color),
}

impl Viewer {
    /// The side whose chances are told.
    pub fn side(self) -> Color {
        match self {
            Viewer::Neutral => Color::Black,
            Viewer::Player(side) => side,
        }
    }

    /// The chance to win of the viewer's side in per cent, by a score for `side`. Only a proved end is certain.
    pub fn percent(self, score: Score, side: Color) -> u8 {
        let black = black_percent(score, side);
        if self.side() == Color::Black { black } else { 100 - black }
    }
}

/// The side that wins by force, by the plies of a [mate score](Score::Mate) for `side`.
pub fn mate_winner(plies: i32, side: Color) -> Color {
    if plies > 0 { side } else { !side }
}

/// The number of moves of a forced win of `plies` as people count: the winner's own moves alone.
pub fn mate_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// A text of the catalogues, by its key, with its only variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreText {
    /// The key of the text.
    pub key: &'static str,
    /// The name of the variable.
    pub name: &'static str,
    /// The value of the variable.
    pub value: u32,
}

impl ScoreText {
    /// A score for `side` in a sentence.
    pub fn long(score: Score, side: Color, viewer: Viewer) -> ScoreText {
        let key = match viewer {
            Viewer::Neutral => "chance",
            Viewer::Player(_) => "chance-own",
        };
        ScoreText::new(score, side, viewer, (key, "percent"), ["mate-black", "mate-white"])
    }

    /// The short form, for the beginning of a line: the chances of the viewer's side, or the winner's moves.
    pub fn short(score: Score, side: Color, viewer: Viewer) -> ScoreText {
        ScoreText::new(score, side, viewer, ("per-cent", "value"), ["mate-short-black", "mate-short-white"])
    }

    fn new(
        score: Score,
        side: Color,
        viewer: Viewer,
        (key, name): (&'static str, &'static str),
        mates: [&'static str; 2],
    ) -> ScoreText {
        match score {
            Score::Value(_) => ScoreText { key, name, value: viewer.percent(score, side).into() },
            Score::Mate(plies) => {
                let (winner, value) = (mate_winner(plies, side), mate_moves(plies.unsigned_abs()));
                ScoreText { key: mates[winner.index()], name: "moves", value }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_both_sides_together() {
        for value in [-5_000, -900, -1, 0, 3, 450, 20_000] {
            assert_eq!(win_chance(Score::Value(value)) + win_chance(Score::Value(-value)), 1_000);
        }
        assert_eq!(win_chance(Score::Value(300)), 835);
        assert_eq!(
            [Score::Mate(3), Score::WON, Score::Mate(-2), Score::Mate(0)].map(win_chance),
            [1_000, 1_000, 0, 0]
        );
    }

    #[test]
    fn only_a_proof_is_certain() {
        let black = |score| black_percent(score, Color::Black);
        let values = [0, 100_000, -100_000, 300, -100].map(Score::Value);
        assert_eq!(values.map(black), [50, 99, 1, 84, 37]);
        assert_eq!([Score::Mate(9), Score::Mate(-8)].map(black), [100, 0]);
        assert_eq!(black_percent(Score::Value(300), Color::White), 16);
    }

    #[test]
    fn a_text_counts_the_winners_moves() {
        let key = |score, side| {
            let text = ScoreText::short(score, side, Viewer::Neutral);
            (text.key, text.value)
        };
        assert_eq!(key(Score::Mate(-4), Color::White), ("mate-short-black", 2));
        assert_eq!(key(Score::Mate(5), Color::White), ("mate-short-white", 3));
        assert_eq!(ScoreText::long(Score::Value(0), Color::White, Viewer::Neutral).value, 50);
    }

    #[test]
    fn a_player_reads_the_own_chances_and_the_winner_by_colour() {
        let white = Viewer::Player(Color::White);
        let text = |score, viewer| {
            let text = ScoreText::long(score, Color::Black, viewer);
            (text.key, text.value)
        };
        assert_eq!(text(Score::Value(300), white), ("chance-own", 16));
        assert_eq!(text(Score::Value(300), Viewer::Player(Color::Black)), ("chance-own", 84));
        assert_eq!(text(Score::Value(300), Viewer::Neutral), ("chance", 84));
        assert_eq!(text(Score::Mate(3), white), text(Score::Mate(3), Viewer::Neutral));
        assert_eq!(white.percent(Score::Mate(-2), Color::Black), 100);
    }
}
