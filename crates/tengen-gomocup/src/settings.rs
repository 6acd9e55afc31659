//! The settings of `INFO`, the game's clock among them. They last until they are set again.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use tengen_analysis::{Character, ClockState, Level};
use tengen_game::Rule;

use crate::action::{MemoryLimit, Offers, Resources};
use crate::dialect::Dialect;
use crate::reply::message;
use crate::rule::{RuleCodeError, SwapOpening, is_continuous, opening_of_code, rule_from_code};

/// The `time_left` of a match without a limit.
pub const UNLIMITED_MS: i64 = 2_147_483_647;

/// The keys that Yixin-Board and its relatives send and Piskvork does not. Tengen's own, `level` and `character`, belong to no dialect.
const YIXIN_KEYS: [&str; 16] = [
    "max_depth",
    "max_node",
    "hash_size",
    "thread_num",
    "thread_split_depth",
    "show_detail",
    "time_increment",
    "caution_factor",
    "pondering",
    "strength",
    "checkmate",
    "usedatabase",
    "nbestsym",
    "nbest_sym",
    "vcthread",
    "swapable",
];

/// Whether a key of `INFO` is one that Piskvork does not send and its engines do not support.
pub(super) fn is_yixin_key(key: &str) -> bool {
    YIXIN_KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
}

#[derive(Clone, Debug)]
pub(super) struct Settings {
    dialect: Dialect,
    /// The code as it was sent, since another dialect reads another rule in it.
    rule_code: String,
    pub(super) rule: Result<Rule, RuleCodeError>,
    pub(super) clock: GameClock,
    pub(super) resources: Resources,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) strength: u8,
    pub(super) level: Option<Level>,
    pub(super) character: Option<Character>,
    pub(super) pondering: bool,
    /// The number of moves after which a game is a draw.
    pub(super) max_moves: Option<u32>,
    /// The program may exchange the colours in an opening that the rule code names.
    may_swap: bool,
    pub(super) detail: Detail,
    /// A key of `INFO` came in capitals.
    has_capital_keys: bool,
}

/// The reports of a running search, as two bits of `INFO show_detail`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Detail {
    /// `MESSAGE REALTIME …`, which Yixin-Board draws on its board.
    pub(super) on_board: bool,
    /// `INFO PV …`, the lines with their figures.
    pub(super) lines: bool,
}

/// The consequences of a line of `INFO` beside the setting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effect {
    /// The program can adapt to what has changed while it waits for its turn.
    pub(super) adapt: bool,
    /// A message that something cannot be done as requested.
    pub(super) remark: Option<String>,
}

impl Settings {
    pub(super) fn new(dialect: Dialect) -> Settings {
        Settings {
            dialect,
            rule_code: "0".to_owned(),
            rule: Ok(Rule::FREESTYLE),
            clock: GameClock::new(),
            resources: Resources { memory: MemoryLimit::Unknown, hash_bytes: None, threads: 1 },
            depth: None,
            nodes: None,
            strength: 100,
            level: None,
            character: None,
            pondering: false,
            max_moves: None,
            may_swap: false,
            detail: Detail::default(),
            has_capital_keys: false,
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether the game continues after a row that wins.
    pub(super) fn is_continuous(&self) -> bool {
        is_continuous(self.dialect, &self.rule_code)
    }

    /// Changes the dialect, in which the rule code may have another meaning.
    pub(super) fn switch_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.rule = rule_from_code(dialect, &self.rule_code);
    }

    /// The opening in which the program may exchange the colours.
    pub(super) fn opening(&self) -> Option<SwapOpening> {
        opening_of_code(self.dialect, &self.rule_code).filter(|_| self.may_swap)
    }

    /// The dialect of a manager that uses Yixin's commands or keys. Yixin-Board and those that replace it write the keys in
    /// small letters. Managers that are made for Rapfi, which write the column first, use capitals.
    pub(super) fn dialect_of_extensions(&self) -> Dialect {
        if self.has_capital_keys { Dialect::Rapfi } else { Dialect::Yixin }
    }

    /// Takes note of how the manager writes the keys of `INFO`.
    pub(super) fn look_at_key(&mut self, text: &str) {
        let key = text.split_whitespace().next().unwrap_or_default();
        self.has_capital_keys |= key.contains(|c: char| c.is_ascii_uppercase());
    }

    /// Whether a line of `INFO` shows that the manager uses the keys of Yixin's dialect.
    pub(super) fn implies_yixin(text: &str) -> bool {
        let (key, _) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        is_yixin_key(key)
    }

    /// Reads `key value`. Unknown keys, and values that cannot be read, are passed over, as the protocol
    /// has no answer to them; only a rule is never passed over, because another one would be played.
    pub(super) fn read(&mut self, text: &str, offers: Offers) -> Effect {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        match key.as_str() {
            "rule" => return self.read_rule(value),
            "level" => return remark(read_name(&mut self.level, "level", value, offers)),
            "character" => return remark(read_name(&mut self.character, "character", value, offers)),
            _ => {}
        }
        let Some(number) = number(value) else { return Effect::default() };
        self.clock.read(&key, number);
        let positive = u64::try_from(number).ok().filter(|&number| number > 0);
        let resources = self.resources;
        let mut remark = None;
        match key.as_str() {
            "max_memory" => {
                self.resources.memory = positive.map_or(MemoryLimit::Unlimited, MemoryLimit::Bytes);
            }
            // The value is in KiB.
            "hash_size" => self.resources.hash_bytes = positive.map(|kib| kib.saturating_mul(1024)),
            "thread_num" => {
                let asked = positive.and_then(|threads| u32::try_from(threads).ok()).unwrap_or(1);
                self.resources.threads = asked.min(offers.threads.max(1));
                remark = (asked > self.resources.threads).then(|| {
                    format!("thread_num {asked} is not supported; searching with {}", self.resources.threads)
                });
            }
            "max_depth" => self.depth = positive.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            "max_node" => self.nodes = positive,
            "max_moves" => self.max_moves = positive.map(|moves| u32::try_from(moves).unwrap_or(u32::MAX)),
            "swapable" => self.may_swap = number > 0,
            "show_detail" => self.detail = Detail { on_board: number & 1 != 0, lines: number & 2 != 0 },
            "pondering" => {
                self.pondering = number > 0 && offers.pondering;
                remark = (number > 0 && !offers.pondering)
                    .then(|| "pondering is not supported; thinking in its own time only".to_owned());
            }
            "strength" => {
                let asked = u8::try_from(number.clamp(0, 100)).unwrap_or(100);
                self.strength = if offers.strength { asked } else { 100 };
                remark = (asked != self.strength)
                    .then(|| format!("strength {asked} is not supported; playing at full strength"));
            }
            // `game_type`, `evaluate`, `folder`, `caution_factor` and the rest change nothing about how
            // Tengen plays.
            _ => {}
        }
        Effect { adapt: self.resources != resources, remark: remark.map(message) }
    }

    fn read_rule(&mut self, code: &str) -> Effect {
        let rule = rule_from_code(self.dialect, code);
        let changed = rule != self.rule && rule.is_ok();
        self.rule = rule;
        self.rule_code = code.to_owned();
        Effect { adapt: changed, remark: None }
    }
}

/// The effect of a setting that may have a remark.
fn remark(text: Option<String>) -> Effect {
    Effect { adapt: false, remark: text.map(message) }
}

/// Reads a level or a character into its place; `none` removes it. The remark says what was expected.
fn read_name<T: FromStr<Err: Display>>(
    place: &mut Option<T>,
    key: &str,
    value: &str,
    offers: Offers,
) -> Option<String> {
    if !offers.strength {
        return Some(format!("{key} is not supported; playing at full strength"));
    }
    if value.eq_ignore_ascii_case("none") {
        *place = None;
        return None;
    }
    match value.to_ascii_lowercase().parse() {
        Ok(read) => *place = Some(read),
        Err(error) => return Some(format!("{key}: {error}; the setting stays as it was")),
    }
    None
}

/// A number, or the nearest that there is: some managers write the greatest number of 64 bits without a sign for no limit.
fn number(text: &str) -> Option<i64> {
    text.parse()
        .or_else(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Ok(i64::MAX),
            IntErrorKind::NegOverflow => Ok(i64::MIN),
            _ => Err(error),
        })
        .ok()
}

/// The limit for a move before the manager has set one. The protocol leaves it open; people who try
/// the program at a keyboard should not wait long.
const DEFAULT_TURN_MS: i64 = 2_000;

#[derive(Clone, Debug)]
pub(super) struct GameClock {
    turn_ms: i64,
    match_ms: Option<i64>,
    increment_ms: i64,
    time_left: Option<TimeLeft>,
}

/// The last `time_left` of the manager.
#[derive(Clone, Copy, Debug)]
struct TimeLeft {
    ms: i64,
    /// Whether a move was searched after it was received, so that it may belong to a game that has ended.
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
            "timeout_match" => {
                let limit = (ms > 0).then_some(ms);
                if limit != self.match_ms {
                    // Time that was counted under the former limit does not count under this one.
                    self.new_game();
                    self.match_ms = limit;
                }
            }
            "time_increment" => self.increment_ms = ms.max(0),
            "time_left" => self.time_left = Some(TimeLeft { ms, used: false }),
            _ => {}
        }
    }

    /// The clocks for the requested move.
    pub(super) fn clocks(&self) -> ClockState {
        let left_ms = match self.time_left {
            Some(TimeLeft { ms: UNLIMITED_MS.., .. }) => None,
            Some(TimeLeft { ms, .. }) => Some(ms),
            None => self.match_ms,
        };
        ClockState { turn_ms: self.turn_ms, left_ms, increment_ms: self.increment_ms }
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

    /// A new game: the clock of the last one, if it has run, does not apply to it.
    pub(super) fn new_game(&mut self) {
        self.time_left = self.time_left.filter(|left| !left.used);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Settings {
        let mut settings = Settings::new(Dialect::Piskvork);
        for line in lines {
            settings.read(line, Offers::default());
        }
        settings
    }

    fn clocks_after(lines: &[&str]) -> ClockState {
        after(lines).clock.clocks()
    }

    #[test]
    fn limits_are_read() {
        let all = clocks_after(&["timeout_turn 5000", "TIMEOUT_MATCH\t120000", "time_left 90000"]);
        assert_eq!(all, ClockState { turn_ms: 5_000, left_ms: Some(90_000), increment_ms: 0 });
        assert_eq!(clocks_after(&["timeout_match 120000"]).left_ms, Some(120_000));
        assert_eq!(clocks_after(&["timeout_match 120000", "timeout_match 0"]).left_ms, None);
        assert_eq!(clocks_after(&["timeout_match 120000", "time_left 2147483647"]).left_ms, None);
        assert_eq!(clocks_after(&["time_left -300"]).left_ms, Some(-300));
        assert_eq!(clocks_after(&["timeout_turn 0"]).turn_ms, 0);
        let settings = after(&["max_depth 9", "max_node 5000", "hash_size 2048", "max_memory 1000"]);
        assert_eq!((settings.depth, settings.nodes), (Some(9), Some(5_000)));
        assert_eq!(settings.resources.hash_bytes, Some(2 << 20));
        assert_eq!(settings.resources.memory, MemoryLimit::Bytes(1_000));
        assert_eq!(after(&["max_memory 1000", "max_memory 0"]).resources.memory, MemoryLimit::Unlimited);
        assert_eq!(after(&["max_memory x"]).resources.memory, MemoryLimit::Unknown);
        let none = after(&["max_depth 9", "max_depth 0", "max_node 3", "max_node -1", "hash_size 0"]);
        assert_eq!((none.depth, none.nodes, none.resources.hash_bytes), (None, None, None));
    }

    #[test]
    fn nonsense_is_passed_over() {
        let lines = ["", "timeout_turn", "timeout_turn soon", "time_left 9 9", "colour blue", "max_memory x"];
        assert_eq!(clocks_after(&lines), after(&[]).clock.clocks());
        let huge = after(&["hash_size 9223372036854775807", "max_depth 9223372036854775807"]);
        assert_eq!((huge.resources.hash_bytes, huge.depth), (Some(u64::MAX), Some(u32::MAX)));
        let unsigned =
            ["time_left 1", "time_left 18446744073709551615", "timeout_turn 99999999999999999999999"];
        let clocks = clocks_after(&unsigned);
        assert_eq!((clocks.left_ms, clocks.turn_ms), (None, i64::MAX));
        assert_eq!(clocks_after(&["timeout_turn -99999999999999999999999"]).turn_ms, i64::MIN);
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_not_forgotten() {
        let mut settings = after(&["rule 4"]);
        assert_eq!(settings.rule, Ok(Rule::Renju));
        settings.read("rule eight", Offers::default());
        assert!(settings.rule.is_err());
        settings.read("rule 0", Offers::default());
        assert_eq!(settings.rule, Ok(Rule::FREESTYLE));
    }

    #[test]
    fn another_dialect_reads_the_same_code_anew() {
        let mut settings = after(&["rule 2"]);
        assert_eq!(settings.rule, Ok(Rule::FREESTYLE));
        settings.switch_dialect(Dialect::Yixin);
        assert_eq!(settings.rule, Ok(Rule::Renju));
    }

    #[test]
    fn supported_settings_are_applied_and_others_are_reported() {
        let all = Offers {
            lines: 9,
            threads: 4,
            pondering: true,
            strength: true,
            balance: true,
            ..Offers::default()
        };
        for (line, remarks) in
            [("thread_num 3", 1), ("pondering 1", 1), ("strength 40", 1), ("strength 100", 0)]
        {
            let mut settings = after(&[]);
            assert_eq!(settings.read(line, Offers::default()).remark.iter().count(), remarks, "{line}");
            assert_eq!((settings.resources.threads, settings.pondering, settings.strength), (1, false, 100));
            assert_eq!(settings.read(line, all).remark, None, "{line}");
        }
        let mut settings = after(&[]);
        settings.read("thread_num 9", all);
        settings.read("strength -5", all);
        settings.read("pondering 1", all);
        assert_eq!((settings.resources.threads, settings.pondering, settings.strength), (4, true, 0));
    }

    #[test]
    fn a_level_and_a_character_are_read_by_name_and_wrong_ones_leave_the_setting() {
        let all = Offers { strength: true, ..Offers::default() };
        let mut settings = after(&[]);
        for line in ["level 7", "character Old-Master"] {
            assert_eq!(settings.read(line, all).remark, None, "{line}");
        }
        let chosen = (Level::new(7), Some(Character::OldMaster));
        assert_eq!((settings.level, settings.character), chosen);
        let remark = settings.read("level 21", all).remark.unwrap();
        assert!(
            remark.contains("level: expected a level from 1 to 20") && remark.contains("found `21`"),
            "{remark}"
        );
        assert!(settings.read("character", all).remark.unwrap().contains("expected `attacker`"));
        assert_eq!((settings.level, settings.character), chosen);
        assert!(!Settings::implies_yixin("level 7") && !Settings::implies_yixin("character builder"));
        settings.read("level none", all);
        settings.read("character none", all);
        assert_eq!((settings.level, settings.character), (None, None));
        assert!(settings.read("level 7", Offers::default()).remark.unwrap().contains("not supported"));
    }

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
        clock.read("timeout_match", 10_000);
        assert_eq!(clock.clocks().left_ms, Some(6_000), "the limit is the same");
        clock.new_game();
        assert_eq!(clock.clocks().left_ms, Some(10_000), "the next game has its full time");
        clock.spend(1_000);
        clock.read("timeout_match", 20_000);
        assert_eq!(clock.clocks().left_ms, Some(20_000));
        clock.spend(1_000);
        clock.read("timeout_match", 0);
        assert_eq!(clock.clocks().left_ms, None);
        clock.read("timeout_match", 10_000);
        clock.read("time_left", 7_000);
        clock.new_game();
        assert_eq!(clock.clocks().left_ms, Some(7_000), "the value belongs to the new game");
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
