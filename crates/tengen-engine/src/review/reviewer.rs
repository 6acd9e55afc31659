use std::time::Duration;

use tengen_game::{Move, PlayError, Position};

use super::asking::{Asking, Notes, Pause};
use super::following::followed;
use super::judging::{Played, judge, last_worth};
use super::worth::Worth;
use super::{Proved, Review, ReviewError, ReviewLimits, ReviewedMove};
use crate::{Clock, Engine, Score, StopHandle};

/// A game that is gone through slice by slice, for callers that must return to an event loop in between.
///
/// What comes out is that of [`review`](super::review()), whatever the slices, unless there is a limit of time.
#[derive(Debug)]
pub struct Reviewer {
    limits: ReviewLimits,
    moves: Vec<Move>,
    /// What is known of each position of the game, from its start to its end.
    places: Vec<Place>,
    stage: Stage,
    has_begun: bool,
}

/// A position of the game.
#[derive(Debug)]
struct Place {
    position: Position,
    /// What is proved of it by something else than a look at it alone.
    proved: Option<Worth>,
    /// What it is worth, once it has been looked at.
    worth: Option<Worth>,
    /// What there is to say about the move that was played there.
    reviewed: Option<ReviewedMove>,
    notes: Notes,
    /// Whether all that the limits allow has been tried to prove a win of the side to move.
    is_settled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Each position is looked at, from the end of the game to its start. This one is next.
    Looking(usize),
    /// A win that is proved is looked for in the positions before, where the first look has not seen it.
    Settling,
    /// The moves are judged once more by all that is proved now. That of this position is next.
    Judging(usize),
    Done,
}

impl Reviewer {
    /// Gets ready to go through the moves that were played from a position on.
    ///
    /// # Errors
    /// When the moves cannot be played.
    pub fn new(start: &Position, moves: &[Move], limits: &ReviewLimits) -> Result<Reviewer, ReviewError> {
        let mut position = start.clone();
        let mut places = vec![Place::new(position.clone())];
        for (number, &played) in (1..).zip(moves) {
            match position.check(played) {
                Ok(()) | Err(PlayError::Forbidden { .. }) => position.play_unchecked(played),
                Err(source) => return Err(ReviewError::Illegal { number, source }),
            }
            places.push(Place::new(position.clone()));
        }
        Ok(Reviewer {
            limits: limits.clone(),
            moves: moves.to_vec(),
            places,
            stage: Stage::Looking(moves.len()),
            has_begun: false,
        })
    }

    /// Takes it as known that a position of the game is won or lost. What only estimates, or speaks of no position of the
    /// game, says nothing.
    #[must_use]
    pub fn knowing(mut self, proved: &[Proved]) -> Reviewer {
        for Proved { played, score, line } in proved {
            let is_end = matches!(score, Score::Mate(_));
            if is_end && self.places.get(*played).is_some_and(|place| !place.position.is_over()) {
                self.prove(*played, Worth::new(*score, line.clone()));
            }
        }
        self
    }

    /// How many moves are still to be looked at.
    pub fn left(&self) -> usize {
        let missing = |place: &&Place| place.reviewed.is_none();
        self.places[..self.moves.len()].iter().filter(missing).count()
    }

    /// Goes on for about `slice`; the review if it is complete now. Every move is told when it has been looked at, the last
    /// one of the game first. A move of which later looks at others prove something else is told again.
    ///
    /// The engine must be the same every time, and belongs to the reviewer until the review is over. It first forgets what
    /// it knows, so that the same game is always reviewed in the same way. A stop ends the review with the moves that have
    /// been looked at, and is not spent.
    pub fn advance(
        &mut self,
        engine: &mut Engine,
        slice: Duration,
        clock: &dyn Clock,
        stop: &StopHandle,
        observer: &mut dyn FnMut(&ReviewedMove),
    ) -> Option<Review> {
        if !std::mem::replace(&mut self.has_begun, true) {
            engine.clear();
        }
        let slice_end = if slice == Duration::MAX { None } else { clock.now().checked_add(slice) };
        while self.stage != Stage::Done {
            let mut desk = Desk { engine, slice_end, clock, stop };
            let step = match self.stage {
                Stage::Looking(index) | Stage::Judging(index) => self.look(index, &mut desk, observer),
                Stage::Settling => self.settle(&mut desk),
                Stage::Done => Ok(()),
            };
            if let Err(Pause) = step {
                return stop.is_requested().then(|| self.finish());
            }
            if self.stage != Stage::Done && slice_end.is_some_and(|end| clock.now() >= end) {
                return None;
            }
        }
        Some(self.finish())
    }

    /// Looks at a position and at the move that was played there, if any was, and goes on to the one before.
    fn look(
        &mut self,
        index: usize,
        desk: &mut Desk,
        observer: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<(), Pause> {
        let after = self.places.get(index + 1).and_then(|next| next.worth.clone());
        let place = &mut self.places[index];
        let mut asking = desk.asking(&self.limits, &mut place.notes);
        let worth = match after {
            None => last_worth(&mut asking, &place.position, place.proved.as_ref())?,
            Some(after) => {
                let game = Played { number: index + 1, played: self.moves[index], after };
                let (worth, reviewed) = judge(&mut asking, &place.position, &game, place.proved.as_ref())?;
                if place.reviewed.as_ref() != Some(&reviewed) {
                    observer(&reviewed);
                    place.reviewed = Some(reviewed);
                }
                worth
            }
        };
        place.worth = Some(worth);
        self.stage = match (self.stage, index.checked_sub(1)) {
            (Stage::Looking(_), Some(before)) => Stage::Looking(before),
            (Stage::Looking(_), None) => Stage::Settling,
            (_, Some(before)) => Stage::Judging(before),
            (_, None) => Stage::Done,
        };
        if self.stage == Stage::Settling {
            for index in 0..self.places.len() {
                if let Some(worth) = self.places[index].worth.clone().filter(Worth::is_proved) {
                    self.follow(index, &worth);
                }
            }
        }
        Ok(())
    }

    /// Tries to prove a win where it decides which move is to blame, or goes on to judge by what is proved.
    fn settle(&mut self, desk: &mut Desk) -> Result<(), Pause> {
        let Some(index) = self.unsettled() else {
            self.stage = Stage::Judging(self.moves.len());
            return Ok(());
        };
        let place = &mut self.places[index];
        let attacker = place.position.side_to_move();
        let win = desk.asking(&self.limits, &mut place.notes).win_at_last(&place.position, attacker)?;
        place.is_settled = true;
        if let Some(win) = win {
            self.prove(index, win);
        }
        Ok(())
    }

    /// The last position, of those of which not everything was tried, that its side to move is not proved to win although it
    /// is proved to win a turn later or earlier: the win may have been there already, or may still be there.
    fn unsettled(&self) -> Option<usize> {
        let wins = |index: usize| {
            let place = self.places.get(index)?;
            Some(place.proved.as_ref().or(place.worth.as_ref())?.wins())
        };
        let is_neighbour = |index: Option<usize>| index.and_then(wins) == Some(true);
        (0..self.places.len()).rev().find(|&index| {
            let place = &self.places[index];
            let is_open = !place.is_settled && !place.position.is_over() && wins(index) == Some(false);
            is_open && (is_neighbour(index.checked_add(2)) || is_neighbour(index.checked_sub(2)))
        })
    }

    /// Takes down what is proved of a position, and what follows from it for those after it.
    fn prove(&mut self, index: usize, worth: Worth) {
        self.follow(index, &worth);
        self.places[index].proved = Some(worth);
    }

    fn follow(&mut self, index: usize, worth: &Worth) {
        let after = followed(worth, &self.places[index].position, &self.moves[index..]);
        for (place, worth) in self.places[index + 1..].iter_mut().zip(after) {
            let is_known = place.proved.as_ref().or(place.worth.as_ref()).is_some_and(Worth::is_proved);
            if !is_known {
                place.proved = Some(worth);
            }
        }
    }

    fn finish(&mut self) -> Review {
        self.stage = Stage::Done;
        let moves: Vec<ReviewedMove> =
            self.places.iter_mut().filter_map(|place| place.reviewed.take()).collect();
        let is_complete = moves.len() == self.moves.len();
        Review::new(moves, is_complete)
    }
}

impl Place {
    fn new(position: Position) -> Place {
        let notes = Notes::default();
        Place { position, proved: None, worth: None, reviewed: None, notes, is_settled: false }
    }
}

/// Whom to ask, and how long.
struct Desk<'a> {
    engine: &'a mut Engine,
    slice_end: Option<Duration>,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
}

impl Desk<'_> {
    fn asking<'a>(&'a mut self, limits: &'a ReviewLimits, notes: &'a mut Notes) -> Asking<'a> {
        let Desk { slice_end, clock, stop, .. } = *self;
        Asking { engine: self.engine, limits, slice_end, clock, stop, notes }
    }
}
