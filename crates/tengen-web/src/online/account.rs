//! The user's own account, as the server describes it to the user, and the changes to it.

use leptos::task::spawn_local;
use serde::Serialize;
use tengen_online::http::{OwnAccount, Preferences};
use tengen_online::message::ClientCommand;

use super::Online;
use super::http::{self, Failure};

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

    /// Updates the account after a command over the socket has changed one of its lists.
    pub(super) fn note_lists(self, command: &ClientCommand) {
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
