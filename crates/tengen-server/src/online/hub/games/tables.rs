//! The games in memory, and when time runs out in them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::game::{DelayedGame, LiveGame};
use tengen_online::id::GameId;
use tengen_online::message::GameSnapshot;

use crate::online::hub::context::Alarm;
use crate::online::hub::presence::Connection;
use crate::online::part::{GAME_PARTS, part_of};

/// A game with those who follow it.
#[derive(Debug)]
pub(in crate::online::hub) struct Table {
    pub(super) game: LiveGame,
    /// The game as watchers see it, if they see it late.
    pub(super) late: Option<DelayedGame>,
    /// Connections of players, and of watchers (`None`).
    members: Vec<(Arc<Connection>, Option<Player>)>,
    /// The earliest entry of this game in the heap of deadlines.
    scheduled: Option<Time>,
    /// When the game ended.
    pub(super) ended: Option<Time>,
    /// Whether the game is ahead of what is stored, because something could not be written. Nothing is carried out then
    /// until it has been read again.
    pub(super) is_ahead: bool,
    /// When the game became ahead; without a meaning while it is not.
    pub(super) ahead_since: Time,
    /// The number of watchers that clients know.
    pub(super) watchers_sent: u32,
}

impl Table {
    pub(super) fn new(game: LiveGame, late: Option<DelayedGame>) -> Table {
        Table {
            game,
            late,
            members: Vec::new(),
            scheduled: None,
            ended: None,
            is_ahead: false,
            ahead_since: 0,
            watchers_sent: 0,
        }
    }

    pub(in crate::online::hub) fn id(&self) -> GameId {
        self.game.id()
    }

    /// When something happens here by itself: time runs out, or watchers learn something.
    fn next_deadline(&self) -> Option<Time> {
        let has_watchers = self.members.iter().any(|(_, player)| player.is_none());
        let late = self.late.as_ref().filter(|_| has_watchers).and_then(DelayedGame::next_release);
        [self.game.next_deadline(), late].into_iter().flatten().min()
    }

    /// The game for a watcher, or for a player.
    pub(super) fn snapshot(&self, viewer: Option<Player>) -> GameSnapshot {
        match &self.late {
            Some(late) if viewer.is_none() => late.snapshot(self.watchers()),
            _ => self.game.snapshot(viewer, self.watchers()),
        }
    }

    /// Adds a connection, as a player's or as a watcher's; nothing if it is there already.
    pub(super) fn join(&mut self, connection: &Arc<Connection>, player: Option<Player>) {
        if !self.members.iter().any(|(member, _)| member.number == connection.number) {
            self.members.push((connection.clone(), player));
        }
    }

    /// Removes a connection.
    pub(super) fn leave(&mut self, connection: &Connection) {
        self.members.retain(|(member, _)| member.number != connection.number);
    }

    /// The connections of the players, or of the watchers.
    pub(super) fn members(&self, are_players: bool) -> Vec<Arc<Connection>> {
        let members = self.members.iter().filter(|(_, player)| player.is_some() == are_players);
        members.map(|(connection, _)| connection.clone()).collect()
    }

    pub(super) fn all_members(&self) -> &[(Arc<Connection>, Option<Player>)] {
        &self.members
    }

    pub(super) fn watchers(&self) -> u32 {
        self.members.iter().filter(|(_, player)| player.is_none()).count() as u32
    }

    /// Whether a player has this game open on a connection. A program needs only a connection.
    pub(super) fn is_here(&self, player: Player) -> bool {
        let is_program = self.game.player(player).kind.is_bot();
        let is_open = |connection: &Connection| is_program || connection.place().is_in(self.game.id());
        self.members.iter().any(|(connection, of)| *of == Some(player) && is_open(connection))
    }
}

/// A part of the games.
#[derive(Debug, Default)]
pub(super) struct Shard {
    pub(super) tables: HashMap<GameId, Table>,
    /// Times at which to look at a game. An entry may be too early, because the game has gone on since; it is never too
    /// late.
    deadlines: BinaryHeap<Reverse<(Time, GameId)>>,
}

impl Shard {
    /// Takes out a game whose time may have run out.
    fn due(&mut self, now: Time) -> Option<GameId> {
        let Reverse((_, game)) = self.deadlines.peek().copied().filter(|Reverse((at, _))| *at <= now)?;
        self.deadlines.pop();
        if let Some(table) = self.tables.get_mut(&game) {
            table.scheduled = None;
        }
        Some(game)
    }
}

#[derive(Debug)]
pub(super) struct Tables {
    shards: Box<[Mutex<Shard>]>,
}

impl Tables {
    pub(super) fn new() -> Tables {
        let shards = (0..GAME_PARTS).map(|_| Mutex::default()).collect();
        Tables { shards }
    }

    /// The part with a game.
    pub(super) fn lock(&self, game: GameId) -> MutexGuard<'_, Shard> {
        lock(&self.shards[usize::from(part_of(game))])
    }

    /// Takes out all games of a part.
    pub(super) fn take_part(&self, part: u16) -> HashMap<GameId, Table> {
        let mut shard = lock(&self.shards[usize::from(part)]);
        shard.deadlines.clear();
        std::mem::take(&mut shard.tables)
    }

    /// All parts, one after the other.
    pub(super) fn each(&self) -> impl Iterator<Item = MutexGuard<'_, Shard>> {
        self.shards.iter().map(lock)
    }

    /// Reads or changes a game; `None` if it is not here.
    pub(super) fn with<T>(&self, game: GameId, act: impl FnOnce(&mut Table) -> T) -> Option<T> {
        self.lock(game).tables.get_mut(&game).map(act)
    }

    /// Has the timer look at a game when its time runs out.
    pub(super) fn schedule(&self, shard: &mut Shard, game: GameId, alarm: &Alarm) {
        let Some(table) = shard.tables.get_mut(&game) else { return };
        let Some(deadline) = table.next_deadline() else { return };
        if table.scheduled.is_none_or(|scheduled| deadline < scheduled) {
            table.scheduled = Some(deadline);
            shard.deadlines.push(Reverse((deadline, game)));
            alarm.wake_by(deadline);
        }
    }

    /// When the time of a game may run out first.
    pub(super) fn next_deadline(&self) -> Option<Time> {
        self.each().filter_map(|shard| shard.deadlines.peek().map(|Reverse((at, _))| *at)).min()
    }

    /// The games whose time may have run out.
    pub(super) fn due(&self, now: Time) -> Vec<GameId> {
        self.each()
            .flat_map(|mut shard| std::iter::from_fn(move || shard.due(now)).collect::<Vec<_>>())
            .collect()
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    // A panic while a game was changed leaves it as the library has it: a command that failed changes nothing.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
