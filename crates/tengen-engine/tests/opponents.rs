//! The trait of all opponents.

use std::time::Duration;

use crate::support::{check, played, small_engine};
use tengen_analysis::{
    Clock, Opponent, OpponentError, SearchLimits, SearchObserver, SearchReport, StopHandle, SystemClock,
    answer,
};
use tengen_game::{BoardSize, Move, PlayError, Point, Position, Rule};

const SLICE: Duration = Duration::from_millis(5);

#[test]
fn the_engine_is_an_opponent_like_any_other() {
    let position = played(Rule::Renju, 15, "h8 i9 h10 g9 j8 j10");
    let clock = SystemClock::new();
    let strip = |report: SearchReport| report.with_time(Duration::ZERO);
    let mut engine = small_engine();
    engine.set_position(position.clone());
    let by_itself = strip(engine.search(&SearchLimits::depth(4), &clock, &mut ()));
    let mut opponent: Box<dyn Opponent> = Box::new(small_engine());
    assert_eq!(opponent.name(), "tengen");
    opponent.set_position(position.clone());
    let as_opponent = strip(opponent.choose(&SearchLimits::depth(4), &clock, &mut ()).unwrap());
    assert_eq!(by_itself, as_opponent);
    check(&position, &as_opponent);
    opponent.clear();
    opponent.set_position(position);
    opponent.start(&SearchLimits::default(), &clock);
    opponent.stop_handle().stop();
    assert!(opponent.advance(SLICE, &clock, &mut ()).unwrap().is_some());
}

#[test]
fn an_illegal_answer_is_an_error() {
    let position = played(Rule::FREESTYLE, 15, "h8");
    let refused = |played: Move| answer(&position, played, Duration::ZERO).unwrap_err();
    let occupied = refused(Point::new(7, 7).into());
    assert!(matches!(occupied, OpponentError::Illegal { reason: PlayError::Occupied(_), .. }));
    assert!(matches!(
        refused(Move::Pass),
        OpponentError::Illegal { reason: PlayError::PassNotAllowed(_), .. }
    ));
}

/// A model of a program in another process: its answer has arrived, or the connection is closed.
struct ExternalProgram {
    position: Position,
    lines: Vec<Option<&'static str>>,
    deadline: Duration,
    limit: Duration,
}

impl Opponent for ExternalProgram {
    fn name(&self) -> String {
        "elsewhere".to_owned()
    }

    fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        self.limit = limits.time.unwrap_or(Duration::MAX);
        self.deadline = clock.now().saturating_add(self.limit);
    }

    fn advance(
        &mut self,
        _slice: Duration,
        clock: &dyn Clock,
        _observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        let name = self.name();
        let now = clock.now();
        if now > self.deadline {
            let time = self.limit + (now - self.deadline);
            return Err(OpponentError::Overrun { name, limit: self.limit, time });
        }
        match self.lines.pop() {
            None => Err(OpponentError::Failed { name, reason: "its output has ended".to_owned() }),
            Some(None) => Ok(None),
            Some(Some(text)) => match Point::parse_xy(text, self.position.size()) {
                Err(_) => Err(OpponentError::Unreadable { name, text: text.to_owned() }),
                Ok(point) => answer(&self.position, Move::Place(point), Duration::ZERO).map(Some),
            },
        }
    }

    fn stop_handle(&self) -> StopHandle {
        StopHandle::default()
    }

    fn clear(&mut self) {}
}

#[test]
fn failures_of_opponents_are_typed_errors() {
    let choose = |mut lines: Vec<Option<&'static str>>, limits: &SearchLimits| {
        lines.reverse();
        let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        let mut elsewhere =
            ExternalProgram { position, lines, deadline: Duration::ZERO, limit: Duration::ZERO };
        elsewhere.choose(limits, &SystemClock::new(), &mut ())
    };
    let none = SearchLimits::default();
    assert_eq!(choose(vec![None, None, Some("7,8")], &none).unwrap().best_move, Some(Point::new(7, 8)));
    let message = |lines, limits| choose(lines, limits).unwrap_err().to_string();
    assert_eq!(message(vec![], &none), "`elsewhere` failed: its output has ended");
    assert_eq!(
        message(vec![Some("MESSAGE hm")], &none),
        "expected a move from `elsewhere`, found `MESSAGE hm`"
    );
    let short = SearchLimits::time(Duration::ZERO);
    let overrun = message(vec![None; 10_000_000], &short);
    assert!(overrun.starts_with("`elsewhere` took 0.") && overrun.ends_with(" s of 0.000 s"), "{overrun}");
}
