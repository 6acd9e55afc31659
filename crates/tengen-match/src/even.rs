//! The even game: an opponent that follows the results of a person towards one win in two.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use tengen_analysis::Level;
use tengen_game::Color;

use crate::{Game, LostOpenings, Wins};

/// The rating of a level on the scale of a person's strength: the levels are about 100 Elo apart.
const ELO_OF_LEVEL: f64 = 100.0;

/// The deviation of a level's rating: a calibration knows it to about as much.
const LEVEL_DEVIATION: f64 = 40.0;

/// A person is taken for this level before the first game.
const FIRST_LEVEL: f64 = 4.5;

/// The deviation of a new person's rating, and the least one, so that the opponent follows a person who improves.
const FIRST_DEVIATION: f64 = 900.0;
const LEAST_DEVIATION: f64 = 60.0;

/// The volatility of a new person's rating.
const FIRST_VOLATILITY: f64 = 0.09;

/// The largest volatility, as in online play.
const MOST_VOLATILITY: f64 = 0.1;

/// The factor of the standard deviation for an interval of 95 %.
const Z_95: f64 = 1.96;

/// The games whose results are remembered, so that none counts twice.
const REMEMBERED: usize = 8;

/// The result of a game for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonScore {
    /// The person won.
    Win,
    /// The game was drawn.
    Draw,
    /// The person lost.
    Loss,
}

/// The level, the person's side and the person's score of a finished game of the only person against a level; `None` for other games. A game
/// from a position that was set up, from an earlier game, or with a handicap is no measure of strength.
pub fn score_against_level(game: &Game) -> Option<(Level, Color, PersonScore)> {
    let person = game.sole_player()?;
    let level = game.seat(!person).level()?;
    let start = game.record().start();
    let is_whole = start.moves().is_empty() && start.board().stones() == 0 && !game.has_handicap();
    let score = match game.result().filter(|_| is_whole)?.winner {
        None => PersonScore::Draw,
        Some(winner) if winner == person => PersonScore::Win,
        Some(_) => PersonScore::Loss,
    };
    Some((level, person, score))
}

/// The strength of a person on the ladder, by Glicko-2 with a period of one game (Glickman 2013).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Strength {
    /// The rating in Elo; level 1 has 100, level 2 has 200.
    rating: f64,
    /// The standard deviation of the rating, in Elo.
    deviation: f64,
    volatility: f64,
    /// The number of games that counted.
    games: u32,
    /// The points of these games: two for a win, one for a draw.
    half_points: u32,
    /// The identifiers of the last games that counted.
    counted: Vec<String>,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength {
            rating: FIRST_LEVEL * ELO_OF_LEVEL,
            deviation: FIRST_DEVIATION,
            volatility: FIRST_VOLATILITY,
            games: 0,
            half_points: 0,
            counted: Vec::new(),
        }
    }
}

impl Strength {
    /// This strength, or that of a new person if the numbers are none that games can lead to, as in a file that was edited.
    #[must_use]
    pub fn checked(self) -> Strength {
        const MOST_GAMES: u32 = 1_000_000;
        let numbers = [self.rating, self.deviation, self.volatility];
        let is_possible = numbers.iter().all(|number| number.is_finite() && number.abs() <= 10_000.0)
            && self.deviation >= LEAST_DEVIATION
            && self.volatility > 0.0
            && self.games <= MOST_GAMES
            && self.half_points <= 2 * self.games;
        if is_possible { self } else { Strength::default() }
    }

    /// The number of games that counted.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Whether the result of this game has counted already.
    pub fn has_counted(&self, game: &str) -> bool {
        self.counted.iter().any(|counted| counted == game)
    }

    /// Counts the result of a game against a level. A game counts once.
    pub fn count(&mut self, game: &str, level: Level, score: PersonScore) {
        if self.has_counted(game) {
            return;
        }
        let before =
            Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility };
        let opponent = Glicko2Rating {
            rating: ELO_OF_LEVEL * f64::from(level.number()),
            deviation: LEVEL_DEVIATION,
            volatility: 0.0,
        };
        let outcome = match score {
            PersonScore::Win => Outcomes::WIN,
            PersonScore::Draw => Outcomes::DRAW,
            PersonScore::Loss => Outcomes::LOSS,
        };
        let (after, _) = glicko2(&before, &opponent, &outcome, &Glicko2Config::new());
        // A person is weaker than level 1 or stronger than level 20 by two levels at most: no opponent could tell more.
        let (least, most) = (-ELO_OF_LEVEL, ELO_OF_LEVEL * f64::from(Level::HARD.number() + 2));
        self.rating = after.rating.clamp(least, most);
        self.deviation = after.deviation.clamp(LEAST_DEVIATION, FIRST_DEVIATION);
        self.volatility = after.volatility.min(MOST_VOLATILITY);
        self.games += 1;
        self.half_points += match score {
            PersonScore::Win => 2,
            PersonScore::Draw => 1,
            PersonScore::Loss => 0,
        };
        self.counted.insert(0, game.to_owned());
        self.counted.truncate(REMEMBERED);
    }

    /// The level of the next game. As long as the person has won all games, or lost all, the level goes on by the deviation:
    /// games against opponents of another strength would say little. Where the strength is between two levels, both are played in turn, each as often as the strength is
    /// close to it.
    pub fn level(&self) -> Level {
        let further = match self.half_points {
            _ if self.games == 0 => 0.0,
            0 => -self.deviation,
            points if points == 2 * self.games => self.deviation,
            _ => 0.0,
        };
        let exact = ((self.rating + further) / ELO_OF_LEVEL).clamp(1.0, f64::from(Level::HARD.number()));
        // The golden ratio spreads the fractions of successive games evenly.
        let fraction = (f64::from(self.games) * 0.618_034).fract();
        let number = exact.floor() + f64::from(u8::from(exact.fract() > fraction));
        Level::new(number as u8).unwrap_or(Level::HARD)
    }

    /// The estimate that is told: the level that is as strong as the person, and the error of it in levels with a confidence of 95 %.
    pub fn estimate(&self) -> (u8, u8) {
        let level = (self.rating / ELO_OF_LEVEL).round().clamp(1.0, f64::from(Level::HARD.number()));
        let error = (Z_95 * self.deviation / ELO_OF_LEVEL).ceil().clamp(1.0, f64::from(Level::HARD.number()));
        (level as u8, error as u8)
    }
}

/// The results of a person against the levels: what the even game and the choice of openings need, in one file or account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LadderProgress {
    /// The person's strength.
    pub strength: Strength,
    /// The openings that the levels lost.
    pub lost_openings: LostOpenings,
    /// The levels that the person has beaten.
    pub wins: Wins,
}

impl LadderProgress {
    /// This progress with that of another device of the same person. The strength with more games counts: both may have the same games.
    #[must_use]
    pub fn merged(mut self, other: &LadderProgress) -> LadderProgress {
        let other_strength = other.strength.clone().checked();
        if other_strength.games > self.strength.games {
            self.strength = other_strength;
        }
        self.lost_openings.merge(&other.lost_openings);
        self.wins.merge(&other.wins);
        self
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::SplitMix;

    use super::*;

    /// The result of a person of this rating against a level.
    fn game(random: &mut SplitMix, rating: f64, level: Level) -> PersonScore {
        let difference = rating - ELO_OF_LEVEL * f64::from(level.number());
        let expected = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        if (random.below(1_000_000) as f64) < expected * 1e6 { PersonScore::Win } else { PersonScore::Loss }
    }

    /// The requirement of the even game, for people of six strengths: it settles within ten games, and a person then scores one half.
    #[test]
    fn it_settles_within_ten_games_and_stays_even() {
        for rating in [150.0, 420.0, 700.0, 1_010.0, 1_400.0, 1_850.0] {
            let (mut points, mut errors, mut within) = (0.0, 0.0, 0);
            const PEOPLE: u64 = 200;
            for seed in 0..PEOPLE {
                let mut random = SplitMix::new(SplitMix::mix(seed));
                let mut strength = Strength::default();
                let play = |strength: &mut Strength, number: u32, random: &mut SplitMix| {
                    let level = strength.level();
                    let score = game(random, rating, level);
                    strength.count(&number.to_string(), level, score);
                    score
                };
                for number in 0..10 {
                    play(&mut strength, number, &mut random);
                }
                errors += (strength.rating - rating).abs();
                let (level, error) = strength.estimate();
                within += u32::from(
                    (rating - f64::from(level) * ELO_OF_LEVEL).abs() <= f64::from(error) * ELO_OF_LEVEL,
                );
                for number in 10..110 {
                    let score = play(&mut strength, number, &mut random);
                    points += if score == PersonScore::Win { 1.0 } else { 0.0 };
                }
            }
            let (share, error) = (points / (100.0 * PEOPLE as f64), errors / PEOPLE as f64);
            assert!((0.45..=0.55).contains(&share), "{rating}: {share}");
            assert!(error < 220.0, "{rating}: {error}");
            assert!(
                within * 10 >= 9 * PEOPLE as u32,
                "{rating}: the interval holds for {within} of {PEOPLE}"
            );
        }
    }

    #[test]
    fn a_game_counts_once_and_wins_lead_upwards() {
        let mut strength = Strength::default();
        let (first, error) = strength.estimate();
        strength.count("a", Level::EASY, PersonScore::Win);
        strength.count("a", Level::EASY, PersonScore::Win);
        assert_eq!(strength.games(), 1);
        assert!(strength.estimate().0 > first && strength.estimate().1 < error);
        for number in 0..60 {
            let level = strength.level();
            strength.count(&number.to_string(), level, PersonScore::Win);
        }
        assert_eq!((strength.level(), strength.estimate().0), (Level::HARD, 20));
        let text = serde_json::to_string(&strength).unwrap();
        assert_eq!(serde_json::from_str::<Strength>(&text).unwrap(), strength);
        assert_eq!(strength.counted.len(), REMEMBERED);
        assert_eq!(strength.clone().checked(), strength);
        for edited in [
            Strength { rating: f64::NAN, ..strength.clone() },
            Strength { deviation: 0.0, ..strength.clone() },
            Strength { games: u32::MAX, ..strength.clone() },
        ] {
            assert_eq!(edited.checked(), Strength::default());
        }
    }

    #[test]
    fn the_progress_of_two_devices_comes_together() {
        let mut here = LadderProgress::default();
        let mut there = LadderProgress::default();
        there.strength.count("a", Level::EASY, PersonScore::Win);
        there.lost_openings = serde_json::from_str(r#"["white freestyle 15 h8 i9"]"#).unwrap();
        here.lost_openings = serde_json::from_str(r#"["black freestyle 15 h8"]"#).unwrap();
        let both = here.clone().merged(&there);
        assert_eq!((both.strength.games(), both.strength.has_counted("a")), (1, true));
        assert_eq!(both.clone().merged(&there), both);
        assert_eq!(there.merged(&here).strength, both.strength);
        let text = serde_json::to_string(&both).unwrap();
        assert_eq!(serde_json::from_str::<LadderProgress>(&text).unwrap(), both);
        assert!(text.contains("h8 i9") && text.contains("black freestyle"));
    }
}
