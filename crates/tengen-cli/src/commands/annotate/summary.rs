//! The table of the games that were reviewed.

use std::io::Write;

use anyhow::Result;
use tengen_analysis::{MoveClass, Side};
use tengen_game::{Color, Record};

use crate::wording;

/// The quality of both sides' play, game by game.
#[derive(Default)]
pub(super) struct Summary {
    rows: Vec<Row>,
}

/// The quality of one side's play in a game.
struct Row {
    game: usize,
    color: Color,
    moves: usize,
    side: Side,
    name: String,
}

impl Summary {
    /// Adds the game with this number, with Black's and White's play.
    pub(super) fn add(&mut self, game: usize, record: &Record, sides: [Side; 2]) {
        let names = [&record.players.black, &record.players.white];
        let moves = record.main_line().len();
        let sides = Color::BOTH.into_iter().zip(sides).zip(names);
        self.rows.extend(sides.map(|((color, side), name)| {
            // The text of a file is shown unchanged, but must not control the terminal.
            let name = name.chars().filter(|character| !character.is_control()).collect();
            Row { game, color, moves, side, name }
        }));
    }

    /// Writes the table; nothing where no game was reviewed.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "game  moves  side   accuracy  inaccuracies  mistakes  blunders  player")?;
        for Row { game, color, moves, side, name } in &self.rows {
            let accuracy = side.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy}%"));
            let count = |class: MoveClass| side.classes[class as usize];
            let (slips, mistakes, blunders) =
                (count(MoveClass::Slip), count(MoveClass::Mistake), count(MoveClass::Blunder));
            let color = wording::color(*color);
            let line = format!(
                "{game:>4}  {moves:>5}  {color}  {accuracy:>8}  {slips:>12}  {mistakes:>8}  {blunders:>8}  {name}"
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};

    use super::*;

    #[test]
    fn both_sides_have_a_row() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(BoardSize::FIFTEEN.center()).unwrap();
        record.players.white = "Li\u{1b} 黎".to_owned();
        let mut summary = Summary::default();
        let black = Side { accuracy: Some(100), classes: [1, 0, 0, 0, 0] };
        summary.add(12, &record, [black, Side::default()]);
        let mut written = Vec::new();
        summary.write(&mut written).unwrap();
        let expected = "\
game  moves  side   accuracy  inaccuracies  mistakes  blunders  player
  12      1  Black      100%             0         0         0
  12      1  White         -             0         0         0  Li 黎
";
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }
}
