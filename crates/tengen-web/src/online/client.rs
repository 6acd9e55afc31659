//! What the page knows of the server, without a browser: messages in, frames to send and news out.

use std::collections::{BTreeMap, VecDeque};

use tengen_online::id::{AccountId, ChallengeId, GameId, SeekId, SessionId};
use tengen_online::message::{
    ChallengeRequest, ChallengeView, ClientCommand, ClientFrame, Created, ErrorCode, GameCommand,
    GameSummary, LobbyUpdate, MAX_PENDING_COMMANDS, PlayerInfo, PoolId, Refusal, SeekView, ServerMessage,
    VERSION,
};
use tengen_online::phrase::Utterance;

use super::live::Live;

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

/// The lobby as the server describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lobby {
    /// Open seeks, the oldest first.
    pub(crate) seeks: Vec<SeekView>,
    /// How many users wait in each pool.
    pub(crate) pools: BTreeMap<PoolId, u32>,
    pub(crate) users: u32,
    pub(crate) games: u32,
    pub(crate) featured: Option<GameId>,
    /// Games that can be watched.
    pub(crate) live: Vec<GameSummary>,
}

impl Lobby {
    fn apply(&mut self, update: LobbyUpdate) {
        if update.reset {
            self.seeks.clear();
            self.live.clear();
        }
        let is_gone = |seek: &SeekId| {
            update.removed.contains(seek) || update.added.iter().any(|added| added.seek == *seek)
        };
        self.seeks.retain(|open| !is_gone(&open.seek));
        self.seeks.extend(update.added);
        let is_known = |game: &GameId| {
            update.ended.contains(game) || update.started.iter().any(|started| started.game == *game)
        };
        self.live.retain(|live| !is_known(&live.game));
        self.live.extend(update.started);
        self.pools.extend(update.pools.into_iter().map(|view| (view.pool, view.waiting)));
        self.users = update.users.unwrap_or(self.users);
        self.games = update.games.unwrap_or(self.games);
        self.featured = update.featured.or(self.featured);
    }
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
    /// The server does not know what was asked for without a number, such as a game to watch.
    NotFound,
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
    /// Challenges to the user, and the one whose link the user has opened.
    pub(crate) challenges: BTreeMap<ChallengeId, ChallengeView>,
    /// The user's own challenge by link.
    pub(crate) invitation: Option<(ChallengeId, ChallengeRequest)>,
    /// The pool in which the user waits.
    pub(crate) pool: Option<PoolId>,
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
            challenges: BTreeMap::new(),
            invitation: None,
            pool: None,
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
                self.set_time(welcome.now, now);
                // A user with another account is another user.
                if self.you.as_ref().is_some_and(|you| you.account != welcome.you.account) {
                    self.games.clear();
                    self.unanswered.clear();
                }
                self.you = Some(welcome.you);
                self.unanswered.retain(|frame| frame.n > welcome.received);
                return (self.resumed(), news);
            }
            ServerMessage::Pong { now: server } => self.set_time(server, now),
            ServerMessage::Done { n, created } => {
                let command = self.answered(n);
                if let (Some(Created::Challenge(id)), Some(ClientCommand::Challenge(request))) =
                    (created, command)
                {
                    self.invitation = Some((id, request));
                }
            }
            ServerMessage::Refused { n: 0, error } => {
                news.push(match error.code {
                    ErrorCode::Version => News::WrongVersion,
                    _ => News::NotFound,
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
                        if is_players && is_running && !is_watched {
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
            // Tournaments have no place in this page yet, and the browser reports the end of the connection by itself.
            ServerMessage::Tournament(_)
            | ServerMessage::TournamentUpdate(..)
            | ServerMessage::Closing { .. } => {}
        }
        (Vec::new(), news)
    }

    /// The server's time at a time of the browser's clock.
    pub(crate) fn server_time(&self, now: u64) -> u64 {
        now.saturating_add_signed(self.skew)
    }

    fn set_time(&mut self, server: u64, now: u64) {
        self.skew = i64::try_from(server).unwrap_or(i64::MAX).saturating_sub_unsigned(now);
    }

    /// What a connection that has just begun needs: lobby and games that are followed, and commands without an answer.
    fn resumed(&mut self) -> Vec<ClientFrame> {
        let lobby = self.follows_lobby.then_some(ClientCommand::WatchLobby);
        let games = self.watched.iter().copied().map(ClientCommand::Watch);
        let mut frames: Vec<ClientFrame> = lobby.into_iter().chain(games).map(unnumbered).collect();
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
    )
}

#[cfg(test)]
mod tests;
