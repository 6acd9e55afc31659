//! All formats by one door: what is written is recognised, and read back up to what was said to be lost.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use proptest::prelude::*;
use tengen_game::format::any::{self, Format, Known};
use tengen_game::format::without;
use tengen_game::{BoardSize, Color, GameResult, Point, Record, Rule, WinLength};

fn any_rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::FREESTYLE),
        Just(Rule::Standard),
        Just(Rule::Renju),
        Just(Rule::Free(WinLength::new(4).unwrap())),
    ]
}

/// A game with a variation, a remark, names and perhaps a resignation.
fn any_record() -> impl Strategy<Value = Record> {
    (
        any_rule(),
        5usize..=22,
        prop::collection::vec(any::<u16>(), 1..50),
        prop::collection::vec(any::<u16>(), 0..20),
        "[a-zA-Zé中 ]{0,12}",
        any::<bool>(),
    )
        .prop_map(|(rule, lines, game, variation, text, resigns)| {
            let mut record = Record::new(rule, BoardSize::new(lines).unwrap());
            let play = |record: &mut Record, choices: &[u16]| {
                for &choice in choices {
                    let free: Vec<Point> = record.position().legal_moves().collect();
                    if free.is_empty() || record.explore(free[usize::from(choice) % free.len()]).is_err() {
                        break;
                    }
                }
            };
            play(&mut record, &game);
            if resigns && !record.is_over() {
                record.end(GameResult::resignation(Color::Black)).unwrap();
            }
            record.go_to(game.len() / 2);
            play(&mut record, &variation);
            record.notes_mut(record.current()).comment = text.trim().to_owned();
            record.players.black = text.trim().to_owned();
            record
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_recognised_and_read_back(record in any_record()) {
        let known = Known { rule: Some(record.rule()), size: Some(record.size()) };
        for format in Format::ALL {
            // A format that cannot hold the game at all has said so.
            let Ok(written) = any::write(&record, format) else { continue };
            if format == Format::Diagram && record.position().board().stones() == 0 {
                continue;
            }
            let (read, found) = any::read(&written.content, None, known)
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

    /// Damage in the middle of a good file is where readers are caught out.
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
