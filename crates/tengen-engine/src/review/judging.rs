//! The score of a position of the game, and the win chance that the move played there gave away.

use std::sync::Arc;

use tengen_analysis::{MoveClass, Proof, ReviewedMove, Score, SearchReport, StopReason, win_chance};
use tengen_game::{Color, Move, Point, Position};

use super::questions::{Pause, Questions};

/// The results for a position from other positions, before it is examined.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The proved end of the position.
    pub(super) proved: Option<ScoredLine>,
    /// Whether the opponent was proved to win in a position before, and has had clear winning chances since.
    pub(super) seems_lost: bool,
}

/// A move of the game, with the positions before and after it.
pub(super) struct Played {
    pub(super) number: usize,
    pub(super) played: Move,
    /// The score of the position after the move, for the opponent.
    pub(super) after: ScoredLine,
}

/// The score of the last position of the game.
pub(super) fn score_last(
    questions: &mut Questions,
    position: &Position,
    proved: Option<&ScoredLine>,
) -> Result<ScoredLine, Pause> {
    match proved {
        Some(proved) => Ok(proved.clone()),
        None => score_position(questions, position, None),
    }
}

/// Examines a position of the game and the move that was played there.
pub(super) fn judge(
    questions: &mut Questions,
    position: &Position,
    game: &Played,
    known: &Known,
) -> Result<(ScoredLine, ReviewedMove), Pause> {
    let mover = position.side_to_move();
    let came_of_it = game.after.before(game.played);
    let mut best = match &known.proved {
        Some(proved) => proved.clone(),
        None => score_position(questions, position, Some(game))?,
    };
    if came_of_it.wins_before(&best) {
        // The later positions prove more than the search here found.
        best = came_of_it.clone();
    }
    if came_of_it.loses() && !best.wins() && !best.loses() {
        let holding = holding(questions, position, game.played, best, known.seems_lost)?;
        best = holding.unwrap_or_else(|| came_of_it.clone());
    }
    let is_best = best.line.first() == Some(&game.played);
    let mut loss =
        if is_best { 0 } else { win_chance(best.score).saturating_sub(win_chance(came_of_it.score)) };
    if MoveClass::of_loss(loss) > MoveClass::Good && is_estimate(&best) && is_estimate(&came_of_it) {
        loss = loss.min(side_by_side(questions, position, &best, game.played)?);
    }
    let missed_win = (best.wins() && !came_of_it.wins() && !is_best).then(|| best.line.clone());
    let refutation = (came_of_it.loses() && !best.loses()).then(|| game.after.line.clone());
    let class = match (best.score, came_of_it.score) {
        _ if is_best => MoveClass::Best,
        // A forbidden move ends the game. It costs nothing where the game was lost anyhow.
        _ if came_of_it.is_lost_at_once() && best.loses() => MoveClass::Good,
        _ if came_of_it.is_lost_at_once() => MoveClass::Blunder,
        // A slower win is still one, and in a lost position the longest defence is best.
        (Score::Mate(best), Score::Mate(played))
            if (best > 0) == (played > 0) && played.abs() != best.abs() =>
        {
            MoveClass::Good
        }
        // However bad the position was, it could still be held.
        _ if refutation.is_some() => MoveClass::Blunder,
        _ if loss == 0 => MoveClass::Best,
        _ if missed_win.is_some() => MoveClass::of_loss(loss).max(class_of_missed(best.score)),
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

/// The least class of a move that missed a forced win, however good the position stayed: the shorter the win, the easier it was
/// to find.
fn class_of_missed(win: Score) -> MoveClass {
    match win {
        Score::Mate(1) => MoveClass::Blunder,
        Score::Mate(2..=3) => MoveClass::Mistake,
        _ => MoveClass::Slip,
    }
}

/// The score of a position by the solvers and one search.
fn score_position(
    questions: &mut Questions,
    position: &Position,
    game: Option<&Played>,
) -> Result<ScoredLine, Pause> {
    if let Some(end) = ScoredLine::of_end(position) {
        return Ok(end);
    }
    if let Some(win) = questions.win(position, position.side_to_move())? {
        return Ok(win);
    }
    let report = questions.search(position, None, &[])?;
    let best = report.best_move.map_or(Move::Pass, Move::Place);
    if !is_unsearched(&report) {
        return Ok(ScoredLine::of_report(report));
    }
    // The move was forced, or the first of all: the search after it is more exact than the evaluation of the board.
    match game.filter(|game| game.played == best) {
        Some(game) => Ok(game.after.before(best)),
        None => Ok(score_after(questions, position, best)?.before(best)),
    }
}

/// The score of the position after a move, for the opponent.
fn score_after(questions: &mut Questions, position: &Position, played: Move) -> Result<ScoredLine, Pause> {
    let mut after = position.clone();
    after.play_unchecked(played);
    if let Some(end) = ScoredLine::of_end(&after) {
        return Ok(end);
    }
    if let Some(win) = questions.win(&after, after.side_to_move())? {
        return Ok(win);
    }
    questions.search(&after, None, &[]).map(ScoredLine::of_report)
}

/// The best move after which the solvers find no forced win of the opponent, or after which there is none for certain where the
/// position seems to be lost; `None` if none was found.
fn holding(
    questions: &mut Questions,
    position: &Position,
    played: Move,
    best: ScoredLine,
    seems_lost: bool,
) -> Result<Option<ScoredLine>, Pause> {
    let opponent = !position.side_to_move();
    let mut losing: Vec<Point> = played.point().into_iter().collect();
    let mut tried = best;
    for _ in 0..questions.limits.holds {
        if let Some(point) = tried.best() {
            let mut after = position.clone();
            after.play_unchecked(point);
            let is_new = !losing.contains(&point);
            if is_new && (after.is_over() || holds(questions, &after, opponent, seems_lost)?) {
                return Ok(Some(tried));
            }
            if is_new {
                losing.push(point);
            }
        }
        let report = questions.search(position, None, &losing)?;
        let Some(best) = report.best_move.filter(|best| !losing.contains(best)) else { break };
        tried = match is_unsearched(&report) {
            true => score_after(questions, position, best.into())?.before(best.into()),
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
    questions: &mut Questions,
    position: &Position,
    attacker: Color,
    for_certain: bool,
) -> Result<bool, Pause> {
    let tried = questions.try_win(position, attacker, questions.limits.last_nodes)?;
    Ok(tried.win.is_none() && (tried.is_refuted || !for_certain))
}

/// The win chance that a move gives away against the best one in one and the same search: estimates of two searches differ by
/// more than that.
fn side_by_side(
    questions: &mut Questions,
    position: &Position,
    best: &ScoredLine,
    played: Move,
) -> Result<u16, Pause> {
    let (Some(best), Some(played)) = (best.best(), played.point()) else { return Ok(0) };
    let report = questions.search(position, Some(&[best, played]), &[])?;
    let Some(other) = report.others.first().filter(|_| report.best_move == Some(best)) else { return Ok(0) };
    Ok(win_chance(report.score).saturating_sub(win_chance(other.score)))
}

fn is_estimate(scored: &ScoredLine) -> bool {
    matches!(scored.score, Score::Value(_)) && scored.score != Score::WON && !scored.is_lost_at_once()
}

/// The score of a position with its line.
#[derive(Clone, Debug)]
pub(super) struct ScoredLine {
    /// The score for the side to move.
    pub(super) score: Score,
    /// The principal variation; empty where the game is over or only a pass is left.
    pub(super) line: Vec<Move>,
    /// The proof, where a solver has proved the win.
    pub(super) proof: Option<Arc<Proof>>,
}

impl ScoredLine {
    pub(super) fn new(score: Score, line: Vec<Move>) -> ScoredLine {
        ScoredLine { score, line, proof: None }
    }

    /// The score of a game that is over; `None` where it is not.
    pub(super) fn of_end(position: &Position) -> Option<ScoredLine> {
        let winner = position.outcome()?.winner();
        let score = match winner {
            None => Score::Value(0),
            Some(winner) if winner == position.side_to_move() => Score::WON,
            Some(_) => Score::Mate(0),
        };
        Some(ScoredLine::new(score, Vec::new()))
    }

    pub(super) fn of_proof(proof: Proof) -> ScoredLine {
        let plies = i32::try_from(proof.plies).unwrap_or(i32::MAX);
        ScoredLine { score: Score::Mate(plies), line: proof.line.clone(), proof: Some(Arc::new(proof)) }
    }

    pub(super) fn of_report(report: SearchReport) -> ScoredLine {
        ScoredLine::new(report.score, report.pv.into_iter().map(Move::Place).collect())
    }

    /// The move to play.
    pub(super) fn best(&self) -> Option<Point> {
        self.line.first().copied().and_then(Move::point)
    }

    /// The line as far as it has no pass.
    pub(super) fn points(&self) -> Vec<Point> {
        self.line.iter().map_while(|played| played.point()).collect()
    }

    /// The score of the position before `played`, for the side that plays it, where this is the position after it.
    pub(super) fn before(&self, played: Move) -> ScoredLine {
        ScoredLine::new(self.score.before_move(), [vec![played], self.line.clone()].concat())
    }

    pub(super) fn wins(&self) -> bool {
        matches!(self.score, Score::Mate(plies) if plies > 0)
    }

    /// Whether this score is a win, and the other one is none or a later one.
    pub(super) fn wins_before(&self, other: &ScoredLine) -> bool {
        match (self.score, other.score) {
            (Score::Mate(own), Score::Mate(others)) if others > 0 => own > 0 && own < others,
            _ => self.wins(),
        }
    }

    /// Whether the end of the game is proved.
    pub(super) fn is_proved(&self) -> bool {
        matches!(self.score, Score::Mate(_))
    }

    pub(super) fn loses(&self) -> bool {
        matches!(self.score, Score::Mate(plies) if plies <= 0)
    }

    /// Whether the move itself has lost the game, as a forbidden move does.
    pub(super) fn is_lost_at_once(&self) -> bool {
        self.score.before_move() == Score::WON
    }
}

/// Whether nothing was searched because the move was forced.
pub(super) fn is_unsearched(report: &SearchReport) -> bool {
    report.stopped_by == StopReason::Decided && report.depth == 0 && matches!(report.score, Score::Value(_))
}

/// The scores of the positions after each of `moves`, played from `position` on, by the proof of `position`. The list ends where
/// the game leaves the proof, or ends itself.
pub(super) fn followed(scored: &ScoredLine, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    match &scored.proof {
        Some(proof) => by_proof(proof, position, moves),
        None => by_line(scored, position, moves),
    }
}

/// A proof answers every defence, so that the game leaves it only by a move of the attacker.
fn by_proof(proof: &Proof, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    let mut found = Vec::new();
    let mut position = position.clone();
    let Some(mut at) = proof.turns.len().checked_sub(1) else { return found };
    for pair in moves.chunks(2) {
        let won = ScoredLine::of_proof(proof.at_turn(&position, at));
        let turn = &proof.turns[at];
        if pair[0] != Move::Place(turn.attack) || turn.wins() {
            break;
        }
        position.play_unchecked(pair[0]);
        found.push(after(&won));
        let Some(&defence) = pair.get(1).filter(|&&defence| position.check(defence).is_ok()) else { break };
        let Some(next) = turn.after(defence) else { break };
        position.play_unchecked(defence);
        if position.is_over() {
            break;
        }
        at = next;
        found.push(ScoredLine::of_proof(proof.at_turn(&position, at)));
    }
    found
}

/// A line without a proof is evidence only for the positions on it.
fn by_line(scored: &ScoredLine, position: &Position, moves: &[Move]) -> Vec<ScoredLine> {
    let mut found: Vec<ScoredLine> = Vec::new();
    let mut position = position.clone();
    let mut last = scored.clone();
    for &played in moves {
        if last.line.first() != Some(&played) || !last.is_proved() {
            break;
        }
        position.play_unchecked(played);
        if position.is_over() {
            break;
        }
        last = after(&last);
        found.push(last.clone());
    }
    found
}

/// The score of the position after the first move of a proved line, for the other side.
fn after(scored: &ScoredLine) -> ScoredLine {
    let score = match scored.score {
        // The inverse of the mate for the side that has moved.
        Score::Mate(plies) if plies > 0 => Score::Mate(1 - plies),
        Score::Mate(plies) => Score::Mate(-plies - 1),
        value @ Score::Value(_) => value.before_move(),
    };
    ScoredLine::new(score, scored.line.get(1..).unwrap_or_default().to_vec())
}
