use leptos::prelude::*;
use tengen_game::opening::Player;
use tengen_match::Match;
use tengen_online::message::{ClientCommand, EndCause, GameCommand, Offer};

use super::absence::absence;
use super::{connection, opponent, starting, talk, words};
use crate::files;
use crate::forms::{always, answer, button};
use crate::online::{Live, Online, View, left, name_of};
use crate::panel::analyse::open_review;
use crate::panel::focus_after_render;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The actions in the online game on the board, for one of its players or for a watcher.
pub(crate) fn actions(place: RwSignal<Place>) -> AnyView {
    let texts = Texts::of_page();
    let online = Online::of_page();
    let live = Memo::new(move |_| online.look_on_board(Live::clone));
    let stage = Memo::new(move |_| {
        live.with(|live| match live {
            None => Stage::Lost,
            Some(live) if live.snapshot.result.is_some() => Stage::Over,
            Some(live) if live.snapshot.you.is_none() => Stage::Watching,
            Some(_) => Stage::Playing,
        })
    });
    let talks = RwSignal::new(false);
    let buttons = move || match stage.get() {
        Stage::Playing => playing(online, live, talks),
        Stage::Watching => watching(online, live, place, talks),
        Stage::Over => over(online, live, place, talks),
        Stage::Lost => connection(),
    };
    // While the game is played, these lines are above its buttons.
    let others = move || (stage.get() != Stage::Playing).then(|| people(live));
    view! {
        <div class="online-game" role="group" aria-label=move || texts.text("actions")>
            {buttons}
            {talk::talk(online, live, talks)}
            {others}
            {move || (stage.get() != Stage::Lost).then(|| opponent::opponent(online, live))}
        </div>
    }
    .into_any()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Playing,
    Watching,
    Over,
    /// The page no longer has the game.
    Lost,
}

pub(super) type Shown = Memo<Option<Live>>;

/// A signal with a value of the game; the default value without a game.
pub(super) fn part<T: Clone + Default + PartialEq + Send + Sync + 'static>(
    live: Shown,
    of: impl Fn(&Live) -> T + Send + Sync + 'static,
) -> Memo<T> {
    Memo::new(move |_| live.with(|live| live.as_ref().map(&of).unwrap_or_default()))
}

/// Sends a command about the game on the board.
pub(super) fn send(online: Online, live: Shown, command: GameCommand) {
    if let Some(live) = live.get_untracked() {
        online.send_play(live.snapshot.game, command);
    }
}

/// Whether the user (`by_user`) or the opponent has this offer open.
fn has_offered(live: &Live, offer: Offer, by_user: bool) -> bool {
    let by = live.snapshot.you.map(|you| if by_user { you } else { !you });
    by.is_some_and(|by| live.has_offered(by, offer))
}

fn playing(online: Online, live: Shown, talks: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let resigning = RwSignal::new(false);
    let act = move |command: GameCommand| send(online, live, command);
    let asked = part(live, |live| {
        [Offer::Draw, Offer::Takeback].into_iter().find(|&offer| has_offered(live, offer, false))
    });
    let offered = part(live, |live| {
        [Offer::Draw, Offer::Takeback].into_iter().find(|&offer| has_offered(live, offer, true))
    });
    // A tournament game cannot be aborted.
    let can_resign = part(live, |live| live.has_started() || live.snapshot.tournament.is_some());
    let has_started = part(live, Live::has_started);
    let declined = part(live, |live| live.declined);
    let is_starting = starting::is_starting(live);
    let refusal = move |offer: Offer| {
        let key = if offer == Offer::Takeback { "online-takeback-declined" } else { "online-draw-declined" };
        let name = live.with_untracked(|live| live.as_ref().map(|live| name_of(texts, live.opponent())));
        let words = texts.text_with(key, &[("name", name.unwrap_or_default().into())]);
        view! { <p role="status" class="quiet" id="offer-declined">{words}</p> }.into_any()
    };
    let question = move |offer: Offer| {
        let key = if offer == Offer::Takeback { "online-asks-takeback" } else { "online-asks-draw" };
        let name = live.with(|live| live.as_ref().map(|live| name_of(texts, live.opponent())));
        view! {
            <div class="offer" role="alert">
                <p>{texts.text_with(key, &[("name", name.unwrap_or_default().into())])}</p>
                {answer("offer-yes", "online-agree", "primary", move || act(GameCommand::Accept(offer)))}
                {answer("offer-no", "online-decline", "", move || act(GameCommand::Decline(offer)))}
            </div>
        }
        .into_any()
    };
    let waiting = move |offer: Offer| {
        let key = if offer == Offer::Takeback { "online-takeback-asked" } else { "online-draw-offered" };
        view! {
            <div class="offer">
                <p role="status">{texts.text(key)}</p>
                {button("withdraw", "online-withdraw", "", always(), move || act(GameCommand::Withdraw(offer)))}
            </div>
        }
        .into_any()
    };
    // Only one notice is shown at a time, so that it fits into its space and moves no button. A request to the user has priority.
    let said = move || match (asked.get(), offered.get()) {
        (Some(offer), _) => question(offer),
        (None, Some(offer)) => waiting(offer),
        (None, None) => match declined.get() {
            Some(offer) => refusal(offer),
            None if is_starting.get() => starting::countdown(online, live),
            None => people(live),
        },
    };
    let can_offer = Signal::derive(move || has_started.get() && offered.get().is_none());
    let can_take_back = Signal::derive(move || {
        let has_acted = live.with(|live| live.as_ref().is_some_and(|live| live.snapshot.ply() > 0));
        has_acted && offered.get().is_none()
    });
    let end = move || {
        if resigning.get() {
            let no = move || {
                resigning.set(false);
                focus_after_render("#resign");
            };
            view! {
                // The answer that changes nothing takes the place of the button that opened the question.
                {answer("resign-no", "resign-no", "", no)}
                {answer("resign-yes", "resign-yes", "primary", move || act(GameCommand::Resign))}
            }
            .into_any()
        } else if can_resign.get() {
            button("resign", "resign", "", always(), move || {
                resigning.set(true);
                focus_after_render("#resign-no");
            })
        } else {
            button("abort", "online-abort", "", always(), move || act(GameCommand::Abort))
        }
    };
    let may_berserk = part(live, Live::may_berserk);
    let berserk = move || {
        may_berserk
            .get()
            .then(|| button("berserk", "online-berserk", "", always(), move || act(GameCommand::Berserk)))
    };
    let is_limited = part(live, |live| live.snapshot.settings.tempo.is_limited());
    let gift = move || {
        is_limited.get().then(|| {
            let key = live.with(|live| match live {
                Some(live) if live.snapshot.settings.tempo.is_correspondence() => "online-give-day",
                _ => "online-give-time",
            });
            button("give-time", key, "", always(), move || act(GameCommand::GiveTime))
        })
    };
    view! {
        <div class="said">
            {connection()}
            {said}
        </div>
        <div class="actions">
            {button("takeback", "online-takeback", "", can_take_back, move || act(GameCommand::Offer(Offer::Takeback)))}
            {button("offer-draw", "offer-draw", "", can_offer, move || act(GameCommand::Offer(Offer::Draw)))}
            {gift}
            {berserk}
            {end}
            {talk::say_button(online, live, talks)}
        </div>
        {absence(online, live)}
    }
    .into_any()
}

fn watching(online: Online, live: Shown, place: RwSignal<Place>, talks: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let leave = move || {
        if let Some(live) = live.get_untracked() {
            session.act(Match::leave_remote);
            online.send(ClientCommand::Unwatch(live.snapshot.game));
            place.set(Place::Online);
        }
    };
    let delay = part(live, |live| live.snapshot.delay.div_ceil(1_000));
    let late = move || {
        let seconds = delay.get();
        (seconds > 0).then(|| texts.text_with("online-delayed", &[("seconds", seconds.into())]))
    };
    let copied = RwSignal::new(false);
    let share = move || {
        if let Some(live) = live.get_untracked() {
            files::copy(&format!("{}?game={}", files::address(), live.snapshot.game));
            copied.set(true);
        }
    };
    view! {
        {connection()}
        <div class="row">
            {button("stop-watching", "online-stop-watching", "", always(), leave)}
            {button("copy-game-link", "online-copy-link", "", always(), share)}
            {talk::say_button(online, live, talks)}
        </div>
        <p class="quiet" id="online-delayed">{late}</p>
        <p role="status" class="quiet">{move || copied.get().then(|| texts.text("link-copied"))}</p>
    }
    .into_any()
}

fn over(online: Online, live: Shown, place: RwSignal<Place>, talks: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let because = move || {
        live.with(|live| {
            let live = live.as_ref()?;
            let [_, because] = words::result(texts, live, live.snapshot.result?);
            let all: Vec<String> = [because]
                .into_iter()
                .filter(|text| !text.is_empty())
                .chain(words::rating(texts, live))
                .collect();
            Some(all.join(" "))
        })
    };
    let plays = part(live, |live| live.snapshot.you.is_some());
    let counts = part(live, |live| {
        live.snapshot.result.is_some_and(|over| over.cause != EndCause::Abort && over.cause.counts())
    });
    let asked = part(live, |live| has_offered(live, Offer::Rematch, false));
    let offered = part(live, |live| has_offered(live, Offer::Rematch, true));
    let next = part(live, |live| live.snapshot.rematch);
    let tournament = part(live, |live| live.snapshot.tournament);
    let rematch = move || {
        if let Some(id) = tournament.get() {
            // In a tournament, the server pairs the players.
            return button("to-tournament", "online-to-tournament", "primary", always(), move || {
                online.open(View::Tournament(id));
            });
        }
        if !plays.get() {
            return ().into_any();
        }
        if let Some(next) = next.get() {
            let is_known = online.client.with(|client| client.games.contains_key(&next));
            return is_known
                .then(|| {
                    button("rematch", "online-rematch-open", "primary", always(), move || online.show(next))
                })
                .into_any();
        }
        match (asked.get(), offered.get()) {
            (true, _) => view! {
                {button("rematch", "online-rematch-accept", "primary", always(), move || {
                    send(online, live, GameCommand::Accept(Offer::Rematch));
                })}
            }
            .into_any(),
            (false, true) => button("rematch", "online-rematch-withdraw", "", always(), move || {
                send(online, live, GameCommand::Withdraw(Offer::Rematch));
            }),
            (false, false) => button("rematch", "online-rematch", "primary", always(), move || {
                send(online, live, GameCommand::Offer(Offer::Rematch));
            }),
        }
    };
    let asks = move || {
        let name = live.with(|live| live.as_ref().map(|live| name_of(texts, live.opponent())));
        match (asked.get(), offered.get()) {
            (true, _) => texts.text_with("online-asks-rematch", &[("name", name.unwrap_or_default().into())]),
            (false, true) => texts.text("online-rematch-offered"),
            (false, false) => String::new(),
        }
    };
    let review = move || open_review(session, place);
    view! {
        <div class="said">
            {connection()}
            <p class="quiet" id="online-because">{because}</p>
            <p role="status" id="online-rematch-state">{asks}</p>
        </div>
        <div class="actions">
            {rematch}
            {move || counts.get().then(|| button("review", "review", "", always(), review))}
            {button("back-to-lobby", "online-to-lobby", "", always(), move || online.open(View::Lobby))}
            {talk::say_button(online, live, talks)}
        </div>
    }
    .into_any()
}

/// The disconnected players, the number of watchers, and whether the game is rated.
fn people(live: Shown) -> AnyView {
    let texts = Texts::of_page();
    let lines = part(live, |live| {
        let away = Player::BOTH.map(|player| left(live.snapshot.presence[player as usize]).is_some());
        (live.snapshot.result.is_none().then_some(away), live.snapshot.watchers, live.snapshot.settings.rated)
    });
    let words = move || {
        let (away, watchers, rated) = lines.get();
        // A player reads this with the claim of the win.
        let is_said = live.with(|live| {
            let settings = live.as_ref().filter(|live| live.snapshot.you.is_some());
            settings.is_some_and(|live| live.snapshot.settings.tempo.speed().claim_after().is_some())
        });
        let name = |player: Player| {
            live.with(|live| {
                live.as_ref().map(|live| name_of(texts, &live.snapshot.players[player as usize]))
            })
        };
        let of_player = |player: Player| {
            let is_user =
                live.with(|live| live.as_ref().is_some_and(|live| live.snapshot.you == Some(player)));
            let is_away = away?[player as usize];
            (is_away && !is_user && !is_said).then(|| {
                texts.text_with("online-disconnected", &[("name", name(player).unwrap_or_default().into())])
            })
        };
        let watched =
            (watchers > 0).then(|| texts.text_with("online-watchers", &[("count", watchers.into())]));
        let rated = texts.text(if rated { "online-rated" } else { "online-casual" });
        let all: Vec<String> =
            Player::BOTH.into_iter().filter_map(of_player).chain(watched).chain([rated]).collect();
        all.join(" · ")
    };
    view! { <p class="quiet" id="online-people">{words}</p> }.into_any()
}
