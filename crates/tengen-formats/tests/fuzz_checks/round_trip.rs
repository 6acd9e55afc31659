//! Properties of every record, and of the record that is read after writing it.

use std::time::Duration;

use tengen_formats::any::{self, Format, Known};
use tengen_formats::{json, without};
use tengen_game::{NodeId, Record};

/// The most nodes of a tree that is checked node by node.
const MOST_NODES: usize = 2_000;

/// Checks a record that some reader has made.
pub(crate) fn is_sound(record: &Record) {
    let mut replayed = record.start().clone();
    for &played in record.position().moves() {
        let legal = replayed.check(played);
        let forbidden = matches!(legal, Err(tengen_game::PlayError::Forbidden { .. }));
        assert!(legal.is_ok() || forbidden, "{played:?} cannot be played: {legal:?}");
        replayed.play_unchecked(played);
    }
    assert_eq!(&replayed, record.position());
    if record.nodes().len() <= MOST_NODES {
        let text = json::write(record);
        let read = json::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(&read, record, "{text}");
        assert_eq!(&without(record, &[]), record, "{text}");
    }
}

/// Writes a record that was read in this format, which must therefore be able to hold it.
pub(crate) fn survives(record: &Record, format: Format) {
    is_sound(record);
    let written = any::write(record, format).unwrap_or_else(|error| panic!("{error}"));
    check(record, format, written);
}

/// Writes a record in every format that can hold it.
pub(crate) fn converts(record: &Record) {
    for format in Format::ALL {
        match any::write(record, format) {
            Ok(written) => check(record, format, written),
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }
}

/// Checks that a written file is read as the record without its reported losses, and is written in the same way again.
fn check(record: &Record, format: Format, written: tengen_formats::Written<Vec<u8>>) {
    if record.nodes().len() > MOST_NODES {
        return;
    }
    let shown = || String::from_utf8_lossy(&written.content).into_owned();
    let to_move = Some(record.position().side_to_move());
    let known = Known { rule: Some(record.rule()), size: Some(record.size()), to_move, ..Known::default() };
    let (read, _) = any::read(&written.content, Some(format), known)
        .unwrap_or_else(|error| panic!("{format}: {error}: {}", shown()));
    let expected = without(record, &written.losses);
    assert_eq!(as_stored(&read, format), as_stored(&expected, format), "{format}: {}", shown());
    let again = any::write(&read, format).unwrap_or_else(|error| panic!("{format}: {error}"));
    assert_eq!(again.content, written.content, "{format}: {}", shown());
}

/// The record after the normalisation that the documentation of the format names.
fn as_stored(record: &Record, format: Format) -> Record {
    let mut record = record.clone();
    match format {
        Format::Sgf => {
            for id in record.nodes() {
                let notes = record.notes_mut(id);
                notes.time = notes.time.map(whole_milliseconds);
            }
        }
        Format::Psq | Format::Rec => {
            for id in record.nodes().into_iter().filter(|&id| id != NodeId::START) {
                let time = &mut record.notes_mut(id).time;
                *time = time.map(|time| whole_milliseconds(time).max(Duration::from_millis(1)));
            }
        }
        _ => {}
    }
    record
}

fn whole_milliseconds(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
