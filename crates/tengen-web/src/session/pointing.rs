//! What the user points at on the board: the point that waits for another tap, the ink of drawings, the line that is played out.

use leptos::prelude::*;
use tengen_game::{Ink, Point};
use tengen_match::{Line, Mode};

use super::Session;
use crate::reactive::RwSignal;

/// The state of the pointer on the board, of which the match has nothing.
#[derive(Clone, Copy)]
pub(crate) struct Pointing {
    /// The point that a tap has chosen, for another tap to confirm.
    pub(crate) aim: RwSignal<Option<Point>>,
    /// The ink with which clicks on the board draw, while the user has chosen one.
    pub(crate) pen: RwSignal<Option<Ink>>,
    /// Whether the line on the board is there because the user points at its first move.
    looks: StoredValue<bool>,
}

impl Pointing {
    pub(super) fn new() -> Pointing {
        Pointing { aim: RwSignal::new(None), pen: RwSignal::new(None), looks: StoredValue::new(false) }
    }
}

impl Session {
    /// The user points at a point of the board: a line that begins there is played out as long as they do.
    pub(crate) fn look_at(self, point: Option<Point>) {
        // The line of an answer or of a finding stays on the board.
        if self.table.mode.with_untracked(Mode::has_line) {
            self.pointing.looks.set_value(false);
            return;
        }
        let line = point.and_then(|point| self.marked_line(point)).unwrap_or_default();
        // A line that is looked at elsewhere stays.
        let was_looking = self.pointing.looks.with_value(|looks| *looks);
        self.pointing.looks.set_value(!line.is_empty());
        if was_looking || !line.is_empty() {
            self.act(|table| table.preview(line));
        }
    }

    /// Lets the next point be asked about, or no longer. Clicks on the board then no longer draw.
    pub(crate) fn set_asking_why_not(self, is_on: bool) {
        self.act(|table| table.set_asking_why_not(is_on));
        if self.table.mode.with_untracked(Mode::is_asking) {
            self.pointing.pen.set(None);
        }
    }

    /// Lets clicks on the board draw with an ink, or no longer. A question that waits for a point ends.
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
