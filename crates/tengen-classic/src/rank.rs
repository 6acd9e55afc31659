use tengen_game::Point;

use crate::field::{Field, tie_key};

/// Candidate moves, best first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    pub(crate) moves: Vec<Point>,
    /// Whether the list is complete, but for moves that lose at once: if all moves of the list lose, the position is
    /// lost.
    pub(crate) is_complete: bool,
    /// Whether the opponent threatens to win with the next move and the side to move cannot win before.
    pub(crate) is_forced: bool,
}

impl Ranking {
    /// Ranks the empty points near the stones by `value`, equal ones in the order of the board, **and then** keeps
    /// the best `most`. Forbidden points may be among them.
    ///
    /// Where the side to move can win at once, only those moves are left; where it must prevent a win, only the
    /// moves that do. Neither changes the value of a position that is searched two plies deep or more.
    pub(crate) fn fill(&mut self, field: &Field, most: usize, value: impl Fn(Point) -> i32) {
        self.rank(field, field.near_points(), most, value, |_| 0);
    }

    /// The ranking of the root: legal moves alone, and equal ones in an order that `seed` chooses. Empty where there
    /// is no legal move.
    pub(crate) fn of_root(field: &Field, most: usize, seed: u64, value: impl Fn(Point) -> i32) -> Ranking {
        let mut ranking = Ranking::default();
        let tie = |point| tie_key(seed, point);
        ranking.rank(field, field.near_points().filter(|&point| field.is_legal(point)), most, &value, tie);
        if ranking.moves.is_empty() {
            let legal = field.board().empty_points().filter(|&point| field.is_legal(point));
            ranking.rank(field, legal, most, value, tie);
        }
        ranking
    }

    fn rank(
        &mut self,
        field: &Field,
        points: impl Iterator<Item = Point>,
        most: usize,
        value: impl Fn(Point) -> i32,
        tie: impl Fn(Point) -> u64,
    ) {
        let side = field.side();
        let (mut wins, mut saves) = (Vec::new(), Vec::new());
        let mut scored = Vec::new();
        for point in points {
            if field.wins(point, side) {
                wins.push(point);
            }
            if field.wins(point, !side) {
                saves.push(point);
            }
            scored.push(Scored { value: value(point), tie: tie(point), point });
        }
        self.is_forced = wins.is_empty() && !saves.is_empty();
        let only = if !wins.is_empty() {
            wins
        } else if field.fours_have_one_answer(!side) {
            saves
        } else {
            Vec::new()
        };
        self.is_complete = !only.is_empty();
        if self.is_complete {
            scored.retain(|scored| only.contains(&scored.point));
        } else {
            let empty = field.size().area() - field.board().stones();
            self.is_complete = scored.len() == empty && scored.len() <= most;
        }
        if scored.len() > most && most > 0 {
            scored.select_nth_unstable_by_key(most - 1, Scored::order);
            scored.truncate(most);
        }
        scored.sort_unstable_by_key(Scored::order);
        self.moves.clear();
        self.moves.extend(scored.into_iter().map(|scored| scored.point));
    }
}

/// A candidate with its value; among equal ones the lower `tie` comes first.
struct Scored {
    value: i32,
    tie: u64,
    point: Point,
}

impl Scored {
    fn order(&self) -> impl Ord + use<> {
        (std::cmp::Reverse(self.value), self.tie, self.point.y(), self.point.x())
    }
}
