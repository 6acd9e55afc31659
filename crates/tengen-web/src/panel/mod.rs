//! The panel beside the board: players, state and actions.

mod achievements;
mod analyse;
mod bar;
mod coach;
mod dates;
mod engine_settings;
mod explained;
mod face;
mod help;
mod learn;
mod library;
mod masthead;
pub(crate) mod online;
mod opening_words;
mod own_time;
mod phrases;
mod play;
mod puzzles;
mod qr;
mod settings;
mod share;
mod small_board;
mod status;
mod unsaved;

use leptos::html::{Aside, Div};
use leptos::prelude::*;
use tengen_game::{BoardSize, Move};
use tengen_match::{Clocks, Engine, Seat};
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};

use crate::app::Whole;
use crate::forms::{always, button};
use crate::media;
use crate::offline::Newer;
use crate::online_part::{self, Bar, OnlinePart};
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::rest::Rest;
use crate::session::Session;
use crate::texts::Texts;
pub(crate) use coach::follow_coach;
pub(crate) use masthead::Masthead;
pub(crate) use opening_words::Draft;
pub(crate) use play::follow_results;

/// The panel.
#[component]
pub(crate) fn Panel(place: RwSignal<Place>, rest: Rest) -> impl IntoView {
    let texts = Texts::of_page();
    // Pressing the open tab does not rebuild it.
    let shown = Memo::new(move |_| place.get());
    let panel = NodeRef::<Aside>::new();
    begin_at_the_top(panel, shown);
    let content = move || {
        shown.get();
        rest.show(texts, place)
    };
    view! {
        <aside class="panel" node_ref=panel aria-label=move || texts.text("panel")>
            {move || rest.status(texts)}
            <div
                class="content"
                id="panel-content"
                role="tabpanel"
                aria-labelledby=move || shown.get().button()
            >
                {content}
            </div>
        </aside>
    }
}

/// Stops the clock of a person who has gone to the help, the settings, a lesson or the library, once for each visit. The clock goes on with
/// the next stone, or with the button beside the board. The analysis belongs to the game, and online games have the server's clock.
pub(crate) fn hold_clock_elsewhere(session: Session) {
    let place: RwSignal<Place> = expect_context();
    let is_elsewhere =
        Memo::new(move |_| !matches!(place.get().tab(), Place::Play | Place::Analyse | Place::Online));
    let is_turn = Memo::new(move |_| {
        session.table.game.with(|game| {
            game.clock().control().is_limited() && game.seat_to_move().is_some_and(Seat::is_person)
        })
    });
    Effect::new(move |was_held: Option<bool>| {
        let (is_elsewhere, is_turn) = (is_elsewhere.get(), is_turn.get());
        let was_held = is_elsewhere && was_held.unwrap_or_default();
        if !is_elsewhere || !is_turn || was_held || session.table.remote.with(|remote| remote.is_some()) {
            return was_held;
        }
        session.give(|clocks, _| Clocks::hold(clocks, true));
        true
    });
}

/// Scrolls to the top whenever the place or the game changes.
fn begin_at_the_top(panel: NodeRef<Aside>, shown: Memo<Place>) {
    let games = Session::of_page().table.games;
    Effect::new(move |before: Option<(Place, u32)>| {
        let now = (shown.get(), games.get());
        let Some(panel) = panel.get_untracked().filter(|_| before.is_some_and(|before| before != now)) else {
            return now;
        };
        panel.set_scroll_top(0);
        // Where the page scrolls as a whole, a new game scrolls the board into view. A new place does not, if the tabs are visible, so that
        // they stay under the user's finger.
        let is_same_game = before.is_some_and(|before| before.1 == now.1);
        // An exercise is about the board.
        let is_exercise = matches!(now.0, Place::Lesson | Place::Puzzle);
        let is_in_sight = is_same_game && !is_exercise && panel.get_bounding_client_rect().top() >= 0.0;
        let is_whole = use_context::<Whole>().is_some_and(|whole| whole.0);
        if is_whole && !is_in_sight {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        now
    });
}

/// The view of a place.
pub(crate) fn show(place: RwSignal<Place>) -> AnyView {
    match place.get_untracked() {
        Place::Play => view! { <play::Play place/> }.into_any(),
        Place::Learn => view! { <learn::Learn place/> }.into_any(),
        Place::NewGame => view! { <play::NewGame place/> }.into_any(),
        Place::SetUp => view! { <play::SetUp place/> }.into_any(),
        Place::Settings => view! { <settings::Settings/> }.into_any(),
        Place::Help => view! { <help::Help place topic=help::Topic::Rules/> }.into_any(),
        Place::OpeningHelp => view! { <help::Help place topic=help::Topic::Openings/> }.into_any(),
        Place::Lesson => view! { <learn::Lesson place/> }.into_any(),
        Place::Puzzles => view! { <puzzles::Trainings place/> }.into_any(),
        Place::Puzzle => view! { <puzzles::Solve place/> }.into_any(),
        Place::Problem => view! { <puzzles::Problem place/> }.into_any(),
        Place::Analyse => view! { <analyse::Analyse place/> }.into_any(),
        Place::Library => view! { <library::Library place/> }.into_any(),
        Place::Online => online_part::place(place),
    }
}

/// The elements beside the board.
pub(crate) fn beside_board() -> AnyView {
    view! { <bar::EvaluationBar/> }.into_any()
}

/// The status of the page.
pub(crate) fn status() -> AnyView {
    view! {
        <status::Status/>
        {engine_switch()}
        {unsaved::unsaved()}
        {server_bar("called", "go-to-game", "online-go-to-game", |part| part.called, |_| true)}
        {server_bar("challenged", "go-to-challenge", "online-show-challenge", |part| part.challenged, |_| true)}
        // The place of online play shows the waiting itself.
        {server_bar("seeking", "stop-seeking", "cancel", |part| part.seeking, |place| place != Place::Online)}
        {newer_page()}
    }
    .into_any()
}

/// A button that starts the engine, where it is off.
fn engine_switch() -> impl Fn() -> AnyView {
    let session = Session::of_page();
    move || {
        if session.table.recovery.is_off.get() {
            let start = move || session.give(Engine::restart);
            view! { <p class="engine-off">{button("start-engine", "start-engine", "", always(), start)}</p> }
                .into_any()
        } else {
            ().into_any()
        }
    }
}

/// A line about online play, in the places for which `is_shown` returns true.
fn server_bar(
    id: &'static str,
    button_id: &'static str,
    key: &'static str,
    bar: fn(OnlinePart) -> Bar,
    is_shown: fn(Place) -> bool,
) -> impl Fn() -> AnyView {
    let bar = use_context::<OnlinePart>().map(bar);
    let place: RwSignal<Place> = expect_context();
    let shown = Memo::new(move |_| {
        bar.filter(|bar| is_shown(place.get()) && !bar.words.with(String::is_empty)).is_some()
    });
    move || {
        let Some(bar) = bar.filter(|_| shown.get()) else { return ().into_any() };
        view! {
            <p class="newer" id=id role="status">
                <span>{move || bar.words.get()}</span>
                {button(button_id, key, "", always(), move || bar.press())}
            </p>
        }
        .into_any()
    }
}

/// The button that opens a newer version of the page, where one waits.
fn newer_page() -> impl Fn() -> AnyView {
    let texts = Texts::of_page();
    move || {
        if !Newer::is_there() {
            return ().into_any();
        }
        view! {
            <p class="newer" role="status">
                <span>{move || texts.text("newer-page")}</span>
                {button("open-newer", "open-newer", "", always(), Newer::open)}
            </p>
        }
        .into_any()
    }
}

/// Related controls under a heading.
fn group(key: &'static str, content: impl FnOnce() -> AnyView) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <fieldset class="group">
            <legend>{move || texts.text(key)}</legend>
            {content()}
        </fieldset>
    }
    .into_any()
}

/// The name of a point, or the word for a pass.
fn move_name(texts: Texts, played: Move, size: BoardSize) -> String {
    match played {
        Move::Place(point) => point.on(size).to_string(),
        Move::Pass => texts.text("passed"),
    }
}

/// Moves the keyboard's focus, once the page has drawn the last change, and scrolls to it.
fn focus_after_render(selector: &'static str) {
    focus(selector, true);
}

/// As [`focus_after_render`], while the page stays where it is.
fn focus_without_scroll(selector: &'static str) {
    focus(selector, false);
}

fn focus(selector: &'static str, scrolls: bool) {
    request_animation_frame(move || {
        let found = document().query_selector(selector).ok().flatten();
        if let Some(element) = found {
            let options = FocusOptions::new();
            options.set_prevent_scroll(!scrolls);
            // HTML and SVG elements have the same method, but no common type with that method.
            let _ = element.unchecked_into::<HtmlElement>().focus_with_options(&options);
        }
    });
}

/// Keeps the current element of a list in sight, whenever the content changes or the list gets another size.
fn keep_current_in_sight(list: NodeRef<Div>, content: impl Fn() + 'static) {
    Effect::new(move || {
        content();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || show_current(&list));
    });
    Effect::new(move || {
        if let Some(list) = list.get() {
            let shown = list.clone();
            media::on_resize(&list, move || show_current(&shown));
        }
    });
}

/// Scrolls a list, and only the list, until the current element is visible.
fn show_current(list: &HtmlElement) {
    let Some(current) = list.query_selector(".current").ok().flatten() else { return };
    // Offsets are not used: browsers differ in their origin if an entry has its own containment.
    let (place, seen) = (current.get_bounding_client_rect(), list.get_bounding_client_rect());
    let top = place.top() - seen.top();
    if top < 0.0 || top + place.height() > seen.height() {
        // The entry is centred in the list, so that a list lower than two entries shows all of it.
        let from_middle = top + (place.height() - seen.height()) / 2.0;
        list.set_scroll_top(list.scroll_top() + from_middle as i32);
    }
}

/// Scrolls the page until an element is visible.
pub(crate) fn show_after_render(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().query_selector(selector).ok().flatten() {
            element.scroll_into_view();
        }
    });
}
