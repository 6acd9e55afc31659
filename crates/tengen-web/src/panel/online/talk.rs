//! What the players of a game say to each other: phrases, each in the reader's language, and free text if both allow it.

use leptos::prelude::*;
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::ClientCommand;
use tengen_online::phrase::{MAX_TEXT_LENGTH, Phrase, Utterance};

use super::actions::{Shown, part};
use crate::forms::{always, button};
use crate::online::{Live, Online, name_of};
use crate::panel::focus_after_render;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The most remarks that are shown.
const SHOWN: usize = 4;

/// Whether the user can talk in the game: a program understands nothing, and a watcher is not heard.
fn can_talk(live: &Live) -> bool {
    live.snapshot.you.is_some() && !live.opponent().kind.is_bot()
}

/// The button that shows what can be said.
pub(super) fn say_button(online: Online, live: Shown, is_open: RwSignal<bool>) -> AnyView {
    let can_talk = part(live, can_talk);
    let toggle = move || {
        online.need_account();
        is_open.update(|is_open| *is_open = !*is_open);
    };
    let shown = move || can_talk.get().then(|| button("say", "online-talk", "", always(), toggle));
    view! { {shown} }.into_any()
}

/// What was said last, and what can be said while that is open.
pub(super) fn talk(online: Online, live: Shown, is_open: RwSignal<bool>) -> AnyView {
    let texts = Texts::of_page();
    let said = part(live, |live| live.said.clone());
    let remark = move |(by, what): (AccountId, Utterance)| {
        let name = live.with(|live| {
            let players = live.as_ref().map(|live| live.snapshot.players.clone());
            players.into_iter().flatten().find(|player| player.account == by)
        });
        let name = name.map(|player| name_of(texts, &player)).unwrap_or_default();
        let text = match what {
            Utterance::Phrase(phrase) => texts.text(phrase_key(phrase)),
            Utterance::Text(text) => text,
        };
        view! { <p><span class="by">{name}</span> {text}</p> }
    };
    let remarks = move || {
        let said = said.get();
        said[said.len().saturating_sub(SHOWN)..].iter().cloned().map(remark).collect_view()
    };
    let can_talk = part(live, can_talk);
    let game = part(live, |live| Some(live.snapshot.game));
    let phrases = move || match game.get().filter(|_| can_talk.get() && is_open.get()) {
        Some(game) => speech(online, game, is_open),
        None => ().into_any(),
    };
    view! {
        {phrases}
        <div class="talk" role="log" aria-label=move || texts.text("online-talk")>{remarks}</div>
    }
    .into_any()
}

/// Phrases to choose from, and a line for other words if the user allows free text.
fn speech(online: Online, game: GameId, is_open: RwSignal<bool>) -> AnyView {
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
        <div class="phrases" id="phrases" role="group" aria-label=move || texts.text("online-talk")>
            {Phrase::ALL.map(phrase).collect_view()}
        </div>
        {move || allows_text.get().then(|| free_text(texts, say))}
    }
    .into_any()
}

/// A line for words of one's own.
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
