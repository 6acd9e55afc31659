use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tengen_pairing::{Encounter, Standing, swiss};

use super::{Format, Game, ParticipantId, Plan, PlanError};
use crate::Ending;

/// A plan, and the games of it that have ended.
///
/// Any number of workers [take](Tournament::take) games and [finish](Tournament::finish) them in any order. What is saved
/// (by serde) is the plan and the finished games; games that were taken and not finished are handed out again after
/// loading.
///
/// ```
/// use tengen_arena::Ending;
/// use tengen_arena::schedule::{Format, Next, Plan, Tournament};
///
/// let mut tournament = Tournament::new(Plan::new(4, Format::Swiss { rounds: 2 }, 1, 1)?);
/// let Next::Game(first) = tournament.take() else { unreachable!() };
/// let Next::Game(second) = tournament.take() else { unreachable!() };
/// tournament.finish(second.number, Ending::agreement())?;
///
/// let saved = serde_json::to_string(&tournament)?;
/// let mut resumed: Tournament = serde_json::from_str(&saved)?;
/// assert_eq!(resumed.take(), Next::Game(first));
/// // The second round cannot begin before the first one has ended.
/// for number in [2, 3] {
///     resumed.take();
///     resumed.finish(number, Ending::agreement())?;
/// }
/// assert_eq!(resumed.take(), Next::Wait);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Shape", into = "Shape")]
pub struct Tournament {
    plan: Plan,
    finished: BTreeMap<usize, Conclusion>,
    /// The numbers of the games that were handed out and have not ended.
    taken: BTreeSet<usize>,
    /// The number of the first game that may not have ended.
    begun: usize,
    /// The rounds of a Swiss tournament that have been drawn. They follow from the other fields.
    drawn: Vec<Round>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    encounters: Vec<Encounter>,
    bye: Option<ParticipantId>,
}

/// A tournament as it is saved, before it is checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    plan: Plan,
    finished: Vec<FinishedShape>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishedShape {
    number: usize,
    ending: Ending,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    swapped: bool,
}

/// The end of a game, and the colours in it. An [`Ending`] alone is one without a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The end of the game, by the colours on the board.
    pub ending: Ending,
    /// Whether the players exchanged colours in an opening protocol, so that [`Game::black`] had the white stones at
    /// the end.
    pub swapped: bool,
}

impl From<Ending> for Conclusion {
    fn from(ending: Ending) -> Conclusion {
        Conclusion { ending, swapped: false }
    }
}

/// A game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The game as it was planned.
    pub game: Game,
    /// The end of the game, and the colours in it.
    pub conclusion: Conclusion,
}

impl Finished {
    /// The participant with the black stones at the end.
    pub fn black(&self) -> ParticipantId {
        if self.conclusion.swapped { self.game.white } else { self.game.black }
    }

    /// The participant with the white stones at the end.
    pub fn white(&self) -> ParticipantId {
        if self.conclusion.swapped { self.game.black } else { self.game.white }
    }

    /// The end of the game, by the colours on the board.
    pub fn ending(&self) -> Ending {
        self.conclusion.ending
    }

    /// Half points of [`Finished::black`] and of [`Finished::white`]: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> [usize; 2] {
        tengen_game::Color::BOTH.map(|color| self.ending().half_points(color))
    }
}

/// The next task of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Play this game.
    Game(Game),
    /// No game for now: all known games are being played, and another one may follow when a game has ended.
    Wait,
    /// Stop: no more games will begin.
    Done,
}

/// The reason for which a game cannot be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The game does not exist, or its players have not been drawn yet.
    #[error("expected the number of a game that can be played by now, found {0}")]
    NoSuchGame(usize),
    /// The game is finished already.
    #[error("expected a game that has not ended yet, found game {0}, which has")]
    FinishedTwice(usize),
}

impl Tournament {
    /// A tournament at its beginning.
    pub fn new(plan: Plan) -> Tournament {
        let mut tournament = Tournament {
            plan,
            finished: BTreeMap::new(),
            taken: BTreeSet::new(),
            begun: 0,
            drawn: Vec::new(),
        };
        tournament.draw_rounds();
        tournament
    }

    /// A tournament with these games finished, in any order.
    ///
    /// # Errors
    /// When a game is none of this plan's, is there twice, or could not have been played by then.
    pub fn resume<Concluded: Into<Conclusion>>(
        plan: Plan,
        finished: impl IntoIterator<Item = (usize, Concluded)>,
    ) -> Result<Tournament, TournamentError> {
        let mut tournament = Tournament::new(plan);
        let mut sorted = BTreeMap::new();
        for (number, conclusion) in finished {
            if sorted.insert(number, conclusion).is_some() {
                return Err(TournamentError::FinishedTwice(number));
            }
        }
        // The games are finished by number, so that each round of a Swiss tournament is drawn before its games come.
        for (number, conclusion) in sorted {
            tournament.finish(number, conclusion)?;
        }
        Ok(tournament)
    }

    /// The match with more pairs of games to come. Games that were taken are handed out again.
    ///
    /// # Errors
    /// When it is no match, or would have fewer pairs of games, or too many.
    pub fn with_more_pairs(self, pairs: usize) -> Result<Tournament, PlanError> {
        Ok(Tournament { finished: self.finished, ..Tournament::new(self.plan.with_more_pairs(pairs)?) })
    }

    /// The plan of the games.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Game `number`; `None` when there is none, or when its pairing is not known yet.
    pub fn game(&self, number: usize) -> Option<Game> {
        let encounters = self.encounters(number / self.plan.games_a_round())?;
        self.plan.game_of(number, &encounters)
    }

    fn encounters(&self, round: usize) -> Option<Cow<'_, [Encounter]>> {
        match self.plan.format() {
            Format::Swiss { .. } => self.drawn.get(round).map(|round| Cow::from(&round.encounters)),
            _ => self.plan.fixed_round(round).map(Cow::from),
        }
    }

    /// The participant that sits out a round, counted from 0; `None` if all play, or the round is not known yet. In a Swiss
    /// tournament a bye scores as much as winning all games of the round.
    pub fn bye(&self, round: usize) -> Option<ParticipantId> {
        self.drawn.get(round).and_then(|round| round.bye)
    }

    /// The games that have ended, by number.
    pub fn finished(&self) -> impl Iterator<Item = Finished> + '_ {
        // A round has many games, and its encounters need not be computed for each.
        let mut round = (0, self.encounters(0));
        self.finished.iter().filter_map(move |(&number, &conclusion)| {
            let index = number / self.plan.games_a_round();
            if round.0 != index {
                round = (index, self.encounters(index));
            }
            self.plan.game_of(number, round.1.as_ref()?).map(|game| Finished { game, conclusion })
        })
    }

    /// The games that are known and have not ended, by number, those that are being played among them.
    pub fn remaining(&self) -> impl Iterator<Item = Game> + '_ {
        (0..self.known()).filter(|number| !self.finished.contains_key(number)).filter_map(|n| self.game(n))
    }

    /// The number of games whose players are known: all, unless rounds have still to be drawn.
    fn known(&self) -> usize {
        match self.plan.format() {
            Format::Swiss { .. } => self.drawn.len() * self.plan.games_a_round(),
            _ => self.plan.games(),
        }
    }

    /// Hands out the next game, which no other worker gets any more, unless it is [given back](Tournament::give_back).
    pub fn take(&mut self) -> Next {
        let is_free = |number: &usize| !self.finished.contains_key(number) && !self.taken.contains(number);
        match (self.begun..self.known()).find(is_free).and_then(|number| self.game(number)) {
            Some(game) => {
                self.taken.insert(game.number);
                Next::Game(game)
            }
            None if self.known() < self.plan.games() => Next::Wait,
            None => Next::Done,
        }
    }

    /// Gives back a game that was taken and will not be finished, so that another worker gets it.
    pub fn give_back(&mut self, number: usize) {
        self.taken.remove(&number);
    }

    /// Writes down how a game ended: an [`Ending`], or a [`Conclusion`] if colours were exchanged; returns both together.
    /// The game need not have been taken.
    ///
    /// # Errors
    /// When there is no such game by now, or it has ended already. Nothing is changed then.
    pub fn finish(
        &mut self,
        number: usize,
        conclusion: impl Into<Conclusion>,
    ) -> Result<Finished, TournamentError> {
        let game = self.game(number).ok_or(TournamentError::NoSuchGame(number))?;
        if self.finished.contains_key(&number) {
            return Err(TournamentError::FinishedTwice(number));
        }
        let conclusion = conclusion.into();
        self.finished.insert(number, conclusion);
        self.taken.remove(&number);
        while self.finished.contains_key(&self.begun) {
            self.begun += 1;
        }
        self.draw_rounds();
        Ok(Finished { game, conclusion })
    }

    /// Whether all games have ended.
    pub fn is_over(&self) -> bool {
        self.finished.len() == self.plan.games()
    }

    /// Draws the next round of a Swiss tournament, once all games of those before have ended.
    fn draw_rounds(&mut self) {
        let is_swiss = matches!(self.plan.format(), Format::Swiss { .. });
        if is_swiss && self.drawn.len() < self.plan.rounds() && self.finished.len() == self.known() {
            let (encounters, bye) = swiss(&self.standings(), |_, _| false);
            self.drawn.push(Round { encounters, bye });
        }
    }

    fn standings(&self) -> Vec<Standing> {
        let mut standings = vec![Standing::default(); self.plan.participants()];
        for Round { encounters, bye } in &self.drawn {
            for &(one, other) in encounters {
                standings[one.0].met.push(other);
                standings[other.0].met.push(one);
                standings[one.0].begun += 1;
            }
            if let Some(ParticipantId(bye)) = *bye {
                standings[bye].byes += 1;
                standings[bye].half_points += 2 * 2 * self.plan.pairs();
            }
        }
        for finished in self.finished() {
            let [black, white] = finished.half_points();
            standings[finished.black().0].half_points += black;
            standings[finished.white().0].half_points += white;
        }
        standings
    }
}

impl TryFrom<Shape> for Tournament {
    type Error = TournamentError;

    fn try_from(Shape { plan, finished }: Shape) -> Result<Tournament, TournamentError> {
        let conclusion = |FinishedShape { number, ending, swapped }| (number, Conclusion { ending, swapped });
        Tournament::resume(plan, finished.into_iter().map(conclusion))
    }
}

impl From<Tournament> for Shape {
    fn from(Tournament { plan, finished, .. }: Tournament) -> Shape {
        let shape = |(number, Conclusion { ending, swapped })| FinishedShape { number, ending, swapped };
        Shape { plan, finished: finished.into_iter().map(shape).collect() }
    }
}
