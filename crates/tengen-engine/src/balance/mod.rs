//! Moves that balance a position, for openings in which the other side then chooses its colour.
//!
//! [`Engine::balance`] looks for one move, or for two in succession, after which the score of the position for the side that
//! then moves is close to a target. The evaluation judges the moves first. The engine then repeatedly searches the move that
//! seems to come nearest a little deeper, until no other move seems to come nearer and no move has been searched deeper.
//!
//! ```
//! use tengen_engine::balance::Stones;
//! use tengen_analysis::{SearchLimits, SystemClock};
//! use tengen_engine::{Engine, EngineOptions};
//! use tengen_game::{BoardSize, Position, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! engine.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
//! let limits = SearchLimits::nodes(5_000);
//! let balance = engine.balance(Stones::Two, 0, &limits, &SystemClock::new(), &mut ());
//! assert!(balance.is_some_and(|balance| balance.points.len() == 2));
//! ```

mod judge;

use std::time::Duration;

use tengen_analysis::{Clock, Score, SearchLimits, SearchObserver, SearchProgress, StopReason};
use tengen_game::Point;

use crate::Engine;
use judge::Candidate;
use judge::Judge;

/// The number of moves that are to balance the position, one for each side in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stones {
    /// The side to move plays once.
    One,
    /// The side to move plays, and then the other one.
    Two,
}

impl Stones {
    /// The number of stones: 1 or 2.
    pub fn count(self) -> usize {
        match self {
            Stones::One => 1,
            Stones::Two => 2,
        }
    }
}

/// Moves that balance a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The moves, in the order in which they are played.
    pub points: Vec<Point>,
    /// The score of the position after them, for the side that then moves.
    pub score: Score,
    /// Plies to which the position after them was searched; 0 where time was too short for any search.
    pub depth: u32,
    /// Visited nodes, of all searches and threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The reason for the end of the search: [`StopReason::Decided`] where more search would have changed nothing.
    pub stopped_by: StopReason,
}

/// The plies by which a search of a candidate is deeper than the one before. Scores of odd and even depths differ too much to be
/// compared.
const STEP: u32 = 2;

/// The greatest depth of a search of a candidate.
const DEEPEST: u32 = 100;

/// The least number of searches from which the error of the evaluation is estimated.
const SAMPLE: usize = 5;

impl Engine {
    /// Finds moves after which the score of the position is about `bias`, in engine units, for the side that then moves. `None`
    /// if there are no such moves: the game is over, or would be over too soon.
    ///
    /// A proved end is never balanced, and only chosen if there is nothing else. Of `limits`, time, target and nodes
    /// are for all searches together, and the depth is counted after the moves; `moves` and `excluded` apply to each
    /// of the moves. The other limits are ignored. Without any limit only the stop handle ends it. With a limit of
    /// nodes or depth and one thread, a new or [cleared](Engine::clear) engine always finds the same.
    ///
    /// `observer` receives the best moves so far, as lines, with scores from the view of the side to move now.
    pub fn balance(
        &mut self,
        stones: Stones,
        bias: i32,
        limits: &SearchLimits,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Option<Balance> {
        let position = self.position().clone();
        let found = if position.is_over() {
            None
        } else {
            let mut judge = Judge::new(self, limits, clock);
            let candidates = judge::candidates(&position, stones, limits, &mut judge);
            choose(candidates, bias, &mut judge, observer)
        };
        self.set_position(position);
        found
    }

    /// As [`Engine::balance`], but chooses among these sets of moves, however many each of them has: legal moves in
    /// succession, after all of which the game continues. `None` if there is no set.
    pub(crate) fn balance_among(
        &mut self,
        sets: Vec<Vec<Point>>,
        bias: i32,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Option<Balance> {
        let position = self.position().clone();
        let mut judge = Judge::new(self, limits, clock);
        let candidates = judge::given(sets, &judge);
        let found = choose(candidates, bias, &mut judge, &mut ());
        self.set_position(position);
        found
    }
}

/// The best candidate, as far as the limits allow to find it.
fn choose(
    mut candidates: Vec<Candidate>,
    bias: i32,
    judge: &mut Judge,
    observer: &mut dyn SearchObserver,
) -> Option<Balance> {
    let most = judge.depth_limit().unwrap_or(DEEPEST).min(DEEPEST);
    let mut wanted = STEP.min(most);
    let stopped_by = loop {
        let off = general_error(&candidates);
        let best = candidates.iter_mut().min_by_key(|candidate| candidate.rank(bias, off))?;
        let depth = match best.searched {
            None => STEP.min(most),
            Some(_) => (best.depth + STEP).min(wanted),
        };
        if best.is_settled || best.searched.is_some() && depth == best.depth {
            if best.is_settled || wanted == DEEPEST {
                break StopReason::Decided;
            }
            if wanted == most {
                break StopReason::Depth;
            }
            observer.progress(&progress(best, judge));
            wanted = (wanted + STEP).min(most);
            continue;
        }
        match judge.score(&best.points, depth) {
            Ok(judged) => {
                best.searched = Some(judged.score);
                best.is_settled = judged.is_settled;
                best.depth = depth;
            }
            Err(reason) => break reason,
        }
    };
    // A guess counts for nothing beside a searched score.
    let off = general_error(&candidates);
    let best = candidates.into_iter().min_by_key(|c| (c.searched.is_none(), c.rank(bias, off)))?;
    observer.progress(&progress(&best, judge));
    Some(Balance {
        score: best.score(),
        depth: best.depth,
        points: best.points,
        nodes: judge.nodes(),
        time: judge.time(),
        stopped_by,
    })
}

/// The median difference between the scores of searches and the evaluation, once there are enough searches.
fn general_error(candidates: &[Candidate]) -> i32 {
    let mut errors: Vec<i32> = candidates
        .iter()
        .filter_map(|candidate| match candidate.searched {
            Some(Score::Value(value)) => Some(value - candidate.guess),
            _ => None,
        })
        .collect();
    if errors.len() < SAMPLE {
        return 0;
    }
    errors.sort_unstable();
    errors[errors.len() / 2]
}

fn progress(best: &Candidate, judge: &Judge) -> SearchProgress {
    let mut score = best.score();
    for _ in &best.points {
        score = score.before_move();
    }
    SearchProgress::new(best.depth + best.points.len() as u32, score, best.points.clone())
        .with_nodes(judge.nodes())
        .with_time(judge.time())
}
