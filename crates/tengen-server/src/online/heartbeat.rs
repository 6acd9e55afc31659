//! Whether a client is still there, and how long its messages take.
//!
//! The server pings each client. A player of a running game with a clock is pinged often, since the opponent waits for
//! the news that the player is gone; for all others it is enough to keep the connection open on its way.
//!
//! Each ping has random content, and only a pong with the content of the last ping counts, once. A client can therefore
//! delay its answer, for which the compensation has limits, but cannot make up a delay that it does not have.

use std::time::{Duration, Instant};

use super::hub::entropy;

/// How often it is looked at whether a ping is due.
pub(crate) const BEAT: Duration = Duration::from_secs(4);
/// After how long without any sign of life the connection of a player counts as lost.
const PLAYERS_SILENCE: Duration = Duration::from_secs(10);
/// How often a client is pinged that plays no game with a clock.
const QUIET_PING: Duration = Duration::from_secs(20);
/// After how long without any sign of life any other connection counts as lost.
const QUIET_SILENCE: Duration = Duration::from_secs(50);

/// The pings of one connection.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    heard: Instant,
    pinged: Option<Instant>,
    /// The content of the last ping, until it is answered, and when it was sent.
    open: Option<([u8; 8], Instant)>,
}

/// The action that is due at a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beat {
    /// Nothing.
    Rest,
    /// A ping with this content is to be sent.
    Ping([u8; 8]),
    /// The client is gone.
    Lost,
}

impl Heartbeat {
    pub(crate) fn new(now: Instant) -> Heartbeat {
        Heartbeat { heard: now, pinged: None, open: None }
    }

    /// The client has sent anything.
    pub(crate) fn hear(&mut self, now: Instant) {
        self.heard = now;
    }

    /// The time for a beat has come. `plays` says whether the user plays a game with a clock.
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
        // The time of an open ping that a player has not answered counts on.
        self.open = Some((content, now));
        Beat::Ping(content)
    }

    /// The longest that sending a ping may take: a client that takes nothing is as silent as one that sends nothing.
    pub(crate) fn patience(plays: bool) -> Duration {
        if plays { PLAYERS_SILENCE } else { QUIET_SILENCE }
    }

    /// The client has sent a pong. Returns the round-trip time if it answers the last ping.
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
            // The client falls silent just after it has been heard.
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
