//! Games that come with the page's address.

use leptos::prelude::*;
use tengen_game::format::json;
use tengen_protocol::studio::{Content, KnownMessage, Request, Response};

use crate::session::Session;
use crate::studio::Studio;

/// Opens the game that the address holds, now and whenever it changes.
pub(crate) fn follow(session: Session, studio: Studio) {
    let open = move || {
        let hash = window().location().hash().unwrap_or_default();
        if hash.len() <= 1 {
            return;
        }
        let content = Content::Text(hash);
        let request = |id| Request::Read { id, name: None, content, known: KnownMessage::default() };
        studio.ask(request, move |answer| {
            let game = match answer {
                Ok(Response::Games { games, .. }) => games.into_iter().next(),
                Ok(_) => None,
                Err(fault) => return session.refuse_link(fault.message),
            };
            if let Some(record) = game.and_then(|game| json::read(&game.record).ok()) {
                session.open_record(record);
            }
        });
    };
    open();
    let changes = window_event_listener(leptos::ev::hashchange, move |_| open());
    on_cleanup(move || changes.remove());
}
