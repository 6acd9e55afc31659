//! The openings in which the programs lost to a person, and which they leave the next time.

use serde::{Deserialize, Serialize};
use tengen_game::{Point, Position, Symmetry};

use crate::Game;

/// The first moves of a lost game that are remembered. No move of them answers a threat, so that a program always has another one.
const MOVES: usize = 5;

/// The number of openings that are remembered. The oldest is forgotten first.
const REMEMBERED: usize = 60;

/// The openings of lost games, the latest first: rule, lines and moves, such as `freestyle 15 h8 i9 h10 g8 j7`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LostOpenings(Vec<String>);

impl LostOpenings {
    /// Remembers the opening of a game that a program lost.
    pub fn note(&mut self, game: &Game) {
        let record = game.record();
        if !record.start().moves().is_empty() || record.start().board().stones() > 0 {
            return;
        }
        let mut text = key(record.start());
        for played in record.line().into_iter().take(MOVES) {
            let Some(point) = played.point() else { return };
            text.push(' ');
            text.push_str(&point.on(record.size()).to_string());
        }
        self.0.retain(|known| *known != text);
        self.0.insert(0, text);
        self.0.truncate(REMEMBERED);
    }

    /// The moves that would lead into a lost opening, in any symmetry of it.
    pub fn moves_to_leave(&self, position: &Position) -> Vec<Point> {
        let played: Option<Vec<Point>> = position.moves().iter().map(|played| played.point()).collect();
        let Some(played) = played.filter(|played| (1..MOVES).contains(&played.len())) else {
            return Vec::new();
        };
        let (key, size) = (key(position), position.size());
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

/// The rule and the size, by which openings of different games are told apart.
fn key(position: &Position) -> String {
    format!("{} {}", position.rule(), position.size().lines())
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
        lost.note(&game(Rule::FREESTYLE, &["h8", "i9", "h10", "g8", "j7", "a1"]));
        let leave = |moves: &[&str], rule| {
            let mut names: Vec<String> = lost
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
    }

    #[test]
    fn old_openings_are_forgotten_and_none_is_kept_twice() {
        let mut lost = LostOpenings::default();
        for _ in 0..3 {
            lost.note(&game(Rule::FREESTYLE, &["h8", "i9"]));
        }
        assert_eq!(lost.0, ["freestyle 15 h8 i9"]);
        for number in 0..100 {
            let name = format!("{}{}", char::from(b'a' + number / 15), number % 15 + 1);
            lost.note(&game(
                Rule::FREESTYLE,
                &["h8", &name].map(|name| if name == "h8" { "o15" } else { name }),
            ));
        }
        assert_eq!(lost.0.len(), REMEMBERED);
    }
}
