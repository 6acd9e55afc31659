//! The analysis board: the user moves for both sides, and the game is paused.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::{BoardSize, Color, Record, Rule};
use tengen_match::{AnalysisBoard, Aside, Game, Match, Seat};

use crate::forms::{always, button, toggle};
use crate::panel::focus_after_render;
use crate::panel::play::SeatChoice;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The button that opens the analysis board, or the commands of the open board.
#[component]
pub(in crate::panel) fn AnalysisBoardPanel(place: RwSignal<Place>) -> impl IntoView {
    let session = Session::of_page();
    let is_open = Memo::new(move |_| session.table.analysis_board.with(|board| board.is_some()));
    move || {
        if is_open.get() { view! { <Opened place/> }.into_any() } else { view! { <Closed/> }.into_any() }
    }
}

/// The buttons that open the analysis board.
#[component]
fn Closed() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    // The players of an online game that continues get no help.
    let is_allowed = Signal::derive(move || !session.is_remote_running());
    let open = move || {
        session.give(Aside::analyse_freely);
        focus_after_render("#close-analysis");
    };
    view! {
        <section class="analysis-board" aria-label=move || texts.text("analysis-board")>
            <div class="row">
                {button("analyse-freely", "analyse-freely", "", is_allowed, open)}
                {button("empty-analysis", "empty-analysis", "", is_allowed, move || empty(session))}
            </div>
        </section>
    }
    .into_any()
}

/// Opens an empty board of the same rule and size.
fn empty(session: Session) {
    let (rule, size): (Rule, BoardSize) =
        session.table.game.with_untracked(|game| (game.record().rule(), game.record().size()));
    session.give(|aside, context| Aside::analyse_record(aside, Record::new(rule, size), context));
    focus_after_render("#close-analysis");
}

/// The commands of the open analysis board.
#[component]
fn Opened(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let of_board = move |is: fn(&AnalysisBoard) -> bool| {
        Memo::new(move |_| session.table.analysis_board.with(|board| board.is_some_and(is)))
    };
    let is_of_game = of_board(|board| board.is_of_game);
    let adds_variations = of_board(|board| board.adds_variations);
    let is_playing = RwSignal::new(false);
    let close = move || {
        session.act(Match::close_analysis_board);
        place.set(Place::Play);
        focus_after_render(".cell[tabindex='0']");
    };
    let ask = move || {
        is_playing.update(|playing| *playing = !*playing);
        focus_after_render("#seat-black");
    };
    view! {
        <section class="analysis-board open" aria-label=move || texts.text("analysis-board")>
            <p class="quiet">{move || texts.text("analysis-board-how")}</p>
            <div class="row">
                {button("close-analysis", "close-analysis", "primary", always(), close)}
                {button("play-from-here", "play-from-here", "", always(), ask)}
                {button("empty-analysis", "empty-analysis", "", always(), move || empty(session))}
                {button("set-up-analysis", "set-up", "", always(), move || place.set(Place::SetUp))}
            </div>
            <Show when=move || is_playing.get()>
                <PlayFromHere place/>
            </Show>
            <Show when=move || is_of_game.get()>
                {toggle("adds-variations", "adds-variations", adds_variations.into(), move |adds| {
                    session.act(|table| table.set_adds_variations(adds));
                })}
            </Show>
        </section>
    }
    .into_any()
}

/// The choice of the players of a game that begins with the position on the board.
#[component]
fn PlayFromHere(place: RwSignal<Place>) -> impl IntoView {
    let session = Session::of_page();
    // The user has the side to move; the opponent is that of the paused game.
    let (mover, opponent) = (
        session.table.game.with_untracked(Game::side_to_move),
        session.table.analysis_board.with_untracked(|board| {
            let seats = board.map(|board| board.game().seats()).unwrap_or([Seat::Person; 2]);
            seats.into_iter().find(|seat| seat.program().is_some())
        }),
    );
    let opponent = opponent.unwrap_or(Seat::Engine(Level::NORMAL));
    let seats = RwSignal::new(Color::BOTH.map(|color| if color == mover { Seat::Person } else { opponent }));
    let start = move || {
        let seats = seats.get_untracked();
        session.act(|table| table.new_game(table.game.from_here(seats)));
        place.set(Place::Play);
        focus_after_render(".cell[tabindex='0']");
    };
    view! {
        <div class="play-from-here">
            <SeatChoice color=Color::Black seats/>
            <SeatChoice color=Color::White seats/>
            {button("start-from-here", "start", "primary", always(), start)}
        </div>
    }
    .into_any()
}
