//! Compares the displayed win chances with the results of games.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use tengen_analysis::{ENGINE_UNITS_A_NAT, Score, win_chance};

use crate::game::Game;
use crate::loss::{cross_entropy, sigmoid};
use crate::network::HELD_OUT;
use crate::samples::for_each_game;

/// Compare the displayed win chances with the results of games, and draw a reliability plot
///
/// Only the games that `network` holds out are used.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Files with games of any rules, as `selfplay` writes them
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// SVG file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// The searches of a rule, with the results of the side to move.
#[derive(Debug, Default)]
struct Searches {
    /// The value of each search in engine units, and the result: 1 for a win, 0 for a loss.
    values: Vec<(i32, f64)>,
}

/// The searches with about the same displayed chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bin {
    count: usize,
    /// The sum of the displayed chances, from 0 to 1 each.
    shown: f64,
    /// The sum of the results.
    won: f64,
}

impl Bin {
    fn means(&self) -> (f64, f64) {
        (self.shown / self.count as f64, self.won / self.count as f64)
    }
}

/// The number of bins for chances from 0 to 1.
const BINS: usize = 20;

/// The smallest number of searches of a bin that is drawn.
const FEWEST: usize = 50;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut rules: BTreeMap<String, Searches> = BTreeMap::new();
    for_each_game(&arguments.games, None, HELD_OUT, |game, is_held_out| {
        if is_held_out {
            rules.entry(game.rule.to_string()).or_default().add(&game);
        }
        Ok(())
    })?;
    ensure!(!rules.is_empty(), "expected at least one game");
    for (rule, searches) in &rules {
        let (best, shown) = (searches.best_units(), ENGINE_UNITS_A_NAT);
        crate::report(&format!(
            "{rule}: {} searches; loss {:.4} with {shown} units a nat, as shown; least {:.4} with {best}",
            searches.values.len(),
            searches.loss(shown),
            searches.loss(best),
        ));
        for bin in searches.bins().iter().filter(|bin| bin.count >= FEWEST) {
            let (shown, won) = bin.means();
            crate::report(&format!("  shown {shown:.3}, won {won:.3}, {} searches", bin.count));
        }
    }
    crate::write(&arguments.out, draw(&rules).as_bytes())
}

impl Searches {
    /// Adds the searches of a game. A proved end is certain and needs no calibration.
    fn add(&mut self, game: &Game) {
        let colors = tengen_game::Color::BOTH.into_iter().cycle();
        for (played, side) in game.moves.iter().zip(colors) {
            if let Some(Score::Value(value)) = played.score {
                let result = game.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
                self.values.push((value, result));
            }
        }
    }

    /// The cross-entropy of the results, if `units` engine units change the odds by a factor of e.
    fn loss(&self, units: f64) -> f64 {
        let of = |&(value, result): &(i32, f64)| cross_entropy(result, sigmoid(f64::from(value) / units));
        self.values.iter().map(of).sum::<f64>() / self.values.len().max(1) as f64
    }

    /// The units with the lowest loss, in steps of 5.
    fn best_units(&self) -> f64 {
        let units = (10..=120).map(|step| f64::from(5 * step));
        units.min_by(|&a, &b| self.loss(a).total_cmp(&self.loss(b))).unwrap_or(ENGINE_UNITS_A_NAT)
    }

    fn bins(&self) -> [Bin; BINS] {
        let mut bins = [Bin::default(); BINS];
        for &(value, result) in &self.values {
            let shown = f64::from(win_chance(Score::Value(value))) / 1000.0;
            let bin = &mut bins[((shown * BINS as f64) as usize).min(BINS - 1)];
            *bin = Bin { count: bin.count + 1, shown: bin.shown + shown, won: bin.won + result };
        }
        bins
    }
}

/// The colours of the rules' lines, in the order of the rules.
const COLORS: [&str; 4] = ["#06c", "#c50", "#083", "#808"];

/// The position of the plot's square in the picture.
const LEFT: f64 = 60.0;
const TOP: f64 = 20.0;
const SIDE: f64 = 360.0;

/// The plot with the displayed chances on the horizontal axis and the results on the vertical one. It has a line for each rule, which
/// should be the diagonal.
fn draw(rules: &BTreeMap<String, Searches>) -> String {
    let place = |(shown, won): (f64, f64)| (LEFT + SIDE * shown, TOP + SIDE * (1.0 - won));
    let (right, bottom) = place((1.0, 0.0));
    let (width, height) = (right + 140.0, bottom + 50.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <path d=\"M{LEFT} {bottom}L{right} {TOP}\" stroke=\"#999\" stroke-dasharray=\"3 4\"/>\n"
    );
    // Writing to a `String` does not fail.
    for percent in [0, 25, 50, 75, 100] {
        let (x, y) = place((f64::from(percent) / 100.0, f64::from(percent) / 100.0));
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {TOP}V{bottom}M{LEFT} {y}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{percent}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}</text>",
            bottom + 18.0,
            LEFT - 8.0,
            y + 4.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">win chance shown, per cent</text>\
         <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">won, per cent</text>",
        LEFT + SIDE / 2.0,
        bottom + 40.0,
        TOP + SIDE / 2.0,
    );
    for (index, (rule, searches)) in rules.iter().enumerate() {
        let color = COLORS[index % COLORS.len()];
        let bins =
            searches.bins().into_iter().filter(|bin| bin.count >= FEWEST).map(|bin| place(bin.means()));
        let points: Vec<String> = bins.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{rule}</text>",
            points.join(" "),
            right + 12.0,
            TOP + 16.0 + 20.0 * index as f64,
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    /// Searches with as many wins as a curve of these units predicts, for each value.
    fn results_of(units: f64) -> Searches {
        let mut searches = Searches::default();
        for value in (-600..=600).step_by(60) {
            let wins = (1000.0 * sigmoid(f64::from(value) / units)).round() as usize;
            searches.values.extend((0..1000).map(|game| (value, f64::from(u8::from(game < wins)))));
        }
        searches
    }

    #[test]
    fn the_units_of_results_are_found() {
        assert_eq!(results_of(200.0).best_units(), 200.0);
        let calibrated = results_of(ENGINE_UNITS_A_NAT);
        for bin in calibrated.bins().iter().filter(|bin| bin.count > 0) {
            let (shown, won) = bin.means();
            assert!((shown - won).abs() < 0.002, "{bin:?}");
        }
    }

    #[test]
    fn held_out_games_are_drawn_by_rule() {
        let folder = tempfile::tempdir().unwrap();
        let (games, out) = (folder.path().join("games.txt"), folder.path().join("plot.svg"));
        // Only the first game is held out. Its proved end does not count.
        let game = |winner: &str| format!("renju 15 {winner} h8 i9/-20 h10/30 i8/m-3 h9/m2\n");
        std::fs::write(&games, game("black") + &game("white")).unwrap();
        run(&Arguments { games: vec![games], out: out.clone() }).unwrap();
        let svg = std::fs::read_to_string(out).unwrap();
        assert!(svg.contains(">renju</text>") && svg.ends_with("</svg>\n"), "{svg}");
        let mut searches = Searches::default();
        searches.add(&game("black").trim().parse().unwrap());
        assert_eq!(searches.values, [(-20, 0.0), (30, 1.0)]);
    }
}
