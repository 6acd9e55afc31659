//! The connection: it begins when it is needed, and is restored when it ends.

use gloo_timers::callback::{Interval, Timeout};
use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_online::message::ClientCommand;

use super::socket::{Socket, SocketEvent};
use super::{Client, Link, Online, View, Wanted, http};
use crate::place::Place;
use crate::reactive::Memo;
use crate::session::now;

/// Milliseconds before the first attempt to reconnect; the delay doubles with each attempt.
const FIRST_RETRY_MS: u32 = 400;
/// The longest time between two attempts, in milliseconds.
const LONGEST_RETRY_MS: u32 = 15_000;
/// Milliseconds between two pings, which keep the connection open and detect its end.
const PING_MS: u32 = 10_000;
/// A connection without any message for this many milliseconds is replaced.
const SILENCE_MS: u64 = 25_000;

impl Online {
    /// Connects, unless that has been done.
    pub(crate) fn connect_if_idle(self) {
        if self.client.with_untracked(|client| client.link == Link::Idle) {
            self.connect();
        }
    }

    /// Starts a connection, in place of an existing one.
    pub(crate) fn connect(self) {
        self.retry.set_value(None);
        self.client.update(|client| {
            if matches!(client.link, Link::Idle | Link::Absent) {
                client.link = Link::Connecting;
            }
        });
        self.heard.set_value(now());
        let socket = Socket::open(move |event| self.on_event(event));
        let is_open = socket.is_some();
        self.socket.set_value(socket);
        if !is_open {
            // A page without the address of a server has no online play.
            self.client.update(|client| client.missed(true));
        }
    }

    fn on_event(self, event: SocketEvent) {
        // The page may have been taken down by now.
        if self.heard.try_get_value().is_none() {
            return;
        }
        self.heard.set_value(now());
        match event {
            SocketEvent::Opened => {
                let hello = self.client.with_untracked(Client::hello);
                self.transmit(&[hello]);
            }
            SocketEvent::Message(message) => {
                // Countdowns restart at the time of the message.
                self.now.set(now());
                let answer = self.client.try_update(|client| client.receive(*message, now()));
                let (frames, news) = answer.unwrap_or_default();
                self.transmit(&frames);
                if self.client.with_untracked(|client| client.link == Link::Connected) {
                    self.attempts.set_value(0);
                    self.fulfil();
                }
                news.into_iter().for_each(|news| self.react(news));
                self.note_games();
            }
            SocketEvent::Closed => self.retry_later(),
        }
    }

    /// Schedules the next attempt after the connection has ended, unless no server has ever answered and the host of the page has.
    fn retry_later(self) {
        // The socket must not be dropped while its callback runs.
        let ended = self.socket.try_update_value(Option::take).flatten();
        Timeout::new(0, move || drop(ended)).forget();
        if self.client.with_untracked(Client::was_connected) {
            self.client.update(Client::lost);
            return self.connect_later();
        }
        spawn_local(async move {
            let has_host = http::has_host().await;
            // The page may have been taken down by now, or another attempt may be under way.
            if self.heard.try_get_value().is_none() || self.socket.with_value(Option::is_some) {
                return;
            }
            self.client.update(|client| client.missed(has_host));
            if !has_host {
                self.connect_later();
            }
        });
    }

    fn connect_later(self) {
        let attempt = self.attempts.get_value();
        self.attempts.set_value(attempt.saturating_add(1));
        // A server that restarts has announced when it expects its clients again.
        let closing = self.client.with_untracked(|client| client.closing);
        let first = closing.filter(|_| attempt == 0).unwrap_or(FIRST_RETRY_MS);
        let pause = first.saturating_mul(1 << attempt.min(6)).min(LONGEST_RETRY_MS);
        self.retry.set_value(Some(Timeout::new(pause, move || self.connect())));
    }

    /// Reconnects at once when the browser reports a change that makes success likely.
    fn reconnect_now(self) {
        let link = self.client.with_untracked(|client| client.link);
        let tries_again = matches!(link, Link::Lost | Link::Offline);
        if tries_again || (link == Link::Absent && self.place.get_untracked() == Place::Online) {
            self.attempts.set_value(0);
            self.connect();
        }
    }

    /// Follows the browser's events about the network.
    pub(super) fn follow_browser(self) {
        let back = window_event_listener(leptos::ev::online, move |_| self.reconnect_now());
        let gone = window_event_listener(leptos::ev::offline, move |_| {
            if self.client.with_untracked(|client| client.link == Link::Connected) {
                self.socket.set_value(None);
                self.retry_later();
            }
        });
        let seen = window_event_listener(leptos::ev::visibilitychange, move |_| {
            if !document().hidden() {
                self.reconnect_now();
            }
        });
        on_cleanup(move || {
            back.remove();
            gone.remove();
            seen.remove();
        });
        let beat = move || {
            if self.client.with_untracked(|client| client.link != Link::Connected) {
                return;
            }
            if now().saturating_sub(self.heard.get_value()) > SILENCE_MS {
                self.socket.set_value(None);
                return self.retry_later();
            }
            self.send(ClientCommand::Ping { lag: None });
        };
        self.pulse.set_value(Some(Interval::new(PING_MS, beat)));
    }

    /// Updates the time for the panel. Its countdowns, such as until a win can be claimed or a tournament begins, need the time only while
    /// they are shown.
    pub(super) fn follow_time(self) {
        let second = StoredValue::new_local(None::<Interval>);
        let counts = Memo::new(move |_| {
            let is_tournament =
                self.view.with(|view| matches!(view, View::Tournament(_) | View::Tournaments));
            let has_preview = self.client.with(|client| client.preview.is_some());
            let is_counting = is_tournament || has_preview;
            self.look_on_board(|_| ()).is_some() || (is_counting && self.place.get() == Place::Online)
        });
        Effect::new(move || {
            let tick = move || self.now.set(now());
            self.now.set(now());
            second.set_value(counts.get().then(|| Interval::new(1_000, tick)));
        });
        on_cleanup(move || second.set_value(None));
    }

    /// Sends the command that the page's address requests.
    fn fulfil(self) {
        match self.wanted.try_update_value(Option::take).flatten() {
            Some(Wanted::Challenge(challenge)) => self.send(ClientCommand::ViewChallenge(challenge)),
            Some(Wanted::Game(game)) => self.send(ClientCommand::Watch(game)),
            Some(Wanted::Tournament(_) | Wanted::User(_)) | None => {}
        }
    }
}
