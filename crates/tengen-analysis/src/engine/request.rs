use serde::{Deserialize, Serialize};

use tengen_game::opening::Opening;
use tengen_game::{Color, Move, Point, Position, Rule};

use crate::{ClassicTuning, Effort, Means, OpponentKind, Proved, SearchLimits, SolveLimits};

/// A message from the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Search this position; answered with [`Response::Finished`](super::Response::Finished).
    Search {
        /// The number of the request, chosen by the page; the answers carry it.
        id: u32,
        /// The position to search.
        position: Position,
        /// The limits of the search.
        limits: SearchLimits,
        /// The program or player that searches.
        #[serde(default)]
        opponent: OpponentKind,
        /// The settings of a classic.
        #[serde(default, skip_serializing_if = "ClassicTuning::is_default")]
        tuning: ClassicTuning,
    },
    /// Explain a move of the side to move; answered with [`Response::Explained`](super::Response::Explained).
    Explain {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The position before the move.
        position: Position,
        /// The move, which must be legal or forbidden.
        point: Point,
        /// The limits of the solvers.
        #[serde(default)]
        limits: SolveLimits,
    },
    /// Look for a forced win; answered with [`Response::Solved`](super::Response::Solved). The game must continue.
    Solve {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
        /// The attacker. It moves first, on either side's turn: for the side that is not to move, the answer is what it threatens.
        attacker: Color,
        /// The means of the win.
        means: Means,
        /// The limits.
        #[serde(default)]
        limits: SolveLimits,
    },
    /// Go through a game; answered with [`Response::Reviewed`](super::Response::Reviewed) after any number of
    /// [`Response::ReviewedMove`](super::Response::ReviewedMove).
    Review {
        /// The number of the request, chosen by the page; the answers carry it.
        id: u32,
        /// The position before the first move.
        start: Position,
        /// The moves of the game. The last one may be forbidden, which is why they are no part of the position.
        moves: Vec<Move>,
        /// The effort for each position.
        #[serde(default)]
        effort: Effort,
        /// The limits of the search of a position, in place of those of the effort.
        #[serde(default)]
        limits: SolveLimits,
        /// The positions of the game that are proved already.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        proved: Vec<Proved>,
    },
    /// List the threats of stones on the empty points; answered with
    /// [`Response::Threatened`](super::Response::Threatened), also while another task runs.
    Threats {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
    },
    /// List the moves that the engine would try first; answered with
    /// [`Response::Candidates`](super::Response::Candidates), also while another task runs.
    Candidates {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The position.
        position: Position,
        /// The most candidates.
        most: u8,
    },
    /// Choose in an opening; answered with [`Response::Decided`](super::Response::Decided). The running task ends
    /// first, and the worker reads no message before it has answered, so that there must be a limit of time or nodes.
    Decide {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// The choices so far.
        opening: Opening,
        /// The rule of the game that follows.
        rule: Rule,
        /// The limits of the decision: time, target, nodes, depth, level and seed.
        limits: SearchLimits,
    },
    /// End the request with this `id`, if it still runs; its answer has what was found until then.
    Stop {
        /// The number of the request to end.
        id: u32,
    },
    /// Set the resources of the engine's searches. The running task ends, and the transposition table is cleared. The
    /// request has no answer, unless it fails.
    Configure {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// Threads that search, if the engine can have as many; at least 1. Without it, the default number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<u32>,
        /// Memory for the transposition table, in MiB; at least 1. Without it, the default size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash_mib: Option<u32>,
    },
    /// Search the positions of the engine's bench, to compare machines. The running task ends first, and the worker
    /// reads no message before it has answered with [`Response::Benched`](super::Response::Benched).
    Bench {
        /// The number of the request, chosen by the page; the answer carries it.
        id: u32,
        /// Plies to which every position is searched, 20 at most.
        depth: u32,
    },
}

/// A text that is no request.
#[derive(Debug, thiserror::Error)]
#[error("the engine cannot read this request: {source}")]
pub struct RequestError {
    /// The request's `id`, if that can be read, so that the answer can carry it.
    pub id: Option<u32>,
    /// The fault of the text.
    pub source: serde_json::Error,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// When the text is no JSON, or lacks something.
    pub fn read(text: &str) -> Result<Request, RequestError> {
        serde_json::from_str(text).map_err(|source| RequestError { id: id_of(text), source })
    }

    /// The number that the front end has chosen for it.
    pub fn id(&self) -> u32 {
        match self {
            Request::Search { id, .. }
            | Request::Explain { id, .. }
            | Request::Solve { id, .. }
            | Request::Review { id, .. }
            | Request::Threats { id, .. }
            | Request::Candidates { id, .. }
            | Request::Decide { id, .. }
            | Request::Stop { id }
            | Request::Configure { id, .. }
            | Request::Bench { id, .. } => *id,
        }
    }
}

fn id_of(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Named {
        id: u32,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;

    const REQUESTS: [&str; 11] = [
        r#"{"type":"search","id":1,"position":{"rule":"renju","size":15,"moves":[[7,7],null]},
            "limits":{"time_ms":9,"lines":3,"moves":[[1,2]],"excluded":[[3,4]]},"opponent":"game-tree",
            "tuning":{"depth":4,"breadth":9}}"#,
        r#"{"type":"explain","id":2,"position":{"rule":"renju","size":15,"moves":[]},"point":[7,7]}"#,
        r#"{"type":"solve","id":3,"position":{"rule":"caro","size":15,"moves":[]},"attacker":"white",
            "means":"vct","limits":{"nodes":5}}"#,
        r#"{"type":"threats","id":4,"position":{"rule":"standard","size":9,"setup":"","moves":[]}}"#,
        r#"{"type":"candidates","id":9,"position":{"rule":"renju","size":15,"moves":[[7,7]]},"most":10}"#,
        r#"{"type":"stop","id":5}"#,
        r#"{"type":"bench","id":6,"depth":3}"#,
        r#"{"type":"configure","id":10,"threads":2}"#,
        r#"{"type":"configure","id":10,"hash_mib":64}"#,
        r#"{"type":"review","id":8,"start":{"rule":"renju","size":15,"moves":[]},"moves":[[7,7],null],"effort":"thorough",
            "limits":{"nodes":9},"proved":[{"played":1,"score":{"mate":-4},"line":[[6,6],null]}]}"#,
        r#"{"type":"decide","id":7,"opening":"15.swap2.h8h9j7","rule":"caro","limits":{"nodes":9}}"#,
    ];

    #[test]
    fn requests_are_read_and_written() {
        for text in REQUESTS {
            let request = Request::read(text).unwrap();
            let written = serde_json::to_string(&request).unwrap();
            assert_eq!(Request::read(&written).unwrap(), request);
        }
    }

    #[test]
    fn a_request_that_lacks_something_still_has_its_id() {
        let cases = [
            (r#"{"type":"explain","id":9,"point":[1,1]}"#, Some(9), "missing field `position`"),
            (
                r#"{"id":9,"type":"solve","position":{"rule":"renju","size":15,"moves":[]},"attacker":"red","means":"vcf"}"#,
                Some(9),
                "unknown variant `red`, expected `black` or `white`",
            ),
            (r#"{"type":"conquer","id":4}"#, Some(4), "unknown variant `conquer`"),
            (r#"{"type":"stop","id":-1}"#, None, "invalid value"),
            ("", None, "EOF"),
            (r#"{"type":"stop","id":5"#, None, "EOF"),
        ];
        for (text, id, expected) in cases {
            let error = Request::read(text).unwrap_err();
            assert_eq!(error.id, id, "{text}");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    proptest! {
        /// Every input is read or refused, and every value that is read is written unchanged.
        #[test]
        fn mangled_requests_break_nothing(
            text in select(&REQUESTS[..]),
            changes in vec((any::<Index>(), any::<Index>(), select(&b"\"{}[],:0123456789-.eE ntf\\\xff"[..])), 0..6),
            cut in any::<Option<Index>>(),
        ) {
            let mut bytes = text.as_bytes().to_vec();
            for (from, to, byte) in changes {
                match byte % 3 {
                    0 => { let at = from.index(bytes.len()); bytes[at] = byte; }
                    1 => { let at = from.index(bytes.len()); bytes.insert(at, byte); }
                    _ => { let (a, b) = (from.index(bytes.len()), to.index(bytes.len())); bytes.swap(a, b); }
                }
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            let text = String::from_utf8_lossy(&bytes);
            match Request::read(&text) {
                Ok(request) => {
                    let written = serde_json::to_string(&request).unwrap();
                    prop_assert_eq!(Request::read(&written).unwrap(), request);
                }
                Err(error) => prop_assert!(error.to_string().starts_with("the engine cannot read")),
            }
        }
    }
}
