//! Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013), with the parameters of the large chess servers.
//!
//! Every [category](crate::category::Category) has ratings of its own. A rating changes with each game; the time since the last game counts
//! as a fraction of a rating period. The formulas are those of the crate `skillratings`.
//!
//! ```
//! use tengen_online::rating::{Rating, Score, rate_game};
//!
//! let (winner, loser) = rate_game(&Rating::new(0), &Rating::new(0), Score::Win, 0);
//! assert!(winner.value() > 1_700 && loser.value() < 1_300);
//! assert!(winner.is_provisional(0));
//! ```

mod leaderboard;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};
use tengen_game::opening::Player;

pub use leaderboard::{LEADERBOARD_LENGTH, Leaderboard, Place};

use crate::category::Category;
use crate::id::{AccountId, GameId};
use crate::message::{GameOver, RatingView};
use crate::{DAY, Time};

/// The rating of a new player.
pub const START: f64 = 1_500.0;
/// The deviation of a new player, which is also the largest one.
pub const MAX_DEVIATION: f64 = 500.0;
/// The smallest deviation.
pub const MIN_DEVIATION: f64 = 45.0;
/// From this deviation on a rating is provisional.
pub const PROVISIONAL_DEVIATION: f64 = 110.0;
/// Below this deviation a player is ranked.
pub const RANKED_DEVIATION: f64 = 75.0;
/// The volatility of a new player.
pub const START_VOLATILITY: f64 = 0.09;
/// The largest volatility.
pub const MAX_VOLATILITY: f64 = 0.1;
/// The lowest rating.
pub const MIN_RATING: f64 = 400.0;
/// The highest rating.
pub const MAX_RATING: f64 = 4_000.0;
/// The largest change of a rating by one game.
pub const MAX_CHANGE: f64 = 700.0;
/// The number of choices and moves of both players from which a rated game counts that is not decided on the board.
pub const LEAST_RATED_PLIES: u16 = 10;
/// The period in milliseconds within which repeated rated games of the same two players count less.
pub const REPETITION: Time = DAY;
/// The constant τ, which limits the change of the volatility.
pub const TAU: f64 = 0.75;
/// The number of rating periods per day.
pub const PERIODS_A_DAY: f64 = 0.214_36;
/// The number of rating points in a unit of the Glicko-2 scale.
const SCALE: f64 = 173.717_8;

/// A player's rating in one category.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The deviation at the time of the last game.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u32,
    /// The time of the last game, or of the rating's creation.
    pub last: Time,
}

/// The result of a game for the first of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The first player wins.
    Win,
    /// A draw.
    Draw,
    /// The second player wins.
    Loss,
}

impl Score {
    /// The score of [`Player::First`]; `None` for games without a result.
    pub fn of(result: GameOver) -> Option<Score> {
        result.cause.counts().then_some(match result.winner {
            Some(Player::First) => Score::Win,
            None => Score::Draw,
            Some(Player::Second) => Score::Loss,
        })
    }

    const fn turned(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }

    const fn outcome(self) -> Outcomes {
        match self {
            Score::Win => Outcomes::WIN,
            Score::Draw => Outcomes::DRAW,
            Score::Loss => Outcomes::LOSS,
        }
    }
}

impl Rating {
    /// The rating of a new player.
    pub fn new(now: Time) -> Rating {
        Rating { rating: START, deviation: MAX_DEVIATION, volatility: START_VOLATILITY, games: 0, last: now }
    }

    /// The rating, rounded.
    pub fn value(&self) -> u16 {
        self.rating.round() as u16
    }

    /// The deviation at a time. It grows while the player does not play.
    pub fn deviation_at(&self, now: Time) -> f64 {
        let grown = (self.deviation / SCALE).hypot(self.volatility * periods(self.last, now).sqrt()) * SCALE;
        grown.clamp(MIN_DEVIATION, MAX_DEVIATION)
    }

    /// Whether the rating is still uncertain.
    pub fn is_provisional(&self, now: Time) -> bool {
        self.deviation_at(now) >= PROVISIONAL_DEVIATION
    }

    /// Whether the player has a rank on the leaderboard.
    pub fn is_ranked(&self, now: Time) -> bool {
        self.deviation_at(now) < RANKED_DEVIATION
    }

    /// The rating as other users see it.
    pub fn view(&self, now: Time) -> RatingView {
        RatingView { value: self.value(), provisional: self.is_provisional(now) }
    }

    /// The expected score, from 0 to 1, against another player.
    pub fn expected_score(&self, other: &Rating, now: Time) -> f64 {
        expected_score(&self.at(now), &other.at(now)).0
    }

    /// The rating as a type of the crate `skillratings`, with the deviation at a time.
    fn at(&self, now: Time) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation_at(now), volatility: self.volatility }
    }
}

/// The ratings of two players after a game.
pub fn rate_game(first: &Rating, second: &Rating, score: Score, now: Time) -> (Rating, Rating) {
    (after_game(first, second, score, now), after_game(second, first, score.turned(), now))
}

fn after_game(player: &Rating, opponent: &Rating, score: Score, now: Time) -> Rating {
    let results = [(opponent.at(now), score.outcome())];
    let next = after_period(&player.at(now), &results, 0.0, TAU);
    let change = (next.rating - player.rating).clamp(-MAX_CHANGE, MAX_CHANGE);
    Rating {
        rating: rounded((player.rating + change).clamp(MIN_RATING, MAX_RATING), 4),
        deviation: rounded(next.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION), 4),
        volatility: rounded(next.volatility.min(MAX_VOLATILITY), 8),
        games: player.games.saturating_add(1),
        last: now.max(player.last),
    }
}

/// A number rounded to `places` decimal places, so that it is stored as a short text without loss.
fn rounded(number: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (number * scale).round() / scale
}

/// The rating after some results, when `periods` rating periods have passed since the given deviation.
///
/// The crate adds the growth of one period with each calculation. The deviation before is adjusted by the growth of the other periods.
fn after_period(
    player: &Glicko2Rating,
    results: &[(Glicko2Rating, Outcomes)],
    periods: f64,
    tau: f64,
) -> Glicko2Rating {
    let growth = (player.volatility * SCALE).powi(2) * (periods - 1.0);
    let deviation = (player.deviation.powi(2) + growth).max(1.0).sqrt();
    let config = Glicko2Config { tau, ..Glicko2Config::new() };
    glicko2_rating_period(&Glicko2Rating { deviation, ..*player }, results, &config)
}

/// The number of rating periods between two times.
fn periods(from: Time, to: Time) -> f64 {
    to.saturating_sub(from) as f64 / DAY as f64 * PERIODS_A_DAY
}

/// All ratings of a player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ratings(BTreeMap<Category, Rating>);

impl Ratings {
    /// The rating in a category: a new one if the player has not played in it.
    pub fn get(&self, category: Category, now: Time) -> Rating {
        self.0.get(&category).copied().unwrap_or_else(|| Rating::new(now))
    }

    /// The ratings, each with its category, of the categories in which the player has played.
    pub fn iter(&self) -> impl Iterator<Item = (Category, &Rating)> {
        self.0.iter().map(|(&category, rating)| (category, rating))
    }

    /// Whether the player has no rating.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces the rating in a category.
    pub fn set(&mut self, category: Category, rating: Rating) {
        self.0.insert(category, rating);
    }
}

/// The weight of a game between two players, from 0 to 1, after `earlier` rated games between them within [`REPETITION`]: 1 after up to two
/// games, half of the previous weight with each further one, and 0 from the eleventh game on.
///
/// ```
/// use tengen_online::rating::weight_after;
///
/// assert_eq!([0, 2, 3, 4, 10].map(weight_after), [1.0, 1.0, 0.5, 0.25, 0.0]);
/// ```
pub fn weight_after(earlier: u32) -> f64 {
    match earlier {
        0..=2 => 1.0,
        3..10 => 0.5f64.powi(earlier as i32 - 2),
        _ => 0.0,
    }
}

/// The rating after a game that counts in part: `weight` is the fraction of the change that is made.
fn weighted(before: &Rating, after: Rating, weight: f64) -> Rating {
    if weight >= 1.0 {
        return after;
    }
    let part = |before: f64, after: f64| before + (after - before) * weight;
    // The deviation has grown with time, independently of the game's weight.
    let deviation = before.deviation_at(after.last);
    Rating {
        rating: rounded(part(before.rating, after.rating), 4),
        deviation: rounded(part(deviation, after.deviation), 4),
        volatility: rounded(part(before.volatility, after.volatility), 8),
        ..after
    }
}

/// The change of a player's rating by a game, which is an entry of the history of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingChange {
    /// The account of the player.
    pub account: AccountId,
    /// The category of the rating.
    pub category: Category,
    /// The game that changed the rating.
    pub game: GameId,
    /// The rating before the game.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
}

/// The changes of both players' ratings by a finished game; `None` for casual games, those without a result, and those in no category. The
/// ratings are those of the first and the second player before the game. `weight` is the value of [`weight_after`], and a game of weight 0
/// changes nothing.
pub fn changes_of_game(
    game: &crate::game::NewGame,
    result: GameOver,
    ratings: [&Ratings; 2],
    weight: f64,
    now: Time,
) -> Option<[RatingChange; 2]> {
    let score = Score::of(result).filter(|_| game.settings.rated && weight > 0.0)?;
    let category = Category::of(&game.settings)?;
    let before = ratings.map(|ratings| ratings.get(category, now));
    let (first, second) = rate_game(&before[0], &before[1], score, now);
    let change = |player: Player, after| RatingChange {
        account: game.players[player as usize].account,
        category,
        game: game.game,
        before: before[player as usize],
        after: weighted(&before[player as usize], after, weight),
    };
    Some([change(Player::First, first), change(Player::Second, second)])
}
