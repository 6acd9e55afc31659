//! The program of a request, with its settings checked against those that the program has.

use std::time::Duration;

use tengen_analysis::{Classic, ClassicTuning, Grade, OpponentKind, SearchLimits};
use tengen_classic::{GameTreeOptions, Options, Settings};
use tengen_game::{PlayError, Point, Position};

use super::players::Seat;
use super::refusal::Refusal;

/// The deepest search of minimax, in plies.
const DEEPEST_MINIMAX: u32 = 24;

/// The number of points of the largest board.
const MOST_POINTS: u32 = 22 * 22;

/// Checks that a point is on the board.
pub(crate) fn check_point(point: Point, position: &Position) -> Result<(), PlayError> {
    let size = position.size();
    if size.contains(point) { Ok(()) } else { Err(PlayError::OffBoard { point, size }) }
}

/// Checks that the program can search this position within these limits.
pub(crate) fn check_limits(
    limits: &SearchLimits,
    opponent: OpponentKind,
    position: &Position,
) -> Result<(), Refusal> {
    let SearchLimits { moves, excluded, .. } = limits;
    for &point in moves.iter().flatten().chain(excluded) {
        check_point(point, position)?;
    }
    let is_restricted = limits.restrict_moves();
    if let OpponentKind::Classic(classic) = opponent
        && (is_restricted || limits.lines > 1)
    {
        return Err(Refusal::EngineAlone(classic));
    }
    if is_restricted && !position.is_over() && !position.legal_moves().any(|point| limits.allow(point)) {
        return Err(Refusal::NothingToChoose);
    }
    Ok(())
}

/// Sets up the program that searches, as the request describes. The time in the limits replaces the own time of a classic
/// program.
pub(crate) fn seat(
    opponent: OpponentKind,
    tuning: &ClassicTuning,
    time: Option<Duration>,
) -> Result<Seat, Refusal> {
    match opponent {
        OpponentKind::Classic(Classic::GameTree) => {
            let game_tree = game_tree(tuning, time)?;
            Ok(Seat::Classic(Classic::GameTree, Options { game_tree }))
        }
        OpponentKind::Classic(Classic::Minimax(grade)) => {
            refuse_if(tuning.forbidden_moves.is_some(), opponent, "forbidden moves")?;
            Ok(Seat::Minimax(grade, minimax(grade, tuning, time)?))
        }
        _ => {
            refuse_if(tuning.depth.is_some(), opponent, "depth")?;
            refuse_if(tuning.breadth.is_some(), opponent, "breadth")?;
            refuse_if(tuning.forbidden_moves.is_some(), opponent, "forbidden moves")?;
            Ok(match opponent {
                OpponentKind::Tengen => Seat::Engine,
                OpponentKind::Classic(classic) => Seat::Classic(classic, Options::default()),
            })
        }
    }
}

fn refuse_if(is_set: bool, opponent: OpponentKind, setting: &'static str) -> Result<(), Refusal> {
    let name = opponent.into();
    if is_set { Err(Refusal::NothingToTune { name, setting }) } else { Ok(()) }
}

fn game_tree(tuning: &ClassicTuning, time: Option<Duration>) -> Result<GameTreeOptions, Refusal> {
    let mut options = GameTreeOptions::default();
    if let Some(depth) = tuning.depth {
        options = options.with_depth(depth)?;
    }
    if let Some(breadth) = tuning.breadth {
        options = options.with_breadth(usize::try_from(breadth).unwrap_or(usize::MAX))?;
    }
    if let Some(time) = time {
        options = options.with_time(time)?;
    }
    if let Some(forbidden_moves) = tuning.forbidden_moves {
        options = options.with_forbidden_moves(forbidden_moves);
    }
    Ok(options)
}

fn minimax(grade: Grade, tuning: &ClassicTuning, time: Option<Duration>) -> Result<Settings, Refusal> {
    let classic = Classic::Minimax(grade);
    let mut settings = Settings::of(grade);
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
    if let Some(time) = time {
        if !GameTreeOptions::TIMES.contains(&time) {
            return Err(Refusal::Time { classic, found: time.as_millis() });
        }
        settings.time = time;
    }
    Ok(settings)
}
