//! The report of a calibration, as Markdown and as a picture.

use std::fmt::Write as _;

use tengen_analysis::{Character, Level};
use tengen_engine::FacedKind;

use super::{Calibration, Manner, NODES_OF_CLASSICS, NODES_OF_FULL, Rung, character_levels};

/// The width of the picture, the height of a row, and the space for the names, in user units.
const WIDTH: f64 = 720.0;
const ROW: f64 = 20.0;
const NAMES: f64 = 150.0;

impl Calibration {
    /// The report: the version, the picture, and the ratings with their errors.
    pub fn to_markdown(&self, picture: &str) -> String {
        let (rungs, ratings) = (Rung::all(), self.ratings());
        let (played, _) = self.progress();
        let mut text = format!(
            "# The ladder\n\n\
             `tengen calibrate` wrote this file. Freestyle on 15×15, {played} games from the 26 canonical openings of three \
             stones, each played with both colours. \
             Elo above level 1, with 95 % intervals. Level 20 has {NODES_OF_FULL} nodes a move here; the others have the limits of their level.\n\n\
             Bench: {}\\\nLevels: {:08x}\n\n![The ratings of the levels, classics and scripted beginners]({picture})\n\n\
             | level | Elo | ± | above the level below | games |\n|---:|---:|---:|---:|---:|\n",
            self.version.bench, self.version.levels
        );
        let levels = Level::ALL.len();
        let steps = self.steps();
        for (number, rating) in ratings.iter().enumerate().take(levels) {
            let step = number.checked_sub(1).map_or(String::new(), |below| format!("{:+.0}", steps[below]));
            let games = self.games(number);
            let _ = writeln!(
                text,
                "| {} | {:.0} | {:.0} | {step} | {games} |",
                number + 1,
                rating.elo,
                rating.margin
            );
        }
        text.push_str("\n| other participant | Elo | ± | games |\n|---|---:|---:|---:|\n");
        let mut others: Vec<usize> =
            (levels..rungs.len()).filter(|&number| !matches!(rungs[number], Rung::Character(..))).collect();
        others.sort_by(|&one, &other| ratings[one].elo.total_cmp(&ratings[other].elo));
        for number in others {
            let (name, rating) = (rungs[number].name(), ratings[number]);
            let _ = writeln!(
                text,
                "| {name} | {:.0} | {:.0} | {} |",
                rating.elo,
                rating.margin,
                self.games(number)
            );
        }
        let _ = writeln!(
            text,
            "\nA scripted beginner completes its own row, blocks the two shares of fours and open threes in its name, and otherwise \
             lengthens its longest row. The classics search up to {NODES_OF_CLASSICS} nodes a move."
        );
        text.push_str(&self.perception());
        text.push_str(&self.characters());
        text
    }

    /// The shares of threats that the levels overlooked, as far as their table intends any.
    fn perception(&self) -> String {
        let mut text = "\n## Overlooked threats\n\nThe share that a level overlooked in these games, and in parentheses the share that its table \
             intends, in per cent. Far is more than two lines away from the last move. A level that overlooks a threat may answer it by \
             chance.\n\n| level | own five | their five | in a row | diagonal | near | far | open three | broken three |\n\
             |---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
        for (level, perception) in Level::ALL.into_iter().zip(&self.perceptions) {
            let five = |is_diagonal, is_far| perception.shares(FacedKind::TheirFive, is_diagonal, is_far);
            let columns = [
                perception.shares(FacedKind::OwnFive, None, None),
                five(None, None),
                five(Some(false), None),
                five(Some(true), None),
                five(None, Some(false)),
                five(None, Some(true)),
                perception.shares(FacedKind::TheirOpenThree, None, None),
                perception.shares(FacedKind::TheirBrokenThree, None, None),
            ];
            if columns.iter().all(|shares| shares.intended_percent() == 0.0) {
                continue;
            }
            let _ = write!(text, "| {} |", level.number());
            for shares in columns {
                let _ = write!(text, " {:.1} ({:.1}) |", shares.missed_percent(), shares.intended_percent());
            }
            text.push('\n');
        }
        text
    }

    /// The characters: the difference to the level without a character, and the figures by which they are told apart.
    fn characters(&self) -> String {
        let (rungs, ratings) = (Rung::all(), self.ratings());
        let mut text = "\n## Characters\n\nThe difference to the level without a character in Elo, with 95 % intervals, and the manner over \
             all levels measured: the share of moves that make an open three or more, the share that stands where the opponent would \
             have made one, the mean distance from the middle of the board, and the mean length of a game.\n\n| character |"
            .to_owned();
        for level in character_levels() {
            let _ = write!(text, " level {} |", level.number());
        }
        text.push_str(" threats | answers | from the middle | moves |\n|---|");
        text.push_str(&"---:|".repeat(character_levels().count() + 4));
        text.push('\n');
        for character in Character::ALL {
            let _ = write!(text, "| {character} |");
            let mut manner = Manner::default();
            for level in character_levels() {
                let Some(number) = rungs.iter().position(|&rung| rung == Rung::Character(character, level))
                else {
                    continue;
                };
                let (elo, games) = (ratings[number].elo - ratings[level.index()].elo, self.games(number));
                // The interval of a score near one half: half a point of standard deviation, and 695 Elo a point.
                let _ =
                    write!(text, " {elo:+.0} ±{:.0} |", 1.96 * 0.5 * 695.0 / (games.max(1) as f64).sqrt());
                manner.add(self.manners[number]);
            }
            let _ = writeln!(
                text,
                " {:.0} % | {:.0} % | {:.1} | {:.0} |",
                100.0 * manner.threats(),
                100.0 * manner.answers(),
                manner.from_middle(),
                manner.length()
            );
        }
        text
    }

    /// The games of a participant.
    fn games(&self, number: usize) -> u64 {
        let duels = self.duels();
        let own = duels.iter().filter(|duel| [duel.one, duel.other].contains(&number));
        own.map(|duel| duel.scores.total()).sum()
    }

    /// The picture: a bar for each level, classic and scripted beginner, from the weakest on, with its interval.
    pub fn to_svg(&self) -> String {
        let (rungs, ratings) = (Rung::all(), self.ratings());
        let is_drawn = |number: &usize| !matches!(rungs[*number], Rung::Character(..));
        let mut order: Vec<usize> = (0..rungs.len()).filter(is_drawn).collect();
        order.sort_by(|&one, &other| ratings[one].elo.total_cmp(&ratings[other].elo));
        let ends = |sign: f64| ratings.iter().map(move |rating| rating.elo + sign * rating.margin);
        let least = ends(-1.0).fold(0.0, f64::min);
        let most = ends(1.0).fold(least + 1.0, f64::max);
        let x = |elo: f64| NAMES + (elo - least) / (most - least) * (WIDTH - NAMES - 20.0);
        let height = ROW * (order.len() as f64 + 1.5);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for elo in (0..=most as usize).step_by(500) {
            let at = x(elo as f64);
            let _ = writeln!(
                svg,
                "<path d=\"M{at:.1} 0V{:.1}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{elo}</text>",
                height - ROW,
                height - 6.0
            );
        }
        for (row, number) in order.into_iter().enumerate() {
            let (rung, rating) = (rungs[number], ratings[number]);
            let y = ROW * (row as f64 + 0.5);
            let color = if matches!(rung, Rung::Level(_)) { "#a3341f" } else { "#8a8175" };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#222\">{}</text>\
                 <path d=\"M{:.1} {y:.1}H{:.1}\" stroke=\"{color}\" stroke-width=\"2\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\"/>",
                NAMES - 10.0,
                y + 4.0,
                rung.name(),
                x(rating.elo - rating.margin),
                x(rating.elo + rating.margin),
                x(rating.elo)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PlayedLadderGame, Version};
    use super::*;

    #[test]
    fn the_report_names_the_version_and_every_participant() {
        let mut calibration = Calibration::new(Version { bench: 1_234, levels: 0xabc }, 0.02);
        for game in calibration.remaining() {
            let half_points = 2 - (game.number % 3).min(2) as u8;
            calibration.enter(game, PlayedLadderGame { half_points, ..PlayedLadderGame::default() });
        }
        let (text, svg) = (calibration.to_markdown("ladder.svg"), calibration.to_svg());
        assert!(text.contains("Bench: 1234\\\nLevels: 00000abc\n") && text.contains("(ladder.svg)"));
        assert_eq!(text.matches("\n| 2").count(), 2, "levels 2 and 20");
        for rung in Rung::all() {
            let is_drawn = !matches!(rung, Rung::Character(..));
            assert_eq!(svg.contains(&format!(">{}<", rung.name())), is_drawn, "{}", rung.name());
        }
        for character in Character::ALL {
            assert!(text.contains(&format!("\n| {character} |")), "{character}");
        }
        assert!(!svg.contains("NaN") && !text.contains("NaN"));
    }
}
