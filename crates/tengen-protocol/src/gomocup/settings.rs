//! What `INFO` has told, which has no answer and lasts until it is told otherwise.

use tengen_game::Rule;

use super::rule::{RuleCodeError, rule_from_code};
use super::time::{Clocks, UNLIMITED_MS};

/// The limit for a move while the manager has named none. The protocol leaves it open; people who try
/// the program at a keyboard should not wait long.
const DEFAULT_TURN_MS: i64 = 2_000;

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) rule: Result<Rule, RuleCodeError>,
    /// Bytes that the whole program may use.
    pub(super) max_memory: Option<u64>,
    turn_ms: i64,
    match_ms: Option<i64>,
    time_left: Option<TimeLeft>,
}

/// The manager's last word about the game's clock.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    ms: i64,
    /// Whether a move has been thought about since, so that it may belong to a game that has ended.
    used: bool,
}

/// What changed, as far as a program that waits for its turn can prepare for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Nothing,
    /// The rule or the memory is another one.
    Preparation,
}

impl Settings {
    pub(super) fn new() -> Settings {
        Settings {
            rule: Ok(Rule::FREESTYLE),
            max_memory: None,
            turn_ms: DEFAULT_TURN_MS,
            match_ms: None,
            time_left: None,
        }
    }

    /// Reads `key value`. Unknown keys, and values that cannot be read, are passed over, as the protocol
    /// has no answer to them; only a rule is never passed over, because another one would be played.
    pub(super) fn read(&mut self, text: &str) -> Change {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let number = value.parse::<i64>().ok();
        match (key.to_ascii_lowercase().as_str(), number) {
            ("rule", _) => {
                let rule = rule_from_code(value);
                let changed = rule != self.rule && rule.is_ok();
                self.rule = rule;
                return if changed { Change::Preparation } else { Change::Nothing };
            }
            ("timeout_turn", Some(ms)) => self.turn_ms = ms,
            ("timeout_match", Some(ms)) => self.match_ms = (ms > 0).then_some(ms),
            ("time_left", Some(ms)) => self.time_left = Some(TimeLeft { ms, used: false }),
            ("max_memory", Some(bytes)) => {
                let limit = u64::try_from(bytes).ok().filter(|&bytes| bytes > 0);
                let changed = limit != self.max_memory;
                self.max_memory = limit;
                return if changed { Change::Preparation } else { Change::Nothing };
            }
            // `game_type`, `evaluate` and `folder` change nothing about how Tengen plays.
            _ => {}
        }
        Change::Nothing
    }

    /// The clocks for the move that is asked for now.
    pub(super) fn clocks(&self) -> Clocks {
        let left_ms = match self.time_left {
            Some(TimeLeft { ms: UNLIMITED_MS.., .. }) => None,
            Some(TimeLeft { ms, .. }) => Some(ms),
            None => self.match_ms,
        };
        Clocks { turn_ms: self.turn_ms, left_ms }
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
        self.time_left = Some(TimeLeft { ms: left.saturating_sub(ms), used: true });
    }

    /// A new game: the clock of the last one, if it has run, says nothing about it.
    pub(super) fn new_game(&mut self) {
        self.time_left = self.time_left.filter(|left| !left.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks_after(lines: &[&str]) -> Clocks {
        let mut settings = Settings::new();
        for line in lines {
            settings.read(line);
        }
        settings.clocks()
    }

    #[test]
    fn limits_are_read() {
        let all = clocks_after(&["timeout_turn 5000", "TIMEOUT_MATCH\t120000", "time_left 90000"]);
        assert_eq!(all, Clocks { turn_ms: 5_000, left_ms: Some(90_000) });
        assert_eq!(clocks_after(&["timeout_match 120000"]).left_ms, Some(120_000));
        assert_eq!(clocks_after(&["timeout_match 120000", "timeout_match 0"]).left_ms, None);
        assert_eq!(clocks_after(&["timeout_match 120000", "time_left 2147483647"]).left_ms, None);
        assert_eq!(clocks_after(&["time_left -300"]).left_ms, Some(-300));
        assert_eq!(clocks_after(&["timeout_turn 0"]).turn_ms, 0);
    }

    #[test]
    fn nonsense_is_passed_over() {
        let lines = ["", "timeout_turn", "timeout_turn soon", "time_left 9 9", "colour blue", "max_memory x"];
        assert_eq!(clocks_after(&lines), Settings::new().clocks());
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_not_forgotten() {
        let mut settings = Settings::new();
        settings.read("rule 4");
        assert_eq!(settings.rule, Ok(Rule::Renju));
        settings.read("rule eight");
        assert!(settings.rule.is_err());
        settings.read("rule 0");
        assert_eq!(settings.rule, Ok(Rule::FREESTYLE));
    }

    #[test]
    fn without_news_of_the_clock_the_thinking_is_counted() {
        let mut settings = Settings::new();
        settings.read("timeout_match 10000");
        settings.spend(4_000);
        assert_eq!(settings.clocks().left_ms, Some(6_000));
        settings.read("time_left 7000");
        assert_eq!(settings.clocks().left_ms, Some(7_000));
        settings.spend(1_000);
        settings.new_game();
        assert_eq!(settings.clocks().left_ms, Some(10_000), "the next game has its full time");
        settings.read("time_left 7000");
        settings.new_game();
        assert_eq!(settings.clocks().left_ms, Some(7_000), "this was said about the new game");
    }
}
