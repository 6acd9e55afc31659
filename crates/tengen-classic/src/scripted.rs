//! Scripted beginners, against which the ladder for people is measured.
//!
//! A scripted beginner completes its own row, blocks fours and open threes, each with a chance of its own, and otherwise lengthens its own
//! longest row that has an open end. It makes no other threats and sees no double threats.

use tengen_analysis::{Opponent, Score, SearchLimits, StopReason};
use tengen_game::{Board, Color, Direction, Point, Position, SplitMix};

use crate::meter::Meter;
use crate::one_ply::{best_legal, wins_with};
use crate::player::{Finding, Player, Thinker, value};

/// The habits of a scripted beginner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scripted {
    /// The share of the opponent's fours that it blocks, in per cent.
    pub blocks_fours: u8,
    /// The share of the opponent's open threes that it blocks, in per cent.
    pub blocks_threes: u8,
}

impl Scripted {
    /// The beginner that blocks every four and every open three.
    pub const BEGINNER: Scripted = Scripted { blocks_fours: 100, blocks_threes: 100 };

    /// Six beginners, the weakest first.
    pub const ALL: [Scripted; 6] = [
        Scripted { blocks_fours: 30, blocks_threes: 0 },
        Scripted { blocks_fours: 60, blocks_threes: 10 },
        Scripted { blocks_fours: 80, blocks_threes: 30 },
        Scripted { blocks_fours: 95, blocks_threes: 60 },
        Scripted { blocks_fours: 100, blocks_threes: 85 },
        Scripted::BEGINNER,
    ];

    /// The name in tables, such as `scripted-80-30`.
    pub fn name(self) -> String {
        format!("scripted-{}-{}", self.blocks_fours, self.blocks_threes)
    }

    /// A new opponent, which may move to another thread. The seed of a search decides what it overlooks.
    pub fn opponent(self) -> Box<dyn Opponent + Send> {
        Box::new(Player::new(Beginner { habits: self, found: None }))
    }

    fn choose(self, position: &Position, seed: u64) -> Option<(i32, Point)> {
        let (board, rule, side) = (position.board(), position.rule(), position.side_to_move());
        let mut random = SplitMix::new(SplitMix::mix(seed) ^ board.stones() as u64);
        let mut notices = |percent: u8| random.below(100) < u64::from(percent);
        let (blocks_four, blocks_three) = (notices(self.blocks_fours), notices(self.blocks_threes));
        let of = |points: &mut dyn Iterator<Item = Point>| {
            let values = points.map(|point| (i32::from(longest(position, point, side)), point));
            best_legal(position, values, seed).map(|choice| (choice.value, choice.point))
        };
        let wins_for =
            |color| board.empty_points().filter(move |&point| wins_with(board, rule, color, point));
        of(&mut wins_for(side))
            .or_else(|| if blocks_four { of(&mut wins_for(!side)) } else { None })
            .or_else(|| {
                let threes = board.empty_points().filter(|&point| extends_open_three(position, point, !side));
                if blocks_three { of(&mut threes.collect::<Vec<_>>().into_iter()) } else { None }
            })
            .or_else(|| of(&mut board.empty_points().filter(|&point| longest(position, point, side) > 1)))
            .or_else(|| {
                // Without a row to lengthen it plays as near to the centre as it can.
                let center = board.size().center();
                let distance =
                    |point: Point| point.x().abs_diff(center.x()).max(point.y().abs_diff(center.y()));
                let values = board.empty_points().map(|point| (-i32::from(distance(point)), point));
                best_legal(position, values, seed).map(|choice| (0, choice.point))
            })
    }
}

/// The stones of `color` in an unbroken row next to a point in a direction, on both sides, and the number of empty ends.
fn run(board: &Board, point: Point, color: Color, direction: Direction) -> (u8, u8) {
    let (dx, dy) = direction.step();
    let (mut stones, mut open) = (0, 0);
    for sign in [-1, 1] {
        let mut cells = (1..).map(|k| point.offset(sign * k * dx, sign * k * dy, board.size()));
        let mut end = None;
        for cell in &mut cells {
            match cell {
                Some(cell) if board.stone(cell) == Some(color) => stones += 1,
                other => {
                    end = other;
                    break;
                }
            }
        }
        open += u8::from(end.is_some_and(|end| board.is_empty(end)));
    }
    (stones, open)
}

/// Whether a stone of `color` on a point would make a row of four with two empty ends, in the terms of five in a row.
fn extends_open_three(position: &Position, point: Point, color: Color) -> bool {
    let needed = position.rule().win_length().stones().saturating_sub(2);
    Direction::ALL.into_iter().any(|direction| {
        let (stones, open) = run(position.board(), point, color, direction);
        needed > 1 && stones == needed && open == 2
    })
}

/// The stones of the longest row through a point that is not blocked at both ends, the point included.
fn longest(position: &Position, point: Point, color: Color) -> u8 {
    let rows = Direction::ALL.map(|direction| {
        let (stones, open) = run(position.board(), point, color, direction);
        if open > 0 { stones + 1 } else { 0 }
    });
    rows.into_iter().max().unwrap_or_default()
}

struct Beginner {
    habits: Scripted,
    found: Option<Finding>,
}

impl Thinker for Beginner {
    fn name(&self) -> String {
        self.habits.name()
    }

    fn begin(&mut self, position: &Position, limits: &SearchLimits) {
        let found = self.habits.choose(position, limits.seed);
        let wins = |point| wins_with(position.board(), position.rule(), position.side_to_move(), point);
        self.found = found.map(|(stones, point)| {
            let (score, stopped_by) = if wins(point) {
                (Score::Mate(1), StopReason::Decided)
            } else {
                (value(stones, 1), StopReason::Depth)
            };
            Finding { score, line: vec![point], depth: 1, stopped_by }
        });
    }

    fn think(&mut self, meter: &mut Meter, tell: &mut dyn FnMut(&Finding, &Meter)) -> Option<Finding> {
        let none =
            Finding { score: Score::Value(0), line: Vec::new(), depth: 0, stopped_by: StopReason::Decided };
        let found = self.found.clone().unwrap_or(none);
        tell(&found, meter);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::SystemClock;
    use tengen_game::{Rule, diagram};

    use super::*;

    /// The point that the beginner plays for Black in a diagram.
    fn answer(habits: Scripted, text: &str) -> String {
        let board = diagram::read(text).unwrap();
        let position = Position::from_board(Rule::FREESTYLE, board, Color::Black).unwrap();
        let mut opponent = habits.opponent();
        opponent.set_position(position.clone());
        let report = opponent.choose(&SearchLimits::default(), &SystemClock::new(), &mut ()).unwrap();
        report.best_move.unwrap().on(position.size()).to_string()
    }

    const OPEN_THREE: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . O O O . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";

    #[test]
    fn it_blocks_open_threes_or_lengthens_its_own_row() {
        assert!(["b7", "f7"].contains(&&*answer(Scripted::BEGINNER, OPEN_THREE)));
        let blind = Scripted { blocks_fours: 0, blocks_threes: 0 };
        assert!(["d6", "g3"].contains(&&*answer(blind, OPEN_THREE)));
    }

    #[test]
    fn it_completes_its_own_row_before_it_blocks() {
        let text = "
            . . . . . . .
            X X X X . . .
            O O O O . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
        ";
        assert_eq!(answer(Scripted::BEGINNER, text), "e6");
    }
}
