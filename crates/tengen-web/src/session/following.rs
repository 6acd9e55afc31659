//! The reactive effects that pass the settings to the match, and that request the engine's findings for the views.

use leptos::prelude::*;
use tengen_game::Position;
use tengen_match::{Analysis, Choosing, Engine};

use super::Session;
use crate::preferences::preference;
use crate::reactive::Memo;

impl Session {
    /// Follows the settings of the engine and of the analysis.
    pub(super) fn follow_settings(self) {
        let analysis = preference(|p| (p.lines, p.analysis_s));
        Effect::new(move || {
            let (lines, seconds) = analysis.get();
            self.act(|table| {
                table.give(|analysis, context| Analysis::set_line_count(analysis, lines.into(), context));
                table.give(|analysis, context| {
                    Analysis::set_time(analysis, (seconds > 0).then(|| u32::from(seconds) * 1_000), context)
                });
            });
        });
        let shades = preference(|p| p.heat);
        let position = self.position();
        Effect::new(move || {
            self.table.recovery.restarts.track();
            if shades.get() && self.table.analysis.is_on.get() {
                position.get();
                self.give(Engine::look_up_candidates);
            }
        });
        let premoves = preference(|p| p.premoves);
        Effect::new(move || {
            let are_allowed = premoves.get();
            self.give(|choosing, context| Choosing::set_premoves(choosing, are_allowed, context));
        });
        let engine = preference(|p| (p.threads, p.hash_mib));
        let can_restart = Memo::new(move |_| self.can_restart_analysis());
        Effect::new(move |before: Option<(u8, u16)>| {
            let now = engine.get();
            // An engine that starts later is configured at its start.
            let before = before.unwrap_or(now);
            // New settings would end the engine's task, so they are applied after its end.
            if before == now || !can_restart.get() {
                return before;
            }
            self.restart_analysis();
            now
        });
    }

    /// Requests the threats of every position while the setting is on, or the coach marks some.
    pub(super) fn follow_threats(self) {
        let wanted = preference(|preferences| preferences.threats);
        let marks = self.marks_for_beginners();
        let position = self.position();
        Effect::new(move || {
            // A restarted engine has no requests of the engine before it.
            self.table.recovery.restarts.track();
            let are_wanted = wanted.get() || marks.get();
            if are_wanted {
                position.get();
            }
            self.give(|analysis, context| Analysis::look_up_threats(analysis, are_wanted, context));
        });
    }

    /// Requests the candidates in every position, until the current owner ends.
    pub(crate) fn follow_candidates(self) {
        let position = self.position();
        Effect::new(move || {
            self.table.recovery.restarts.track();
            position.get();
            self.give(Engine::look_up_candidates);
        });
    }

    pub(super) fn position(self) -> Memo<Position> {
        Memo::new(move |_| self.table.game.with(|game| game.record().position().clone()))
    }
}
