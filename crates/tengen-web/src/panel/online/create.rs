use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, Rule, WinLength};
use tengen_match::protocols;
use tengen_online::message::{ChallengeRequest, ClientCommand, SeekRequest, UserKind};
use tengen_online::settings::{GameSettings, SeatChoice, Tempo};

use super::words;
use crate::forms::{button, slider, toggle};
use crate::online::Online;
use crate::panel::opening_words::name_key;
use crate::panel::phrases;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

/// The tempos that the form offers.
const TEMPOS: [&str; 10] =
    ["60+1", "180+2", "300+3", "600+5", "900+10", "1800+30", "30/move", "1d", "3d", "none"];
/// The tempo at first.
const USUAL_TEMPO: &str = "300+3";
/// The value of the rule "other".
const OTHER: &str = "other";

/// What the form holds.
#[derive(Clone, Copy)]
struct Form {
    /// `None` for another number in a row.
    rule: RwSignal<Option<Rule>>,
    length: RwSignal<usize>,
    lines: RwSignal<usize>,
    opening: RwSignal<Protocol>,
    tempo: RwSignal<&'static str>,
    rated: RwSignal<bool>,
    seat: RwSignal<SeatChoice>,
    bot: RwSignal<Option<Level>>,
}

impl Form {
    fn new() -> Form {
        Form {
            rule: RwSignal::new(Some(Rule::FREESTYLE)),
            length: RwSignal::new(4),
            lines: RwSignal::new(15),
            opening: RwSignal::new(Protocol::Swap2),
            tempo: RwSignal::new(USUAL_TEMPO),
            rated: RwSignal::new(false),
            seat: RwSignal::new(SeatChoice::Random),
            bot: RwSignal::new(None),
        }
    }

    fn rule(self) -> Rule {
        let other = || WinLength::new(self.length.get()).map_or(Rule::FREESTYLE, Rule::Free);
        self.rule.get().unwrap_or_else(other)
    }

    fn size(self) -> BoardSize {
        BoardSize::new(self.lines.get()).unwrap_or(BoardSize::FIFTEEN)
    }

    /// The opening protocols that fit, none being the first.
    fn openings(self) -> Vec<Protocol> {
        let offered = protocols(self.rule(), self.size(), 0);
        [Protocol::Free].into_iter().chain(offered).collect()
    }

    /// The settings of the game, without a rating for those who have none.
    fn settings(self, may_rate: bool) -> Option<GameSettings> {
        let settings = GameSettings {
            rule: self.rule(),
            size: self.size(),
            opening: self.opening.get(),
            // The list has nothing that could not be read.
            tempo: self.tempo.get().parse::<Tempo>().ok()?,
            rated: false,
        };
        let rated = GameSettings { rated: true, ..settings };
        let settings = if may_rate && self.rated.get() && rated.check().is_ok() { rated } else { settings };
        settings.check().is_ok().then_some(settings)
    }
}

/// A form for a game of one's own: open to everyone, or for a friend.
pub(super) fn form(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let form = Form::new();
    let is_member = Memo::new(move |_| {
        let kind = online.client.with(|client| client.you.as_ref().map(|you| you.kind));
        kind == Some(UserKind::Member)
    });
    let settings = Memo::new(move |_| form.settings(is_member.get()));
    // What does not fit any more is given up.
    Effect::new(move || {
        let (offered, chosen) = (form.openings(), form.opening.get());
        if !offered.contains(&chosen) {
            form.opening.set(offered.get(1).copied().unwrap_or(Protocol::Free));
        }
    });
    let can_create = Signal::derive(move || settings.with(Option::is_some));
    let seek = move || {
        let (seat, bot) = (form.seat.get_untracked(), form.bot.get_untracked());
        if let Some(settings) = settings.get_untracked() {
            online.notice.set(None);
            let request = SeekRequest { settings, seat, ratings: None, members_only: false, bot };
            online.send(ClientCommand::Seek(request));
        }
    };
    let invite = move || {
        if let Some(settings) = settings.get_untracked() {
            online.notice.set(None);
            let request = ChallengeRequest { settings, seat: form.seat.get_untracked(), to: None };
            online.send(ClientCommand::Challenge(request));
        }
    };
    view! {
        <details class="online-part create" id="create-game">
            <summary>{move || texts.text("online-create")}</summary>
            {rules(form)}
            {opening(form)}
            {tempo(form)}
            {seat(form)}
            {bot(form)}
            {move || is_member.get().then(|| {
                toggle("seek-rated", "online-rated-game", Signal::derive(move || form.rated.get()), move |rated| form.rated.set(rated))
            })}
            <div class="row">
                {button("create-seek", "online-seek", "primary", can_create, seek)}
                {button("create-challenge", "online-invite", "", can_create, invite)}
            </div>
        </details>
    }
    .into_any()
}

/// A list of few values that opens.
fn list(
    id: &'static str,
    key: &'static str,
    value: impl Fn() -> String + Copy + Send + Sync + 'static,
    options: impl Fn() -> Vec<(String, String)> + Copy + Send + Sync + 'static,
    set: impl Fn(String) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let shown = move || {
        let option = |(name, text): (String, String)| {
            let selected = name == value();
            view! { <option value=name selected=selected>{text}</option> }
        };
        options().into_iter().map(option).collect_view()
    };
    view! {
        <label class="field" for=id>
            <span>{move || texts.text(key)}</span>
            <select id=id prop:value=value on:change=move |event| set(event_target_value(&event))>
                {shown}
            </select>
        </label>
    }
    .into_any()
}

fn rules(form: Form) -> AnyView {
    let texts = Texts::of_page();
    let value = move || form.rule.get().map_or(OTHER.to_owned(), |rule| rule.to_string());
    let options = move || {
        let named =
            Rule::NAMED.into_iter().map(|rule| (rule.to_string(), texts.text(phrases::name_key(rule))));
        named.chain([(OTHER.to_owned(), texts.text("rule-custom"))]).collect()
    };
    let longest = Signal::derive(move || form.lines.get().min(9));
    view! {
        {list("seek-rule", "rule", value, options, move |name| form.rule.set(name.parse().ok()))}
        <Show when=move || form.rule.get().is_none()>
            {slider(
                "seek-length",
                "in-a-row",
                form.length.into(),
                move |value| form.length.set(value),
                (3, longest, 1),
                |_, value| value.to_string(),
            )}
        </Show>
        {slider(
            "seek-size",
            "board-size",
            form.lines.into(),
            move |value| form.lines.set(value),
            (5, Signal::derive(|| 22), 1),
            |texts, value| texts.text_with("lines", &[("count", value.into())]),
        )}
    }
    .into_any()
}

fn opening(form: Form) -> AnyView {
    let texts = Texts::of_page();
    let name = move |protocol: Protocol| {
        texts.text(name_key(Some(protocol).filter(|&protocol| protocol != Protocol::Free)))
    };
    let options =
        move || form.openings().into_iter().map(|protocol| (protocol.to_string(), name(protocol))).collect();
    list(
        "seek-opening",
        "opening",
        move || form.opening.get().to_string(),
        options,
        move |name| {
            if let Ok(protocol) = name.parse() {
                form.opening.set(protocol);
            }
        },
    )
}

fn tempo(form: Form) -> AnyView {
    let texts = Texts::of_page();
    let options = move || {
        let option = |text: &str| {
            let words = text.parse().map(|tempo| words::tempo(texts, tempo)).unwrap_or_default();
            (text.to_owned(), words)
        };
        TEMPOS.into_iter().map(option).collect()
    };
    list(
        "seek-tempo",
        "clock",
        move || form.tempo.get().to_owned(),
        options,
        move |name| {
            if let Some(chosen) = TEMPOS.into_iter().find(|tempo| *tempo == name) {
                form.tempo.set(chosen);
            }
        },
    )
}

fn seat(form: Form) -> AnyView {
    const SEATS: [(SeatChoice, &str, &str); 3] = [
        (SeatChoice::Random, "random", "online-seat-random"),
        (SeatChoice::First, "first", "online-seat-first"),
        (SeatChoice::Second, "second", "online-seat-second"),
    ];
    let texts = Texts::of_page();
    let value = move || {
        let chosen = form.seat.get();
        SEATS.into_iter().find(|(seat, ..)| *seat == chosen).map_or("random", |(_, name, _)| name).to_owned()
    };
    let options = move || SEATS.map(|(_, name, key)| (name.to_owned(), texts.text(key))).to_vec();
    list("seek-seat", "online-seat", value, options, move |name| {
        if let Some((seat, ..)) = SEATS.into_iter().find(|(_, other, _)| *other == name) {
            form.seat.set(seat);
        }
    })
}

fn bot(form: Form) -> AnyView {
    const LEVELS: [(Level, &str); 3] =
        [(Level::Easy, "seat-easy"), (Level::Normal, "seat-normal"), (Level::Hard, "seat-hard")];
    let texts = Texts::of_page();
    let value = move || form.bot.get().map_or(String::new(), |level| level.name().to_owned());
    let options = move || {
        let levels = LEVELS.map(|(level, key)| (level.name().to_owned(), texts.text(key)));
        [(String::new(), texts.text("online-no-bot"))].into_iter().chain(levels).collect()
    };
    list("seek-bot", "online-bot", value, options, move |name| {
        let found = LEVELS.into_iter().find(|(level, _)| level.name() == name);
        form.bot.set(found.map(|(level, _)| level));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offered_tempo_is_one() {
        assert!(TEMPOS.iter().all(|text| text.parse::<Tempo>().is_ok()) && TEMPOS.contains(&USUAL_TEMPO));
    }
}
