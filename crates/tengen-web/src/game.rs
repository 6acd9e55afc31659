//! A game at one table: the record, and who sits on either side.

use serde::{Deserialize, Serialize};
use tengen_game::{
    BoardSize, Color, EndError, Evaluation, GameResult, Move, NodeId, PlayError, Position, Record, Rule,
    format::json,
};
use tengen_protocol::worker::{LevelMessage, OpponentMessage};

use crate::library::Identity;
use crate::sound::Sound;
use crate::tuning::Tuning;

/// Who plays one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Seat {
    Person,
    Easy,
    Normal,
    Hard,
    Tuple,
    Direction,
    Greedy,
    GameTree,
    MinimaxEasy,
    MinimaxNormal,
    MinimaxHard,
}

impl Seat {
    /// People, and the engine in its strengths.
    pub(crate) const USUAL: [Seat; 4] = [Seat::Person, Seat::Easy, Seat::Normal, Seat::Hard];

    /// The programs that this one grew from.
    pub(crate) const CLASSICS: [Seat; 7] = [
        Seat::Tuple,
        Seat::Direction,
        Seat::Greedy,
        Seat::GameTree,
        Seat::MinimaxEasy,
        Seat::MinimaxNormal,
        Seat::MinimaxHard,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Easy => "easy",
            Seat::Normal => "normal",
            Seat::Hard => "hard",
            Seat::Tuple => "tuple",
            Seat::Direction => "direction",
            Seat::Greedy => "greedy",
            Seat::GameTree => "game-tree",
            Seat::MinimaxEasy => "minimax-easy",
            Seat::MinimaxNormal => "minimax-normal",
            Seat::MinimaxHard => "minimax-hard",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Seat> {
        Seat::USUAL.into_iter().chain(Seat::CLASSICS).find(|seat| seat.name() == name)
    }

    /// Who thinks in this seat; `None` for a person.
    pub(crate) fn program(self) -> Option<OpponentMessage> {
        Some(match self {
            Seat::Person => return None,
            Seat::Easy | Seat::Normal | Seat::Hard => OpponentMessage::Tengen,
            Seat::Tuple => OpponentMessage::Tuple,
            Seat::Direction => OpponentMessage::Direction,
            Seat::Greedy => OpponentMessage::Greedy,
            Seat::GameTree => OpponentMessage::GameTree,
            Seat::MinimaxEasy => OpponentMessage::MinimaxEasy,
            Seat::MinimaxNormal => OpponentMessage::MinimaxNormal,
            Seat::MinimaxHard => OpponentMessage::MinimaxHard,
        })
    }

    /// The engine's strength in this seat; `None` for everybody else.
    pub(crate) fn level(self) -> Option<LevelMessage> {
        match self {
            Seat::Easy => Some(LevelMessage::Easy),
            Seat::Normal => Some(LevelMessage::Normal),
            Seat::Hard => Some(LevelMessage::Hard),
            _ => None,
        }
    }

    /// Whether the figures of whoever sits here tell who stands better. Those who look one stone ahead only say
    /// how they like their point.
    pub(crate) fn judges_positions(self) -> bool {
        !matches!(self, Seat::Person | Seat::Tuple | Seat::Direction | Seat::Greedy)
    }

    pub(crate) fn is_person(self) -> bool {
        self == Seat::Person
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    record: Record,
    /// Black's and White's.
    seats: [Seat; 2],
    /// What is set about the programs in them.
    tuning: [Tuning; 2],
    /// Which game it is, among those of the library.
    pub(crate) identity: Identity,
}

/// How a game is kept in the browser: the record as its own format has it, and the seats.
#[derive(Serialize, Deserialize)]
struct Saved {
    record: serde_json::Value,
    black: Seat,
    white: Seat,
    #[serde(default)]
    tuning: [Tuning; 2],
    #[serde(default)]
    identity: Identity,
}

impl Game {
    pub(crate) fn new(rule: Rule, size: BoardSize, seats: [Seat; 2]) -> Game {
        Game::from_position(Position::new(rule, size), seats, Default::default())
    }

    /// A game that begins with a position.
    pub(crate) fn from_position(start: Position, seats: [Seat; 2], tuning: [Tuning; 2]) -> Game {
        let of_seat = |color: Color| tuning[color.index()].of_seat(seats[color.index()]);
        let tuning = Color::BOTH.map(of_seat);
        Game { record: Record::from_position(start), seats, tuning, identity: Identity::default() }
    }

    /// The same people and programs, with a game between them that was played elsewhere.
    pub(crate) fn with_record(&self, record: Record) -> Game {
        Game { record, seats: self.seats, tuning: self.tuning, identity: Identity::opened() }
    }

    /// The same table once more.
    pub(crate) fn again(&self) -> Game {
        Game::from_position(self.record.start().clone(), self.seats, self.tuning)
    }

    /// The same game with the last move that was played on the board.
    pub(crate) fn at_its_end(&self) -> Game {
        let mut game = self.clone();
        game.record.visit(game.record.main_line().last().copied().unwrap_or(NodeId::START));
        game
    }

    /// How the game ended that was played, whatever is on the board.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.record.result_at(self.record.main_line().last().copied().unwrap_or(NodeId::START))
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    pub(crate) fn tuning(&self) -> [Tuning; 2] {
        self.tuning
    }

    pub(crate) fn seat(&self, color: Color) -> Seat {
        self.seats[color.index()]
    }

    pub(crate) fn side_to_move(&self) -> Color {
        self.record.position().side_to_move()
    }

    /// Who has to move; `None` when the game is over.
    pub(crate) fn seat_to_move(&self) -> Option<Seat> {
        (!self.record.is_over()).then(|| self.seat(self.side_to_move()))
    }

    /// The only person at the table, if there is exactly one.
    pub(crate) fn sole_person(&self) -> Option<Color> {
        match self.seats.map(Seat::is_person) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    pub(crate) fn play(&mut self, played: Move) -> Result<(), PlayError> {
        self.record.play(played)
    }

    pub(crate) fn resign(&mut self, loser: Color) -> Result<(), EndError> {
        self.record.end(GameResult::resignation(loser))
    }

    /// Where undo leads. Against the engine that is the person's own last turn, since the engine would
    /// only play on from its own; otherwise one move back.
    pub(crate) fn undo_target(&self) -> Option<usize> {
        let cursor = self.record.cursor();
        (0..cursor).rev().find(|&index| self.is_stop(index))
    }

    /// Where redo leads: to the person's next turn, or to the end.
    pub(crate) fn redo_target(&self) -> Option<usize> {
        let (cursor, end) = (self.record.cursor(), self.record.line().len());
        (cursor + 1..=end).find(|&index| index == end || self.is_stop(index))
    }

    /// Writes down what the position on the board is worth, to the side that has moved.
    pub(crate) fn set_evaluation(&mut self, evaluation: Evaluation) {
        let here = self.record.current();
        self.record.notes_mut(here).evaluation = Some(evaluation);
    }

    /// What is heard after a move or an end.
    pub(crate) fn sound_of_move(&self) -> Sound {
        let Some(result) = self.record.result().filter(|_| self.record.is_over()) else {
            return Sound::Stone;
        };
        match (result.winner, self.sole_person()) {
            (None, _) => Sound::Draw,
            // Two people, or two programs: somebody has won.
            (Some(_), None) => Sound::Win,
            (Some(winner), Some(person)) if winner == person => Sound::Win,
            (Some(_), Some(_)) => Sound::Loss,
        }
    }

    pub(crate) fn go_to(&mut self, moves: usize) {
        self.record.go_to(moves);
    }

    /// Whether the game waits for a person after `moves` moves, or nobody at the table is a person.
    fn is_stop(&self, moves: usize) -> bool {
        let first = self.record.start().side_to_move();
        let mover = if moves.is_multiple_of(2) { first } else { !first };
        self.sole_person().is_none_or(|person| person == mover)
    }

    pub(crate) fn save(&self) -> String {
        let record = serde_json::from_str(&json::write(&self.record)).unwrap_or_default();
        let ([black, white], tuning, identity) = (self.seats, self.tuning, self.identity.clone());
        let saved = Saved { record, black, white, tuning, identity };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Reads what [`Game::save`] wrote.
    pub(crate) fn load(text: &str) -> Result<Game, String> {
        let saved: Saved = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let record = json::read(&saved.record.to_string()).map_err(|error| error.to_string())?;
        let Saved { black, white, tuning, identity, .. } = saved;
        Ok(Game { record, seats: [black, white], tuning, identity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seats: [Seat; 2], moves: usize) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
        for (index, point) in BoardSize::FIFTEEN.points().step_by(3).take(moves).enumerate() {
            assert!(game.play(point.into()).is_ok(), "move {index}");
        }
        game
    }

    #[test]
    fn undo_goes_back_to_the_persons_own_turn() {
        let black = [Seat::Person, Seat::Easy];
        let white = [Seat::Easy, Seat::Person];
        assert_eq!(game(black, 0).undo_target(), None);
        // The engine has answered: both moves go.
        assert_eq!(game(black, 2).undo_target(), Some(0));
        // The engine still thinks: only the person's move goes.
        assert_eq!(game(black, 3).undo_target(), Some(2));
        // The engine's first move stays, or it would only be made again.
        assert_eq!(game(white, 1).undo_target(), None);
        assert_eq!(game(white, 3).undo_target(), Some(1));
        assert_eq!(game([Seat::Person, Seat::Person], 3).undo_target(), Some(2));
        assert_eq!(game([Seat::Hard, Seat::Easy], 3).undo_target(), Some(2));
    }

    #[test]
    fn redo_undoes_undo() {
        for seats in [[Seat::Person, Seat::Easy], [Seat::Easy, Seat::Person], [Seat::Person, Seat::Person]] {
            let played = game(seats, 5);
            let mut game = played.clone();
            assert_eq!(game.redo_target(), None);
            while let Some(target) = game.undo_target() {
                game.go_to(target);
            }
            while let Some(target) = game.redo_target() {
                game.go_to(target);
            }
            assert_eq!(game, played);
        }
    }

    #[test]
    fn a_saved_game_comes_back() {
        let mut game = game([Seat::Person, Seat::Hard], 4);
        game.go_to(2);
        assert_eq!(Game::load(&game.save()), Ok(game));
        assert!(Game::load("{}").is_err());
    }
}
