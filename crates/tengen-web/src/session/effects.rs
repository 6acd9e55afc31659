//! Carrying out the effects of commands outside the match.

use leptos::prelude::*;
use tengen_analysis::engine::Request;
use tengen_match::{Effect, Engine, Event, Game, Seat};

use super::{Session, is_watched};
use crate::workers::{self, send};
use crate::{sound, storage};

impl Session {
    pub(super) fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Ask(request) => send(self.engine, &self.without_lost_openings(request)),
            Effect::AskForChoice(id) => {
                let request = self.stored.try_update_value(|table| table.choice_request(id));
                request.flatten().iter().for_each(|request| send(self.engine, request));
            }
            Effect::StartEngine => match workers::start("tengen-worker", move |answer| self.hear(answer)) {
                Ok(engine) => {
                    self.engine.set_value(Some(engine));
                    self.configure_engine();
                }
                Err(reason) => self.give(|engine, _| Engine::did_not_start(engine, reason)),
            },
            Effect::DropEngine => self.engine.set_value(None),
            Effect::Sound(sound) => sound::play(self.preferences, sound),
            Effect::Archive => {
                let archived =
                    self.stored.try_update_value(|table| table.for_library(Game::belongs_in_library));
                self.library.add(archived.flatten());
            }
            Effect::Save => self.save(),
            // The server stores a game that continues there, and games between other users.
            Effect::Replaced(before) if before.seats().contains(&Seat::External) || is_watched(&before) => {}
            Effect::Replaced(mut before) => {
                let is_new = before.belongs_in_library_when_replaced() && !before.is_archived();
                self.library.add(is_new.then(|| before.into_library()));
                if !before.record().line().is_empty() {
                    storage::write(storage::PREVIOUS_GAME, &before.save());
                }
            }
            Effect::Remote(action) => {
                if let Some(act) = self.receivers.with_value(|receivers| receivers.remote.clone()) {
                    act(action);
                }
            }
            Effect::Exercise(point) => self.exercise().into_iter().for_each(|exercise| exercise.play(point)),
            Effect::Announce(Event::Error(reason)) => leptos::logging::warn!("the engine failed: {reason}"),
            // No seat of the page is external.
            Effect::Announce(_) | Effect::Found(..) | Effect::AskExternal(_) | Effect::StopExternal(_) => {}
        }
    }

    /// A request for a move of a level leaves the openings in which the levels lost to the user.
    fn without_lost_openings(self, mut request: Request) -> Request {
        if let Request::Search { position, limits, .. } = &mut request
            && limits.level.is_some()
        {
            let left = self.preferences.with_untracked(|known| known.lost_openings.moves_to_leave(position));
            limits.excluded.extend(left);
        }
        request
    }
}
