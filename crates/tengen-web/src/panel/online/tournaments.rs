//! The list of tournaments, and the form for a new one.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_online::id::TournamentId;
use tengen_online::message::{
    ClientCommand, MAX_TOURNAMENT_NAME_LENGTH, TournamentFormat, TournamentList, TournamentRequest,
    TournamentView,
};

use super::settings_form::{QUICK_TEMPOS, SettingsForm, menu};
use super::{list, words};
use crate::forms::{button, slider, toggle};
use crate::online::http::{self, Failure};
use crate::online::{Online, View};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The tournaments that are open, running or have just ended.
pub(super) fn tournaments(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let known = RwSignal::new(None::<Result<TournamentList, Failure>>);
    online
        .ask(async { http::get::<TournamentList>("/tournaments").await }, move |read| known.set(Some(read)));
    let lists = move || match known.get() {
        None => view! { <p class="quiet" role="status">{texts.text("online-loading")}</p> }.into_any(),
        Some(Err(failure)) => {
            view! { <p role="alert">{words::failure(texts, online, &failure)}</p> }.into_any()
        }
        Some(Ok(TournamentList { upcoming, running, finished })) => {
            if upcoming.is_empty() && running.is_empty() && finished.is_empty() {
                return view! { <p class="quiet">{texts.text("online-no-tournaments")}</p> }.into_any();
            }
            view! {
                {group(online, "online-tournaments-running", "running-tournaments", running)}
                {group(online, "online-tournaments-open", "open-tournaments", upcoming)}
                {group(online, "online-tournaments-finished", "finished-tournaments", finished)}
            }
            .into_any()
        }
    };
    let creating = move || match online.is_member() {
        true => form(online),
        false => view! { <p class="quiet">{texts.text("online-tournament-guest")}</p> }.into_any(),
    };
    view! {
        {lists}
        {creating}
    }
    .into_any()
}

fn group(online: Online, key: &'static str, id: &'static str, all: Vec<TournamentView>) -> AnyView {
    let texts = Texts::of_page();
    let line = |view: TournamentView| {
        let id: TournamentId = view.tournament;
        let about =
            [words::format(texts, view.request.format), words::settings(texts, &view.request.settings)];
        let players = texts.text_with("online-tournament-players", &[("count", view.players.into())]);
        list::line(view.request.name, about.join(" · "), list::end(players, false), move || {
            online.open(View::Tournament(id));
        })
    };
    list::titled(texts, key, id, all.into_iter().map(line).collect())
}

/// The kind of a new tournament: an arena with a duration, a Swiss tournament with a number of rounds, or a round robin with a number of
/// cycles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Arena,
    Swiss,
    RoundRobin,
}

impl Kind {
    /// All kinds, with their names in the form and the keys of their texts.
    const ALL: [(Kind, &str, &str); 3] = [
        (Kind::Arena, "arena", "online-format-arena"),
        (Kind::Swiss, "swiss", "online-format-swiss"),
        (Kind::RoundRobin, "round-robin", "online-format-round-robin"),
    ];
}

/// The possible delays of a new tournament's start, in minutes.
const STARTS: [u32; 7] = [1, 2, 5, 10, 30, 60, 24 * 60];

/// The value of a start at a date.
const AT_DATE: &str = "date";

/// The time of a field with date and time in the user's time zone, in milliseconds since the Unix epoch.
fn time_of(field: &str) -> Option<u64> {
    let time = js_sys::Date::new(&field.into()).get_time();
    (time.is_finite() && time > 0.0).then_some(time as u64)
}

fn form(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let settings_form = SettingsForm::new(QUICK_TEMPOS);
    let name = RwSignal::new(String::new());
    let kind = RwSignal::new(Kind::Arena);
    let (minutes, rounds, cycles) = (RwSignal::new(45), RwSignal::new(5), RwSignal::new(1));
    // The minutes until the start; `None` for a date.
    let start = RwSignal::new(Some(STARTS[2]));
    let (bots, berserk) = (RwSignal::new(false), RwSignal::new(false));
    let (programs, private) = (RwSignal::new(false), RwSignal::new(false));
    // The date that the user has chosen, in milliseconds by the browser's clock.
    let date = RwSignal::new(None::<u64>);
    let settings = Memo::new(move |_| settings_form.settings(true));
    let can_create = Signal::derive(move || {
        let has_start = start.get().is_some() || date.get().is_some();
        has_start && settings.with(Option::is_some) && !name.with(|name| name.trim().is_empty())
    });
    let create = move || {
        let Some(settings) = settings.get_untracked() else { return };
        let small = |number: RwSignal<usize>| u8::try_from(number.get_untracked()).unwrap_or(u8::MAX);
        let format = match kind.get_untracked() {
            Kind::Arena => TournamentFormat::Arena {
                minutes: u16::try_from(minutes.get_untracked()).unwrap_or(u16::MAX),
            },
            Kind::Swiss => TournamentFormat::Swiss { rounds: small(rounds) },
            Kind::RoundRobin => TournamentFormat::RoundRobin { cycles: small(cycles) },
        };
        let at = match (start.get_untracked(), date.get_untracked()) {
            (Some(minutes), _) => online.now.get_untracked() + u64::from(minutes) * 60_000,
            (None, Some(date)) => date,
            (None, None) => return,
        };
        let starts = online.client.with_untracked(|client| client.server_time(at));
        let name = name.get_untracked().trim().to_owned();
        online.notice.set(None);
        // Programs play in casual arenas only, and only a clock with a main time can be halved.
        let is_arena = kind.get_untracked() == Kind::Arena;
        let fills_up = is_arena && !settings.rated && bots.get_untracked();
        let request = TournamentRequest {
            name,
            format,
            settings,
            starts,
            bots: if fills_up { vec![Level::EASY, Level::NORMAL] } else { Vec::new() },
            programs: programs.get_untracked(),
            berserk: is_arena && settings.tempo.main_time() > 0 && berserk.get_untracked(),
            private: private.get_untracked(),
        };
        online.send(ClientCommand::CreateTournament(request));
    };
    let kinds = move || Kind::ALL.map(|(_, name, key)| (name.to_owned(), texts.text(key))).to_vec();
    let chosen = move || {
        Kind::ALL.into_iter().find(|(of, ..)| *of == kind.get()).map_or("", |(_, name, _)| name).to_owned()
    };
    let choose = move |name: String| {
        if let Some((found, ..)) = Kind::ALL.into_iter().find(|(_, other, _)| *other == name) {
            kind.set(found);
        }
    };
    let length = move || match kind.get() {
        Kind::Arena => slider(
            "tournament-minutes",
            "online-tournament-minutes",
            minutes.into(),
            move |value| minutes.set(value),
            (10, Signal::derive(|| 180), 5),
            |texts, value| texts.text_with("online-minutes", &[("count", value.into())]),
        ),
        Kind::Swiss => slider(
            "tournament-rounds",
            "online-tournament-rounds",
            rounds.into(),
            move |value| rounds.set(value),
            (1, Signal::derive(|| 13), 1),
            |_, value| value.to_string(),
        ),
        Kind::RoundRobin => slider(
            "tournament-cycles",
            "online-tournament-cycles",
            cycles.into(),
            move |value| cycles.set(value),
            (1, Signal::derive(|| 4), 1),
            |_, value| value.to_string(),
        ),
    };
    let starts = move || {
        let words = |minutes: u32| match minutes {
            60 => texts.text("online-in-an-hour"),
            1_440 => texts.text("online-in-a-day"),
            minutes => texts.text_with("online-in-minutes", &[("count", minutes.into())]),
        };
        let soon = STARTS.map(|minutes| (minutes.to_string(), words(minutes)));
        soon.into_iter().chain([(AT_DATE.to_owned(), texts.text("online-at-date"))]).collect()
    };
    let set_start =
        move |text: String| start.set(STARTS.into_iter().find(|minutes| minutes.to_string() == text));
    let started = move || start.get().map_or(AT_DATE.to_owned(), |minutes| minutes.to_string());
    let at_date = move || {
        start.get().is_none().then(|| {
            view! {
                <label class="field" for="tournament-date">
                    <span>{texts.text("online-tournament-date")}</span>
                    <input
                        id="tournament-date"
                        type="datetime-local"
                        on:input=move |event| date.set(time_of(&event_target_value(&event)))
                    />
                </label>
            }
        })
    };
    let of_arena = move || {
        (kind.get() == Kind::Arena).then(|| {
            view! {
                {toggle("tournament-berserk", "online-tournament-berserk", berserk.into(), move |on| berserk.set(on))}
                {toggle("tournament-bots", "online-tournament-bots", bots.into(), move |on| bots.set(on))}
            }
        })
    };
    view! {
        <details class="online-part create" id="create-tournament">
            <summary>{move || texts.text("online-tournament-create")}</summary>
            <label class="field" for="tournament-name">
                <span>{move || texts.text("online-tournament-name")}</span>
                <input
                    id="tournament-name"
                    type="text"
                    autocomplete="off"
                    maxlength=MAX_TOURNAMENT_NAME_LENGTH
                    prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))
                />
            </label>
            {menu("tournament-kind", "online-tournament-kind", chosen, kinds, choose)}
            {length}
            {menu("tournament-start", "online-tournament-start", started, starts, set_start)}
            {at_date}
            {settings_form.fields()}
            {settings_form.rated()}
            {of_arena}
            {toggle("tournament-programs", "online-tournament-programs", programs.into(), move |on| programs.set(on))}
            {toggle("tournament-private", "online-tournament-private", private.into(), move |on| private.set(on))}
            <div class="row">{button("tournament-go", "online-tournament-create", "primary", can_create, create)}</div>
        </details>
    }
    .into_any()
}
