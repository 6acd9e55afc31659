//! The board of the page: the widget of `tengen-board`, which shows the session's scene.

use leptos::html::Div;
use leptos::prelude::*;
use tengen_board::{Board, Event};
use tengen_text::{Language, Value, text};

use crate::session::Session;
use crate::texts::Texts;
use crate::{rest, scene};

/// Mounts the board in an element as soon as that is there, and keeps it up to date as long as the current owner lives.
pub(crate) fn mount(parent: NodeRef<Div>, session: Session) {
    let (texts, scene) = (Texts::of_page(), scene::of(session));
    let board = StoredValue::new_local(None::<Board>);
    Effect::new(move |spoken: Option<Language>| {
        let (scene, language) = (scene(), texts.language());
        let Some(parent) = parent.get() else { return language };
        board.update_value(|board| {
            // The browser refuses none of the board's elements. If it did, the next change would try again.
            let _ = match board {
                Some(board) if spoken == Some(language) => board.update(scene),
                Some(board) => board.set_texts(words(language)).and_then(|()| board.update(scene)),
                None => Board::mount(&parent, scene, words(language), move |event| react(session, event))
                    .map(|mounted| *board = Some(mounted)),
            };
        });
        language
    });
}

/// The board's texts.
fn words(language: Language) -> tengen_board::Texts {
    Box::new(move |key, values| {
        let values: Vec<(&str, Value<'_>)> =
            values.iter().map(|&(name, value)| (name, value.into())).collect();
        text(language, key, &values)
    })
}

fn react(session: Session, event: Event) {
    match event {
        Event::Place(point) => rest::place(session, point),
        Event::Aim(point) => session.aim.set(point),
    }
}
