//! The score of a position of the game, and what the move that was played there gave away.

use tengen_analysis::{MoveClass, ReviewedMove, Score, win_chance};
use tengen_game::{Color, Move, Point, Position};

use super::asking::{Asking, Pause};
use super::scored_line::{ScoredLine, for_mover, is_unsearched};

/// What is known of a position before it is looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Its proved end.
    pub(super) proved: Option<ScoredLine>,
    /// Whether the opponent was proved to win before, does so later, and never lost hold of it in between.
    pub(super) seems_lost: bool,
}

/// A move of the game, and what came of it.
pub(super) struct Played {
    pub(super) number: usize,
    pub(super) played: Move,
    /// The score of the position after it, for the opponent.
    pub(super) after: ScoredLine,
}

/// The score of the last position of the game.
pub(super) fn score_last(
    asking: &mut Asking,
    position: &Position,
    proved: Option<&ScoredLine>,
) -> Result<ScoredLine, Pause> {
    match proved {
        Some(proved) => Ok(proved.clone()),
        None => score_position(asking, position, None),
    }
}

/// Looks at a position of the game, and at the move that was played there.
pub(super) fn judge(
    asking: &mut Asking,
    position: &Position,
    game: &Played,
    known: &Known,
) -> Result<(ScoredLine, ReviewedMove), Pause> {
    let mover = position.side_to_move();
    let came_of_it = game.after.before(game.played);
    let mut best = match &known.proved {
        Some(proved) => proved.clone(),
        None => score_position(asking, position, Some(game))?,
    };
    if came_of_it.wins_before(&best) {
        // What came later proves more than was seen here.
        best = came_of_it.clone();
    }
    if came_of_it.loses() && !best.wins() && !best.loses() {
        let holding = holding(asking, position, game.played, best, known.seems_lost)?;
        best = holding.unwrap_or_else(|| came_of_it.clone());
    }
    let is_best = best.line.first() == Some(&game.played);
    let mut loss =
        if is_best { 0 } else { win_chance(best.score).saturating_sub(win_chance(came_of_it.score)) };
    if MoveClass::of_loss(loss) > MoveClass::Good && is_estimate(&best) && is_estimate(&came_of_it) {
        loss = loss.min(side_by_side(asking, position, &best, game.played)?);
    }
    let missed_win = (best.wins() && !came_of_it.wins() && !is_best).then(|| best.line.clone());
    let refutation = (came_of_it.loses() && !best.loses()).then(|| game.after.line.clone());
    let class = match (best.score, came_of_it.score) {
        _ if is_best => MoveClass::Best,
        // A slower win is still one, and in a lost position the longest defence is best.
        (Score::Mate(best), Score::Mate(played))
            if (best > 0) == (played > 0) && played.abs() != best.abs() =>
        {
            MoveClass::Good
        }
        // However bad the position was, it could still be held.
        _ if refutation.is_some() => MoveClass::Blunder,
        _ if loss == 0 => MoveClass::Best,
        _ => MoveClass::of_loss(loss),
    };
    let reviewed = ReviewedMove {
        number: game.number,
        mover,
        played: game.played,
        before: best.score,
        after: came_of_it.score,
        best: best.best(),
        line: best.points(),
        loss,
        class,
        missed_win,
        refutation: refutation.filter(|line| !line.is_empty()),
    };
    Ok((best, reviewed))
}

/// The score of a position by the solvers and one search.
fn score_position(
    asking: &mut Asking,
    position: &Position,
    game: Option<&Played>,
) -> Result<ScoredLine, Pause> {
    if let Some(end) = ScoredLine::of_end(position) {
        return Ok(end);
    }
    if let Some(win) = asking.win(position, position.side_to_move())? {
        return Ok(win);
    }
    let report = asking.search(position, None, &[])?;
    let best = report.best_move.map_or(Move::Pass, Move::Place);
    if !is_unsearched(&report) {
        return Ok(ScoredLine::of_report(report));
    }
    // The move was forced, or the first of all: what it leads to says more than the look at the board.
    match game.filter(|game| game.played == best) {
        Some(game) => Ok(game.after.before(best)),
        None => Ok(score_after(asking, position, best)?.before(best)),
    }
}

/// The score of the position after a move, for the opponent.
fn score_after(asking: &mut Asking, position: &Position, played: Move) -> Result<ScoredLine, Pause> {
    let mut after = position.clone();
    after.play_unchecked(played);
    if let Some(end) = ScoredLine::of_end(&after) {
        return Ok(end);
    }
    if let Some(win) = asking.win(&after, after.side_to_move())? {
        return Ok(win);
    }
    asking.search(&after, None, &[]).map(ScoredLine::of_report)
}

/// The best move after which the opponent has no forced win, as far as the solvers see, or for certain where the position
/// seems to be lost; `None` if none was found.
fn holding(
    asking: &mut Asking,
    position: &Position,
    played: Move,
    best: ScoredLine,
    seems_lost: bool,
) -> Result<Option<ScoredLine>, Pause> {
    let opponent = !position.side_to_move();
    let mut losing: Vec<Point> = played.point().into_iter().collect();
    let mut tried = best;
    for _ in 0..asking.limits.holds {
        if let Some(point) = tried.best() {
            let mut after = position.clone();
            after.play_unchecked(point);
            let is_new = !losing.contains(&point);
            if is_new && (after.is_over() || holds(asking, &after, opponent, seems_lost)?) {
                return Ok(Some(tried));
            }
            if is_new {
                losing.push(point);
            }
        }
        let report = asking.search(position, None, &losing)?;
        let Some(best) = report.best_move.filter(|best| !losing.contains(best)) else { break };
        tried = match is_unsearched(&report) {
            true => score_after(asking, position, best.into())?.before(best.into()),
            false => ScoredLine::of_report(report),
        };
        if tried.loses() {
            break;
        }
    }
    Ok(None)
}

/// Whether a side finds no forced win, or whether there is none for certain.
fn holds(
    asking: &mut Asking,
    position: &Position,
    attacker: Color,
    for_certain: bool,
) -> Result<bool, Pause> {
    let tried = asking.try_win(position, attacker, asking.limits.last_nodes)?;
    Ok(tried.win.is_none() && (tried.is_refuted || !for_certain))
}

/// What a move gives away against the best in one and the same search: estimates of two searches differ by more than what
/// they are about.
fn side_by_side(
    asking: &mut Asking,
    position: &Position,
    best: &ScoredLine,
    played: Move,
) -> Result<u16, Pause> {
    let (Some(best), Some(played)) = (best.best(), played.point()) else { return Ok(0) };
    let report = asking.search(position, Some(&[best, played]), &[])?;
    let Some(other) = report.others.first().filter(|_| report.best_move == Some(best)) else { return Ok(0) };
    Ok(win_chance(report.score).saturating_sub(win_chance(other.score)))
}

fn is_estimate(scored: &ScoredLine) -> bool {
    matches!(scored.score, Score::Value(_))
        && scored.score != Score::WON
        && for_mover(scored.score) != Score::WON
}
