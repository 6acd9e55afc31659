//! The client's side of the protocol, without a browser: messages come in; frames to send and news go out.

mod lobby;

use std::collections::{BTreeMap, VecDeque};

use tengen_online::id::{ChallengeId, GameId, SeekId, SessionId, TournamentId};
use tengen_online::message::{
    ChallengeRequest, ChallengeView, ClientCommand, ClientFrame, Created, ErrorCode, GameCommand,
    MAX_PENDING_COMMANDS, PlayerInfo, PoolId, Refusal, SeekRequest, ServerMessage, TournamentView, VERSION,
};
use tengen_online::settings::{GameSettings, pool_settings};

use super::live::{Live, Remark};
pub(crate) use lobby::Lobby;

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    Idle,
    /// The first attempt is under way.
    Connecting,
    /// Neither a server nor the host of the page answers. The page retries.
    Offline,
    /// The page's address has no server of online play.
    Absent,
    Connected,
    /// The connection has ended, and the page reconnects.
    Lost,
}

/// An event to which the page reacts besides showing the new state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// A game of the user has appeared.
    Joined(GameId),
    /// The first snapshot of a game that the user watches has arrived.
    Watching(GameId),
    /// The state of a game has changed.
    Changed(GameId),
    /// A command was refused.
    Refused(ClientCommand, Refusal),
    /// A command without a number, such as one to watch a game, has failed.
    NotShown(ErrorCode),
    /// A command that changes the user's stored data was carried out.
    Done(ClientCommand),
    /// The user's new tournament.
    NewTournament(TournamentId),
    /// The challenge that the user was shown, or has created, is no longer open.
    ChallengeClosed,
    /// The page and the server have different versions.
    WrongVersion,
}

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) link: Link,
    session: SessionId,
    /// The number of the last command.
    last: u32,
    /// Commands without an answer, in order of their numbers.
    unanswered: VecDeque<ClientFrame>,
    /// The server's time minus the browser's, in milliseconds.
    pub(crate) skew: i64,
    pub(crate) you: Option<PlayerInfo>,
    /// The lobby, while the page follows it and after its first message has arrived.
    pub(crate) lobby: Option<Lobby>,
    follows_lobby: bool,
    pub(crate) games: BTreeMap<GameId, Live>,
    /// Games that the user watches without playing.
    watched: Vec<GameId>,
    /// The user's own game on the board. The server counts the user as present in it.
    opened: Option<GameId>,
    /// The game of the small board in the lobby, unless it is on the main board.
    pub(crate) preview: Option<GameId>,
    /// Tournaments that the page follows, with the data that the server has sent.
    pub(crate) tournaments: BTreeMap<TournamentId, TournamentView>,
    watched_tournaments: Vec<TournamentId>,
    /// Challenges to the user, and the one whose link the user has opened.
    pub(crate) challenges: BTreeMap<ChallengeId, ChallengeView>,
    /// The user's own challenge by link.
    pub(crate) invitation: Option<(ChallengeId, ChallengeRequest)>,
    /// The pool in which the user waits.
    pub(crate) pool: Option<PoolId>,
    /// The user's own open seeks of this visit.
    pub(crate) seeks: BTreeMap<SeekId, SeekRequest>,
    /// The delay in milliseconds after which a server that closes the connection expects the page to reconnect.
    pub(crate) closing: Option<u32>,
}

impl Client {
    /// Whether the page has a game, or has requested it.
    pub(crate) fn follows(&self, game: GameId) -> bool {
        self.games.contains_key(&game) || self.watched.contains(&game)
    }

    /// A client of a new session.
    pub(crate) fn new(session: SessionId) -> Client {
        Client {
            link: Link::Idle,
            session,
            last: 0,
            unanswered: VecDeque::new(),
            skew: 0,
            you: None,
            lobby: None,
            follows_lobby: false,
            games: BTreeMap::new(),
            watched: Vec::new(),
            opened: None,
            preview: None,
            tournaments: BTreeMap::new(),
            watched_tournaments: Vec::new(),
            challenges: BTreeMap::new(),
            invitation: None,
            pool: None,
            seeks: BTreeMap::new(),
            closing: None,
        }
    }

    /// The first frame of a connection.
    pub(crate) fn hello(&self) -> ClientFrame {
        unnumbered(ClientCommand::Hello { version: VERSION, session: self.session })
    }

    /// Whether the server has answered earlier.
    pub(crate) fn was_connected(&self) -> bool {
        matches!(self.link, Link::Connected | Link::Lost)
    }

    /// Handles the end of the connection.
    pub(crate) fn lost(&mut self) {
        self.link = Link::Lost;
    }

    /// Handles an attempt to connect that has failed. `has_host` states whether the host of the page answers, and is thus a host without
    /// online play.
    pub(crate) fn missed(&mut self, has_host: bool) {
        self.link = if has_host { Link::Absent } else { Link::Offline };
    }

    /// Whether a matching command has no answer yet.
    pub(crate) fn waits_for(&self, is: impl Fn(&ClientCommand) -> bool) -> bool {
        self.unanswered.iter().any(|frame| is(&frame.command))
    }

    /// Takes a command of the user. Returns the frame if it is to be sent now; without a connection it is sent later.
    pub(crate) fn command(&mut self, command: ClientCommand, now: u64) -> Option<ClientFrame> {
        match &command {
            ClientCommand::WatchLobby => self.follows_lobby = true,
            ClientCommand::UnwatchLobby => {
                self.follows_lobby = false;
                self.lobby = None;
            }
            ClientCommand::Watch(game) if !self.watched.contains(game) => self.watched.push(*game),
            ClientCommand::Unwatch(game) => {
                self.watched.retain(|watched| watched != game);
                self.games.remove(game);
            }
            ClientCommand::WatchTournament(id) if !self.watched_tournaments.contains(id) => {
                self.watched_tournaments.push(*id);
            }
            ClientCommand::UnwatchTournament(id) => {
                self.watched_tournaments.retain(|watched| watched != id);
                self.tournaments.remove(id);
            }
            ClientCommand::JoinPool(pool) => self.pool = Some(*pool),
            ClientCommand::LeavePool => self.pool = None,
            ClientCommand::CancelChallenge(_) => self.invitation = None,
            ClientCommand::CancelSeek(seek) => {
                self.seeks.remove(seek);
            }
            ClientCommand::AcceptChallenge(challenge) | ClientCommand::DeclineChallenge(challenge) => {
                self.challenges.remove(challenge);
            }
            ClientCommand::Play(game, command) => {
                let at = self.server_time(now);
                if let Some(live) = self.games.get_mut(game) {
                    live.expect(command, at);
                }
            }
            _ => {}
        }
        let is_connected = self.link == Link::Connected;
        if is_unnumbered(&command) {
            return is_connected.then(|| unnumbered(command));
        }
        if self.unanswered.len() >= MAX_PENDING_COMMANDS {
            return None;
        }
        self.last += 1;
        let frame = ClientFrame { n: self.last, command };
        self.unanswered.push_back(frame.clone());
        is_connected.then_some(frame)
    }

    /// Sets the user's own game on the board. Returns the frames that report it to the server.
    pub(crate) fn open(&mut self, game: Option<GameId>) -> Vec<ClientFrame> {
        let before = std::mem::replace(&mut self.opened, game);
        if before == game || self.link != Link::Connected {
            return Vec::new();
        }
        let left = before.map(ClientCommand::Unwatch);
        left.into_iter().chain(game.map(ClientCommand::Watch)).map(unnumbered).collect()
    }

    /// Forgets the user, who has signed out, with everything of that user. The next welcome names another.
    pub(crate) fn forget_user(&mut self) {
        self.you = None;
        self.games.clear();
        self.unanswered.clear();
        self.challenges.clear();
        (self.invitation, self.pool) = (None, None);
        self.seeks.clear();
    }

    /// Takes a message that arrived at `now`, in milliseconds by the browser's clock. Returns the frames to send, and the news.
    pub(crate) fn receive(&mut self, message: ServerMessage, now: u64) -> (Vec<ClientFrame>, Vec<News>) {
        let mut news = Vec::new();
        match message {
            ServerMessage::Welcome(welcome) => {
                self.link = Link::Connected;
                self.closing = None;
                self.set_time(welcome.now, now);
                // A user with another account is a different user.
                if self.you.as_ref().is_some_and(|you| you.account != welcome.you.account) {
                    self.forget_user();
                }
                self.you = Some(welcome.you);
                self.unanswered.retain(|frame| frame.n > welcome.received);
                self.reopen_seeks();
                return (self.resumed(&welcome.games), news);
            }
            ServerMessage::Pong { now: server } => self.set_time(server, now),
            ServerMessage::Done { n, created } => {
                let Some(command) = self.answered(n) else { return (Vec::new(), news) };
                return self.done(command, created);
            }
            ServerMessage::Refused { n: 0, error } => {
                news.push(match error.code {
                    ErrorCode::Version => News::WrongVersion,
                    code => News::NotShown(code),
                });
            }
            ServerMessage::Refused { n, error } => {
                if let Some(command) = self.answered(n) {
                    // A seek that no longer exists need not be cancelled.
                    if matches!(command, ClientCommand::CancelSeek(_)) && error.code == ErrorCode::NotFound {
                        return (Vec::new(), news);
                    }
                    news.extend(self.undo(&command).map(News::Changed));
                    news.push(News::Refused(command, error));
                }
            }
            ServerMessage::Lobby(update) => {
                self.seeks.retain(|seek, _| !update.removed.contains(seek));
                self.lobby.get_or_insert_default().apply(update);
            }
            ServerMessage::Challenge(view) => {
                self.challenges.insert(view.challenge, view);
            }
            ServerMessage::ChallengeClosed { challenge, .. } => {
                let was_shown = self.challenges.remove(&challenge).is_some();
                let was_own = self.invitation.take_if(|(own, _)| *own == challenge).is_some();
                if was_shown || was_own {
                    news.push(News::ChallengeClosed);
                }
            }
            ServerMessage::Snapshot(snapshot) => {
                let (game, is_players) = (snapshot.game, snapshot.you.is_some());
                let is_running = snapshot.result.is_none();
                let is_followed = self.follows(game);
                match self.games.get_mut(&game) {
                    Some(live) => {
                        live.renew(*snapshot);
                        news.push(News::Changed(game));
                    }
                    // The answer to a request that was withdrawn meanwhile, such as that of a lobby that was closed. No board follows it.
                    None if !is_players && !is_followed => {}
                    None => {
                        self.games.insert(game, Live::new(*snapshot));
                        let is_watched = self.watched.contains(&game);
                        if self.preview == Some(game) {
                            news.push(News::Changed(game));
                        } else if is_players && is_running && !is_watched {
                            self.pool = None;
                            // When a real-time game begins, the server closes all of the user's seeks for such games.
                            let is_at_hand = self
                                .games
                                .get(&game)
                                .is_some_and(|live| !live.snapshot.settings.tempo.is_correspondence());
                            if is_at_hand {
                                self.close_seeks_on_occasion();
                            }
                            news.push(News::Joined(game));
                        } else {
                            news.push(News::Watching(game));
                        }
                    }
                }
            }
            ServerMessage::Game(game, update) => {
                if let Some(live) = self.games.get_mut(&game) {
                    match live.apply(&update) {
                        Ok(()) => news.push(News::Changed(game)),
                        // An update is missing. The server sends the whole game instead.
                        Err(_) => return (vec![unnumbered(ClientCommand::Watch(game))], news),
                    }
                }
            }
            ServerMessage::Said { game, by, what } => {
                self.hear(game, Remark { by, watcher: None, what });
            }
            ServerMessage::WatcherSaid { game, by, what } => {
                self.hear(game, Remark { by: by.account, watcher: Some(by), what });
            }
            ServerMessage::Tournament(view) => {
                self.tournaments.insert(view.tournament, *view);
            }
            ServerMessage::TournamentUpdate(id, update) => {
                if let Some(view) = self.tournaments.get_mut(&id) {
                    view.apply(&update);
                }
            }
            ServerMessage::Closing { reconnect_after } => self.closing = Some(reconnect_after),
        }
        (Vec::new(), news)
    }

    /// Adds a remark to a game.
    fn hear(&mut self, game: GameId, remark: Remark) {
        let is_own = self.you.as_ref().is_some_and(|you| you.account == remark.by);
        if let Some(live) = self.games.get_mut(&game) {
            live.hear(remark, is_own);
        }
    }

    /// Handles the success of a command.
    fn done(&mut self, command: ClientCommand, created: Option<Created>) -> (Vec<ClientFrame>, Vec<News>) {
        match (command, created) {
            (ClientCommand::Challenge(request), Some(Created::Challenge(id))) => {
                self.invitation = Some((id, request));
                (Vec::new(), Vec::new())
            }
            (ClientCommand::Seek(request), Some(Created::Seek(id))) => {
                self.seeks.insert(id, request);
                (Vec::new(), Vec::new())
            }
            (_, Some(Created::Tournament(id))) => (Vec::new(), vec![News::NewTournament(id)]),
            // The own row arrives with the whole tournament.
            (
                ClientCommand::JoinTournament(id)
                | ClientCommand::LeaveTournament(id)
                | ClientCommand::CancelTournament(id),
                _,
            ) => (vec![unnumbered(ClientCommand::WatchTournament(id))], Vec::new()),
            (
                command @ (ClientCommand::Mute(_)
                | ClientCommand::Unmute(_)
                | ClientCommand::Block(_)
                | ClientCommand::Unblock(_)
                | ClientCommand::AddFriend(_)
                | ClientCommand::RemoveFriend(_)),
                _,
            ) => (Vec::new(), vec![News::Done(command)]),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Opens the seeks of real-time games again, because the server closes them when their user disconnects. If another window of the user
    /// has kept them open, they would be listed twice; therefore each is cancelled first.
    fn reopen_seeks(&mut self) {
        let closed: Vec<(SeekId, SeekRequest)> =
            self.seeks.extract_if(.., |_, request| is_on_occasion(request)).collect();
        for (seek, request) in closed {
            for command in [ClientCommand::CancelSeek(seek), ClientCommand::Seek(request)] {
                self.last += 1;
                self.unanswered.push_back(ClientFrame { n: self.last, command });
            }
        }
    }

    /// The user's running games against the clock.
    pub(crate) fn urgent(&self) -> impl Iterator<Item = &Live> {
        self.games.values().filter(|live| {
            let snapshot = &live.snapshot;
            snapshot.you.is_some()
                && snapshot.result.is_none()
                && !snapshot.settings.tempo.is_correspondence()
        })
    }

    /// Closes the user's seeks of real-time games.
    fn close_seeks_on_occasion(&mut self) {
        self.seeks.retain(|_, request| !is_on_occasion(request));
    }

    /// The settings for which the user currently waits (in the pool, by seeks of real-time games, and by an invitation to a friend), each
    /// with the command that ends the waiting.
    pub(crate) fn sought(&self) -> Vec<(GameSettings, ClientCommand)> {
        let pool = self.pool.and_then(|pool| pool_settings(pool.0.into()));
        let pool = pool.map(|settings| (settings, ClientCommand::LeavePool));
        let seeks = self.seeks.iter().filter(|(_, request)| is_on_occasion(request));
        let seeks = seeks.map(|(&seek, request)| (request.settings, ClientCommand::CancelSeek(seek)));
        let invitation = self
            .invitation
            .as_ref()
            .map(|(challenge, request)| (request.settings, ClientCommand::CancelChallenge(*challenge)));
        pool.into_iter().chain(seeks).chain(invitation).collect()
    }

    /// The featured game of the lobby, unless it is the user's. The game that the page shows stays until another one is featured.
    pub(crate) fn featured(&self) -> Option<GameId> {
        let lobby = self.lobby.as_ref()?;
        let game = lobby.featured?;
        let you = self.you.as_ref().map(|you| you.account);
        match lobby.live.iter().find(|live| live.game == game) {
            Some(live) => live.players.iter().all(|player| Some(player.account) != you).then_some(game),
            None => (self.preview == Some(game)).then_some(game),
        }
    }

    /// Converts a time of the browser's clock into the server's time.
    pub(crate) fn server_time(&self, now: u64) -> u64 {
        now.saturating_add_signed(self.skew)
    }

    /// Converts a time of the server into the browser's.
    pub(crate) fn browser_time(&self, server: u64) -> u64 {
        server.saturating_add_signed(self.skew.saturating_neg())
    }

    fn set_time(&mut self, server: u64, now: u64) {
        self.skew = i64::try_from(server).unwrap_or(i64::MAX).saturating_sub_unsigned(now);
    }

    /// The frames with which a new connection begins: subscriptions of the lobby and of games, and commands without an answer. `running`
    /// are the user's games that have not ended; games that ended in the meantime are requested.
    fn resumed(&mut self, running: &[GameId]) -> Vec<ClientFrame> {
        let lobby = self.follows_lobby.then_some(ClientCommand::WatchLobby);
        let is_over = |live: &&Live| {
            let snapshot = &live.snapshot;
            snapshot.you.is_some() && snapshot.result.is_none() && !running.contains(&snapshot.game)
        };
        let ended = self.games.values().filter(is_over).map(|live| live.snapshot.game);
        let opened = self.opened.filter(|game| running.contains(game));
        let games = self.watched.iter().copied().chain(ended).chain(opened).map(ClientCommand::Watch);
        let tournaments = self.watched_tournaments.iter().copied().map(ClientCommand::WatchTournament);
        let followed = lobby.into_iter().chain(games).chain(tournaments);
        let mut frames: Vec<ClientFrame> = followed.map(unnumbered).collect();
        // A user who disconnects leaves the pool.
        if let Some(pool) = self.pool
            && !self.waits_for(|command| matches!(command, ClientCommand::JoinPool(_)))
        {
            self.last += 1;
            self.unanswered.push_back(ClientFrame { n: self.last, command: ClientCommand::JoinPool(pool) });
        }
        frames.extend(self.unanswered.iter().cloned());
        frames
    }

    /// Removes the unanswered command of this number.
    fn answered(&mut self, n: u32) -> Option<ClientCommand> {
        let index = self.unanswered.iter().position(|frame| frame.n == n)?;
        self.unanswered.remove(index).map(|frame| frame.command)
    }

    /// Reverts the page's assumption that a command succeeds. Returns the game of the command.
    fn undo(&mut self, command: &ClientCommand) -> Option<GameId> {
        match command {
            ClientCommand::JoinPool(_) => {
                self.pool = None;
                None
            }
            ClientCommand::Play(game, GameCommand::Move { .. } | GameCommand::Choose { .. }) => {
                self.games.get_mut(game)?.forget_expected();
                Some(*game)
            }
            _ => None,
        }
    }
}

/// Whether a seek is for a real-time game, for which the user has to be present.
fn is_on_occasion(request: &SeekRequest) -> bool {
    !request.settings.tempo.is_correspondence()
}

fn unnumbered(command: ClientCommand) -> ClientFrame {
    ClientFrame { n: 0, command }
}

/// Whether a command changes nothing on the server, so that it needs neither a number nor an answer.
fn is_unnumbered(command: &ClientCommand) -> bool {
    matches!(
        command,
        ClientCommand::Hello { .. }
            | ClientCommand::Ping { .. }
            | ClientCommand::WatchLobby
            | ClientCommand::UnwatchLobby
            | ClientCommand::Watch(_)
            | ClientCommand::Unwatch(_)
            | ClientCommand::WatchTournament(_)
            | ClientCommand::UnwatchTournament(_)
    )
}

#[cfg(test)]
mod tests;
