//! What the manager has told about time.

use super::time::{Clocks, UNLIMITED_MS};

/// The limit for a move while the manager has named none. The protocol leaves it open; people who try
/// the program at a keyboard should not wait long.
const DEFAULT_TURN_MS: i64 = 2_000;

#[derive(Clone, Debug)]
pub(super) struct GameClock {
    turn_ms: i64,
    match_ms: Option<i64>,
    increment_ms: i64,
    time_left: Option<TimeLeft>,
}

/// The manager's last word about the game's clock.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    ms: i64,
    /// Whether a move has been thought about since, so that it may belong to a game that has ended.
    used: bool,
}

impl GameClock {
    pub(super) fn new() -> GameClock {
        GameClock { turn_ms: DEFAULT_TURN_MS, match_ms: None, increment_ms: 0, time_left: None }
    }

    /// Takes in a key of `INFO` in lower case, if it is about time.
    pub(super) fn read(&mut self, key: &str, ms: i64) {
        match key {
            "timeout_turn" => self.turn_ms = ms,
            "timeout_match" => self.match_ms = (ms > 0).then_some(ms),
            "time_increment" => self.increment_ms = ms.max(0),
            "time_left" => self.time_left = Some(TimeLeft { ms, used: false }),
            _ => {}
        }
    }

    /// The clocks for the move that is asked for now.
    pub(super) fn clocks(&self) -> Clocks {
        let left_ms = match self.time_left {
            Some(TimeLeft { ms: UNLIMITED_MS.., .. }) => None,
            Some(TimeLeft { ms, .. }) => Some(ms),
            None => self.match_ms,
        };
        Clocks { turn_ms: self.turn_ms, left_ms, increment_ms: self.increment_ms }
    }

    /// Counts `ms` of thinking against the game's clock, for managers that name the time left only once
    /// or never.
    pub(super) fn spend(&mut self, ms: i64) {
        let left = match self.time_left {
            Some(left) if left.ms >= UNLIMITED_MS => return,
            Some(left) => left.ms,
            None => match self.match_ms {
                Some(ms) => ms,
                None => return,
            },
        };
        let left = left.saturating_sub(ms).saturating_add(self.increment_ms).min(UNLIMITED_MS - 1);
        self.time_left = Some(TimeLeft { ms: left, used: true });
    }

    /// A new game: the clock of the last one, if it has run, says nothing about it.
    pub(super) fn new_game(&mut self) {
        self.time_left = self.time_left.filter(|left| !left.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(lines: &[(&str, i64)]) -> GameClock {
        let mut clock = GameClock::new();
        for (key, ms) in lines {
            clock.read(key, *ms);
        }
        clock
    }

    #[test]
    fn without_news_of_the_clock_the_thinking_is_counted() {
        let mut clock = clock(&[("timeout_match", 10_000)]);
        clock.spend(4_000);
        assert_eq!(clock.clocks().left_ms, Some(6_000));
        clock.read("time_left", 7_000);
        assert_eq!(clock.clocks().left_ms, Some(7_000));
        clock.spend(1_000);
        clock.new_game();
        assert_eq!(clock.clocks().left_ms, Some(10_000), "the next game has its full time");
        clock.read("time_left", 7_000);
        clock.new_game();
        assert_eq!(clock.clocks().left_ms, Some(7_000), "this was said about the new game");
    }

    #[test]
    fn an_increment_comes_after_each_move() {
        let mut clock = clock(&[("timeout_match", 10_000), ("time_increment", 500)]);
        clock.spend(2_000);
        assert_eq!(clock.clocks().left_ms, Some(8_500));
        clock.read("time_increment", i64::MAX);
        clock.spend(0);
        assert!(clock.clocks().left_ms.is_some(), "no increment makes the clock stand still");
    }
}
