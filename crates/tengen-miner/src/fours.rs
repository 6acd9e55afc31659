//! Wins by fours.

use tengen_game::{Color, ForbiddenKind, Position};
use tengen_puzzles::{Answer, Ground, Puzzle, Task, Theme, Themes, check};

use crate::find::{Dropped, set_up, winning_fours};

/// The number of fours from which on a win is a long one.
pub(crate) const LONG: usize = 6;

/// The puzzle of a position in which the side to move wins by fours, or the reason for which it makes none; `None` where it does not win so.
pub(crate) fn fours(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    let solver = position.side_to_move();
    let ground = Ground::new(position);
    if Color::BOTH.into_iter().any(|color| !ground.fives(color).is_empty()) {
        return None;
    }
    let line = winning_fours(position, solver)?;
    let counter = winning_fours(position, !solver).unwrap_or_default();
    let themes = themes(&mut Ground::new(position), solver, &line);
    let start = set_up(position)?;
    let puzzle = Puzzle { start, task: Task::Fours { line, counter }, themes, rating: 0, level: 0 };
    Some(check(&puzzle).map(|()| puzzle).map_err(Dropped::from))
}

pub(crate) fn themes(ground: &mut Ground, solver: Color, line: &[tengen_game::Point]) -> Themes {
    let mut themes = Themes::from_iter([Theme::Fours]);
    if line.len() >= LONG {
        themes.insert(Theme::Long);
    }
    let mut made = Vec::new();
    for (index, &attack) in line.iter().enumerate() {
        // The answer before made a four.
        if !ground.fives(!solver).is_empty() {
            themes.insert(Theme::CounterFour);
        }
        match ground.four(solver, attack) {
            Ok(Answer::Forced(answer)) => {
                ground.exchange(solver, attack, answer);
                made.push((attack, answer));
            }
            Ok(Answer::Unstoppable(Some(kind))) => themes.insert(match kind {
                ForbiddenKind::DoubleThree => Theme::DoubleThreeTrap,
                ForbiddenKind::DoubleFour => Theme::DoubleFourTrap,
                ForbiddenKind::Overline => Theme::OverlineTrap,
            }),
            Ok(Answer::Unstoppable(None)) if index > 0 && is_open_four(ground, solver, attack) => {
                themes.insert(Theme::FourThree);
            }
            Ok(Answer::Unstoppable(None)) => themes.insert(Theme::DoubleFour),
            Ok(Answer::Won) | Err(_) => {}
        }
    }
    for (attack, answer) in made.into_iter().rev() {
        ground.take_back(solver, attack, answer);
    }
    themes
}

/// Whether a four that cannot be stopped is one row with two open ends: then the four before it made a three as well.
fn is_open_four(ground: &mut Ground, solver: Color, attack: tengen_game::Point) -> bool {
    ground.make(attack, solver);
    let fives = ground.fives(solver);
    ground.unmake(attack, solver);
    let [one, other] = fives[..] else { return false };
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    (dx == 5 || dx == 0) && (dy == 5 || dy == 0)
}
