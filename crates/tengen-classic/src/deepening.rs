use tengen_analysis::{Score, StopReason};
use tengen_game::Point;

use crate::meter::{Interrupt, Meter};
use crate::player::{Finding, value};
use crate::rank::Ranking;
use crate::tree::{Found, Guide, Tree};

/// The depths of the iterations of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    /// Plies of the first iteration.
    pub(crate) first: u32,
    /// Plies of the last iteration.
    pub(crate) last: u32,
}

/// A search that goes deeper from iteration to iteration.
///
/// The best move of an iteration is tried first in the next one, so that an interrupted iteration has searched at least
/// that move, or is left aside.
#[derive(Clone, Debug)]
pub(crate) struct Deepening {
    tree: Tree,
    ranking: Ranking,
    depths: Depths,
    finished: u32,
    best: Found,
    is_begun: bool,
    /// The divisor of the figures for the report.
    divisor: i32,
    /// Whether a proof of this search holds under the rules.
    are_proofs_valid: bool,
}

impl Deepening {
    /// A search of the `legal` candidates, best first.
    pub(crate) fn new(
        tree: Tree,
        legal: Ranking,
        depths: Depths,
        divisor: i32,
        are_proofs_valid: bool,
    ) -> Deepening {
        let line: Vec<Point> = legal.moves.first().copied().into_iter().collect();
        let best = Found { value: 0, is_proved: false, line };
        Deepening {
            tree,
            ranking: legal,
            depths,
            finished: 0,
            best,
            is_begun: false,
            divisor,
            are_proofs_valid,
        }
    }

    pub(crate) fn run(
        &mut self,
        guide: &mut impl Guide,
        meter: &mut Meter,
        tell: &mut dyn FnMut(&Finding, &Meter),
    ) -> Option<Finding> {
        if self.ranking.moves.len() <= 1 && !self.wins_at_once() {
            // Nothing to choose from.
            self.best.value = guide.evaluate(self.tree.field());
            return Some(self.finding(StopReason::Decided));
        }
        loop {
            if !self.is_begun {
                let depth = if self.finished == 0 { self.depths.first } else { self.finished + 1 };
                if depth > self.depths.last || self.depths.last == 0 {
                    return Some(self.finding(StopReason::Depth));
                }
                self.tree.begin(&self.ranking, depth);
                self.is_begun = true;
            }
            match self.tree.run(guide, meter) {
                Ok(found) => {
                    self.end_iteration(found);
                    tell(&self.finding(StopReason::Depth), meter);
                    if self.best.is_proved {
                        return Some(self.finding(StopReason::Decided));
                    }
                }
                Err(Interrupt::Slice) => return None,
                Err(Interrupt::End(reason)) => {
                    if let Some(found) = self.tree.best_so_far() {
                        self.best = found;
                    }
                    return Some(self.finding(reason));
                }
            }
        }
    }

    fn wins_at_once(&self) -> bool {
        let field = self.tree.field();
        self.ranking.moves.first().is_some_and(|&point| field.wins(point, field.side()))
    }

    fn end_iteration(&mut self, found: Found) {
        self.is_begun = false;
        self.finished = if self.finished == 0 { self.depths.first } else { self.finished + 1 };
        self.best = found;
        if let Some(&best) = self.best.line.first()
            && let Some(place) = self.ranking.moves.iter().position(|&point| point == best)
        {
            self.ranking.moves[..=place].rotate_right(1);
        }
    }

    fn finding(&self, stopped_by: StopReason) -> Finding {
        let Found { value: figure, is_proved, ref line } = self.best;
        let plies = line.len() as i32;
        let is_mate = is_proved && (self.are_proofs_valid || plies == 1);
        let score = match is_mate {
            true => Score::Mate(plies * figure.signum()),
            false => value(figure, self.divisor),
        };
        Finding { score, line: line.clone(), depth: self.finished, stopped_by }
    }
}
