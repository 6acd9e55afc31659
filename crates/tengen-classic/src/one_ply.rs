//! The common part of opponents that look only one stone ahead.

use tengen_analysis::{Score, SearchLimits, StopReason};
use tengen_game::{Board, Color, Direction, Point, Position, Rule};

use crate::field::tie_key;
use crate::meter::Meter;
use crate::player::{Finding, Thinker, value};

/// A chosen point and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) point: Point,
    /// The point's value in the opponent's figures.
    pub(crate) value: i32,
}

/// An opponent that looks at the position once; it needs no slices.
pub(crate) struct OnePly {
    name: &'static str,
    /// Chooses the best legal point, with a seed for ties; `None` where no point is legal.
    choose: fn(&Position, u64) -> Option<Choice>,
    /// The divisor of values for the report.
    divisor: i32,
    /// The answer, found when the search begins.
    found: Finding,
}

impl OnePly {
    pub(crate) fn new(
        name: &'static str,
        choose: fn(&Position, u64) -> Option<Choice>,
        divisor: i32,
    ) -> OnePly {
        let found =
            Finding { score: Score::Value(0), line: Vec::new(), depth: 0, stopped_by: StopReason::Decided };
        OnePly { name, choose, divisor, found }
    }
}

impl Thinker for OnePly {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn begin(&mut self, position: &Position, limits: &SearchLimits) {
        let choice = (self.choose)(position, limits.seed);
        let wins = |point| wins_with(position.board(), position.rule(), position.side_to_move(), point);
        self.found = match choice {
            None => Finding {
                score: Score::Value(0),
                line: Vec::new(),
                depth: 0,
                stopped_by: StopReason::Decided,
            },
            Some(Choice { point, .. }) if wins(point) => Finding {
                score: Score::Mate(1),
                line: vec![point],
                depth: 1,
                stopped_by: StopReason::Decided,
            },
            Some(choice) => Finding {
                score: value(choice.value, self.divisor),
                line: vec![choice.point],
                depth: 1,
                stopped_by: StopReason::Depth,
            },
        };
    }

    fn think(&mut self, meter: &mut Meter, tell: &mut dyn FnMut(&Finding, &Meter)) -> Option<Finding> {
        tell(&self.found, meter);
        Some(self.found.clone())
    }
}

/// The legal point of the greatest value; `seed` chooses among equal ones.
pub(crate) fn best_legal(
    position: &Position,
    values: impl Iterator<Item = (i32, Point)>,
    seed: u64,
) -> Option<Choice> {
    let mut values: Vec<(i32, Point)> = values.collect();
    values.sort_unstable_by_key(|&(value, point)| (std::cmp::Reverse(value), tie_key(seed, point)));
    let legal = values.into_iter().find(|&(_, point)| position.check(point).is_ok());
    legal.map(|(value, point)| Choice { point, value })
}

/// Whether a stone of `color` on an empty point would win.
pub(crate) fn wins_with(board: &Board, rule: Rule, color: Color, point: Point) -> bool {
    Direction::ALL.into_iter().any(|direction| wins_along(board, rule, color, point, direction))
}

/// Whether the stone would win by its row in one direction.
pub(crate) fn wins_along(
    board: &Board,
    rule: Rule,
    color: Color,
    point: Point,
    direction: Direction,
) -> bool {
    let run = board.run_through(point, color, direction);
    rule.run_wins(color, run.length(), board.blocked_ends(&run, color))
}
