use tengen_analysis::SearchProgress;
use tengen_game::{BoardSize, Color, GameResult};

use crate::analysis::Analysis;
use crate::base::Base;
use crate::clocks::Clocks;
use crate::draw::Ending;
use crate::engine::Engine;
use crate::front::{Effect, Event, FrontEnd, Habits};
use crate::mode::{Mode, Speed};
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
        self.carry_out_pending();
        self.go_on_replaying();
        self.watch_engine();
        self.look_at_clock();
        self.notice.expire(now);
        let answer = command(self);
        // A move that the command has found is played at once: the timers of a page in the background are late.
        self.carry_out_pending();
        #[cfg(feature = "analysis-board")]
        self.play_premove();
        self.run_clock();
        self.notice.set_expiry(now);
        answer
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

    /// Whether the game is on the board, and neither a lesson nor a position that is being set up.
    pub fn shows_game(&self) -> bool {
        self.mode.shows_game()
    }

    /// The size of the board that is shown.
    pub fn board_size(&self) -> BoardSize {
        self.mode.board_size().unwrap_or(self.game.record().size())
    }

    pub(crate) fn sound_of_move(&mut self) {
        let sound = self.game.sound_of_move();
        self.front.sound(sound);
    }

    /// Clears the board for something else than the game.
    pub(crate) fn clear_the_board(&mut self) {
        self.cancel();
        self.analysis.forget();
        Mode::end_if(&mut self.mode, Mode::is_about_position);
        self.notice.set(Notice::Nothing);
    }

    /// The game has changed: what the engine was doing is void, and it may be its turn.
    pub(crate) fn changed(&mut self) {
        self.ending.forget_questions();
        self.analysis.forget();
        Mode::end_if(&mut self.mode, Mode::is_about_position);
        self.engine.log.check_candidates(self.game.record().position());
        self.aside.deleted.set(None);
        self.reviews.check(&self.game);
        if !self.is_remote_running() && self.base.analysis_board().is_none() {
            self.front.effects.push(Effect::Archive);
        }
        self.save();
        if !self.is_review_undisturbed() {
            self.cancel();
            self.call_engine();
        }
    }

    /// Has the game saved for the next visit. The server has a remote game; here it is saved when it has ended.
    pub(crate) fn save(&mut self) {
        if !self.is_remote_running() {
            self.front.effects.push(Effect::Save);
        }
    }

    /// Gives the game its id and notes when it was played.
    pub(crate) fn stamp(&mut self) {
        let (now, random) = (self.front.now, self.front.random() as u32);
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
        if let Some(result) = self.shown_result() {
            self.front.effects.push(Effect::Announce(Event::GameEnd(result)));
        }
    }

    /// The result at the position on the board.
    pub fn shown_result(&self) -> Option<GameResult> {
        self.game.record().result_at(self.game.record().current())
    }
}
