//! Online play: the connection to the server, and online games on the page's board.
//!
//! [`Client`] is the protocol without a browser. [`Online`] connects it with the browser's socket, its timers and the [`Session`], which
//! shows an online game as it shows any game.

mod account;
mod attention;
mod client;
mod connection;
mod credential;
pub(crate) mod http;
mod live;
mod news;
pub(crate) mod passkeys;
mod socket;

use gloo_timers::callback::{Interval, Timeout};
use leptos::prelude::*;
use tengen_match::RemoteAction;
use tengen_online::http::OwnAccount;
use tengen_online::id::{AccountId, ChallengeId, GameId, SessionId, TournamentId};
use tengen_online::message::{ClientCommand, ClientFrame, ErrorCode, GameCommand, PlayerInfo, UserKind};
use tengen_online::name::GUEST_PREFIX;
use wasm_bindgen::JsValue;

use crate::online_part::OnlinePart;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::session::{Session, now};
use crate::storage;
use crate::texts::Texts;
use socket::Socket;

pub(crate) use attention::Notifications;
pub(crate) use client::{Client, Link, News};
pub(crate) use credential::OwnCredential;
pub(crate) use live::{Live, Remark, left};
pub(crate) use passkeys::PasskeyFailure;

/// A notice in the place of online play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OnlineNotice {
    /// A move, a choice or another command in a game was refused. The board shows the server's state.
    PlayRefused(ErrorCode),
    /// Another command was refused.
    Refused(ErrorCode),
    /// At least one player does not allow free text.
    TextNotAllowed,
    /// The game or challenge does not exist.
    NotFound,
    ChallengeClosed,
    /// The page has to be loaded again, because the server has another version.
    WrongVersion,
    /// The user's account is deleted, and the user is a guest again.
    AccountDeleted,
}

/// The view that the place of online play shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// Pairing, open games and games to watch.
    Lobby,
    Tournaments,
    /// One tournament.
    Tournament(TournamentId),
    /// The best players of a category.
    Players,
    /// The profile of a user.
    User(String),
    /// The user's account.
    Account,
}

/// Online play of the page. Copies share the same connection.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    pub(crate) client: RwSignal<Client>,
    pub(crate) notice: RwSignal<Option<OnlineNotice>>,
    /// The browser's time, for countdowns in the panel. It advances while the panel shows one.
    pub(crate) now: RwSignal<u64>,
    pub(crate) view: RwSignal<View>,
    /// The user's account, once the page has needed it.
    pub(crate) account: RwSignal<Option<OwnAccount>>,
    pub(crate) notifications: Notifications,
    /// The user, once the server has sent the name. Forms and lists follow this signal and not the whole client, which changes with every
    /// message: a view that is built again loses the text that the user has typed.
    pub(crate) you: Memo<Option<PlayerInfo>>,
    is_member: Memo<bool>,
    session: Session,
    pub(crate) texts: Texts,
    place: RwSignal<Place>,
    part: OnlinePart,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    retry: StoredValue<Option<Timeout>, LocalStorage>,
    attempts: StoredValue<u32>,
    heard: StoredValue<u64>,
    pulse: StoredValue<Option<Interval>, LocalStorage>,
    /// The request in the page's address, until the server has answered.
    wanted: StoredValue<Option<Wanted>>,
}

/// The request that a page's address can contain.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Challenge(ChallengeId),
    Game(GameId),
    Tournament(TournamentId),
    User(String),
}

impl Wanted {
    /// Reads the query of an address.
    fn read(query: &str) -> Option<Wanted> {
        query.trim_start_matches('?').split('&').find_map(|pair| match pair.split_once('=')? {
            ("challenge", id) => id.parse().ok().map(Wanted::Challenge),
            ("game", id) => id.parse().ok().map(Wanted::Game),
            ("tournament", id) => id.parse().ok().map(Wanted::Tournament),
            ("user", name) => Some(Wanted::User(name.to_owned())),
            _ => None,
        })
    }
}

impl Online {
    /// Provides online play to the page, and connects if there is a reason.
    pub(crate) fn provide() {
        tengen_text::add_online_play();
        let entropy = (js_sys::Math::random() * u64::MAX as f64) as u64 ^ now();
        let client = RwSignal::new(Client::new(SessionId::from_entropy(entropy)));
        let you = Memo::new(move |_| client.with(|client| client.you.clone()));
        let online = Online {
            client,
            you,
            is_member: Memo::new(move |_| {
                you.with(|you| you.as_ref().is_some_and(|you| you.kind != UserKind::Guest))
            }),
            notice: RwSignal::new(None),
            now: RwSignal::new(now()),
            view: RwSignal::new(View::Lobby),
            account: RwSignal::new(None),
            notifications: Notifications::new(),
            session: Session::of_page(),
            texts: Texts::of_page(),
            place: expect_context(),
            part: expect_context(),
            socket: StoredValue::new_local(None),
            retry: StoredValue::new_local(None),
            attempts: StoredValue::new(0),
            heard: StoredValue::new(now()),
            pulse: StoredValue::new_local(None),
            wanted: StoredValue::new(Wanted::read(&window().location().search().unwrap_or_default())),
        };
        provide_context(online);
        online.session.on_remote(move |action| online.play(action));
        online.follow_browser();
        online.follow_time();
        online.follow_progress();
        online.follow_turn();
        online.follow_game();
        online.follow_opened();
        online.follow_seeks();
        online.follow_calls();
        online.follow_challenges();
        let wanted = online.wanted.get_value();
        if let Some(wanted) = &wanted {
            forget_query();
            online.place.set(Place::Online);
            match wanted {
                Wanted::Tournament(id) => online.view.set(View::Tournament(*id)),
                Wanted::User(name) => {
                    let decoded = js_sys::decode_uri_component(name);
                    online.view.set(View::User(decoded.map_or_else(|_| name.clone(), String::from)));
                }
                Wanted::Challenge(_) | Wanted::Game(_) => {}
            }
        }
        if wanted.is_some() || storage::read(storage::HAS_ONLINE_GAMES).is_some() {
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

    /// Opens a view of the place of online play.
    pub(crate) fn open(self, view: View) {
        self.notice.set(None);
        self.view.set(view);
        self.place.set(Place::Online);
    }

    /// Sends a command now, or once there is a connection.
    pub(crate) fn send(self, command: ClientCommand) {
        let frame = self.client.try_update(|client| client.command(command, now())).flatten();
        self.transmit(frame.as_slice());
    }

    /// Sends a command about a game.
    pub(crate) fn send_play(self, game: GameId, command: GameCommand) {
        self.notice.set(None);
        self.send(ClientCommand::Play(game, command));
    }

    fn transmit(self, frames: &[ClientFrame]) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                frames.iter().for_each(|frame| socket.send(frame));
            }
        });
    }

    /// Shows a game on the small board of the lobby, in place of the previous one. A game on the main board is followed already, and so is one
    /// that a link has requested: its first position has to reach the main board.
    pub(crate) fn preview(self, game: Option<GameId>) {
        let (before, is_followed) = self
            .client
            .with_untracked(|client| (client.preview, game.is_some_and(|game| client.follows(game))));
        if before == game {
            return;
        }
        if let Some(before) = before {
            self.send(ClientCommand::Unwatch(before));
        }
        let begun = game.filter(|_| !is_followed);
        self.client.update(|client| client.preview = begun);
        if let Some(game) = begun {
            self.send(ClientCommand::Watch(game));
        }
    }

    /// Watches a game, or returns to it.
    pub(crate) fn watch(self, game: GameId) {
        self.notice.set(None);
        if self.client.with_untracked(|client| client.preview == Some(game)) {
            // The lobby ends only the subscription of its own preview.
            self.client.update(|client| client.preview = None);
        }
        if self.client.with_untracked(|client| client.games.contains_key(&game)) {
            self.show(game);
        } else {
            self.send(ClientCommand::Watch(game));
        }
    }

    /// Shows a game that the page follows.
    pub(crate) fn show(self, game: GameId) {
        self.notice.set(None);
        self.put_on_board(game);
        self.place.set(Place::Play);
    }

    /// Marks the remarks of a game as read.
    pub(crate) fn read_remarks(self, game: GameId) {
        self.client.update(|client| {
            if let Some(live) = client.games.get_mut(&game) {
                live.unread = 0;
            }
        });
    }

    fn put_on_board(self, game: GameId) {
        let texts = self.texts;
        let state = self.client.with_untracked(|client| {
            let live = client.games.get(&game)?;
            Some(live.on_board(client.skew, |player| name_of(texts, player)))
        });
        let Some((state, remote)) = state else { return };
        if let Some(refusal) = self.session.act(|table| table.follow(&state, remote)) {
            leptos::logging::warn!("the server sent a game with an illegal move: {refusal}");
        }
    }

    /// The online game that is on the board.
    fn game_on_board(self) -> Option<GameId> {
        self.session.table.remote.with(|remote| remote.as_ref()?.id.parse().ok())
    }

    /// Passes the online game that is on the board to `look`, for views; `None` where there is none.
    pub(crate) fn look_on_board<T>(self, look: impl FnOnce(&Live) -> T) -> Option<T> {
        let id = self.game_on_board()?;
        self.client.with(|client| client.games.get(&id).map(look))
    }

    /// Updates the status line for the game on the board.
    fn follow_game(self) {
        let words = Memo::new(move |_| {
            let words = |live: &Live| {
                self.session.table.game.with(|game| crate::panel::online::status(self.texts, game, live))
            };
            self.look_on_board(words).flatten()
        });
        Effect::new(move || self.part.headline.set(words.get()));
    }

    /// Reports to the server which of the user's games is on the board. The user is absent from the others.
    fn follow_opened(self) {
        let opened = Memo::new(move |_| {
            self.look_on_board(|live| live.snapshot.you.map(|_| live.snapshot.game)).flatten()
        });
        Effect::new(move || {
            let game = opened.get();
            let frames = self.client.try_update(|client| client.open(game)).unwrap_or_default();
            self.transmit(&frames);
        });
    }

    /// Shows in every place of the page what the user waits for on the server, with a button that ends the waiting.
    fn follow_seeks(self) {
        let words = Memo::new(move |_| {
            let sought = self.client.with(Client::sought);
            let games = sought.iter().map(|(settings, _)| crate::panel::online::sought(self.texts, settings));
            let games: Vec<String> = games.collect();
            if games.is_empty() {
                return String::new();
            }
            self.texts.text_with("online-seeking", &[("games", games.join(", ").into())])
        });
        Effect::new(move || self.part.seeking.words.set(words.get()));
        self.part.seeking.on_press(move || {
            let sought = self.client.with_untracked(Client::sought);
            sought.into_iter().for_each(|(_, end)| self.send(end));
        });
    }

    /// Announces a game of the user against the clock that is not on the board.
    fn follow_calls(self) {
        let called = Memo::new(move |_| {
            let on_board = self.game_on_board();
            self.client.with(|client| {
                let live = client.urgent().find(|live| Some(live.snapshot.game) != on_board)?;
                Some((live.snapshot.game, name_of(self.texts, live.opponent())))
            })
        });
        Effect::new(move || {
            let words =
                called.get().map(|(_, name)| self.texts.text_with("online-called", &[("name", name.into())]));
            self.part.called.words.set(words.unwrap_or_default());
        });
        self.part.called.on_press(move || {
            if let Some((game, _)) = called.get_untracked() {
                self.show(game);
            }
        });
    }

    /// Announces a challenge of another user, unless the lobby, which lists it, is open.
    fn follow_challenges(self) {
        let challenger = Memo::new(move |_| {
            let is_shown = self.place.get() == Place::Online && self.view.get() == View::Lobby;
            let name = self.client.with(|client| {
                let mut challenges = client.challenges.values();
                let to_user =
                    challenges.find(|view| view.request.to.is_some() && !self.is_you(view.by.account))?;
                Some(name_of(self.texts, &to_user.by))
            });
            name.filter(|_| !is_shown)
        });
        Effect::new(move || {
            let words = challenger
                .get()
                .map(|name| self.texts.text_with("online-challenged", &[("name", name.into())]));
            self.part.challenged.words.set(words.unwrap_or_default());
        });
        self.part.challenged.on_press(move || self.open(View::Lobby));
    }

    /// Sends an action of the user on the board.
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

    /// Whether this is the user's account.
    pub(crate) fn is_you(self, account: AccountId) -> bool {
        self.you.with(|you| you.as_ref().is_some_and(|you| you.account == account))
    }

    /// Whether the user has a registered account.
    pub(crate) fn is_member(self) -> bool {
        self.is_member.get()
    }
}

/// The displayed name of a player. The server's names of guests are English and are translated here.
pub(crate) fn name_of(texts: Texts, player: &PlayerInfo) -> String {
    let name = player.name.as_str();
    match name.strip_prefix(GUEST_PREFIX).filter(|_| player.kind == UserKind::Guest) {
        Some(code) => texts.text_with("online-guest", &[("code", code.into())]),
        None => name.to_owned(),
    }
}

/// Removes the query, once it is read, from the page's address.
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
    fn addresses_ask_for_challenges_games_tournaments_and_users() {
        let challenge = ChallengeId::from_entropy(7);
        let game = GameId::from_entropy(8);
        let tournament = TournamentId::from_entropy(9);
        assert_eq!(Wanted::read(&format!("?challenge={challenge}")), Some(Wanted::Challenge(challenge)));
        assert_eq!(Wanted::read(&format!("?x=1&game={game}")), Some(Wanted::Game(game)));
        assert_eq!(Wanted::read(&format!("?tournament={tournament}")), Some(Wanted::Tournament(tournament)));
        assert_eq!(Wanted::read("?user=Ada"), Some(Wanted::User("Ada".to_owned())));
        assert_eq!((Wanted::read(""), Wanted::read("?game=short")), (None, None));
        let names = crate::online_part::QUERIES;
        assert_eq!(
            names,
            ["challenge", "game", "tournament", "user"],
            "what is read here makes the page load this"
        );
    }
}
