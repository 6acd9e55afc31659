//! Which server carries out a command.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use tengen_online::message::{ClientCommand, ClientFrame, Refusal, ServerMessage};
use tokio::time::{sleep, timeout};

use super::message::{Command, Message, account_text};
use super::{Cluster, Pending, lock, out_of_reach};
use crate::online::hub::{Connection, Hub, text};
use crate::online::part::{LOBBY, part_of};

/// How long a command may wait for the server that it concerns, and for its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait before a command that came back is sent on.
const AGAIN: Duration = Duration::from_millis(100);
/// How often a command is sent on.
const MOST_HOPS: u8 = 40;

/// The part that a command concerns; `None` if any server can carry it out.
pub(super) fn part_of_command(command: &ClientCommand) -> Option<u16> {
    match command {
        ClientCommand::Play(game, _)
        | ClientCommand::Say(game, _)
        | ClientCommand::Watch(game)
        | ClientCommand::Unwatch(game) => Some(part_of(*game)),
        ClientCommand::Hello { .. }
        | ClientCommand::Ping { .. }
        | ClientCommand::Mute(_)
        | ClientCommand::Unmute(_)
        | ClientCommand::Block(_)
        | ClientCommand::Unblock(_)
        | ClientCommand::AddFriend(_)
        | ClientCommand::RemoveFriend(_) => None,
        // Everything about seeks, pools, challenges and tournaments.
        _ => Some(LOBBY),
    }
}

impl Hub {
    /// Whether this server decides for a part. One that is alone always does.
    pub(in crate::online::hub) fn has(&self, part: u16) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.has(part))
    }

    /// Carries out a command here, or where the part that it concerns is.
    pub(in crate::online::hub) fn route(
        self: &Arc<Hub>,
        connection: &Arc<Connection>,
        n: u32,
        command: ClientCommand,
    ) {
        if self.cluster.is_some() {
            self.note_wish(connection, &command);
        }
        self.note_place(connection, &command);
        self.send_on(connection, ClientFrame { n, command }, 0);
    }

    fn send_on(self: &Arc<Hub>, connection: &Arc<Connection>, frame: ClientFrame, hops: u8) {
        let part = part_of_command(&frame.command).filter(|part| !self.has(*part));
        let (Some(cluster), Some(part)) = (&self.cluster, part) else {
            return self.carry_out(connection, frame.n, frame.command);
        };
        if hops > MOST_HOPS {
            return self.refuse(connection, frame.n, out_of_reach());
        }
        let Some(owner) = cluster.owner(part) else { return self.wait_for(part, connection, frame, hops) };
        if frame.n > 0 {
            let connection = connection.clone();
            let number = connection.number;
            let pending = Pending { connection, node: owner, until: Instant::now() + PATIENCE };
            let mut all = lock(&cluster.pending);
            // A command that came back keeps its time.
            let until = all.get(&(number, frame.n)).map(|pending| pending.until);
            let until = until.unwrap_or(pending.until);
            all.insert((number, frame.n), Pending { until, ..pending });
        }
        let command = Command {
            node: cluster.node(),
            connection: connection.number,
            lag: connection.lag.load(Relaxed),
            hops,
            // It was read from JSON.
            frame: serde_json::to_string(&frame).unwrap_or_default(),
            visitor: if frame.n > 0 { self.visitor(cluster, connection) } else { None },
        };
        if cluster.bus.send(owner, Message::Command(command).encode()).is_err() {
            lock(&cluster.pending).remove(&(connection.number, frame.n));
            self.refuse(connection, frame.n, out_of_reach());
        }
    }

    /// The account of a client that is not connected, and that the other servers do not know therefore.
    fn visitor(&self, cluster: &Cluster, connection: &Connection) -> Option<String> {
        let is_connected = lock(&cluster.local).contains_key(&connection.number);
        let account = || self.users.with(connection.account, |user| account_text(&user.account));
        if is_connected { None } else { account() }
    }

    /// No server has the part at the moment: the command waits until one has.
    fn wait_for(self: &Arc<Hub>, part: u16, connection: &Arc<Connection>, frame: ClientFrame, hops: u8) {
        let (hub, connection) = (self.clone(), connection.clone());
        self.runtime.spawn(async move {
            let is_there = async {
                while let Some(cluster) = &hub.cluster {
                    if cluster.has(part) || cluster.owner(part).is_some() {
                        break;
                    }
                    // What this server takes is ready a little later than it has it.
                    sleep(AGAIN / 4).await;
                }
            };
            match timeout(PATIENCE, is_there).await {
                Ok(()) => hub.send_on(&connection, frame, hops + 1),
                Err(_) => hub.refuse(&connection, frame.n, out_of_reach()),
            }
        });
    }

    /// A command came back, since the other server does not have the part any more, or not yet.
    pub(super) fn bounced(self: &Arc<Hub>, command: Command) {
        let Some(cluster) = &self.cluster else { return };
        let Some(connection) = cluster.client(command.connection) else { return };
        let Ok(frame) = serde_json::from_str::<ClientFrame>(&command.frame) else { return };
        if frame.n > 0 && !lock(&cluster.pending).contains_key(&(connection.number, frame.n)) {
            // It has been refused in between.
            return;
        }
        cluster.wake.notify_one();
        let hub = self.clone();
        self.runtime.spawn(async move {
            sleep(AGAIN).await;
            hub.send_on(&connection, frame, command.hops + 1);
        });
    }

    fn refuse(&self, connection: &Connection, n: u32, error: Refusal) {
        self.metrics.refused.fetch_add(1, Relaxed);
        if n == 0 {
            connection.push(text(&ServerMessage::Refused { n, error }));
        } else {
            connection.session.answer(n, Err(error));
        }
    }

    /// Refuses the commands that have waited for too long for an answer, or whose server has ended.
    pub(super) fn refuse_overdue(&self) {
        let Some(cluster) = &self.cluster else { return };
        let now = Instant::now();
        let nodes = cluster.owners.borrow().nodes.clone();
        let mut overdue = Vec::new();
        lock(&cluster.pending).retain(|(_, n), pending| {
            let is_overdue = pending.until <= now || !nodes.contains(&pending.node);
            if is_overdue {
                overdue.push((*n, pending.connection.clone()));
            }
            !is_overdue
        });
        for (n, connection) in overdue {
            self.refuse(&connection, n, out_of_reach());
        }
    }

    /// Notes what a client of this server follows, so that it goes on when another server takes it over.
    fn note_wish(&self, connection: &Connection, command: &ClientCommand) {
        match command {
            ClientCommand::Watch(game) => {
                // Where the game is, one too many is refused.
                self.note_watched(connection, *game);
            }
            ClientCommand::Unwatch(game) => connection.forget_watched(*game),
            ClientCommand::WatchTournament(tournament) => connection.note_tournament(*tournament, true),
            ClientCommand::UnwatchTournament(tournament) => connection.note_tournament(*tournament, false),
            ClientCommand::WatchLobby => connection.in_lobby.store(true, Relaxed),
            ClientCommand::UnwatchLobby => connection.in_lobby.store(false, Relaxed),
            ClientCommand::Seek(_) | ClientCommand::JoinPool(_) => connection.waits.store(true, Relaxed),
            _ => {}
        }
    }

    /// Asks again for what the clients of this server follow in some parts.
    pub(super) fn follow_again(self: &Arc<Hub>, is_concerned: impl Fn(u16) -> bool) {
        let Some(cluster) = &self.cluster else { return };
        let connections: Vec<_> = lock(&cluster.local).values().cloned().collect();
        for connection in connections {
            if is_concerned(LOBBY) && connection.in_lobby.load(Relaxed) {
                self.send_on(&connection, ClientFrame { n: 0, command: ClientCommand::WatchLobby }, 0);
            }
            let tournaments = if is_concerned(LOBBY) { connection.tournaments() } else { Vec::new() };
            for tournament in tournaments {
                let command = ClientCommand::WatchTournament(tournament);
                self.send_on(&connection, ClientFrame { n: 0, command }, 0);
            }
            for game in connection.watched().into_iter().filter(|game| is_concerned(part_of(*game))) {
                self.send_on(&connection, ClientFrame { n: 0, command: ClientCommand::Watch(game) }, 0);
            }
        }
    }
}
