use std::time::Duration;

use tengen_game::{EndReason, ForbiddenKind, Mark, Score, Sign};

use super::*;

fn sample() -> Record {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(Point::new(7, 7), Some(Color::Black));
    let start = Position::from_board(Rule::Renju, board, Color::White).unwrap();
    let mut record = Record::from_position(start);
    record.play(Point::new(8, 6)).unwrap();
    record.play(Point::new(1, 2)).unwrap();
    record.end(GameResult::resignation(Color::Black)).unwrap();
    let first = record.main_line()[0];
    record.visit(first);
    record.explore(Move::Pass).unwrap();
    record.explore(Point::new(3, 3)).unwrap();
    record.visit(first);
    let notes = record.notes_mut(first);
    notes.comment = "a “good” reply\n再来".to_owned();
    notes.time = Some(Duration::from_millis(1200));
    notes.evaluation = Some(Score::Mate(-4));
    let label = Mark { point: Point::new(0, 0), sign: Sign::Label("A".to_owned()) };
    record.set_marks(first, vec![label, Mark { point: Point::new(1, 0), sign: Sign::Cross }]).unwrap();
    record.notes_mut(NodeId::START).comment = "test".to_owned();
    record.players.black = "Ada".to_owned();
    record.info.set(Fact::Event, "Final: A");
    record.info.set(Fact::WhiteRank, "5 dan");
    record.add_property(NodeId::START, "AN", "Eve").unwrap();
    record.add_property(first, "LN", "aa:bb").unwrap();
    record.add_property(first, "LN", "cc:\\]").unwrap();
    record
}

#[test]
fn a_record_survives_the_round_trip() {
    let record = sample();
    assert_eq!(read(&write(&record)).unwrap(), record);
}

#[test]
fn a_short_record_is_enough() {
    let text = r#"{"format":"tengen-record","version":1,"rule":"free-4","size":6,"moves":[{"move":"b2"}]}"#;
    let record = read(text).unwrap();
    assert_eq!(record.rule().to_string(), "free-4");
    assert_eq!(record.position().moves(), [Point::new(1, 4)]);
}

#[test]
fn a_forbidden_move_in_a_record_loses() {
    let black = ["h8", "h9", "i10", "j10"];
    let white = ["a1", "c1", "e1", "g1"];
    let mut moves: Vec<String> =
        black.iter().zip(white).flat_map(|(b, w)| [b.to_string(), w.to_string()]).collect();
    moves.push("h10".to_owned());
    let moves: Vec<String> = moves.iter().map(|p| format!(r#"{{"move":"{p}"}}"#)).collect();
    let text = format!(
        r#"{{"format":"tengen-record","version":1,"rule":"renju","size":15,"moves":[{}]}}"#,
        moves.join(",")
    );
    let record = read(&text).unwrap();
    let expected = EndReason::Forbidden(ForbiddenKind::DoubleThree);
    assert_eq!(record.result(), Some(GameResult { winner: Some(Color::White), reason: expected }));
    assert_eq!(read(&write(&record)).unwrap(), record);
}

#[test]
fn faults_name_the_field() {
    let with = |from: &str, to: &str| {
        let text = write(&sample());
        assert!(text.contains(from), "{from} is not in {text}");
        read(&text.replace(from, to)).unwrap_err().to_string()
    };
    assert_eq!(with("tengen-record", "x"), "`format`: expected `tengen-record`, found `x`");
    assert_eq!(
        with("\"version\": 1", "\"version\": 9"),
        "`version`: a newer Tengen wrote this record, in version 9 of the format; this program reads version 1"
    );
    let newer = write(&sample()).replace("\"version\": 1", "\"version\": 2, \"mood\": \"good\"");
    assert_eq!(
        read(&newer).unwrap_err().to_string(),
        "`version`: a newer Tengen wrote this record, in version 2 of the format; this program reads version 1"
    );
    assert!(with("\"version\": 1", "\"version\": 1, \"mood\": 2").contains("unknown field `mood`"));
    assert!(with("\"version\": 1", "\"version\": 0").ends_with("the record has version 0"));
    assert!(with("renju", "go").starts_with("`rule`: expected a rule"));
    assert_eq!(with("\"size\": 15", "\"size\": 2"), "`size`: a board has 3 to 22 lines a side, not 2");
    assert_eq!(with("\"i9\"", "\"h8\""), "`moves`, move 1: h8 is already occupied");
    assert_eq!(with("\"i9\"", "\"z9\""), "`moves`, move 1: `z9` is not on a 15×15 board");
    assert_eq!(
        with("\"cursor\": 1", "\"cursor\": 7"),
        "`cursor`: expected 0 to 4, the number of moves, found 7"
    );
    assert_eq!(
        with("\"parent\": 1", "\"parent\": 3"),
        "`moves`, move 3: `parent`: expected 0 to 2, a move before this one, found 3"
    );
    assert_eq!(with("\"pass\"", "\"b13\""), "`moves`, move 3: the same move follows move 1 twice");
    assert!(with("\"event\"", "\"weather\"").starts_with("`info`: expected `event`, `round`"));
    assert_eq!(
        with("\"LN\"", "\"B\""),
        "`moves`, move 1: `properties`: a record holds the property `B` in another way"
    );
    assert!(with("\"AN\"", "\"an\"").starts_with("`moves`, move 0: `properties`: expected capital letters"));
    assert!(with("\"cross\"", "\"star\"").starts_with("`moves`, move 1: `marks`: expected `circle`"));
    assert_eq!(
        with("resignation", "line"),
        "`moves`, move 2: `result`: the record says `line`, but the moves say that the game continues"
    );
    assert_eq!(with("resignation", "boredom"), "`moves`, move 2: `result`: `boredom` is no known reason");
    assert!(with("\"rule\"", "\"rules\"").contains("line"));
    assert!(read("").unwrap_err().to_string().starts_with("not a Tengen record"));
}

#[test]
fn moves_may_stand_in_any_order_after_those_that_they_follow() {
    let moves = [(0, "h8"), (0, "a1"), (1, "i9"), (2, "b2"), (1, "j10"), (3, "c3"), (4, "d4")];
    let moves = moves.map(|(parent, name)| format!(r#"{{"parent":{parent},"move":"{name}"}}"#)).join(",");
    let text = format!(
        r#"{{"format":"tengen-record","version":1,"rule":"freestyle","size":15,"moves":[{moves}],"cursor":7}}"#
    );
    let record = read(&text).unwrap();
    let names: Vec<String> = record
        .nodes()
        .into_iter()
        .filter_map(|id| record.played(id))
        .map(|played| played.on(record.size()).to_string())
        .collect();
    assert_eq!(names, ["h8", "i9", "c3", "j10", "a1", "b2", "d4"]);
    assert_eq!(record.line().len(), 3);
    assert_eq!(record.played(record.current()), Some(Move::Place(Point::new(3, 11))));
    assert_eq!(read(&write(&record)).unwrap(), record);
}

#[test]
fn too_large_input_is_refused() {
    assert!(matches!(read(&" ".repeat(MAX_BYTES + 1)), Err(JsonError::TooLong(_))));
    let with = |moves: usize, stones: usize| {
        let (moves, stones) = (vec![r#"{"move":"a1"}"#; moves].join(","), vec![r#""a1""#; stones].join(","));
        let setup = format!(r#"{{"black":[],"white":[{stones}],"to_move":"black"}}"#);
        let head = r#""format":"tengen-record","version":1,"rule":"freestyle","size":15"#;
        read(&format!(r#"{{{head},"setup":{setup},"moves":[{moves}]}}"#)).unwrap_err().to_string()
    };
    assert!(with(MAX_MOVES, 0).starts_with("`moves`, move 2"));
    let message = with(MAX_MOVES + 1, 0);
    assert!(message.contains("expected a list of at most 1000000 items"), "{message}");
    assert!(with(0, 485).contains("expected a list of at most 484 items"));
}
