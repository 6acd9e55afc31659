//! The judge of puzzles: whether a position is a puzzle with just one solution. It runs in a worker of its own, which few pages need.

use serde::Deserialize;
use tengen_analysis::{JudgeRequest, JudgeResponse};

/// Judges the position of a request, which is JSON text.
///
/// ```
/// use tengen_analysis::JudgeResponse;
///
/// let request = r#"{"id":1,"position":{"rule":"renju","size":15,"moves":[[7,7]]},"kind":"defence"}"#;
/// let JudgeResponse::Judged { id: 1, soundness } = tengen_worker::puzzles::answer(request) else { panic!() };
/// assert_eq!(soundness, r#""nothing_threatened""#);
/// ```
pub fn answer(request: &str) -> JudgeResponse {
    let request: JudgeRequest = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => {
            let message = format!("the judge of puzzles cannot read this request: {error}");
            return JudgeResponse::Failed { id: number_of(request), message };
        }
    };
    let JudgeRequest { id, position, kind } = request;
    match serde_json::to_string(&tengen_miner::judge(&position, kind)) {
        Ok(soundness) => JudgeResponse::Judged { id, soundness },
        Err(error) => JudgeResponse::Failed { id: Some(id), message: error.to_string() },
    }
}

/// The number of a request that cannot be read otherwise, so that the page gets an answer to it.
fn number_of(request: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str(request).ok().map(|Numbered { id }| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_refused() {
        for (request, number) in [("{\"id\":7}", Some(7)), ("nonsense", None)] {
            let JudgeResponse::Failed { id, message } = answer(request) else { panic!("{request}") };
            assert_eq!(id, number);
            assert!(message.starts_with("the judge of puzzles cannot read this request"), "{message}");
        }
    }
}
