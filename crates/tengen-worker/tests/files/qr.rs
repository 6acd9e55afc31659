//! Codes that another library reads.

use rqrr::PreparedImage;
use tengen_analysis::files::{FaultKind, Request, Response};
use tengen_formats::any::{self, Format};

use crate::{ask, game, refusal};

/// Pixels for each module.
const SCALE: usize = 4;
/// Light modules around a code.
const MARGIN: usize = 4;

fn request(text: &str) -> Request {
    Request::Qr { id: 4, text: text.to_owned() }
}

/// The modules that a path fills. A path consists of pieces such as `M3 4h2v1h-2z`.
fn modules(size: usize, path: &str) -> Vec<Vec<bool>> {
    let mut modules = vec![vec![false; size]; size];
    for piece in path.split_terminator('z') {
        let (at, shape) = piece.strip_prefix('M').unwrap().split_once('h').unwrap();
        let (x, y) = at.split_once(' ').unwrap();
        let (length, back) = shape.split_once("v1h-").unwrap();
        assert_eq!(length, back);
        let [x, y, length] = [x, y, length].map(|number| number.parse::<usize>().unwrap());
        for module in &mut modules[y][x..x + length] {
            assert!(!*module, "no module is filled twice");
            *module = true;
        }
    }
    modules
}

/// The text that a camera would read.
fn decoded(response: Response) -> String {
    let Response::Qr { size, path, .. } = response else { panic!("expected a code, found {response:?}") };
    let size = size as usize;
    let modules = modules(size, &path);
    let side = (size + 2 * MARGIN) * SCALE;
    let is_dark = |pixel: usize| (pixel / SCALE).checked_sub(MARGIN).filter(|&module| module < size);
    let mut image = PreparedImage::prepare_from_bitmap(side, side, |x, y| {
        is_dark(x).zip(is_dark(y)).is_some_and(|(x, y)| modules[y][x])
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code is to be seen");
    grids[0].decode().unwrap().1
}

#[test]
fn a_code_says_what_it_was_made_of() {
    let link = String::from_utf8(any::write(&game(), Format::Link).unwrap().content).unwrap();
    let long = "0123456789abcdef-_".repeat(100);
    for text in [&format!("https://example.org/#{link}"), "1234567890", "天元", &long] {
        assert_eq!(decoded(ask(&request(text))), *text);
    }
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    assert!(matches!(ask(&request(&"x".repeat(2953))), Response::Qr { size: 177, .. }));
    for length in [2954, 100_000] {
        let fault = refusal(&request(&"x".repeat(length)));
        assert_eq!(fault.kind, FaultKind::Qr);
        assert_eq!(fault.message, format!("a QR code holds 2953 bytes of text, this text has {length}"));
    }
    // Digits take less space.
    assert!(matches!(ask(&request(&"7".repeat(7089))), Response::Qr { .. }));
    assert_eq!(refusal(&request(&"7".repeat(7090))).kind, FaultKind::Qr);
    assert!(matches!(ask(&request("")), Response::Qr { size: 21, .. }));
}
