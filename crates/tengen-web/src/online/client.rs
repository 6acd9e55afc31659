//! What the page knows of the server, without a browser: messages in, frames to send and news out.

mod lobby;

use std::collections::{BTreeMap, VecDeque};

use tengen_online::id::{AccountId, ChallengeId, GameId, SessionId, TournamentId};
use tengen_online::message::{
    ChallengeRequest, ChallengeView, ClientCommand, ClientFrame, Created, ErrorCode, GameCommand,
    MAX_PENDING_COMMANDS, PlayerInfo, PoolId, Refusal, ServerMessage, TournamentView, VERSION,
};
use tengen_online::phrase::Utterance;

use super::live::Live;
pub(crate) use lobby::Lobby;

/// The most remarks of a game that are shown.
const MOST_REMARKS: usize = 30;

/// The state of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// Nothing has needed a connection yet.
    Idle,
    /// The first attempt is under way.
    Connecting,
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
            preview: None,
            tournaments: BTreeMap::new(),
            watched_tournaments: Vec::new(),
            challenges: BTreeMap::new(),
            invitation: None,
            pool: None,
            closing: None,
        }
    }

    /// The first frame of a connection.
    pub(crate) fn hello(&self) -> ClientFrame {
        unnumbered(ClientCommand::Hello { version: VERSION, session: self.session })
    }

    /// The connection has ended.
    pub(crate) fn lost(&mut self) {
        self.link = match self.link {
            Link::Connected | Link::Lost => Link::Lost,
            _ => Link::Absent,
        };
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
                }
                self.you = Some(welcome.you);
                self.unanswered.retain(|frame| frame.n > welcome.received);
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
                    news.extend(self.undo(&command).map(News::Changed));
                    news.push(News::Refused(command, error));
                }
            }
            ServerMessage::Lobby(update) => self.lobby.get_or_insert_default().apply(update),
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
                if let Some(live) = self.games.get_mut(&game) {
                    note_remark(&mut live.said, by, what);
                }
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

    /// A command was carried out.
    fn done(&mut self, command: ClientCommand, created: Option<Created>) -> (Vec<ClientFrame>, Vec<News>) {
        match (command, created) {
            (ClientCommand::Challenge(request), Some(Created::Challenge(id))) => {
                self.invitation = Some((id, request));
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
                | ClientCommand::Unblock(_)),
                _,
            ) => (Vec::new(), vec![News::Done(command)]),
            _ => (Vec::new(), Vec::new()),
        }
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
        let games = self.watched.iter().copied().chain(ended).map(ClientCommand::Watch);
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

fn note_remark(said: &mut Vec<(AccountId, Utterance)>, by: AccountId, what: Utterance) {
    said.push((by, what));
    let excess = said.len().saturating_sub(MOST_REMARKS);
    said.drain(..excess);
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
