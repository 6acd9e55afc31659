use tengen_analysis::engine::Request;
use tengen_analysis::{Effort, SearchProgress};
use tengen_game::{BoardSize, Color, GameResult, Move, NodeId, Point, SplitMix};

use crate::analysis::Analysis;
use crate::analysis_board::AnalysisBoard;
use crate::clocks::Clocks;
use crate::draw::Draw;
use crate::lesson::Lesson;
use crate::log::Log;
use crate::notice::Notice;
use crate::opening::Choosing;
#[cfg(feature = "analysis-board")]
use crate::premove::Premove;
use crate::puzzle::Puzzle;
use crate::recovery::Recovery;
use crate::remote::{Remote, RemoteAction};
use crate::replay::Replay;
use crate::review::{Finding, Review};
use crate::setup::Setup;
use crate::task::{Engine, Pending, Task};
use crate::variations::Deleted;
use crate::why_not::WhyNot;
use crate::{Game, Seat, Sound, Tracked};

/// What differs between the front ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Milliseconds that a program takes at least before its move is on the board; `None` plays it at once, without a timer.
    pub pause_ms: Option<u32>,
    /// Whether a program that is to move waits after the user has looked at an earlier position, also back at the end of the game.
    pub waits_after_looking_back: bool,
    /// Whether the match starts the engine itself and starts it again after a breakdown. Otherwise the front end starts it with the
    /// first request after each breakdown.
    pub keeps_engine: bool,
    /// Whether the analysis explains the last move.
    pub explains: bool,
    /// Milliseconds after which an analysis of a position ends; `None` for no limit.
    pub analysis_ms: Option<u32>,
    /// Whether moves never replace the main line, but are variations beside it.
    pub explores: bool,
    /// Milliseconds for a hint.
    pub hint_ms: u32,
    /// Whether the user may move for a program that waits, which then continues to wait, and ask for a hint in its place.
    pub moves_for_programs: bool,
}

impl Habits {
    /// Of a program with the whole screen.
    pub const APPLICATION: Habits = Habits {
        pause_ms: Some(0),
        waits_after_looking_back: true,
        keeps_engine: true,
        explains: true,
        analysis_ms: None,
        explores: false,
        hint_ms: 1_500,
        moves_for_programs: false,
    };
}

/// Something that the front end does outside the match.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "effects are carried out at once, and not stored")]
pub enum Effect {
    /// Send this to the engine service.
    Ask(Request),
    /// Ask the engine service to choose in the opening, with what [`Match::choice_request`] says under this number. The request is made
    /// by the front end, so that a front end without openings need not contain how they are written.
    AskForChoice(u32),
    /// Ask the external player whose turn it is for a move. [`Match::external_answered`] takes the answer with this number.
    AskExternal(u32),
    /// The move of this number should come at once, or is no longer needed: [`Match::task`] says which.
    StopExternal(u32),
    /// Send this to where the game on the board is decided: the user has done it in a remote game.
    Remote(RemoteAction),
    /// Start an engine service, in place of the one that there may be.
    StartEngine,
    /// End the engine service.
    DropEngine,
    /// Play a sound.
    Sound(Sound),
    /// The game has continued. The front end saves it in the library if it belongs there.
    Archive,
    /// The game is saved for the next visit.
    Save,
    /// Another game replaces this one, which is saved as the previous game.
    Replaced(Box<Game>),
    /// An event for the program around the front end.
    Announce(Event),
    /// The engine has found this point for the request of this number, or none.
    Found(u32, Option<Point>),
}

/// Something that happened in the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Another game is on the board.
    GameStart,
    /// A move was played.
    Move {
        /// The side that played it.
        color: Color,
        /// The move.
        played: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The game has ended.
    GameEnd(GameResult),
    /// The engine searches, with this result so far; `None` when the search has ended.
    Think(Option<SearchProgress>),
    /// Something failed, in English.
    Error(String),
}

/// What the engine finds, and for which side.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The side to move, from whose point of view the score is.
    pub side: Color,
    /// What was found.
    pub progress: SearchProgress,
}

/// One board with its game and analysis: commands in, state and effects out.
///
/// The match knows neither browser nor terminal, and reads no clock: a front end with timers gives every command through
/// [`Match::at`], which takes the time, and calls again at [`Match::wake_at`]. After each command it carries out
/// [`Match::take_effects`], and shows those parts of the state whose [`Tracked::revision`] has changed.
#[derive(Debug)]
pub struct Match {
    /// The game: record, players, clock, opening.
    pub game: Tracked<Game>,
    /// The number of games that have been on the board.
    pub games: Tracked<u32>,
    /// What there is to say besides whose turn it is.
    pub notice: Tracked<Notice>,
    /// What the engine does.
    pub task: Tracked<Option<Task>>,
    /// What the engine found last.
    pub thought: Tracked<Option<Thought>>,
    /// A recommended move.
    pub hint: Tracked<Option<Point>>,
    /// The user's next move, if it is chosen already.
    #[cfg(feature = "analysis-board")]
    pub premove: Tracked<Option<Premove>>,
    /// Whether a move may be chosen so.
    #[cfg(feature = "analysis-board")]
    pub(crate) premoves: bool,
    /// Whether programs wait although it is their turn.
    pub paused: Tracked<bool>,
    /// Whether the user is asked to confirm a resignation.
    pub resigning: Tracked<bool>,
    /// What is known about the position on the board.
    pub analysis: Analysis,
    /// The questions why a move is not played.
    pub why_not: WhyNot,
    /// What was written down of searches.
    pub log: Log,
    /// The time, as it is shown.
    pub clocks: Clocks,
    /// The offers of a draw.
    pub draw: Draw,
    /// A choice that is being made in the opening.
    pub choosing: Choosing,
    /// The state of the engine service.
    pub recovery: Recovery,
    /// The engine's review of the game.
    pub review: Tracked<Option<Review>>,
    /// How thorough the next review is.
    pub effort: Tracked<Effort>,
    /// What of the review is on the board.
    pub finding: Tracked<Option<Finding>>,
    /// The record as it was before moves were deleted.
    pub deleted: Tracked<Option<Deleted>>,
    /// The game that plays itself.
    pub replay: Replay,
    /// The position that is being set up, in place of the game.
    pub setup: Tracked<Option<Setup>>,
    /// The lesson, in place of the game.
    pub lesson: Tracked<Option<Lesson>>,
    /// What waits while the analysis board takes the place of the game.
    pub analysis_board: Tracked<Option<AnalysisBoard>>,
    /// What is known about the game on the board if it is decided elsewhere.
    pub remote: Tracked<Option<Remote>>,
    /// The puzzle that the game is.
    pub(crate) puzzle: Option<Puzzle>,
    /// What was analysed beside a game, and did not become part of it.
    #[cfg(feature = "analysis-board")]
    pub(crate) analysed: Option<crate::analysis_board::Analysed>,
    pub(crate) habits: Habits,
    /// Milliseconds since 1970, or since any other time if the front end has no clock.
    pub(crate) now: u64,
    /// Varies ids, openings and the moves of the lower levels.
    random: SplitMix,
    pub(crate) engine: Engine,
    pub(crate) last_id: u32,
    /// When a program was asked last.
    pub(crate) asked_at: u64,
    /// An action at a later time, unless the game changes until then.
    pub(crate) pending: Option<(u64, Pending)>,
    /// The notice for which an expiry was set, and when it is taken back.
    notice_revision: u32,
    notice_until: Option<u64>,
    pub(crate) effects: Vec<Effect>,
}

impl Match {
    /// A board with a game on it. Nothing happens there before a command. `seed` varies ids, openings and the moves of the lower
    /// levels.
    pub fn new(game: Game, notice: Notice, habits: Habits, seed: u64) -> Match {
        // Two programs do not start by themselves.
        let paused = Tracked::new(habits.waits_after_looking_back && !game.seats().contains(&Seat::Person));
        let engine = if habits.keeps_engine { Engine::Absent } else { Engine::Ready };
        Match {
            game: Tracked::new(game),
            games: Tracked::new(1),
            notice: Tracked::new(notice),
            task: Tracked::default(),
            thought: Tracked::default(),
            hint: Tracked::default(),
            paused,
            resigning: Tracked::default(),
            analysis: Analysis::default(),
            why_not: WhyNot::default(),
            log: Log::default(),
            clocks: Clocks::default(),
            draw: Draw::default(),
            choosing: Choosing::default(),
            recovery: Recovery::default(),
            review: Tracked::default(),
            effort: Tracked::default(),
            finding: Tracked::default(),
            deleted: Tracked::default(),
            replay: Replay::default(),
            setup: Tracked::default(),
            lesson: Tracked::default(),
            analysis_board: Tracked::default(),
            #[cfg(feature = "analysis-board")]
            premove: Tracked::default(),
            #[cfg(feature = "analysis-board")]
            premoves: false,
            remote: Tracked::default(),
            puzzle: None,
            #[cfg(feature = "analysis-board")]
            analysed: None,
            habits,
            now: 0,
            random: SplitMix::new(seed),
            engine,
            last_id: 0,
            asked_at: 0,
            pending: None,
            notice_revision: 0,
            notice_until: None,
            effects: Vec::new(),
        }
    }

    /// Gives a command at a time in milliseconds: what is due until then is done first.
    pub fn at<T>(&mut self, now: u64, command: impl FnOnce(&mut Match) -> T) -> T {
        self.now = now;
        self.carry_out_pending();
        self.go_on_replaying();
        self.watch_engine();
        self.look_at_clock();
        if self.notice_until.is_some_and(|until| until <= now) {
            self.notice.set(Notice::Nothing);
        }
        let answer = command(self);
        // A move that the command has found is played at once: the timers of a page in the background are late.
        self.carry_out_pending();
        #[cfg(feature = "analysis-board")]
        self.play_premove();
        self.run_clock();
        if self.notice.revision() != self.notice_revision {
            self.notice_revision = self.notice.revision();
            self.notice_until = self.notice.lasts_ms().map(|ms| now + ms);
        }
        answer
    }

    /// When the next command is due at the latest, even if that only updates the time; `None` while nothing is due.
    pub fn wake_at(&self) -> Option<u64> {
        let pending = self.pending.as_ref().map(|(at, _)| *at);
        let all =
            [pending, self.replay.next, self.recovery.wake_at(), self.clock_wake_at(), self.notice_until];
        all.into_iter().flatten().min()
    }

    /// What is to be done outside since this was called last.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Milliseconds that a program takes at least before its move is on the board.
    pub fn set_pause(&mut self, pause_ms: u32) {
        self.habits.pause_ms = Some(pause_ms);
    }

    /// The next random number.
    pub(crate) fn random(&mut self) -> u64 {
        self.random.next()
    }

    /// Whether the game is on the board, and neither a lesson nor a position that is being set up.
    pub fn shows_game(&self) -> bool {
        self.setup.is_none() && self.lesson.is_none()
    }

    /// The size of the board that is shown.
    pub fn board_size(&self) -> BoardSize {
        self.lesson.as_ref().map_or(self.game.record().size(), |lesson| lesson.board().size())
    }

    pub(crate) fn sound(&mut self, sound: Sound) {
        self.effects.push(Effect::Sound(sound));
    }

    pub(crate) fn sound_of_move(&mut self) {
        let sound = self.game.sound_of_move();
        self.sound(sound);
    }

    /// Something else than the game comes on the board.
    pub(crate) fn clear_the_board(&mut self) {
        self.cancel();
        self.analysis.forget();
        self.why_not.forget();
        self.hint.set(None);
        self.notice.set(Notice::Nothing);
    }

    /// The game has changed: what the engine was doing is void, and it may be its turn.
    pub(crate) fn changed(&mut self) {
        self.hint.set(None);
        self.resigning.set(false);
        self.draw.question.set(None);
        self.analysis.forget();
        self.why_not.forget();
        self.log.check_candidates(self.game.record().position());
        self.finding.set(None);
        self.deleted.set(None);
        self.check_review();
        if !self.is_remote_running() && self.analysis_board.is_none() {
            self.effects.push(Effect::Archive);
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
            self.effects.push(Effect::Save);
        }
    }

    /// Gives the game its id and notes when it was played.
    pub(crate) fn stamp(&mut self) {
        let (now, random) = (self.now, self.random() as u32);
        // Ids sort by the time at which they were given.
        self.game.quietly().stamp(now, || format!("{now:012x}-{random:08x}"));
    }

    /// Takes over other habits.
    pub fn set_habits(&mut self, habits: Habits) {
        self.habits = habits;
    }

    /// Shows an error that the front end has detected.
    pub fn complain(&mut self, fault: String) {
        self.effects.push(Effect::Announce(Event::Error(fault.clone())));
        self.notice.set(Notice::Wrong(fault));
    }

    /// Tells of the move that was played last, and of the end of the game that it may be.
    pub(crate) fn announce_move(&mut self) {
        let (position, number) = (self.game.record().position(), self.game.record().cursor());
        let moved = position.last_move().map(|played| (!position.side_to_move(), played));
        if let Some((color, played)) = moved {
            self.effects.push(Effect::Announce(Event::Move { color, played, number }));
        }
        if let Some(result) = self.shown_result() {
            self.effects.push(Effect::Announce(Event::GameEnd(result)));
        }
    }

    /// The result at the position on the board.
    pub fn shown_result(&self) -> Option<GameResult> {
        self.game.record().result_at(self.game.record().current())
    }

    /// The node after this many moves of the line on the board.
    pub(crate) fn node_after(&self, moves: usize) -> NodeId {
        let line = self.game.record().line_nodes();
        moves.checked_sub(1).and_then(|index| line.get(index)).copied().unwrap_or(NodeId::START)
    }
}
