//! Links, Tengen's own and those of other sites.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tengen_formats::any::Format;
use tengen_formats::foreign_links;
use tengen_formats::link::{self, Link, LinkError};
use tengen_game::{BoardSize, Rule, moves};

use super::round_trip::{is_sound, survives};

/// The bytes as a text with a link in it, and as the payload of a link with a correct checksum, which a
/// fuzzer does not find.
pub(crate) fn link(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(link::read(text));
    }
    let read = link::read(&wrapped(bytes));
    assert!(!matches!(read, Err(LinkError::Checksum { .. } | LinkError::Base64(_) | LinkError::NotFound)));
    check(read);
}

fn check(read: Result<Link, LinkError>) {
    let link = match read {
        Ok(link) => link,
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    survives(&link.record, Format::Link);
    let written = link::write(&link).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.losses, []);
    let read = link::read(&written.content).unwrap_or_else(|error| panic!("{error}: {}", written.content));
    assert_eq!(read, link, "{}", written.content);
}

/// A payload as a link.
fn wrapped(payload: &[u8]) -> String {
    let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = !payload.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)));
    format!("tg1.{}z", URL_SAFE_NO_PAD.encode([payload, &crc.to_be_bytes()].concat()))
}

pub(crate) fn foreign_links(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for (rule, size) in [(None, None), (Some(Rule::Standard), Some(BoardSize::NINETEEN))] {
        for text in [text.to_string(), format!("#/{text}"), format!("?mvs={text}")] {
            match foreign_links::read(&text, rule, size) {
                Ok(record) => {
                    is_sound(&record);
                    // The moves of the game make a link of gomocalc, which leads to the same game.
                    let names = moves::write(&record.line(), record.size()).replace(' ', "");
                    let again =
                        foreign_links::read(&format!("#/{names}"), Some(record.rule()), Some(record.size()));
                    assert_eq!(again, Ok(record), "{text:?}");
                }
                Err(refusal) => assert!(!refusal.to_string().is_empty()),
            }
        }
    }
}
