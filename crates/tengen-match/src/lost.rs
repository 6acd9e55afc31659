//! The openings in which the programs lost to a person, and which they leave the next time.

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Point, Position, Symmetry};

use crate::Game;

/// The first moves of a lost game that are remembered. With five in a row, no move of them answers a threat.
const MOVES: usize = 5;

/// Openings are remembered for five in a row on boards of at least this many lines, where a program always has other moves.
const WIN_LENGTH: u8 = 5;
const FEWEST_LINES: u8 = 9;

/// The number of openings that are remembered. The oldest is forgotten first.
const REMEMBERED: usize = 50;

/// The openings of lost games, the latest first: the side that lost, rule, lines and moves, such as `white freestyle 15 h8 i9 h10 g8 j7`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LostOpenings(Vec<String>);

impl LostOpenings {
    /// Remembers the opening of a game that the program on the side `loser` lost.
    pub fn note(&mut self, game: &Game, loser: Color) {
        let record = game.record();
        let is_from_empty_board = record.start().moves().is_empty() && record.start().board().stones() == 0;
        let Some(mut text) = key(record.start(), loser).filter(|_| is_from_empty_board) else { return };
        for played in record.line().into_iter().take(MOVES) {
            let Some(point) = played.point() else { return };
            text.push(' ');
            text.push_str(&point.on(record.size()).to_string());
        }
        self.0.retain(|known| *known != text);
        self.0.insert(0, text);
        self.0.truncate(REMEMBERED);
    }

    /// Adds the openings of another list, whose own order stays.
    pub fn merge(&mut self, other: &LostOpenings) {
        let new: Vec<String> = other.0.iter().filter(|text| !self.0.contains(text)).cloned().collect();
        self.0.extend(new);
        self.0.truncate(REMEMBERED);
    }

    /// The moves that would lead into a lost opening, in any symmetry of it.
    pub fn moves_to_leave(&self, position: &Position) -> Vec<Point> {
        let played: Option<Vec<Point>> = position.moves().iter().map(|played| played.point()).collect();
        let Some(played) = played.filter(|played| (1..MOVES).contains(&played.len())) else {
            return Vec::new();
        };
        let (Some(key), size) = (key(position, position.side_to_move()), position.size()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for text in &self.0 {
            let Some(moves) = text.strip_prefix(&key) else { continue };
            let moves: Vec<Point> =
                moves.split_whitespace().filter_map(|name| Point::parse(name, size).ok()).collect();
            let Some(&next) = moves.get(played.len()) else { continue };
            for symmetry in Symmetry::ALL {
                let turned = |point: Point| symmetry.apply(point, size);
                if moves.iter().zip(&played).all(|(&lost, &now)| turned(lost) == now)
                    && !found.contains(&turned(next))
                {
                    found.push(turned(next));
                }
            }
        }
        found
    }
}

/// The side, the rule and the size, by which openings are told apart; `None` where none are remembered.
fn key(position: &Position, side: Color) -> Option<String> {
    let (rule, lines) = (position.rule(), position.size().lines());
    let is_kept = rule.win_length().stones() == WIN_LENGTH && lines >= FEWEST_LINES;
    is_kept.then(|| format!("{} {rule} {lines}", side.name()))
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_game::{BoardSize, Move, Rule};

    use super::*;
    use crate::Seat;
    use crate::tests::point;

    fn game(rule: Rule, moves: &[&str]) -> Game {
        let mut game = Game::new(rule, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        moves.iter().for_each(|name| game.play(Move::Place(point(name))).unwrap());
        game
    }

    #[test]
    fn a_lost_opening_is_left_in_every_symmetry_and_under_its_rule_alone() {
        let mut lost = LostOpenings::default();
        lost.note(&game(Rule::FREESTYLE, &["h8", "i9", "h10", "g8", "j7", "a1"]), Color::White);
        lost.note(&game(Rule::FREESTYLE, &["h8", "h9", "a1"]), Color::Black);
        let kept = lost.clone();
        let leave = |moves: &[&str], rule| {
            let mut names: Vec<String> = kept
                .moves_to_leave(game(rule, moves).record().position())
                .into_iter()
                .map(|point| point.on(BoardSize::FIFTEEN).to_string())
                .collect();
            names.sort();
            names
        };
        // After the centre stone all four neighbours on the diagonals are the same move.
        assert_eq!(leave(&["h8"], Rule::FREESTYLE), ["g7", "g9", "i7", "i9"]);
        assert_eq!(leave(&["h8", "i9", "h10"], Rule::FREESTYLE), ["g8"]);
        assert_eq!(leave(&["h8", "i9", "j8"], Rule::FREESTYLE), ["h7"]);
        assert!(leave(&["h8", "i9", "k8"], Rule::FREESTYLE).is_empty());
        assert!(leave(&["h8"], Rule::Standard).is_empty() && leave(&[], Rule::FREESTYLE).is_empty());
        assert!(leave(&["h8", "i9", "h10", "g8", "j7"], Rule::FREESTYLE).is_empty());
        // The moves of the person who won are no lost opening, nor is anything with fewer than five in a row.
        assert!(leave(&["h8", "i9"], Rule::FREESTYLE).is_empty());
        assert_eq!(leave(&["h8", "h9"], Rule::FREESTYLE), ["a1", "o1"]);
        let three: Rule = "free-3".parse().unwrap();
        lost.note(&game(three, &["h8", "i9", "h9", "a1"]), Color::White);
        assert!(lost.moves_to_leave(game(three, &["h8"]).record().position()).is_empty());
    }

    #[test]
    fn old_openings_are_forgotten_and_none_is_kept_twice() {
        let mut lost = LostOpenings::default();
        for _ in 0..3 {
            lost.note(&game(Rule::FREESTYLE, &["h8", "i9"]), Color::White);
        }
        assert_eq!(lost.0, ["white freestyle 15 h8 i9"]);
        for number in 0..100 {
            let name = format!("{}{}", char::from(b'a' + number / 15), number % 15 + 1);
            lost.note(&game(Rule::FREESTYLE, &["o15", &name]), Color::White);
        }
        assert_eq!(lost.0.len(), REMEMBERED);
    }
}
