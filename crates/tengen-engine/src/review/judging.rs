//! What a position of the game is worth, and what the move that was played there gave away.

use tengen_game::{Move, Point, Position};

use super::asking::{Asking, Pause};
use super::chance::chance;
use super::worth::{Worth, for_mover, is_unsearched};
use super::{MoveClass, ReviewedMove};
use crate::Score;

/// A move of the game, and what came of it.
pub(super) struct Played {
    pub(super) number: usize,
    pub(super) played: Move,
    /// What the position after it is worth, to the opponent.
    pub(super) after: Worth,
}

/// What the last position of the game is worth, if its end is not proved already.
pub(super) fn last_worth(
    asking: &mut Asking,
    position: &Position,
    proved: Option<&Worth>,
) -> Result<Worth, Pause> {
    match proved {
        Some(proved) => Ok(proved.clone()),
        None => worth(asking, position, None),
    }
}

/// Looks at a position of the game, of which something may be proved already, and at the move that was played there.
pub(super) fn judge(
    asking: &mut Asking,
    position: &Position,
    game: &Played,
    proved: Option<&Worth>,
) -> Result<(Worth, ReviewedMove), Pause> {
    let mover = position.side_to_move();
    let came_of_it = game.after.before(game.played);
    let mut best = match proved {
        Some(proved) => proved.clone(),
        None => worth(asking, position, Some(game))?,
    };
    if came_of_it.wins_before(&best) {
        // What came later proves more than was seen here.
        best = came_of_it.clone();
    }
    if came_of_it.loses() && !best.wins() && !best.loses() {
        best = holding(asking, position, game.played, best)?.unwrap_or_else(|| came_of_it.clone());
    }
    let is_best = best.line.first() == Some(&game.played);
    let mut loss = if is_best { 0 } else { chance(best.score).saturating_sub(chance(came_of_it.score)) };
    if MoveClass::of_loss(loss) > MoveClass::Good && is_estimate(&best) && is_estimate(&came_of_it) {
        loss = loss.min(side_by_side(asking, position, &best, game.played)?);
    }
    let missed_win = (best.wins() && !came_of_it.wins() && !is_best).then(|| best.line.clone());
    let refutation = (came_of_it.loses() && !best.loses()).then(|| game.after.line.clone());
    let class = match (best.score, came_of_it.score) {
        _ if is_best => MoveClass::Best,
        // A slower win is still one, and whoever loses anyway does best to hold out.
        (Score::Mate(best), Score::Mate(played))
            if (best > 0) == (played > 0) && played.abs() != best.abs() =>
        {
            MoveClass::Good
        }
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

/// What a position is worth, as far as one look at it tells.
fn worth(asking: &mut Asking, position: &Position, game: Option<&Played>) -> Result<Worth, Pause> {
    if let Some(end) = Worth::of_end(position) {
        return Ok(end);
    }
    if let Some(win) = asking.win(position, position.side_to_move())? {
        return Ok(win);
    }
    let report = asking.search(position, None, &[])?;
    let best = report.best_move.map_or(Move::Pass, Move::Place);
    if !is_unsearched(&report) {
        return Ok(Worth::of_report(report));
    }
    // The move was forced, or the first of all: what it leads to says more than the look at the board.
    match game.filter(|game| game.played == best) {
        Some(game) => Ok(game.after.before(best)),
        None => Ok(worth_after(asking, position, best)?.before(best)),
    }
}

/// What the position after a move is worth, to the opponent.
fn worth_after(asking: &mut Asking, position: &Position, played: Move) -> Result<Worth, Pause> {
    let mut after = position.clone();
    after.play_unchecked(played);
    if let Some(end) = Worth::of_end(&after) {
        return Ok(end);
    }
    if let Some(win) = asking.win(&after, after.side_to_move())? {
        return Ok(win);
    }
    asking.search(&after, None, &[]).map(Worth::of_report)
}

/// The best move after which the opponent has no forced win, as far as the solvers see; `None` if none was found.
fn holding(
    asking: &mut Asking,
    position: &Position,
    played: Move,
    best: Worth,
) -> Result<Option<Worth>, Pause> {
    let opponent = !position.side_to_move();
    let mut losing: Vec<Point> = played.point().into_iter().collect();
    let mut tried = best;
    for _ in 0..asking.limits.holds {
        if let Some(point) = tried.best() {
            let mut after = position.clone();
            after.play_unchecked(point);
            if !losing.contains(&point)
                && (after.is_over() || asking.win_at_last(&after, opponent)?.is_none())
            {
                return Ok(Some(tried));
            }
            if !losing.contains(&point) {
                losing.push(point);
            }
        }
        let report = asking.search(position, None, &losing)?;
        let Some(best) = report.best_move.filter(|best| !losing.contains(best)) else { break };
        tried = match is_unsearched(&report) {
            true => worth_after(asking, position, best.into())?.before(best.into()),
            false => Worth::of_report(report),
        };
        if tried.loses() {
            break;
        }
    }
    Ok(None)
}

/// What a move gives away against the best in one and the same search: estimates of two searches differ by more than what
/// they are about.
fn side_by_side(asking: &mut Asking, position: &Position, best: &Worth, played: Move) -> Result<u16, Pause> {
    let (Some(best), Some(played)) = (best.best(), played.point()) else { return Ok(0) };
    let report = asking.search(position, Some(&[best, played]), &[])?;
    let Some(other) = report.others.first().filter(|_| report.best_move == Some(best)) else { return Ok(0) };
    Ok(chance(report.score).saturating_sub(chance(other.score)))
}

fn is_estimate(worth: &Worth) -> bool {
    matches!(worth.score, Score::Value(_))
        && worth.score != Score::WON
        && for_mover(worth.score) != Score::WON
}
