//! The file service with the requests of the page, but without a browser.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod drawing;
mod mangled;
mod qr;
mod reading;
mod writing;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use tengen_analysis::files::{Fault, Request, Response};
use tengen_game::{BoardSize, GameResult, Mark, Point, Record, Rule, Sign};

/// All responses to a text.
fn responses(request: &str) -> Vec<Response> {
    let mut responses = Vec::new();
    tengen_worker::files::answer(request, &mut |response| responses.push(response.clone()));
    responses
}

/// The answer to a request, and the number of progress reports before it.
fn ask_patiently(request: &Request) -> (Response, usize) {
    let mut responses = responses(&serde_json::to_string(request).unwrap());
    let answer = responses.pop().unwrap();
    assert!(responses.iter().all(|response| matches!(response, Response::Progress { .. })), "{responses:?}");
    (answer, responses.len())
}

fn ask(request: &Request) -> Response {
    ask_patiently(request).0
}

/// The fault with which a request is refused.
fn refusal(request: &Request) -> Fault {
    match ask(request) {
        Response::Failed { id, fault } => {
            assert_eq!(id, Some(request.id()));
            fault
        }
        other => panic!("expected a refusal, found {other:?}"),
    }
}

/// A file that was written.
struct Written {
    extension: String,
    mime: String,
    content: Vec<u8>,
    losses: Vec<String>,
}

impl Written {
    fn of(response: Response) -> Written {
        match response {
            Response::Written { extension, mime, content, losses, .. } => {
                Written { extension, mime, content: BASE64_STANDARD.decode(content).unwrap(), losses }
            }
            other => panic!("expected a file, found {other:?}"),
        }
    }
}

/// A game with every kind of content.
fn game() -> Record {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.players.black = "Ada".to_owned();
    record.players.white = "天元".to_owned();
    for name in ["h8", "h9", "j10", "g7"] {
        record.play(Point::parse(name, record.size()).unwrap()).unwrap();
    }
    let last = record.current();
    record.notes_mut(last).comment = "a good move".to_owned();
    record.add_mark(last, Mark { point: Point::new(1, 1), sign: Sign::Circle }).unwrap();
    record.undo();
    record.explore(Point::new(0, 0)).unwrap();
    record.visit(last);
    record.end(GameResult::resignation(tengen_game::Color::Black)).unwrap();
    record
}
