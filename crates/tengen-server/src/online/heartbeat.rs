//! The check that a client is still connected, and the measurement of its round-trip time.
//!
//! The server pings each client. A player of a running game with a clock is pinged often, since the opponent waits for the news that the
//! player is gone. All other clients are pinged only to keep the connection open in the network.
//!
//! Each ping has random content, and only a pong with the content of the last ping counts, once. A client can therefore delay its answer,
//! for which the compensation has limits, but cannot feign a delay that it does not have.

use std::time::{Duration, Instant};

use super::hub::entropy;

/// The interval between two checks whether a ping is due.
pub(crate) const BEAT: Duration = Duration::from_secs(4);
/// The time without a frame after which the connection of a player counts as lost.
const PLAYERS_SILENCE: Duration = Duration::from_secs(10);
/// The interval of pings to a client that plays no game with a clock.
const QUIET_PING: Duration = Duration::from_secs(20);
/// The time without a frame after which any other connection counts as lost.
const QUIET_SILENCE: Duration = Duration::from_secs(50);

/// The pings of one connection.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    heard: Instant,
    pinged: Option<Instant>,
    /// The content of the last ping until it is answered, and the time at which the ping was sent.
    open: Option<([u8; 8], Instant)>,
}

/// The action that is due at a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    Rest,
    /// A ping with this content has to be sent.
    Ping([u8; 8]),
    /// The client is gone.
    Lost,
}

impl Heartbeat {
    pub(crate) fn new(now: Instant) -> Heartbeat {
        Heartbeat { heard: now, pinged: None, open: None }
    }

    /// Notes that the client has sent a frame of any kind.
    pub(crate) fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// Returns the action at a beat. `plays` is whether the user plays a game with a clock.
    pub(crate) fn beat(&mut self, plays: bool, now: Instant) -> Beat {
        let silent = now.saturating_duration_since(self.heard);
        // A client whose game has just begun may have been quiet for long: it is lost only if it leaves a ping unanswered.
        let was_asked = self.open.is_some_and(|(_, sent)| sent > self.heard);
        if silent > QUIET_SILENCE || (plays && was_asked && silent > PLAYERS_SILENCE) {
            return Beat::Lost;
        }
        let is_due = |pinged| now.saturating_duration_since(pinged) >= QUIET_PING;
        if !plays && !self.pinged.is_none_or(is_due) {
            return Beat::Rest;
        }
        let content = entropy().to_be_bytes();
        self.pinged = Some(now);
        // This replaces an unanswered ping. The silence of the client is counted from its last frame nevertheless.
        self.open = Some((content, now));
        Beat::Ping(content)
    }

    /// The longest time that the sending of a ping may take: a client that receives nothing counts as silent.
    pub(crate) fn patience(plays: bool) -> Duration {
        if plays { PLAYERS_SILENCE } else { QUIET_SILENCE }
    }

    /// Handles a pong. Returns the round-trip time if the pong answers the last ping.
    pub(crate) fn pong(&mut self, content: &[u8], now: Instant) -> Option<Duration> {
        let (_, sent) = self.open.take_if(|(expected, _)| expected[..] == *content)?;
        Some(now.saturating_duration_since(sent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ping(beat: Beat) -> [u8; 8] {
        match beat {
            Beat::Ping(content) => content,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_the_answer_to_the_last_ping_measures_and_only_once() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut heartbeat = Heartbeat::new(start);
        assert_eq!(heartbeat.pong(&0u64.to_be_bytes(), at(0)), None);
        let first = ping(heartbeat.beat(true, at(0)));
        let second = ping(heartbeat.beat(true, at(4_000)));
        assert_ne!(first, second);
        assert_eq!(heartbeat.pong(&first, at(4_100)), None, "an answer to an earlier ping");
        assert_eq!(heartbeat.pong(&second[..7], at(4_100)), None);
        assert_eq!(heartbeat.pong(&second, at(4_150)), Some(Duration::from_millis(150)));
        assert_eq!(heartbeat.pong(&second, at(9_000)), None);
    }

    #[test]
    fn a_silent_player_is_lost_within_15_seconds_and_any_other_client_within_a_minute() {
        for (plays, most) in [(true, 15), (false, 60)] {
            let start = Instant::now();
            let mut heartbeat = Heartbeat::new(start);
            // The client falls silent just after a message from it has arrived.
            let beats = (1..).map(|beat| BEAT * beat);
            let lost = beats.into_iter().find(|passed| heartbeat.beat(plays, start + *passed) == Beat::Lost);
            assert!(lost.is_some_and(|lost| lost < Duration::from_secs(most)), "{lost:?}");
        }
    }

    #[test]
    fn a_client_that_answers_is_not_lost_when_its_game_begins() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut heartbeat = Heartbeat::new(start);
        let content = ping(heartbeat.beat(false, at(0)));
        heartbeat.hear(at(0));
        heartbeat.pong(&content, at(0));
        assert_eq!(heartbeat.beat(false, at(16)), Beat::Rest);
        // After sixteen quiet seconds the game begins.
        assert!(matches!(heartbeat.beat(true, at(17)), Beat::Ping(_)));
    }
}
