//! The commands that begin and end the modes of a match, and those that act in them.

use std::time::Duration;

use tengen_analysis::{Proof, SearchProgress, StopReason, Verdict};
use tengen_game::{Color, Move, Point, Record};

use super::{Consequence, Lesson, Mode, Replay, Setup, Speed, Walk, WhyNot};
use crate::engine::Purpose;
use crate::front::Effect;
use crate::state::Match;
use crate::{Game, Notice, Sound};

impl Match {
    /// Gives a click to the mode; `false` where clicks concern the game.
    pub(crate) fn click_in_mode(&mut self, point: Point) -> bool {
        let Some(consequences) =
            self.mode.try_change(|mode| mode.click(point, self.game.record().position()))
        else {
            return false;
        };
        consequences.into_iter().for_each(|consequence| self.carry_out(consequence));
        true
    }

    fn carry_out(&mut self, consequence: Consequence) {
        match consequence {
            Consequence::Sound(sound) => self.front.sound(sound),
            Consequence::Notice(notice) => self.notice.set(notice),
            Consequence::Question(question) => {
                self.cancel();
                self.mode.set(Mode::WhyNot(WhyNot::Working(question)));
                self.ask_next();
            }
            Consequence::AskNext => self.ask_next(),
            Consequence::GiveUp => {
                Mode::end_if(&mut self.mode, Mode::is_working);
                self.call_engine();
            }
            Consequence::Answer(objection, walk) => {
                if walk.is_none() {
                    self.analysis.preview.set(objection.line.clone());
                }
                self.mode.set(Mode::WhyNot(WhyNot::Answered { objection, walk }));
                self.call_engine();
            }
        }
    }

    /// Puts something else than the game on the board.
    fn cover_game(&mut self, mode: Mode, notice: Notice) {
        self.clear_the_board();
        self.mode.set(mode);
        self.notice.set(notice);
    }

    /// Goes back to the game.
    fn uncover_game(&mut self) {
        self.mode.set(Mode::Game);
        self.notice.set(Notice::Nothing);
        self.call_engine();
    }

    /// Begins to set up a position, with the stones of the game.
    pub fn begin_setup(&mut self) {
        self.cover_game(Mode::Setup(Setup::of(&self.game)), Notice::SettingUp);
    }

    /// Chooses whose turn it is in the position that is being set up.
    pub fn set_setup_side(&mut self, side: Color) {
        self.change_setup(|setup| setup.set_side(side));
    }

    /// Takes all stones from the position that is being set up.
    pub fn clear_setup(&mut self) {
        self.change_setup(Setup::clear);
    }

    /// Begins a game with the position that was set up; `false` where that cannot be.
    pub fn finish_setup(&mut self) -> bool {
        let Some(setup) = self.mode.setup() else { return false };
        match setup.start(self.game.record().rule()) {
            Ok(start) => {
                self.mode.set(Mode::Game);
                if self.base.analysis_board().is_some() {
                    self.analyse_record(Record::from_position(start));
                } else {
                    let game = Game::from_position(start, self.game.seats(), self.game.tuning());
                    self.new_game(game.with_control(self.game.clock().control()));
                }
                true
            }
            Err(refusal) => {
                self.change_setup(|setup| setup.refusal = Some(refusal));
                false
            }
        }
    }

    /// Goes back from the set-up to the game that was on the board.
    pub fn drop_setup(&mut self) {
        if self.mode.setup().is_some() {
            self.uncover_game();
        }
    }

    fn change_setup(&mut self, change: impl FnOnce(&mut Setup)) {
        self.mode.try_change(|mode| mode.setup_mut().map(change));
    }

    /// Begins the lesson. The game waits.
    pub fn begin_lesson(&mut self) {
        self.cover_game(Mode::Lesson(Lesson::default()), Notice::Nothing);
    }

    /// Continues to the next step of the lesson, if there is one.
    pub fn next_lesson(&mut self) {
        self.mode.try_change(|mode| mode.lesson_mut().map(Lesson::advance));
    }

    /// Goes back from the lesson to the game.
    pub fn end_lesson(&mut self) {
        if self.mode.lesson().is_some() {
            self.uncover_game();
        }
    }

    /// Lets the game play itself from here, or from the beginning if this is the end of it; or stops it.
    pub fn toggle_replay(&mut self) {
        if Mode::end_if(&mut self.mode, Mode::is_replay) {
            return;
        }
        let (cursor, end) = self.place_in_game();
        // The stones of an opening come and go by its choices.
        if end == 0 || !self.shows_game() || self.game.opening_under_way().is_some() {
            return;
        }
        // The programs at the table wait, and what they were doing is void.
        self.go_to(if cursor == end { 0 } else { cursor });
        self.mode.set(Mode::Replay(Replay::at(self.front.now, *self.speed)));
    }

    /// Replays at another speed from the next move on.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed.set(speed);
        if self.mode.is_replay() {
            self.mode.set(Mode::Replay(Replay::at(self.front.now, speed)));
        }
    }

    /// Shows the next move of a replay when it is due.
    pub(crate) fn go_on_replaying(&mut self) {
        let Mode::Replay(replay) = *self.mode else { return };
        if !replay.is_due(self.front.now) {
            return;
        }
        let (cursor, end) = self.place_in_game();
        self.go_to(cursor + 1);
        self.front.sound(Sound::Stone);
        if cursor + 1 < end {
            self.mode.set(Mode::Replay(Replay::at(self.front.now, *self.speed)));
        } else {
            // A review under way continues, so that the end of the game does not end the replay by itself.
            Mode::end_if(&mut self.mode, Mode::is_replay);
        }
    }

    /// Lets the user walk through a solver's proof about the position on the board.
    pub(crate) fn begin_walk(&mut self, proof: Proof) {
        if self.shows_game() {
            self.end_finding();
            self.mode.set(Mode::Proof(Walk::new(proof)));
        }
    }

    /// Answers the attack of the proof that is walked through.
    pub fn walk_on(&mut self, defence: Move) {
        self.mode.try_change(|mode| mode.walk_mut().map(|walk| walk.defend(defence)));
    }

    /// Takes the last answer in the proof back.
    pub fn walk_back(&mut self) {
        self.mode.try_change(|mode| mode.walk_mut().map(Walk::back));
    }

    /// Leaves the proof, and the question that it answers.
    pub fn end_walk(&mut self) {
        self.leave_why_not();
    }

    /// Whether the user can ask why a move is not played.
    pub fn can_ask_why_not(&self) -> bool {
        let may_ask = self.shows_game() && !self.is_remote_running() && self.is_free();
        may_ask
            && self.engine.is_there()
            && !self.game.record().is_over()
            && self.game.opening_under_way().is_none()
    }

    /// Lets the next point that the user chooses be asked about, or no longer. A question on which the engine works goes on.
    pub fn set_asking_why_not(&mut self, is_on: bool) {
        if is_on && !self.can_ask_why_not() {
            return;
        }
        Mode::end_if(&mut self.mode, Mode::is_replay);
        self.clear_answer();
        if is_on {
            self.end_finding();
            self.mode.set(Mode::WhyNot(WhyNot::Asking));
        } else {
            Mode::end_if(&mut self.mode, Mode::is_asking);
        }
        self.notice.set(Notice::Nothing);
    }

    /// Leaves the question why a move is not played, with the answer that there may be; a question on which the engine works ends. A
    /// solver's proof is left as well. `false` where there was no question.
    pub fn leave_why_not(&mut self) -> bool {
        let is_question = matches!(*self.mode, Mode::WhyNot(_));
        let is_under_way = self.mode.is_working();
        Mode::end_if(&mut self.mode, Mode::is_asking);
        self.clear_answer();
        if is_under_way {
            self.cancel();
            self.call_engine();
        }
        is_question
    }

    /// An answer or a proof leaves the board.
    fn clear_answer(&mut self) {
        if Mode::end_if(&mut self.mode, |mode| mode.objection().is_some()) {
            self.analysis.preview.set(Vec::new());
        }
        Mode::end_if(&mut self.mode, |mode| mode.walk().is_some());
    }

    /// The finding on the board leaves it, with its line.
    pub(crate) fn end_finding(&mut self) {
        if Mode::end_if(&mut self.mode, |mode| mode.finding().is_some()) {
            self.analysis.preview.set(Vec::new());
        }
    }

    /// Gives the engine the next request about the question.
    fn ask_next(&mut self) {
        let Some(question) = self.mode.question().cloned() else { return };
        let before = self.game.record().position().clone();
        let time = Duration::from_millis(self.front.habits.hint_ms.into());
        if !self.ask(Purpose::WhyNot, |id| Effect::Ask(question.request(id, &before, time))) {
            Mode::end_if(&mut self.mode, Mode::is_working);
        }
    }

    /// A solver has ended its search about the question.
    pub(crate) fn why_not_solved(&mut self, verdict: Verdict) {
        self.engine.finish_task();
        let next = self.mode.try_change(|mode| mode.question_mut().map(|question| question.solved(verdict)));
        next.into_iter().for_each(|next| self.carry_out(next));
    }

    /// The engine has ended its search about the question.
    pub(crate) fn why_not_searched(
        &mut self,
        found: Option<Point>,
        progress: SearchProgress,
        stopped_by: Option<StopReason>,
    ) {
        self.engine.finish_task();
        // The analysis may have found the best move already.
        let known = self.analysis.lines.first().filter(|known| known.depth > progress.depth);
        let known = known.and_then(|known| Some((*known.pv.first()?, known.score)));
        let next = self.mode.try_change(|mode| {
            mode.question_mut().map(|question| question.searched(found, progress, stopped_by, known))
        });
        next.into_iter().for_each(|next| self.carry_out(next));
    }
}
