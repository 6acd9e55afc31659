//! The coach: its warnings during a game, and its sentences after one.

mod debrief;

use leptos::prelude::*;
use tengen_analysis::{PointThreat, ThreatKind};
use tengen_game::Color;
use tengen_match::{Coaching, Mode, Reviews, Warned, Warning};

use super::analyse::steps_with;
use super::{focus_after_render, focus_without_scroll};
use crate::forms::{always, answer, button};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;

pub(super) use debrief::debrief;

/// The warning in a sentence; empty without one.
pub(super) fn headline(texts: Texts, session: Session) -> String {
    let side = session.table.game.with(|game| game.sole_player().unwrap_or(Color::Black));
    session
        .table
        .warned
        .with(|warned| warned.map(|warned| warning(texts, session, warned, side)).unwrap_or_default())
}

fn warning(texts: Texts, session: Session, warned: &Warned, person: Color) -> String {
    let point = warned.played.on(session.board_size()).to_string();
    let arguments =
        [("point", point.into()), ("moves", warned.moves().into()), ("side", (!person).name().into())];
    texts.text_with(
        match warned.warning {
            Warning::Misses => "coach-misses",
            Warning::Loses { .. } => "coach-loses",
        },
        &arguments,
    )
}

/// The sentence below the warning.
pub(super) fn detail(texts: Texts, session: Session) -> String {
    session.table.warned.with(|warned| match warned {
        Some(warned) if warned.walk().is_none() => texts.text("coach-waits"),
        _ => String::new(),
    })
}

/// A sentence about the threats that the coach marks on the board; `None` where it marks none.
pub(super) fn threats(texts: Texts, session: Session) -> Option<String> {
    let urgent = session.urgent.get();
    let person = session.table.game.with(|game| game.sole_player())?;
    let is_five = |threat: &PointThreat| threat.kind == ThreatKind::Five;
    let own = urgent.iter().any(|(color, threat)| *color == person && is_five(threat));
    let mut fives = urgent.iter().filter(|(color, threat)| *color != person && is_five(threat));
    let (five, is_open) = (fives.next(), fives.next().is_some());
    let other = (!person).name();
    if own {
        return Some(texts.text("coach-own-five"));
    }
    if is_open {
        return Some(texts.text_with("coach-their-open-four", &[("side", other.into())]));
    }
    if let Some((_, threat)) = five {
        let point = threat.point.on(session.board_size()).to_string();
        let arguments = [("side", other.into()), ("point", point.into())];
        return Some(texts.text_with("coach-their-five", &arguments));
    }
    let has_three = urgent.iter().any(|(color, _)| *color != person);
    has_three.then(|| texts.text_with("coach-their-three", &[("side", other.into())]))
}

/// The answers to a warning, and the steps of the win once they are shown.
pub(super) fn warned(session: Session) -> AnyView {
    let texts = Texts::of_page();
    let is_shown = Memo::new(move |_| {
        session.table.warned.with(|warned| warned.is_some_and(|warned| warned.walk().is_some()))
    });
    let to_board = move |command: fn(Session)| {
        move || {
            command(session);
            focus_after_render(".cell[tabindex='0']");
        }
    };
    let show = move || {
        session.give(Warned::show);
        // The board with the win stays in sight.
        focus_without_scroll("#walk-on:not([aria-disabled]), #coach-back");
    };
    let walk = move || {
        let walk = session.table.walk.get().filter(|_| is_shown.get());
        walk.map(|walk| {
            view! { <div class="coach-steps">{steps_with(session, texts, &walk, ().into_any())}</div> }
        })
    };
    let keep = to_board(|session| session.give(Warned::keep));
    let off = move || {
        session.preferences.update(|preferences| preferences.coach = Coaching::Off);
        session.give(Warned::keep);
        focus_after_render(".cell[tabindex='0']");
    };
    view! {
        {walk}
        {move || if is_shown.get() {
            answer("coach-back", "coach-play-on", "", to_board(|session| session.give(Warned::take_back)))
        } else {
            answer("coach-back", "coach-back", "primary", to_board(|session| session.give(Warned::take_back)))
        }}
        <Show when=move || !is_shown.get()>{answer("coach-show", "coach-show", "", show)}</Show>
        <button type="button" id="coach-keep" on:click=move |_| keep()>{move || keep_text(texts, session)}</button>
        <div class="coach-steps">{button("coach-off", "coach-turn-off", "link", always(), off)}</div>
    }
    .into_any()
}

/// The text of the button that keeps the move, with its point.
fn keep_text(texts: Texts, session: Session) -> String {
    let point = session.table.warned.with(|warned| warned.map(|warned| warned.played));
    let name = point.map(|point| point.on(session.board_size()).to_string()).unwrap_or_default();
    texts.text_with("coach-keep", &[("point", name.into())])
}

/// Opens the place of the game when the coach warns, since only there are the answers, and has each game reviewed when it ends.
pub(crate) fn follow_coach(session: Session) {
    let place: RwSignal<Place> = expect_context();
    let is_warned = Memo::new(move |_| session.table.mode.with(|mode: &Mode| mode.warned().is_some()));
    Effect::new(move || {
        // A form that is being filled in is not thrown away; the warning waits.
        let is_form = matches!(
            place.get_untracked(),
            Place::NewGame | Place::SetUp | Place::Settings | Place::Problem | Place::Play
        );
        if is_warned.get() && !is_form {
            place.set(Place::Play);
        }
    });
    let coaching = session.coaching();
    let played = Memo::new(move |_| {
        session.table.game.with(|game| {
            let is_played = game.sole_player().is_some() && !game.identity.id.is_empty();
            is_played.then(|| (game.identity.id.clone(), game.result().is_some()))
        })
    });
    Effect::new(move |before: Option<Option<(String, bool)>>| {
        let now = played.get();
        // A finished game that is opened has been gone through in its time.
        let was_running =
            matches!((&before, &now), (Some(Some((was, false))), Some((is, true))) if was == is);
        if was_running && coaching.get_untracked() != Coaching::Off {
            session.give(Reviews::start_quick);
        }
        now
    });
}
