use tengen_game::{Color, Point};

use super::settings::Settings;
use super::table::TranspositionTable;
use crate::field::{Field, index};
use crate::figures::Figures;
use crate::rank::Ranking;
use crate::tree::{Bound, Guide};

pub(super) const FIGURES: Figures = Figures {
    five: 1_000_000,
    open_four: 100_000,
    four: 50_000,
    open_three: 10_000,
    sleeping_three: 1_000,
    open_two: 500,
};

/// Weights are counted in tenths, and so are all worths and values.
pub(super) const TENTHS: i32 = 10;

/// A point that makes five scores 2.0 × five, one that stops a five 1.8 × five.
const MAKES_FIVE: i32 = 2 * FIGURES.five * TENTHS;
const STOPS_FIVE: i32 = FIGURES.five / 10 * 18 * TENTHS;

/// Taken off for each line of distance to the centre.
const PENALTY: u32 = 10;

/// The value of a win: a five.
pub(super) const WIN: i32 = FIGURES.five * TENTHS;

/// No search is deeper, so that every ply has its killers.
const MAX_PLY: usize = 32;

/// Estimates are no greater, so that no win, however late, is mistaken for one.
const ESTIMATES: i32 = WIN - 2 * MAX_PLY as i32;

/// The longest side of a board squared, for tables by cell.
const CELLS: usize = 22 * 22;

/// The tables that *minimax* fills during a search.
pub(super) struct Knowledge {
    settings: Settings,
    /// The side that it plays, whose rows count as attack.
    side: Color,
    table: TranspositionTable,
    look_ups: u64,
    hits: u64,
    killers: [[Option<Point>; 2]; MAX_PLY],
    history: [Vec<i32>; 2],
}

impl Knowledge {
    pub(super) fn new(settings: Settings) -> Knowledge {
        Knowledge {
            settings,
            side: Color::Black,
            table: TranspositionTable::default(),
            look_ups: 0,
            hits: 0,
            killers: [[None; 2]; MAX_PLY],
            history: [vec![0; CELLS], vec![0; CELLS]],
        }
    }

    /// Clears the killer moves and the history of the previous search.
    pub(super) fn begin(&mut self, field: &Field) {
        self.side = field.side();
        self.table.forget();
        (self.look_ups, self.hits) = (0, 0);
        self.killers = [[None; 2]; MAX_PLY];
        for history in &mut self.history {
            history.fill(0);
        }
    }

    /// The number of look-ups in the table, and of those that found the position.
    pub(super) fn look_ups(&self) -> (u64, u64) {
        (self.look_ups, self.hits)
    }

    /// The value of an empty point for the side to move, in tenths.
    pub(super) fn point_score(&self, field: &Field, point: Point) -> i32 {
        let side = field.side();
        let shapes = if field.wins(point, side) {
            MAKES_FIVE
        } else if field.wins(point, !side) {
            STOPS_FIVE
        } else {
            FIGURES.of_point(field, point, side) * self.settings.attack_tenths
                + FIGURES.of_point(field, point, !side) * self.settings.defence_tenths
        };
        let centre = field.size().center();
        let (dx, dy) = (point.x().abs_diff(centre.x()), point.y().abs_diff(centre.y()));
        let square = u32::from(dx).pow(2) + u32::from(dy).pow(2);
        // The root of a square that was multiplied before is exact to the last digit that counts.
        let unit = PENALTY * TENTHS as u32;
        shapes - (square * unit * unit).isqrt() as i32
    }
}

impl Guide for Knowledge {
    fn rank(&self, field: &Field, ply: usize, hint: Option<Point>, ranking: &mut Ranking) {
        let side = field.side().index();
        ranking.fill(field, self.settings.candidates, |point| self.point_score(field, point));
        if self.settings.heuristics {
            // The point values select the moves; killers and history change only their order.
            let priority = |point: Point| {
                let is_killer = self.killers[ply.min(MAX_PLY - 1)].contains(&Some(point));
                let history = self.history[side][index(point)];
                if is_killer { i32::MAX } else { self.point_score(field, point).saturating_add(history) }
            };
            ranking.moves.sort_by_cached_key(|&point| std::cmp::Reverse(priority(point)));
        }
        if let Some(place) = hint.and_then(|hint| ranking.moves.iter().position(|&point| point == hint)) {
            ranking.moves[..=place].rotate_right(1);
        }
    }

    fn evaluate(&self, field: &Field) -> i32 {
        let own = FIGURES.of_stones(field, self.side) * self.settings.attack_tenths;
        let other = FIGURES.of_stones(field, !self.side) * self.settings.defence_tenths;
        let value = (own - other).clamp(-ESTIMATES, ESTIMATES);
        if field.side() == self.side { value } else { -value }
    }

    fn win(&self, remaining: u32) -> i32 {
        WIN + remaining as i32
    }

    fn look_up(
        &mut self,
        field: &Field,
        remaining: u32,
        (alpha, beta): (i32, i32),
    ) -> (Option<i32>, Option<Point>) {
        self.look_ups += 1;
        let Some(entry) = self.table.get(field.key()) else { return (None, None) };
        self.hits += 1;
        let value = self.shift(entry.value, remaining as i32);
        let settles = entry.remaining >= remaining
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
        (settles.then_some(value), entry.best)
    }

    fn keep(&mut self, field: &Field, remaining: u32, value: i32, bound: Bound, best: Option<Point>) {
        let value = self.shift(value, -(remaining as i32));
        self.table.put(field.key(), value, remaining, bound, best);
    }

    fn refuted(&mut self, side: Color, point: Point, ply: usize, remaining: u32) {
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        let history = &mut self.history[side.index()][index(point)];
        *history = history.saturating_add((remaining * remaining) as i32 * 10 * TENTHS);
    }
}

impl Knowledge {
    /// Wins count the depth that is left from the end of the search; the table keeps them without it, since it
    /// is another when a position is met again.
    fn shift(&self, value: i32, plies: i32) -> i32 {
        if value.abs() > WIN - MAX_PLY as i32 { value + plies * value.signum() } else { value }
    }
}
