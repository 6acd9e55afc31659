//! Compares the scores of searches with those that games have, perhaps by another engine or by longer searches.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use tengen_analysis::{ENGINE_UNITS_A_NAT, Score, SearchLimits};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::Position;

use crate::game::Game;
use crate::loss::chance;
use crate::samples::for_each_game;
use crate::selfplay::StoppedClock;

/// Compare the scores of searches with those that games have
///
/// Each position whose move has a value behind it is searched. Both scores are turned into win chances of the side to move.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files with games of any rules, as `selfplay` writes them
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Nodes of each search
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Units that change the odds by a factor of e, for the engine whose values the games have
    #[arg(long, default_value_t = ENGINE_UNITS_A_NAT, value_parser = units)]
    units: f64,
    /// File with a network that replaces the built-in one for its rule
    #[arg(long, value_name = "FILE")]
    network: Vec<PathBuf>,
}

fn units(text: &str) -> Result<f64, String> {
    let units = text.parse().ok().filter(|units: &f64| units.is_finite() && *units > 0.0);
    units.ok_or_else(|| format!("expected a number above 0, found `{text}`"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let agreement = measure(arguments)?;
    ensure!(agreement.count > 1.0, "expected at least two moves with values, as `h8/-12`");
    crate::report(&format!(
        "{:.0} positions at {} nodes: correlation {:.4}, root mean square of the differences {:.4}, mean difference {:+.4}",
        agreement.count,
        arguments.nodes,
        agreement.correlation(),
        agreement.root_mean_square(),
        agreement.mean_difference(),
    ));
    Ok(())
}

/// Searches the positions of all games.
fn measure(arguments: &Arguments) -> Result<Agreement> {
    let weights = crate::with_networks(crate::read(None)?, &arguments.network)?;
    let mut engine =
        Engine::new(EngineOptions { hash_bytes: 4 << 20, threads: 1, weights, ..EngineOptions::default() });
    let mut agreement = Agreement::default();
    for_each_game(&arguments.games, None, 1, |game, _| {
        add_game(&mut engine, &game, arguments, &mut agreement)
    })?;
    Ok(agreement)
}

/// Searches the positions of a game whose moves have values.
fn add_game(
    engine: &mut Engine,
    game: &Game,
    arguments: &Arguments,
    agreement: &mut Agreement,
) -> Result<()> {
    let mut position = Position::new(game.rule, game.size);
    for played in &game.moves {
        if let Some(score @ Score::Value(_)) = played.score {
            // Each search begins with an empty table, so that its score does not depend on earlier ones.
            engine.clear();
            engine.set_position(position.clone());
            let report = engine.search(&SearchLimits::nodes(arguments.nodes), &StoppedClock, &mut ());
            agreement.add(chance(report.score, ENGINE_UNITS_A_NAT), chance(score, arguments.units));
        }
        position.play(played.point)?;
    }
    Ok(())
}

/// Sums over pairs of win chances: the one that was found, and the one of the game.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    count: f64,
    sums: [f64; 2],
    squares: [f64; 2],
    products: f64,
}

impl Agreement {
    fn add(&mut self, found: f64, expected: f64) {
        self.count += 1.0;
        for (index, chance) in [found, expected].into_iter().enumerate() {
            self.sums[index] += chance;
            self.squares[index] += chance * chance;
        }
        self.products += found * expected;
    }

    /// Pearson's correlation, from -1 to 1.
    fn correlation(&self) -> f64 {
        let [found, expected] =
            [0, 1].map(|index| self.squares[index] - self.sums[index].powi(2) / self.count);
        (self.products - self.sums[0] * self.sums[1] / self.count) / (found * expected).sqrt()
    }

    fn root_mean_square(&self) -> f64 {
        ((self.squares[0] + self.squares[1] - 2.0 * self.products) / self.count).max(0.0).sqrt()
    }

    /// The mean difference by which the found chances are better for the side to move.
    fn mean_difference(&self) -> f64 {
        (self.sums[0] - self.sums[1]) / self.count
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn differences_are_measured() {
        let mut agreement = Agreement::default();
        for (found, expected) in [(0.2, 0.1), (0.5, 0.4), (0.8, 0.7)] {
            agreement.add(found, expected);
        }
        assert!(near(agreement.correlation(), 1.0), "{agreement:?}");
        assert!(near(agreement.root_mean_square(), 0.1), "{agreement:?}");
        assert!(near(agreement.mean_difference(), 0.1), "{agreement:?}");
        agreement.add(0.1, 1.0);
        assert!(agreement.correlation() < 0.0, "{agreement:?}");
    }

    #[test]
    fn the_same_searches_agree_and_others_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        let write = |signs: i32| {
            // The score of the search itself, or its opposite.
            let mut engine = Engine::new(EngineOptions { hash_bytes: 4 << 20, ..EngineOptions::default() });
            let (mut position, mut line) =
                (Position::new(tengen_game::Rule::FREESTYLE, size()), String::new());
            for point in ["h8", "i9", "g9", "h10", "i10", "g7"] {
                engine.clear();
                engine.set_position(position.clone());
                let report = engine.search(&SearchLimits::nodes(300), &StoppedClock, &mut ());
                let Score::Value(value) = report.score else { panic!("{point} is decided") };
                line += &format!(" {point}/{}", signs * value);
                position.play(tengen_game::Point::parse(point, size()).unwrap()).unwrap();
            }
            std::fs::write(&file, format!("freestyle 15 black{line}\n")).unwrap();
        };
        let arguments = Arguments {
            games: vec![file.clone()],
            nodes: 300,
            units: ENGINE_UNITS_A_NAT,
            network: Vec::new(),
        };
        write(1);
        let same = measure(&arguments).unwrap();
        assert!(near(same.correlation(), 1.0) && near(same.root_mean_square(), 0.0), "{same:?}");
        write(-1);
        assert!(measure(&arguments).unwrap().correlation() < -0.9);
    }

    fn size() -> tengen_game::BoardSize {
        tengen_game::BoardSize::FIFTEEN
    }

    #[test]
    fn the_games_of_the_repository_are_read() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/lost_games.txt");
        crate::carry_out_line(&format!("agreement {file} --nodes 1 --units 300")).unwrap();
        let error = crate::carry_out_line("agreement x --units 0").unwrap_err().to_string();
        assert!(error.contains("expected a number above 0, found `0`"), "{error}");
    }
}
