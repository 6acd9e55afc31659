//! What results say about strength: scores with error bars, sequential tests, ratings.
//!
//! Everything here is a function of counts. [`Scores`] holds them from one engine's point of view: single games are
//! [`Trinomial`] (loss, draw, win); two games from the same opening with colours reversed are one pair, and pairs are
//! [`Pentanomial`] (0, ½, 1, 1½, 2 points). A lopsided opening gives each side one win, which says nothing about the
//! engines but looks like noise when the games are counted singly; counted in pairs it is a plain 1–1. So pairs need
//! fewer games for the same certainty, and where openings are paired they are the right thing to count.
//!
//! | question | answer |
//! |---|---|
//! | How much stronger, and how sure is that? | [`Scores::elo`] |
//! | How likely is it stronger at all? | [`Scores::superiority`] |
//! | May the match stop? | [`Sprt`] |
//! | How strong is each of many? | [`rate`] |
//!
//! Elo is logistic: a difference of d means an expected score of 1 / (1 + 10^(−d/400)) points a game.

mod elo;
mod rating;
mod scores;
mod sprt;

pub use elo::{EloEstimate, elo_of_score, score_of_elo};
pub(crate) use rating::rate_checked;
pub use rating::{Duel, Rating, RatingError, Ratings, rate};
pub use scores::{Pentanomial, Scores, Trinomial};
pub use sprt::{Decision, Sprt, SprtError};

/// The 97.5 % quantile of the normal distribution: 95 % lie within this many standard deviations of the mean.
const Z_95: f64 = 1.959_963_984_540_054;
