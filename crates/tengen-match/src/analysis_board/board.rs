//! Opening and closing the analysis board.

use tengen_game::Record;

use crate::puzzle::Puzzle;
use crate::remote::Remote;
use crate::state::Match;
use crate::{Game, Notice, Seat};

/// What waits while the analysis board takes the place of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisBoard {
    /// The game, with the position that was on the board.
    game: Game,
    /// Whether the analysis board began with this game, and not with another one or empty.
    pub is_of_game: bool,
    /// Whether its moves become variations of the game when the game comes back.
    pub adds_variations: bool,
    puzzle: Option<Puzzle>,
    pub(crate) remote: Option<Remote>,
    was_analysing: bool,
}

impl AnalysisBoard {
    /// The game that waits.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }
}

impl Match {
    /// Opens the analysis board with the game on the board, at the position on the board. The players of a remote game that continues
    /// have no analysis board: nothing happens.
    pub fn analyse_freely(&mut self) {
        let mut record = self.game.record().clone();
        record.lift_results();
        // What was tried with this game before is still there.
        if let Some((_, analysed)) = self.analysed.as_ref().filter(|(game, _)| *game == *self.games) {
            record.add_continuations(analysed);
        }
        self.open_analysis_board(record, true);
    }

    /// Opens the analysis board with another record, at its cursor, in place of the analysis board that there may be.
    pub fn analyse_record(&mut self, record: Record) {
        self.open_analysis_board(record, false);
    }

    fn open_analysis_board(&mut self, mut record: Record, is_of_game: bool) {
        if self.is_remote_running() || !self.shows_game() || (is_of_game && self.analysis_board.is_some()) {
            return;
        }
        self.close_analysis_board();
        // A player who has resigned may still look at what would have come.
        record.lift_results();
        let board = AnalysisBoard {
            game: Game::from_record(record, [Seat::Person, Seat::Person]),
            is_of_game,
            adds_variations: is_of_game,
            puzzle: None,
            remote: None,
            was_analysing: *self.analysis.is_on,
        };
        self.lay_analysis_board(board);
    }

    /// Opens the analysis board as an earlier visit has left it.
    pub fn resume_analysis_board(&mut self, game: Game) {
        let played = self.game.main_moves();
        let is_of_game = !played.is_empty() && game.main_moves().starts_with(&played);
        let (adds_variations, was_analysing) = (is_of_game, *self.analysis.is_on);
        let (puzzle, remote) = (None, None);
        self.lay_analysis_board(AnalysisBoard {
            game,
            is_of_game,
            adds_variations,
            puzzle,
            remote,
            was_analysing,
        });
    }

    /// Exchanges the game on the board for that of `board`, in which it waits from now on.
    fn lay_analysis_board(&mut self, mut board: AnalysisBoard) {
        self.clear_the_board();
        self.forget_choosing();
        self.draw.forget();
        board.puzzle = self.puzzle.take();
        board.remote = self.remote.change().take();
        self.read_clock();
        self.game.quietly().set_clock(None, self.now);
        std::mem::swap(self.game.change(), &mut board.game);
        if !board.is_of_game {
            self.analysis.forget_positions();
        }
        self.analysis_board.set(Some(board));
        self.paused.set(false);
        self.analysis.is_on.set(true);
        self.changed();
    }

    /// Whether the moves of the analysis board become variations of the game when the game comes back.
    pub fn set_adds_variations(&mut self, adds: bool) {
        if let Some(board) = self.analysis_board.change() {
            board.adds_variations = adds && board.is_of_game;
        }
    }

    /// Brings the game back, with the position that was on the board before; a program whose turn it is waits. Does nothing where
    /// there is no analysis board.
    pub fn close_analysis_board(&mut self) {
        let Some(mut board) = self.analysis_board.change().take() else { return };
        self.clear_the_board();
        std::mem::swap(self.game.change(), &mut board.game);
        let refused =
            if board.adds_variations { self.game.change().add_variations(board.game.record()) } else { 0 };
        if board.is_of_game {
            self.analysed = Some((*self.games, board.game.record().clone()));
        } else {
            self.analysis.forget_positions();
        }
        self.puzzle = board.puzzle;
        self.remote.set(board.remote);
        self.thought.set(None);
        self.analysis.is_on.set(board.was_analysing);
        self.clocks.is_held.set(true);
        self.paused.set(self.is_programs_turn());
        self.changed();
        if refused > 0 {
            self.notice.set(Notice::VariationsRefused(refused));
        }
    }

    /// Begins a game from the position on the board, which has the moves that led there and no variations.
    pub fn play_from_here(&mut self, seats: [Seat; 2]) {
        let line = self.game.record().position().moves().to_vec();
        let mut record = Record::from_position(self.game.record().start().clone());
        for played in line {
            // The moves were legal there, and are here.
            if record.play(played).is_err() {
                break;
            }
        }
        self.new_game(Game::from_record(record, seats));
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_analysis::engine::{Request, Response};
    use tengen_game::{BoardSize, Color, Point, Rule};

    use super::*;
    use crate::state::Effect;
    use crate::{Habits, Purpose};

    fn place(table: &mut Match, x: u8, y: u8) {
        table.at(1, |table| table.place(Point::new(x, y)));
    }

    /// A game against the engine after these moves, which are the user's own on both sides.
    fn table(moves: u8) -> Match {
        let mut game =
            Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::Easy)]);
        (0..moves).for_each(|at| game.play(Point::new(at, 2 * (at % 2)).into()).unwrap());
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
        table.at(0, |table| table.begin(true));
        table.on_response(Response::Ready);
        table.take_effects();
        table
    }

    #[test]
    fn both_sides_are_moved_and_nothing_answers_but_the_analysis() {
        let mut table = table(2);
        table.at(1, Match::analyse_freely);
        place(&mut table, 9, 9);
        place(&mut table, 10, 10);
        assert_eq!((table.game.record().cursor(), table.purpose()), (4, Some(Purpose::Explain)));
        let effects = table.take_effects();
        assert!(effects.contains(&Effect::Save) && !effects.contains(&Effect::Archive), "{effects:?}");
        let is_move = |effect: &Effect| matches!(effect, Effect::Ask(Request::Search { limits, .. }) if limits.time.is_some());
        assert!(!effects.iter().any(is_move), "{effects:?}");
    }

    #[test]
    fn the_game_comes_back_as_it_was_with_the_variations_that_are_wanted() {
        for wanted in [true, false] {
            let mut table = table(4);
            table.at(1, |table| table.go_to(2));
            let before = table.game.clone();
            table.at(1, Match::analyse_freely);
            table.at(1, |table| table.set_adds_variations(wanted));
            place(&mut table, 9, 9);
            place(&mut table, 10, 10);
            assert_eq!(table.game.main_moves(), before.main_moves());
            table.at(1, Match::close_analysis_board);
            assert!(
                table.analysis_board.is_none()
                    && *table.paused == before.seat_to_move().is_some_and(|seat| !seat.is_person())
            );
            assert_eq!(table.game.record().cursor(), 2);
            assert_eq!((table.game.main_moves(), table.game.seats()), (before.main_moves(), before.seats()));
            assert_eq!(table.game.record().nodes().len(), if wanted { 7 } else { 5 });
        }
    }

    #[test]
    fn what_would_continue_the_game_stays_on_the_analysis_board() {
        let mut table = table(2);
        table.at(1, Match::resign);
        table.at(1, Match::analyse_freely);
        place(&mut table, 9, 9);
        table.at(1, Match::close_analysis_board);
        assert_eq!(*table.notice, Notice::VariationsRefused(1));
        assert_eq!(
            (table.game.main_moves().len(), table.game.result().and_then(|it| it.winner)),
            (2, Some(Color::White))
        );
        table.at(1, Match::analyse_freely);
        assert_eq!(table.game.record().nodes().len(), 4);
        // Another game has an analysis board of its own.
        table.at(1, Match::play_again);
        table.at(1, Match::analyse_freely);
        assert_eq!(table.game.record().nodes().len(), 1);
    }

    #[test]
    fn a_game_begins_where_the_analysis_is_and_the_game_before_is_not_lost() {
        let mut table = table(4);
        table.at(1, Match::analyse_freely);
        table.at(1, |table| table.go_to(1));
        place(&mut table, 9, 9);
        table.take_effects();
        table.at(1, |table| table.play_from_here([Seat::Engine(Level::Hard), Seat::Person]));
        assert_eq!((table.game.main_moves().len(), table.game.record().nodes().len()), (2, 3));
        assert!(table.analysis_board.is_none());
        let replaced = table.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Replaced(game) => Some(game.main_moves().len()),
            _ => None,
        });
        assert_eq!((replaced, table.purpose()), (Some(4), Some(Purpose::Move)));
    }

    #[test]
    fn an_empty_board_is_no_variation_of_the_game() {
        let mut table = table(3);
        table.at(1, |table| table.analyse_record(Record::new(Rule::Renju, BoardSize::FIFTEEN)));
        place(&mut table, 7, 7);
        table.at(1, |table| table.set_adds_variations(true));
        table.at(1, Match::close_analysis_board);
        assert_eq!((table.game.record().nodes().len(), table.game.record().rule()), (4, Rule::FREESTYLE));
    }
}
