use leptos::prelude::*;

use super::super::analyse::{ask_why_not, can_ask_why_not, open_analysis_board, open_review};
use super::super::focus_after_render;
use crate::forms::{always, answer, button};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::{Game, Match, Purpose, Seat};

/// The buttons for the actions on the game.
#[component]
pub(super) fn Actions(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.table.game;
    let over = Memo::new(move |_| game.with(|game| game.record().is_over()));
    let persons_turn = Memo::new(move |_| game.with(|game| game.seat_to_move().is_some_and(Seat::is_person)));
    let only_engines = Memo::new(move |_| game.with(|game| !game.seats().contains(&Seat::Person)));

    let can_undo = Signal::derive(move || {
        game.with(|game| game.undo_target().is_some()) || session.can_take_choice_back()
    });
    let can_draw = Signal::derive(move || session.can_offer_draw());
    let is_timed = Memo::new(move |_| game.with(|game| game.clock().control().is_limited()));
    let can_redo = Signal::derive(move || game.with(|game| game.redo_target().is_some()));
    let can_hint = Signal::derive(move || persons_turn.get() && session.is_free());
    let can_resign = Signal::derive(move || {
        // A game that has ended cannot be resigned, also while an earlier position is on the board.
        let goes_on = |game: &Game| !game.has_ended() && !game.record().position().moves().is_empty();
        !only_engines.get() && game.with(goes_on)
    });
    let can_pass = Signal::derive(move || persons_turn.get() && session.is_free());
    let always = always();
    let has_ended = Memo::new(move |_| game.with(Game::has_ended));

    // The action on the running game, or on the one that has ended, has one place, so that no button ever moves.
    let current = Memo::new(move |_| {
        let engines_turn = game.with(|game| game.seat_to_move().is_some_and(|seat| !seat.is_person()));
        match session.purpose() {
            _ if over.get() => Current::PlayAgain,
            _ if engines_turn && session.table.paused.get() => Current::Resume,
            _ if only_engines.get() => Current::Pause,
            Some(Purpose::Hint | Purpose::Solve | Purpose::WhyNot | Purpose::Review) => Current::StopHint,
            Some(Purpose::Move) => Current::Stop,
            _ if is_timed.get() && session.table.clocks.is_held.get() => Current::Release,
            // The user can stop a running clock.
            _ if is_timed.get() && game.with(|game| game.side_on_clock().is_some()) => Current::Hold,
            // A hint leads to the question about another move.
            _ if session.table.hint.with(Option::is_some) => Current::WhyNot,
            _ => Current::Nothing,
        }
    });
    let current_button = move || match current.get() {
        Current::PlayAgain => button("play-again", "play-again", "primary", always, move || {
            session.act(Match::play_again);
            focus_after_render(".cell[tabindex='0']");
        }),
        Current::Resume => button("resume", "resume", "primary", always, move || {
            session.act(|table| table.set_paused(false));
        }),
        Current::Pause => {
            button("pause", "pause", "", always, move || session.act(|table| table.set_paused(true)))
        }
        Current::Release => button("resume", "resume", "primary", always, move || {
            session.act(|table| table.hold_clock(false));
        }),
        Current::Hold => {
            button("pause", "pause", "", always, move || session.act(|table| table.hold_clock(true)))
        }
        Current::StopHint => button("stop", "stop-hint", "", always, move || session.act(Match::stop)),
        Current::Stop => button("stop", "stop", "", always, move || session.act(Match::stop)),
        Current::WhyNot => button("ask-why-not", "why-not-short", "", can_ask_why_not(session), move || {
            ask_why_not(session, place);
        }),
        Current::Nothing => button("stop", "stop", "", Signal::derive(|| false), || ()),
    };
    // A question replaces the buttons that open one. Every move ends the question, and without a question the buttons must not be created
    // anew.
    let question =
        Memo::new(move |_| match (session.table.resigning.get(), session.table.draw.question.get()) {
            (true, _) => Question::Resign,
            (false, Some(_)) => Question::Draw,
            (false, None) => Question::None,
        });
    let questions = move || match question.get() {
        Question::Resign => {
            let resign = move || {
                session.act(Match::resign);
                focus_after_render("#play-again");
            };
            view! {
                // The answer that changes nothing is in the place of the button that opened the question.
                {answer("resign-no", "resign-no", "", move || session.act(Match::play_on))}
                {answer("resign-yes", "resign-yes", "primary", resign)}
            }
            .into_any()
        }
        Question::Draw => {
            let agree = move || {
                session.act(Match::agree_on_draw);
                focus_after_render("#play-again");
            };
            let decline = move || {
                session.act(Match::play_on);
                focus_after_render(".cell[tabindex='0']");
            };
            view! {
                {answer("draw-yes", "draw-yes", "primary", agree)}
                {answer("draw-no", "draw-no", "", decline)}
            }
            .into_any()
        }
        // A game that has ended can be neither resigned nor drawn, but it can be analysed and reviewed.
        Question::None if has_ended.get() => view! {
            {button("analyse-game", "tab-analyse", "", always, move || open_analysis_board(session, place))}
            {button("review", "review", "", always, move || open_review(session, place))}
        }
        .into_any(),
        Question::None => {
            let ask = move || {
                session.act(Match::ask_resign);
                focus_after_render("#resign-no");
            };
            let offer = move || {
                session.act(Match::offer_draw);
                if session.table.draw.question.get_untracked().is_some() {
                    focus_after_render("#draw-no");
                }
            };
            view! {
                {button("resign", "resign", "", can_resign, ask)}
                {button("offer-draw", "offer-draw", "", can_draw, offer)}
            }
            .into_any()
        }
    };
    view! {
        <div class="actions" role="group" aria-label=move || texts.text("actions")>
            {button("undo", "undo", "", can_undo, move || session.act(Match::undo))}
            {button("redo", "redo", "", can_redo, move || session.act(Match::redo))}
            {button("hint", "hint", "", can_hint, move || session.act(Match::ask_hint))}
            {questions}
            {current_button}
            {button("new-game", "new-game", "", always, move || place.set(Place::NewGame))}
            {button("set-up", "set-up", "", always, move || place.set(Place::SetUp))}
            <Show when=move || !has_ended.get() && game.with(|game| game.record().rule().allows_pass())>
                {button("pass", "pass", "", can_pass, move || session.act(Match::pass))}
            </Show>
        </div>
    }
}

/// The action of the button for the running game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Current {
    PlayAgain,
    Resume,
    Pause,
    /// A person's clock continues.
    Release,
    /// A person's clock stops.
    Hold,
    StopHint,
    Stop,
    WhyNot,
    Nothing,
}

/// A question to the user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    None,
    Resign,
    Draw,
}
