//! Moves, undo and redo, resignation, and other games.

use tengen_game::{Move, NodeId, PlayError, Players, Point, Record};

use crate::puzzle::Puzzle;
use crate::remote::Remote;
use crate::state::{Effect, Event, Match};
use crate::task::Engine;
use crate::{Game, Notice, Origin, Seat, Sound};

impl Match {
    /// Begins the activity at a table: starts the engine, and lets it move if it is its turn.
    pub fn begin(&mut self, is_saved: bool) {
        self.start_engine();
        if !self.game.record().line().is_empty() && !is_saved {
            // The user was quicker than the connection.
            self.changed();
        } else {
            self.call_engine();
        }
    }

    /// Plays the first stone of the game and no other, before [`Match::begin`]: whose turn it is then is not decided here.
    pub fn place_first(&mut self, point: Point) {
        let may_begin =
            self.game.record().line().is_empty() && self.game.seat_to_move().is_some_and(Seat::is_person);
        if may_begin && self.game.change().play(point.into()).is_ok() {
            self.notice.set(Notice::Nothing);
        }
    }

    /// The user chooses a point of the board, in any mode: game, opening, lesson, proof or set-up.
    pub fn place(&mut self, point: Point) {
        self.stop_replay();
        if self.setup.is_some() {
            self.turn_in_setup(point);
        } else if self.lesson.is_some() {
            self.answer_lesson(point);
        } else if *self.why_not.is_on {
            self.ask_why_not(point);
        } else if self.analysis.walk.is_some() {
            self.walk_on(point.into());
        } else if self.is_remote_closed() {
            self.sound(Sound::Button);
        } else if self.game.opening_under_way().is_some() {
            self.place_in_opening(point);
        } else if self.is_programs_turn() && !self.may_move() {
            #[cfg(feature = "analysis-board")]
            if self.choose_premove(point) {
                return;
            }
            self.refuse_turn();
        } else {
            self.play_by_hand(point.into());
        }
    }

    /// It is not the user's turn. While a program waits, its notice already says this, and how to continue.
    pub(crate) fn refuse_turn(&mut self) {
        self.notice.set(if *self.paused { Notice::Nothing } else { Notice::NotYourTurn });
    }

    /// A person passes, where the rule allows it.
    pub fn pass(&mut self) {
        if self.may_move() {
            self.play_by_hand(Move::Pass);
        }
    }

    fn play_by_hand(&mut self, played: Move) {
        let was_paused = *self.paused;
        // A move for a program is a trial; after a move of the user's own side the game continues.
        let goes_on = self.habits.moves_for_programs && was_paused && !self.is_programs_turn();
        if goes_on {
            self.paused.set(false);
        }
        if self.play(played, Notice::Nothing).is_err() {
            if goes_on {
                self.paused.set(true);
            }
        } else {
            // What the engine found was about another position.
            self.thought.set(None);
            self.tell_remote_move(played);
        }
    }

    /// Plays a move for the side to move, a person's or a program's.
    ///
    /// # Errors
    /// When the move is illegal, or the time of the side to move is up; the notice reports it.
    pub fn play(&mut self, played: Move, notice: Notice) -> Result<(), PlayError> {
        let now = self.now;
        if self.end_by_flag() {
            return Err(PlayError::GameOver);
        }
        // In a game that was reviewed, and on the analysis board, other moves are tried beside it.
        let beside = self.habits.explores || self.review.is_some() || self.analysis_board.is_some();
        let game = self.game.change();
        let outcome = if beside { game.play_beside(played) } else { game.play(played) };
        match outcome {
            Ok(()) => {
                game.press_clock(now);
                self.notice.set(notice);
                self.clocks.is_held.set(false);
                self.sound_of_move();
                self.announce_move();
                self.changed();
            }
            Err(error) => {
                self.notice.set(Notice::Refused(error));
                self.sound(Sound::Button);
            }
        }
        outcome
    }

    /// Takes back as far as [`Game::undo_target`] says, or else a choice in the opening.
    pub fn undo(&mut self) {
        // The opponent has to agree to take back a move of a remote game.
        if self.is_remote_running() && self.choosing.chosen.is_empty() {
            return;
        }
        match self.undo_target() {
            Some(target) => self.go_to(target),
            None => self.take_choice_back(),
        }
    }

    /// Where [`Match::undo`] leads, choices in the opening aside.
    pub fn undo_target(&self) -> Option<usize> {
        // A puzzle has nothing before its start.
        self.game.undo_target().filter(|&target| target >= self.start_moves())
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) {
        if let Some(target) = self.game.redo_target() {
            self.go_to(target);
            if self.game.sole_person().is_some() && self.game.redo_target().is_none() {
                // The person is back where the engine was thinking.
                self.set_paused(false);
            }
        }
    }

    /// Shows the game as it was after this many moves. A program whose turn it was waits: looking back must not make the game go
    /// another way at once.
    pub fn go_to(&mut self, moves: usize) {
        let least = self.start_moves();
        self.look(|game| game.go_to(moves.max(least)));
    }

    /// Shows any position of any line, as [`Match::go_to`] does.
    pub fn go_to_node(&mut self, node: NodeId) {
        self.look(|game| game.visit(node));
    }

    pub(crate) fn look(&mut self, go: impl FnOnce(&mut Game)) {
        // The moves of an opening go back by the choices that made them.
        if self.game.opening_under_way().is_some() {
            return;
        }
        go(self.game.change());
        self.pause_in_the_past(self.habits.waits_after_looking_back);
        self.notice.set(Notice::Nothing);
        self.thought.set(None);
        self.changed();
    }

    /// Lets a program wait whose turn it was at the position on the board; at the end of the game it may continue.
    fn pause_in_the_past(&mut self, also_at_the_end: bool) {
        let record = self.game.record();
        let is_past = record.cursor() < record.line_nodes().len();
        self.paused.set((is_past || also_at_the_end) && self.is_programs_turn());
    }

    /// Asks the user to confirm a resignation.
    pub fn ask_resign(&mut self) {
        self.resigning.set(true);
    }

    /// The person whose turn it is, or the only one at the table, resigns.
    pub fn resign(&mut self) {
        let game = self.game.change();
        // A game that has ended meanwhile stays as it is.
        let _ = game.resign(game.resigning_side());
        self.ended();
    }

    /// The game has ended without a move.
    pub(crate) fn ended(&mut self) {
        self.notice.set(Notice::Nothing);
        self.sound_of_move();
        self.changed();
    }

    /// The user declines the question of resignation or draw.
    pub fn play_on(&mut self) {
        self.resigning.set(false);
        self.decline_draw();
    }

    /// Puts another game on the board.
    pub fn new_game(&mut self, game: Game) {
        self.lay(game, None, None);
    }

    /// Puts a puzzle on the board: the user has to find the win from the position at the cursor of the game.
    pub fn new_puzzle(&mut self, game: Game) {
        let puzzle = Puzzle { start: game.record().current() };
        self.lay(game, Some(puzzle), None);
    }

    /// Continues with a game that was on the board before, or with a puzzle that began after this many moves.
    pub fn resume(&mut self, game: Game, puzzle: Option<usize>) {
        self.close_analysis_board();
        self.drop_premove();
        self.remote.set(None);
        self.game.set(game);
        self.puzzle = puzzle.map(|moves| Puzzle { start: self.node_after(moves) });
        self.pause_in_the_past(false);
        self.call_engine();
    }

    /// Puts another game on the board, which is a puzzle or decided elsewhere if so.
    pub(crate) fn lay(&mut self, mut game: Game, puzzle: Option<Puzzle>, remote: Option<Remote>) {
        // The analysis board gives back what it has put aside of the game before.
        self.close_analysis_board();
        self.drop_premove();
        self.puzzle = puzzle;
        self.remote.set(remote);
        // Of two states of one game, the library would have only the later.
        if self.game.identity.id == game.identity.id {
            game.identity.doubled();
        }
        self.draw.forget();
        self.forget_choosing();
        self.analysis.forget_positions();
        self.clocks.is_held.set(false);
        let begins = game.seat_to_move().is_some_and(Seat::is_person);
        if game.record().nodes().len() == 1 && game.record().setup().is_none() && self.habits.keeps_engine {
            // A game that is about to be played is played without the best moves in view.
            self.analysis.is_on.set(false);
        }
        let before = std::mem::replace(self.game.change(), game);
        self.effects.push(Effect::Replaced(Box::new(before)));
        self.effects.push(Effect::Announce(Event::GameStart));
        self.games.set(self.games.wrapping_add(1));
        self.pause_in_the_past(false);
        self.thought.set(None);
        self.notice.set(if begins { Notice::FirstStone } else { Notice::Nothing });
        self.changed();
    }

    /// The same table once more.
    pub fn play_again(&mut self) {
        self.new_game(self.game.again());
    }

    /// Puts a game on the board with the programs waiting, and the clock as well.
    pub fn open_game(&mut self, game: Game) {
        self.new_game(game);
        self.set_paused(true);
        self.clocks.is_held.set(true);
    }

    /// Opens a game from outside.
    pub fn open_record(&mut self, record: Record, origin: Origin) {
        self.open_game(self.game.with_record(record, origin));
    }

    /// Puts a game of the library on the board. A person may continue at once; a program waits.
    pub fn open_from_library(&mut self, mut game: Game) {
        game.identity.archived = Some(game.fingerprint());
        self.new_game(game);
        self.set_paused(!self.game.seat_to_move().is_some_and(Seat::is_person));
    }

    /// The game as the library gets it, if it has not got it like this already, and `belongs` there. With that the game knows that
    /// the library has it.
    pub fn for_library(&mut self, belongs: fn(&Game) -> bool) -> Option<Game> {
        self.stamp();
        (belongs(&self.game) && !self.game.is_archived()).then(|| self.game.quietly().into_library())
    }

    /// The game for the library, at the user's request.
    pub fn for_library_by_hand(&mut self) -> Game {
        self.stamp();
        self.game.change().into_library()
    }

    /// Lets others play the game, or other programs.
    pub fn set_seats(&mut self, seats: [Seat; 2]) {
        if self.game.seats() != seats {
            self.game.change().set_seats(seats);
            self.cancel();
            self.call_engine();
        }
    }

    /// Exchanges the players and their programs, whose names are updated.
    pub fn swap_seats(&mut self) {
        self.game.change().swap_seats();
        self.cancel();
        self.call_engine();
    }

    /// Writes the players' names into the record.
    pub fn set_names(&mut self, names: Players) {
        self.game.change().set_names(names);
    }

    /// Lets the programs wait, or continue.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused.set(paused);
        self.clocks.is_held.set(false);
        self.notice.set(Notice::Nothing);
        self.cancel();
        self.call_engine();
    }

    /// Shows a notice of the front end.
    pub fn say(&mut self, notice: Notice) {
        self.notice.set(notice);
    }

    /// Whether there is an engine service.
    pub fn has_engine(&self) -> bool {
        self.engine != Engine::Absent
    }
}
