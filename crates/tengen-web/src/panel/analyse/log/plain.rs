//! A log as plain text, for letters and reports.

/// Columns under their headings: all but the last are numbers, and stand to the right.
pub(super) fn columns<const N: usize>(headings: &[String; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().chain([headings]).map(|row| width(&row[column]));
        cells.max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, most))| {
            let room = if column + 1 == N { 0 } else { most.saturating_sub(self::width(cell)) };
            " ".repeat(room) + cell
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    [headings].into_iter().chain(rows).map(line).collect()
}

/// How many columns of a terminal a text takes: Chinese signs take two.
fn width(text: &str) -> usize {
    text.chars().map(|sign| if sign >= '\u{2e80}' { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<const N: usize>(cells: [&str; N]) -> [String; N] {
        cells.map(str::to_owned)
    }

    #[test]
    fn numbers_stand_below_each_other() {
        let text = columns(
            &row(["Depth", "Nodes", "Line"]),
            &[row(["1", "1234567", "h8 i9"]), row(["12-20", "5", ""])],
        );
        assert_eq!(text, "Depth    Nodes  Line\n    1  1234567  h8 i9\n12-20        5\n");
    }

    #[test]
    fn chinese_headings_take_their_room() {
        assert_eq!(columns(&row(["深度", "行"]), &[row(["7", "h8"])]), "深度  行\n   7  h8\n");
    }
}
