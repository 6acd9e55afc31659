//! The file formats.

use tengen_formats::Location;
use tengen_formats::any::{self, Collection, Format, Known, ReadError};
use tengen_formats::renlib::{self, Options};
use tengen_formats::sgf;
use tengen_game::{BoardSize, Record, Rule, WinLength};

use super::round_trip::{converts, is_sound, survives};

/// Facts that a caller may have about files that do not contain them.
fn circumstances() -> [Known; 4] {
    let three = Rule::Free(WinLength::new(3).expect("3 is between 1 and 9"));
    [(Rule::FREESTYLE, 20), (Rule::Renju, 15), (Rule::Standard, 19), (three, 3)].map(|(rule, lines)| Known {
        rule: Some(rule),
        size: BoardSize::new(lines).ok(),
        ..Known::default()
    })
}

fn read(bytes: &[u8], format: Format, known: Known) -> Option<Record> {
    match any::read(bytes, Some(format), known) {
        Ok((record, _)) => Some(record),
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            is_somewhere(&refusal, bytes);
            None
        }
    }
}

/// Checks that the place of a fault is in the file. Columns count in the decoded text; only SGF files may have another character set than
/// UTF-8.
fn is_somewhere(refusal: &ReadError, bytes: &[u8]) {
    let location = refusal.location(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match location {
        Some(Location::Place(place)) => {
            let line = text.split('\n').nth(place.line - 1);
            let line = line.unwrap_or_else(|| panic!("{refusal}: there is no line {}", place.line));
            let is_sgf = matches!(refusal, ReadError::Fault { format: Format::Sgf, .. });
            assert!(is_sgf || (1..=line.chars().count() + 1).contains(&place.column), "{refusal}");
        }
        Some(Location::Line(line)) => assert!((1..=text.split(['\n', '\r']).count()).contains(&line)),
        Some(Location::Byte(_)) | None => {}
    }
}

/// Reads under one circumstance after the other, and writes the records.
fn read_and_write(bytes: &[u8], format: Format) {
    for known in circumstances() {
        if let Some(record) = read(bytes, format, known) {
            survives(&record, format);
        }
    }
}

pub(crate) fn json(bytes: &[u8]) {
    if let Some(record) = read(bytes, Format::Json, Known::default()) {
        survives(&record, Format::Json);
    }
}

pub(crate) fn sgf(bytes: &[u8]) {
    let first = read(bytes, Format::Sgf, Known::default());
    if let Some(record) = &first {
        survives(record, Format::Sgf);
    }
    let renju = Known { rule: Some(Rule::Renju), ..Known::default() };
    if let Some(record) = read(bytes, Format::Sgf, renju) {
        survives(&record, Format::Sgf);
    }
    several(bytes, Format::Sgf);
    if let Ok(all) = sgf::read_all(bytes) {
        assert_eq!(first.as_ref(), all.first());
        all.iter().skip(1).for_each(is_sound);
    }
    let _ = sgf::read_text(&String::from_utf8_lossy(bytes), None);
}

/// Reads the games of a file. The first must be the game that `any::read` returns.
fn several(bytes: &[u8], format: Format) {
    let first = any::read(bytes, Some(format), Known::default()).ok().map(|(record, _)| record);
    let Ok(games) = Collection::open(bytes, Some(format), Known::default()) else { return };
    assert_eq!(games.get(0).ok().map(|game| game.record), first);
    for index in 1..games.len().min(50) {
        match games.get(index) {
            Ok(game) => is_sound(&game.record),
            Err(refusal) => is_somewhere(&refusal, bytes),
        }
    }
    assert!(games.get(games.len()).is_err());
}

pub(crate) fn rif(bytes: &[u8]) {
    several(bytes, Format::Rif);
    if let Some(record) = read(bytes, Format::Rif, Known::default()) {
        is_sound(&record);
        converts(&record);
    }
}

pub(crate) fn psq(bytes: &[u8]) {
    read_and_write(bytes, Format::Psq);
}

pub(crate) fn rec(bytes: &[u8]) {
    read_and_write(bytes, Format::Rec);
}

pub(crate) fn sav(bytes: &[u8]) {
    read_and_write(bytes, Format::Sav);
}

pub(crate) fn pos(bytes: &[u8]) {
    read_and_write(bytes, Format::Pos);
}

pub(crate) fn renlib(bytes: &[u8]) {
    for rule in [Rule::Renju, Rule::FREESTYLE] {
        let known = Known { rule: Some(rule), ..Known::default() };
        if let Some(record) = read(bytes, Format::RenLib, known) {
            survives(&record, Format::RenLib);
        }
    }
    // Only the texts depend on the encoding.
    for name in ["gb18030", "shift_jis", "utf-16le"] {
        let encoding = Some(name.parse().expect("a name of an encoding"));
        if let Ok(record) = renlib::read(bytes, Options { rule: Some(Rule::Renju), encoding }) {
            survives(&record, Format::RenLib);
        }
    }
}

/// Detection of the format, and conversion of the record into every other format.
pub(crate) fn any(bytes: &[u8]) {
    let detected = any::detect(bytes);
    for format in Format::ALL {
        let _ = read(bytes, format, Known::default());
    }
    match any::read(bytes, None, Known::default()) {
        Ok((record, format)) => {
            assert_eq!(Some(format), detected);
            is_sound(&record);
            converts(&record);
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}
