//! The formats together: a written file is recognised, and read back up to its reported losses.

use crate::records::any_record;
use proptest::prelude::*;
use tengen_formats::any::{self, Format, Known};
use tengen_formats::without;
use tengen_game::{BoardSize, Color, GameResult, NodeId, Players, Point, Record, Rule};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_files_are_recognised_and_read_back(mut record in any_record(), name in "[a-zA-Zé中 ]{0,12}") {
        // Other names could make a list of moves look like something else.
        record.players = Players { black: name.trim().to_owned(), white: String::new() };
        let to_move = record.position().side_to_move();
        let (rule, size) = (Some(record.rule()), Some(record.size()));
        let known = Known { rule, size, to_move: Some(to_move), ..Known::default() };
        for format in Format::ALL {
            // A format that cannot hold the game has returned an error.
            let Ok(written) = any::write(&record, format) else { continue };
            // A list of no moves can be anything.
            let given = record.main_line().is_empty().then_some(format);
            let (read, found) = any::read(&written.content, given, known)
                .map_err(|error| TestCaseError::fail(format!("{format}: {error}")))?;
            prop_assert_eq!(found, format, "{}", String::from_utf8_lossy(&written.content));
            // A drawing shows a position that is over without the move that ended it.
            prop_assert_eq!(read, without(&record, &written.losses), "{}", format);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = any::read(&bytes, None, Known::default());
        for format in Format::ALL {
            let _ = any::read(&bytes, Some(format), Known::default());
        }
    }

    /// Readers fail most easily on damage in the middle of a good file.
    #[test]
    fn damaged_files_are_read_or_refused(record in any_record(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for format in Format::ALL {
            let Ok(mut written) = any::write(&record, format) else { continue };
            let length = written.content.len();
            written.content[at.index(length)] = byte;
            let _ = any::read(&written.content, Some(format), Known::default());
            written.content.truncate(at.index(length));
            let _ = any::read(&written.content, Some(format), Known::default());
        }
    }
}

/// Many games that ended away from the board must not make a reader slow, so that their number needs no limit.
#[test]
fn many_games_that_ended_are_read() {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::MAX);
    let points: Vec<Point> = BoardSize::MAX.points().collect();
    for &first in &points[..50] {
        for &second in points[50..].iter().take(200) {
            record.visit(NodeId::START);
            record.explore(first).unwrap();
            record.explore(second).unwrap();
            record.end(GameResult::resignation(Color::Black)).unwrap();
        }
    }
    record.visit(record.main_line()[1]);
    for format in [Format::Json, Format::Sgf, Format::Link] {
        let written = any::write(&record, format).unwrap();
        assert_eq!(written.losses, []);
        assert!(any::read(&written.content, None, Known::default()).unwrap().0 == record, "{format}");
    }
}

#[test]
fn formats_go_by_their_names_and_endings() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(Format::of_file_name(&format!("a.b.{}", format.name().to_uppercase())), Some(format));
    }
    assert_eq!(Format::of_file_name("game"), None);
    assert!("doc".parse::<Format>().unwrap_err().to_string().ends_with("found `doc`"));
}

#[test]
fn links_of_other_sites_are_recognised() {
    for (text, rule) in [("https://gomocalc.com/#/h8b13", Rule::FREESTYLE), ("?mvs=7712", Rule::Renju)] {
        let (record, format) = any::read(text.as_bytes(), None, Known::default()).unwrap();
        assert_eq!((format, record.rule()), (Format::Link, rule));
        assert_eq!(record.position().moves(), [Point::new(7, 7), Point::new(1, 2)]);
    }
}

#[test]
fn unreadable_text_is_no_empty_game() {
    for text in
        ["https://example.org/#/", "https://example.org/?mvs=", "\0", "<html></html>", "one\ntwo\nthree\n"]
    {
        assert!(any::read(text.as_bytes(), None, Known::default()).is_err(), "{text}");
        for format in [Format::Link, Format::Rec, Format::Psq, Format::Rif, Format::Sgf, Format::RenLib] {
            assert!(any::read(text.as_bytes(), Some(format), Known::default()).is_err(), "{format}: {text}");
        }
    }
    let (record, format) = any::read(b"https://gomocalc.com/#/", None, Known::default()).unwrap();
    assert_eq!((format, record.cursor()), (Format::Link, 0));
}

#[test]
fn names_survive_in_utf16_and_in_code_pages() {
    let text = "Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n\u{41a}\u{43e}\u{436}\u{438}\u{43d}\r\ntwo\r\n0\r\n";
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let cp1251 = b"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n\xCA\xEE\xE6\xE8\xED\r\ntwo\r\n0\r\n";
    let given = Known { encoding: "windows-1251".parse().ok(), ..Known::default() };
    for (bytes, known) in
        [(&utf16[..], Known::default()), (text.as_bytes(), Known::default()), (&cp1251[..], given)]
    {
        let (record, format) = any::read(bytes, None, known).unwrap();
        assert_eq!((format, record.players.black.as_str()), (Format::Psq, "Кожин"));
    }
}

#[test]
fn too_long_input_is_refused_before_it_is_parsed() {
    let read = |bytes: &[u8], format| any::read(bytes, format, Known::default()).unwrap_err().to_string();
    let spaces = vec![b' '; any::MAX_BYTES + 1];
    assert_eq!(any::detect(&spaces), None);
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        assert_eq!(read(&spaces, format), "expected at most 64 MiB, found 67108865 bytes");
    }
    // The file is one game with further text.
    let game = format!("Piskvorky 15x15, 0:0, 0\n8,8,0\n{}", "a\n".repeat(any::MAX_GAME_BYTES / 2));
    assert!(read(game.as_bytes(), None).starts_with("expected at most 4 MiB, found"));
}
