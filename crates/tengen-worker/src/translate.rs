//! Between the engine's own types and the messages of the page.

use std::time::Duration;

use tengen_classic::{Classic, Difficulty};
use tengen_engine::{Level, Score, SearchLimits, SearchProgress, SearchReport};
use tengen_game::Point;
use tengen_protocol::worker::{LevelMessage, LimitsMessage, OpponentMessage, ScoreMessage, Thinking};

pub(crate) fn limits(message: &LimitsMessage) -> SearchLimits {
    SearchLimits {
        time: message.time_ms.map(|time| Duration::from_millis(u64::from(time))),
        depth: message.depth,
        nodes: message.nodes,
        level: message.level.map(|level| match level {
            LevelMessage::Easy => Level::Easy,
            LevelMessage::Normal => Level::Normal,
            LevelMessage::Hard => Level::Hard,
        }),
        seed: message.seed,
        ..SearchLimits::default()
    }
}

/// Which of the classics is asked for; `None` for the engine.
pub(crate) fn classic(message: OpponentMessage) -> Option<Classic> {
    Some(match message {
        OpponentMessage::Tengen => return None,
        OpponentMessage::Tuple => Classic::Tuple,
        OpponentMessage::Direction => Classic::Direction,
        OpponentMessage::Greedy => Classic::Greedy,
        OpponentMessage::GameTree => Classic::GameTree,
        OpponentMessage::MinimaxEasy => Classic::Minimax(Difficulty::Easy),
        OpponentMessage::MinimaxNormal => Classic::Minimax(Difficulty::Normal),
        OpponentMessage::MinimaxHard => Classic::Minimax(Difficulty::Hard),
    })
}

pub(crate) fn progress(progress: &SearchProgress) -> Thinking {
    thinking(progress.depth, progress.score, &progress.pv, progress.nodes, progress.time)
}

pub(crate) fn report(report: &SearchReport) -> Thinking {
    thinking(report.depth, report.score, &report.pv, report.nodes, report.time)
}

fn thinking(depth: u32, score: Score, pv: &[Point], nodes: u64, time: Duration) -> Thinking {
    Thinking {
        depth,
        score: match score {
            Score::Value(value) => ScoreMessage::Value(value),
            Score::Mate(plies) => ScoreMessage::Mate(plies),
        },
        pv: pv.iter().map(|point| (point.x(), point.y())).collect(),
        nodes,
        time_ms: u32::try_from(time.as_millis()).unwrap_or(u32::MAX),
    }
}
