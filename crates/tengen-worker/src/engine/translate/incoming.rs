use std::time::Duration;

use tengen_analysis::engine::{LimitsMessage, OpponentMessage, PointMessage, on_board};
use tengen_analysis::{ClassicTuning, SearchLimits};
use tengen_classic::{Classic, Difficulty, GameTreeOptions, Options, Settings};
use tengen_game::{PlayError, Point, Position};

use crate::engine::players::Seat;
use crate::engine::refusal::Refusal;

/// The deepest search that minimax is made for.
const DEEPEST_MINIMAX: u32 = 24;

/// The points of the largest board.
const MOST_POINTS: u32 = 22 * 22;

pub(crate) fn duration(milliseconds: u32) -> Duration {
    Duration::from_millis(u64::from(milliseconds))
}

/// The limits of a search of this position.
pub(crate) fn limits(
    message: &LimitsMessage,
    opponent: OpponentMessage,
    position: &Position,
) -> Result<SearchLimits, Refusal> {
    let points = |points: &[PointMessage]| -> Result<Vec<Point>, PlayError> {
        points.iter().map(|&point| on_board(point, position.size())).collect()
    };
    let moves = message.moves.as_deref().map(points).transpose()?;
    let excluded = points(&message.excluded)?;
    let is_restricted = moves.is_some() || !excluded.is_empty();
    if let Some(classic) = classic(opponent).filter(|_| is_restricted || message.lines > 1) {
        return Err(Refusal::EngineAlone(classic));
    }
    let is_wanted =
        |point: &Point| moves.as_ref().is_none_or(|moves| moves.contains(point)) && !excluded.contains(point);
    if is_restricted && !position.is_over() && !position.legal_moves().any(|point| is_wanted(&point)) {
        return Err(Refusal::NothingToChoose);
    }
    Ok(SearchLimits { lines: message.lines, moves, excluded, ..limits_of_decision(message) })
}

/// What may be spent, without what is to be looked for.
pub(crate) fn limits_of_decision(message: &LimitsMessage) -> SearchLimits {
    SearchLimits {
        time: message.time_ms.map(duration),
        target: message.target_ms.map(duration),
        depth: message.depth,
        nodes: message.nodes,
        level: message.level,
        seed: message.seed,
        ..SearchLimits::default()
    }
}

/// Which of the classics is asked for; `None` for the engine.
fn classic(message: OpponentMessage) -> Option<Classic> {
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

/// Who is to think, set up as the message says. The classics that search have a time of their own, which that of the limits
/// replaces.
pub(crate) fn seat(
    opponent: OpponentMessage,
    tuning: &ClassicTuning,
    time_ms: Option<u32>,
) -> Result<Seat, Refusal> {
    let classic = classic(opponent);
    match classic {
        Some(Classic::GameTree) => {
            let game_tree = game_tree(tuning, time_ms)?;
            Ok(Seat::Classic(Classic::GameTree, Options { game_tree }))
        }
        Some(Classic::Minimax(difficulty)) => {
            refuse_if(tuning.forbidden_moves.is_some(), classic, "forbidden moves")?;
            Ok(Seat::Minimax(difficulty, minimax(difficulty, tuning, time_ms)?))
        }
        _ => {
            refuse_if(tuning.depth.is_some(), classic, "depth")?;
            refuse_if(tuning.breadth.is_some(), classic, "breadth")?;
            refuse_if(tuning.forbidden_moves.is_some(), classic, "forbidden moves")?;
            Ok(classic.map_or(Seat::Engine, |classic| Seat::Classic(classic, Options::default())))
        }
    }
}

fn refuse_if(is_set: bool, classic: Option<Classic>, setting: &'static str) -> Result<(), Refusal> {
    let name = classic.map_or("tengen", Classic::name);
    if is_set { Err(Refusal::NothingToTune { name, setting }) } else { Ok(()) }
}

fn game_tree(tuning: &ClassicTuning, time_ms: Option<u32>) -> Result<GameTreeOptions, Refusal> {
    let mut options = GameTreeOptions::default();
    if let Some(depth) = tuning.depth {
        options = options.with_depth(depth)?;
    }
    if let Some(breadth) = tuning.breadth {
        options = options.with_breadth(usize::try_from(breadth).unwrap_or(usize::MAX))?;
    }
    if let Some(time_ms) = time_ms {
        options = options.with_time(duration(time_ms))?;
    }
    if let Some(forbidden_moves) = tuning.forbidden_moves {
        options = options.with_forbidden_moves(forbidden_moves);
    }
    Ok(options)
}

fn minimax(
    difficulty: Difficulty,
    tuning: &ClassicTuning,
    time_ms: Option<u32>,
) -> Result<Settings, Refusal> {
    let classic = Classic::Minimax(difficulty);
    let mut settings = difficulty.settings();
    if let Some(found) = tuning.depth {
        let most = DEEPEST_MINIMAX;
        if !(1..=most).contains(&found) {
            return Err(Refusal::Depth { classic, most, found });
        }
        settings.depth = found;
    }
    if let Some(found) = tuning.breadth {
        let most = MOST_POINTS;
        if !(1..=most).contains(&found) {
            return Err(Refusal::Breadth { classic, most, found });
        }
        settings.candidates = usize::try_from(found).unwrap_or(usize::MAX);
    }
    if let Some(found) = time_ms {
        let time = duration(found);
        if !GameTreeOptions::TIMES.contains(&time) {
            return Err(Refusal::Time { classic, found });
        }
        settings.time = time;
    }
    Ok(settings)
}
