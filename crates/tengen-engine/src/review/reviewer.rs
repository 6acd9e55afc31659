use std::time::Duration;

use tengen_game::{Move, PlayError, Position};

use super::asking::{Asking, Notes, Pause};
use super::judging::{Played, judge, last_worth};
use super::worth::Worth;
use super::{Review, ReviewError, ReviewLimits, ReviewedMove};
use crate::{Clock, Engine, StopHandle};

/// A game that is gone through slice by slice, for callers that must return to an event loop in between.
///
/// What comes out is that of [`review`](super::review()), whatever the slices, unless there is a limit of time.
#[derive(Debug)]
pub struct Reviewer {
    limits: ReviewLimits,
    /// The position that is looked at; the moves that led to it are still to come.
    position: Position,
    /// How many moves it had before the first of the game.
    before: usize,
    /// The move that was played there, and what it led to; `None` as long as the game's last position is looked at.
    next: Option<(Move, Worth)>,
    /// The moves that have been looked at, the last one first.
    moves: Vec<ReviewedMove>,
    notes: Notes,
    has_begun: bool,
}

impl Reviewer {
    /// Gets ready to go through the moves that were played from a position on.
    ///
    /// # Errors
    /// When the moves cannot be played.
    pub fn new(start: &Position, moves: &[Move], limits: &ReviewLimits) -> Result<Reviewer, ReviewError> {
        let mut position = start.clone();
        for (number, &played) in (1..).zip(moves) {
            match position.check(played) {
                Ok(()) | Err(PlayError::Forbidden { .. }) => position.play_unchecked(played),
                Err(source) => return Err(ReviewError::Illegal { number, source }),
            }
        }
        Ok(Reviewer {
            limits: limits.clone(),
            position,
            before: start.moves().len(),
            next: None,
            moves: Vec::with_capacity(moves.len()),
            notes: Notes::default(),
            has_begun: false,
        })
    }

    /// How many moves are still to be looked at.
    pub fn left(&self) -> usize {
        self.position.moves().len() - self.before + usize::from(self.next.is_some())
    }

    /// Goes on for about `slice`; the review if it is complete now. Every move is told when it has been looked at, the last
    /// one of the game first.
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
        loop {
            let limits = &self.limits;
            let mut notes = std::mem::take(&mut self.notes);
            let mut asking = Asking { engine, limits, slice_end, clock, stop, notes: &mut notes, asked: 0 };
            let Ok((worth, reviewed)) = look(&mut asking, &self.position, self.next.as_ref(), self.before)
            else {
                self.notes = notes;
                return stop.is_requested().then(|| self.finish(false));
            };
            if let Some(reviewed) = reviewed {
                observer(&reviewed);
                self.moves.push(reviewed);
            }
            if self.position.moves().len() == self.before {
                return Some(self.finish(true));
            }
            let Some(played) = self.position.undo() else { return Some(self.finish(true)) };
            self.next = Some((played, worth));
            if slice_end.is_some_and(|end| clock.now() >= end) {
                return None;
            }
        }
    }

    fn finish(&mut self, is_complete: bool) -> Review {
        let mut moves = std::mem::take(&mut self.moves);
        moves.reverse();
        Review::new(moves, is_complete)
    }
}

/// What a position of the game is worth, and the move that was played there, if any was.
fn look(
    asking: &mut Asking,
    position: &Position,
    next: Option<&(Move, Worth)>,
    before: usize,
) -> Result<(Worth, Option<ReviewedMove>), Pause> {
    let Some((played, after)) = next else { return Ok((last_worth(asking, position)?, None)) };
    let number = position.moves().len() - before + 1;
    let game = Played { number, played: *played, after: after.clone() };
    let (worth, reviewed) = judge(asking, position, &game)?;
    Ok((worth, Some(reviewed)))
}
