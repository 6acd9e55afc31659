//! Following a game that is decided elsewhere.

use tengen_analysis::Level;
use tengen_game::{Color, PlayError};

use crate::base::{Base, GameClick, GameKind};
use crate::state::Match;
use crate::{AnalysisBoard, Game, Notice, RemoteState, Seat, Sound};

/// The state of a game that is decided elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// The identifier of the game where it is decided.
    pub id: String,
    /// The user's side at present; `None` for a user who watches.
    pub user: Option<Color>,
    /// The side whose time runs.
    pub running: Option<Color>,
    /// The state of the game.
    pub phase: RemotePhase,
}

/// Whether a remote game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemotePhase {
    /// It continues.
    Running,
    /// It has ended with a result.
    Over,
    /// It was ended without a result.
    Aborted,
}

impl Remote {
    /// Whether the game continues.
    pub fn is_running(&self) -> bool {
        self.phase == RemotePhase::Running
    }

    /// The side whose time runs.
    pub(crate) fn running_side(&self) -> Option<Color> {
        self.running
    }

    /// The meaning of a click on a point where the user may not act in the game.
    pub(crate) fn click(&self, game: &Game) -> Option<GameClick> {
        let record = game.record();
        match self.phase {
            RemotePhase::Over => None,
            RemotePhase::Aborted => Some(GameClick::Closed),
            RemotePhase::Running if self.user.is_none() => Some(GameClick::Closed),
            RemotePhase::Running => {
                (record.cursor() < record.line_nodes().len()).then_some(GameClick::ToLatestMove)
            }
        }
    }
}

impl Match {
    /// Brings a remote game on the board to another state. A game with another identifier replaces the one on the board, which is
    /// saved as the previous game. A state with an illegal move leaves the board as it is, and the refusal is returned.
    pub fn follow(&mut self, state: &RemoteState, remote: Remote) -> Option<PlayError> {
        let waiting = self.base.quietly().analysis_board_mut().and_then(AnalysisBoard::remote_mut);
        if let Some(waiting) = waiting.filter(|waiting| waiting.id == remote.id) {
            // Games that continue do not wait.
            *waiting = remote;
            return None;
        }
        let is_same = self.base.remote().is_some_and(|known| known.id == remote.id);
        if !is_same {
            match Game::of_remote(state) {
                Ok(game) => self.lay(game, GameKind::Remote(remote)),
                Err(refusal) => return Some(refusal),
            }
            self.notice.set(Notice::Nothing);
            return None;
        }
        let (was_running, has_ended, user) =
            (self.base.is_remote_running(), !remote.is_running(), remote.user);
        // Variations of the user's stay in a game that has ended.
        let goes_on = was_running && !has_ended;
        let new = if goes_on { self.game.change().advance(state) } else { None };
        let replacement = (was_running && new.is_none()).then(|| Game::of_remote(state));
        let replacement = match replacement.transpose() {
            Ok(replacement) => replacement,
            Err(refusal) => return Some(refusal),
        };
        self.base.set(Base::Game(GameKind::Remote(remote)));
        self.clocks.now.set(self.front.now);
        if !was_running || new == Some(0) {
            return None;
        }
        let before = self.game.main_moves().len();
        if let Some(game) = replacement {
            let identity = self.game.identity.clone();
            self.game.set(game);
            self.game.quietly().identity = identity;
        }
        let has_moved = new.is_some() || self.game.main_moves().len() > before;
        self.choosing.begin(false);
        self.notice.set(Notice::Nothing);
        self.front.sound(match self.game.result().filter(|_| has_ended) {
            Some(result) => match (result.winner, user) {
                (None, _) => Sound::Draw,
                (Some(winner), Some(user)) if winner != user => Sound::Loss,
                (Some(_), _) => Sound::Win,
            },
            None if has_moved => Sound::Stone,
            None => Sound::Button,
        });
        self.announce_move();
        self.changed();
        None
    }

    /// Takes the remote game from the board, which begins anew with the same rule.
    pub fn leave_remote(&mut self) {
        if self.base.remote().is_some() {
            let start = self.game.record().start();
            let game = Game::new(start.rule(), start.size(), [Seat::Person, Seat::Engine(Level::EASY)]);
            self.new_game(game);
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::clock::{Clock, TimeControl};
    use tengen_game::opening::{Choice, Opening, Protocol};
    use tengen_game::{BoardSize, Drawing, GameResult, Ink, Move, Point, Rule};

    use super::*;
    use crate::{Analysis, Aside, Effect, Engine, Habits, RemoteAction};

    const CONTROL: TimeControl = TimeControl::Fischer { main: 60, increment: 0 };

    /// A game of a person with Black against another elsewhere, after these moves on the diagonal.
    fn state(protocol: Protocol, choices: &[&str], moves: u8) -> RemoteState {
        let mut opening = Opening::new(protocol, BoardSize::FIFTEEN).unwrap();
        for choice in choices {
            opening.apply(Choice::parse(choice, BoardSize::FIFTEEN).unwrap()).unwrap();
        }
        let moves: Vec<Move> = (0..moves).map(|at| Point::new(at, 2 * (at % 2)).into()).collect();
        let seats = [Seat::Person, Seat::External];
        RemoteState::new(Rule::FREESTYLE, opening, moves, seats, Clock::new(CONTROL))
    }

    fn remote(phase: RemotePhase) -> Remote {
        Remote { id: "game".to_owned(), user: Some(Color::Black), running: None, phase }
    }

    fn table() -> Match {
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
        table.begin(false);
        table.take_effects();
        table
    }

    fn actions(table: &mut Match) -> Vec<RemoteAction> {
        let action = |effect| if let Effect::Remote(action) = effect { Some(action) } else { None };
        table.take_effects().into_iter().filter_map(action).collect()
    }

    #[test]
    fn a_move_is_on_the_board_at_once_and_goes_back_when_it_is_not_confirmed() {
        let mut table = table();
        table.at(1, |table| table.follow(&state(Protocol::Free, &[], 0), remote(RemotePhase::Running)));
        let point = Point::new(7, 7);
        table.at(2, |table| table.place(point));
        assert_eq!(actions(&mut table), [RemoteAction::Move(point.into())]);
        assert_eq!(table.game.main_moves(), [Move::from(point)]);
        // It is the other player's turn.
        table.at(3, |table| table.place(Point::new(8, 8)));
        assert_eq!((table.game.main_moves().len(), actions(&mut table)), (1, Vec::new()));
        table.at(4, |table| table.follow(&state(Protocol::Free, &[], 0), remote(RemotePhase::Running)));
        assert!(table.game.main_moves().is_empty());
    }

    #[test]
    fn a_running_game_is_neither_saved_nor_helped_and_a_finished_one_is_both() {
        let mut table = table();
        table.on_response(tengen_analysis::engine::Response::Ready);
        table.at(1, |table| table.follow(&state(Protocol::Free, &[], 0), remote(RemotePhase::Running)));
        table.take_effects();
        table.at(2, |table| table.follow(&state(Protocol::Free, &[], 2), remote(RemotePhase::Running)));
        table.at(3, |table| {
            table.give(Engine::ask_hint);
            table.give(|analysis, context| Analysis::set_on(analysis, true, context));
            table.give(Engine::look_up_candidates);
            table.undo();
            let ring = Point::new(4, 4);
            table.give(|aside, context| {
                Aside::draw(aside, Drawing { from: ring, to: ring, ink: Ink::Red }, context)
            });
            table.give(Aside::clear_drawings);
            table.give(|aside, context| Aside::set_comment(aside, "a plan".to_owned(), context));
        });
        let effects = table.take_effects();
        let is_help = |effect: &Effect| matches!(effect, Effect::Ask(_) | Effect::Save | Effect::Archive);
        assert!(!effects.iter().any(is_help), "{effects:?}");
        assert_eq!((table.game.main_moves().len(), table.engine.task.is_some()), (2, false));
        let mut over = state(Protocol::Free, &[], 2);
        over.result = Some(GameResult::resignation(Color::Black));
        table.at(4, |table| table.follow(&over, remote(RemotePhase::Over)));
        let effects = table.take_effects();
        assert!(effects.contains(&Effect::Archive) && effects.contains(&Effect::Sound(Sound::Loss)));
        // The user explores the game that has ended, and what the server repeats of it does not disturb that.
        table.at(5, |table| table.step(-1));
        table.at(6, |table| table.follow(&over, remote(RemotePhase::Over)));
        assert_eq!(table.game.record().cursor(), 1);
    }

    #[test]
    fn a_state_that_continues_the_game_adds_its_moves_and_any_other_replaces_it() {
        let mut table = table();
        let running = || remote(RemotePhase::Running);
        table.at(1, |table| table.follow(&state(Protocol::Free, &[], 2), running()));
        let ring = Point::new(4, 4);
        table.at(2, |table| {
            table.give(|aside, context| {
                Aside::draw(aside, Drawing { from: ring, to: ring, ink: Ink::Red }, context)
            });
        });
        let drawn = table.game.record().current();
        table.at(3, |table| {
            table.step(-1);
            table.follow(&state(Protocol::Free, &[], 4), running());
        });
        let record = table.game.record();
        assert_eq!((record.cursor(), record.drawings(drawn).len()), (4, 1));
        // After a takeback the game is another one.
        table.at(4, |table| table.follow(&state(Protocol::Free, &[], 1), running()));
        let record = table.game.record();
        assert_eq!((record.cursor(), record.line().len(), record.nodes().len()), (1, 1, 2));
        // A move that the rules refuse leaves the board as it is.
        let mut illegal = state(Protocol::Free, &[], 1);
        illegal.moves.push(illegal.moves[0]);
        let refusal = table.at(5, |table| table.follow(&illegal, running()));
        assert!(refusal.is_some());
        assert_eq!(table.game.record().line().len(), 1);
    }

    #[test]
    fn choices_are_passed_on_and_a_click_in_the_past_leads_to_the_latest_move() {
        let mut table = table();
        table.at(1, |table| table.follow(&state(Protocol::Swap2, &[], 0), remote(RemotePhase::Running)));
        for point in [Point::new(7, 7), Point::new(8, 7), Point::new(9, 9)] {
            table.at(2, |table| table.place(point));
        }
        assert!(matches!(actions(&mut table)[..], [RemoteAction::Choose(Choice::Place(_))]));
        let choices = ["h8h9j7", "stay"];
        table.at(3, |table| {
            table.follow(&state(Protocol::Swap2, &choices, 2), remote(RemotePhase::Running));
            table.step(-1);
            table.place(Point::new(0, 14));
        });
        assert_eq!((actions(&mut table), table.game.record().cursor()), (Vec::new(), 5));
    }

    #[test]
    fn the_time_of_a_remote_game_does_not_end_it_here() {
        let mut table = table();
        let running = Remote { running: Some(Color::Black), ..remote(RemotePhase::Running) };
        table.at(0, |table| table.follow(&state(Protocol::Free, &[], 0), running));
        table.at(100_000, |_| ());
        assert!(!table.game.record().is_over());
        assert_eq!(table.game.clock().remaining(Color::Black, 100_000), Some(0));
    }
}
