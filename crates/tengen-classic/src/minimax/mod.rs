//! *Minimax*: five questions before any search, and a search at three levels.
//!
//! Points are valued by the shapes that a stone makes there, in all four directions together (the names are those of
//! five in a row; where N stones win, a *four* is a row that lacks one stone, and so on):
//!
//! | five | open four | four | open three | sleeping three | open two |
//! |---|---|---|---|---|---|
//! | 1,000,000 | 100,000 | 50,000 | 10,000 | 1,000 | 500 |
//!
//! The value of a point is *attack* × its weight + *defence* × its weight − the Euclidean distance to the centre × 10.
//! Attack is what a stone of the mover makes, and defence what a stone of the opponent would make. A point that makes five
//! scores 2.0 × five instead, one that stops a five 1.8 × five.
//!
//! The opening move goes to the centre. Otherwise the program plays the first of these that exists, and of several points
//! the one of greatest value:
//!
//! 1. a move that wins;
//! 2. a move that prevents the opponent's win;
//! 3. a threat: a move that makes at least a four;
//! 4. a move to where the opponent would make at least a four;
//! 5. what the search finds.
//!
//! Before it searches, it plays the best candidate at once if that scores at least two open threes and 1.5 × the
//! second best. (The other early exit of the description, an open four, is covered by step 3.)
//! The [`Settings`] of the three [levels](Grade) say how deep, how long and how broadly it searches:
//! minimax with alpha-beta and a transposition table, from normal on with killer moves and the history heuristic,
//! on hard with iterative deepening. Moves are tried in the order of their values. At the end of the depth, the value of a
//! position is the figures of the program's rows × the attack's weight − those of the other side × the defence's.
//!
//! # Interpretation
//! * "Threat" means the same in steps 3 and 4: at least a four, open or not. So fours are played, and answered, as soon
//!   as there are any, which wastes some of them.
//! * The description names no penalty for the distance, and no evaluation at the end of the depth; Tengen's are above.
//!
//! # Corrected
//! * Positions in the transposition table have 64-bit Zobrist keys, which are compared in full, and no depth is mixed
//!   into them.
//! * Values in the table are marked as exact or as bounds, and bounds are used as bounds.
//! * Candidates are scored before they are cut to the most that a level allows.
//! * A move whose search is cut off by time does not count, rather than being given a static value.
//!
//! # Beyond the description
//! Any rule and board size: the levels' sizes are only a suggestion. The rule decides what wins and what is
//! forbidden; a point that the rule forbids to the opponent is no threat. As in
//! [game tree](crate::game_tree), moves that lose to the next move are left out of the search, and a win is
//! reported as a mate only if nothing that was left out could change it. `seed` orders equal points of the root.

mod search;
mod settings;
mod table;

use std::time::Duration;

use tengen_analysis::{
    Clock, Grade, MinimaxCandidate, MinimaxStatistics, Opponent, OpponentError, Score, SearchLimits,
    SearchObserver, SearchReport, StopHandle, StopReason,
};
use tengen_game::{Color, Point, Position};

pub use settings::Settings;

use crate::deepening::{Deepening, Depths};
use crate::field::{Field, tie_key};
use crate::meter::Meter;
use crate::player::{Finding, Player, Thinker, value};
use crate::rank::Ranking;
use crate::shape::Shape;
use crate::tree::{Guide, Tree};
use search::{FIGURES, Knowledge, TENTHS, WIN};

/// The divisor of values for the report.
const DIVISOR: i32 = WIN / crate::figures::DECISIVE;

/// The number of candidates in the statistics.
const LISTED: usize = 5;

/// The opponent *minimax*, with an account of its last search for a debugging panel.
pub struct Minimax {
    player: Player<SearchState>,
}

impl Minimax {
    /// *Minimax* at a level.
    pub fn new(level: Grade) -> Minimax {
        Minimax { player: Player::new(SearchState::new(format!("minimax-{level}"), Settings::of(level))) }
    }

    /// *Minimax* with custom settings and a custom name. Settings out of range count as the nearest possible ones: see
    /// [`Settings`].
    pub fn with_settings(name: impl Into<String>, settings: Settings) -> Minimax {
        Minimax { player: Player::new(SearchState::new(name.into(), settings.within_bounds())) }
    }

    /// The statistics of the search that was started last, also while it runs.
    pub fn statistics(&self) -> &MinimaxStatistics {
        &self.player.thinker.statistics
    }
}

impl Opponent for Minimax {
    fn name(&self) -> String {
        self.player.name()
    }

    fn set_position(&mut self, position: Position) {
        self.player.set_position(position);
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        self.player.start(limits, clock);
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        self.player.advance(slice, clock, observer)
    }

    fn stop_handle(&self) -> StopHandle {
        self.player.stop_handle()
    }

    fn clear(&mut self) {
        self.player.clear();
    }
}

/// The state of *minimax* during a search.
struct SearchState {
    name: String,
    settings: Settings,
    plan: Plan,
    knowledge: Knowledge,
    statistics: MinimaxStatistics,
}

/// The way in which the move is found.
enum Plan {
    /// A move without a search.
    Decided(Finding),
    Search(Box<Deepening>),
}

impl SearchState {
    fn new(name: String, settings: Settings) -> SearchState {
        let nothing =
            Finding { score: Score::Value(0), line: Vec::new(), depth: 0, stopped_by: StopReason::Decided };
        SearchState {
            name,
            knowledge: Knowledge::new(settings),
            settings,
            plan: Plan::Decided(nothing),
            statistics: MinimaxStatistics::default(),
        }
    }

    /// The move that needs no search.
    fn decide(&self, field: &Field, candidates: &[(i32, Point)]) -> Option<Point> {
        let side = field.side();
        let threat = |point, color| field.shapes(point, color).iter().any(|&shape| shape >= Shape::Four);
        let first = |question: &dyn Fn(Point) -> bool| {
            candidates.iter().map(|&(_, point)| point).find(|&point| question(point))
        };
        if field.board().stones() == 0 {
            let centre = field.size().center();
            return field.is_legal(centre).then_some(centre);
        }
        let opponent_may = |point| side == Color::Black || !field.is_forbidden_to_black(point);
        first(&|point| field.wins(point, side))
            .or_else(|| first(&|point| field.wins(point, !side)))
            .or_else(|| first(&|point| threat(point, side)))
            .or_else(|| first(&|point| threat(point, !side) && opponent_may(point)))
            .or_else(|| self.stands_out(candidates).then(|| first(&|_| true)).flatten())
    }

    /// Whether the best candidate is so good that no search is needed.
    fn stands_out(&self, candidates: &[(i32, Point)]) -> bool {
        let mut scores = candidates.iter().map(|&(point_score, _)| i64::from(point_score));
        let Some(best) = scores.next() else { return false };
        let second = scores.next().unwrap_or(0);
        best >= i64::from(2 * FIGURES.open_three * TENTHS) && 2 * best >= 3 * second
    }
}

impl Thinker for SearchState {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn limits(&self, limits: &SearchLimits) -> SearchLimits {
        let Settings { depth, time, .. } = self.settings;
        SearchLimits {
            depth: Some(limits.depth.map_or(depth, |limit| limit.min(depth))),
            time: Some(limits.time.map_or(time, |limit| limit.min(time))),
            ..limits.clone()
        }
    }

    fn begin(&mut self, position: &Position, limits: &SearchLimits) {
        let field = Field::new(position, self.settings.reach);
        self.knowledge.begin(&field);
        let point_score = |point| self.knowledge.point_score(&field, point);
        let mut candidates: Vec<(i32, Point)> = field
            .near_points()
            .filter(|&point| field.is_legal(point))
            .map(|point| (point_score(point), point))
            .collect();
        candidates.sort_unstable_by_key(|&(point_score, point)| {
            (std::cmp::Reverse(point_score), tie_key(limits.seed, point))
        });
        let listed = candidates.iter().take(LISTED);
        let listed = listed.map(|&(score, point)| MinimaxCandidate { point, score: score / TENTHS });
        self.statistics = MinimaxStatistics { candidates: listed.collect(), ..MinimaxStatistics::default() };
        self.plan = match self.decide(&field, &candidates) {
            Some(point) => {
                let score = match field.wins(point, field.side()) {
                    true => Score::Mate(1),
                    false => value(self.knowledge.evaluate(&field), DIVISOR),
                };
                Plan::Decided(Finding { score, line: vec![point], depth: 0, stopped_by: StopReason::Decided })
            }
            None => {
                let legal = Ranking::of_root(&field, self.settings.candidates, limits.seed, point_score);
                let last = limits.depth.unwrap_or(self.settings.depth);
                let first = if self.settings.deepens { last.min(1) } else { last };
                let (tree, depths) = (Tree::new(field), Depths { first, last });
                Plan::Search(Box::new(Deepening::new(tree, legal, depths, DIVISOR, true)))
            }
        };
    }

    fn think(&mut self, meter: &mut Meter, tell: &mut dyn FnMut(&Finding, &Meter)) -> Option<Finding> {
        let found = match &mut self.plan {
            Plan::Decided(found) => Some(found.clone()),
            Plan::Search(search) => search.run(&mut self.knowledge, meter, tell),
        };
        let (look_ups, hits) = self.knowledge.look_ups();
        self.statistics = MinimaxStatistics {
            nodes: meter.nodes(),
            look_ups,
            hits,
            ..std::mem::take(&mut self.statistics)
        };
        found
    }
}
