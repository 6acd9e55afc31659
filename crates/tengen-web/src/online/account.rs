//! The user's own account, as the server describes it to the user, and the changes to it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_match::LadderProgress;
use tengen_online::http::{OwnAccount, Preferences};
use tengen_online::id::AccountId;
use tengen_online::message::{ClientCommand, UserKind};
use tengen_puzzles::Progress;

use super::Online;
use super::http::{self, Failure};
use crate::puzzles::Puzzles;
use crate::reactive::Memo;

impl Online {
    /// Reads the user's account, if that has not been done.
    pub(crate) fn need_account(self) {
        if self.account.with_untracked(Option::is_none) {
            self.read_account();
        }
    }

    /// Reads the user's account again.
    pub(crate) fn read_account(self) {
        self.ask(async { http::get::<OwnAccount>("/account").await }, move |read| {
            if let Ok(account) = read {
                self.account.set(Some(account));
            }
        });
    }

    /// Passes the server's answer on, unless the page is taken down before it arrives.
    pub(crate) fn ask<T: 'static>(
        self,
        request: impl Future<Output = Result<T, Failure>> + 'static,
        then: impl FnOnce(Result<T, Failure>) + 'static,
    ) {
        spawn_local(async move {
            let answer = request.await;
            if self.account.try_get_untracked().is_some() {
                then(answer);
            }
        });
    }

    /// Changes the account by a request whose answer is the changed account.
    pub(crate) fn change_account(
        self,
        path: &'static str,
        body: impl Serialize + 'static,
        then: impl FnOnce(Result<(), Failure>) + 'static,
    ) {
        self.ask(async move { http::post::<OwnAccount>(path, &body).await }, move |answer| {
            then(answer.map(|account| self.account.set(Some(account))));
        });
    }

    /// Reconnects after the session got another account, or the account another name, so that the socket belongs to that user.
    pub(crate) fn begin_again(self) {
        self.connect();
    }

    /// Sets whether the user allows free text.
    pub(crate) fn allow_free_text(self, is_allowed: bool) {
        self.change_account(
            "/account/preferences",
            Preferences { free_text: Some(is_allowed), ..Preferences::default() },
            |_| (),
        );
    }

    /// Sets whether other users see the user's rated games with a delay.
    pub(crate) fn delay_watchers(self, are_delayed: bool) {
        self.change_account(
            "/account/preferences",
            Preferences { delays_watchers: Some(are_delayed), ..Preferences::default() },
            |_| (),
        );
    }

    /// Keeps the progress against the engine's levels and with puzzles in the account of a member as well, while online play is open. It is
    /// exchanged after each result, and when a member has signed in.
    pub(super) fn follow_progress(self) {
        let puzzles = Puzzles::of_page();
        let here = Memo::new(move |_| {
            (self.session.preferences.with(|known| known.progress()), puzzles.shared_progress())
        });
        let member = Memo::new(move |_| {
            self.you.get().filter(|you| you.kind == UserKind::Member).map(|you| you.account)
        });
        let exchanged = StoredValue::new(None);
        Effect::new(move || {
            let (here, Some(member)) = (here.get(), member.get()) else { return };
            let now = Some((member, here));
            if exchanged.get_value() != now {
                exchanged.set_value(now);
                self.exchange_progress(member, puzzles, exchanged);
            }
        });
    }

    /// Reads the account, since another device may have changed it, and brings both progresses together.
    fn exchange_progress(
        self,
        member: AccountId,
        puzzles: Puzzles,
        exchanged: StoredValue<Option<(AccountId, (LadderProgress, Progress))>>,
    ) {
        let preferences = self.session.preferences;
        self.ask(async { http::get::<OwnAccount>("/account").await }, move |read| {
            // After a failure, the next result is the next attempt.
            let Some(account) = read.ok().filter(|account| account.id == member) else { return };
            // The text of a later version cannot be read, and is not replaced.
            let Some(there) = read_progress::<LadderProgress>(&account.progress) else { return };
            let puzzles_there = read_progress::<Progress>(&account.puzzles);
            let puzzles_there = puzzles_there.filter(Progress::is_possible);
            self.account.set(Some(account));
            // The progress of another member who has used this browser is left to that member's account.
            let owner = Some(member.to_string());
            let is_own =
                preferences.with_untracked(|known| known.progress_of.is_none() || known.progress_of == owner);
            let both = match is_own {
                true => preferences.with_untracked(|known| known.progress()).merged(&there),
                false => there.clone(),
            };
            if !is_own {
                let before = preferences.with_untracked(|known| known.progress_of.clone());
                puzzles.change_member(&before.unwrap_or_default(), &member.to_string());
            }
            if let Some(there) = &puzzles_there {
                puzzles.take_progress(puzzles.progress.with_untracked(|known| known.merged(there)));
            }
            let shared_puzzles = untrack(|| puzzles.shared_progress());
            exchanged.set_value(Some((member, (both.clone(), shared_puzzles.clone()))));
            let is_known =
                preferences.with_untracked(|known| known.progress() == both && known.progress_of == owner);
            if !is_known {
                preferences.update(|known| known.take_progress(both.clone(), owner));
            }
            let changed = Preferences {
                progress: written_if(both != there, &both),
                // A progress of a later version stays as it is.
                puzzles: written_if(
                    puzzles_there.is_some_and(|there| there != shared_puzzles),
                    &shared_puzzles,
                ),
                ..Preferences::default()
            };
            if changed != Preferences::default() {
                self.change_account("/account/preferences", changed, |_| ());
            }
        });
    }

    /// Updates the account after a command over the socket has changed one of its lists.
    pub(super) fn note_lists(self, command: &ClientCommand) {
        if self.account.with_untracked(Option::is_none) {
            // An answer that is on its way may be older than the change.
            return self.read_account();
        }
        self.account.update(|account| {
            let Some(account) = account else { return };
            let (list, other, is_listed) = match command {
                ClientCommand::Mute(other) => (&mut account.muted, other, true),
                ClientCommand::Unmute(other) => (&mut account.muted, other, false),
                ClientCommand::Block(other) => (&mut account.blocked, other, true),
                ClientCommand::Unblock(other) => (&mut account.blocked, other, false),
                ClientCommand::AddFriend(other) => (&mut account.friends, other, true),
                ClientCommand::RemoveFriend(other) => (&mut account.friends, other, false),
                _ => return,
            };
            if is_listed {
                list.insert(*other);
            } else {
                list.remove(other);
            }
            // The server ends the friendship in the same way.
            if let ClientCommand::Block(other) = command {
                account.friends.remove(other);
            }
        });
    }
}

/// A progress in an account; `None` if it is the text of a later version.
fn read_progress<T: DeserializeOwned + Default>(text: &str) -> Option<T> {
    if text.is_empty() { Some(T::default()) } else { serde_json::from_str(text).ok() }
}

/// The text of a progress that is to be stored.
fn written_if(has_changed: bool, progress: &impl Serialize) -> Option<String> {
    has_changed.then(|| serde_json::to_string(progress).ok()).flatten()
}
