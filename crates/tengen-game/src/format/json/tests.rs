use super::*;

fn sample() -> Record {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(Point::new(7, 7), Some(Color::Black));
    let start = Position::from_board(Rule::Renju, board, Color::White).unwrap();
    let mut record = Record::from_position(start);
    record.play(Point::new(8, 6)).unwrap();
    record.play(Point::new(1, 2)).unwrap();
    record.set_move_comment(0, "a “good” reply\n再来");
    record.players.black = "Ada".to_owned();
    record.comment = "test".to_owned();
    record.end(GameResult::resignation(Color::White)).unwrap();
    record.undo();
    record
}

#[test]
fn a_record_survives_the_round_trip() {
    let record = sample();
    assert_eq!(read(&write(&record)).unwrap(), record);
}

#[test]
fn a_short_record_is_enough() {
    let text = r#"{"format":"tengen-record","version":1,"rule":"free-4","size":6,"moves":[{"point":"b2"}]}"#;
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
    let moves: Vec<String> = moves.iter().map(|p| format!(r#"{{"point":"{p}"}}"#)).collect();
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
        "`version`: this program reads version 1, the record has version 9"
    );
    assert!(with("renju", "go").starts_with("`rule`: expected a rule"));
    assert_eq!(with("\"size\": 15", "\"size\": 2"), "`size`: a board has 3 to 22 lines a side, not 2");
    assert_eq!(with("i9", "h8"), "`moves`, move 1: h8 is already occupied");
    assert_eq!(with("i9", "z9"), "`moves`, move 1: `z9` is not on a 15×15 board");
    assert_eq!(
        with("\"cursor\": 1", "\"cursor\": 7"),
        "`cursor`: expected 0 to 2, the number of moves, found 7"
    );
    assert_eq!(
        with("resignation", "line"),
        "`result`: the record says `line`, but the moves say that the game goes on"
    );
    assert_eq!(with("resignation", "boredom"), "`result`: `boredom` is no known reason");
    assert!(with("\"rule\"", "\"rules\"").contains("line"));
    assert!(read("").unwrap_err().to_string().starts_with("not a Tengen record"));
}
