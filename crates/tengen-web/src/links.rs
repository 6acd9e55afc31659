//! Games that come with the page's address.

use leptos::prelude::*;
use tengen_protocol::studio::Content;

use crate::session::Session;
use crate::studio::{Studio, record_of};

/// Opens the game that the address holds, now and whenever it changes.
pub(crate) fn follow(session: Session, studio: Studio) {
    let open = move || {
        let hash = window().location().hash().unwrap_or_default();
        if hash.len() <= 1 {
            return;
        }
        let content = Content::Text(hash);
        studio.read(None, content, move |found| {
            // What can be read has at least one game in it, and an address has one at most.
            let record = found.and_then(|games| games.first().map(record_of).transpose());
            match record {
                Ok(record) => record.into_iter().for_each(|record| session.open_record(record)),
                Err(fault) => session.refuse_link(fault.message),
            }
        });
    };
    open();
    let changes = window_event_listener(leptos::ev::hashchange, move |_| open());
    on_cleanup(move || changes.remove());
}
