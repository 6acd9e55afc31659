//! The games of a program, which the server's messages keep up to date, each with its player.

use std::collections::{HashMap, HashSet};

use anyhow::{Context as _, Result};
use tengen_game::opening::Player;
use tengen_online::id::{AccountId, ChallengeId, GameId};
use tengen_online::message::{
    ChallengeView, GameCommand, GameSnapshot, GameUpdate, Offer, PlayerInfo, ServerMessage, Welcome,
};

use super::client::{CallError, Client};
use super::note;
use super::player::{PlayerHandle, PlayerOptions, Turn};
use super::search::Search;
use super::wishes::Wishes;

/// All games of the program, with the challenges and the search that lead to games.
pub(super) struct Games {
    client: Client,
    options: PlayerOptions,
    wishes: Wishes,
    search: Search,
    most: usize,
    you: Option<AccountId>,
    tables: HashMap<GameId, Table>,
    /// Challenges that were accepted, and whose games have not arrived.
    accepted: HashSet<ChallengeId>,
    begun: u32,
    ended: u32,
    is_outdated: bool,
}

/// A game with its player.
struct Table {
    snapshot: GameSnapshot,
    player: PlayerHandle,
    /// The turn that was sent to the player last: its number of moves and choices, and of takebacks.
    asked: Option<(u16, u16)>,
}

impl Games {
    pub(super) fn new(
        client: Client,
        options: PlayerOptions,
        wishes: Wishes,
        search: Search,
        most: usize,
    ) -> Games {
        Games {
            client,
            options,
            wishes,
            search,
            most,
            you: None,
            tables: HashMap::new(),
            accepted: HashSet::new(),
            begun: 0,
            ended: 0,
            is_outdated: false,
        }
    }

    /// The number of games that have begun.
    pub(super) fn begun(&self) -> u32 {
        self.begun
    }

    /// The number of games that have ended.
    pub(super) fn ended(&self) -> u32 {
        self.ended
    }

    /// Whether no game is in progress.
    pub(super) fn is_idle(&self) -> bool {
        self.tables.is_empty() && self.accepted.is_empty()
    }

    /// Stops accepting challenges and seeking opponents.
    pub(super) fn accept_no_more(&mut self) {
        self.most = 0;
    }

    /// Seeks opponents and joins tournaments, if the options require it. Returns lines for standard output.
    ///
    /// # Errors
    /// When the server refuses the seek or the tournament for good.
    pub(super) fn search(&mut self) -> Result<Vec<String>> {
        let has_room = self.has_room();
        self.search.go_on(has_room)
    }

    /// Handles the end of the stream of events.
    pub(super) fn disconnected(&mut self) {
        self.search.disconnected();
    }

    /// Closes the open seek before the program ends.
    pub(super) fn close(&mut self) {
        self.search.stop();
    }

    fn has_room(&self) -> bool {
        self.tables.len() + self.accepted.len() < self.most
    }

    /// Whether messages are missing, so that the stream has to be opened again.
    pub(super) fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    /// Updates the games by a message of the server. Returns lines for standard output.
    pub(super) fn take(&mut self, message: ServerMessage) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        match message {
            ServerMessage::Welcome(welcome) => lines.extend(self.welcome(&welcome)),
            ServerMessage::Snapshot(snapshot) => lines.extend(self.show(*snapshot)?),
            ServerMessage::Game(game, update) => lines.extend(self.update(game, &update)),
            ServerMessage::Challenge(challenge) => self.answer(&challenge),
            ServerMessage::ChallengeClosed { challenge, .. } => {
                self.accepted.remove(&challenge);
            }
            _ => {}
        }
        Ok(lines)
    }

    /// Handles the beginning of the stream. Games that ended while it was interrupted are removed without their result.
    fn welcome(&mut self, welcome: &Welcome) -> Option<String> {
        self.is_outdated = false;
        self.accepted.clear();
        self.search.connected();
        let before = self.tables.len();
        self.tables.retain(|game, _| welcome.games.contains(game));
        self.ended += (before - self.tables.len()) as u32;
        let is_first = self.you.replace(welcome.you.account).is_none();
        is_first.then(|| format!("connected as {}", welcome.you.name))
    }

    /// Adds a game that begins, or replaces one by its snapshot.
    ///
    /// # Errors
    /// When the system starts no thread for a new game.
    fn show(&mut self, snapshot: GameSnapshot) -> Result<Option<String>> {
        let game = snapshot.game;
        let Some(you) = snapshot.you else { return Ok(None) };
        if snapshot.result.is_some() {
            return Ok(self.end(game));
        }
        if let Some(table) = self.tables.get_mut(&game) {
            table.snapshot = snapshot;
            // After a connection was lost, the last answer may have been lost with it.
            table.asked = None;
            table.ask();
            return Ok(None);
        }
        self.search.stop();
        let player = PlayerHandle::start(self.client.clone(), self.options.clone(), game)
            .context("cannot start a thread for the game")?;
        self.begun += 1;
        let opponent: &PlayerInfo = &snapshot.players[!you as usize];
        let settings = &snapshot.settings;
        let line = format!(
            "{game}: {} against {}, {}, {}",
            settings.rule, opponent.name, settings.opening, settings.tempo
        );
        let mut table = Table { snapshot, player, asked: None };
        table.ask();
        self.tables.insert(game, table);
        Ok(Some(line))
    }

    fn update(&mut self, game: GameId, update: &GameUpdate) -> Option<String> {
        let table = self.tables.get_mut(&game)?;
        if table.snapshot.apply(update).is_err() {
            self.is_outdated = true;
            return None;
        }
        let you = table.snapshot.you?;
        match update {
            GameUpdate::Over { .. } => return self.end(game),
            GameUpdate::Offered { by, offer } if *by != you => {
                let is_casual = !table.snapshot.settings.rated;
                let command = match offer {
                    Offer::Takeback if is_casual => GameCommand::Accept(*offer),
                    _ => GameCommand::Decline(*offer),
                };
                report(self.client.play(game, &command));
            }
            _ => table.ask(),
        }
        None
    }

    /// Removes a game that has ended, and ends its process.
    fn end(&mut self, game: GameId) -> Option<String> {
        let table = self.tables.remove(&game)?;
        self.ended += 1;
        let result = table.snapshot.result?;
        let cause = result.cause;
        Some(match (result.winner, table.snapshot.you) {
            (Some(winner), you) if Some(winner) == you => format!("{game}: won ({cause})"),
            (Some(_), _) => format!("{game}: lost ({cause})"),
            (None, _) if cause.counts() => format!("{game}: drawn ({cause})"),
            (None, _) => format!("{game}: no result ({cause})"),
        })
    }

    fn answer(&mut self, challenge: &ChallengeView) {
        if self.you == Some(challenge.by.account)
            || challenge.request.to.is_none_or(|to| Some(to) != self.you)
        {
            return;
        }
        let id = challenge.challenge;
        if self.has_room() && self.wishes.suit(challenge) {
            self.accepted.insert(id);
            // The place for the seek's game may be taken now.
            self.search.stop();
            if let Err(error) = self.client.accept(id) {
                self.accepted.remove(&id);
                report(Err(error));
            }
        } else {
            report(self.client.decline(id));
        }
    }
}

impl Table {
    /// Sends the turn to the player, if it has one that was not sent yet.
    fn ask(&mut self) {
        let snapshot = &self.snapshot;
        let turn = (snapshot.ply(), snapshot.takebacks);
        let has_turn = |you: Player| snapshot.to_act() == Some(you);
        if snapshot.you.is_some_and(has_turn) && self.asked != Some(turn) {
            self.asked = Some(turn);
            self.player.ask(Turn::of(snapshot));
        }
    }
}

/// Reports that a call failed. The call concerns an offer or a challenge, which may be over already.
fn report(called: Result<(), CallError>) {
    if let Err(error) = called {
        note(&error.to_string());
    }
}
