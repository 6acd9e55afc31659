//! The answers of workers as bytes, in the format of Postcard.
//!
//! Requests are JSON text, which people can write and of which it can be said what is wrong. Answers are read by a page alone, which
//! has to carry their reader along: one for JSON was a quarter of everything that the page loads.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes are no answer of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an answer of a worker of this version: {0}")]
pub struct AnswerError(postcard::Error);

/// Writes an answer.
pub fn write<T: Serialize>(answer: &T) -> Vec<u8> {
    // Writing to memory fails only for sequences of unknown length, of which no answer has any.
    postcard::to_allocvec(answer).unwrap_or_default()
}

/// Reads an answer.
///
/// # Errors
/// When the bytes are no whole answer of this kind.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, AnswerError> {
    postcard::from_bytes(bytes).map_err(AnswerError)
}

#[cfg(test)]
mod tests {

    use tengen_game::Point;

    use super::*;
    use crate::files::{Fault, FaultKind, Whereabouts};
    use crate::{Score, SearchProgress, StopReason};
    use crate::{engine, files};

    #[test]
    fn answers_survive_their_bytes() {
        let progress = SearchProgress::new(9, Score::Mate(-4), vec![Point::new(7, 7), Point::new(8, 6)])
            .with_nodes(u64::MAX);
        let answers = [
            engine::Response::Ready,
            engine::Response::Progress { id: 3, progress: progress.clone() },
            engine::Response::Finished {
                id: u32::MAX,
                best_move: None,
                progress,
                lines: Vec::new(),
                stopped_by: Some(StopReason::Time),
                statistics: None,
                threads: 1,
            },
            engine::Response::Failed { id: None, message: "天元".to_owned() },
        ];
        for answer in answers {
            assert_eq!(read(&write(&answer)), Ok(answer));
        }
        let whereabouts = Some(Whereabouts::Byte(7));
        let fault = Fault { kind: FaultKind::Request, message: String::new(), whereabouts };
        let answer = files::Response::Failed { id: Some(1), fault };
        assert_eq!(read(&write(&answer)), Ok(answer));
    }

    #[test]
    fn other_bytes_are_refused() {
        let whole = write(&engine::Response::Failed { id: Some(1), message: "it is over".to_owned() });
        for length in 0..whole.len() {
            assert!(read::<engine::Response>(&whole[..length]).is_err(), "{length} bytes");
        }
        assert!(read::<engine::Response>(b"{}").unwrap_err().to_string().starts_with("expected an answer"));
    }
}
