//! Games whose states come from elsewhere.

use tengen_game::clock::Clock;
use tengen_game::opening::Opening;
use tengen_game::{Color, Fact, GameResult, Move, NodeId, PlayError, Players, Position, Record, Rule};

use super::Game;
use crate::Seat;

/// The state of a game that is decided elsewhere.
#[derive(Clone, Debug)]
pub struct RemoteState {
    /// The identifier under which the library stores the game.
    pub id: String,
    /// When the game began, in milliseconds since 1970.
    pub began_ms: u64,
    /// Whether the user only watches the game.
    pub is_of_others: bool,
    /// The rule.
    pub rule: Rule,
    /// The opening with the choices made.
    pub opening: Opening,
    /// The moves after the opening's stones.
    pub moves: Vec<Move>,
    /// Black's and White's player at present.
    pub seats: [Seat; 2],
    /// The clock, in the time of the front end.
    pub clock: Clock,
    /// The result of a game that has ended; `None` also for one that was ended without a result.
    pub result: Option<GameResult>,
    /// The names of the players.
    pub players: Players,
    /// Black's and White's rating as a text; empty where there is none.
    pub ranks: [String; 2],
}

impl RemoteState {
    /// The state of a game that continues, without names.
    pub fn new(
        rule: Rule,
        opening: Opening,
        moves: Vec<Move>,
        seats: [Seat; 2],
        clock: Clock,
    ) -> RemoteState {
        RemoteState {
            id: String::new(),
            began_ms: 0,
            is_of_others: false,
            rule,
            opening,
            moves,
            seats,
            clock,
            result: None,
            players: Players::default(),
            ranks: Default::default(),
        }
    }

    /// The opening, where the game has one.
    fn opening(&self) -> Option<&Opening> {
        Some(&self.opening).filter(|opening| !opening.is_finished() || !opening.choices().is_empty())
    }

    /// All moves, those of the opening first.
    fn line(&self) -> impl Iterator<Item = Move> {
        self.opening.stones().iter().map(|&stone| stone.into()).chain(self.moves.iter().copied())
    }
}

impl Game {
    /// The game in a state that comes from elsewhere.
    ///
    /// # Errors
    /// When a stone or a move is illegal.
    pub fn of_remote(state: &RemoteState) -> Result<Game, PlayError> {
        let mut record = Record::from_position(Position::new(state.rule, state.opening.size()));
        state.line().try_for_each(|played| record.play(played))?;
        record.players = state.players.clone();
        for (fact, color) in [(Fact::BlackRank, Color::Black), (Fact::WhiteRank, Color::White)] {
            record.info.set(fact, state.ranks[color.index()].clone());
        }
        if let Some(result) = state.result {
            // The rules may have ended the game already.
            let _ = record.end(result);
        }
        let mut game = Game {
            clock: state.clock,
            opening: state.opening().cloned(),
            ..Game::from_record(record, state.seats)
        };
        game.identity.id.clone_from(&state.id);
        game.identity.began_ms = state.began_ms;
        game.identity.opened = state.is_of_others;
        Ok(game)
    }

    /// Brings the game on the board to a later state of it, and returns the number of new moves. `None` where the state does not
    /// continue the game: after a takeback, another choice in the opening or an exchange of the sides, or where a new move is illegal.
    pub(crate) fn advance(&mut self, state: &RemoteState) -> Option<usize> {
        let is_continued = self.opening.as_ref() == state.opening()
            && self.seats == state.seats
            && self.record.players == state.players;
        let known = self.main_moves();
        let mut line = state.line();
        if !is_continued || known.iter().any(|&played| line.next() != Some(played)) {
            return None;
        }
        let new: Vec<Move> = line.collect();
        if !new.is_empty() {
            // The latest move comes on the board.
            self.record.visit(self.record.main_line().last().copied().unwrap_or(NodeId::START));
            // Either all of them are played, or none.
            let mut end = self.record.position().clone();
            new.iter().try_for_each(|&played| end.play(played)).ok()?;
            new.iter().try_for_each(|&played| self.record.play(played)).ok()?;
        }
        self.clock = state.clock;
        Some(new.len())
    }
}
