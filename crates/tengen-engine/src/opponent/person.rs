use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_game::{BoardSize, Move, Position, Rule};

use super::answer;
use crate::{Clock, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle};

/// A person as an opponent: decides whenever somebody uses its [`Hand`], and keeps no limits.
#[derive(Debug)]
pub struct Person {
    name: String,
    position: Position,
    hand: Hand,
    stop: StopHandle,
    started: Duration,
}

/// What a person plays with: the page or the terminal holds it. Clones belong to the same person.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    decision: Arc<Mutex<Option<Decision>>>,
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    Play(Move),
    Resign,
}

impl Hand {
    /// Plays a move, in place of one that has not been looked at yet. Whether it is legal is told when the
    /// person is next [advanced](Opponent::advance).
    pub fn play(&self, played: impl Into<Move>) {
        self.decide(Some(Decision::Play(played.into())));
    }

    /// Gives up the game.
    pub fn resign(&self) {
        self.decide(Some(Decision::Resign));
    }

    fn decide(&self, decision: Option<Decision>) -> Option<Decision> {
        // A decision is replaced as a whole, so that even a poisoned lock holds a sound one.
        let mut held = self.decision.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut held, decision)
    }
}

impl Person {
    /// A person of this name, at the start of a freestyle game on 15×15.
    pub fn new(name: impl Into<String>) -> Person {
        Person {
            name: name.into(),
            position: Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN),
            hand: Hand::default(),
            stop: StopHandle::default(),
            started: Duration::ZERO,
        }
    }

    /// What this person plays with.
    pub fn hand(&self) -> Hand {
        self.hand.clone()
    }
}

impl Opponent for Person {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// What the hand did before belonged to another position, and is forgotten.
    fn set_position(&mut self, position: Position) {
        self.position = position;
        self.clear();
        self.stop.reset();
    }

    fn start(&mut self, _limits: &SearchLimits, clock: &dyn Clock) {
        self.started = clock.now();
    }

    fn advance(
        &mut self,
        _slice: Duration,
        clock: &dyn Clock,
        _observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        match self.hand.decide(None) {
            Some(Decision::Play(played)) => {
                let time = clock.now().saturating_sub(self.started);
                answer(&self.position, played, time).map(Some)
            }
            Some(Decision::Resign) => Err(OpponentError::Resigned(self.name())),
            None if self.stop.is_requested() => {
                self.stop.reset();
                Err(OpponentError::Stopped(self.name()))
            }
            None => Ok(None),
        }
    }

    fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    fn clear(&mut self) {
        self.hand.decide(None);
    }
}
