//! The form that creates a game, open to everyone or for a friend.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_match::Seat;
use tengen_online::message::{ChallengeRequest, ClientCommand, SeekRequest};
use tengen_online::settings::SeatChoice;

use super::settings_form::{SettingsForm, TEMPOS, menu};
use crate::forms::button;
use crate::online::Online;
use crate::panel::play::seat_name;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::texts::Texts;

pub(super) fn form(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let form = SettingsForm::new(TEMPOS);
    let (chosen_seat, chosen_bot) = (RwSignal::new(SeatChoice::Random), RwSignal::new(None));
    let settings = Memo::new(move |_| form.settings(online.is_member()));
    let can_create = Signal::derive(move || settings.with(Option::is_some));
    let seek = move || {
        let (seat, bot) = (chosen_seat.get_untracked(), chosen_bot.get_untracked());
        if let Some(settings) = settings.get_untracked() {
            online.notice.set(None);
            let request = SeekRequest { settings, seat, ratings: None, members_only: false, bot };
            online.send(ClientCommand::Seek(request));
        }
    };
    let invite = move || {
        if let Some(settings) = settings.get_untracked() {
            online.notice.set(None);
            let request = ChallengeRequest { settings, seat: chosen_seat.get_untracked(), to: None };
            online.send(ClientCommand::Challenge(request));
        }
    };
    view! {
        <details class="online-part create" id="create-game">
            <summary>{move || texts.text("online-create")}</summary>
            {form.fields()}
            {seat(chosen_seat)}
            {bot(chosen_bot)}
            {move || online.is_member().then(|| form.rated())}
            <div class="row">
                {button("create-seek", "online-seek", "primary", can_create, seek)}
                {button("create-challenge", "online-invite", "", can_create, invite)}
            </div>
        </details>
    }
    .into_any()
}

pub(super) fn seat(chosen: RwSignal<SeatChoice>) -> AnyView {
    const SEATS: [(SeatChoice, &str, &str); 3] = [
        (SeatChoice::Random, "random", "online-seat-random"),
        (SeatChoice::First, "first", "online-seat-first"),
        (SeatChoice::Second, "second", "online-seat-second"),
    ];
    let texts = Texts::of_page();
    let value = move || {
        let chosen = chosen.get();
        SEATS.into_iter().find(|(seat, ..)| *seat == chosen).map_or("random", |(_, name, _)| name).to_owned()
    };
    let options = move || SEATS.map(|(_, name, key)| (name.to_owned(), texts.text(key))).to_vec();
    menu("seek-seat", "online-seat", value, options, move |name| {
        if let Some((seat, ..)) = SEATS.into_iter().find(|(_, other, _)| *other == name) {
            chosen.set(seat);
        }
    })
}

fn bot(chosen: RwSignal<Option<Level>>) -> AnyView {
    let texts = Texts::of_page();
    let value = move || chosen.get().map_or(String::new(), |level| level.name().to_owned());
    let options = move || {
        let levels =
            Level::HOUSE.map(|level| (level.name().to_owned(), seat_name(texts, Seat::Engine(level))));
        [(String::new(), texts.text("online-no-bot"))].into_iter().chain(levels).collect()
    };
    menu("seek-bot", "online-bot", value, options, move |name| {
        chosen.set(name.parse().ok());
    })
}
