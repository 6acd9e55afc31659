//! What a board needs in order to go on when its element comes back into a document.

use tengen_game::Record;
use tengen_game::format::link;

/// A game with what has been chosen for it.
#[derive(Debug)]
pub(super) struct Saved {
    /// After how many moves a puzzle begins.
    pub(super) start: usize,
    pub(super) record: Record,
    /// Options by their names.
    pub(super) chosen: Vec<(String, String)>,
}

impl Saved {
    /// As a text, a line for each option before the game; `None` where the game is too long for a link.
    pub(super) fn write(self) -> Option<String> {
        let link = link::write(&self.record.into()).ok()?.content;
        let chosen: String = self.chosen.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
        Some(format!("{chosen}{} {link}", self.start))
    }

    pub(super) fn read(text: &str) -> Option<Saved> {
        let (chosen, game) = text.rsplit_once('\n').unwrap_or(("", text));
        let (start, link) = game.split_once(' ')?;
        let pair = |line: &str| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let chosen = chosen.lines().filter_map(pair).collect();
        Some(Saved { start: start.parse().ok()?, record: link::read(link).ok()?.record, chosen })
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point, Rule};

    use super::*;

    #[test]
    fn what_is_saved_is_read_again() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        for chosen in [&[][..], &[("side", "white"), ("level", "hard")]] {
            let chosen: Vec<_> = chosen.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect();
            let text = Saved { start: 1, record: record.clone(), chosen: chosen.clone() }.write().unwrap();
            let read = Saved::read(&text).unwrap();
            assert_eq!((read.start, read.record, read.chosen), (1, record.clone(), chosen));
        }
        assert!(Saved::read("nothing").is_none());
    }
}
