//! The games in memory, and their deadlines.

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

/// A game with the connections that follow it.
#[derive(Debug)]
pub(in crate::online::hub) struct Table {
    pub(super) game: LiveGame,
    /// The delayed game for watchers, if there is a delay.
    pub(super) late: Option<DelayedGame>,
    /// The connections of players, and those of watchers (`None`).
    members: Vec<(Arc<Connection>, Option<Player>)>,
    /// The earliest entry of this game in the heap of deadlines.
    scheduled: Option<Time>,
    /// The time at which the game ended.
    pub(super) ended: Option<Time>,
    /// Whether the state in memory is ahead of the storage, because a change could not be written. No command is carried out then until the
    /// game has been read again.
    pub(super) is_ahead: bool,
    /// The time at which the game became ahead; meaningless while it is not.
    pub(super) ahead_since: Time,
    /// The number of watchers that clients received last.
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

    /// The time of the next event without a command: a clock runs out, or a delayed update is due.
    fn next_deadline(&self) -> Option<Time> {
        let has_watchers = self.members.iter().any(|(_, player)| player.is_none());
        let late = self.late.as_ref().filter(|_| has_watchers).and_then(DelayedGame::next_release);
        [self.game.next_deadline(), late].into_iter().flatten().min()
    }

    /// The snapshot of the game for a watcher, or for a player.
    pub(super) fn snapshot(&self, viewer: Option<Player>) -> GameSnapshot {
        match &self.late {
            Some(late) if viewer.is_none() => late.snapshot(self.watchers()),
            _ => self.game.snapshot(viewer, self.watchers()),
        }
    }

    /// Adds a connection of a player or a watcher, unless it is present already.
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

    /// Whether a player has this game open on a connection. For a program, any connection is enough.
    pub(super) fn is_here(&self, player: Player) -> bool {
        let is_program = self.game.player(player).kind.is_bot();
        let is_open = |connection: &Connection| is_program || connection.place().is_in(self.game.id());
        self.members.iter().any(|(connection, of)| *of == Some(player) && is_open(connection))
    }
}

/// One part of the games.
#[derive(Debug, Default)]
pub(super) struct Shard {
    pub(super) tables: HashMap<GameId, Table>,
    /// Times at which games have to be checked. An entry may be too early, because the game has advanced since; it is never too late.
    deadlines: BinaryHeap<Reverse<(Time, GameId)>>,
}

impl Shard {
    /// Removes and returns a game whose time may have run out.
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

    /// The locked part that contains a game.
    pub(super) fn lock(&self, game: GameId) -> MutexGuard<'_, Shard> {
        lock(&self.shards[usize::from(part_of(game))])
    }

    /// Removes and returns all games of a part.
    pub(super) fn take_part(&self, part: u16) -> HashMap<GameId, Table> {
        let mut shard = lock(&self.shards[usize::from(part)]);
        shard.deadlines.clear();
        std::mem::take(&mut shard.tables)
    }

    /// All parts in turn.
    pub(super) fn each(&self) -> impl Iterator<Item = MutexGuard<'_, Shard>> {
        self.shards.iter().map(lock)
    }

    /// Calls a function with a game; `None` if the game is not in memory.
    pub(super) fn with<T>(&self, game: GameId, act: impl FnOnce(&mut Table) -> T) -> Option<T> {
        self.lock(game).tables.get_mut(&game).map(act)
    }

    /// Schedules the check of a game for the time at which its clock runs out.
    pub(super) fn schedule(&self, shard: &mut Shard, game: GameId, alarm: &Alarm) {
        let Some(table) = shard.tables.get_mut(&game) else { return };
        let Some(deadline) = table.next_deadline() else { return };
        if table.scheduled.is_none_or(|scheduled| deadline < scheduled) {
            table.scheduled = Some(deadline);
            shard.deadlines.push(Reverse((deadline, game)));
            alarm.wake_by(deadline);
        }
    }

    /// The earliest time at which a clock may run out.
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
    // After a panic the game is in a consistent state, because the library changes nothing in a command that fails.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
