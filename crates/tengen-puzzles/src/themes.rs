//! The ideas of solutions.

use tengen_game::{Color, ForbiddenKind, Point};

use crate::ground::{Answer, Ground};
use crate::puzzle::{Theme, Themes};

/// The number of fours, or of threats and fours, from which on a win is a long one.
pub const LONG: usize = 6;

/// The themes of a win by fours of the side to move.
pub fn of_fours(ground: &mut Ground, solver: Color, line: &[Point]) -> Themes {
    let mut themes = Themes::from_iter([Theme::Fours]);
    if line.len() >= LONG {
        themes.insert(Theme::Long);
    }
    ground.follow(solver, line, |ground, index, answer| {
        // The answer before made a four.
        if !ground.fives(!solver).is_empty() {
            themes.insert(Theme::CounterFour);
        }
        match answer {
            Ok(Answer::Unstoppable(Some(kind))) => themes.insert(match kind {
                ForbiddenKind::DoubleThree => Theme::DoubleThreeTrap,
                ForbiddenKind::DoubleFour => Theme::DoubleFourTrap,
                ForbiddenKind::Overline => Theme::OverlineTrap,
            }),
            Ok(Answer::Unstoppable(None)) if index > 0 && is_open_four(ground, solver, line[index]) => {
                themes.insert(Theme::FourThree);
            }
            Ok(Answer::Unstoppable(None)) => themes.insert(Theme::DoubleFour),
            Ok(Answer::Forced(_) | Answer::Won) | Err(_) => {}
        }
        true
    });
    themes
}

/// Whether a four that cannot be stopped is one row with two open ends: then the four before it made a three as well.
fn is_open_four(ground: &mut Ground, solver: Color, attack: Point) -> bool {
    ground.make(attack, solver);
    let fives = ground.fives(solver);
    ground.unmake(attack, solver);
    let [one, other] = fives[..] else { return false };
    let (dx, dy) = (one.x().abs_diff(other.x()), one.y().abs_diff(other.y()));
    (dx == 5 || dx == 0) && (dy == 5 || dy == 0)
}
