//! The table on the page: a [`Match`] with its parts as signals, and its effects carried out.
//!
//! Components read the signals ([`Topic`]) and give commands with [`Session::act`]; the engine's answers and the passing of time are
//! commands, too. What a command means is decided in `tengen-match` alone.

mod adding;
mod annotating;
mod awake;
mod library;
mod opinions;
mod sight;
mod topics;
mod unsaved;

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use tengen_analysis::Effort;
use tengen_analysis::engine::Request;
use tengen_game::{BoardSize, Ink, Point};
use tengen_match::{
    Account, AnalysisBoard, Deleted, Effect, Event, Finding, Game, Habits, Lesson, Line, Match, Mode,
    NO_TASK, Notice, Objection, Premove, Purpose, Remote, RemoteAction, Review, SavedAnalysis, Seat, Setup,
    Speed, Step, Task, Thought, Walk,
};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::panel::Place;
use crate::preferences::{Preferences, preference};
use crate::reactive::{Memo, RwSignal};
use crate::storage::Saved;
use crate::workers::{self, Client, send};
use crate::{sound, storage};
use topics::Changes;

pub(crate) use adding::{Adding, State as AddingState};
pub(crate) use annotating::{Fault as AnnotationFault, State as AnnotationState};
pub(crate) use library::{Library, Outcome};
pub(crate) use opinions::{Opinion, Opinions, Program};
pub(crate) use topics::{ModeTopic, Topic};

/// One table on the page. Copies share the same table.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    // The parts of the match, described at `Match`.
    pub(crate) game: Topic<Game>,
    pub(crate) games: Topic<u32>,
    pub(crate) notice: Topic<Notice>,
    pub(crate) task: Topic<Option<Task>>,
    pub(crate) thought: Topic<Option<Thought>>,
    pub(crate) hint: Topic<Option<Point>>,
    pub(crate) premove: Topic<Option<Premove>>,
    pub(crate) paused: Topic<bool>,
    pub(crate) resigning: Topic<bool>,
    pub(crate) review: Topic<Option<Review>>,
    pub(crate) effort: Topic<Effort>,
    pub(crate) finding: Topic<Option<Finding>>,
    pub(crate) deleted: Topic<Option<Deleted>>,
    pub(crate) mode: Topic<Mode>,
    pub(crate) setup: ModeTopic<Setup>,
    pub(crate) lesson: ModeTopic<Lesson>,
    pub(crate) walk: ModeTopic<Walk>,
    pub(crate) objection: ModeTopic<Objection>,
    pub(crate) speed: Topic<Speed>,
    pub(crate) analysis_board: ModeTopic<AnalysisBoard>,
    pub(crate) remote: ModeTopic<Remote>,
    pub(crate) analysis: topics::Analysis,
    pub(crate) log: topics::Log,
    pub(crate) clocks: topics::Clocks,
    pub(crate) draw: topics::Draw,
    pub(crate) choosing: topics::Choosing,
    pub(crate) recovery: topics::Recovery,
    /// The point that a tap has chosen, for another tap to confirm.
    pub(crate) aim: RwSignal<Option<Point>>,
    /// The ink with which clicks on the board draw, while the user has chosen one.
    pub(crate) pen: RwSignal<Option<Ink>>,
    /// Whether the line on the board is there because the user points at its first move.
    looks: StoredValue<bool>,
    /// The games that the browser stores.
    pub(crate) library: Library,
    /// What other engines find.
    pub(crate) opinions: Opinions,
    table: StoredValue<Match>,
    changes: Changes,
    /// The text of the game that this window has last read or written.
    saved: StoredValue<Option<String>>,
    /// The text of the analysis that this window has last read or written.
    saved_analysis: StoredValue<Option<String>>,
    /// The analysis of the last visit, until [`Session::begin`].
    to_resume: StoredValue<Option<SavedAnalysis>>,
    preferences: RwSignal<Preferences>,
    engine: Client<Request>,
    /// Sends the user's actions in an online game to the server.
    on_remote: StoredValue<Option<SendAction>, LocalStorage>,
    /// What the engine has found since the page showed it last.
    news: sight::News,
    /// The timer for the next time at which the match is due.
    wake: StoredValue<Option<(u64, Timeout)>, LocalStorage>,
}

/// What the ids of online games contain, between the time of their beginning and their id on the server.
pub(crate) const ONLINE_ID: &str = "-online-";

/// MiB that the engine of a page has by itself. Sixteen were 94 % full after seven seconds of analysis.
const PAGE_HASH_MIB: u32 = 64;

/// Whether a game was played between others on a server.
fn is_watched(game: &Game) -> bool {
    game.identity.opened && game.identity.id.contains(ONLINE_ID)
}

/// Sends an action of the user in an online game.
type SendAction = Rc<dyn Fn(RemoteAction)>;

impl Session {
    /// A table with a game on it. Before [`Session::begin`] it only accepts a first stone of the user.
    pub(crate) fn provide(saved: Saved) -> Session {
        let Saved { game, notice, text, analysis, analysis_text, .. } = saved;
        let table = StoredValue::new(Match::new(game, notice, Habits::APPLICATION, now()));
        let all = Changes::of(table);
        let session = Session {
            game: all.topic(|table| &table.game),
            games: all.topic(|table| &table.games),
            notice: all.topic(|table| &table.notice.shown),
            task: all.topic(|table| &table.engine.task),
            thought: all.topic(|table| &table.analysis.thought),
            hint: all.topic(|table| &table.analysis.hint),
            premove: all.topic(|table| &table.choosing.premove.chosen),
            paused: all.topic(|table| &table.paused),
            resigning: all.topic(|table| &table.ending.resigning),
            review: all.topic(|table| &table.reviews.review),
            effort: all.topic(|table| &table.reviews.effort),
            finding: all.topic(|table| &table.reviews.finding),
            deleted: all.topic(|table| &table.aside.deleted),
            mode: all.topic(|table| &table.mode),
            setup: all.mode_topic(|table| table.mode.setup()),
            lesson: all.mode_topic(|table| table.mode.lesson()),
            walk: all.mode_topic(|table| table.mode.walk()),
            objection: all.mode_topic(|table| table.mode.objection()),
            speed: all.topic(|table| &table.speed),
            analysis_board: all.base_topic(|table| table.base.analysis_board()),
            remote: all.base_topic(|table| table.base.remote()),
            analysis: topics::Analysis::of(all),
            log: topics::Log::of(all),
            clocks: topics::Clocks::of(all),
            draw: topics::Draw::of(all),
            choosing: topics::Choosing::of(all),
            recovery: topics::Recovery::of(all),
            aim: RwSignal::new(None),
            pen: RwSignal::new(None),
            looks: StoredValue::new(false),
            library: Library::new(),
            opinions: Opinions::new(),
            table,
            changes: all,
            saved: StoredValue::new(text),
            saved_analysis: StoredValue::new(analysis_text),
            to_resume: StoredValue::new(analysis),
            preferences: Preferences::of_page(),
            engine: StoredValue::new_local(None),
            on_remote: StoredValue::new_local(None),
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

    /// Begins the activity at a table.
    pub(crate) fn begin(self) {
        self.library.add_waiting();
        let is_saved = self.saved.with_value(Option::is_some);
        let to_resume = self.to_resume.try_update_value(Option::take).flatten();
        if let Some(analysis) = to_resume {
            self.act(|table| table.resume_analysis(analysis));
        }
        self.act(|table| table.begin(is_saved));
        self.follow_settings();
        self.follow_threats();
        self.follow_sight();
        self.stay_awake();
        self.save_clock_when_left();
    }

    /// Lets `act` pass on what the user does in a game that is decided on a server.
    pub(crate) fn on_remote(self, act: impl Fn(RemoteAction) + 'static) {
        self.on_remote.set_value(Some(Rc::new(act)));
    }

    /// Places the first stone of the game, as long as the rest of the page is not there.
    pub(crate) fn place_first(self, point: Point) {
        self.table.update_value(|table| table.place_first(point));
        self.changes.announce();
    }

    /// Gives a command, and carries out what follows from it. Nothing happens if the owner has ended.
    pub(crate) fn act<T: Default>(self, command: impl FnOnce(&mut Match) -> T) -> T {
        self.act_at(now(), command)
    }

    fn act_at<T: Default>(self, now: u64, command: impl FnOnce(&mut Match) -> T) -> T {
        let Some(preferences) = self.preferences.try_get_untracked() else { return T::default() };
        let answer = self.table.try_update_value(|table| {
            table.set_pause(preferences.pause_ms.into());
            table.at(now, command)
        });
        self.settle();
        answer.unwrap_or_default()
    }

    /// The user points at a point of the board: a line that begins there is played out as long as they do.
    pub(crate) fn look_at(self, point: Option<Point>) {
        // The line of an answer or of a finding stays on the board.
        let is_answered = self.objection.with_untracked(|objection| objection.is_some());
        if is_answered || self.finding.with_untracked(Option::is_some) {
            self.looks.set_value(false);
            return;
        }
        let line = point.and_then(|point| self.marked_line(point)).unwrap_or_default();
        // A line that is looked at elsewhere stays.
        let was_looking = self.looks.with_value(|looks| *looks);
        self.looks.set_value(!line.is_empty());
        if was_looking || !line.is_empty() {
            self.act(|table| table.preview(line));
        }
    }

    /// Lets the next point be asked about, or no longer. Clicks on the board then no longer draw.
    pub(crate) fn set_asking_why_not(self, is_on: bool) {
        self.act(|table| table.set_asking_why_not(is_on));
        if self.mode.with_untracked(Mode::is_asking) {
            self.pen.set(None);
        }
    }

    /// Lets clicks on the board draw with an ink, or no longer. A question that waits for a point ends.
    pub(crate) fn set_pen(self, pen: Option<Ink>) {
        if pen.is_some() && self.mode.with_untracked(Mode::is_asking) {
            self.set_asking_why_not(false);
        }
        self.pen.set(pen);
    }

    /// The line that begins at a point, if the board marks its first move as one of the best.
    fn marked_line(self, point: Point) -> Option<Vec<Point>> {
        let are_marked = self.preferences.with_untracked(|preferences| preferences.best_moves);
        if !are_marked {
            return None;
        }
        let begins = |line: &&Line| line.pv.first() == Some(&point);
        let of_best = |lines: &Vec<Line>| lines.iter().find(begins).map(|line| line.pv.clone());
        let is_on = self.analysis.is_on.get_untracked();
        let own = is_on.then(|| self.analysis.lines.with_untracked(of_best)).flatten();
        own.or_else(|| self.opinions.line_from(point))
    }

    /// The identifier of the server's game on the board, as long as it continues. It is not followed.
    pub(crate) fn remote_running(self) -> Option<String> {
        self.read(|table| {
            let remote = table.base.remote().filter(|_| table.is_remote_running());
            remote.map(|remote| remote.id.clone())
        })
    }

    /// Reads the match as a whole. What is read this way is not followed.
    pub(crate) fn read<T>(self, look: impl FnOnce(&Match) -> T) -> T {
        self.table.with_value(look)
    }

    /// Carries out what follows from the last command, shows what has changed, and sets the timer for the next.
    fn settle(self) {
        while let Some(effects) =
            self.table.try_update_value(Match::take_effects).filter(|effects| !effects.is_empty())
        {
            effects.into_iter().for_each(|effect| self.carry_out(effect));
        }
        self.changes.announce();
        let wake_at = self.table.try_with_value(Match::wake_at).flatten();
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

    fn carry_out(self, effect: Effect) {
        match effect {
            Effect::Ask(request) => send(self.engine, &request),
            Effect::AskForChoice(id) => {
                let request = self.table.try_update_value(|table| table.choice_request(id));
                request.flatten().iter().for_each(|request| send(self.engine, request));
            }
            Effect::StartEngine => match workers::start("tengen-worker", move |answer| self.hear(answer)) {
                Ok(engine) => {
                    self.engine.set_value(Some(engine));
                    self.configure_engine();
                }
                Err(reason) => self.act(|table| table.engine_did_not_start(reason)),
            },
            Effect::DropEngine => self.engine.set_value(None),
            Effect::Sound(sound) => sound::play(self.preferences, sound),
            Effect::Archive => {
                let archived =
                    self.table.try_update_value(|table| table.for_library(Game::belongs_in_library));
                self.library.add(archived.flatten());
            }
            Effect::Save => self.save(),
            // The server has a game that continues there, and those of others.
            Effect::Replaced(before) if before.seats().contains(&Seat::External) || is_watched(&before) => {}
            Effect::Replaced(mut before) => {
                let is_new = before.belongs_in_library_when_replaced() && !before.is_archived();
                self.library.add(is_new.then(|| before.into_library()));
                if !before.record().line().is_empty() {
                    storage::write(storage::PREVIOUS_GAME, &before.save());
                }
            }
            Effect::Remote(action) => {
                if let Some(act) = self.on_remote.get_value() {
                    act(action);
                }
            }
            Effect::Announce(Event::Error(reason)) => leptos::logging::warn!("the engine failed: {reason}"),
            // No seat of the page is external.
            Effect::Announce(_) | Effect::Found(..) | Effect::AskExternal(_) | Effect::StopExternal(_) => {}
        }
    }

    /// Gives the engine the threads and the memory of the settings. It forgets what it has found.
    pub(crate) fn configure_engine(self) {
        let Some(Preferences { threads, hash_mib, .. }) = self.preferences.try_get_untracked() else {
            return;
        };
        let threads = (threads > 0).then_some(threads.into());
        // An engine of the program around the page knows how much memory the machine has.
        let automatic = (!workers::has_engine()).then_some(PAGE_HASH_MIB);
        let hash_mib = if hash_mib > 0 { Some(hash_mib.into()) } else { automatic };
        send(self.engine, &Request::Configure { id: NO_TASK, threads, hash_mib });
    }

    /// Follows the settings of the engine and of the analysis.
    fn follow_settings(self) {
        let analysis = preference(|p| (p.lines, p.analysis_s));
        leptos::prelude::Effect::new(move || {
            let (lines, seconds) = analysis.get();
            self.act(|table| {
                table.set_line_count(lines.into());
                table.set_analysis_time((seconds > 0).then(|| u32::from(seconds) * 1_000));
            });
        });
        let shades = preference(|p| p.heat);
        let position = self.position();
        leptos::prelude::Effect::new(move || {
            self.recovery.restarts.track();
            if shades.get() && self.analysis.is_on.get() {
                position.get();
                self.act(Match::look_up_candidates);
            }
        });
        let premoves = preference(|p| p.premoves);
        leptos::prelude::Effect::new(move || {
            let are_allowed = premoves.get();
            self.act(|table| table.set_premoves(are_allowed));
        });
        let engine = preference(|p| (p.threads, p.hash_mib));
        let can_restart = Memo::new(move |_| self.can_restart_analysis());
        leptos::prelude::Effect::new(move |before: Option<(u8, u16)>| {
            let now = engine.get();
            // An engine that is started later is configured then.
            let before = before.unwrap_or(now);
            // New settings end what the engine is doing, so that they wait for its end.
            if before == now || !can_restart.get() {
                return before;
            }
            self.restart_analysis();
            now
        });
    }

    /// Whether the engine does nothing but what [`Session::restart_analysis`] begins again.
    pub(crate) fn can_restart_analysis(self) -> bool {
        matches!(self.purpose(), None | Some(Purpose::Analyse | Purpose::Explain))
    }

    /// Clears what the engine remembers. An analysis begins again.
    pub(crate) fn restart_analysis(self) {
        let is_on = self.analysis.is_on.get_untracked();
        if is_on {
            self.act(|table| table.set_analysing(false));
        }
        self.configure_engine();
        if is_on {
            self.act(|table| table.set_analysing(true));
        }
    }

    fn save(self) {
        // The server has a game that continues there.
        if self.read(Match::is_remote_running) {
            return;
        }
        self.save_analysis();
        let waiting = self.analysis_board.with_untracked(|board| board.map(|it| it.game().save()));
        // The game that waits for the end of the analysis rarely changes, and another window may have written since.
        if waiting.is_some() && self.saved.with_value(|saved| *saved == waiting) {
            return;
        }
        let text = waiting.unwrap_or_else(|| self.game.with_untracked(Game::save));
        let there = storage::read(storage::GAME);
        // What another window has written since is that window's game, and is not lost.
        if let Some(there) =
            there.filter(|there| self.saved.with_value(|saved| saved.as_ref() != Some(there)))
        {
            storage::write(storage::PREVIOUS_GAME, &there);
        }
        self.library.write(storage::GAME, &text);
        self.saved.set_value(Some(text));
    }

    /// Saves the analysis board, or what was analysed beside the game. Where there is neither, that of another window stays.
    fn save_analysis(self) {
        let text = self.read(Match::save_analysis);
        let there = storage::read(storage::ANALYSIS);
        let is_own = self.saved_analysis.with_value(|saved| *saved == there);
        match &text {
            Some(text) => {
                // What another window has written is not lost.
                if let Some(there) = there.filter(|_| !is_own) {
                    match SavedAnalysis::load(&there) {
                        Ok(others) => storage::write(storage::PREVIOUS_GAME, &others.game().save()),
                        Err(_) => storage::write(storage::UNREADABLE_ANALYSIS, &there),
                    };
                }
                self.library.write(storage::ANALYSIS, text);
            }
            None if is_own => storage::remove(storage::ANALYSIS),
            None => {}
        }
        self.saved_analysis.set_value(text);
    }

    /// Saves the state of a running clock when the page is left.
    fn save_clock_when_left(self) {
        let leave = move || {
            // A stopped clock is saved already.
            if self.act(Match::read_clock) {
                self.save();
            }
        };
        let closed = window_event_listener(leptos::ev::pagehide, move |_| leave());
        // Mobile browsers close hidden pages without another event.
        let hidden = window_event_listener(leptos::ev::visibilitychange, move |_| {
            if document().hidden() {
                leave();
            }
        });
        on_cleanup(move || {
            closed.remove();
            hidden.remove();
        });
    }

    /// Requests the threats of every position while the setting is on.
    fn follow_threats(self) {
        let wanted = preference(|preferences| preferences.threats);
        let position = self.position();
        leptos::prelude::Effect::new(move || {
            // An engine that takes another's place has none of its requests.
            self.recovery.restarts.track();
            let are_wanted = wanted.get();
            if are_wanted {
                position.get();
            }
            self.act(|table| table.look_up_threats(are_wanted));
        });
    }

    /// Asks for the candidates in every position, until the current owner has ended.
    pub(crate) fn follow_candidates(self) {
        let position = self.position();
        leptos::prelude::Effect::new(move || {
            self.recovery.restarts.track();
            position.get();
            self.act(Match::look_up_candidates);
        });
    }

    fn position(self) -> Memo<tengen_game::Position> {
        Memo::new(move |_| self.game.with(|game| game.record().position().clone()))
    }

    /// Whether the game is on the board, and neither a lesson nor a position that is being set up.
    pub(crate) fn shows_game(self) -> bool {
        self.mode.with(Mode::shows_game)
    }

    /// The size of the board that is shown.
    pub(crate) fn board_size(self) -> BoardSize {
        self.mode.track();
        self.game.track();
        self.read(Match::board_size)
    }

    /// Whether the game on the board came by a link and is only looked at.
    pub(crate) fn is_watching(self) -> bool {
        self.shows_game() && self.game.with(|game| game.identity.watched)
    }

    /// Whether an online game is being played, in which the players have no help.
    pub(crate) fn is_remote_running(self) -> bool {
        self.remote.track();
        self.game.track();
        self.read(Match::is_remote_running)
    }

    /// What the engine is doing, if anything.
    pub(crate) fn purpose(self) -> Option<Purpose> {
        self.task.with(|task| task.map(|Task { purpose, .. }| purpose))
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub(crate) fn is_free(self) -> bool {
        self.task.track();
        self.read(Match::is_free)
    }

    /// Whether the person whose turn it is can offer a draw.
    pub(crate) fn can_offer_draw(self) -> bool {
        self.task.track();
        self.game.track();
        self.draw.offered_at.track();
        self.read(Match::can_offer_draw)
    }

    /// Whether there is something in the opening to take back.
    pub(crate) fn can_take_choice_back(self) -> bool {
        self.choosing.chosen.track();
        self.game.track();
        self.read(Match::can_take_choice_back)
    }

    /// What minimax did for its last move, as long as that is a move of the game on the board.
    pub(crate) fn account(self) -> Option<Account> {
        self.log.account.track();
        self.game.track();
        self.read(|table| table.account().cloned())
    }

    /// Whether there is a game to go back to.
    pub(crate) fn has_previous(self) -> bool {
        storage::read(storage::PREVIOUS_GAME).is_some()
    }

    /// Goes back to the game that was on the board before; the one that is there now can be found in the same way.
    pub(crate) fn open_previous(self) {
        let previous = storage::read(storage::PREVIOUS_GAME).and_then(|text| Game::load(&text).ok());
        if let Some(game) = previous {
            self.act(|table| table.open_game(game));
        }
    }
}

/// The time now, as the clocks of the page count it: milliseconds since 1970.
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// Single letters for frequent actions, with the focus anywhere except in a form.
pub(crate) fn press(session: Session, event: &KeyboardEvent, place: RwSignal<Place>) {
    let focus = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in = |selector: &str| {
        focus.as_ref().is_some_and(|element| matches!(element.closest(selector), Ok(Some(_))))
    };
    // Letters mean nothing to a slider or a switch.
    let in_form = is_in("input:not([type='range'], [type='checkbox'], [type='radio']), select, textarea");
    // From here the keys beside the arrows move the focus, or the slider.
    let moves_focus = is_in("[role='grid'], [role='tablist'], .tree, input");
    let key = event.key();
    let shows_other = matches!(place.get_untracked(), Place::NewGame | Place::SetUp | Place::Lesson);
    if event.ctrl_key() || event.meta_key() {
        match key.as_str() {
            _ if in_form || shows_other || event.alt_key() => return,
            "Z" | "y" => session.act(Match::redo),
            "z" if event.shift_key() => session.act(Match::redo),
            "z" => session.act(Match::undo),
            _ => return,
        }
        event.prevent_default();
        return;
    }
    if event.alt_key() {
        return;
    }
    // A key that is held down repeats these.
    match key.as_str() {
        _ if in_form || shows_other => {}
        // On the board, and among tabs and variations, they move the focus.
        "ArrowLeft" if !moves_focus => session.act(|table| table.step(-1)),
        "ArrowRight" if !moves_focus => session.act(|table| table.step(1)),
        "ArrowUp" if !moves_focus && session.act(|table| table.climb(Step::Previous)) => {
            event.prevent_default();
        }
        "ArrowDown" if !moves_focus && session.act(|table| table.climb(Step::Next)) => {
            event.prevent_default();
        }
        "," => session.act(|table| table.step(-1)),
        "." => session.act(|table| table.step(1)),
        "Home" if !moves_focus => session.act(|table| table.step(isize::MIN)),
        "End" if !moves_focus => session.act(|table| table.step(isize::MAX)),
        _ => {}
    }
    if event.repeat() {
        return;
    }
    match key.as_str() {
        // The question is about the board, which every place shows.
        "Escape" if session.act(Match::leave_why_not) => {}
        "Escape" if place.get_untracked().is_left_by_escape() => place.set(Place::Play),
        "Escape" if session.act(Match::drop_premove) => {}
        "Escape" => session.act(Match::play_on),
        _ if in_form => {}
        "?" => place.set(Place::Help),
        _ if shows_other => {}
        "u" | "U" => session.act(Match::undo),
        "r" | "R" => session.act(Match::redo),
        "h" | "H" => session.act(Match::ask_hint),
        "p" | "P" => session.act(Match::toggle_replay),
        "w" | "W" => session.set_asking_why_not(!session.mode.with_untracked(Mode::is_asking)),
        "a" | "A" => session.act(|table| table.set_analysing(!*table.analysis.is_on)),
        "m" | "M" => session.preferences.update(Preferences::toggle_marks),
        "n" | "N" => place.set(Place::NewGame),
        _ => {}
    }
}
