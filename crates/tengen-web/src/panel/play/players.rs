use leptos::prelude::*;
use tengen_analysis::{Character, Classic, Grade, Level};
use tengen_game::clock::TimeControl;
use tengen_game::opening::Player;
use tengen_game::{Color, Fact};
use tengen_match::timing::{Reading, announcement};
use tengen_match::{Game, Seat};
pub(crate) use tengen_text::color_key;

use super::characters;
use crate::panel::face::face;
use crate::panel::phrases;
use crate::panel::phrases::seconds_word;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The players, the side to move and the rule.
#[component]
pub(super) fn Players() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let player = move |color: Color| {
        let active = Memo::new(move |_| {
            session.table.game.with(|game| match game.opening_under_way() {
                Some(_) => game.chooser() == Some(color),
                None => !game.record().is_over() && game.side_to_move() == color,
            })
        });
        let name = move || {
            let is_you = session.table.remote.with(|remote| remote.is_some_and(|it| it.user == Some(color)));
            session.table.game.with(|game| match (game.seat(color), game.player_of(color)) {
                _ if is_you && !game.name_of(color).is_empty() => {
                    texts.text_with("you-named", &[("name", game.name_of(color).into())])
                }
                // Only the record names the players of a game from another source.
                _ if !game.name_of(color).is_empty() => game.name_of(color),
                _ if game.identity.opened => texts.text(color_key(color)),
                // Two people at one screen are named by their colours, or by their order in the opening.
                (Seat::Person, None) if game.sole_person().is_none() => texts.text(color_key(color)),
                (Seat::Person, Some(player)) if game.sole_person().is_none() => {
                    texts.text(player_key(player))
                }
                (seat, _) => match game.character(color) {
                    None => seat_name(texts, seat),
                    character => opponent_title(texts, seat, character),
                },
            })
        };
        let program = Memo::new(move |_| {
            session.table.game.with(|game| {
                let seat = Some(game.seat(color)).filter(|seat| seat.program().is_some());
                seat.map(|seat| (seat, game.character(color)))
            })
        });
        view! {
            <li class:active=move || active.get() aria-current=move || active.get().then_some("true")>
                <span class=format!("dot {color}") role="img" aria-label=move || texts.text(color_key(color))></span>
                {move || program.get().map(|(seat, character)| face(seat, character))}
                <span class="name">{name}</span>
                <SideClock color/>
            </li>
        }
    };
    let is_timed = Memo::new(move |_| session.table.game.with(|game| game.clock().control().is_limited()));
    view! {
        <ul class="players" class:timed=move || is_timed.get()>
            {player(Color::Black)}
            {player(Color::White)}
            <li class="table-rule">
                {move || {
                    let (rule, size) = session.table.game.with(|game| (game.record().rule(), game.record().size()));
                    let lines = texts.text_with("lines", &[("count", size.lines().into())]);
                    let control = session.table.game.with(|game| game.clock().control());
                    let time = control.is_limited().then(|| format!(" · {}", control_words(texts, control)));
                    format!("{} · {lines}{}", phrases::name(texts, rule), time.unwrap_or_default())
                }}
            </li>
            {move || {
                let about = session.table.game.with(|game| about(texts, game));
                (!about.is_empty()).then(|| view! { <li class="table-rule" id="about-game">{about}</li> })
            }}
            {move || {
                let remark = session.table.game.with(|game| game.record().info.get(Fact::Remark).to_owned());
                (!remark.is_empty()).then(|| view! { <li class="table-rule remark" id="game-remark">{remark}</li> })
            }}
        </ul>
        {characters::line()}
        <TimeLeft/>
    }
}

/// The facts of a game that the record has as texts, such as place, date and result, and whether the game is from a link.
fn about(texts: Texts, game: &Game) -> String {
    const TOLD: [Fact; 7] =
        [Fact::Event, Fact::Round, Fact::Date, Fact::Place, Fact::Opening, Fact::Rules, Fact::Result];
    let info = &game.record().info;
    let facts =
        TOLD.map(|fact| info.get(fact)).into_iter().filter(|text| !text.is_empty()).map(str::to_owned);
    let shared = game.identity.shared.then(|| texts.text("shared-game"));
    shared.into_iter().chain(facts).collect::<Vec<_>>().join(" · ")
}

/// The key of a player's name, for players who may still change their colours.
pub(crate) fn player_key(player: Player) -> &'static str {
    match player {
        Player::First => "player-first",
        Player::Second => "player-second",
    }
}

/// The name of the player in a seat.
pub(crate) fn seat_name(texts: Texts, seat: Seat) -> String {
    match seat {
        Seat::Person => texts.text("seat-person"),
        Seat::Engine(level) => texts.text_with("seat-level", &[("level", level.number().into())]),
        Seat::External => texts.text("seat-external"),
        classic => texts.text(classic_key(classic)),
    }
}

/// The short name of an opponent, in lists of opponents.
pub(crate) fn opponent_name(texts: Texts, seat: Seat) -> String {
    match seat {
        Seat::Engine(level) => level_name(texts, level),
        other => seat_name(texts, other),
    }
}

/// The name of an opponent with its character, as "Owl, level 7".
pub(crate) fn opponent_title(texts: Texts, seat: Seat, character: Option<Character>) -> String {
    match character {
        Some(character) => {
            let name = texts.text(characters::name_key(character));
            let arguments = [("name", name.into()), ("opponent", opponent_name(texts, seat).into())];
            texts.text_with("character-at", &arguments)
        }
        None => opponent_name(texts, seat),
    }
}

/// The short name of a level.
pub(crate) fn level_name(texts: Texts, level: Level) -> String {
    texts.text_with("level-numbered", &[("level", level.number().into())])
}

/// The key of the name of a classic program, which is the same in all places.
pub(crate) fn classic_key(seat: Seat) -> &'static str {
    match seat {
        Seat::Classic(Classic::Tuple) => "classic-tuple",
        Seat::Classic(Classic::Direction) => "classic-direction",
        Seat::Classic(Classic::Greedy) => "classic-greedy",
        Seat::Classic(Classic::GameTree) => "classic-game-tree",
        Seat::Classic(Classic::Minimax(Grade::Easy)) => "classic-minimax-easy",
        Seat::Classic(Classic::Minimax(Grade::Normal)) => "classic-minimax-normal",
        // The other seats are no classic programs.
        _ => "classic-minimax-hard",
    }
}

/// One side's clock. Only the digits change while it runs.
#[component]
pub(super) fn SideClock(color: Color) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let reading = Memo::new(move |_| {
        let now = session.table.clocks.now.get();
        session.table.game.with(|game| Reading::of(game.clock(), color, now))
    });
    let digits = Memo::new(move |_| reading.with(|reading| reading.digits.clone()));
    let periods = Memo::new(move |_| reading.with(|reading| reading.periods));
    let is_low = Memo::new(move |_| reading.with(|reading| reading.is_low));
    let label = move || {
        let color = texts.text(color_key(color));
        texts.text_with("clock-of", &[("color", color.into())])
    };
    view! {
        <span class="clock" class:low=move || is_low.get() role="timer" aria-label=label>
            <span class="periods" title=move || texts.text("clock-periods")>{move || (periods.get() > 0).then(|| format!("{} ×", periods.get()))}</span>
            <span class="digits">{move || digits.get()}</span>
        </span>
    }
    .into_any()
}

/// The message that a person has little time left, for screen readers alone.
#[component]
pub(super) fn TimeLeft() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let message = Memo::new(move |_| {
        let now = session.table.clocks.now.get();
        session.table.game.with(|game| {
            let side = game.clock().running().filter(|&side| game.seat(side).is_person())?;
            announcement(game.clock(), side, now)
        })
    });
    view! {
        <p class="unseen" role="status" id="time-left">
            {move || message.get().map(|seconds| texts.text_with("seconds-left", &[("seconds", seconds.into())]))}
        </p>
    }
    .into_any()
}

/// The time control of either side, in as few words as possible.
pub(crate) fn control_words(texts: Texts, control: TimeControl) -> String {
    let time = |seconds| seconds_word(texts, seconds);
    match control {
        TimeControl::Unlimited => texts.text("clock-none"),
        TimeControl::PerMove { seconds } => {
            texts.text_with("clock-per-move", &[("time", time(seconds).into())])
        }
        TimeControl::Fischer { main, increment: 0 } => time(main),
        TimeControl::Fischer { main, increment } => {
            texts.text_with("clock-fischer", &[("main", time(main).into()), ("more", time(increment).into())])
        }
        TimeControl::ByoYomi { main, periods, period } => {
            let arguments =
                [("main", time(main).into()), ("periods", periods.into()), ("period", time(period).into())];
            texts.text_with(if main == 0 { "clock-only-periods" } else { "clock-byo-yomi" }, &arguments)
        }
    }
}
