//! Two clients that play games with each other.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tengen_game::{BoardSize, Move, Point};
use tengen_online::id::{GameId, SessionId};
use tengen_online::message::{
    ChallengeRequest, ClientCommand, Created, GameCommand, GameUpdate, Offer, ServerMessage,
};
use tengen_online::settings::{GameSettings, SeatChoice};
use tokio::time::{Instant as Moment, sleep_until};

use crate::client::Client;
use crate::measure::Measurements;

/// The number of moves after which a game ends and another one begins.
const LONGEST: u16 = 200;

/// The pace of all pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The time between two moves of a side.
    pub(crate) interval: Duration,
    /// The number of moves after which the last one is taken back; 0 for never.
    pub(crate) takebacks: u16,
}

pub(crate) struct Pair {
    players: [Client; 2],
    game: GameId,
    ply: u16,
    /// The number of takebacks in the game, and the number of moves after which the last one happened.
    takebacks: u16,
    taken_back_at: u16,
    pace: Pace,
    measurements: Arc<Measurements>,
}

impl Pair {
    /// Connects both clients, each to a server, and begins a game between them.
    pub(crate) async fn begin(
        addresses: [SocketAddr; 2],
        number: u64,
        pace: Pace,
        measurements: Arc<Measurements>,
    ) -> Result<Pair> {
        let mut players = [
            Client::connect(addresses[0], SessionId::from_entropy(2 * number)).await?,
            Client::connect(addresses[1], SessionId::from_entropy(2 * number + 1)).await?,
        ];
        let game = new_game(&mut players).await?;
        Ok(Pair { players, game, ply: 0, takebacks: 0, taken_back_at: 0, pace, measurements })
    }

    /// Plays until the program ends. `offset` is the time of the first move, as a fraction of the interval.
    pub(crate) async fn play(mut self, offset: f64) -> Result<()> {
        // The sides take turns, so that there are two moves per interval.
        let step = self.pace.interval / 2;
        let mut next = Moment::now() + step.mul_f64(offset);
        loop {
            sleep_until(next).await;
            next = (next + step).max(Moment::now());
            if self.ply == LONGEST {
                self.begin_again().await?;
            }
            self.play_move().await?;
            let every = self.pace.takebacks;
            if every > 0 && self.ply.is_multiple_of(every) && self.ply > self.taken_back_at {
                self.take_back().await?;
            }
        }
    }

    /// Takes the last move back: the mover requests it, and the opponent accepts.
    async fn take_back(&mut self) -> Result<()> {
        let (game, takeback) = (self.game, Offer::Takeback);
        let [one, other] = &mut self.players;
        let (mover, opponent) = if self.ply.is_multiple_of(2) { (other, one) } else { (one, other) };
        let n = mover.send(ClientCommand::Play(game, GameCommand::Offer(takeback))).await?;
        mover.answer(n).await?;
        let is_offered = |message: &ServerMessage| {
            matches!(message, ServerMessage::Game(_, GameUpdate::Offered { .. })).then_some(())
        };
        opponent.until(is_offered).await?;
        let n = opponent.send(ClientCommand::Play(game, GameCommand::Accept(takeback))).await?;
        opponent.answer(n).await?;
        for player in [mover, opponent] {
            player
                .until(|message| {
                    matches!(message, ServerMessage::Game(_, GameUpdate::Takeback { .. })).then_some(())
                })
                .await?;
        }
        self.taken_back_at = self.ply;
        self.ply -= 1;
        self.takebacks += 1;
        self.measurements.note_takeback();
        Ok(())
    }

    async fn play_move(&mut self) -> Result<()> {
        let (game, ply, takebacks) = (self.game, self.ply, self.takebacks);
        let [one, other] = &mut self.players;
        let (mover, opponent) = if ply.is_multiple_of(2) { (one, other) } else { (other, one) };
        (mover.sent, mover.received, opponent.received) = (0, 0, 0);
        let command = GameCommand::Move { ply, takebacks, to: Move::Place(point(ply)) };
        let start = Instant::now();
        let n = mover.send(ClientCommand::Play(game, command)).await?;
        let sent = mover.sent;
        opponent
            .until(|message| match message {
                ServerMessage::Game(of, GameUpdate::Move { ply: of_ply, .. }) => {
                    (*of == game && *of_ply == ply).then_some(())
                }
                _ => None,
            })
            .await?;
        self.measurements.note(start.elapsed());
        mover.answer(n).await?;
        mover
            .until(|message| matches!(message, ServerMessage::Game(_, GameUpdate::Move { .. })).then_some(()))
            .await?;
        self.measurements.note_bytes(sent, opponent.received, mover.received);
        self.ply += 1;
        Ok(())
    }

    async fn begin_again(&mut self) -> Result<()> {
        let n = self.players[0].send(ClientCommand::Play(self.game, GameCommand::Resign)).await?;
        self.players[0].answer(n).await?;
        for player in &mut self.players {
            player
                .until(|message| {
                    matches!(message, ServerMessage::Game(_, GameUpdate::Over { .. })).then_some(())
                })
                .await?;
        }
        self.game = new_game(&mut self.players).await?;
        (self.ply, self.takebacks, self.taken_back_at) = (0, 0, 0);
        Ok(())
    }
}

/// Begins a game by a challenge, in which the first client has the first move.
async fn new_game(players: &mut [Client; 2]) -> Result<GameId> {
    let settings = GameSettings {
        rule: "freestyle".parse()?,
        size: BoardSize::FIFTEEN,
        opening: "free".parse()?,
        tempo: "1800+5".parse()?,
        rated: false,
    };
    let request = ChallengeRequest { settings, seat: SeatChoice::First, to: None };
    let n = players[0].send(ClientCommand::Challenge(request)).await?;
    let ServerMessage::Done { created: Some(Created::Challenge(challenge)), .. } =
        players[0].answer(n).await?
    else {
        bail!("expected a challenge")
    };
    players[1].send(ClientCommand::AcceptChallenge(challenge)).await?;
    let new = |message: &ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) if snapshot.result.is_none() => Some(snapshot.game),
        _ => None,
    };
    let game = players[0].until(new).await?;
    players[1].until(new).await?;
    Ok(game)
}

/// The move at a ply. There are never five in a row, because each row and diagonal alternates after two stones of a colour.
fn point(ply: u16) -> Point {
    let is_of_first = |point: &Point| (point.x() + 2 * point.y()) % 4 < 2;
    let points = || (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
    let is_first = ply.is_multiple_of(2);
    let mut own = points().filter(|point| is_of_first(point) == is_first);
    // Each side needs fewer than its share of the 225 points.
    own.nth(usize::from(ply / 2)).unwrap_or(Point::new(0, 0))
}

#[cfg(test)]
mod tests {
    use tengen_game::{Position, Rule};

    use super::*;

    #[test]
    fn the_moves_are_legal_and_end_no_game() {
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        for ply in 0..LONGEST {
            position.play(point(ply)).unwrap();
            assert!(!position.is_over(), "{ply}");
        }
    }
}
