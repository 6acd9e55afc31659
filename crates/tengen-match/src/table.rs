//! Moves, undo and redo, resignation, and other games.

use tengen_analysis::{Character, ReviewedMove};
use tengen_game::{Color, Move, NodeId, PlayError, Players, Point};

use crate::base::{Base, GameClick, GameKind, Undo};
use crate::clocks::Clocks;
use crate::consequence::Consequence;
use crate::engine::Engine;
use crate::front::{Effect, Event};
use crate::handicap::HeadStart;
use crate::opening::Choosing;
use crate::puzzle::Puzzle;
use crate::remote::RemoteAction;
use crate::state::Match;
use crate::{AnalysisBoard, Game, Mode, Notice, Seat, Sound, Tracked};

impl Match {
    /// Begins the activity at a table: starts the engine, and lets it move if it is its turn.
    pub fn begin(&mut self, is_saved: bool) {
        self.give(Engine::start);
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

    /// The user chooses a point of the board, in any mode.
    pub fn place(&mut self, point: Point) {
        Mode::end_if(&mut self.mode, Mode::is_replay);
        let mut is_taken = false;
        self.give(|mode: &mut Tracked<Mode>, context| {
            let consequences = mode.try_change(|mode| mode.click(point, context));
            is_taken = consequences.is_some();
            consequences.unwrap_or_default()
        });
        if is_taken {
            return;
        }
        let moves_for_programs = self.situation().moves_for_programs();
        match self.base.click(&self.game, moves_for_programs) {
            GameClick::Closed => self.front.sound(Sound::Button),
            GameClick::ToLatestMove => {
                self.step(isize::MAX);
                self.front.sound(Sound::Button);
            }
            GameClick::Watching => {
                self.notice.set(Notice::Watching);
                self.front.sound(Sound::Button);
            }
            GameClick::Choice => self.give(|choosing, context| Choosing::place(choosing, point, context)),
            GameClick::Ahead => {
                self.give(|choosing, context| Choosing::place_ahead(choosing, point, context));
            }
            GameClick::Move => self.play_by_hand(point.into()),
        }
    }

    /// A person passes, where the rule allows it.
    pub fn pass(&mut self) {
        if self.situation().may_move(&self.game) {
            self.play_by_hand(Move::Pass);
        }
    }

    fn play_by_hand(&mut self, played: Move) {
        // A move for a program is a trial; after a move of the user's own side the game continues.
        let goes_on = self.situation().moves_for_programs() && !self.game.is_programs_turn();
        if goes_on {
            self.paused.set(false);
        }
        if self.play(played, Notice::Nothing).is_err() {
            if goes_on {
                self.paused.set(true);
            }
        } else {
            // The finding of the engine was about another position.
            self.analysis.thought.set(None);
            self.carry_out(vec![Consequence::Remote(RemoteAction::Move(played))]);
        }
    }

    /// Plays a move for the side to move, a person's or a program's.
    ///
    /// # Errors
    /// When the move is illegal, or the time of the side to move is up; the notice reports it.
    pub fn play(&mut self, played: Move, notice: Notice) -> Result<(), PlayError> {
        let now = self.front.now;
        if Clocks::end_by_flag(&mut self.game, &self.base, now) {
            self.ended();
            return Err(PlayError::GameOver);
        }
        // In a game that was reviewed, and on the analysis board, other moves are tried beside it.
        let beside = self.front.habits.explores
            || self.reviews.review.is_some()
            || self.base.analysis_board().is_some();
        let game = self.game.change();
        let outcome = if beside { game.play_beside(played) } else { game.play(played) };
        match outcome {
            Ok(()) => {
                game.take_second_move();
                game.press_clock(now);
                self.notice.set(notice);
                self.clocks.is_held.set(false);
                self.front.sound(self.game.sound_of_move());
                self.announce_move();
                self.changed();
            }
            Err(error) => {
                self.notice.set(Notice::Refused(error));
                self.front.sound(Sound::Button);
            }
        }
        outcome
    }

    /// Plays the move that a program has found.
    pub(crate) fn play_found(&mut self, played: Move) {
        self.engine.finish_task();
        let notice = match played {
            _ if self.game.sole_person().is_none() => Notice::Nothing,
            Move::Place(point) => Notice::EnginePlayed(point.on(self.game.record().size())),
            Move::Pass => Notice::EnginePassed,
        };
        if let Err(refusal) = self.play(played, notice)
            && self.game.is_programs_turn()
        {
            let reason = format!("an illegal move: {refusal}");
            self.carry_out(Engine::refuse_answer(Notice::InvalidAnswer, reason, &self.game).into());
        }
    }

    /// Takes back moves as far as [`Game::undo_target`], or else a choice in the opening.
    pub fn undo(&mut self) {
        if !self.mode.shows_game() {
            return;
        }
        let is_watching = self.situation().is_watching(&self.game);
        match self.base.undo(&self.game, is_watching, !self.choosing.chosen.is_empty()) {
            Undo::Refused => {}
            Undo::StepBack => self.step(-1),
            Undo::GoTo(target) => self.go_to(target),
            Undo::TakeChoiceBack => self.give(Choosing::take_back),
        }
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self) {
        if self.situation().is_watching(&self.game) {
            return self.step(1);
        }
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
        let least = self.base.start_moves();
        self.look(|game| game.go_to(moves.max(least)));
    }

    /// Goes this many moves on, or back.
    pub fn step(&mut self, by: isize) {
        let (cursor, end) = self.game.place();
        let to = cursor.saturating_add_signed(by).min(end);
        if to != cursor {
            self.go_to(to);
        }
    }

    /// Shows any position of any line, as [`Match::go_to`] does.
    pub fn go_to_node(&mut self, node: NodeId) {
        self.look(|game| game.visit(node));
    }

    fn look(&mut self, go: impl FnOnce(&mut Game)) {
        if self.situation().can_look(&self.game) {
            go(self.game.change());
            self.looked();
        }
    }

    /// The board shows another position of the game.
    pub(crate) fn looked(&mut self) {
        self.pause_in_the_past(self.front.habits.waits_after_looking_back);
        self.notice.set(Notice::Nothing);
        self.analysis.thought.set(None);
        self.changed();
    }

    /// Lets a program wait whose turn it was at the position on the board; at the end of the game it may continue.
    fn pause_in_the_past(&mut self, also_at_the_end: bool) {
        let record = self.game.record();
        let is_past = record.cursor() < record.line_nodes().len();
        self.paused.set((is_past || also_at_the_end) && self.game.is_programs_turn());
    }

    /// The game has ended without a move.
    pub(crate) fn ended(&mut self) {
        self.notice.set(Notice::Nothing);
        self.front.sound(self.game.sound_of_move());
        self.changed();
    }

    /// Puts another game on the board.
    pub fn new_game(&mut self, game: Game) {
        self.lay(game, GameKind::Ordinary);
    }

    /// Puts a puzzle on the board: the user has to find the win from the position at the cursor of the game.
    pub fn new_puzzle(&mut self, game: Game) {
        let puzzle = Puzzle { start_moves: game.record().cursor() };
        self.lay(game, GameKind::Puzzle(puzzle));
    }

    /// Continues with a game that was on the board before, or with a puzzle that began after this many moves.
    pub fn resume(&mut self, game: Game, puzzle: Option<usize>) {
        #[cfg(feature = "analysis-board")]
        self.close_analysis_board();
        self.give(Choosing::drop_premove);
        self.end_warning();
        self.game.set(game);
        // A puzzle that would begin behind the end of the line begins at the start of the game.
        let moves = self.game.record().line().len();
        let start_moves = |start| if start <= moves { start } else { 0 };
        let puzzle = puzzle.map(|start| Puzzle { start_moves: start_moves(start) });
        self.base.set(Base::Game(puzzle.map_or(GameKind::Ordinary, GameKind::Puzzle)));
        self.pause_in_the_past(false);
        self.call_engine();
    }

    /// Puts another game on the board, which is of this kind.
    pub(crate) fn lay(&mut self, mut game: Game, kind: GameKind) {
        // The analysis board gives back what it has put aside of the game before.
        #[cfg(feature = "analysis-board")]
        self.close_analysis_board();
        self.give(Choosing::drop_premove);
        self.base.set(Base::Game(kind));
        // Of two states of one game, the library would have only the later.
        if self.game.identity.id == game.identity.id {
            game.identity.doubled();
        }
        self.ending.forget_offers();
        self.choosing.forget();
        self.analysis.forget_positions();
        self.reviews.forget_proofs();
        self.clocks.is_held.set(false);
        let is_empty = game.record().position().board().stones() == 0;
        let begins = is_empty && game.seat_to_move().is_some_and(Seat::is_person);
        if game.record().nodes().len() == 1
            && (game.record().setup().is_none() || game.head_start() != HeadStart::None)
            && self.front.habits.keeps_engine
        {
            // A game that is about to be played is played without the best moves in view.
            self.analysis.is_on.set(false);
        }
        let before = std::mem::replace(self.game.change(), game);
        self.front.effects.push(Effect::Replaced(Box::new(before)));
        self.front.effects.push(Effect::Announce(Event::GameStart));
        self.games.set(self.games.wrapping_add(1));
        self.pause_in_the_past(false);
        self.analysis.thought.set(None);
        self.notice.set(if begins { Notice::FirstStone } else { Notice::Nothing });
        self.changed();
    }

    /// Puts a game on the board with the programs waiting, and the clock as well.
    pub fn open_game(&mut self, game: Game) {
        self.new_game(game);
        self.set_paused(true);
        self.clocks.is_held.set(true);
    }

    /// Puts a game of the library on the board. A person may continue at once; a program waits.
    pub fn open_from_library(&mut self, mut game: Game) {
        game.identity.archived = Some(game.fingerprint());
        self.new_game(game);
        self.set_paused(!self.game.seat_to_move().is_some_and(Seat::is_person));
    }

    /// The game as the library gets it, if it has not got it like this already, and `belongs` there. The game is marked as
    /// one that the library has then.
    pub fn for_library(&mut self, belongs: fn(&Game) -> bool) -> Option<Game> {
        self.stamp();
        (belongs(&self.game) && !self.game.is_archived()).then(|| self.game.quietly().into_library())
    }

    /// The game for the library, at the user's request.
    pub fn for_library_by_hand(&mut self) -> Game {
        self.stamp();
        self.game.change().into_library()
    }

    /// Writes a review of these moves into the game with this id, if that is on the board or waits for the end of the analysis, and has
    /// these moves: the game as the library gets it then. The review was made elsewhere; that of the board stays.
    pub fn annotate(
        &mut self,
        id: &str,
        moves: &[Move],
        review: &[ReviewedMove],
        remark: impl FnMut(&ReviewedMove) -> String,
    ) -> Option<Game> {
        let is_on_board = self.game.identity.id == id;
        let game = if is_on_board {
            self.game.change()
        } else {
            let waiting = self.base.quietly().analysis_board_mut().map(AnalysisBoard::game_mut);
            waiting.filter(|game| game.identity.id == id)?
        };
        let annotated = game.annotate(moves, review, remark).then(|| game.into_library())?;
        if is_on_board {
            // Deleted moves could only come back without the review.
            self.aside.deleted.set(None);
        }
        self.save();
        Some(annotated)
    }

    /// Lets others play the game, or other programs, and lets every level play in this manner.
    pub fn set_seats(&mut self, seats: [Seat; 2], character: Option<Character>) {
        let is_other =
            |color| self.game.seat(color).level().is_some() && self.game.character(color) != character;
        if self.game.seats() == seats && !Color::BOTH.into_iter().any(is_other) {
            return;
        }
        self.game.change().set_seats(seats);
        self.game.change().set_character(character);
        self.end_warning();
        self.cancel();
        self.call_engine();
    }

    /// Exchanges the players and their programs, whose names are updated.
    pub fn swap_seats(&mut self) {
        self.game.change().swap_seats();
        self.end_warning();
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
        self.end_warning();
        self.clocks.is_held.set(false);
        self.notice.set(Notice::Nothing);
        self.cancel();
        self.call_engine();
    }

    /// A warning of the coach concerns nobody any more.
    fn end_warning(&mut self) {
        Mode::end_if(&mut self.mode, |mode| mode.warned().is_some());
    }

    /// Shows a notice of the front end.
    pub fn say(&mut self, notice: Notice) {
        self.notice.set(notice);
    }
}
