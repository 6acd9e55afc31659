//! The text formats of other programs: samples, orientations, and round trips of random records.

use crate::generators::{any_rule, any_size};
use crate::records::{any_plain_record, any_record, any_text};
use proptest::prelude::*;
use tengen_formats::{Loss, MoveListError, Written, pos, psq, rec, sav, sgf, without};
use tengen_game::{
    Board, BoardSize, Color, Fact, GameResult, Mark, Move, NodeId, Point, Position, Record, Rule, Score, Sign,
};

fn points(record: &Record) -> Vec<Option<(u8, u8)>> {
    record.line().iter().map(|played| played.point().map(|point| (point.x(), point.y()))).collect()
}

fn names(record: &Record) -> (&str, &str) {
    (&record.players.black, &record.players.white)
}

fn times(record: &Record) -> Vec<Option<u128>> {
    let time = |id| record.notes(id).time.map(|time| time.as_millis());
    record.main_line().into_iter().map(time).collect()
}

#[test]
fn an_sgf_file_is_read() {
    let bytes = include_bytes!("data/records/sample.sgf");
    let record = sgf::read(bytes).unwrap();
    assert_eq!((record.rule(), record.size()), (Rule::Renju, BoardSize::FIFTEEN));
    assert_eq!(names(&record), ("Ada]", "Tengen"));
    assert_eq!(points(&record), [Some((7, 7)), Some((8, 7)), Some((9, 9)), None, Some((3, 2))]);
    assert_eq!(record.result(), Some(GameResult::resignation(Color::Black)));
    assert_eq!(record.info.get(Fact::Remark), "A game");
    assert_eq!(record.notes(NodeId::START).comment, "first line: \\ ]\nsecond");
    let main = record.main_line();
    assert_eq!(record.notes(main[0]).comment, "中心");
    let label = |x, y, text: &str| Mark { point: Point::new(x, y), sign: Sign::Label(text.to_owned()) };
    let circle = Mark { point: Point::new(2, 3), sign: Sign::Circle };
    assert_eq!(record.marks(main[1]), [label(0, 1, "b:c"), label(1, 0, "A"), circle]);
    assert_eq!(record.marks(main[2]).len(), 2);
    assert_eq!(record.notes(main[2]).evaluation, Some(Score::Value(-12)));
    let variation = record.children(main[1])[1];
    assert_eq!(record.notes(variation).comment, "a variation");
    let ends: Vec<_> = record.children(variation).iter().filter_map(|&id| record.played(id)).collect();
    assert_eq!(ends, [Point::new(14, 0), Point::new(0, 14)]);
    let all = sgf::read_all(bytes).unwrap();
    assert_eq!(all[0], record);
    assert_eq!((all.len(), all[1].size()), (2, BoardSize::NINETEEN));
}

#[test]
fn a_psq_file_is_read() {
    let text = include_str!("data/records/sample.psq");
    let record = psq::read(text, Rule::Standard).unwrap();
    assert_eq!((record.rule(), record.size()), (Rule::Standard, BoardSize::TWENTY));
    assert_eq!(points(&record), [Some((10, 9)), Some((1, 2)), Some((19, 0))]);
    assert_eq!(times(&record), [None, Some(1532), Some(7)]);
    // The second player began.
    assert_eq!(names(&record), ("pbrain-two.exe", "pbrain-one.exe"));
    for other in [text.replace("\r\n", "\r"), text.replace("\r\n", "\n\n"), text.replace(",7\r\n", "\r\n")] {
        assert_eq!(points(&psq::read(&other, Rule::Standard).unwrap()), points(&record), "{other:?}");
    }
}

#[test]
fn psq_faults_are_reported_with_their_line() {
    let fault = |text: &str| psq::read(text, Rule::FREESTYLE).unwrap_err().to_string();
    assert!(fault("").starts_with("line 1: expected `Piskvorky 15x15, 0:0, 0`"));
    assert_eq!(fault("Piskvorky 20x15, 0:0, 0"), "line 1: the board must be square, found 20x15");
    assert_eq!(fault("Piskvorky 2x2, 0:0, 0"), "line 1: a board has 3 to 22 lines a side, not 2");
    let head = "Piskvorky 15x15, 0:0, 0\r\n";
    assert_eq!(fault(&format!("{head}0,1,0")), "line 2: expected two numbers from 1 to 15, found 0, 1");
    assert_eq!(fault(&format!("{head}8,8,0\r\n8,8,0")), "line 3: h8 is already occupied");
    // A malformed line among the moves is never taken for a name.
    let line = |line: &str| format!("line 3: expected a move as `column,row,milliseconds`, found `{line}`");
    for faulty in ["8 9 0", "8,x,0", "Ada", "9,9,soon", "99999999999999999999,1,0"] {
        assert_eq!(fault(&format!("{head}8,8,0\r\n{faulty}\r\n7,7,0\r\none\r\ntwo\r\n0")), line(faulty));
    }
    // A faulty last move is an error as well.
    for faulty in ["8,x,0", "9,9,soon", "9,"] {
        assert_eq!(fault(&format!("{head}8,8,0\r\n{faulty}\r\none\r\ntwo\r\n0")), line(faulty));
    }
    let end = "line 3: expected a move, two names, or the error number, found `8 9 0`";
    assert_eq!(fault(&format!("{head}8,8,0\r\n8 9 0\r\n0")), end);
    assert_eq!(fault(&format!("{head}8,8,0\r\n8 9 0")), end);
    let named = |rest: &str| psq::read(&format!("{head}8,8,0\r\n{rest}"), Rule::FREESTYLE).unwrap().players;
    assert_eq!(named("one\r\ntwo"), named("one\r\ntwo\r\n0\r\nmore"));
    assert_eq!(named("0"), named(""));
}

#[test]
fn a_rec_file_is_read() {
    let text = include_str!("data/records/sample.rec");
    let record = rec::read(text, Rule::FREESTYLE, BoardSize::TWENTY).unwrap();
    assert_eq!(points(&record), [Some((10, 9)), Some((1, 2)), Some((19, 0))]);
    assert_eq!(times(&record), [None, Some(1532), Some(7)]);
    assert_eq!(names(&record), ("one", "two"));
    let dos = text.replace('\n', "\r\n");
    assert_eq!(rec::read(&dos, Rule::FREESTYLE, BoardSize::TWENTY).as_ref(), Ok(&record));
    let fault = |text: &str| rec::read(text, Rule::FREESTYLE, BoardSize::FIFTEEN).unwrap_err().to_string();
    assert_eq!(fault(text), "line 5: expected two numbers from 0 to 14, found 19, 0");
    assert_eq!(fault("one"), "expected the players' names in the first two lines, found 1 of them");
    let line = |line| format!("line {line}: expected a move as `column,row,milliseconds`, found `x`");
    assert_eq!(fault("one\ntwo\n7,7,0\nx\n8,8,0\n0"), line(4));
    // A text that is no game of Gomotur is not taken for one without moves.
    assert_eq!(fault("one\ntwo\nx\n"), line(3));
    assert!(rec::read("one\ntwo\n0\n", Rule::FREESTYLE, BoardSize::FIFTEEN).is_ok());
    assert_eq!(fault("one\n7,7,0\n"), "line 2: expected a player's name, found the move `7,7,0`");
}

#[test]
fn a_sav_file_is_read() {
    let record = sav::read(include_str!("data/records/sample.sav"), Rule::Renju).unwrap();
    assert_eq!((record.rule(), record.size()), (Rule::Renju, BoardSize::FIFTEEN));
    assert_eq!(points(&record), [Some((7, 7)), Some((2, 1)), Some((14, 0))]);
    let fault = |text: &str| sav::read(text, Rule::FREESTYLE).unwrap_err().to_string();
    assert_eq!(fault("15"), "number 2: expected the number of columns, found the end of the text");
    assert_eq!(fault("15 20 0"), "the board must be square, found 15 rows and 20 columns");
    assert_eq!(fault("15 15 x"), "number 3: expected the number of moves, found `x`");
    assert_eq!(fault("15 15 2 7 7"), "number 6: expected a move's row, found the end of the text");
    assert_eq!(fault("15 15 1 7 15"), "move 1: expected two numbers from 0 to 14, found 15, 7");
    assert_eq!(fault("-1 -1 0"), "a board has 3 to 22 lines a side, not 0");
}

#[test]
fn a_pos_file_is_read() {
    let record = pos::read(include_bytes!("data/records/sample.pos"), Rule::Renju).unwrap();
    assert_eq!(points(&record), [Some((7, 7)), Some((2, 1)), Some((14, 0))]);
    let fault = |bytes: &[u8]| pos::read(bytes, Rule::FREESTYLE).unwrap_err().to_string();
    assert_eq!(fault(&[]), "expected the number of moves in the first byte, found an empty file");
    assert_eq!(fault(&[226]), "byte 0: expected the number of moves, 0 to 225, found 226");
    assert_eq!(fault(&[2, 7]), "expected 2 moves after the first byte, found 1");
    assert_eq!(fault(&[2, 7, 7]), "byte 2: h15 is already occupied");
    assert_eq!(fault(&[1, 225]), "byte 1: expected two numbers from 0 to 14, found 0, 15");
}

#[test]
fn games_that_a_list_of_moves_cannot_hold_are_refused() {
    let mut record = Record::new(Rule::Renju, BoardSize::NINETEEN);
    let expected = MoveListError::Size { expected: BoardSize::FIFTEEN, found: BoardSize::NINETEEN };
    assert_eq!(pos::write(&record), Err(expected));
    record.play(Move::Pass).unwrap();
    let pass = MoveListError::Pass { number: 1 };
    assert_eq!(psq::write(&record).as_ref(), Err(&pass));
    assert_eq!(rec::write(&record).as_ref(), Err(&pass));
    assert_eq!(sav::write(&record).as_ref(), Err(&pass));
    let board = Board::new(BoardSize::FIFTEEN);
    let record = Record::from_position(Position::from_board(Rule::Renju, board, Color::White).unwrap());
    assert_eq!(psq::write(&record), Err(MoveListError::SetUp));
    assert_eq!(rec::write(&record), Err(MoveListError::SetUp));
    assert_eq!(sav::write(&record), Err(MoveListError::SetUp));
    assert_eq!(pos::write(&record), Err(MoveListError::SetUp));
}

/// Reads the written file, and returns the expected record.
fn round_trip<T, E: std::fmt::Debug>(
    record: &Record,
    written: Written<T>,
    read: impl Fn(&T) -> Result<Record, E>,
) -> (Record, Record) {
    (read(&written.content).unwrap(), without(record, &written.losses))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sgf_loses_the_cursor_carriage_returns_and_the_limit_of_moves(record in any_record()) {
        let written = sgf::write(&record);
        let possible = [Loss::MoveLimit, Loss::Cursor, Loss::LineEnds];
        prop_assert!(written.losses.iter().all(|loss| possible.contains(loss)));
        let (read, expected) = round_trip(&record, written, |text| sgf::read(text.as_bytes()));
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn lists_of_moves_report_their_losses(record in any_plain_record()) {
        let (rule, size) = (record.rule(), record.size());
        let (read, expected) = round_trip(&record, psq::write(&record).unwrap(), |text| psq::read(text, rule));
        prop_assert_eq!(read, expected);
        let (read, expected) =
            round_trip(&record, rec::write(&record).unwrap(), |text| rec::read(text, rule, size));
        prop_assert_eq!(read, expected);
        let (read, expected) = round_trip(&record, sav::write(&record).unwrap(), |text| sav::read(text, rule));
        prop_assert_eq!(read, expected);
        if size == BoardSize::FIFTEEN {
            let (read, expected) =
                round_trip(&record, pos::write(&record).unwrap(), |bytes| pos::read(bytes, rule));
            prop_assert_eq!(read, expected);
        }
    }

    #[test]
    fn readers_survive_anything(bytes in prop::collection::vec(any::<u8>(), 0..200), text in any_text(),
                                rule in any_rule(), size in any_size()) {
        let _ = sgf::read(&bytes);
        let _ = sgf::read_all(text.as_bytes());
        let _ = pos::read(&bytes, rule);
        let _ = rec::read(&text, rule, size);
        let _ = rec::read(&String::from_utf8_lossy(&bytes), rule, size);
        let _ = psq::read(&text, rule);
        let _ = psq::read(&format!("Piskvorky {size}x15,{text}"), rule);
        let _ = sav::read(&text, rule);
    }

    /// Texts that consist of SGF's own tokens get further into the reader than random bytes do.
    #[test]
    fn the_sgf_reader_survives_random_sgf(
        parts in prop::collection::vec(prop::sample::select(vec![
            "(", ")", ";", "B", "W", "[hh]", "[ii]", "[]", "[tt]", "C[", "]", "\\", ":", "AB[aa:cc]", "AE", "PL[W]",
            "LB[aa:b]", "SZ[19]", "RU[renju]", "RE[B+R]", "V[-9223372036854775808]", "TGTIME[1]", "CR", "\n", "中",
        ]), 0..60),
    ) {
        let text = parts.concat();
        let _ = sgf::read_all(text.as_bytes());
        let _ = sgf::read_all(format!("(;GM[4]RU[renju]{text}").as_bytes());
        // Every record that is read can be written and read again.
        if let Ok(record) = sgf::read(text.as_bytes()) {
            let written = sgf::write(&record);
            prop_assert_eq!(sgf::read(written.content.as_bytes()).unwrap().nodes().len(), record.nodes().len());
        }
    }
}
