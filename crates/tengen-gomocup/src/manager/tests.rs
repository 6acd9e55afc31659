use std::time::Duration;

use proptest::prelude::*;
use tengen_analysis::{Score, SearchProgress};
use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

use super::*;
use crate::{Action, Decision, Machine, ProgramInfo, Swap2Phase, Task};

const SIZE: BoardSize = BoardSize::FIFTEEN;

/// The search that these lines ask for.
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
    /// Whatever a manager tells of a game, an engine of the same dialect understands.
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
fn one_stone_is_told_as_a_turn_and_anything_else_as_a_board() {
    let mut manager = Manager::new(Dialect::Yixin);
    let mut position = Position::new(Rule::FREESTYLE, SIZE);
    assert_eq!(manager.start(&position), Ok(vec!["START 15".to_owned()]));
    position.play(Point::new(1, 2)).unwrap();
    let last = |lines: Vec<String>| lines.last().cloned();
    let mut ask = |position: &Position| manager.ask_move(position, &GameSettings::default(), None).unwrap();
    // Yixin's dialect says the row first.
    assert_eq!(last(ask(&position)).as_deref(), Some("TURN 2,1"));
    // The same question again: the engine has not answered, or the stone was taken back.
    let again = ask(&position);
    assert_eq!(again[again.len() - 3..], ["BOARD", "2,1,2", "DONE"]);
    position.play(Point::new(5, 5)).unwrap();
    position.play(Point::new(6, 7)).unwrap();
    let board = ask(&position);
    assert_eq!(board[board.len() - 5..], ["BOARD", "2,1,2", "5,5,1", "7,6,2", "DONE"]);
}

#[test]
fn settings_are_told_once_and_the_time_before_each_move() {
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
    // A new game tells everything anew.
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
    let expected = SearchProgress {
        line: 1,
        depth: 9,
        selective_depth: 12,
        nodes: 5000,
        time: Duration::from_millis(500),
        score: Score::Mate(-6),
        pv: vec![Point::new(4, 3), Point::new(7, 7)],
        hash_per_mille: 0,
    };
    assert_eq!(*progress, expected);
    assert_eq!(manager.receive("INFO PV DONE"), EngineReply::Ignored);
}
