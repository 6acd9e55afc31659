//! The few actions of the moment on a game under way. All others are behind "More".

use leptos::prelude::*;
use tengen_match::{Clocks, Ending, Engine, Match, Purpose, Seat};

use super::super::analyse::{ask_why_not, can_ask_why_not};
use super::super::{coach, focus_after_render};
use crate::forms::{always, answer, button, more, tile};
use crate::icons;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The actions on a game under way.
#[component]
pub(super) fn Actions(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.table.game;
    let only_engines = Memo::new(move |_| game.with(|game| !game.seats().contains(&Seat::Person)));
    let has_moves = Memo::new(move |_| game.with(|game| !game.record().line().is_empty()));
    let can_undo = Signal::derive(move || {
        game.with(|game| game.undo_target().is_some()) || session.can_take_choice_back()
    });
    // A game that has ended cannot be resigned, also while an earlier position is on the board.
    let can_resign = Signal::derive(move || {
        game.with(|game| !game.has_ended() && !game.record().position().moves().is_empty())
    });
    let question = Question::memo(session);
    let tiles = move || {
        let ask_resign = move || {
            session.give(Ending::ask_resign);
            focus_after_render("#resign-no");
        };
        let is_played = move || has_moves.get() && !only_engines.get();
        view! {
            <Show when=move || has_moves.get()>
                {tile("undo", "undo", icons::BACK, "", can_undo, move || session.act(Match::undo))}
            </Show>
            {help(session, place)}
            <Show when=is_played>{tile("resign", "resign", icons::FLAG, "", can_resign, ask_resign)}</Show>
            {tile("new-game", "new-game", icons::PLUS, "", always(), move || place.set(Place::NewGame))}
            {more("more", "more-options", "", others(session, place))}
        }
        .into_any()
    };
    let content = move || match question.get() {
        Question::None => tiles(),
        Question::Resign => resign_question(session),
        Question::Draw => draw_question(session),
        Question::Warned => coach::warned(session),
    };
    view! {
        {waiting(session)}
        <div class="actions tiles" role="group" aria-label=move || texts.text("actions")>{content}</div>
    }
}

/// The wide button that lets a waiting game continue, or stops one between programs.
pub(super) fn waiting(session: Session) -> impl Fn() -> AnyView {
    let game = session.table.game;
    let is_timed = Memo::new(move |_| game.with(|game| game.clock().control().is_limited()));
    let state = Memo::new(move |_| {
        let (is_over, is_programs_turn, only_programs) = game.with(|game| {
            let is_programs_turn = game.seat_to_move().is_some_and(|seat| !seat.is_person());
            (game.record().is_over(), is_programs_turn, !game.seats().contains(&Seat::Person))
        });
        if is_over {
            Waiting::None
        } else if is_programs_turn && session.table.paused.get() {
            Waiting::Program
        } else if only_programs {
            Waiting::BetweenPrograms
        } else if is_timed.get() && session.table.clocks.is_held.get() {
            Waiting::Clock
        } else {
            Waiting::None
        }
    });
    move || match state.get() {
        Waiting::None => ().into_any(),
        Waiting::Program => button("resume", "resume", "primary wide", always(), move || {
            session.act(|table| table.set_paused(false));
        }),
        Waiting::Clock => button("resume", "resume", "primary wide", always(), move || {
            session.give(|clocks, _| Clocks::hold(clocks, false));
        }),
        Waiting::BetweenPrograms => button("pause", "pause", "wide", always(), move || {
            session.act(|table| table.set_paused(true));
        }),
    }
}

/// What a game that does not go on by itself waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    None,
    Program,
    Clock,
    /// A game between programs does not wait, and can be stopped.
    BetweenPrograms,
}

/// The tile for a hint. While the engine works, it ends that work, and a hint leads to the question about another move.
fn help(session: Session, place: RwSignal<Place>) -> impl Fn() -> Option<AnyView> {
    let game = session.table.game;
    let has_person = Memo::new(move |_| game.with(|game| game.seats().contains(&Seat::Person)));
    let can_hint = Signal::derive(move || {
        game.with(|game| game.seat_to_move().is_some_and(Seat::is_person)) && session.is_free()
    });
    let state = Memo::new(move |_| match session.purpose() {
        _ if !has_person.get() => Help::None,
        Some(Purpose::Hint | Purpose::Solve | Purpose::WhyNot | Purpose::Review) => Help::Stop("stop-hint"),
        Some(Purpose::Move) => Help::Stop("stop"),
        _ if session.table.hint.with(Option::is_some) => Help::WhyNot,
        _ => Help::Hint,
    });
    move || match state.get() {
        Help::None => None,
        Help::Stop(key) => {
            Some(tile("stop", key, icons::NOW, "", always(), move || session.give(Engine::stop)))
        }
        Help::WhyNot => {
            let ask = move || ask_why_not(session, place);
            Some(tile("ask-why-not", "why-not-short", icons::QUESTION, "", can_ask_why_not(session), ask))
        }
        Help::Hint => {
            Some(tile("hint", "hint", icons::BULB, "", can_hint, move || session.give(Engine::ask_hint)))
        }
    }
}

/// The action of the tile for help.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Help {
    None,
    Hint,
    /// The engine's work ends. The value is the key of the tile's text.
    Stop(&'static str),
    WhyNot,
}

/// The actions behind "More". An action that is impossible for a moment stays in its place, so that no other moves under the pointer.
pub(super) fn others(session: Session, place: RwSignal<Place>) -> AnyView {
    let game = session.table.game;
    let can_redo = move || game.with(|game| game.redo_target().is_some());
    let can_draw = Signal::derive(move || session.can_offer_draw());
    let can_pass = Signal::derive(move || {
        game.with(|game| game.seat_to_move().is_some_and(Seat::is_person)) && session.is_free()
    });
    let state = Memo::new(move |_| {
        game.with(|game| {
            let goes_on = !game.has_ended();
            let has_person = game.seats().contains(&Seat::Person);
            let is_timed = game.clock().control().is_limited();
            let passes = game.record().rule().allows_pass();
            (goes_on && has_person, goes_on && is_timed, goes_on && passes)
        })
    });
    let runs = Signal::derive(move || {
        game.with(|game| game.side_on_clock().is_some()) && !session.table.clocks.is_held.get()
    });
    let offer = move || {
        session.give(Ending::offer_draw);
        if session.table.draw.question.get_untracked().is_some() {
            focus_after_render("#draw-no");
        }
    };
    view! {
        <div class="row">
            <Show when=move || state.get().0>
                {button("offer-draw", "offer-draw", "", can_draw, offer)}
            </Show>
            <Show when=move || state.get().1>
                {button("pause", "pause", "", runs, move || session.give(|clocks, _| Clocks::hold(clocks, true)))}
            </Show>
            <Show when=move || state.get().2>
                {button("pass", "pass", "", can_pass, move || session.act(Match::pass))}
            </Show>
            {button("set-up", "set-up", "", always(), move || place.set(Place::SetUp))}
            <Show when=can_redo>
                {button("redo", "redo", "", always(), move || session.act(Match::redo))}
            </Show>
        </div>
    }
    .into_any()
}

/// A question to the user. It takes the place of the actions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    None,
    Resign,
    Draw,
    /// Whether a move stands of which the coach has warned.
    Warned,
}

impl Question {
    /// The open question. Every move ends it, and without a question the actions must not be created anew.
    fn memo(session: Session) -> Memo<Question> {
        let is_warned = move || session.table.warned.with(|warned| warned.is_some());
        Memo::new(move |_| match (session.table.resigning.get(), session.table.draw.question.get()) {
            (true, _) => Question::Resign,
            (false, Some(_)) => Question::Draw,
            (false, None) if is_warned() => Question::Warned,
            (false, None) => Question::None,
        })
    }
}

fn resign_question(session: Session) -> AnyView {
    let resign = move || {
        session.give(Ending::resign);
        focus_after_render("#play-again");
    };
    view! {
        {answer("resign-yes", "resign-yes", "primary", resign)}
        // The answer that changes nothing is in the place of the button that opened the question.
        {answer("resign-no", "resign-no", "", move || session.give(Ending::play_on))}
    }
    .into_any()
}

fn draw_question(session: Session) -> AnyView {
    let agree = move || {
        session.give(Ending::agree_on_draw);
        focus_after_render("#play-again");
    };
    let decline = move || {
        session.give(Ending::play_on);
        focus_after_render(".cell[tabindex='0']");
    };
    view! {
        {answer("draw-yes", "draw-yes", "primary", agree)}
        {answer("draw-no", "draw-no", "", decline)}
    }
    .into_any()
}
