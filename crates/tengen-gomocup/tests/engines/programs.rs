//! Programs that behave, and programs that do not.

use std::time::{Duration, Instant};

use tengen_analysis::{Opponent, OpponentError, SearchLimits, SearchReport, SystemClock};
use tengen_game::{BoardSize, Move, PlayError, Point, Position, Rule};
use tengen_gomocup::Decision;
use tengen_gomocup::process::{
    GameTime, Output, Process, Program, ProgramOptions, Transcript, TranscriptEntry,
};

const BRAIN: &str = env!("CARGO_BIN_EXE_test-brain");

fn program(mode: &str) -> Program {
    let options = ProgramOptions {
        patience: Duration::from_millis(200),
        start_limit: Duration::from_secs(5),
        ..ProgramOptions::new([BRAIN, mode])
    };
    Program::new(options)
}

/// The lines in both directions, without their times.
fn transcript(program: &Program) -> String {
    let line = |entry: &TranscriptEntry| format!("{} {}\n", entry.speaker.sign(), entry.text);
    program.transcript().entries().map(line).collect()
}

fn ask(
    program: &mut Program,
    position: &Position,
    limits: &SearchLimits,
) -> Result<SearchReport, OpponentError> {
    program.set_position(position.clone());
    program.choose(limits, &SystemClock::new(), &mut ())
}

/// The position after a first move of the program and an answer to it.
fn after_two_moves(program: &mut Program) -> Position {
    let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let report = ask(program, &position, &patient()).unwrap();
    assert_eq!(report.best_move, Some(Point::new(0, 0)));
    position.play(Point::new(0, 0)).unwrap();
    position.play(Point::new(9, 9)).unwrap();
    position
}

fn patient() -> SearchLimits {
    SearchLimits::time(Duration::from_secs(20))
}

fn error_of(mode: &str, limits: &SearchLimits) -> OpponentError {
    let mut program = program(mode);
    let position = after_two_moves(&mut program);
    let error = ask(&mut program, &position, limits).unwrap_err();
    assert_eq!(program.process_id(), None, "{mode}: it is ended");
    // The program is started again and plays on, until it has made its next first move.
    let report = ask(&mut program, &position, &patient()).unwrap();
    assert_eq!(report.best_move, Some(Point::new(1, 0)), "{mode}");
    error
}

#[test]
fn a_pass_is_unsupported_and_no_fault() {
    let mut program = program("polite");
    let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
    for played in [Point::new(7, 7).into(), Point::new(8, 8).into(), Move::Pass] {
        position.play(played).unwrap();
    }
    let error = ask(&mut program, &position, &patient()).unwrap_err();
    assert!(matches!(error, OpponentError::Unsupported { .. }), "{error}");
    position.undo();
    assert!(ask(&mut program, &position, &patient()).is_ok(), "it plays on where it can be asked");
}

#[cfg(unix)]
fn is_running(id: u32) -> bool {
    // A zombie does not run.
    std::fs::read_to_string(format!("/proc/{id}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_polite_program_plays_several_games_in_one_process() {
    let mut program = program("polite");
    let position = after_two_moves(&mut program);
    let id = program.process_id().unwrap();
    assert_eq!(ask(&mut program, &position, &patient()).unwrap().best_move, Some(Point::new(1, 0)));
    program.clear();
    let small = Position::new(Rule::Standard, BoardSize::new(9).unwrap());
    assert_eq!(ask(&mut program, &small, &patient()).unwrap().best_move, Some(Point::new(0, 0)));
    assert_eq!(program.process_id(), Some(id));
    let lines = transcript(&program);
    let games: Vec<&str> = lines.lines().filter(|line| line.starts_with("> START")).collect();
    assert_eq!(games, ["> START 15", "> START 9"]);
    assert!(lines.contains("> TURN 9,9\n") && lines.contains("> INFO rule 1\n"), "{lines}");
    assert_eq!(program.name(), "test-brain");
    #[cfg(target_os = "linux")]
    {
        drop(program);
        assert!(!is_running(id));
    }
}

#[test]
fn every_fault_is_reported_and_leaves_the_program_usable() {
    let limits = patient();
    let reason = |mode| match error_of(mode, &limits) {
        OpponentError::Failed { reason, .. } => reason,
        other => panic!("{mode}: {other}"),
    };
    assert_eq!(reason("crash"), "exit status: 7, after `out of ideas`");
    assert!(reason("panic").contains("after"));
    for mode in ["garbage", "outside", "swap", "error", "unknown"] {
        let error = error_of(mode, &limits);
        assert!(matches!(error, OpponentError::Unreadable { .. }), "{mode}: {error}");
    }
    // An illegal move costs the game, and leaves a program that can play the next one.
    let mut program = program("illegal");
    let position = after_two_moves(&mut program);
    let id = program.process_id();
    let error = ask(&mut program, &position, &limits).unwrap_err();
    assert!(matches!(error, OpponentError::Illegal { reason: PlayError::Occupied(_), .. }), "{error}");
    assert!(id.is_some() && program.process_id() == id);
}

#[test]
fn a_program_that_thinks_too_long_is_ended() {
    let limit = Duration::from_millis(300);
    for mode in ["hang", "flood", "stubborn"] {
        let error = error_of(mode, &SearchLimits::time(limit));
        assert!(matches!(error, OpponentError::Overrun { time, .. } if time >= limit), "{mode}: {error}");
    }
}

#[test]
fn the_clock_of_the_game_limits_a_move_as_well() {
    let mut program = program("hang");
    let position = after_two_moves(&mut program);
    let left = Duration::from_millis(100);
    program.set_time(Some(GameTime {
        per_move: Some(Duration::from_secs(60)),
        per_game: Some(Duration::from_secs(90)),
        left: Some(left),
        ..GameTime::default()
    }));
    let error = ask(&mut program, &position, &SearchLimits::default()).unwrap_err();
    assert!(matches!(error, OpponentError::Overrun { limit, .. } if limit == left), "{error}");
    let lines = transcript(&program);
    for line in ["INFO timeout_turn 60000", "INFO timeout_match 90000", "INFO time_left 100"] {
        assert!(lines.contains(&format!("> {line}\n")), "{lines}");
    }
}

#[test]
fn a_program_that_exceeds_its_memory_is_ended() {
    let mut program =
        Program::new(ProgramOptions { max_memory: Some(64 << 20), ..ProgramOptions::new([BRAIN, "memory"]) });
    let position = after_two_moves(&mut program);
    let error = ask(&mut program, &position, &patient()).unwrap_err();
    let OpponentError::Exhausted { limit, used, .. } = error else { panic!("{error}") };
    assert!(used > limit && limit == 64 << 20);
}

#[test]
fn a_program_that_cannot_start_is_reported() {
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let cases = [
        (vec!["/nowhere/pbrain-none"], "cannot start `/nowhere/pbrain-none`: "),
        (vec![], "expected a command to start"),
        (vec![BRAIN, "crash-at-start"], "exit status: 3"),
        (vec![BRAIN, "hang-at-start"], "it was not ready after 200 ms"),
        (vec![BRAIN, "flood-at-start"], "it was not ready after 200 ms"),
        (vec![BRAIN, "deaf"], "it was not ready after 200 ms"),
        (vec![BRAIN, "refuse"], "expected `OK` to `START`, found `ERROR size`"),
        (vec![BRAIN, "what"], "exit status: 2, after `expected one of"),
    ];
    for (command, expected) in cases {
        let start_limit = Duration::from_millis(if expected.contains("200") { 200 } else { 5000 });
        let mut program =
            Program::new(ProgramOptions { start_limit, ..ProgramOptions::new(command.clone()) });
        let error = ask(&mut program, &start, &patient()).unwrap_err();
        let OpponentError::Unready { reason, .. } = &error else { panic!("{error}") };
        assert!(reason.starts_with(expected), "{command:?}: {reason}");
    }
    let mut caro = Program::new(ProgramOptions {
        dialect: tengen_gomocup::Dialect::Rapfi,
        ..ProgramOptions::new([BRAIN, "polite"])
    });
    let error = ask(&mut caro, &Position::new(Rule::Caro, BoardSize::FIFTEEN), &patient()).unwrap_err();
    assert!(error.to_string().contains("no code for the rule caro"), "{error}");
}

#[test]
fn a_stop_ends_the_waiting() {
    let mut program = program("hang");
    let position = after_two_moves(&mut program);
    program.set_position(position);
    let stop = program.stop_handle();
    let clock = SystemClock::new();
    program.start(&SearchLimits::default(), &clock);
    assert_eq!(program.advance(Duration::from_millis(20), &clock, &mut ()), Ok(None));
    stop.stop();
    let error = loop {
        match program.advance(Duration::from_millis(50), &clock, &mut ()) {
            Ok(None) => {}
            other => break other.unwrap_err(),
        }
    };
    assert!(matches!(error, OpponentError::Stopped(_)), "{error}");
}

#[test]
fn a_suggestion_is_played() {
    let mut program = program("suggest");
    let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for x in 0..3 {
        let report = ask(&mut program, &position, &patient()).unwrap();
        assert_eq!(report.best_move, Some(Point::new(x, 0)));
        position.play(Point::new(x, 0)).unwrap();
        position.play(Point::new(x + 3, 9)).unwrap();
    }
    assert!(transcript(&program).contains("< SUGGEST 1,0\n> PLAY 1,0\n< 1,0\n"));
}

#[test]
fn decisions_of_an_opening_are_asked_for() {
    let start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let stones = [Point::new(7, 7), Point::new(8, 7), Point::new(3, 9)];
    let mut program = program("polite");
    let decision = program.swap2(&start, &stones, &patient(), &mut ()).unwrap();
    assert_eq!(decision, Decision::Points(vec![Point::new(0, 0)]));
    assert!(program.swap2(&start, &stones[..1], &patient(), &mut ()).is_err());
    assert!(transcript(&program).contains("> SWAP2BOARD\n> 7,7\n> 8,7\n> 3,9\n> DONE\n"));
}

#[test]
fn the_end_of_the_game_needs_no_program() {
    let mut program = Program::new(ProgramOptions::new([BRAIN, "crash"]));
    let free = "free-3".parse().unwrap();
    let mut position = Position::new(free, BoardSize::new(3).unwrap());
    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)] {
        position.play(Point::new(x, y)).unwrap();
    }
    assert!(position.is_over());
    // The dialect has no code for this rule either, which only matters at a request for a move.
    program.set_position(position);
    assert!(program.choose(&patient(), &SystemClock::new(), &mut ()).is_err());
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_ends_with_its_children() {
    let before = children_named("sleep");
    for mode in ["children", "mute", "stubborn"] {
        let mut program = program(mode);
        let position = after_two_moves(&mut program);
        let id = program.process_id().unwrap();
        let _ = ask(&mut program, &position, &SearchLimits::time(Duration::from_millis(100)));
        drop(program);
        assert!(!is_running(id), "{mode}");
    }
    let waited = Instant::now();
    while children_named("sleep") != before {
        assert!(waited.elapsed() < Duration::from_secs(10), "{:?} are left", children_named("sleep"));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Processes of this name that hold one of our pipes would be ours; counting those that sleep for 300 seconds will do.
#[cfg(target_os = "linux")]
fn children_named(name: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let command = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
    entries.map(command).filter(|command| *command == format!("{name}\0300\0").into_bytes()).count()
}

#[test]
fn the_memory_of_a_conversation_is_bounded() {
    let mut process = Process::spawn(&[BRAIN.to_owned(), "flood".to_owned()], None).unwrap();
    for line in ["START 15", "BEGIN", "TURN 9,9"] {
        process.send(line);
    }
    for _ in 0..2_000 {
        assert!(matches!(process.receive(Duration::from_secs(20)), Some(Output::Line(..))));
    }
    assert_eq!(process.transcript().entries().len(), Transcript::MOST);
    assert!(process.memory().is_some_and(|bytes| bytes > 0));
    assert!(process.memory().is_none(), "it was looked at a moment ago");
    process.kill();
    assert!(process.wait(Duration::ZERO).is_some());
}
