use leptos::prelude::*;

use crate::game::Seat;
use crate::session::{Session, Task};
use crate::texts::Texts;

/// The buttons for what one can do now.
#[component]
pub(super) fn Actions(choosing: RwSignal<bool>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.game;
    let over = Memo::new(move |_| game.with(|game| game.record().is_over()));
    let persons_turn = Memo::new(move |_| game.with(|game| game.seat_to_move().is_some_and(Seat::is_person)));
    let engine_waits = Memo::new(move |_| {
        session.paused.get() && game.with(|game| game.seat_to_move().is_some_and(|seat| !seat.is_person()))
    });
    let only_engines = Memo::new(move |_| game.with(|game| !game.seats().contains(&Seat::Person)));
    let hinting = Memo::new(move |_| matches!(session.task.get(), Task::Hint(_)));
    let busy = move || session.task.get() != Task::Idle;
    let button = move |id: &'static str, key: &'static str, disabled: Signal<bool>, act: fn(Session)| {
        view! {
            <button id=id disabled=disabled on:click=move |_| act(session)>
                {move || texts.text(key)}
            </button>
        }
    };
    let no_undo = Signal::derive(move || game.with(|game| game.undo_target().is_none()));
    let no_redo = Signal::derive(move || game.with(|game| game.redo_target().is_none()));
    let no_hint = Signal::derive(move || !persons_turn.get() || busy());
    let no_resign = Signal::derive(move || {
        over.get() || only_engines.get() || game.with(|game| game.record().position().moves().is_empty())
    });
    let never = Signal::derive(|| false);
    view! {
        <div class="actions">
            {button("undo", "undo", no_undo, Session::undo)}
            {button("redo", "redo", no_redo, Session::redo)}
            {button("hint", "hint", no_hint, Session::ask_hint)}
            {button("resign", "resign", no_resign, Session::ask_resign)}
            // One place for whatever the engine or the end of the game calls for, so that no button ever jumps.
            {move || {
                if over.get() {
                    view! {
                        <button id="play-again" class="primary" on:click=move |_| session.play_again()>
                            {move || texts.text("play-again")}
                        </button>
                    }
                        .into_any()
                } else if engine_waits.get() {
                    button("resume", "resume", never, |session| session.set_paused(false)).into_any()
                } else if only_engines.get() {
                    button("pause", "pause", never, |session| session.set_paused(true)).into_any()
                } else {
                    let idle = Signal::derive(move || !busy());
                    let key = if hinting.get() { "stop-hint" } else { "stop" };
                    button("stop", key, idle, Session::stop).into_any()
                }
            }}
            <button id="new-game" on:click=move |_| choosing.set(true)>
                {move || texts.text("new-game")}
            </button>
        </div>
    }
}
