//! Requests that were damaged are answered, and never with a panic.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use fastrand::Rng;
use tengen_analysis::files::{Content, PictureFormat, PictureSettings, Request, Response};
use tengen_formats::any::{self, Format, Known};
use tengen_formats::json;

use crate::{game, responses};

/// One request of each kind.
fn requests() -> Vec<Request> {
    let record = json::write(&game());
    let mut requests =
        vec![Request::Qr { id: 1, text: "https://example.org/".to_owned() }, Request::Formats { id: 2 }];
    for format in Format::WRITTEN {
        let content = any::write(&game(), format).unwrap().content;
        requests.push(Request::Read {
            id: 3,
            name: Some(format!("game.{format}")),
            content: Content::Base64(BASE64_STANDARD.encode(content)),
            known: Known {
                rule: Some(tengen_game::Rule::Renju),
                size: Some(tengen_game::BoardSize::FIFTEEN),
                to_move: Some(tengen_game::Color::White),
                encoding: None,
            },
            part: None,
        });
        requests.push(Request::Write {
            id: 4,
            record: record.clone(),
            format: format.name().to_owned(),
            opening: Some("swap2".to_owned()),
            base: Some("https://example.org/".to_owned()),
        });
    }
    let options =
        PictureSettings { width: Some(40), first: Some(1), after: Some(2), ..PictureSettings::default() };
    requests.extend(
        [PictureFormat::Svg, PictureFormat::Png, PictureFormat::Gif].map(|kind| Request::Picture {
            id: 5,
            record: record.clone(),
            kind,
            options: options.clone(),
        }),
    );
    requests
}

fn mangle(bytes: &mut Vec<u8>, random: &mut Rng) {
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len());
        match random.u8(..4) {
            0 => bytes[at] = random.u8(b' '..=b'~'),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, random.choice(b"0123456789{}[]\",:-etrue\\".iter()).copied().unwrap()),
            _ => {
                let end = (at + random.usize(1..20)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.usize(..bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
}

fn is_answered(text: &str) {
    let responses = responses(text);
    let (answer, before) = responses.split_last().unwrap();
    assert!(!matches!(answer, Response::Ready | Response::Progress { .. }), "{text}: {answer:?}");
    assert!(before.iter().all(|response| matches!(response, Response::Progress { .. })), "{text}");
    if let Response::Failed { fault, .. } = answer {
        assert!(!fault.message.is_empty(), "{text}");
    }
}

#[test]
fn damaged_requests_are_answered() {
    let mut random = Rng::with_seed(7);
    for request in requests() {
        let whole = serde_json::to_string(&request).unwrap();
        is_answered(&whole);
        for _ in 0..60 {
            let mut bytes = whole.clone().into_bytes();
            mangle(&mut bytes, &mut random);
            is_answered(&String::from_utf8_lossy(&bytes));
        }
    }
}

/// The message itself is sound, but the file or the record in it is not.
#[test]
fn damaged_contents_are_answered() {
    let mut random = Rng::with_seed(8);
    let mut mangled = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        mangle(&mut bytes, &mut random);
        bytes
    };
    for request in requests() {
        for _ in 0..60 {
            let damaged = match request.clone() {
                Request::Read { id, name, content: Content::Base64(text), known, part } => {
                    let bytes = mangled(&BASE64_STANDARD.decode(text).unwrap());
                    Request::Read {
                        id,
                        name,
                        content: Content::Base64(BASE64_STANDARD.encode(bytes)),
                        known,
                        part,
                    }
                }
                Request::Write { id, record, format, opening, base } => {
                    let record = String::from_utf8_lossy(&mangled(record.as_bytes())).into_owned();
                    Request::Write { id, record, format, opening, base }
                }
                Request::Picture { id, record, kind, options } => {
                    let record = String::from_utf8_lossy(&mangled(record.as_bytes())).into_owned();
                    Request::Picture { id, record, kind, options }
                }
                other => other,
            };
            is_answered(&serde_json::to_string(&damaged).unwrap());
        }
    }
}
