//! The table on the page: a [`Match`] whose parts are signals, and whose effects are carried out.
//!
//! Components read the signals ([`Topic`]) and give commands with [`Session::act`]; the engine's answers and the passing of time are
//! commands, too. The effects of a command are decided in `tengen-match` alone.

mod adding;
mod annotating;
mod awake;
mod coaching;
mod effects;
mod following;
mod library;
mod opinions;
mod pointing;
mod saving;
mod sight;
mod topics;
mod unsaved;

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_analysis::engine::Request;
use tengen_analysis::{PointThreat, ReviewedMove, Viewer};
use tengen_game::{BoardSize, Color, Point};
use tengen_match::{
    Account, Analysis, Aside, Consequence, Context, Feature, Game, Habits, Match, Mode, NO_TASK, Notice,
    Picture, Purpose, RemoteAction, Task, TreeStep, WhyNot,
};

use tengen_puzzles::Shown;

use crate::place::Place;
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
use crate::storage::{self, Saved};
use crate::workers::{self, Client, send};
use pointing::Pointing;
use saving::Saving;
use topics::Changes;

pub(crate) use adding::{Adding, State as AddingState};
pub(crate) use annotating::{Fault as AnnotationFault, State as AnnotationState};
pub(crate) use library::{Library, Outcome};
pub(crate) use opinions::{Opinion, Opinions, Program};
pub(crate) use topics::{Parts, Topic};

/// One table on the page. Copies share the same table.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// The parts of the match.
    pub(crate) table: Parts,
    pub(crate) pointing: Pointing,
    /// The games that the browser stores.
    pub(crate) library: Library,
    /// The findings of the engines that the user has added.
    pub(crate) opinions: Opinions,
    /// The threats that the coach marks for a beginner, each with its side.
    pub(crate) urgent: RwSignal<Vec<(Color, PointThreat)>>,
    stored: StoredValue<Match>,
    changes: Changes,
    saving: Saving,
    pub(crate) preferences: RwSignal<Preferences>,
    engine: Client<Request>,
    /// The receivers of what the user does outside the games of this table.
    receivers: StoredValue<Receivers, LocalStorage>,
    /// The engine's answers that the page has not shown yet.
    news: sight::News,
    /// The timer for the next time at which the match is due.
    wake: StoredValue<Option<(u64, Timeout)>, LocalStorage>,
}

/// The mark in the identifiers of online games, between the time of their beginning and their identifier on the server.
pub(crate) const ONLINE_ID: &str = "-online-";

/// The hash memory of the page's engine in MiB, without a size in the settings. A table of 16 MiB was 94 % full after seven seconds of
/// analysis.
const PAGE_HASH_MIB: u32 = 64;

/// Whether a game was played between other users on a server.
fn is_watched(game: &Game) -> bool {
    game.identity.opened && game.identity.id.contains(ONLINE_ID)
}

/// The function that sends an action of the user in an online game.
type SendAction = Rc<dyn Fn(RemoteAction)>;

/// The receivers of what the user does in online games and in puzzles.
#[derive(Default)]
struct Receivers {
    /// The function that sends the user's actions in an online game to the server.
    remote: Option<SendAction>,
    /// The training with puzzles, or the course, whichever has put an exercise on the board last.
    exercise: Option<Rc<dyn ExerciseInput>>,
    /// The training with puzzles, which makes some of mistakes.
    reviews: Option<Rc<dyn ReviewListener>>,
}

/// What the user does while an exercise is on the board.
pub(crate) trait ExerciseInput {
    /// The place to which the key Escape leads.
    fn leads_to(&self) -> Place;

    /// The user has chosen a point of the board.
    fn play(&self, point: Point);

    /// The user has pressed a key outside of any form. A key that is held down comes again and again.
    fn press(&self, key: &str, is_repeated: bool);
}

/// The receiver of reviews that were made in the background.
pub(crate) trait ReviewListener {
    /// A game of the library was reviewed in the background.
    fn reviewed(&self, game: &Game, reviewed: &[ReviewedMove]);
}

impl Session {
    /// Provides a table with a game on it. Before [`Session::begin`] the table accepts only a first stone of the user.
    pub(crate) fn provide(mut saved: Saved) -> Session {
        let saving = Saving::of(&mut saved);
        let Saved { game, notice, .. } = saved;
        let stored = StoredValue::new(Match::new(game, notice, Habits::APPLICATION, now()));
        let changes = Changes::of(stored);
        let session = Session {
            table: Parts::of(changes),
            pointing: Pointing::new(),
            library: Library::new(),
            opinions: Opinions::new(),
            urgent: RwSignal::new(Vec::new()),
            stored,
            changes,
            saving,
            preferences: Preferences::of_page(),
            engine: StoredValue::new_local(None),
            receivers: StoredValue::new_local(Receivers::default()),
            news: sight::News::new(),
            wake: StoredValue::new_local(None),
        };
        provide_context(session);
        on_cleanup(move || {
            session.wake.set_value(None);
            session.news.drop_timer();
            session.engine.set_value(None);
            session.library.annotating.drop_engine();
        });
        session
    }

    pub(crate) fn of_page() -> Session {
        expect_context()
    }

    /// Begins the match on the table, resumes the analysis of the last visit, and starts the effects of the page.
    pub(crate) fn begin(self) {
        self.library.add_waiting();
        let is_saved = self.saving.has_game();
        let to_resume = self.saving.take_analysis();
        if let Some(analysis) = to_resume {
            self.give(|aside, context| Aside::resume_analysis(aside, analysis, context));
        }
        self.begin_coaching();
        self.act(|table| table.begin(is_saved));
        self.follow_settings();
        self.follow_coaching();
        self.follow_threats();
        self.follow_sight();
        self.stay_awake();
        self.save_clock_when_left();
    }

    /// Sets the function to which the user's actions in an online game are passed.
    pub(crate) fn on_remote(self, act: impl Fn(RemoteAction) + 'static) {
        self.receivers.update_value(|receivers| receivers.remote = Some(Rc::new(act)));
    }

    /// Puts an exercise on the board, whose moves and keys the receiver takes from now on.
    pub(crate) fn show_exercise(self, shown: Shown, receiver: impl ExerciseInput + 'static) {
        let picture = Picture {
            last: shown.last,
            hint: shown.hint,
            next: shown.next,
            numbered: shown.numbered,
            marked: shown.marked,
            forbidden: shown.forbidden,
            ..Picture::of(shown.board)
        };
        self.receivers.update_value(|receivers| receivers.exercise = Some(Rc::new(receiver)));
        self.give(|mode, context| {
            // A refusal belongs to the move before.
            let mut all = vec![Consequence::Notice(Notice::Nothing)];
            all.extend(picture.show_exercise(mode, context));
            all
        });
    }

    /// The receiver of moves and keys, while an exercise is on the board.
    pub(crate) fn exercise(self) -> Option<Rc<dyn ExerciseInput>> {
        let is_there = self.table.mode.with_untracked(|mode| mode.exercise().is_some());
        self.receivers.with_value(|receivers| receivers.exercise.clone()).filter(|_| is_there)
    }

    /// Sets the receiver of reviews that were made in the background.
    pub(crate) fn on_review(self, listener: impl ReviewListener + 'static) {
        self.receivers.update_value(|receivers| receivers.reviews = Some(Rc::new(listener)));
    }

    /// Passes a review on that was made in the background.
    fn reviewed(self, game: &Game, reviewed: &[ReviewedMove]) {
        let listener = self.receivers.with_value(|receivers| receivers.reviews.clone());
        listener.into_iter().for_each(|listener| listener.reviewed(game, reviewed));
    }

    /// Places the first stone of the game before the rest of the page is loaded.
    pub(crate) fn place_first(self, point: Point) {
        self.stored.update_value(|table| table.place_first(point));
        self.changes.announce();
    }

    /// Gives the match a command, and carries out its effects. Nothing happens if the owner has ended.
    pub(crate) fn act<T: Default>(self, command: impl FnOnce(&mut Match) -> T) -> T {
        self.act_at(now(), command)
    }

    /// Gives a feature of the match a command, as [`Session::act`] does.
    pub(crate) fn give<F: Feature>(self, command: impl FnOnce(&mut F, &mut Context<'_>) -> Vec<Consequence>) {
        self.act(|table| table.give(command));
    }

    /// Goes a step through the variations; whether there was anywhere to go.
    pub(crate) fn climb(self, step: TreeStep) -> bool {
        let here = |table: &Match| table.game.record().current();
        let before = self.read(here);
        self.give(|aside, context| Aside::climb(aside, step, context));
        self.read(here) != before
    }

    /// Leaves the question why a move is not played, or a proof; whether there was a question.
    pub(crate) fn leave_why_not(self) -> bool {
        let is_question = self.table.mode.with_untracked(Mode::is_why_not);
        self.give(WhyNot::leave);
        is_question
    }

    fn act_at<T: Default>(self, now: u64, command: impl FnOnce(&mut Match) -> T) -> T {
        let Some(preferences) = self.preferences.try_get_untracked() else { return T::default() };
        let answer = self.stored.try_update_value(|table| {
            table.set_pause(preferences.pause_ms.into());
            table.at(now, command)
        });
        self.settle();
        answer.unwrap_or_default()
    }

    /// The identifier of the online game on the board, while that continues. The call does not subscribe to signals.
    pub(crate) fn remote_running(self) -> Option<String> {
        self.read(|table| {
            let remote = table.base.remote().filter(|_| table.base.is_remote_running());
            remote.map(|remote| remote.id.clone())
        })
    }

    /// Reads the match as a whole. The call does not subscribe to signals.
    pub(crate) fn read<T>(self, look: impl FnOnce(&Match) -> T) -> T {
        self.stored.with_value(look)
    }

    /// Carries out the effects of the last command, announces the changed parts, and sets the timer for the time at which the match is due.
    fn settle(self) {
        while let Some(effects) =
            self.stored.try_update_value(Match::take_effects).filter(|effects| !effects.is_empty())
        {
            effects.into_iter().for_each(|effect| self.carry_out(effect));
        }
        self.changes.announce();
        let wake_at = self.stored.try_with_value(Match::wake_at).flatten();
        let timer_at = self.wake.try_with_value(|wake| wake.as_ref().map(|(at, _)| *at)).flatten();
        if wake_at == timer_at {
            return;
        }
        let timer = |at: u64| {
            let pause = u32::try_from(at.saturating_sub(now())).unwrap_or(u32::MAX);
            // The browser's timers do not follow the time of day, which may be put back meanwhile.
            (at, Timeout::new(pause, move || self.wake_up(at)))
        };
        self.wake.try_set_value(wake_at.map(timer));
    }

    fn wake_up(self, at: u64) {
        self.wake.try_set_value(None);
        self.act_at(now().max(at), |_| ());
    }

    /// Configures the engine with the threads and the memory of the settings. This clears the engine's stored findings.
    pub(crate) fn configure_engine(self) {
        let Some(Preferences { threads, hash_mib, .. }) = self.preferences.try_get_untracked() else {
            return;
        };
        let threads = (threads > 0).then_some(threads.into());
        // An engine of the program around the page selects its memory by that of the machine.
        let automatic = (!workers::has_engine()).then_some(PAGE_HASH_MIB);
        let hash_mib = if hash_mib > 0 { Some(hash_mib.into()) } else { automatic };
        send(self.engine, &Request::Configure { id: NO_TASK, threads, hash_mib });
    }

    /// Whether the engine is idle, or has a task that [`Session::restart_analysis`] begins again.
    pub(crate) fn can_restart_analysis(self) -> bool {
        matches!(self.purpose(), None | Some(Purpose::Analyse | Purpose::Explain))
    }

    /// Clears the engine's stored findings. An analysis begins again.
    pub(crate) fn restart_analysis(self) {
        let is_on = self.table.analysis.is_on.get_untracked();
        if is_on {
            self.give(|analysis, context| Analysis::set_on(analysis, false, context));
        }
        self.configure_engine();
        if is_on {
            self.give(|analysis, context| Analysis::set_on(analysis, true, context));
        }
    }

    /// Whether the board shows the game, and neither an exercise nor a position that is being set up.
    pub(crate) fn shows_game(self) -> bool {
        self.table.mode.with(Mode::shows_game)
    }

    pub(crate) fn board_size(self) -> BoardSize {
        self.table.mode.track();
        self.table.game.track();
        self.read(Match::board_size)
    }

    /// The person to whom values are told. The only person who plays the game reads the own chances, unless the user prefers Black's.
    pub(crate) fn viewer(self) -> Viewer {
        if self.preferences.with(|preferences| preferences.black_chances) {
            return Viewer::Neutral;
        }
        self.table.game.with(Game::sole_player).map_or(Viewer::Neutral, Viewer::Player)
    }

    /// Whether the game on the board was opened from a link and is only viewed.
    pub(crate) fn is_watching(self) -> bool {
        self.shows_game() && self.table.game.with(|game| game.identity.watched)
    }

    /// Whether an online game is being played, in which the players have no help.
    pub(crate) fn is_remote_running(self) -> bool {
        self.table.remote.track();
        self.table.game.track();
        self.read(|table| table.base.is_remote_running())
    }

    /// The purpose of the engine's task, if there is one.
    pub(crate) fn purpose(self) -> Option<Purpose> {
        self.table.task.with(|task| task.map(|Task { purpose, .. }| purpose))
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub(crate) fn is_free(self) -> bool {
        self.table.task.track();
        self.read(|table| table.engine.is_free())
    }

    /// Whether the person whose turn it is can offer a draw.
    pub(crate) fn can_offer_draw(self) -> bool {
        self.table.task.track();
        self.table.game.track();
        self.table.draw.offered_at.track();
        self.read(|table| table.ending.can_offer_draw(&table.game, &table.situation()))
    }

    /// Whether a choice in the opening can be taken back.
    pub(crate) fn can_take_choice_back(self) -> bool {
        self.table.choosing.chosen.track();
        self.table.game.track();
        self.read(|table| table.choosing.can_take_back(&table.game))
    }

    /// The statistics of minimax's last move, while that is a move of the game on the board.
    pub(crate) fn account(self) -> Option<Account> {
        self.table.log.account.track();
        self.table.game.track();
        self.read(|table| table.engine.log.account_of(&table.game, *table.games).cloned())
    }

    /// Whether the browser stores the game that was on the board before.
    pub(crate) fn has_previous(self) -> bool {
        storage::read(storage::PREVIOUS_GAME).is_some()
    }

    /// Opens the game that was on the board before. The current game becomes the previous one.
    pub(crate) fn open_previous(self) {
        let previous = storage::read(storage::PREVIOUS_GAME).and_then(|text| Game::load(&text).ok());
        if let Some(game) = previous {
            self.act(|table| table.open_game(game));
        }
    }
}

/// The current time of the page's clocks: milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
