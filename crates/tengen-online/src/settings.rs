//! The settings of a game on which two players agree: rule, board, opening protocol, time and whether it is rated.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_game::clock::{ParseTimeControlError, TimeControl};
use tengen_game::opening::{Player, Protocol, ProtocolSizeError};
use tengen_game::{BoardSize, Rule};

use crate::category::{Family, is_balanced};
use crate::{DAY, SECOND, Time};

/// The largest number of days per move of a correspondence game.
pub const MAX_DAYS: u8 = 14;
/// The smallest board on which rated games are played.
pub const LEAST_RATED_SIZE: BoardSize = BoardSize::FIFTEEN;
/// The smallest number of stones in a row to win with which no opening protocol can end a game: a protocol places at most three stones of
/// one colour.
const LEAST_WIN_LENGTH_WITH_OPENING: u8 = 4;

/// The settings of a game.
///
/// ```
/// use tengen_game::opening::Protocol;
/// use tengen_game::{BoardSize, Rule};
/// use tengen_online::settings::{GameSettings, SettingsError};
///
/// let settings = GameSettings {
///     rule: Rule::Standard,
///     size: BoardSize::FIFTEEN,
///     opening: Protocol::Swap2,
///     tempo: "300+5".parse()?,
///     rated: true,
/// };
/// assert_eq!(settings.check(), Ok(()));
/// let endless = GameSettings { tempo: "none".parse()?, ..settings };
/// assert_eq!(endless.check(), Err(SettingsError::RatedWithoutLimit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// The rule, which includes the number of stones in a row that win.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::rule))]
    pub rule: Rule,
    /// The size of the board.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::size))]
    pub size: BoardSize,
    /// The opening protocol.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::protocol))]
    pub opening: Protocol,
    /// The time of each player.
    pub tempo: Tempo,
    /// Whether the game changes the players' ratings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// The fault of settings that no game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// More stones in a row would have to win than the board has lines.
    #[error("expected a rule that fits the board, found `{rule}` on {size}")]
    RuleSize {
        /// The rule.
        rule: Rule,
        /// The size.
        size: BoardSize,
    },
    /// The opening protocol cannot be played on the board.
    #[error(transparent)]
    Protocol(#[from] ProtocolSizeError),
    /// The stones of the opening protocol could end the game.
    #[error(
        "expected a rule with at least {LEAST_WIN_LENGTH_WITH_OPENING} in a row for the opening `{opening}`, found `{rule}`"
    )]
    ProtocolRule {
        /// The protocol.
        opening: Protocol,
        /// The rule.
        rule: Rule,
    },
    /// A rated game needs a time limit.
    #[error("expected a limit of time for a rated game, found none")]
    RatedWithoutLimit,
    /// Rated games have a category only with five in a row on a board of at least 15×15.
    #[error(
        "expected five in a row on at least {LEAST_RATED_SIZE} for a rated game, found `{rule}` on {size}"
    )]
    RatedVariant {
        /// The rule.
        rule: Rule,
        /// The size.
        size: BoardSize,
    },
    /// Without an opening that balances the game, the first player wins too often for ratings.
    #[error(
        "expected an opening that balances the game, such as `swap2`, for a rated game of {}, found `{opening}`",
        family.name()
    )]
    RatedUnbalanced {
        /// The family of the rule.
        family: Family,
        /// The protocol.
        opening: Protocol,
    },
}

impl GameSettings {
    /// Whether a new game can begin with these settings.
    ///
    /// # Errors
    /// The first fault of the settings.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.check_stored()?;
        match Family::of(self.rule) {
            Some(family) if self.rated && family.needs_balance() && !is_balanced(self.opening) => {
                Err(SettingsError::RatedUnbalanced { family, opening: self.opening })
            }
            _ => Ok(()),
        }
    }

    /// The settings of a new game that follows from an earlier game or from a stored request. The new game is casual if it cannot be rated,
    /// although earlier versions did rate such games.
    #[must_use]
    pub fn renewed(self) -> GameSettings {
        GameSettings { rated: self.rated && self.check().is_ok(), ..self }
    }

    /// Checks whether a game can be played with these settings. Earlier versions rated games that cannot be rated now; such games can be
    /// replayed.
    ///
    /// # Errors
    /// The first fault of the settings.
    pub fn check_stored(&self) -> Result<(), SettingsError> {
        let &GameSettings { rule, size, opening, .. } = self;
        let length = rule.win_length().stones();
        if length > size.lines() {
            return Err(SettingsError::RuleSize { rule, size });
        }
        opening.check_size(size)?;
        if opening != Protocol::Free && length < LEAST_WIN_LENGTH_WITH_OPENING {
            return Err(SettingsError::ProtocolRule { opening, rule });
        }
        if self.rated && !self.tempo.is_limited() {
            return Err(SettingsError::RatedWithoutLimit);
        }
        let is_variant = matches!(rule, Rule::Free(_)) && rule != Rule::FREESTYLE;
        if self.rated && (is_variant || size < LEAST_RATED_SIZE) {
            return Err(SettingsError::RatedVariant { rule, size });
        }
        Ok(())
    }
}

/// The time that the players have: a clock, or days for each move.
///
/// Its text form, which is also its form in JSON, is that of [`TimeControl`], or `3d` for three days per move.
///
/// ```
/// use tengen_game::clock::TimeControl;
/// use tengen_online::settings::Tempo;
///
/// let correspondence: Tempo = "3d".parse()?;
/// assert_eq!(correspondence.control(), TimeControl::PerMove { seconds: 3 * 86_400 });
/// assert!(correspondence.is_correspondence());
/// assert_eq!("600+5x30".parse::<Tempo>()?.to_string(), "600+5x30");
/// # Ok::<(), tengen_online::settings::ParseTempoError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tempo {
    /// A clock; [`TimeControl::Unlimited`] is for casual games only.
    Clock(TimeControl),
    /// The number of days per move, from 1 to [`MAX_DAYS`].
    Days(u8),
}

/// Why a text is not a tempo.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTempoError {
    /// The text is not a time control.
    #[error("{0}, or days as in `3d`")]
    Control(#[from] ParseTimeControlError),
    /// The number of days is out of range.
    #[error("expected 1 to {MAX_DAYS} days for a move, found `{0}`")]
    Days(String),
}

impl Tempo {
    /// The time control of the players' clocks.
    pub fn control(self) -> TimeControl {
        match self {
            Tempo::Clock(control) => control,
            Tempo::Days(days) => TimeControl::PerMove { seconds: u32::from(days) * (DAY / 1_000) as u32 },
        }
    }

    /// The milliseconds for all moves together; 0 where each move has a time of its own.
    pub fn main_time(self) -> Time {
        match self.control() {
            TimeControl::Fischer { main, .. } | TimeControl::ByoYomi { main, .. } => {
                Time::from(main) * SECOND
            }
            TimeControl::Unlimited | TimeControl::PerMove { .. } => 0,
        }
    }

    /// Whether time can run out.
    pub fn is_limited(self) -> bool {
        self.control().is_limited()
    }

    /// Whether the players need not be present at the same time.
    pub fn is_correspondence(self) -> bool {
        matches!(self, Tempo::Days(_)) || !self.is_limited()
    }

    /// The speed of the game, for ratings and pools.
    pub fn speed(self) -> Speed {
        match self {
            Tempo::Days(_) | Tempo::Clock(TimeControl::Unlimited) => Speed::Correspondence,
            Tempo::Clock(control) => Speed::of_seconds(expected_seconds(control)),
        }
    }
}

/// The expected time of a player in a game of thirty moves, in seconds. Byo-yomi periods are assumed to be used for half of the moves, for
/// two thirds of their length.
fn expected_seconds(control: TimeControl) -> u64 {
    let moves = 30;
    match control {
        TimeControl::Unlimited => u64::MAX,
        TimeControl::PerMove { seconds } => u64::from(seconds) * moves,
        TimeControl::Fischer { main, increment } => u64::from(main) + u64::from(increment) * moves,
        TimeControl::ByoYomi { main, period, .. } => u64::from(main) + u64::from(period) * moves / 3,
    }
}

impl fmt::Display for Tempo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tempo::Clock(control) => control.fmt(f),
            Tempo::Days(days) => f.pad(&format!("{days}d")),
        }
    }
}

impl FromStr for Tempo {
    type Err = ParseTempoError;

    /// Reads the text that `Display` writes.
    fn from_str(text: &str) -> Result<Tempo, ParseTempoError> {
        let days = text.strip_suffix('d').filter(|days| days.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(days) = days else { return Ok(Tempo::Clock(text.parse()?)) };
        let number = days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
        number.map(Tempo::Days).ok_or_else(|| ParseTempoError::Days(text.chars().take(20).collect()))
    }
}

impl Serialize for Tempo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tempo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tempo, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The speed of a game, by the expected time of a player for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// At least 25 minutes, in real time.
    Classical,
    /// Days per move, or no limit.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 5] =
        [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    fn of_seconds(seconds: u64) -> Speed {
        match seconds {
            0..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1_500 => Speed::Rapid,
            _ => Speed::Classical,
        }
    }

    /// The name in lower case: `blitz`.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// The time that a player has for the first move of a real-time game, after which the game is aborted. `None` for correspondence, where
    /// only the clock decides.
    pub const fn start_limit(self) -> Option<Time> {
        match self {
            Speed::Bullet => Some(20_000),
            Speed::Blitz => Some(30_000),
            Speed::Rapid => Some(45_000),
            Speed::Classical => Some(60_000),
            Speed::Correspondence => None,
        }
    }

    /// The time that a player has for the first action of a real-time game, if it is a choice of an opening protocol. The player may have
    /// to read the protocol first.
    pub const fn opening_limit(self) -> Option<Time> {
        match self {
            Speed::Bullet => Some(60_000),
            Speed::Blitz => Some(90_000),
            Speed::Rapid => Some(120_000),
            Speed::Classical => Some(180_000),
            Speed::Correspondence => None,
        }
    }

    /// The time for which a player must be absent before the opponent can claim the win; `None` where absence is normal.
    pub const fn claim_after(self) -> Option<Time> {
        match self {
            Speed::Bullet => Some(15_000),
            Speed::Blitz => Some(30_000),
            Speed::Rapid => Some(60_000),
            Speed::Classical => Some(120_000),
            Speed::Correspondence => None,
        }
    }

    /// The time that a player gives the opponent with one gift.
    pub const fn gift(self) -> Time {
        match self {
            Speed::Correspondence => DAY,
            _ => 15_000,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The pools of quick pairing, each as the texts of its rule, opening protocol and tempo, on a 15×15 board. A pool is rated if the opening
/// balances the game, or the rule needs no balance.
///
/// The texts are parsed by [`pool_settings`].
pub const POOLS: [(&str, &str, &str); 11] = [
    ("freestyle", "swap2", "180+2"),
    ("freestyle", "swap2", "600+5"),
    ("standard", "swap2", "180+2"),
    ("standard", "swap2", "600+5"),
    ("renju", "taraguchi-10", "300+5"),
    ("renju", "soosorv-8", "900+10"),
    ("caro", "swap2", "300+3"),
    ("freestyle", "free", "120+1"),
    ("caro", "free", "120+1"),
    ("freestyle", "free", "300+3"),
    ("freestyle", "free", "600+5"),
];

/// The settings of a pool, by its number in [`POOLS`]; `None` for other numbers.
///
/// ```
/// use tengen_online::settings::{POOLS, pool_settings};
///
/// let settings = pool_settings(0).ok_or("no pool")?;
/// assert_eq!((settings.tempo.to_string().as_str(), settings.rated), ("180+2", true));
/// assert!(pool_settings(POOLS.len()).is_none());
/// # Ok::<(), &str>(())
/// ```
pub fn pool_settings(number: usize) -> Option<GameSettings> {
    let (rule, opening, tempo) = POOLS.get(number)?;
    let rated = GameSettings {
        rule: rule.parse().ok()?,
        size: BoardSize::FIFTEEN,
        opening: opening.parse().ok()?,
        tempo: tempo.parse().ok()?,
        rated: true,
    };
    Some(GameSettings { rated: rated.check().is_ok(), ..rated })
}

/// The creator's choice of a seat: that of the first player, who begins, or of the second.
///
/// With an opening protocol the first player begins the protocol, and the colours follow from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeatChoice {
    /// Either seat, at random.
    #[default]
    Random,
    /// The first player's seat.
    First,
    /// The second player's seat.
    Second,
}

impl SeatChoice {
    /// The seat of the creator. `entropy` decides if the choice is random.
    pub fn seat(self, entropy: u64) -> Player {
        match self {
            SeatChoice::First => Player::First,
            SeatChoice::Second => Player::Second,
            SeatChoice::Random if tengen_game::SplitMix::mix(entropy) & 1 == 0 => Player::First,
            SeatChoice::Random => Player::Second,
        }
    }

    /// Whether both choices can be fulfilled when the two users meet.
    pub fn suits(self, other: SeatChoice) -> bool {
        self == SeatChoice::Random || self != other
    }

    /// Whether the choice is random.
    pub fn is_random(&self) -> bool {
        *self == SeatChoice::Random
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::WinLength;

    use super::*;

    fn settings(rule: &str, lines: usize, opening: &str, tempo: &str, rated: bool) -> GameSettings {
        GameSettings {
            rule: rule.parse().unwrap(),
            size: BoardSize::new(lines).unwrap(),
            opening: opening.parse().unwrap(),
            tempo: tempo.parse().unwrap(),
            rated,
        }
    }

    #[test]
    fn tempos_survive_the_round_trip() {
        for text in ["none", "30/move", "300+5", "600+5x30", "1d", "14d"] {
            assert_eq!(text.parse::<Tempo>().unwrap().to_string(), text);
        }
        for (text, expected) in [
            ("0d", "expected 1 to 14 days for a move, found `0d`"),
            ("15d", "expected 1 to 14 days for a move, found `15d`"),
            ("d", "expected 1 to 14 days for a move, found `d`"),
            ("xd", "or days as in `3d`"),
        ] {
            let error = text.parse::<Tempo>().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_speed_follows_from_the_expected_time() {
        for (tempo, speed) in [
            ("60+0", Speed::Bullet),
            ("60+5", Speed::Blitz),
            ("300+3", Speed::Blitz),
            ("10/move", Speed::Blitz),
            ("600+5", Speed::Rapid),
            ("300+3x30", Speed::Rapid),
            ("1800+30", Speed::Classical),
            ("2d", Speed::Correspondence),
            ("none", Speed::Correspondence),
        ] {
            assert_eq!(tempo.parse::<Tempo>().unwrap().speed(), speed, "{tempo}");
        }
    }

    #[test]
    fn settings_that_no_game_can_have_are_refused() {
        let refused = |rule, lines, opening, tempo, rated| {
            settings(rule, lines, opening, tempo, rated).check().unwrap_err()
        };
        assert!(matches!(refused("free-9", 8, "free", "none", false), SettingsError::RuleSize { .. }));
        assert!(matches!(refused("renju", 19, "rif", "300+0", false), SettingsError::Protocol(_)));
        assert!(matches!(refused("free-3", 15, "swap2", "300+0", false), SettingsError::ProtocolRule { .. }));
        assert_eq!(refused("renju", 15, "rif", "none", true), SettingsError::RatedWithoutLimit);
        assert!(matches!(refused("free-6", 15, "swap", "300+0", true), SettingsError::RatedVariant { .. }));
        assert!(matches!(refused("standard", 13, "swap", "300+0", true), SettingsError::RatedVariant { .. }));
        for (rule, opening) in [("freestyle", "free"), ("freestyle", "pro"), ("standard", "long-pro")] {
            let unbalanced = settings(rule, 15, opening, "300+0", true);
            assert!(matches!(unbalanced.check(), Err(SettingsError::RatedUnbalanced { .. })));
            assert_eq!(unbalanced.check_stored(), Ok(()));
            let casual = GameSettings { rated: false, ..unbalanced };
            assert_eq!(casual.check(), Ok(()));
            assert_eq!(unbalanced.renewed(), casual);
        }
        for good in [
            settings("renju", 15, "free", "300+0", true),
            settings("renju", 15, "taraguchi-10", "3d", true),
            settings("free-3", 3, "free", "none", false),
            settings("caro", 20, "swap2", "300+5", true),
        ] {
            assert_eq!(good.check(), Ok(()));
        }
    }

    /// The proof of [`LEAST_WIN_LENGTH_WITH_OPENING`]: a protocol never places more than three stones of one colour.
    #[test]
    fn four_in_a_row_cannot_arise_in_an_opening() {
        let four = Rule::Free(WinLength::new(4).unwrap());
        for text in
            ["15.swap2.h8h9j8.i8h10.stay", "15.taraguchi-10.h8.stay.h9.stay.h10.stay.h11.stay.h12.stay"]
        {
            let opening: tengen_game::opening::Opening = text.parse().unwrap();
            assert!(opening.is_finished());
            assert!(opening.position(four).is_ok(), "{text}");
        }
    }

    #[test]
    fn every_pool_can_be_played() {
        assert!(!pool_settings(7).unwrap().rated && pool_settings(8).unwrap().rated);
        for number in 0..POOLS.len() {
            let settings = pool_settings(number).unwrap();
            assert_eq!(settings.check(), Ok(()), "{number}");
        }
    }

    #[test]
    fn wishes_for_seats_meet() {
        use SeatChoice::{First, Random, Second};
        assert!(Random.suits(First) && First.suits(Random) && First.suits(Second) && Random.suits(Random));
        assert!(!First.suits(First) && !Second.suits(Second));
        let seats: Vec<Player> = (0..100).map(|entropy| Random.seat(entropy)).collect();
        let first = seats.iter().filter(|&&seat| seat == Player::First).count();
        assert!((30..70).contains(&first), "{first}");
    }
}
