use serde::{Deserialize, Serialize};
use tengen_analysis::{Score, SearchReport};
use tengen_game::Color;

use crate::Ending;

/// The rules by which the arena ends a decided game early. Without any rule it never does.
///
/// Scores of two opponents have different units and cannot be compared, so a rule needs **both**: for a win, the scores of
/// one side must be high enough and those of the other side low enough, each in its own unit, for a number of moves of each
/// in succession. A proved mate exceeds every value. A program that reports no score never agrees;
/// a single move without a score, such as a forced one, neither counts nor interrupts the succession.
///
/// ```
/// use tengen_arena::{Adjudication, WinRule};
///
/// let both_see_it = WinRule { least: Some(2_000), moves: 3 };
/// let adjudication = Adjudication { win: Some(both_see_it), draw: None };
/// assert_ne!(adjudication, Adjudication::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The rule by which a side has won; `None` adjudicates no win.
    pub win: Option<WinRule>,
    /// The rule by which a game is a draw; `None` adjudicates no draw.
    pub draw: Option<DrawRule>,
}

/// Adjudicates a win: one side reports winning scores, the other side losing ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// The least score, in the units of each engine; `None` lets only proved mates count.
    pub least: Option<u32>,
    /// Successive moves of each side with such scores; at least 1.
    pub moves: u32,
}

/// Adjudicates a draw: both sides report scores near to balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The greatest distance of a score from 0, in the units of each engine.
    pub most: u32,
    /// Successive moves of each side with such scores; at least 1.
    pub moves: u32,
    /// The first move of the game at which the rule counts, moves of the opening included.
    pub from_move: u32,
}

/// The scores that the sides of a game have reported.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// For each colour: successive moves, up to the last one, with a score that wins, loses, or is in balance.
    winning: [u32; 2],
    losing: [u32; 2],
    balanced: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, winning: [0; 2], losing: [0; 2], balanced: [0; 2] }
    }

    /// Takes in the report of `side` with a move, after which the game has `moves`; returns the end of the game, if it is
    /// decided.
    pub(crate) fn record(&mut self, side: Color, report: &SearchReport, moves: usize) -> Option<Ending> {
        // A forced move often comes without a score, and leaves the counts as they are.
        let score = score_of(report)?;
        let count = |counts: &mut [u32; 2], holds: bool| {
            let count = &mut counts[side.index()];
            *count = if holds { count.saturating_add(1) } else { 0 };
        };
        if let Some(WinRule { least, .. }) = self.rules.win {
            count(&mut self.winning, reaches(score, least));
            count(&mut self.losing, reaches(negated(score), least));
        }
        if let Some(DrawRule { most, .. }) = self.rules.draw {
            let near = |score| matches!(score, Score::Value(value) if value.unsigned_abs() <= most);
            count(&mut self.balanced, near(score));
        }
        self.winner().map(|winner| Ending::adjudication(Some(winner))).or_else(|| {
            let rule = self.rules.draw?;
            let agreed = self.balanced.iter().all(|&count| count >= rule.moves.max(1));
            (agreed && moves >= rule.from_move as usize).then(|| Ending::adjudication(None))
        })
    }

    fn winner(&self) -> Option<Color> {
        let moves = self.rules.win?.moves.max(1);
        Color::BOTH
            .into_iter()
            .find(|&color| self.winning[color.index()] >= moves && self.losing[(!color).index()] >= moves)
    }
}

/// The score, if the report has one: a program may send only its move.
pub(crate) fn score_of(report: &SearchReport) -> Option<Score> {
    let is_bare = report.depth == 0 && report.nodes == 0 && report.score == Score::Value(0);
    (!is_bare).then_some(report.score)
}

fn reaches(score: Score, least: Option<u32>) -> bool {
    match score {
        Score::Mate(plies) => plies > 0,
        // A figure of 0 would be no opinion.
        Score::Value(value) => least.is_some_and(|least| value > 0 && value.unsigned_abs() >= least),
    }
}

fn negated(score: Score) -> Score {
    match score {
        // A side that has already lost reports only a loss.
        Score::Mate(plies) => Score::Mate(if plies > 0 { -plies } else { plies.saturating_abs().max(1) }),
        Score::Value(value) => Score::Value(value.saturating_neg()),
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::StopReason;

    use super::*;

    fn report(score: Score, depth: u32) -> SearchReport {
        SearchReport::new(None, score, StopReason::Depth).with_depth(depth).with_nodes(u64::from(depth))
    }

    /// The end of a game with these scores, Black's first, and the number of moves before it.
    fn ends(rules: Adjudication, scores: &[Score], depth: u32) -> Option<(usize, String)> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut side = Color::Black;
        (1..).zip(scores).find_map(|(moves, &score)| {
            let ending = adjudicator.record(side, &report(score, depth), moves);
            side = !side;
            ending.map(|ending| (moves, ending.to_string()))
        })
    }

    const BLACK_WINS: &str = "black:adjudication";

    #[test]
    fn both_must_agree_on_the_winner_for_the_number_of_moves() {
        use Score::{Mate, Value};
        let rules = Adjudication { win: Some(WinRule { least: Some(500), moves: 2 }), draw: None };
        let agreed = [Value(700), Value(-500), Mate(9), Value(-900)];
        assert_eq!(ends(rules, &agreed, 1), Some((4, BLACK_WINS.to_owned())));
        // White's scores are above -499, or one interrupts the row.
        assert_eq!(ends(rules, &[Value(700), Value(-499), Mate(9), Value(-900)], 1), None);
        assert_eq!(ends(rules, &[Value(700), Value(-600), Value(0), Value(-900)], 1), None);
        // Both sides report a win.
        assert_eq!(ends(rules, &[Value(700); 8], 1), None);
        // A forced move has no score, and the next one may have one.
        assert_eq!(ends(rules, &[Value(700), Value(0), Value(700), Value(0)], 0), None);
        let white = ends(rules, &[Mate(0), Mate(1), Mate(-4), Mate(3)], 0);
        assert_eq!(white, Some((4, "white:adjudication".to_owned())));
    }

    #[test]
    fn mates_alone_can_be_asked_for() {
        use Score::{Mate, Value};
        let rules = Adjudication { win: Some(WinRule { least: None, moves: 1 }), draw: None };
        assert_eq!(ends(rules, &[Value(30_000), Value(-30_000)], 1), None);
        assert_eq!(ends(rules, &[Mate(5), Mate(-4)], 1), Some((2, BLACK_WINS.to_owned())));
    }

    #[test]
    fn a_draw_takes_balance_and_a_long_game() {
        use Score::{Mate, Value};
        let rule = DrawRule { most: 20, moves: 2, from_move: 6 };
        let rules = Adjudication { win: None, draw: Some(rule) };
        let draw = |moves| Some((moves, "draw:adjudication".to_owned()));
        assert_eq!(ends(rules, &[Value(20); 9], 1), draw(6));
        assert_eq!(ends(rules, &[Value(-20); 5], 1), None);
        let late = [Value(0), Value(0), Value(0), Value(21), Value(0), Value(0), Value(0), Value(0)];
        assert_eq!(ends(rules, &late, 1), draw(8));
        assert_eq!(ends(rules, &[Mate(3); 9], 1), None);
        assert_eq!(ends(rules, &[Value(0); 9], 0), None);
    }

    #[test]
    fn without_rules_no_game_is_adjudicated() {
        assert_eq!(ends(Adjudication::default(), &[Score::Mate(1), Score::Mate(-2)], 1), None);
    }
}
