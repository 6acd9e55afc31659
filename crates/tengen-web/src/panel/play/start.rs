//! The choices before the first stone: whom to play against, with which colour and how much time, with one tap each.

use leptos::prelude::*;
use tengen_analysis::{Character, Level};
use tengen_game::Color;
use tengen_game::clock::TimeControl;
use tengen_match::{Coaching, Game, HeadStart, Seat};

use super::new_game::QUICK_CONTROLS;
use super::players::control_words;
use super::{color_key, opponents};
use crate::app::Whole;
use crate::forms::{always, big_tile, button, card, more, segment, toggle};
use crate::icons;
use crate::place::Place;
use crate::preferences::{Choice, Preferences, preference};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The choices for the game on the board.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Chosen {
    opponent: Seat,
    /// The manner in which a level plays.
    character: Option<Character>,
    color: Color,
    control: TimeControl,
    /// What the person gets in advance.
    head_start: HeadStart,
    /// Whether the level makes no two threats at once.
    no_double_threats: bool,
}

impl Chosen {
    /// The choices of a game; `None` if no person plays, or once a person has moved.
    pub(super) fn of(game: &Game) -> Option<Chosen> {
        let seats = game.seats();
        let color = Color::BOTH.into_iter().find(|color| seats[color.index()] == Seat::Person)?;
        let has_played =
            (0..game.record().line().len()).any(|moves| game.seat(game.mover_after(moves)) == Seat::Person);
        let is_usual = game.opening().is_none() && !seats.contains(&Seat::External);
        let control = game.clock().control();
        let (opponent, character) = (seats[(!color).index()], game.character(!color));
        let (head_start, no_double_threats) = (game.head_start(), game.has_no_double_threats());
        // A person with two moves at first has played one of them.
        let is_begun = has_played || (head_start == HeadStart::TwoMoves && game.record().setup().is_some());
        (is_usual && !is_begun).then_some(Chosen {
            opponent,
            character,
            color,
            control,
            head_start,
            no_double_threats,
        })
    }

    /// Begins a game with these choices.
    fn begin(self, session: Session) {
        session.act(|table| {
            let game = table.game.again_with(self.seats(), self.control).with_head_start(self.head_start);
            let game = game.with_no_double_threats(self.no_double_threats);
            table.new_game(game.with_character(self.character));
        });
    }

    fn seats(self) -> [Seat; 2] {
        Color::BOTH.map(|color| if color == self.color { Seat::Person } else { self.opponent })
    }
}

/// The choices, which are shown until the game has begun.
pub(super) fn start(session: Session, chosen: Memo<Option<Chosen>>, place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let suggested = preference(|preferences| preferences.suggested.clone());
    let change = move |change: &dyn Fn(&mut Chosen)| {
        let Some(mut wanted) = chosen.get_untracked() else { return };
        change(&mut wanted);
        if Some(wanted) != chosen.get_untracked() {
            wanted.begin(session);
        }
    };
    let opponent = Memo::new(move |_| chosen.get().map(|chosen| chosen.opponent));
    let character = Memo::new(move |_| chosen.get().and_then(|chosen| chosen.character));
    let is_program = Memo::new(move |_| opponent.get().is_some_and(|seat| !seat.is_person()));
    let kind = move |id: &'static str,
                     key: &'static str,
                     path: &'static str,
                     is_of: bool,
                     choose: fn(Option<Seat>) -> Seat| {
        let choose = move || {
            let last = suggested.get_untracked().and_then(|name| Seat::from_name(&name));
            if is_program.get_untracked() != is_of {
                change(&|chosen| chosen.opponent = choose(last));
            }
        };
        let is_chosen = Signal::derive(move || is_program.get() == is_of);
        big_tile(id, path, "", Some(is_chosen), move || texts.text(key), choose)
    };
    let online = use_context::<Whole>().is_some_and(|whole| whole.0).then(|| {
        let open = move || place.set(Place::Online);
        big_tile("quick-online", icons::GLOBE, "", None, move || texts.text("start-online"), open)
    });
    let is_new = Memo::new(move |_| suggested.with(Option::is_none));
    let lesson = move || {
        card("quick-learn", "start-learn", "start-learn-about", icons::CAP, "slim", move || {
            place.set(Place::Lesson);
        })
    };
    let picker = move || {
        is_program.get().then(|| {
            view! {
                {opponents::picker(
                    opponent,
                    move |seat| change(&|chosen| chosen.opponent = seat),
                    character,
                    move |character| change(&|chosen| chosen.character = character),
                )}
                {row("quick-color", colors(texts, chosen, change))}
            }
        })
    };
    view! {
        <section class="quick" aria-label=move || texts.text("quick-choice")>
            <div class="tiles" role="group" aria-label=move || texts.text("quick-opponent")>
                {kind("quick-computer", "start-computer", icons::COMPUTER, true, |last| {
                    last.unwrap_or(Seat::Engine(Level::EASY))
                })}
                {kind("quick-person", "start-friend", icons::FRIENDS, false, |_| Seat::Person)}
                {online}
            </div>
            // A new user gets the lesson above the opponents.
            {move || is_new.get().then(lesson)}
            {picker}
            {move || (!is_new.get()).then(lesson)}
            {more("more", "start-more", "row-wide", others(texts, chosen, change, place))}
        </section>
    }
    .into_any()
}

/// The choices that are needed seldom: the time, and all other settings of a game.
fn others(
    texts: Texts,
    chosen: Memo<Option<Chosen>>,
    change: impl Fn(&dyn Fn(&mut Chosen)) + Copy + Send + Sync + 'static,
    place: RwSignal<Place>,
) -> AnyView {
    let controls =
        QUICK_CONTROLS.into_iter().zip(["quick-untimed", "quick-fast", "quick-slow"]).map(|(control, id)| {
            segment(
                id,
                move || chosen.get().is_some_and(|chosen| chosen.control == control),
                move || change(&|chosen| chosen.control = control),
                (move || control_words(texts, control)).into_any(),
            )
        });
    let is_program = Memo::new(move |_| chosen.get().is_some_and(|chosen| !chosen.opponent.is_person()));
    let is_level = Memo::new(move |_| chosen.get().is_some_and(|chosen| chosen.opponent.level().is_some()));
    let head_starts = move || {
        HeadStart::ALL
            .map(|head_start| {
                let key = head_start_key(head_start);
                segment(
                    format!("head-start-{}", head_start.name()),
                    move || chosen.get().is_some_and(|chosen| chosen.head_start == head_start),
                    move || change(&|chosen| chosen.head_start = head_start),
                    (move || texts.text(key)).into_any(),
                )
            })
            .collect_view()
            .into_any()
    };
    let is_plain = Signal::derive(move || chosen.get().is_some_and(|chosen| chosen.no_double_threats));
    let plain = move || {
        toggle("no-double-threats", "no-double-threats", is_plain, move |is_on| {
            change(&|chosen| chosen.no_double_threats = is_on);
        })
    };
    let coach = move || {
        let preferences = Preferences::of_page();
        let chosen = preference(|preferences| preferences.coach);
        Coaching::ALL
            .iter()
            .map(|&coaching| {
                let key = coach_key(coaching);
                segment(
                    format!("coach-{}", coaching.name()),
                    move || chosen.get() == coaching,
                    move || preferences.update(|preferences| preferences.coach = coaching),
                    (move || texts.text(key)).into_any(),
                )
            })
            .collect_view()
            .into_any()
    };
    view! {
        {move || is_program.get().then(|| row("coach", coach()))}
        {move || is_program.get().then(|| row("head-start", head_starts()))}
        {move || is_level.get().then(plain)}
        {row("quick-clock", controls.collect_view().into_any())}
        <div class="row">
            {button("new-game", "all-options", "", always(), move || place.set(Place::NewGame))}
            {button("set-up", "set-up", "", always(), move || place.set(Place::SetUp))}
        </div>
    }
    .into_any()
}

/// The key of the short name of a setting of the coach.
fn coach_key(coaching: Coaching) -> &'static str {
    match coaching {
        Coaching::Off => "coach-off",
        Coaching::Gently => "coach-gently-short",
        Coaching::Always => "coach-always-short",
    }
}

/// The key of the name of a head start.
fn head_start_key(head_start: HeadStart) -> &'static str {
    match head_start {
        HeadStart::None => "head-start-none",
        HeadStart::TwoMoves => "head-start-two-moves",
        HeadStart::TwoStones => "head-start-two-stones",
        HeadStart::ThreeStones => "head-start-three-stones",
    }
}

/// The choice of the colour.
fn colors(
    texts: Texts,
    chosen: Memo<Option<Chosen>>,
    change: impl Fn(&dyn Fn(&mut Chosen)) + Copy + Send + Sync + 'static,
) -> AnyView {
    Color::BOTH
        .map(|color| {
            segment(
                if color == Color::Black { "quick-black" } else { "quick-white" },
                move || chosen.get().is_some_and(|chosen| chosen.color == color),
                move || change(&|chosen| chosen.color = color),
                (move || texts.text(color_key(color))).into_any(),
            )
        })
        .collect_view()
        .into_any()
}

/// A row of choices under a name.
fn row(key: &'static str, segments: AnyView) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <div class="named">
            <span class="label" aria-hidden="true">{move || texts.text(key)}</span>
            <div class="segments" role="group" aria-label=move || texts.text(key)>{segments}</div>
        </div>
    }
    .into_any()
}
