//! What the page knows of the server, without a browser: messages in, frames to send and news out.

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
    /// Nothing has needed a connection yet.
    Idle,
    /// The first attempt is under way.
    Connecting,
    /// Nothing answers, not even the host of the page: the page tries again.
    Offline,
    /// There is no server of online play at the page's address.
    Absent,
    /// The server has answered.
    Connected,
    /// The connection has ended, and the page tries to restore it.
    Lost,
}

/// Something that the page reacts to besides showing the new state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// A game of the user is known for the first time.
    Joined(GameId),
    /// A game that the user has asked to watch is here.
    Watching(GameId),
    /// The state of a game has changed.
    Changed(GameId),
    /// A command was refused.
    Refused(ClientCommand, Refusal),
    /// The server does not show what was asked for without a number, such as a game to watch.
    NotShown(ErrorCode),
    /// A command was carried out that changes what the server stores of the user.
    Done(ClientCommand),
    /// The user's new tournament.
    NewTournament(TournamentId),
    /// The challenge that the user was shown, or has created, is no longer open.
    ChallengeClosed,
    /// The page is of another version than the server.
    WrongVersion,
}

/// The client's side of the protocol.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) link: Link,
    session: SessionId,
    /// The number of the last command.
    last: u32,
    /// Commands without an answer, in their order.
    unanswered: VecDeque<ClientFrame>,
    /// The server's time minus the browser's, in milliseconds.
    pub(crate) skew: i64,
    pub(crate) you: Option<PlayerInfo>,
    /// The lobby, as long as the page follows it and has received it.
    pub(crate) lobby: Option<Lobby>,
    follows_lobby: bool,
    pub(crate) games: BTreeMap<GameId, Live>,
    /// Games that the user watches without playing.
    watched: Vec<GameId>,
    /// The user's own game on the board, in which the server counts the user as present.
    opened: Option<GameId>,
    /// The game that is shown small in the lobby, and not on the board.
    pub(crate) preview: Option<GameId>,
    /// Tournaments that the page follows, as far as the server has sent them.
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
    /// In how many milliseconds a server that is closing the connection wants to hear from the page again.
    pub(crate) closing: Option<u32>,
}

impl Client {
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

    /// Whether the server has answered before.
    pub(crate) fn was_connected(&self) -> bool {
        matches!(self.link, Link::Connected | Link::Lost)
    }

    /// The connection has ended.
    pub(crate) fn lost(&mut self) {
        self.link = Link::Lost;
    }

    /// No connection has begun; `has_host` says whether the host of the page answers, so that it is a host without online play.
    pub(crate) fn missed(&mut self, has_host: bool) {
        self.link = if has_host { Link::Absent } else { Link::Offline };
    }

    /// Whether a command waits for its answer.
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

    /// The user's own game on the board is another one. Returns what tells the server so.
    pub(crate) fn open(&mut self, game: Option<GameId>) -> Vec<ClientFrame> {
        let before = std::mem::replace(&mut self.opened, game);
        if before == game || self.link != Link::Connected {
            return Vec::new();
        }
        let left = before.map(ClientCommand::Unwatch);
        left.into_iter().chain(game.map(ClientCommand::Watch)).map(unnumbered).collect()
    }

    /// Takes a message that arrived at `now`, in milliseconds by the browser's clock. Returns what is to be sent, and the
    /// news.
    pub(crate) fn receive(&mut self, message: ServerMessage, now: u64) -> (Vec<ClientFrame>, Vec<News>) {
        let mut news = Vec::new();
        match message {
            ServerMessage::Welcome(welcome) => {
                self.link = Link::Connected;
                self.closing = None;
                self.set_time(welcome.now, now);
                // A user with another account is another user.
                if self.you.as_ref().is_some_and(|you| you.account != welcome.you.account) {
                    self.games.clear();
                    self.unanswered.clear();
                    self.challenges.clear();
                    (self.invitation, self.pool) = (None, None);
                    self.seeks.clear();
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
                    // A seek that is gone needs no end.
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
                match self.games.get_mut(&game) {
                    Some(live) => {
                        live.renew(*snapshot);
                        news.push(News::Changed(game));
                    }
                    None => {
                        self.games.insert(game, Live::new(*snapshot));
                        let is_watched = self.watched.contains(&game);
                        if self.preview == Some(game) {
                            news.push(News::Changed(game));
                        } else if is_players && is_running && !is_watched {
                            self.pool = None;
                            // With a game on one occasion, the server closes all seeks for such games.
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
                        // Something is missing between; the whole game follows.
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

    /// Something was said in a game.
    fn hear(&mut self, game: GameId, remark: Remark) {
        let is_own = self.you.as_ref().is_some_and(|you| you.account == remark.by);
        if let Some(live) = self.games.get_mut(&game) {
            live.hear(remark, is_own);
        }
    }

    /// A command was carried out.
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
            // The own row comes with the whole tournament.
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

    /// Opens the seeks of games on one occasion again: the server closes them when their user is disconnected. Where another window of the
    /// user has kept them open, they would stand twice, so that each is cancelled first.
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

    /// Closes the user's seeks, but for those of correspondence games.
    fn close_seeks_on_occasion(&mut self) {
        self.seeks.retain(|_, request| !is_on_occasion(request));
    }

    /// What the user waits for now: the pool, the seeks of games on one occasion and the friend who has the link of an invitation, with
    /// what ends the waiting.
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

    /// The featured game of the lobby, unless it is the user's. One that the page shows stays until there is another.
    pub(crate) fn featured(&self) -> Option<GameId> {
        let lobby = self.lobby.as_ref()?;
        let game = lobby.featured?;
        let you = self.you.as_ref().map(|you| you.account);
        match lobby.live.iter().find(|live| live.game == game) {
            Some(live) => live.players.iter().all(|player| Some(player.account) != you).then_some(game),
            None => (self.preview == Some(game)).then_some(game),
        }
    }

    /// The server's time at a time of the browser's clock.
    pub(crate) fn server_time(&self, now: u64) -> u64 {
        now.saturating_add_signed(self.skew)
    }

    /// The time of the browser's clock at a time of the server's.
    pub(crate) fn browser_time(&self, server: u64) -> u64 {
        server.saturating_add_signed(self.skew.saturating_neg())
    }

    fn set_time(&mut self, server: u64, now: u64) {
        self.skew = i64::try_from(server).unwrap_or(i64::MAX).saturating_sub_unsigned(now);
    }

    /// What a connection that has just begun needs: lobby and games that are followed, and commands without an answer.
    /// `running` are the user's games that have not ended; those that have ended in between are asked for.
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
        // A user who is disconnected leaves the pool.
        if let Some(pool) = self.pool
            && !self.waits_for(|command| matches!(command, ClientCommand::JoinPool(_)))
        {
            self.last += 1;
            self.unanswered.push_back(ClientFrame { n: self.last, command: ClientCommand::JoinPool(pool) });
        }
        frames.extend(self.unanswered.iter().cloned());
        frames
    }

    /// The command of this number has an answer.
    fn answered(&mut self, n: u32) -> Option<ClientCommand> {
        let index = self.unanswered.iter().position(|frame| frame.n == n)?;
        self.unanswered.remove(index).map(|frame| frame.command)
    }

    /// Takes back what the page has assumed about a command. Returns the game that it belongs to.
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

/// Whether a seek is for a game on one occasion, for which the user has to be there.
fn is_on_occasion(request: &SeekRequest) -> bool {
    !request.settings.tempo.is_correspondence()
}

fn unnumbered(command: ClientCommand) -> ClientFrame {
    ClientFrame { n: 0, command }
}

/// Whether a command changes nothing, so that it needs neither a number nor an answer.
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
