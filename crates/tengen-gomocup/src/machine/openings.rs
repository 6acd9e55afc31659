//! Decisions in openings, in the forms of Yixin-Board and of managers that are made for Rapfi.

use tengen_analysis::Allowance;
use tengen_game::opening::{Choice, ChoiceError, FifthMoves, LegalChoice, Opening, OpeningState, Protocol};
use tengen_game::{Point, Position};

use super::{Action, Form, Machine, Thinking, reply};
use crate::action::{Decision, Swap2Phase, Task};
use crate::game::{Game, GameError};
use crate::reply::{error, message};
use crate::rule::SwapOpening;

/// The most fifth moves of Yixin-Board's Soosõrv opening.
const MOST_FIFTHS: u8 = 8;

impl Machine {
    /// The task at a position where the manager requests a move. Where the rule code names an opening, that can be the
    /// choice of the colour.
    pub(super) fn task_in_opening(&self, position: &Position) -> Task {
        match (self.settings.opening(), position.board().stones()) {
            (Some(SwapOpening::Swap1), 0) => Task::Balance { stones: 1, bias: 0 },
            (Some(SwapOpening::Swap1), 1) => Task::Swap2(Swap2Phase::Settle),
            (Some(SwapOpening::Swap2), 3) => Task::Swap2(Swap2Phase::Choose),
            (Some(SwapOpening::Swap2), 5) => Task::Swap2(Swap2Phase::Settle),
            _ => Task::Move,
        }
    }

    /// `YXSWAP2STEP1` to `3`: to open, to choose after three stones, and after five. The stones are on the board.
    pub(super) fn swap2_step(&mut self, step: u8) -> Vec<Action> {
        let (phase, expected) = match step {
            1 => (Swap2Phase::Open, 0),
            2 => (Swap2Phase::Choose, 3),
            _ => (Swap2Phase::Settle, 5),
        };
        let position = self.change("YXSWAP2STEP", |game| {
            if phase == Swap2Phase::Open {
                return game.after(&[]);
            }
            game.check_not_over()?;
            Ok(game.position_to_search())
        });
        match position {
            Ok(position) if position.board().stones() == expected => {
                self.search(Task::Swap2(phase), position, 1, Form::Swap2Step)
            }
            Ok(position) => reply(error(format_args!(
                "expected YXBOARD with {expected} stones before YXSWAP2STEP{step}, found {}",
                position.board().stones()
            ))),
            Err(refusal) => refusal,
        }
    }

    /// The answer to a step of Swap2. The program takes Black by `YES`.
    pub(super) fn swap2_answer(
        &self,
        thinking: &Thinking,
        decision: &Decision,
    ) -> Result<Vec<Action>, String> {
        let said = |text: &str| Ok(reply(message(format_args!("SWAP2 {text}"))));
        match (&thinking.task, decision) {
            (_, Decision::Nothing) => Err("the search found no move".to_owned()),
            (Task::Swap2(Swap2Phase::Choose), Decision::Swap) => said("SWAP1 YES"),
            (Task::Swap2(Swap2Phase::Settle), Decision::Swap) => said("SWAP2 YES"),
            (Task::Swap2(Swap2Phase::Choose), Decision::Points(points)) if points.len() == 1 => {
                said("SWAP1 NO")
            }
            (Task::Swap2(Swap2Phase::Settle), Decision::Points(points)) if points.len() == 1 => {
                said("SWAP2 NO")
            }
            (Task::Swap2(phase), Decision::Points(points)) => {
                let (first, count) = if *phase == Swap2Phase::Open { (1, 3) } else { (4, 2) };
                let is_whole = points.len() == count && *phase != Swap2Phase::Settle;
                let mut position = thinking.position.clone();
                if !is_whole || points.iter().any(|&point| position.play(point).is_err()) {
                    return Err("the search has answered another question".to_owned());
                }
                let stone = |(number, &point)| {
                    Action::Reply(message(format_args!("SWAP2 MOVE{number} {}", self.spaced(point))))
                };
                Ok((first..).zip(points).map(stone).collect())
            }
            _ => Err("the search has answered another question".to_owned()),
        }
    }

    /// `YXSOOSORVSTEP1` to `6`: to open; to swap after three stones; the fourth stone and the number of fifth moves; to swap
    /// after four stones; to offer fifth moves; to pick one of them.
    pub(super) fn soosorv(&mut self, step: u8, fifths: Option<u8>, points: &[Point]) -> Vec<Action> {
        let Some(size) = self.game.as_ref().map(Game::size) else {
            return reply(error(format_args!("expected START before YXSOOSORVSTEP{step}")));
        };
        let protocol = match FifthMoves::new(MOST_FIFTHS) {
            Ok(limit) => Protocol::Soosorv { limit },
            Err(refusal) => return reply(error(refusal)),
        };
        let opening = match Opening::new(protocol, size) {
            Ok(opening) => soosorv_opening(opening, step, fifths, points),
            Err(refusal) => return reply(error(refusal)),
        };
        match opening {
            Ok(opening) => self.choose(opening),
            Err(refusal) => reply(error(format_args!("YXSOOSORVSTEP{step}: {refusal}"))),
        }
    }

    /// Requests the next choice in an opening.
    fn choose(&mut self, opening: Opening) -> Vec<Action> {
        if let (true, Some(&picked)) = (opening.is_finished(), opening.stones().last()) {
            // A single fifth move leaves nothing to pick.
            return self.say_pick(picked);
        }
        let position = self.change("YXSOOSORVSTEP", |game| game.after(opening.stones()));
        match position {
            Ok(position) if position.is_over() => {
                reply(error(position.outcome().map_or_else(String::new, |o| GameError::over(o).to_string())))
            }
            Ok(position) => self.search(Task::Opening(Box::new(opening)), position, 1, Form::Soosorv),
            Err(refusal) => refusal,
        }
    }

    /// The answer to a step of Soosõrv, or the second search of a step with two choices.
    pub(super) fn soosorv_answer(
        &mut self,
        thinking: &Thinking,
        decision: &Decision,
    ) -> Result<Vec<Action>, String> {
        let (Task::Opening(opening), Decision::Choice(choice)) = (&thinking.task, decision) else {
            return Err("the search has answered another question".to_owned());
        };
        opening.check(choice).map_err(|refusal| format!("the search has chosen wrongly: {refusal}"))?;
        let said = |text: String| message(format_args!("SOOSORV {text}"));
        let stone = |number: usize, point| said(format!("MOVE{number} {}", self.spaced(point)));
        let swap = if opening.stones().len() == 3 { "SWAP1" } else { "SWAP2" };
        Ok(match choice {
            Choice::Place(points) if opening.stones().is_empty() => {
                (1..).zip(points).map(|(number, &point)| Action::Reply(stone(number, point))).collect()
            }
            Choice::Place(_) => {
                let mut next = (**opening).clone();
                next.apply(choice.clone()).map_err(|refusal| refusal.to_string())?;
                self.choose(next)
            }
            Choice::Announce(count) => {
                let fourth = opening.stones().last().map(|&point| stone(4, point)).unwrap_or_default();
                reply(format!("{fourth} {count}"))
            }
            Choice::Stay => reply(said(format!("{swap} N"))),
            Choice::Swap => reply(said(format!("{swap} Y"))),
            Choice::Offer(points) => {
                let offers = points.iter().map(|&point| stone(5, point));
                let first = said("MOVE5 REFRESH".to_owned());
                let last = said("MOVE5 DONE".to_owned());
                [first].into_iter().chain(offers).chain([last]).map(Action::Reply).collect()
            }
            Choice::Pick(point) => self.say_pick(*point),
        })
    }

    fn say_pick(&self, point: Point) -> Vec<Action> {
        reply(message(format_args!("SOOSORV MOVE5 C {}", self.spaced(point))))
    }

    /// The two numbers of a point with a blank between, as they are written in these messages alone.
    fn spaced(&self, point: Point) -> String {
        let (first, second) = self.order().pair(point);
        format!("{first} {second}")
    }

    /// The fourth stone and the number of fifth moves are one question, and two searches.
    pub(super) fn share_in_opening(opening: &Opening, allowance: Allowance) -> Allowance {
        let is_half = match opening.state() {
            OpeningState::ToChoose { choices, .. } => match &choices[..] {
                [LegalChoice::Place(stones), ..] => stones.len() == 1,
                [LegalChoice::Announce { .. }, ..] => true,
                _ => false,
            },
            OpeningState::Finished { .. } => false,
        };
        if !is_half {
            return allowance;
        }
        Allowance { limit: allowance.limit / 2, target: allowance.target.map(|target| target / 2) }
    }
}

/// The opening as far as it has come before a step. Whether a player swapped after three or four stones makes no difference
/// to the next choice.
fn soosorv_opening(
    mut opening: Opening,
    step: u8,
    fifths: Option<u8>,
    points: &[Point],
) -> Result<Opening, SoosorvError> {
    let (stones, offered) = points.split_at(points.len().min(4));
    let expected = match step {
        1 => 0,
        2 | 3 => 3,
        _ => 4,
    };
    if stones.len() != expected || (offered.is_empty() == (step == 6)) {
        return Err(SoosorvError::Stones { expected, found: points.len() });
    }
    let mut choices = Vec::new();
    if step >= 2 {
        choices.push(Choice::Place(stones[..3].to_vec()));
    }
    if step >= 3 {
        choices.push(Choice::Stay);
    }
    if step >= 4 {
        let count = if step == 6 { u8::try_from(offered.len()).ok() } else { fifths };
        let count = count.ok_or(SoosorvError::Number)?;
        choices.extend([Choice::Place(stones[3..].to_vec()), Choice::Announce(count)]);
    }
    if step >= 5 {
        choices.push(Choice::Stay);
    }
    if step == 6 {
        choices.push(Choice::Offer(offered.to_vec()));
    }
    for choice in choices {
        opening.apply(choice)?;
    }
    Ok(opening)
}

/// The reason for which the points of a step are no opening.
#[derive(Debug, thiserror::Error)]
enum SoosorvError {
    #[error("expected {expected} stones, and fifth moves after them in step 6 alone; found {found} points")]
    Stones { expected: usize, found: usize },
    #[error("expected the number of fifth moves after the command")]
    Number,
    #[error(transparent)]
    Choice(#[from] ChoiceError),
}
