//! Opponents that may break down.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tengen_engine::{Clock, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle};
use tengen_game::Position;

/// Makes an opponent.
pub(super) type Make = Box<dyn Fn() -> Box<dyn Opponent + Send> + Send>;

/// An opponent of this process whose panic is its own affair: it costs it the game, as a crash would cost it a
/// program, and a new one takes its place for the next position.
pub(super) struct Guarded {
    name: String,
    make: Make,
    opponent: Option<Box<dyn Opponent + Send>>,
    /// Why it broke down, until somebody has been told.
    panic: Option<String>,
    /// For a while in which there is no opponent.
    stop: StopHandle,
}

impl Guarded {
    pub(super) fn new(name: String, make: Make) -> Guarded {
        Guarded { name, make, opponent: None, panic: None, stop: StopHandle::default() }
    }

    /// Lets the opponent do something, which may be its end.
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Opponent) -> T) -> Option<T> {
        let (opponent, make) = (&mut self.opponent, &self.make);
        // Whatever it leaves behind is thrown away with it.
        let done = catch_unwind(AssertUnwindSafe(|| act(opponent.get_or_insert_with(make).as_mut())));
        match done {
            Ok(value) => Some(value),
            Err(payload) => {
                let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
                self.panic = Some(text.unwrap_or_else(|| "it panicked".to_owned()));
                // A destructor may stumble over what the panic left.
                let broken = self.opponent.take();
                let _ = catch_unwind(AssertUnwindSafe(|| drop(broken)));
                None
            }
        }
    }

    fn failure(&mut self) -> OpponentError {
        let reason = self.panic.take().unwrap_or_else(|| "it panicked".to_owned());
        OpponentError::Failed { name: self.name.clone(), reason: format!("panic: {reason}") }
    }
}

impl Opponent for Guarded {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn set_position(&mut self, position: Position) {
        self.panic = None;
        self.with(|opponent| opponent.set_position(position));
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        if self.panic.is_none() {
            self.with(|opponent| opponent.start(limits, clock));
        }
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        if self.panic.is_some() {
            return Err(self.failure());
        }
        match self.with(|opponent| opponent.advance(slice, clock, observer)) {
            Some(answer) => answer,
            None => Err(self.failure()),
        }
    }

    /// Ends the searches of the opponent that is there now.
    fn stop_handle(&self) -> StopHandle {
        self.opponent.as_ref().map_or_else(|| self.stop.clone(), |opponent| opponent.stop_handle())
    }

    fn clear(&mut self) {
        self.with(|opponent| opponent.clear());
        // Whoever breaks down here does so again when it is asked for a move, if it matters.
        self.panic = None;
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::{Engine, EngineOptions, SystemClock};
    use tengen_game::{BoardSize, Rule};

    use super::*;

    /// Breaks down at its second search.
    struct Fragile {
        engine: Engine,
        searches: u32,
    }

    impl Opponent for Fragile {
        fn name(&self) -> String {
            "fragile".to_owned()
        }
        fn set_position(&mut self, position: Position) {
            self.engine.set_position(position);
        }
        fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
            self.searches += 1;
            self.engine.start(limits, clock);
        }
        fn advance(
            &mut self,
            slice: Duration,
            clock: &dyn Clock,
            observer: &mut dyn SearchObserver,
        ) -> Result<Option<SearchReport>, OpponentError> {
            assert!(self.searches < 2, "a fault");
            Ok(self.engine.advance(slice, clock, observer))
        }
        fn stop_handle(&self) -> StopHandle {
            self.engine.stop_handle()
        }
        fn clear(&mut self) {}
    }

    #[test]
    fn a_panic_is_an_error_and_the_next_position_finds_a_new_opponent() {
        let make: Make = Box::new(|| {
            let engine = Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() });
            Box::new(Fragile { engine, searches: 0 })
        });
        let mut guarded = Guarded::new("fragile".to_owned(), make);
        let (limits, clock) = (SearchLimits::depth(1), SystemClock::new());
        let mut search = || {
            guarded.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
            guarded.choose(&limits, &clock, &mut ()).map(|report| report.best_move)
        };
        assert!(matches!(search(), Ok(Some(_))));
        let error = search().unwrap_err().to_string();
        assert_eq!(error, "`fragile` failed: panic: a fault");
        assert!(matches!(search(), Ok(Some(_))));
    }
}
