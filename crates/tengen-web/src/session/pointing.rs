//! The state of the pointer on the board: the point that waits for a second tap, the ink of drawings, and the line that is previewed.

use leptos::prelude::*;
use tengen_game::{Ink, Point};
use tengen_match::{Analysis, Line, Mode, WhyNot};

use super::Session;
use crate::reactive::RwSignal;

/// The state of the pointer on the board, which is no part of the match.
#[derive(Clone, Copy)]
pub(crate) struct Pointing {
    /// The point of a first tap, which a second tap confirms.
    pub(crate) aim: RwSignal<Option<Point>>,
    /// The ink with which clicks on the board draw, while the user has chosen one.
    pub(crate) pen: RwSignal<Option<Ink>>,
    /// Whether the previewed line is on the board because the user points at its first move.
    looks: StoredValue<bool>,
}

impl Pointing {
    pub(super) fn new() -> Pointing {
        Pointing { aim: RwSignal::new(None), pen: RwSignal::new(None), looks: StoredValue::new(false) }
    }
}

impl Session {
    /// Handles the pointer over a point of the board: a line that begins there is previewed while the pointer stays.
    pub(crate) fn look_at(self, point: Option<Point>) {
        // The line of an answer or of a finding stays on the board.
        if self.table.mode.with_untracked(Mode::has_line) {
            self.pointing.looks.set_value(false);
            return;
        }
        let line = point.and_then(|point| self.marked_line(point)).unwrap_or_default();
        // A line that another part of the page previews stays.
        let was_looking = self.pointing.looks.with_value(|looks| *looks);
        self.pointing.looks.set_value(!line.is_empty());
        if was_looking || !line.is_empty() {
            self.give(|analysis, _| Analysis::show_line(analysis, line));
        }
    }

    /// Turns the question about a move at the next point on or off. Clicks on the board do not draw while it is on.
    pub(crate) fn set_asking_why_not(self, is_on: bool) {
        self.give(|mode, context| WhyNot::set_asking(mode, is_on, context));
        if self.table.mode.with_untracked(Mode::is_asking) {
            self.pointing.pen.set(None);
        }
    }

    /// Sets the ink with which clicks on the board draw; `None` ends the drawing. An ink ends a question that waits for a point.
    pub(crate) fn set_pen(self, pen: Option<Ink>) {
        if pen.is_some() && self.table.mode.with_untracked(Mode::is_asking) {
            self.set_asking_why_not(false);
        }
        self.pointing.pen.set(pen);
    }

    /// The line that begins at a point, if the board marks its first move as one of the best.
    fn marked_line(self, point: Point) -> Option<Vec<Point>> {
        let are_marked = self.preferences.with_untracked(|preferences| preferences.best_moves);
        if !are_marked {
            return None;
        }
        let begins = |line: &&Line| line.pv.first() == Some(&point);
        let of_best = |lines: &Vec<Line>| lines.iter().find(begins).map(|line| line.pv.clone());
        let is_on = self.table.analysis.is_on.get_untracked();
        let own = is_on.then(|| self.table.analysis.lines.with_untracked(of_best)).flatten();
        own.or_else(|| self.opinions.line_from(point))
    }
}
