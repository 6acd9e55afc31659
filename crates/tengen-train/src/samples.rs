//! Positions of games as the numbers for the training.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use tengen_analysis::Score;
use tengen_engine::features::{CODES, Family, Replay};
use tengen_game::{Position, Rule};

use crate::game::Game;

/// A position for the fit of the values.
pub(crate) struct ValueSample {
    /// Entries of the value tables with their factors. The entries of a rule's second family follow those of the first.
    pub(crate) terms: Vec<(u16, f32)>,
    /// The entry of the threat table. The entries of a rule's second family follow those of the first.
    pub(crate) threats: u16,
    /// The result for the side to move: 1 for a win, 0 for a loss.
    pub(crate) result: f32,
    /// The value of the position by the search in its units, if it gave one.
    pub(crate) searched: Option<f32>,
}

/// A choice of a move.
pub(crate) struct OrderSample {
    /// The entries of the order tables for each choice: the side to move's, then the other's.
    pub(crate) choices: Vec<(u16, u16)>,
    pub(crate) chosen: u16,
}

#[derive(Default)]
pub(crate) struct Samples {
    pub(crate) values: Vec<ValueSample>,
    pub(crate) orders: Vec<OrderSample>,
    pub(crate) games: usize,
}

/// Games of one rule, the data of a training
#[derive(Debug, clap::Args)]
pub(crate) struct GamesOfRule {
    /// Files with games, as `selfplay` writes them
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Rule of the games and of the trained parameters
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
}

/// Calls `visit` with each game of the files, one per line, and whether it is held out, as one of `held_out` games is. With `rule`, all
/// games must have this rule.
///
/// # Errors
/// When a file cannot be read, a line is not a game or has another rule, and when `visit` fails; the error includes the place.
pub(crate) fn for_each_game(
    files: &[PathBuf],
    rule: Option<Rule>,
    held_out: usize,
    mut visit: impl FnMut(Game, bool) -> Result<()>,
) -> Result<()> {
    for path in files {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let place = || format!("{}, line {}", path.display(), index + 1);
            let game: Game = line.with_context(place)?.parse().with_context(place)?;
            if let Some(rule) = rule {
                ensure!(
                    game.rule == rule,
                    "{}: expected a game of {rule}, found one of {}",
                    place(),
                    game.rule
                );
            }
            visit(game, index % held_out == 0).with_context(place)?;
        }
    }
    Ok(())
}

/// The families of a rule's positions.
pub(crate) fn families(rule: Rule) -> Vec<Family> {
    let mut families = tengen_game::Color::BOTH.map(|color| Family::of(rule, color)).to_vec();
    families.dedup();
    families
}

impl Samples {
    /// Adds the positions of a game in which the engine moved.
    pub(crate) fn add(&mut self, game: &Game) -> Result<()> {
        self.games += 1;
        let families = families(game.rule);
        let place = |family: Family| families.iter().position(|&known| known == family).unwrap_or(0);
        let mut position = Position::new(game.rule, game.size);
        let mut replay = Replay::new(&position);
        let mut has_begun = false;
        for (index, played) in game.moves.iter().enumerate() {
            position.check(played.point).with_context(|| format!("move {} of `{game}`", index + 1))?;
            has_begun |= played.score.is_some();
            if has_begun && index > 0 && replay.is_evaluated() {
                let side = replay.side();
                let offset = |family| (place(family) * CODES) as u16;
                let terms =
                    replay.terms().into_iter().map(|term| (term.code + offset(term.family), term.factor));
                let pair = replay.threat_pair()
                    + place(Family::of(game.rule, side)) * tengen_engine::features::THREAT_PAIRS;
                self.values.push(ValueSample {
                    terms: sum(terms.collect()),
                    threats: pair as u16,
                    result: game.winner.map_or(0.5, |winner| f32::from(u8::from(winner == side))),
                    searched: played.score.and_then(|score| match score {
                        Score::Value(value) => Some(value as f32),
                        Score::Mate(_) => None,
                    }),
                });
                if played.score.is_some() && replay.is_free() {
                    let choices = replay.choices();
                    if let Some(chosen) = choices.iter().position(|choice| choice.point == played.point) {
                        let own = offset(Family::of(game.rule, side));
                        let other = offset(Family::of(game.rule, !side));
                        let of_choice = |choice: &tengen_engine::features::Choice| {
                            (choice.own + own, choice.other + other)
                        };
                        let choices = choices.iter().map(of_choice).collect();
                        self.orders.push(OrderSample { choices, chosen: chosen as u16 });
                    }
                }
            }
            position.play(played.point).with_context(|| format!("move {} of `{game}`", index + 1))?;
            if position.is_over() {
                break;
            }
            replay.make(played.point);
        }
        Ok(())
    }
}

/// Adds the factors of equal entries.
fn sum(mut terms: Vec<(u16, f32)>) -> Vec<(u16, f32)> {
    terms.sort_unstable_by_key(|term| term.0);
    terms.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1 += next.1;
        }
        same
    });
    terms.retain(|term| term.1 != 0.0);
    terms
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    #[test]
    fn positions_that_the_engine_judges_are_samples() {
        // White's second move is the engine's first one. Black's four at move 9 is answered and not evaluated.
        let line =
            "renju 15 black h8 a1 h9 b3/-10 h10 c5/-100 i8/50 g5/-50 h11/300 h7/-300 g8/900 f8/m-2 h12/m1";
        let mut samples = Samples::default();
        samples.add(&line.parse().unwrap()).unwrap();
        assert_eq!(samples.games, 1);
        let results: Vec<f32> = samples.values.iter().map(|sample| sample.result).collect();
        let searched: Vec<Option<f32>> = samples.values.iter().map(|sample| sample.searched).collect();
        assert_eq!(searched[..2], [Some(-10.0), None]);
        assert_eq!(results[..2], [0.0, 1.0]);
        assert!(!searched.contains(&Some(-300.0)), "a four is answered: {searched:?}");
        // The families of renju have tables of their own.
        let of_black = |sample: &ValueSample| sample.terms.iter().any(|term| usize::from(term.0) < CODES);
        let of_white = |sample: &ValueSample| sample.terms.iter().any(|term| usize::from(term.0) >= CODES);
        assert!(samples.values.iter().all(|sample| of_black(sample) && of_white(sample)));
        assert!(samples.orders.iter().all(|sample| usize::from(sample.chosen) < sample.choices.len()));
    }

    #[test]
    fn a_game_that_cannot_be_played_is_reported() {
        let game = "freestyle 15 draw h8 h8".parse().unwrap();
        let fault = Samples::default().add(&game).map(|()| "played").unwrap_err();
        assert!(fault.to_string().contains("move 2 of `freestyle 15 draw h8 h8`"), "{fault:#}");
    }
}
