use tengen_analysis::SearchProgress;
use tengen_game::{BoardSize, Color, SplitMix};

use crate::analysis::Analysis;
use crate::base::Base;
use crate::clocks::Clocks;
use crate::coach::Coach;
use crate::consequence::{Consequence, Feature};
use crate::context::{Context, Facts, Situation};
use crate::draw::Ending;
use crate::engine::{Engine, Purpose};
use crate::front::{Effect, Event, FrontEnd, Habits};
use crate::mode::{Mode, Replay, Speed, WhyNot};
use crate::notice::{Notice, Notices};
use crate::opening::Choosing;
use crate::review::Reviews;
use crate::variations::Aside;
use crate::{Game, Seat, Tracked};

/// A finding of the engine, and the side that it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The side to move, from whose point of view the score is.
    pub side: Color,
    /// The finding.
    pub progress: SearchProgress,
}

/// One board with its game and analysis: commands in, state and effects out.
///
/// The match has neither browser nor terminal, and reads no clock: a front end with timers gives every command through
/// [`Match::at`], which takes the time, and calls again at [`Match::wake_at`]. After each command it carries out
/// [`Match::take_effects`], and shows those parts of the state whose [`Tracked::revision`] has changed.
#[derive(Debug)]
pub struct Match {
    /// The game: record, players, clock, opening.
    pub game: Tracked<Game>,
    /// The number of games that have been on the board.
    pub games: Tracked<u32>,
    /// The message below the board.
    pub notice: Notices,
    /// The engine service, with its task.
    pub engine: Engine,
    /// Whether programs wait although it is their turn.
    pub paused: Tracked<bool>,
    /// The analysis of the position on the board.
    pub analysis: Analysis,
    /// The time, as it is shown.
    pub clocks: Clocks,
    /// The resignation to be confirmed, and the offers of a draw.
    pub ending: Ending,
    /// A choice that is being made in the opening, and the move that is chosen ahead.
    pub choosing: Choosing,
    /// The engine's review of the game.
    pub reviews: Reviews,
    /// The coach of the person who plays against a program.
    pub coach: Coach,
    /// The moves that can be brought back.
    pub aside: Aside,
    /// The speed of replays.
    pub speed: Tracked<Speed>,
    /// What is on the board.
    pub mode: Tracked<Mode>,
    /// The kind of the game on the board, or the analysis board in its place.
    pub base: Tracked<Base>,
    pub(crate) front: FrontEnd,
}

impl Match {
    /// A board with a game on it. Nothing happens there before a command. `seed` varies ids, openings and the moves of the lower
    /// levels.
    pub fn new(game: Game, notice: Notice, habits: Habits, seed: u64) -> Match {
        // Two programs do not start by themselves.
        let paused = Tracked::new(habits.waits_after_looking_back && !game.seats().contains(&Seat::Person));
        Match {
            game: Tracked::new(game),
            games: Tracked::new(1),
            notice: Notices::new(notice),
            engine: Engine::new(!habits.keeps_engine),
            paused,
            analysis: Analysis::default(),
            clocks: Clocks::default(),
            ending: Ending::default(),
            choosing: Choosing::default(),
            reviews: Reviews::default(),
            coach: Coach::default(),
            aside: Aside::default(),
            speed: Tracked::default(),
            mode: Tracked::default(),
            base: Tracked::default(),
            front: FrontEnd::new(habits, seed),
        }
    }

    /// Gives a command at a time in milliseconds: what is due until then is done first.
    pub fn at<T>(&mut self, now: u64, command: impl FnOnce(&mut Match) -> T) -> T {
        self.front.now = now;
        self.act_if_due();
        self.give(Replay::go_on);
        self.give(Engine::watch);
        self.give(Clocks::look);
        self.notice.expire(now);
        let answer = command(self);
        // A move that the command has found is played at once: the timers of a page in the background are late.
        self.act_if_due();
        #[cfg(feature = "analysis-board")]
        {
            let has_notice = matches!(*self.notice, Notice::Premove(_));
            self.give(|choosing, context| Choosing::play_premove(choosing, has_notice, context));
        }
        self.give(Clocks::run);
        self.notice.set_expiry(now);
        answer
    }

    /// Gives a feature a command, and carries out what follows.
    pub fn give<F: Feature>(&mut self, command: impl FnOnce(&mut F, &mut Context<'_>) -> Vec<Consequence>) {
        let (feature, mut context) = F::split(self);
        let consequences = command(feature, &mut context);
        self.carry_out(consequences);
    }

    /// Carries out what follows from a command, in this order.
    pub(crate) fn carry_out(&mut self, consequences: Vec<Consequence>) {
        for consequence in consequences {
            match consequence {
                Consequence::Effect(effect) => self.front.effects.push(effect),
                Consequence::Sound(sound) => self.front.sound(sound),
                Consequence::Notice(notice) => self.notice.set(notice),
                Consequence::Pause(is_paused) => self.paused.set(is_paused),
                Consequence::ClearBoard => {
                    self.cancel();
                    self.analysis.forget();
                    Mode::end_if(&mut self.mode, Mode::is_about_position);
                    self.notice.set(Notice::Nothing);
                }
                Consequence::Mode(mode) => self.mode.set(mode),
                Consequence::EndReplay => {
                    Mode::end_if(&mut self.mode, Mode::is_replay);
                }
                Consequence::EndQuestion => {
                    Mode::end_if(&mut self.mode, Mode::is_working);
                }
                Consequence::LeaveWhyNot => self.give(WhyNot::leave),
                Consequence::EndFinding => {
                    let preview = Mode::end_finding(&mut self.mode);
                    self.carry_out(preview.into_iter().collect());
                }
                Consequence::Preview(line) => self.analysis.preview.set(line),
                Consequence::Thought(thought) => self.analysis.thought.set(thought),
                Consequence::Line(progress) => {
                    self.give(|analysis, context| Analysis::note_line(analysis, progress, context));
                }
                Consequence::Proved(score, line) => {
                    self.reviews.note_proof(self.game.record().position().moves(), score, line);
                }
                Consequence::Ask(task, effect) => {
                    self.engine.begin_task(task, &effect, self.front.now);
                    self.front.effects.push(effect);
                }
                Consequence::FinishTask => self.engine.finish_task(),
                Consequence::EndTask => self.end_task(),
                Consequence::TaskLost(Purpose::Review) => self.reviews.clear(),
                Consequence::TaskLost(Purpose::Coach) => self.coach.give_up(&self.game),
                // It may be offered once more.
                Consequence::TaskLost(Purpose::Judge) => self.ending.forget_offers(),
                Consequence::TaskLost(_) => {}
                Consequence::Cancel => self.cancel(),
                Consequence::CancelSearch => self.cancel_search(),
                Consequence::CallEngine => self.call_engine(),
                #[cfg(feature = "analysis-board")]
                Consequence::Place(point) => self.place(point),
                Consequence::Play(played, notice) => {
                    // A refusal is reported by the notice.
                    let _ = self.play(played, notice);
                }
                Consequence::PlayFound(played) => self.play_found(played),
                Consequence::GoTo(moves) => self.go_to(moves),
                Consequence::Visit(node) => self.go_to_node(node),
                Consequence::Looked => self.looked(),
                Consequence::NewGame(game) => self.new_game(*game),
                #[cfg(feature = "analysis-board")]
                Consequence::AnalysisBoard(board) => self.lay_analysis_board(*board),
                #[cfg(not(feature = "analysis-board"))]
                Consequence::AnalysisBoard(board) => match *board {},
                Consequence::Deleted(deleted) => self.aside.deleted.set(Some(deleted)),
                Consequence::Remote(action) => {
                    if self.base.is_remote_running() {
                        self.front.effects.push(Effect::Remote(action));
                    }
                }
                Consequence::Changed => self.changed(),
                Consequence::Ended => self.ended(),
                Consequence::Save => self.save(),
            }
        }
    }

    /// When the next command is due at the latest, even if that only updates the time; `None` while nothing is due.
    pub fn wake_at(&self) -> Option<u64> {
        let all = [
            self.engine.wake_at(),
            self.mode.wake_at(),
            self.clocks.wake_at(self.game.clock()),
            self.notice.wake_at(),
        ];
        all.into_iter().flatten().min()
    }

    /// The effects since the last call, for the front end to carry out.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.front.effects)
    }

    /// Milliseconds that a program takes at least before its move is on the board.
    pub fn set_pause(&mut self, pause_ms: u32) {
        self.front.habits.pause_ms = Some(pause_ms);
    }

    /// Facts about the match for its features.
    pub(crate) fn facts(&self) -> Facts {
        let opinion = |thought: &Thought| (thought.side, thought.progress.score);
        Facts {
            now: self.front.now,
            games: *self.games,
            game_seed: SplitMix::mix(self.front.seed.wrapping_add(u64::from(*self.games))),
            is_paused: *self.paused,
            shows_game: self.mode.shows_game(),
            is_replay: self.mode.is_replay(),
            #[cfg(feature = "coach")]
            is_coach_due: self.coach.is_due(&self.game, &self.base),
            is_warned: self.mode.warned().is_some(),
            finding: self.mode.finding().copied(),
            speed: *self.speed,
            has_engine: self.engine.is_there(),
            is_engine_ready: self.engine.is_ready(),
            task: *self.engine.task,
            opinion: self.analysis.thought.as_ref().map(opinion),
        }
    }

    /// The state of the match besides its game, for functions of its features.
    pub fn situation(&self) -> Situation<'_> {
        Situation { base: &self.base, habits: &self.front.habits, facts: self.facts() }
    }

    /// The size of the board that is shown.
    pub fn board_size(&self) -> BoardSize {
        self.mode.board_size().unwrap_or(self.game.record().size())
    }

    /// The game has changed: what the engine was doing is void, and it may be its turn.
    pub(crate) fn changed(&mut self) {
        self.ending.forget_questions();
        self.analysis.forget();
        Mode::end_if(&mut self.mode, Mode::is_about_position);
        self.engine.log.check_candidates(self.game.record().position());
        self.aside.deleted.set(None);
        self.reviews.check(&self.game);
        if !self.base.is_remote_running() && self.base.analysis_board().is_none() {
            self.front.effects.push(Effect::Archive);
        }
        self.save();
        if !self.reviews.is_undisturbed(&self.game, &self.situation()) {
            self.cancel();
            self.call_engine();
        }
    }

    /// Has the game saved for the next visit. The server has a remote game; here it is saved when it has ended.
    pub(crate) fn save(&mut self) {
        if !self.base.is_remote_running() {
            self.front.effects.push(Effect::Save);
        }
    }

    /// Gives the game its id and notes when it was played.
    pub(crate) fn stamp(&mut self) {
        let (now, random) = (self.front.now, self.front.random.next() as u32);
        // Ids sort by the time at which they were given.
        self.game.quietly().stamp(now, || format!("{now:012x}-{random:08x}"));
    }

    /// Takes over other habits.
    pub fn set_habits(&mut self, habits: Habits) {
        self.front.habits = habits;
    }

    /// Shows an error that the front end has detected.
    pub fn complain(&mut self, fault: String) {
        self.front.effects.push(Effect::Announce(Event::Error(fault.clone())));
        self.notice.set(Notice::Wrong(fault));
    }

    /// Announces the move that was played last, and the end of the game if there is one.
    pub(crate) fn announce_move(&mut self) {
        let (position, number) = (self.game.record().position(), self.game.record().cursor());
        let moved = position.last_move().map(|played| (!position.side_to_move(), played));
        if let Some((color, played)) = moved {
            self.front.effects.push(Effect::Announce(Event::Move { color, played, number }));
        }
        if let Some(result) = self.game.shown_result() {
            self.front.effects.push(Effect::Announce(Event::GameEnd(result)));
        }
    }
}
