//! How much of its target time a search takes, by what its last iteration found.

use super::Line;
use crate::board::Cell;
use crate::search::{SearchParams, is_mate};

/// The percentage of an iteration's nodes that its best move usually takes.
const USUAL_SHARE: i32 = 65;

/// More stable iterations than this save no more time.
const MOST_STABLE: u32 = 6;

/// Scores that fall by more engine units than this take no more time.
const MOST_FALLEN: i32 = 100;

/// What a finished iteration says about the time that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    /// By how many engine units the score has fallen since the iteration before.
    fallen: i32,
    /// The percentage of the nodes that the best move took.
    share: i32,
}

impl Default for Outlook {
    fn default() -> Outlook {
        Outlook { fallen: 0, share: USUAL_SHARE }
    }
}

impl Outlook {
    /// The outlook after an iteration that found the line `now`, where the one before had found `before`; `effort` has the nodes
    /// that each move took.
    pub(super) fn new(now: Option<&Line>, before: Option<&Line>, effort: &[(Cell, u64)]) -> Outlook {
        let fallen = match (now, before) {
            (Some(now), Some(before)) if !is_mate(now.score) && !is_mate(before.score) => {
                (before.score - now.score).clamp(0, MOST_FALLEN)
            }
            _ => 0,
        };
        let best = now.and_then(|line| line.pv.first());
        let of_best: u64 = effort.iter().filter(|(cell, _)| Some(cell) == best).map(|(_, nodes)| nodes).sum();
        let all: u64 = effort.iter().map(|(_, nodes)| nodes).sum();
        let share = (100 * of_best).checked_div(all).map_or(USUAL_SHARE, |percent| percent as i32);
        Outlook { fallen, share }
    }

    /// How many percent of its target time the search takes: less, the longer the best move has been stable and the more of the
    /// nodes it took; more, where its score falls.
    pub(super) fn percent_of_target(self, stable_iterations: u32, params: &SearchParams) -> u32 {
        let stable = stable_iterations.min(MOST_STABLE) as i32;
        let effort = (self.share - USUAL_SHARE) * params.time_effort / (100 - USUAL_SHARE);
        let percent = params.time_base - params.time_stability * stable
            + self.fallen * params.time_drop / MOST_FALLEN
            - effort;
        percent.clamp(20, 300).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::Rule;

    use super::*;

    #[test]
    fn a_falling_score_takes_time_and_an_easy_move_saves_it() {
        let (good, other) = (Cell::new(7, 7), Cell::new(8, 8));
        let line = |score| Line { score, pv: vec![good] };
        let params = SearchParams { time_drop: 100, time_effort: 70, ..SearchParams::of(Rule::FREESTYLE) };
        let percent = |now: &Line, before: &Line, effort: &[(Cell, u64)]| {
            Outlook::new(Some(now), Some(before), effort).percent_of_target(2, &params)
        };
        let usual = Outlook::default().percent_of_target(2, &params);
        let effort = [(good, 65), (other, 35)];
        assert_eq!(percent(&line(10), &line(10), &effort), usual);
        assert_eq!(percent(&line(-20), &line(10), &effort), usual + 30);
        assert_eq!(percent(&line(-900), &line(10), &effort), usual + 100);
        assert_eq!(percent(&line(10), &line(-20), &effort), usual);
        assert_eq!(percent(&line(10), &line(10), &[(good, 100)]), usual - 70);
        assert!(percent(&line(10), &line(10), &[(good, 10), (other, 90)]) > usual + 100);
        assert_eq!(percent(&line(10), &line(10), &[]), usual);
        assert!(Outlook::default().percent_of_target(9, &params) < usual);
    }
}
