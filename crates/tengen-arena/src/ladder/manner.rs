//! The figures by which manners of playing are told apart.

use serde::{Deserialize, Serialize};
use tengen_engine::threats::threats;
use tengen_game::{Color, Record};

use super::each_move;

/// The manner of a participant, summed over its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manner {
    /// The moves of the participant, without those of the openings.
    moves: u64,
    /// The moves among them that make an open three or more.
    threats: u64,
    /// The moves among them on a point at which the opponent would make an open three or more.
    answers: u64,
    /// The sum of the distances of the moves from the middle of the board, each the greater of rows and columns.
    from_middle: u64,
    games: u64,
    /// The sum of the moves of both sides in these games.
    plies: u64,
}

impl Manner {
    /// The manner of the player of a colour in a game whose first `opening` moves were not its own.
    pub fn of(record: &Record, color: Color, opening: usize) -> Manner {
        let middle = record.size().lines() / 2;
        let plies = record.line().len() as u64;
        let mut manner = Manner { games: 1, plies, ..Manner::default() };
        each_move(record, color, opening, |position, point| {
            let threats = threats(position);
            let is_among = |of: Color| threats[of.index()].iter().any(|threat| threat.point == point);
            manner.moves += 1;
            manner.threats += u64::from(is_among(color));
            manner.answers += u64::from(is_among(!color));
            let distance = point.x().abs_diff(middle).max(point.y().abs_diff(middle));
            manner.from_middle += u64::from(distance);
        });
        manner
    }

    /// Adds the games of another sum.
    pub fn add(&mut self, other: Manner) {
        self.moves += other.moves;
        self.threats += other.threats;
        self.answers += other.answers;
        self.from_middle += other.from_middle;
        self.games += other.games;
        self.plies += other.plies;
    }

    /// The share of moves that make an open three or more.
    pub fn threats(&self) -> f64 {
        ratio(self.threats, self.moves)
    }

    /// The share of moves on a point at which the opponent would make an open three or more.
    pub fn answers(&self) -> f64 {
        ratio(self.answers, self.moves)
    }

    /// The mean distance of a move from the middle of the board, in lines.
    pub fn from_middle(&self) -> f64 {
        ratio(self.from_middle, self.moves)
    }

    /// The mean number of moves of both sides in a game.
    pub fn length(&self) -> f64 {
        ratio(self.plies, self.games)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};

    use super::*;

    #[test]
    fn threats_and_answers_of_a_game_are_counted() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        // Black makes an open three with its third stone, and White answers it with its third.
        for name in ["h8", "a1", "h9", "a3", "h10", "h11"] {
            record.play(tengen_game::Point::parse(name, BoardSize::FIFTEEN).unwrap()).unwrap();
        }
        let [black, white] = Color::BOTH.map(|color| Manner::of(&record, color, 0));
        assert_eq!((black.moves, black.threats, black.answers, black.from_middle), (3, 1, 0, 3));
        assert_eq!((white.moves, white.threats, white.answers, white.plies), (3, 0, 1, 6));
        let mut both = black;
        both.add(white);
        assert_eq!((both.length(), both.threats()), (6.0, 1.0 / 6.0));
        assert_eq!(Manner::of(&record, Color::Black, 4).moves, 1);
    }
}
