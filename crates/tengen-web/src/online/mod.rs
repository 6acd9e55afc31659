//! Online play: the connection to the server, and the games of the server on the page's board.
//!
//! [`Client`] is the protocol without a browser. [`Online`] connects it with the browser's socket, its timers and the
//! [`Session`], which shows a game of the server as it shows any game.

mod client;
mod live;
mod socket;

use gloo_timers::callback::{Interval, Timeout};
use leptos::prelude::*;
use tengen_match::RemoteAction;
use tengen_online::id::{ChallengeId, GameId, SessionId};
use tengen_online::message::{ClientCommand, GameCommand, PlayerInfo, UserKind};
use tengen_online::name::GUEST_PREFIX;
use wasm_bindgen::JsValue;

use crate::panel::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::{Session, now};
use crate::storage;
use crate::texts::Texts;
use socket::{Socket, SocketEvent};

pub(crate) use client::{Client, Link, News};
pub(crate) use live::{Live, left};

/// Whether the user has games on the server, so that the page connects when it is opened.
const HAS_GAMES: &str = "tengen.online";
/// Milliseconds before the first attempt to reconnect; each later one waits twice as long.
const FIRST_RETRY_MS: u32 = 400;
/// The longest time between two attempts, in milliseconds.
const LONGEST_RETRY_MS: u32 = 15_000;
/// Milliseconds between two pings, which show that the connection is there.
const PING_MS: u32 = 10_000;
/// A connection without any message for this many milliseconds is replaced.
const SILENCE_MS: u64 = 25_000;

/// Something to tell the user in the place of online play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OnlineNotice {
    /// A move, a choice or another command in a game was refused, for this reason in English; the board shows the server's state.
    PlayRefused(String),
    /// Another command was refused, for this reason in English.
    Refused(String),
    /// There is no such game or challenge.
    NotFound,
    /// The challenge is no longer open.
    ChallengeClosed,
    /// The page has to be loaded again, because the server is of another version.
    WrongVersion,
}

/// Online play of the page. Copies share the same connection.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    pub(crate) client: RwSignal<Client>,
    pub(crate) notice: RwSignal<Option<OnlineNotice>>,
    /// The time, for what counts down in the panel; it advances while a game is on the board.
    pub(crate) now: RwSignal<u64>,
    session: Session,
    texts: Texts,
    place: RwSignal<Place>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    retry: StoredValue<Option<Timeout>, LocalStorage>,
    attempts: StoredValue<u32>,
    heard: StoredValue<u64>,
    pulse: StoredValue<Option<Interval>, LocalStorage>,
    /// What the page's address asks for, until the server has answered.
    wanted: StoredValue<Option<Wanted>>,
}

/// What an address of the page can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Challenge(ChallengeId),
    Game(GameId),
}

impl Wanted {
    /// Reads the query of an address.
    fn read(query: &str) -> Option<Wanted> {
        query.trim_start_matches('?').split('&').find_map(|pair| match pair.split_once('=')? {
            ("challenge", id) => id.parse().ok().map(Wanted::Challenge),
            ("game", id) => id.parse().ok().map(Wanted::Game),
            _ => None,
        })
    }
}

impl Online {
    /// Provides online play to the page, and connects if there is a reason to.
    pub(crate) fn provide(session: Session) {
        let entropy = (js_sys::Math::random() * u64::MAX as f64) as u64 ^ now();
        let online = Online {
            client: RwSignal::new(Client::new(SessionId::from_entropy(entropy))),
            notice: RwSignal::new(None),
            now: RwSignal::new(now()),
            session,
            texts: Texts::of_page(),
            place: expect_context(),
            socket: StoredValue::new_local(None),
            retry: StoredValue::new_local(None),
            attempts: StoredValue::new(0),
            heard: StoredValue::new(now()),
            pulse: StoredValue::new_local(None),
            wanted: StoredValue::new(Wanted::read(&window().location().search().unwrap_or_default())),
        };
        provide_context(online);
        session.on_remote(move |action| online.play(action));
        online.follow_browser();
        online.follow_title();
        if online.wanted.get_value().is_some() {
            forget_query();
            online.place.set(Place::Online);
        }
        if online.wanted.get_value().is_some() || storage::read(HAS_GAMES).is_some() {
            online.connect();
        }
        on_cleanup(move || {
            online.socket.set_value(None);
            online.retry.set_value(None);
            online.pulse.set_value(None);
        });
    }

    pub(crate) fn of_page() -> Online {
        expect_context()
    }

    /// Connects, unless that has been done.
    pub(crate) fn connect_if_idle(self) {
        if self.client.with_untracked(|client| client.link == Link::Idle) {
            self.connect();
        }
    }

    /// Begins a connection in place of the one that there may be.
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
            self.client.update(Client::lost);
        }
    }

    fn on_event(self, event: SocketEvent) {
        // By now the page may have been taken down.
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
                let answer = self.client.try_update(|client| client.receive(*message, now()));
                let (frames, news) = answer.unwrap_or_default();
                self.transmit(&frames);
                let is_connected = self.client.with_untracked(|client| client.link == Link::Connected);
                if is_connected {
                    self.attempts.set_value(0);
                    self.fulfil();
                }
                news.into_iter().for_each(|news| self.react(news));
                self.note_games();
            }
            SocketEvent::Closed => self.retry_later(),
        }
    }

    /// The connection has ended; another attempt follows, unless no server has ever answered.
    fn retry_later(self) {
        // The socket must not be dropped while it reports.
        let ended = self.socket.try_update_value(Option::take).flatten();
        Timeout::new(0, move || drop(ended)).forget();
        self.client.update(Client::lost);
        if self.client.with_untracked(|client| client.link == Link::Lost) {
            let attempt = self.attempts.get_value();
            self.attempts.set_value(attempt.saturating_add(1));
            let pause = FIRST_RETRY_MS.saturating_mul(1 << attempt.min(6)).min(LONGEST_RETRY_MS);
            self.retry.set_value(Some(Timeout::new(pause, move || self.connect())));
        }
    }

    /// Reconnects at once where the browser has reason to believe that it works.
    fn reconnect_now(self) {
        let link = self.client.with_untracked(|client| client.link);
        if link == Link::Lost || (link == Link::Absent && self.place.get_untracked() == Place::Online) {
            self.attempts.set_value(0);
            self.connect();
        }
    }

    fn follow_browser(self) {
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
        // Countdowns of the panel, such as until a win can be claimed, need the time only while they are shown.
        let second = StoredValue::new_local(None::<Interval>);
        let counts = Memo::new(move |_| self.live_on_board().is_some());
        Effect::new(move || {
            let tick = move || self.now.set(now());
            second.set_value(counts.get().then(|| Interval::new(1_000, tick)));
        });
        on_cleanup(move || second.set_value(None));
    }

    /// The title of the page says that it is the user's turn.
    fn follow_title(self) {
        let turn =
            Memo::new(move |_| self.client.with(|client| client.games.values().any(Live::is_users_turn)));
        Effect::new(move |was: Option<bool>| {
            let is_turn = turn.get();
            let title = self.texts.text("page-title");
            if is_turn {
                document().set_title(&self.texts.text_with("online-title-turn", &[("title", title.into())]));
            } else if was == Some(true) {
                document().set_title(&title);
            }
            is_turn
        });
    }

    /// Sends a command, now or when there is a connection.
    pub(crate) fn send(self, command: ClientCommand) {
        let frame = self.client.try_update(|client| client.command(command, now())).flatten();
        self.transmit(frame.as_slice());
    }

    /// Sends a command about a game.
    pub(crate) fn send_play(self, game: GameId, command: GameCommand) {
        self.notice.set(None);
        self.send(ClientCommand::Play(game, command));
    }

    fn transmit(self, frames: &[tengen_online::message::ClientFrame]) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                frames.iter().for_each(|frame| socket.send(frame));
            }
        });
    }

    /// Asks for what the page's address wants.
    fn fulfil(self) {
        match self.wanted.try_update_value(Option::take).flatten() {
            Some(Wanted::Challenge(challenge)) => self.send(ClientCommand::ViewChallenge(challenge)),
            Some(Wanted::Game(game)) => self.send(ClientCommand::Watch(game)),
            None => {}
        }
    }

    fn react(self, news: News) {
        match news {
            News::Joined(game) => {
                let is_at_hand = self.client.with_untracked(|client| {
                    let live = client.games.get(&game);
                    live.is_some_and(|live| {
                        !live.snapshot.settings.tempo.is_correspondence() || live.snapshot.ply() == 0
                    })
                });
                // A game on one occasion begins at once; the user is not taken out of another running one.
                if is_at_hand && !self.session.read(tengen_match::Match::is_remote_running) {
                    self.show(game);
                }
            }
            News::Watching(game) => self.show(game),
            News::Changed(game) => {
                if self.game_on_board() == Some(game) {
                    self.put_on_board(game);
                }
                self.follow_rematch(game);
            }
            News::Refused(ClientCommand::Play(..), refusal) => {
                self.notice.set(Some(OnlineNotice::PlayRefused(refusal.text)));
            }
            News::Refused(ClientCommand::ViewChallenge(_) | ClientCommand::AcceptChallenge(_), _) => {
                self.notice.set(Some(OnlineNotice::ChallengeClosed));
            }
            News::Refused(_, refusal) => self.notice.set(Some(OnlineNotice::Refused(refusal.text))),
            News::NotFound => self.notice.set(Some(OnlineNotice::NotFound)),
            News::ChallengeClosed => {}
            News::WrongVersion => self.notice.set(Some(OnlineNotice::WrongVersion)),
        }
    }

    /// A watcher follows the players to their next game.
    fn follow_rematch(self, game: GameId) {
        let next = self.client.with_untracked(|client| {
            let live = client.games.get(&game)?;
            live.snapshot
                .rematch
                .filter(|next| live.snapshot.you.is_none() && !client.games.contains_key(next))
        });
        if let Some(next) = next.filter(|_| self.game_on_board() == Some(game)) {
            self.send(ClientCommand::Watch(next));
        }
    }

    /// Shows a game that the page follows.
    pub(crate) fn show(self, game: GameId) {
        self.notice.set(None);
        self.put_on_board(game);
        self.place.set(Place::Play);
    }

    fn put_on_board(self, game: GameId) {
        let texts = self.texts;
        let state = self.client.with_untracked(|client| {
            client.games.get(&game)?.on_board(client.skew, |player| name_of(texts, player))
        });
        if let Some((game, remote)) = state {
            self.session.act(|table| table.follow(game, remote));
        }
    }

    /// The game of the server that is on the board.
    fn game_on_board(self) -> Option<GameId> {
        self.session.remote.with_untracked(|remote| remote.as_ref()?.id.parse().ok())
    }

    /// The game of the server that is on the board, for views.
    pub(crate) fn live_on_board(self) -> Option<Live> {
        let id: GameId = self.session.remote.with(|remote| remote.as_ref()?.id.parse().ok())?;
        self.client.with(|client| client.games.get(&id).cloned())
    }

    /// Passes on what the user has done on the board.
    fn play(self, action: RemoteAction) {
        let Some(game) = self.game_on_board() else { return };
        let command = self.client.with_untracked(|client| {
            let snapshot = &client.games.get(&game)?.snapshot;
            let (ply, takebacks) = (snapshot.ply(), snapshot.takebacks);
            Some(match action {
                RemoteAction::Move(to) => GameCommand::Move { ply, takebacks, to },
                RemoteAction::Choose(choice) => {
                    GameCommand::Choose { ply, takebacks, choice: live::choice_text(&choice, snapshot) }
                }
            })
        });
        if let Some(command) = command {
            self.send_play(game, command);
            self.put_on_board(game);
        }
    }

    /// Remembers whether the user has games, so that the next visit continues them.
    fn note_games(self) {
        let has_games = self.client.with_untracked(|client| {
            client.games.values().any(|live| live.snapshot.you.is_some() && live.snapshot.result.is_none())
        });
        if has_games != storage::read(HAS_GAMES).is_some() {
            if has_games {
                storage::write(HAS_GAMES, "1");
            } else {
                storage::remove(HAS_GAMES);
            }
        }
    }

    /// Whether a game of the server is on the board, for views.
    pub(crate) fn is_on_board(self) -> bool {
        self.session.remote.with(Option::is_some)
    }
}

/// What a player is called: the server names guests in English.
pub(crate) fn name_of(texts: Texts, player: &PlayerInfo) -> String {
    let name = player.name.as_str();
    match name.strip_prefix(GUEST_PREFIX).filter(|_| player.kind == UserKind::Guest) {
        Some(code) => texts.text_with("online-guest", &[("code", code.into())]),
        None => name.to_owned(),
    }
}

/// Takes the query out of the page's address, which has been read.
fn forget_query() {
    let (Ok(history), Ok(location)) = (window().history(), window().location().href()) else { return };
    let page = location.split(['?', '#']).next().unwrap_or_default();
    // A browser that refuses shows the old address.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(page));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_ask_for_challenges_and_games() {
        let challenge = ChallengeId::from_entropy(7);
        let game = GameId::from_entropy(8);
        assert_eq!(Wanted::read(&format!("?challenge={challenge}")), Some(Wanted::Challenge(challenge)));
        assert_eq!(Wanted::read(&format!("?x=1&game={game}")), Some(Wanted::Game(game)));
        assert_eq!((Wanted::read(""), Wanted::read("?game=short")), (None, None));
    }
}
