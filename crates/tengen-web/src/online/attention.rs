//! Announcements of the user's turn: in the page's title, and, if the user has turned them on, by notifications of the system while the
//! page is hidden.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_online::id::GameId;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::{Live, Online, name_of};
use crate::reactive::{Memo, RwSignal};
use crate::storage;

/// The key under which the user's choice of notifications is stored.
const WANTED: &str = "tengen.online.notify";
/// All notifications of the page have one tag, so that a new one replaces the one before.
const TAG: &str = "tengen-turn";

/// The state of notifications.
#[derive(Clone, Copy)]
pub(crate) struct Notifications {
    pub(crate) are_on: RwSignal<bool>,
    /// Whether the browser has refused notifications.
    pub(crate) are_blocked: RwSignal<bool>,
}

impl Notifications {
    pub(super) fn new() -> Notifications {
        let is_granted = are_offered() && Notification::permission() == NotificationPermission::Granted;
        let are_on = is_granted && storage::read(WANTED).is_some();
        Notifications { are_on: RwSignal::new(are_on), are_blocked: RwSignal::new(false) }
    }

    /// Whether the browser has notifications; some have none on pages that are not secure.
    pub(crate) fn are_offered(self) -> bool {
        are_offered()
    }

    /// Turns notifications on, for which the browser may request the user's permission, or off.
    pub(crate) fn set(self, wanted: bool) {
        self.are_blocked.set(false);
        self.are_on.set(false);
        if !wanted {
            return storage::remove(WANTED);
        }
        spawn_local(async move {
            let asked = match Notification::request_permission() {
                Ok(asked) => JsFuture::from(asked).await.is_ok(),
                Err(_) => false,
            };
            let is_granted = asked && Notification::permission() == NotificationPermission::Granted;
            if is_granted {
                storage::write(WANTED, "1");
            }
            self.are_on.set(is_granted);
            self.are_blocked.set(!is_granted);
        });
    }
}

fn are_offered() -> bool {
    js_sys::Reflect::has(&window(), &"Notification".into()).unwrap_or(false)
}

impl Online {
    /// Announces the user's turn in the page's title, and by a notification while the page is hidden.
    pub(super) fn follow_turn(self) {
        let turns = Memo::new(move |_| {
            self.client.with(|client| {
                let due = client.games.values().filter(|live| live.is_users_turn());
                due.map(|live| (live.snapshot.game, live.snapshot.ply())).collect::<Vec<_>>()
            })
        });
        Effect::new(move |before: Option<Vec<(GameId, u16)>>| {
            let turns = turns.get();
            let before = before.unwrap_or_default();
            let title = self.texts.text("page-title");
            if !turns.is_empty() {
                document().set_title(&self.texts.text_with("online-title-turn", &[("title", title.into())]));
            } else if !before.is_empty() {
                document().set_title(&title);
            }
            if let Some((game, _)) = turns.iter().find(|turn| !before.contains(turn)) {
                self.notify(*game);
            }
            turns
        });
    }

    fn notify(self, game: GameId) {
        if !self.notifications.are_on.get_untracked() || !document().hidden() {
            return;
        }
        let texts = self.texts;
        let opponent = |live: &Live| name_of(texts, live.opponent());
        let name = self.client.with_untracked(|client| client.games.get(&game).map(opponent));
        let options = NotificationOptions::new();
        options.set_tag(TAG);
        options
            .set_body(&texts.text_with("online-notify-turn", &[("name", name.unwrap_or_default().into())]));
        options.set_icon("./icon.svg");
        // A browser that accepts notifications from service workers alone shows the title only.
        let _ = Notification::new_with_options(&texts.text("page-title"), &options);
    }
}
