//! Games between two opponents, of whom some behave badly.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tengen_analysis::{
    Clock, Opponent, OpponentError, Score, SearchLimits, SearchObserver, SearchReport, StopHandle,
    SystemClock, answer,
};
use tengen_arena::{
    Adjudication, Cause, Ending, Fault, GameStart, PlayedGame, Player, Terms, TimeControl, play_game,
};
use tengen_engine::opening::swap2::Decision;
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, EndReason, Move, NodeId, Point, Position, Record, Rule};

/// A clock that the test sets.
#[derive(Clone, Default)]
struct ManualClock(Rc<Cell<Duration>>);

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.0.get()
    }
}

/// What a badly behaved opponent does with its third move; before that it plays the first legal point.
#[derive(Clone)]
enum Misbehaviour {
    None,
    PlayAt(Point),
    Fail(OpponentError),
    TakeLong(ManualClock, Duration),
}

struct Scripted {
    misbehaviour: Misbehaviour,
    position: Position,
    moves: usize,
}

impl Scripted {
    fn new(misbehaviour: Misbehaviour) -> Scripted {
        Scripted { misbehaviour, position: Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN), moves: 0 }
    }
}

impl Opponent for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    fn start(&mut self, _limits: &SearchLimits, _clock: &dyn Clock) {}

    fn advance(
        &mut self,
        _slice: Duration,
        _clock: &dyn Clock,
        _observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        self.moves += 1;
        // Points of a pattern without rows, as long as there are any.
        let mut points = self.position.legal_moves();
        let spread = points.find(|point| (point.x() + 2 * point.y()).is_multiple_of(5));
        let first = spread.or_else(|| self.position.legal_moves().next()).unwrap();
        let honest = answer(&self.position, Move::Place(first), Duration::ZERO).map(Some);
        match &self.misbehaviour {
            _ if self.moves < 3 => honest,
            Misbehaviour::None => honest,
            Misbehaviour::Fail(error) => Err(error.clone()),
            Misbehaviour::PlayAt(point) => Ok(Some(honest?.unwrap().with_best_move(Some(*point)))),
            Misbehaviour::TakeLong(clock, time) => {
                clock.0.set(clock.now() + *time);
                honest
            }
        }
    }

    fn stop_handle(&self) -> StopHandle {
        StopHandle::default()
    }

    fn clear(&mut self) {}
}

fn play(black: Misbehaviour, white: Misbehaviour, control: &TimeControl, clock: &dyn Clock) -> PlayedGame {
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    play_game([&mut Scripted::new(black), &mut Scripted::new(white)], start, control, clock, 0)
}

#[test]
fn two_engines_play_the_same_game_twice() {
    let game = || {
        let mut engines =
            [0, 1].map(|_| Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() }));
        let [black, white] = &mut engines;
        let start = Position::new(Rule::Renju, BoardSize::new(9).unwrap());
        let control = TimeControl { nodes: Some(300), ..TimeControl::default() };
        play_game([black, white], start, &control, &SystemClock::new(), 5)
    };
    let (first, second) = (game(), game());
    assert_eq!(first.record.line(), second.record.line());
    assert_eq!(first.ending, second.ending);
    assert!(first.fault.is_none() && first.record.is_over());
    assert_eq!(first.ending.and_then(Ending::result), first.record.result());
    assert_eq!(
        (first.record.players.black.as_str(), first.record.cursor()),
        ("tengen", first.record.line().len())
    );
    let evaluated = |record: &Record, id: NodeId| {
        matches!(record.notes(id).evaluation, Some(Score::Value(_) | Score::Mate(_)))
    };
    // A move that takes no search, into the centre or forced, has no score of the position.
    let text = first.record.main_line().into_iter().filter(|&id| evaluated(&first.record, id)).count();
    assert!(text * 2 > first.record.cursor(), "{text}");
}

#[test]
fn a_failing_player_loses_and_the_event_continues() {
    let failed = OpponentError::Failed { name: "scripted".to_owned(), reason: "exit code 3".to_owned() };
    let cases = [
        (Misbehaviour::PlayAt(Point::new(0, 0)), Cause::Fault(Fault::IllegalMove)),
        (Misbehaviour::PlayAt(Point::new(99, 0)), Cause::Fault(Fault::IllegalMove)),
        (Misbehaviour::Fail(failed), Cause::Fault(Fault::Crash)),
        (
            Misbehaviour::Fail(OpponentError::Resigned("scripted".to_owned())),
            Cause::Game(EndReason::Resignation),
        ),
    ];
    let control = TimeControl { per_move: Some(Duration::from_secs(1)), ..TimeControl::default() };
    for (misbehaviour, cause) in cases {
        for side in Color::BOTH {
            let mut misbehaviours = [Misbehaviour::None, Misbehaviour::None];
            misbehaviours[side.index()] = misbehaviour.clone();
            let [black, white] = misbehaviours;
            let game = play(black, white, &control, &ManualClock::default());
            let ending = game.ending.unwrap();
            assert_eq!((ending.winner(), ending.cause()), (Some(!side), cause));
            assert!(game.fault.is_some());
            assert_eq!(game.record.line().len(), 4 + side.index());
            assert_eq!(game.record.result(), ending.result());
        }
    }
}

#[test]
fn a_failure_at_the_start_means_broken_and_a_later_one_a_loss() {
    let (name, reason) = ("scripted".to_owned(), "exit code 3".to_owned());
    let unready = OpponentError::Unready { name: name.clone(), reason: reason.clone() };
    let cases = [
        (OpponentError::Failed { name: name.clone(), reason }, [true, false]),
        (unready, [true, true]),
        (OpponentError::Resigned(name), [false, false]),
    ];
    for (error, expected) in cases {
        let fails = Misbehaviour::Fail(error.clone());
        let mut game = play(Misbehaviour::None, fails, &TimeControl::default(), &ManualClock::default());
        assert_eq!(game.found, [3, 2], "the opponent of the one that fails at its third move");
        let broken = |game: &PlayedGame| game.broken().is_some();
        let at_first = broken(&game);
        // The same error, ten moves later.
        game.found = [13, 12];
        assert_eq!([at_first, broken(&game)], expected, "{error}");
    }
}

#[test]
fn a_late_move_loses_on_time() {
    let clock = ManualClock::default();
    let control = TimeControl {
        per_move: Some(Duration::from_millis(100)),
        grace: Duration::from_millis(50),
        ..TimeControl::default()
    };
    let late = Misbehaviour::TakeLong(clock.clone(), Duration::from_millis(151));
    let game = play(Misbehaviour::None, late, &control, &clock);
    let ending = game.ending.unwrap();
    assert_eq!((ending.winner(), ending.fault_of_loser()), (Some(Color::Black), Some(Fault::Timeout)));
    assert_eq!(game.record.result().map(|result| result.reason), Some(EndReason::Timeout));
    assert_eq!(game.fault.unwrap().to_string(), "`scripted` took 0.151 s of 0.100 s");
    // Within the grace it only costs time.
    let slow = Misbehaviour::TakeLong(clock.clone(), Duration::from_millis(149));
    let game = play(Misbehaviour::None, slow, &control, &clock);
    assert_ne!(game.ending.and_then(Ending::fault_of_loser), Some(Fault::Timeout));
}

#[test]
fn a_stopped_player_has_not_lost() {
    let stopped = Misbehaviour::Fail(OpponentError::Stopped("scripted".to_owned()));
    let game = play(stopped, Misbehaviour::None, &TimeControl::default(), &ManualClock::default());
    assert_eq!((game.ending, game.record.result()), (None, None));
}

/// Plays as `Scripted` with scripted decisions about openings.
struct Decided {
    player: Scripted,
    decisions: Vec<Decision>,
}

impl Player for Decided {
    fn opponent(&mut self) -> &mut dyn Opponent {
        &mut self.player
    }

    fn swap2(
        &mut self,
        _position: &Position,
        _limits: &SearchLimits,
        _clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        Ok(self.decisions.remove(0))
    }
}

/// A game with a Swap2 opening in which both decide so, one after the other.
fn open(first: Vec<Decision>, second: Vec<Decision>, stop: &AtomicBool) -> PlayedGame {
    let [mut first, mut second] =
        [first, second].map(|decisions| Decided { player: Scripted::new(Misbehaviour::None), decisions });
    let control = TimeControl::default();
    let start = GameStart::Swap2 { rule: Rule::FREESTYLE, size: BoardSize::FIFTEEN, max_moves: None };
    let terms = Terms {
        start: &start,
        controls: [&control; 2],
        adjudication: Adjudication::default(),
        seed: 0,
        clock: &ManualClock::default(),
        stop,
    };
    tengen_arena::play([&mut first, &mut second], &terms)
}

fn place(points: &[(u8, u8)]) -> Decision {
    Decision::Place(points.iter().map(|&(x, y)| Point::new(x, y)).collect())
}

#[test]
fn swap2_decides_who_has_which_colour() {
    let going = AtomicBool::new(false);
    let three = || place(&[(7, 7), (7, 6), (9, 8)]);
    let game = open(vec![three()], vec![Decision::Black], &going);
    assert!(game.swapped && game.ending.is_some());
    assert_eq!(game.opening.unwrap().to_string(), "15.swap2.h8h9j7.swap");
    let game = open(vec![three()], vec![Decision::White(Point::new(3, 3))], &going);
    assert!(!game.swapped);
    assert_eq!(game.record.line()[3], Move::Place(Point::new(3, 3)));
}

/// A player who stays after five stones plays White's next move, as after three, but had Black so far.
#[test]
fn after_five_stones_the_first_player_stays_with_white_or_takes_black() {
    let going = AtomicBool::new(false);
    let decide = |decision| {
        let three = place(&[(7, 7), (7, 6), (9, 8)]);
        open(vec![three, decision], vec![place(&[(1, 1), (2, 5)])], &going)
    };
    let white = decide(Decision::White(Point::new(3, 3)));
    assert!(white.swapped);
    assert_eq!(white.record.line()[5], Move::Place(Point::new(3, 3)));
    assert_eq!(white.opening.unwrap().to_string(), "15.swap2.h8h9j7.b14c10.swap");
    let black = decide(Decision::Black);
    assert!(!black.swapped);
    assert_eq!(black.opening.unwrap().to_string(), "15.swap2.h8h9j7.b14c10.stay");
}

#[test]
fn an_impossible_decision_loses() {
    let three = || place(&[(7, 7), (7, 6), (9, 8)]);
    let cases = [
        (vec![Decision::Black], vec![], Color::White),
        (vec![place(&[(7, 7), (7, 7), (9, 8)])], vec![], Color::White),
        (vec![place(&[(7, 7), (7, 6), (99, 8)])], vec![], Color::White),
        (vec![three()], vec![place(&[(1, 1)])], Color::Black),
        (vec![three()], vec![place(&[(7, 7), (2, 5)])], Color::Black),
        (vec![three()], vec![Decision::White(Point::new(7, 7))], Color::Black),
    ];
    for (first, second, winner) in cases {
        let text = format!("{first:?} {second:?}");
        let game = open(first, second, &AtomicBool::new(false));
        let ending = game.ending.unwrap();
        assert_eq!(
            (ending.winner(), ending.fault_of_loser()),
            (Some(winner), Some(Fault::IllegalMove)),
            "{text}"
        );
        assert!(game.fault.is_some());
    }
}

#[test]
fn a_game_that_is_broken_off_has_no_end() {
    let game = open(vec![place(&[(7, 7), (7, 6), (9, 8)])], vec![Decision::Black], &AtomicBool::new(true));
    assert_eq!((game.ending, game.record.line().len()), (None, 0));
}
