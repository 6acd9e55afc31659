//! Tables and cross-tables of a tournament.
//!
//! [`Standings`] count finished games and rank the participants; [`Standings::to_text`], [`Standings::to_markdown`]
//! and [`Standings::to_json`] write them down.
//!
//! ```
//! use tengen_arena::standings::Standings;
//! use tengen_arena::{Ending, Fault};
//! use tengen_game::Color;
//!
//! let mut standings = Standings::new(["old", "new"]);
//! standings.add(0, 1, Ending::resignation(Color::Black))?;
//! standings.add(1, 0, Ending::fault(Color::White, Fault::Crash))?;
//! standings.add(0, 1, Ending::agreement())?;
//! let [first, second] = &standings.rows()[..] else { unreachable!() };
//! assert_eq!((first.name.as_str(), first.points(), second.faults.crashes), ("new", 2.5, 1));
//! print!("{}", standings.to_text());
//! # Ok::<(), tengen_arena::stats::RatingError>(())
//! ```

mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;
use tengen_game::Color;

use crate::schedule::{Finished, Tournament};
use crate::stats::{Duel, Pentanomial, Rating, RatingError, Trinomial, rate_checked};
use crate::{Ending, Fault};

/// The scores of each participant against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    names: Vec<String>,
    faults: Vec<FaultCounts>,
    /// Half points for rounds that were sat out.
    byes: Vec<u64>,
    /// The scores of each participant against each, row by row, from the row's point of view.
    scores: Vec<Trinomial>,
}

impl Standings {
    /// Standings without any games.
    pub fn new<Name: Into<String>>(names: impl IntoIterator<Item = Name>) -> Standings {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let count = names.len();
        Standings {
            names,
            faults: vec![FaultCounts::default(); count],
            byes: vec![0; count],
            scores: vec![Trinomial::default(); count * count],
        }
    }

    /// The standings of a tournament as it is now, with the names of its participants in their order, and with the points
    /// for rounds that a participant sat out. A participant without a name is called by number.
    pub fn of(tournament: &Tournament, names: &[String]) -> Standings {
        let plan = tournament.plan();
        let name = |index: usize| names.get(index).cloned().unwrap_or_else(|| format!("#{}", index + 1));
        let mut standings = Standings::new((0..plan.participants()).map(name));
        for finished in tournament.finished() {
            standings.count(finished.black().0, finished.white().0, finished.ending());
        }
        for bye in (0..plan.rounds()).filter_map(|round| tournament.bye(round)) {
            standings.byes[bye.0] += 4 * plan.pairs() as u64;
        }
        standings
    }

    /// Counts a game.
    ///
    /// # Errors
    /// When one of the two is no participant, or both are the same.
    pub fn add(&mut self, black: usize, white: usize, ending: Ending) -> Result<(), RatingError> {
        let engines = self.names.len();
        if black == white || black.max(white) >= engines {
            return Err(RatingError::NoSuchDuel { engines, one: black, other: white });
        }
        self.count(black, white, ending);
        Ok(())
    }

    fn count(&mut self, black: usize, white: usize, ending: Ending) {
        let count = self.names.len();
        self.scores[black * count + white].add(ending.half_points(Color::Black));
        self.scores[white * count + black].add(ending.half_points(Color::White));
        if let Some((fault, winner)) = ending.fault_of_loser().zip(ending.winner()) {
            let loser = if winner == Color::Black { white } else { black };
            self.faults[loser].add(fault);
        }
    }

    /// The scores of `one` against `other`, from the point of view of `one`; zero for numbers of no participant.
    pub fn between(&self, one: usize, other: usize) -> Trinomial {
        let count = self.names.len();
        if one.max(other) < count { self.scores[one * count + other] } else { Trinomial::default() }
    }

    /// All participants, the best first: by points a game where they have played different numbers of games, else by
    /// points; ties by rating, and then by number.
    pub fn rows(&self) -> Vec<Row> {
        let count = self.names.len();
        let duels: Vec<Duel> = (0..count)
            .flat_map(|one| (one + 1..count).map(move |other| (one, other)))
            .map(|(one, other)| Duel { one, other, scores: self.between(one, other) })
            .filter(|duel| duel.scores.total() > 0)
            .collect();
        let ratings = rate_checked(count, &duels);
        let row = |index: usize| {
            let mut scores = Trinomial::default();
            for other in 0..count {
                scores += self.between(index, other);
            }
            Row {
                participant: index,
                name: self.names[index].clone(),
                scores,
                bye_half_points: self.byes[index],
                rating: ratings.ratings[index],
                faults: self.faults[index],
            }
        };
        let mut rows: Vec<Row> = (0..count).map(row).collect();
        // A bye counts as games that were not played: with it, all participants have the same number.
        let by_mean = rows.iter().any(|row| row.weight() != rows[0].weight());
        let key =
            |row: &Row| if by_mean { row.points() / (row.weight() as f64).max(1.0) } else { row.points() };
        rows.sort_by(|a, b| {
            let by_rating = || b.rating.elo.total_cmp(&a.rating.elo);
            key(b).total_cmp(&key(a)).then_with(by_rating).then(a.participant.cmp(&b.participant))
        });
        rows
    }

    /// The table and the cross-table as aligned text.
    pub fn to_text(&self) -> String {
        let rows = self.rows();
        format!("{}\n{}", tables::table(&rows).to_text(), tables::cross_table(self, &rows).to_text())
    }

    /// The table and the cross-table as two Markdown tables.
    pub fn to_markdown(&self) -> String {
        let rows = self.rows();
        format!("{}\n{}", tables::table(&rows).to_markdown(), tables::cross_table(self, &rows).to_markdown())
    }

    /// Everything as JSON: an object whose `standings` are the rows, the best first, each with `name`, `entrant` (the number, from 0),
    /// `games`, `wins`, `draws`, `losses`, `points`, `bye_points`, `elo` and `margin` (95 %), `faults`, and `against`: what it
    /// scored against each participant it met, by their number. `Serialize` writes the rows alone, as an array.
    pub fn to_json(&self) -> String {
        tables::to_json(self)
    }
}

/// The numbers of games that a participant lost by each fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultCounts {
    /// Crashes.
    pub crashes: u64,
    /// Illegal moves, and answers that were none.
    pub illegal_moves: u64,
    /// Losses on time.
    pub timeouts: u64,
    /// Losses for too much memory.
    pub memory: u64,
}

impl FaultCounts {
    fn add(&mut self, fault: Fault) {
        *match fault {
            Fault::Crash => &mut self.crashes,
            Fault::IllegalMove => &mut self.illegal_moves,
            Fault::Timeout => &mut self.timeouts,
            Fault::Memory => &mut self.memory,
        } += 1;
    }

    /// The number of all faults.
    pub fn total(self) -> u64 {
        self.crashes + self.illegal_moves + self.timeouts + self.memory
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The participant, by number from 0.
    pub participant: usize,
    /// The name.
    pub name: String,
    /// Games won, drawn and lost.
    pub scores: Trinomial,
    /// Half points for rounds that were sat out; 2 stand for a game.
    pub bye_half_points: u64,
    /// Elo about the mean of all, with its 95 % margin.
    pub rating: Rating,
    /// Faults, each of which lost a game.
    pub faults: FaultCounts,
}

impl Row {
    /// Points: 1 for a win, ½ for a draw, with those for rounds that were sat out.
    pub fn points(&self) -> f64 {
        self.scores.points() + self.bye_half_points as f64 / 2.0
    }

    /// Games, with those that byes stand for.
    fn weight(&self) -> u64 {
        self.scores.total() + self.bye_half_points / 2
    }
}

/// The results of the pairs of games between two participants, from `one`'s point of view, for an
/// [`Sprt`](crate::stats::Sprt) of the two. Pairs of which only one game has ended do not count.
pub fn pairs_between(tournament: &Tournament, one: usize, other: usize) -> Pentanomial {
    PairTally::of(tournament, one, other).pairs()
}

/// Counts the pairs of games between two as they end, in any order, without counting from the beginning after
/// each game.
///
/// ```
/// use tengen_arena::Ending;
/// use tengen_arena::schedule::{ParticipantId, Finished, Format, Plan, Tournament};
/// use tengen_arena::standings::PairTally;
/// use tengen_game::Color;
///
/// let mut tournament = Tournament::new(Plan::new(2, Format::Match, 2, 2)?);
/// let mut tally = PairTally::of(&tournament, 0, 1);
/// for number in [3, 0, 2] {
///     let finished = tournament.finish(number, Ending::resignation(Color::White))?;
///     tally.add(&finished);
/// }
/// // Black won both games of the second pair; of the first one a game is still going on.
/// assert_eq!(tally.pairs().counts(), [0, 0, 1, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairTally {
    one: usize,
    other: usize,
    pairs: Pentanomial,
    /// Half points of `one` in the only game of a pair that has ended.
    half: BTreeMap<usize, usize>,
}

impl PairTally {
    /// The pairs of a tournament as it is now, from the point of view of `one`.
    pub fn of(tournament: &Tournament, one: usize, other: usize) -> PairTally {
        let mut tally = PairTally { one, other, pairs: Pentanomial::default(), half: BTreeMap::new() };
        for finished in tournament.finished() {
            tally.add(&finished);
        }
        tally
    }

    /// Counts a game that has ended; each game may be counted once. Games of others do not matter.
    pub fn add(&mut self, finished: &Finished) {
        let [of_black, of_white] = finished.half_points();
        let of_one = match (finished.black().0, finished.white().0) {
            (black, white) if (black, white) == (self.one, self.other) => of_black,
            (black, white) if (white, black) == (self.one, self.other) => of_white,
            _ => return,
        };
        let pair = finished.game.pair();
        match self.half.remove(&pair) {
            Some(of_first) => self.pairs.add(of_first + of_one),
            None => {
                self.half.insert(pair, of_one);
            }
        }
    }

    /// The pairs of which both games have ended.
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}
