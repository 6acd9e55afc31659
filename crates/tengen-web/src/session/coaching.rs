//! The coach in the game on the board: how often it warns, and whether it marks threats for beginners.

use leptos::prelude::*;
use tengen_analysis::{Level, PointThreat, Shape, ThreatKind};
use tengen_game::Color;
use tengen_match::{Coach, Coaching, Game};

use super::Session;
use crate::preferences::preference;
use crate::reactive::Memo;

/// The highest level against which a gentle coach warns. Whoever plays against stronger ones has turned it on for that.
const GENTLE_UP_TO: Level = Level::NORMAL;

/// The highest level against which the coach marks threats.
const MARKS_UP_TO: u8 = 5;

/// What a setting of the coach means against a level.
fn effective(wanted: Coaching, level: Option<Level>) -> Coaching {
    match (wanted, level) {
        (Coaching::Gently, Some(level)) if level > GENTLE_UP_TO => Coaching::Off,
        (wanted, _) => wanted,
    }
}

/// The level against which the only person of a game plays.
fn level_of_opponent(game: &Game) -> Option<Level> {
    game.sole_player().and_then(|person| game.seat(!person).level())
}

impl Session {
    /// How often the coach warns in the game on the board.
    pub(crate) fn coaching(self) -> Memo<Coaching> {
        let wanted = preference(|preferences| preferences.coach);
        let level = self.level_of_opponent();
        Memo::new(move |_| effective(wanted.get(), level.get()))
    }

    /// Tells the coach how often it warns, before the first program is called.
    pub(super) fn begin_coaching(self) {
        let wanted = self.preferences.with_untracked(|preferences| preferences.coach);
        let coaching = effective(wanted, self.table.game.with_untracked(level_of_opponent));
        self.give(|coach: &mut Coach, _| Coach::set(coach, coaching));
    }

    /// Whether the coach marks the threats that a beginner must not overlook.
    pub(crate) fn marks_for_beginners(self) -> Memo<bool> {
        let coaching = self.coaching();
        let level = self.level_of_opponent();
        Memo::new(move |_| {
            coaching.get() != Coaching::Off && level.get().is_some_and(|level| level.number() <= MARKS_UP_TO)
        })
    }

    /// The level against which the only person plays.
    fn level_of_opponent(self) -> Memo<Option<Level>> {
        Memo::new(move |_| self.table.game.with(level_of_opponent))
    }

    /// Follows the setting of the coach, and marks the threats that a beginner must not overlook.
    pub(super) fn follow_coaching(self) {
        let coaching = self.coaching();
        Effect::new(move || {
            let coaching = coaching.get();
            self.give(|coach: &mut Coach, _| Coach::set(coach, coaching));
        });
        let marks = self.marks_for_beginners();
        let urgent = Memo::new(move |_| if marks.get() { self.urgent_threats() } else { Vec::new() });
        Effect::new(move || self.urgent.set(urgent.get()));
    }

    /// The threats that a beginner must not overlook: where the person could win at once, and where the opponent could make five or a four
    /// that cannot be stopped. None while the opponent is to move.
    fn urgent_threats(self) -> Vec<(Color, PointThreat)> {
        let person = self.table.game.with(|game| {
            let person = game.sole_player()?;
            (!game.has_ended() && game.side_to_move() == person).then_some(person)
        });
        let Some(person) = person.filter(|_| self.shows_game()) else { return Vec::new() };
        let is_urgent = |color: Color, threat: &PointThreat| match threat.kind {
            ThreatKind::Five => true,
            ThreatKind::Shape(Shape::OpenFour) => color != person,
            ThreatKind::Shape(_) => false,
        };
        self.table.analysis.threats.with(|threats| {
            let of_side = |color: Color| {
                let urgent = threats[color.index()].iter().filter(move |threat| is_urgent(color, threat));
                urgent.map(move |threat| (color, *threat))
            };
            let mut urgent: Vec<_> = of_side(person).chain(of_side(!person)).collect();
            urgent.sort_by_key(|(color, threat)| (threat.point.y(), threat.point.x(), *color != person));
            // An own five comes before that of the other side.
            urgent.dedup_by_key(|(_, threat)| threat.point);
            urgent
        })
    }
}
