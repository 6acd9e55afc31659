use serde::{Deserialize, Serialize};

use tengen_game::{Point, Position};

use crate::{ClassicTuning, OpponentKind, SearchLimits, SearchLine, SearchProgress};

/// The part of [`Request`](super::Request) that searches, for pages that send no other request and must be small. It is
/// the same on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "a request is made and sent, never stored; 32 bits are below the limit"
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SearchRequest {
    /// A search: [`Request::Search`](super::Request::Search).
    Search {
        /// The number of the request, chosen by the page; the answers carry it.
        id: u32,
        /// The position to search.
        position: Position,
        /// The limits of the search.
        limits: SearchLimits,
        /// The program or player that searches.
        opponent: OpponentKind,
        /// The settings of a classic.
        #[serde(skip_serializing_if = "ClassicTuning::is_default")]
        tuning: ClassicTuning,
    },
    /// A stop: [`Request::Stop`](super::Request::Stop).
    Stop {
        /// The number of the request to end.
        id: u32,
    },
}

/// The part of [`Response`](super::Response) that answers a [`SearchRequest`]; of all others only the kind is read.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum SearchResponse {
    /// The start of the worker: [`Response::Ready`](super::Response::Ready).
    Ready,
    /// The progress of a search: [`Response::Progress`](super::Response::Progress).
    Progress {
        /// The search.
        id: u32,
        /// The state of the search.
        progress: SearchProgress,
    },
    /// The end of a search: [`Response::Finished`](super::Response::Finished).
    Finished {
        /// The search.
        id: u32,
        /// The move to play.
        best_move: Option<Point>,
        /// The last state of the search.
        progress: SearchProgress,
        /// The lines that were found. Fields after them are not read.
        lines: Vec<SearchLine>,
    },
    /// An answer to another request.
    Explained,
    /// An answer to another request.
    Solved,
    /// An answer to another request.
    ReviewedMove,
    /// An answer to another request.
    Reviewed,
    /// An answer to another request.
    Threatened,
    /// An answer to another request.
    Candidates,
    /// An answer to another request.
    Decided,
    /// An answer to another request.
    Benched,
    /// A failure: [`Response::Failed`](super::Response::Failed).
    Failed {
        /// The request, if it could be read that far.
        id: Option<u32>,
        /// A sentence with the expected and the found.
        message: String,
    },
    /// A search without its network: [`Response::WithoutNetwork`](super::Response::WithoutNetwork).
    WithoutNetwork,
    /// The arrival of a network: [`Response::NetworkLoaded`](super::Response::NetworkLoaded).
    NetworkLoaded,
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_game::{BoardSize, Rule};

    use super::*;
    use crate::engine::{Request, Response};
    use crate::wire;
    use crate::{Classic, Level, Score, StopReason};

    #[test]
    fn requests_are_the_same_on_the_wire() {
        let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        position.play(Point::new(7, 7)).unwrap();
        let limits =
            SearchLimits { level: Some(Level::EASY), ..SearchLimits::time(Duration::from_millis(9)) };
        for (opponent, tuning) in [
            (OpponentKind::Tengen, ClassicTuning::default()),
            (
                OpponentKind::Classic(Classic::GameTree),
                ClassicTuning { depth: Some(4), ..ClassicTuning::default() },
            ),
        ] {
            let (position, limits) = (position.clone(), limits.clone());
            let short = SearchRequest::Search {
                id: 7,
                position: position.clone(),
                limits: limits.clone(),
                opponent,
                tuning,
            };
            let whole = Request::Search { id: 7, position, limits, opponent, tuning };
            assert_eq!(Request::read(&serde_json::to_string(&short).unwrap()).unwrap(), whole);
        }
        let stop = serde_json::to_string(&SearchRequest::Stop { id: 7 }).unwrap();
        assert_eq!(Request::read(&stop).unwrap(), Request::Stop { id: 7 });
    }

    #[test]
    fn answers_are_the_same_on_the_wire() {
        let progress = SearchProgress::new(9, Score::Mate(-4), vec![Point::new(7, 7), Point::new(8, 6)])
            .with_selective_depth(12)
            .with_nodes(1 << 40)
            .with_time(Duration::from_millis(3))
            .with_hash_per_mille(1);
        let read = |answer: &Response| wire::read::<SearchResponse>(&wire::write(answer)).unwrap();
        assert_eq!(read(&Response::Ready), SearchResponse::Ready);
        let under_way = Response::Progress { id: 3, progress: progress.clone() };
        assert_eq!(read(&under_way), SearchResponse::Progress { id: 3, progress: progress.clone() });
        let lines = vec![SearchLine { score: Score::Value(-9), pv: vec![Point::new(1, 2)] }];
        let finished = Response::Finished {
            id: 3,
            best_move: Some(Point::new(7, 7)),
            progress: progress.clone(),
            lines: lines.clone(),
            stopped_by: Some(StopReason::Time),
            statistics: None,
            threads: 3,
        };
        let best_move = Some(Point::new(7, 7));
        let expected = SearchResponse::Finished { id: 3, best_move, progress, lines };
        assert_eq!(read(&finished), expected);
        // The last of the others, and the one after it.
        assert_eq!(
            read(&Response::Benched { id: 1, nodes: 2, time: Duration::ZERO }),
            SearchResponse::Benched
        );
        let failed = Response::Failed { id: Some(1), message: "no".to_owned() };
        assert_eq!(read(&failed), SearchResponse::Failed { id: Some(1), message: "no".to_owned() });
    }
}
