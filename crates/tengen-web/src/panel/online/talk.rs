//! The remarks of a game: those between the players, and those among the watchers. They are phrases, each in the reader's language, and
//! free text where all allow it.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_online::id::GameId;
use tengen_online::message::ClientCommand;
use tengen_online::phrase::{MAX_TEXT_LENGTH, Phrase, Utterance};

use super::actions::{Shown, part};
use crate::online::{Live, Online, Remark, name_of};
use crate::panel::focus_after_render;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The largest number of remarks that are shown.
const SHOWN: usize = 4;
/// The time in milliseconds for which a new remark of the opponent is displayed over the page.
const BUBBLE_MS: u32 = 7_000;

/// Whether the user can send remarks in the game. A program cannot read them. The remarks of a watcher go to the other watchers.
fn can_talk(live: &Live) -> bool {
    live.snapshot.you.is_none() || !live.opponent().kind.is_bot()
}

/// The button that opens the remarks.
pub(super) fn say_button(online: Online, live: Shown, is_open: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let can_talk = part(live, can_talk);
    let toggle = move || {
        online.need_account();
        is_open.update(|is_open| *is_open = !*is_open);
    };
    let unread = part(live, |live| live.unread);
    // Opening the remarks marks them as read.
    Effect::new(move || {
        if is_open.get()
            && unread.get() > 0
            && let Some(game) = live.with_untracked(|live| Some(live.as_ref()?.snapshot.game))
        {
            online.read_remarks(game);
        }
    });
    let badge = move || {
        let count = unread.get();
        (count > 0).then(|| view! { <span class="badge">{count}</span> })
    };
    let shown = move || {
        can_talk.get().then(|| {
            view! {
                <button type="button" id="say" aria-expanded=move || is_open.get().to_string() on:click=move |_| toggle()>
                    {move || texts.text("online-talk")} {badge}
                </button>
            }
        })
    };
    view! { {shown} }.into_any()
}

/// The last remark of the opponent, displayed over the page for some seconds: on a phone the remarks themselves are below the visible part.
/// Screen readers read the log instead.
fn bubble(online: Online, live: Shown, is_open: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let shown = RwSignal::new(None::<String>);
    let timer = StoredValue::new_local(None::<Timeout>);
    let unread = part(live, |live| live.unread);
    Effect::new(move |before: Option<u32>| {
        let now = unread.get();
        let last = live.with_untracked(|live| {
            let live = live.as_ref()?;
            let remark = live.said.iter().rfind(|remark| !online.is_you(remark.by))?;
            Some(format!("{}: {}", speaker(texts, online, live, remark), words_of(texts, &remark.what)))
        });
        if now > before.unwrap_or_default() && !is_open.get_untracked() {
            shown.set(last);
            timer.set_value(Some(Timeout::new(BUBBLE_MS, move || shown.set(None))));
        } else if now == 0 {
            shown.set(None);
        }
        now
    });
    on_cleanup(move || timer.set_value(None));
    let words = move || {
        shown.get().map(|words| view! { <p class="bubble" id="bubble" aria-hidden="true">{words}</p> })
    };
    view! { {words} }.into_any()
}

fn speaker(texts: Texts, online: Online, live: &Live, remark: &Remark) -> String {
    if online.is_you(remark.by) {
        return texts.text("seat-person");
    }
    let mut players = live.snapshot.players.iter().chain(&remark.watcher);
    players
        .find(|player| player.account == remark.by)
        .map(|player| name_of(texts, player))
        .unwrap_or_default()
}

fn words_of(texts: Texts, what: &Utterance) -> String {
    match what {
        Utterance::Phrase(phrase) => texts.text(phrase_key(*phrase)),
        Utterance::Text(text) => text.clone(),
    }
}

/// The latest remarks, and the phrases while they are open.
pub(super) fn talk(online: Online, live: Shown, is_open: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let said = part(live, |live| live.said.clone());
    let remark = move |remark: Remark| {
        let name =
            live.with_untracked(|live| live.as_ref().map(|live| speaker(texts, online, live, &remark)));
        view! { <p><span class="by">{name}</span> {words_of(texts, &remark.what)}</p> }
    };
    let remarks = move || {
        let said = said.get();
        said[said.len().saturating_sub(SHOWN)..].iter().cloned().map(remark).collect_view()
    };
    let can_talk = part(live, can_talk);
    let game = part(live, |live| Some((live.snapshot.game, live.snapshot.you.is_none())));
    let phrases = move || match game.get().filter(|_| can_talk.get() && is_open.get()) {
        Some((game, is_watcher)) => speech(online, game, is_watcher, is_open),
        None => ().into_any(),
    };
    view! {
        {phrases}
        <div class="talk" role="log" aria-label=move || texts.text("online-talk")>{remarks}</div>
        {bubble(online, live, is_open)}
    }
    .into_any()
}

/// The phrases, and a field for other words if the user allows free text.
fn speech(online: Online, game: GameId, is_watcher: bool, is_open: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let say = move |what: Utterance| {
        online.notice.set(None);
        online.send(ClientCommand::Say(game, what));
        is_open.set(false);
        focus_after_render("#say");
    };
    let phrase = move |phrase: Phrase| {
        view! {
            <button type="button" class="phrase" on:click=move |_| say(Utterance::Phrase(phrase))>
                {move || texts.text(phrase_key(phrase))}
            </button>
        }
    };
    let allows_text = Memo::new(move |_| {
        online.account.with(|account| account.as_ref().is_some_and(|account| account.free_text))
    });
    view! {
        <div class="speech">
            {is_watcher.then(|| view! { <p class="quiet">{move || texts.text("online-watchers-talk")}</p> })}
            <div class="phrases" id="phrases" role="group" aria-label=move || texts.text("online-talk")>
                {Phrase::ALL.map(phrase).collect_view()}
            </div>
            {move || allows_text.get().then(|| free_text(texts, say))}
        </div>
    }
    .into_any()
}

/// The field for free text.
fn free_text(texts: Texts, say: impl Fn(Utterance) + Copy + 'static) -> AnyView {
    let text = RwSignal::new(String::new());
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = text.get_untracked().trim().to_owned();
        if !text.is_empty() {
            say(Utterance::Text(text));
        }
    };
    view! {
        <form class="row free-text" on:submit=send>
            <input
                id="free-text"
                type="text"
                maxlength=MAX_TEXT_LENGTH
                autocomplete="off"
                aria-label=texts.text("online-own-words")
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
            <button type="submit" id="send-text">{texts.text("online-send")}</button>
        </form>
    }
    .into_any()
}

fn phrase_key(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => "phrase-hello",
        Phrase::GoodLuck => "phrase-good-luck",
        Phrase::HaveFun => "phrase-have-fun",
        Phrase::NiceMove => "phrase-nice-move",
        Phrase::Interesting => "phrase-interesting",
        Phrase::Slip => "phrase-slip",
        Phrase::OneMoment => "phrase-one-moment",
        Phrase::Back => "phrase-back",
        Phrase::Sorry => "phrase-sorry",
        Phrase::Thanks => "phrase-thanks",
        Phrase::WellPlayed => "phrase-well-played",
        Phrase::GoodGame => "phrase-good-game",
        Phrase::Again => "phrase-again",
        Phrase::Leaving => "phrase-leaving",
        Phrase::Goodbye => "phrase-goodbye",
    }
}
