//! The whole page: the board, and the panel beside or below it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use tengen_game::{Move, Outcome, Point};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::board::{Board, BoardView, Stone};
use crate::game::Seat;
use crate::panel::Panel;
use crate::session::Session;
use crate::texts::Texts;

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    Texts::provide();
    let session = Session::provide();
    let choosing = RwSignal::new(false);
    let keys = window_event_listener(leptos::ev::keydown, move |event| shortcut(&event, session, choosing));
    on_cleanup(move || keys.remove());
    view! {
        <main class="app">
            <div class="table">
                <Board view=view_of(session) on_play=Callback::new(move |point| session.place(point))/>
            </div>
            <Panel choosing/>
        </main>
    }
}

/// What the board shows of the game.
fn view_of(session: Session) -> BoardView {
    let game = session.game;
    let size = Memo::new(move |_| game.with(|game| game.record().size()));
    let stones = Memo::new(move |_| {
        game.with(|game| {
            let board = game.record().position().board();
            let stone = |point: Point| board.stone(point).map(|color| Stone { point, color });
            board.size().points().filter_map(stone).collect::<Vec<_>>()
        })
    });
    let last =
        Memo::new(move |_| game.with(|game| game.record().position().last_move().and_then(Move::point)));
    let winning = Memo::new(move |_| {
        game.with(|game| {
            let lines = game.record().position().outcome().map(Outcome::winning_lines).unwrap_or_default();
            lines.iter().map(|line| line.points().collect()).collect::<Vec<_>>()
        })
    });
    // Forbidden points concern a person who plays Black and is to move.
    let forbidden = Memo::new(move |_| {
        game.with(|game| {
            let black_person = game.seat_to_move() == Some(Seat::Person)
                && game.side_to_move() == tengen_game::Color::Black
                && game.record().rule().has_forbidden_moves();
            if black_person { game.record().position().forbidden_points() } else { Vec::new() }
        })
    });
    let ghost = Memo::new(move |_| {
        game.with(|game| (game.seat_to_move() == Some(Seat::Person)).then(|| game.side_to_move()))
    });
    BoardView {
        size: size.into(),
        stones: stones.into(),
        last: last.into(),
        winning: winning.into(),
        forbidden: forbidden.into(),
        hint: session.hint.into(),
        ghost: ghost.into(),
    }
}

/// Single letters for what one does often, wherever the focus is. They rest while somebody fills in a form.
fn shortcut(event: &KeyboardEvent, session: Session, choosing: RwSignal<bool>) {
    let in_form = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"));
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    if in_form || modified || event.repeat() {
        return;
    }
    if choosing.get_untracked() {
        if event.key() == "Escape" {
            choosing.set(false);
        }
        return;
    }
    match event.key().as_str() {
        "u" | "U" => session.undo(),
        "r" | "R" => session.redo(),
        "h" | "H" => session.ask_hint(),
        "n" | "N" => choosing.set(true),
        "Escape" => session.play_on(),
        _ => {}
    }
}
