//! The manager's side of the protocol: what to send to an engine, and what its lines mean.
//!
//! [`Manager`] is the counterpart of [`Machine`](super::Machine) and does no I/O either: its caller starts the engine,
//! carries the lines, and keeps the time.

mod answer;
mod questions;

use tengen_analysis::SearchProgress;
use tengen_game::{BoardSize, Point, Rule};

use super::Dialect;

pub use answer::EngineLine;
pub(super) use answer::InfoBlock;
pub use questions::{GameSettings, QuestionError, Swap2Stones};

/// The manager's side of the conversation with one engine.
///
/// Every `ask_…` returns the lines to send, in order and without line ends. The lines that the engine then sends go to
/// [`Manager::receive`], until there is an answer.
///
/// ```
/// use tengen_game::{BoardSize, Point, Position, Rule};
/// use tengen_gomocup::{Dialect, GameSettings, EngineReply, Manager};
///
/// let mut manager = Manager::new(Dialect::Piskvork);
/// let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
/// assert_eq!(manager.start(&position)?, ["START 15"]);
/// assert_eq!(manager.receive("OK"), EngineReply::Ready);
///
/// let lines = manager.ask_move(&position, &GameSettings::default(), None)?;
/// assert_eq!(lines.last().map(String::as_str), Some("BEGIN"));
/// assert!(lines.contains(&"INFO rule 4".to_owned()));
/// assert_eq!(manager.receive("MESSAGE thinking"), EngineReply::Message("thinking".to_owned()));
/// assert_eq!(manager.receive("7,7"), EngineReply::Points(vec![Point::new(7, 7)]));
///
/// position.play(Point::new(7, 7))?;
/// position.play(Point::new(8, 6))?;
/// let lines = manager.ask_move(&position, &GameSettings::default(), None)?;
/// assert_eq!(lines.last().map(String::as_str), Some("TURN 8,6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manager {
    dialect: Dialect,
    /// The size and the rule of the game that was started last.
    game: Option<(BoardSize, Rule)>,
    /// The stones on the engine's board in the order in which they came; `None` where that is not certain.
    known: Option<Vec<Point>>,
    /// The last value of each key of `INFO` in this game.
    sent_infos: Vec<(String, String)>,
    /// The number of lines that the engine may answer with `UNKNOWN` although it supports the question.
    tolerated: usize,
    block: InfoBlock,
}

/// The meaning of a line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// The engine is ready for a game: `OK`.
    Ready,
    /// Moves: one, or several in an opening.
    Points(Vec<Point>),
    /// The engine exchanges the colours.
    Swap,
    /// The engine proposes a move and waits for `PLAY`.
    Suggestion(Point),
    /// The points that are forbidden to Black.
    Forbidden(Vec<Point>),
    /// A report of the engine's search.
    Progress(Box<SearchProgress>),
    /// A text for the user.
    Message(String),
    /// A text for the author of the engine.
    Debug(String),
    /// The engine refuses to answer, with a reason.
    Refused(String),
    /// A line without a meaning here: an empty one, a part of a block, an answer to `ABOUT`.
    Ignored,
    /// No line of the protocol.
    Unreadable(String),
}

impl Manager {
    /// The manager of an engine that has just been started.
    pub fn new(dialect: Dialect) -> Manager {
        Manager {
            dialect,
            game: None,
            known: None,
            sent_infos: Vec::new(),
            tolerated: 0,
            block: InfoBlock::default(),
        }
    }

    /// The dialect of the lines in both directions.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The line that stops a running search with a move. Engines of Piskvork's own dialect need not support it.
    pub fn stop(&mut self) -> &'static str {
        self.tolerated += 1;
        match self.dialect {
            Dialect::Piskvork => "STOP",
            Dialect::Yixin | Dialect::Rapfi | Dialect::AlphaGomoku => "YXSTOP",
        }
    }

    /// The line by which a move that the engine proposed is played. It answers with the same move.
    pub fn accept(&mut self, suggested: Point) -> String {
        format!("PLAY {}", self.dialect.order().write(suggested))
    }

    /// Takes in a line of the engine, with or without its end.
    pub fn receive(&mut self, line: &str) -> EngineReply {
        let size = self.game.map_or(BoardSize::MAX, |(size, _)| size);
        match EngineLine::parse(line, self.dialect, size) {
            EngineLine::Ok => EngineReply::Ready,
            EngineLine::Points(points) => {
                if let (Some(known), [point]) = (&mut self.known, &points[..]) {
                    known.push(*point);
                }
                EngineReply::Points(points)
            }
            EngineLine::Swap => EngineReply::Swap,
            EngineLine::Suggestion(point) => EngineReply::Suggestion(point),
            EngineLine::Forbidden(points) => EngineReply::Forbidden(points),
            EngineLine::Info(text) => match self.block.read(&text, self.dialect.order(), size) {
                Some((progress, _)) => EngineReply::Progress(Box::new(progress)),
                None => EngineReply::Ignored,
            },
            EngineLine::Message(text) => EngineReply::Message(text),
            EngineLine::Debug(text) => EngineReply::Debug(text),
            EngineLine::Error(text) => EngineReply::Refused(text),
            EngineLine::Unknown(_) if self.tolerated > 0 => {
                self.tolerated -= 1;
                EngineReply::Ignored
            }
            EngineLine::Unknown(text) => EngineReply::Refused(text),
            EngineLine::About(_) | EngineLine::Empty => EngineReply::Ignored,
            EngineLine::Unreadable(text) => EngineReply::Unreadable(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use tengen_analysis::{Score, SearchProgress};
    use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

    use super::*;
    use crate::{Action, Decision, Machine, ProgramInfo, Swap2Phase, Task};

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    /// The search that these lines start.
    fn asked(machine: &mut Machine, lines: &[String]) -> Option<(Task, Position)> {
        let actions: Vec<Action> = lines.iter().flat_map(|line| machine.line(line)).collect();
        let refused = |action: &Action| matches!(action, Action::Reply(line) if !line.starts_with("OK") && !line.starts_with("MESSAGE"));
        assert!(!actions.iter().any(refused), "{lines:?}: {actions:?}");
        actions.into_iter().find_map(|action| match action {
            Action::Think(request) => Some((request.task, request.position)),
            _ => None,
        })
    }

    fn machine(dialect: Dialect) -> Machine {
        Machine::new(ProgramInfo::new("Tengen", "1")).with_dialect(dialect)
    }

    proptest! {
        /// An engine of the same dialect understands everything that a manager sends about a game.
        #[test]
        fn an_engine_sees_the_position_that_was_meant(
            dialect in proptest::sample::select(Dialect::ALL.to_vec()),
            rule in proptest::sample::select(vec![Rule::FREESTYLE, Rule::Standard, Rule::Renju]),
            choices in proptest::collection::vec(any::<prop::sample::Index>(), 1..20),
            skips in proptest::collection::vec(any::<bool>(), 20),
        ) {
            let (mut manager, mut machine) = (Manager::new(dialect), machine(dialect));
            let mut position = Position::new(rule, SIZE);
            asked(&mut machine, &manager.start(&position).unwrap());
            let settings = GameSettings::default();
            for (choice, skip) in choices.iter().zip(skips) {
                let legal: Vec<Point> = position.legal_moves().collect();
                let point = *choice.get(&legal);
                // A position that is passed over is sent as a board later on, and every other one by a single stone.
                if !skip {
                    let lines = manager.ask_move(&position, &settings, None).unwrap();
                    let (task, seen) = asked(&mut machine, &lines).unwrap();
                    prop_assert_eq!((task, seen.board(), seen.side_to_move()), (Task::Move, position.board(), position.side_to_move()));
                    let reply = machine.finish_search(Decision::Points(vec![point]));
                    let Some(Action::Reply(reply)) = reply.last() else { panic!("{reply:?}") };
                    prop_assert_eq!(manager.receive(reply), EngineReply::Points(vec![point]));
                }
                position.play(point).unwrap();
                if position.is_over() {
                    break;
                }
            }
        }
    }

    #[test]
    fn one_new_stone_is_sent_as_turn_and_anything_else_as_board() {
        let mut manager = Manager::new(Dialect::Yixin);
        let mut position = Position::new(Rule::FREESTYLE, SIZE);
        assert_eq!(manager.start(&position), Ok(vec!["START 15".to_owned()]));
        position.play(Point::new(1, 2)).unwrap();
        let last = |lines: Vec<String>| lines.last().cloned();
        let mut ask =
            |position: &Position| manager.ask_move(position, &GameSettings::default(), None).unwrap();
        // Yixin's dialect has the row first.
        assert_eq!(last(ask(&position)).as_deref(), Some("TURN 2,1"));
        // A repeated question: the engine has not answered, or the stone was taken back.
        let again = ask(&position);
        assert_eq!(again[again.len() - 3..], ["BOARD", "2,1,2", "DONE"]);
        position.play(Point::new(5, 5)).unwrap();
        position.play(Point::new(6, 7)).unwrap();
        let board = ask(&position);
        assert_eq!(board[board.len() - 5..], ["BOARD", "2,1,2", "5,5,1", "7,6,2", "DONE"]);
    }

    #[test]
    fn settings_are_sent_once_and_the_time_before_each_move() {
        let mut manager = Manager::new(Dialect::Rapfi);
        let position = Position::new(Rule::Renju, SIZE);
        let settings = GameSettings {
            per_game: Some(Duration::from_secs(60)),
            increment: Duration::from_millis(500),
            max_memory: Some(1 << 20),
            nodes: Some(1000),
            hash_bytes: Some(4096),
            threads: Some(2),
            others: vec![("caution_factor".to_owned(), "3".to_owned())],
            ..GameSettings::default()
        };
        manager.start(&position).unwrap();
        let left = Some(Duration::from_secs(60));
        let lines = manager.ask_move(&position, &settings, left).unwrap();
        let expected = [
            "rule 4",
            "timeout_turn 60000",
            "timeout_match 60000",
            "time_left 60000",
            "max_memory 1048576",
            "time_increment 500",
            "max_node 1000",
            "hash_size 4",
            "thread_num 2",
            "caution_factor 3",
        ]
        .map(|setting| format!("INFO {setting}"));
        assert_eq!(lines[..lines.len() - 1], expected);
        let again = manager.ask_move(&position, &settings, left).unwrap();
        assert_eq!(again[0], "INFO time_left 60000");
        assert_eq!(again[1..], ["BEGIN"]);
        // A new game sends everything again.
        manager.start(&position).unwrap();
        assert_eq!(manager.ask_move(&position, &settings, left).unwrap().len(), lines.len());
    }

    #[test]
    fn what_the_protocol_cannot_say_is_refused() {
        let mut manager = Manager::new(Dialect::Rapfi);
        let caro = Position::new(Rule::Caro, SIZE);
        let refused = manager.start(&caro).unwrap_err();
        assert_eq!(refused.to_string(), "the dialect rapfi has no code for the rule caro");
        let mut board = Board::new(SIZE);
        for (x, color) in [(3, Color::Black), (4, Color::White)] {
            board.set(Point::new(x, 3), Some(color));
        }
        let even = Position::from_board(Rule::FREESTYLE, board, Color::White).unwrap();
        manager.start(&even).unwrap();
        let refused = manager.ask_move(&even, &GameSettings::default(), None);
        assert_eq!(refused, Err(QuestionError::Colors { to_move: Color::White, black: 1, white: 1 }));
        assert_eq!(Swap2Stones::new(&[Point::new(0, 0)]), Err(QuestionError::Swap2(1)));
    }

    #[test]
    fn a_swap2_opening_is_understood() {
        let (mut manager, mut machine) = (Manager::new(Dialect::Piskvork), machine(Dialect::Piskvork));
        let start = Position::new(Rule::FREESTYLE, SIZE);
        asked(&mut machine, &manager.start(&start).unwrap());
        let stones = [Point::new(7, 7), Point::new(8, 7), Point::new(3, 9)];
        let asks = Swap2Stones::new(&stones).unwrap();
        let lines = manager.ask_swap2(Rule::FREESTYLE, asks, &GameSettings::default(), None).unwrap();
        let (task, seen) = asked(&mut machine, &lines).unwrap();
        assert_eq!((task, seen.board().stones()), (Task::Swap2(Swap2Phase::Choose), 3));
        assert_eq!(asks.phase(), Swap2Phase::Choose);
        assert_eq!(manager.receive("SWAP"), EngineReply::Swap);
    }

    #[test]
    fn an_engine_may_not_know_a_setting_but_must_know_the_question() {
        let mut manager = Manager::new(Dialect::Piskvork);
        let position = Position::new(Rule::FREESTYLE, SIZE);
        manager.start(&position).unwrap();
        assert_eq!(manager.receive("UNKNOWN command"), EngineReply::Refused("UNKNOWN command".to_owned()));
        let settings = manager.ask_move(&position, &GameSettings::default(), None).unwrap().len() - 1;
        for _ in 0..settings {
            assert_eq!(manager.receive("UNKNOWN key"), EngineReply::Ignored);
        }
        assert!(matches!(manager.receive("UNKNOWN command"), EngineReply::Refused(_)));
        assert!(matches!(manager.receive("ERROR no such rule"), EngineReply::Refused(_)));
        assert!(matches!(manager.receive("hello"), EngineReply::Unreadable(_)));
    }

    #[test]
    fn reports_are_put_together_from_their_block() {
        let mut manager = Manager::new(Dialect::Yixin);
        manager.start(&Position::new(Rule::FREESTYLE, SIZE)).unwrap();
        let block = [
            "PV 1",
            "NUMPV 3",
            "DEPTH 9",
            "SELDEPTH 12",
            "NODES 5000",
            "SPEED 10000",
            "EVAL -M6",
            "WINRATE 0.000",
            "BESTLINE 3,4 7,7",
        ];
        for line in block {
            assert_eq!(manager.receive(&format!("INFO {line}")), EngineReply::Ignored, "{line}");
        }
        let EngineReply::Progress(progress) = manager.receive("INFO PV DONE") else { panic!("no report") };
        let expected = SearchProgress::new(9, Score::Mate(-6), vec![Point::new(4, 3), Point::new(7, 7)])
            .with_line(1)
            .with_selective_depth(12)
            .with_nodes(5000)
            .with_time(Duration::from_millis(500));
        assert_eq!(*progress, expected);
        assert_eq!(manager.receive("INFO PV DONE"), EngineReply::Ignored);
    }
}
