//! The forwarding of commands to the server that carries them out.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use tengen_online::message::{ClientCommand, ClientFrame, ErrorCode, Refusal};
use tokio::time::{sleep, timeout};

use super::message::{Command, Message, account_text};
use super::{Cluster, lock};
use crate::online::hub::caller::Caller;
use crate::online::hub::commands::part_of_command;
use crate::online::hub::context::Context;
use crate::online::hub::follow_up::FollowUp;
use crate::online::hub::peers::Peers as _;
use crate::online::part::{LOBBY, part_of};
use crate::online::storage::NodeId;

/// The longest time that a command waits for the server that it concerns, and for its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time before a command that came back is forwarded again.
const AGAIN: Duration = Duration::from_millis(100);
/// The largest number of times that a command is forwarded.
const MOST_HOPS: u8 = 40;

/// A command that another server carries out, or will carry out. Commands without a number have no answer and are not noted.
pub(super) struct Pending {
    caller: Caller,
    /// The receiver of the command, and the time at which the command is refused if it has no answer. A command that came back keeps its
    /// time.
    sent: Option<(NodeId, Instant)>,
}

/// The refusal of a command whose server cannot be reached.
fn out_of_reach() -> Refusal {
    Refusal::new(ErrorCode::Unavailable, "expected a server that can be reached; try again in a moment")
}

impl Cluster {
    /// Notes a new command and forwards it.
    pub(super) fn begin(self: &Arc<Cluster>, context: &Arc<Context>, caller: Caller, command: ClientCommand) {
        let (number, n) = (caller.number, caller.n);
        if n > 0 {
            lock(&self.pending).insert((number, n), Pending { caller, sent: None });
        }
        self.send_on(context, number, ClientFrame { n, command }, 0);
    }

    /// Sends a command of a client, or of a request, to the server that it concerns.
    fn send_on(self: &Arc<Cluster>, context: &Arc<Context>, number: u64, frame: ClientFrame, hops: u8) {
        let Some(part) = part_of_command(&frame.command).filter(|part| !self.has(*part)) else {
            if let Some(caller) = self.take_caller(number, frame.n) {
                context.dispatch(FollowUp::CarryOut(caller, frame.command));
            }
            return;
        };
        if hops > MOST_HOPS {
            return self.refuse(context, number, frame.n);
        }
        let Some(owner) = self.owner(part) else {
            return self.wait_for(part, context, number, frame, hops);
        };
        // A missing caller means that the command has been refused in the meantime.
        let Some((lag, visitor)) = self.note_sent(context, number, frame.n, owner) else { return };
        let command = Command {
            node: self.node(),
            connection: number,
            lag,
            hops,
            // A frame that was read from JSON can be written as JSON.
            frame: serde_json::to_string(&frame).unwrap_or_default(),
            visitor,
        };
        if self.bus.send(owner, Message::Command(command).encode()).is_err() {
            self.refuse(context, number, frame.n);
        }
    }

    /// Notes the receiver of a command. Returns the delay of the connection. For a sender without a connection, whose account the other
    /// servers do not have, the account is returned as well.
    fn note_sent(
        &self,
        context: &Context,
        number: u64,
        n: u32,
        owner: NodeId,
    ) -> Option<(u32, Option<String>)> {
        if n == 0 {
            return Some((self.client(number)?.lag.load(Relaxed), None));
        }
        let is_connected = self.client(number).is_some();
        let mut all = lock(&self.pending);
        let pending = all.get_mut(&(number, n))?;
        let until = pending.sent.map_or_else(|| Instant::now() + PATIENCE, |(_, until)| until);
        pending.sent = Some((owner, until));
        let lag = u32::try_from(pending.caller.lag()).unwrap_or(u32::MAX);
        let account = pending.caller.account;
        drop(all);
        let visitor = || context.presence.account(account).map(|account| account_text(&account));
        Some((lag, if is_connected { None } else { visitor() }))
    }

    /// Removes and returns the sender of a command that is about to be answered; `None` if the command has been refused or the sender is no
    /// longer connected.
    pub(super) fn take_caller(&self, number: u64, n: u32) -> Option<Caller> {
        if n == 0 {
            return Some(Caller::client(&self.client(number)?, 0));
        }
        lock(&self.pending).remove(&(number, n)).map(|pending| pending.caller)
    }

    /// Passes on a message that another server has sent to a request before its answer.
    pub(super) fn push_to_request(&self, number: u64, message: &str) {
        let mut all = lock(&self.pending);
        let of_request = all.iter_mut().filter(|((of, _), _)| *of == number);
        of_request.for_each(|(_, pending)| pending.caller.receive(message));
    }

    fn refuse(&self, context: &Context, number: u64, n: u32) {
        if let Some(caller) = self.take_caller(number, n) {
            context.refuse(caller, out_of_reach());
        }
    }

    /// Keeps a command waiting while no server has its part.
    fn wait_for(
        self: &Arc<Cluster>,
        part: u16,
        context: &Arc<Context>,
        number: u64,
        frame: ClientFrame,
        hops: u8,
    ) {
        let (cluster, context_of_task) = (self.clone(), context.clone());
        context.spawn(async move {
            let is_there = async {
                while !cluster.has(part) && cluster.owner(part).is_none() {
                    // A part that this server takes is ready a little later than it is owned.
                    sleep(AGAIN / 4).await;
                }
            };
            match timeout(PATIENCE, is_there).await {
                Ok(()) => cluster.send_on(&context_of_task, number, frame, hops + 1),
                Err(_) => cluster.refuse(&context_of_task, number, frame.n),
            }
        });
    }

    /// Handles a command that came back because the other server no longer has the part, or does not have it yet.
    pub(super) fn bounced(self: &Arc<Cluster>, context: &Arc<Context>, command: Command) {
        let number = command.connection;
        let Ok(frame) = serde_json::from_str::<ClientFrame>(&command.frame) else { return };
        let is_waiting = if frame.n > 0 {
            lock(&self.pending).contains_key(&(number, frame.n))
        } else {
            self.client(number).is_some()
        };
        if !is_waiting {
            return;
        }
        self.wake.notify_one();
        let (cluster, context_of_task) = (self.clone(), context.clone());
        context.spawn(async move {
            sleep(AGAIN).await;
            cluster.send_on(&context_of_task, number, frame, command.hops + 1);
        });
    }

    /// Refuses the commands that have waited too long for an answer, or whose server has ended.
    pub(super) fn refuse_overdue(&self, context: &Context) {
        let now = Instant::now();
        let nodes = self.owners.borrow().nodes.clone();
        let is_overdue = |pending: &Pending| {
            pending.sent.is_some_and(|(node, until)| until <= now || !nodes.contains(&node))
        };
        let overdue: Vec<Caller> = lock(&self.pending)
            .extract_if(|_, pending| is_overdue(pending))
            .map(|(_, pending)| pending.caller)
            .collect();
        overdue.into_iter().for_each(|caller| context.refuse(caller, out_of_reach()));
    }

    /// Sends the subscriptions of this server's clients in some parts again.
    pub(super) fn follow_again(
        self: &Arc<Cluster>,
        context: &Arc<Context>,
        is_concerned: impl Fn(u16) -> bool,
    ) {
        for connection in self.clients() {
            let mut commands = Vec::new();
            if is_concerned(LOBBY) && connection.in_lobby.load(Relaxed) {
                commands.push(ClientCommand::WatchLobby);
            }
            if is_concerned(LOBBY) {
                commands.extend(connection.tournaments().into_iter().map(ClientCommand::WatchTournament));
            }
            let games = connection.watched().into_iter().filter(|game| is_concerned(part_of(*game)));
            commands.extend(games.map(ClientCommand::Watch));
            for command in commands {
                self.send_on(context, connection.number, ClientFrame { n: 0, command }, 0);
            }
        }
    }
}
