//! Whether a game would be lost.

use tengen_game::{Players, Record};

/// A game as a file has it, or as it was before anything was done in it.
#[derive(Clone, Debug)]
pub(super) struct Kept(Record);

impl Kept {
    /// Takes the game down as it is now.
    pub(super) fn of(record: &Record) -> Kept {
        Kept(essence(record))
    }

    /// Whether the record has nothing else: no other moves, results, or notes.
    pub(super) fn is_all_of(&self, record: &Record) -> bool {
        self.0 == essence(record)
    }
}

/// The record without what is not the game itself: its cursor and the names of its players.
fn essence(record: &Record) -> Record {
    let mut record = record.clone();
    record.go_to(0);
    record.players = Players::default();
    record
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Color, GameResult, Point, Rule};

    use super::*;

    #[test]
    fn moves_and_results_are_lost_and_the_place_in_the_game_is_not() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let nothing = Kept::of(&record);
        record.play(Point::new(7, 7)).unwrap();
        assert!(!nothing.is_all_of(&record));
        let kept = Kept::of(&record);
        record.undo();
        record.players.black = "me".to_owned();
        assert!(kept.is_all_of(&record));
        record.redo();
        record.end(GameResult::resignation(Color::White)).unwrap();
        assert!(!kept.is_all_of(&record));
    }
}
