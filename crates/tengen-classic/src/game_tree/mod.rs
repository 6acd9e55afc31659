//! *Game tree*: negamax with alpha-beta over the best candidates, deeper and deeper until time is up.
//!
//! In each position the `breadth` points of the greatest [point value](crate::greedy) within two rows and columns of a
//! stone are tried. A win is worth 100,000 + the depth that is left, so that sooner is better, a draw 0; a forbidden move
//! loses, and so is never played. At the end of the depth, the value of a position is the figures of the rows of the side to
//! move less those of the opponent's. [Depth, breadth, time and forbidden moves](GameTreeOptions) are options.
//!
//! # Figures
//! The description gives no evaluation but the win and the draw: the figures of the rows are those of *greedy*.
//!
//! # Corrected
//! * Forbidden moves follow the federation's definition, as `tengen-game` has it. With the option off, the search
//!   takes no point for forbidden; the moves that it plays are still legal.
//! * A move whose search is cut off by time does not count.
//!
//! # Beyond the description
//! * Where a side can win at once, or must prevent a win, only those moves are tried: all others lose to the next.
//!   That changes no result and makes forced lines cheap.
//! * A win is reported as a mate only if no move left out by the breadth could change it; otherwise as a value. It is
//!   a win for all the opponent knows.
//! * `seed` orders equal candidates of the root.

mod options;

use tengen_analysis::SearchLimits;
use tengen_game::{Point, Position};

pub use options::{GameTreeOptions, GameTreeOptionsError};

use crate::deepening::{Deepening, Depths};
use crate::field::Field;
use crate::figures::DECISIVE;
use crate::greedy::{FIGURES, point_value};
use crate::meter::Meter;
use crate::player::{Finding, Thinker};
use crate::rank::Ranking;
use crate::tree::{Guide, Tree};

/// The largest distance of candidates from the stones, in rows and columns.
const REACH: u8 = 2;

/// A win, without the depth that is left.
const WIN: i32 = 100_000;

pub(crate) struct GameTree {
    options: GameTreeOptions,
    search: Option<Deepening>,
}

impl GameTree {
    pub(crate) fn new(options: GameTreeOptions) -> GameTree {
        GameTree { options, search: None }
    }
}

impl Thinker for GameTree {
    fn name(&self) -> String {
        "game-tree".to_owned()
    }

    fn limits(&self, limits: &SearchLimits) -> SearchLimits {
        let GameTreeOptions { depth, time, .. } = self.options;
        SearchLimits {
            depth: Some(limits.depth.map_or(depth, |limit| limit.min(depth))),
            time: Some(limits.time.map_or(time, |limit| limit.min(time))),
            ..limits.clone()
        }
    }

    fn begin(&mut self, position: &Position, limits: &SearchLimits) {
        let mut field = Field::new(position, REACH);
        let value = |point| point_value(&field, point);
        let legal = Ranking::of_root(&field, self.options.breadth, limits.seed, value);
        let has_forbidden_points = field.minds_forbidden();
        if !self.options.forbidden_moves {
            field.ignore_forbidden();
        }
        let are_proofs_valid = field.minds_forbidden() == has_forbidden_points;
        let depths = Depths { first: 1, last: limits.depth.unwrap_or(self.options.depth) };
        let tree = Tree::new(field);
        self.search = Some(Deepening::new(tree, legal, depths, WIN / DECISIVE, are_proofs_valid));
    }

    fn think(&mut self, meter: &mut Meter, tell: &mut dyn FnMut(&Finding, &Meter)) -> Option<Finding> {
        let mut breadth = Breadth(self.options.breadth);
        self.search.as_mut()?.run(&mut breadth, meter, tell)
    }
}

/// The game tree's guide, with this many candidates in each position.
struct Breadth(usize);

impl Guide for Breadth {
    fn rank(&self, field: &Field, _ply: usize, _hint: Option<Point>, ranking: &mut Ranking) {
        ranking.fill(field, self.0, |point| point_value(field, point));
    }

    fn evaluate(&self, field: &Field) -> i32 {
        let side = field.side();
        let value = FIGURES.of_stones(field, side) - FIGURES.of_stones(field, !side);
        value.clamp(1 - WIN, WIN - 1)
    }

    fn win(&self, remaining: u32) -> i32 {
        WIN + remaining as i32
    }
}
