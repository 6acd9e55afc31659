//! What is thought about the position: chances first, figures after them.

use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use tengen_analysis::{Score, win_chance};
use tengen_game::Color;

use super::super::app::{App, Thought};
use super::panel::fit;
use super::style::Terminal;
use super::wrap;
use crate::wording;

/// Lines of the principal variation.
const LINES_OF_PV: usize = 2;

/// What the panel says about what is thought.
pub(super) fn lines(app: &App, terminal: Terminal, width: u16) -> Vec<Line<'static>> {
    let Some(thought) = &app.thought else {
        let text = if app.record.is_over() { "nothing to think about" } else { "nothing thought yet" };
        return vec![Line::styled(text, terminal.quiet())];
    };
    let Thought { by, in_engine_units, mover, progress } = thought;
    let verdict = format!("{} ({})", verdict(progress.score, *mover, by, *in_engine_units), progress.score);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let speed = wording::per_second(progress.nodes, progress.time);
    let effort = format!(
        "depth {} · {} nodes · {:.1} s · {}/s",
        progress.depth,
        short(progress.nodes),
        progress.time.as_secs_f64(),
        short(speed)
    );
    let size = app.record.size();
    let mut pv = wrap(&wording::points(progress.pv.iter().copied(), size), width);
    if pv.len() > LINES_OF_PV {
        pv.truncate(LINES_OF_PV);
        if let Some(last) = pv.last_mut() {
            *last = fit(&format!("{last} {}", "…".repeat(usize::from(width))), width, terminal);
        }
    }
    let mut lines = vec![
        Line::styled(fit(&verdict, width, terminal), bold),
        Line::styled(fit(&effort, width, terminal), terminal.quiet()),
    ];
    lines.extend(pv.into_iter().map(Line::raw));
    lines
}

/// Who is how likely to win. The classics' figures are no engine units, and make no chances.
fn verdict(score: Score, mover: Color, by: &str, in_engine_units: bool) -> String {
    match score {
        Score::Mate(plies) => {
            let winner = if plies > 0 { mover } else { !mover };
            match plies.unsigned_abs().div_ceil(2) {
                0 => format!("{} has won", wording::color(winner)),
                moves => format!("{} wins in {moves}", wording::color(winner)),
            }
        }
        Score::Value(_) if !in_engine_units => by.to_owned(),
        Score::Value(value) => {
            let better = if value < 0 { !mover } else { mover };
            // Only a proved end is certain.
            let percent = (f64::from(win_chance(Score::Value(value.abs()))) / 10.0).min(99.0);
            format!("{} {percent:.0} %", wording::color(better))
        }
    }
}

/// `950`, `12 k`, `1.2 M`.
fn short(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} k", number / 1_000),
        1_000_000..1_000_000_000 => format!("{:.1} M", number as f64 / 1e6),
        _ => format!("{:.1} G", number as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_name_the_side_that_is_better_off() {
        use Color::{Black, White};
        assert_eq!(verdict(Score::Value(300), Black, "engine", true), "Black 73 %");
        assert_eq!(verdict(Score::Value(-300), Black, "engine, easy", true), "White 73 %");
        assert_eq!(verdict(Score::Value(0), White, "engine", true), "White 50 %");
        assert_eq!(verdict(Score::Value(29_000), White, "engine", true), "White 99 %");
        assert_eq!(verdict(Score::Mate(5), White, "engine", true), "White wins in 3");
        assert_eq!(verdict(Score::Mate(-4), White, "tuple", false), "Black wins in 2");
        assert_eq!(verdict(Score::Value(12), White, "tuple", false), "tuple");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([950, 12_345, 1_234_567, 2_500_000_000].map(short), ["950", "12 k", "1.2 M", "2.5 G"]);
    }
}
