//! Fifth moves: the value of offering a number of them, how many to announce, which to offer, and which to pick.

use tengen_game::Point;
use tengen_game::opening::{Choice, LegalChoice, Opening};

use super::Decider;
use super::ahead::with_fourth;
use super::value::Value;

/// White's fourth moves that are tried against all fifth moves.
const FOURTHS: u32 = 4;

/// No more fifth moves are announced: each costs a search, and the last ones are rarely any good.
const MOST_ANNOUNCED: u8 = 10;

impl Decider<'_> {
    /// The best inequivalent fifth moves after four stones, the best first, with what they are worth to Black.
    fn best_fifths(&mut self, opening: &Opening, count: u8, parts: u32) -> Vec<(Point, Value)> {
        // Four stones of renju's openings end no game, unless three in a row win.
        let Ok(position) = opening.position(self.rule) else { return Vec::new() };
        self.means.best_of(&position, &opening.inequivalent_points(), usize::from(count), parts)
    }

    /// What it is worth to Black to offer one fifth move, two, and so on: as much as the weakest, which White picks.
    /// After three stones White plays the fourth move that is worst for Black.
    pub(super) fn values_of_fifths(&mut self, opening: &Opening, most: u8) -> Vec<Value> {
        if opening.stones().len() >= 4 {
            return values(&self.best_fifths(opening, most, 1));
        }
        let tried = self.against_fourths(opening, None, most);
        let each =
            |index: usize| tried.iter().filter_map(move |(_, values)| values.get(index).copied()).min();
        (0..usize::from(most)).map_while(each).collect()
    }

    /// White's fourth move among these, where Black will have to offer `count` fifth moves.
    pub(super) fn fourth(&mut self, points: Vec<Point>, count: u8) -> Option<Point> {
        if count == 1 {
            return self.means.search(&self.position, Some(points), 1).best_move;
        }
        let tried = self.against_fourths(self.opening, Some(points), count);
        let best = tried.into_iter().min_by_key(|(_, values)| values.last().copied())?;
        Some(best.0)
    }

    /// White's most promising fourth moves, among these if they are given, with what it is worth to Black then to offer
    /// one fifth move, two, and so on.
    fn against_fourths(
        &mut self,
        opening: &Opening,
        points: Option<Vec<Point>>,
        most: u8,
    ) -> Vec<(Point, Vec<Value>)> {
        let points = points.unwrap_or_else(|| self.position.legal_moves().collect());
        let fourths = self.means.best_of(&self.position, &points, FOURTHS as usize, FOURTHS);
        let mut tried = Vec::new();
        for (left, (fourth, _)) in (1..=fourths.len() as u32).rev().zip(fourths) {
            if let Some(next) = with_fourth(opening, fourth) {
                tried.push((fourth, values(&self.best_fifths(&next, most, left))));
            }
        }
        tried
    }

    /// The number of fifth moves that comes nearest to balance, since the other side chooses its colour next.
    pub(super) fn announce(&mut self, limit: u8) -> Choice {
        let values = self.values_of_fifths(self.opening, limit.min(MOST_ANNOUNCED));
        let best = (1..=limit).zip(values).min_by_key(|(_, value)| value.imbalance());
        Choice::Announce(best.map_or(1, |(count, _)| count))
    }

    /// The best fifth moves.
    pub(super) fn offer(&mut self, count: u8) -> Choice {
        Choice::Offer(points(&self.best_fifths(self.opening, count, 1)))
    }

    /// Taraguchi's fifth move: an offer, unless one stone and the other side's choice are better.
    pub(super) fn place_or_offer(&mut self, place: &LegalChoice, count: u8) -> Choice {
        let fifths = self.best_fifths(self.opening, count, 2);
        let offered = fifths.last().map_or(Value::EVEN, |&(_, value)| value);
        if offered < Value::EVEN
            && let Some((point, value)) = self.balanced(&self.opening.next_points(place, &[]))
            // The other side takes what is better than even.
            && value.imbalance() < offered.imbalance()
        {
            return Choice::Place(vec![point]);
        }
        Choice::Offer(points(&fifths))
    }

    /// The fifth move that is worst for Black, and does not end the game.
    pub(super) fn pick(&mut self, offered: &[Point]) -> Choice {
        let ranked = self.means.best_of(&self.position, offered, offered.len(), 1);
        let worst = ranked.iter().rev().find(|(_, value)| *value != Value::LOST).or(ranked.last());
        // An offer has at least one move.
        Choice::Pick(worst.map_or(self.opening.size().center(), |&(point, _)| point))
    }
}

fn values(fifths: &[(Point, Value)]) -> Vec<Value> {
    fifths.iter().map(|&(_, value)| value).collect()
}

fn points(fifths: &[(Point, Value)]) -> Vec<Point> {
    fifths.iter().map(|&(point, _)| point).collect()
}
