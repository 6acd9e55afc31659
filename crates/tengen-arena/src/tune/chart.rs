//! The paths of tuned parameters as a picture in SVG.

use std::fmt::Write as _;

use super::Tuning;

const WIDTH: f64 = 900.0;
/// The height of a parameter's row, and of its path in it.
const ROW: f64 = 64.0;
const PLOT: f64 = 48.0;
/// The ends of the paths: the names are on the left, the values on the right.
const LEFT: f64 = 180.0;
const RIGHT: f64 = 820.0;

/// A row for each parameter: its path in steps from the start, which is the dashed line.
pub(super) fn draw(tuning: &Tuning) -> String {
    let height = ROW * tuning.values().count() as f64 + 30.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (row, (param, value)) in tuning.values().enumerate() {
        let path: Vec<f64> = tuning.path.iter().filter_map(|values| values.get(row).copied()).collect();
        let start = path.first().copied().unwrap_or(value);
        let farthest = path.iter().map(|value| (value - start).abs()).fold(f64::from(param.step), f64::max);
        let middle = ROW * row as f64 + ROW / 2.0;
        let place = |(index, value): (usize, &f64)| {
            let part = index as f64 / (path.len() - 1).max(1) as f64;
            let x = LEFT
                + (RIGHT - LEFT) * part * f64::from(tuning.ended) / f64::from(tuning.settings.pairs.max(1));
            format!("{x:.1},{:.1}", middle - PLOT / 2.0 * (value - start) / farthest)
        };
        let points: Vec<String> = path.iter().enumerate().map(place).collect();
        let (name, below) = (param.name, middle + 4.0);
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<text x=\"8\" y=\"{below}\">{name}</text>\
             <path d=\"M{LEFT} {middle}H{RIGHT}\" stroke=\"#999\" stroke-dasharray=\"3 4\"/>\
             <polyline points=\"{}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"1.5\"/>\
             <text x=\"{}\" y=\"{below}\">{start} → {value:.1}</text>",
            points.join(" "),
            RIGHT + 6.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"8\" y=\"{}\" fill=\"#555\">{} of {} pairs of games, {} nodes a move, {} on {}</text>\n</svg>",
        height - 10.0,
        tuning.ended,
        tuning.settings.pairs,
        tuning.settings.nodes,
        tuning.settings.rule,
        tuning.settings.size,
    );
    svg
}
