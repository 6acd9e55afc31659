//! The table on the page: a [`Match`] with its parts as signals, and its effects carried out.
//!
//! Components read the signals ([`Topic`]) and give commands with [`Session::act`]; the engine's answers and the passing of time are
//! commands, too. What a command means is decided in `tengen-match` alone.

mod adding;
mod annotating;
mod awake;
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
use tengen_game::{BoardSize, Point};
use tengen_match::{Account, Game, Habits, Match, Mode, NO_TASK, Purpose, RemoteAction, Task};

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
    /// What other engines find.
    pub(crate) opinions: Opinions,
    stored: StoredValue<Match>,
    changes: Changes,
    saving: Saving,
    pub(crate) preferences: RwSignal<Preferences>,
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
            stored,
            changes,
            saving,
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
        let is_saved = self.saving.has_game();
        let to_resume = self.saving.take_analysis();
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
        self.stored.update_value(|table| table.place_first(point));
        self.changes.announce();
    }

    /// Gives a command, and carries out what follows from it. Nothing happens if the owner has ended.
    pub(crate) fn act<T: Default>(self, command: impl FnOnce(&mut Match) -> T) -> T {
        self.act_at(now(), command)
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

    /// The identifier of the server's game on the board, as long as it continues. It is not followed.
    pub(crate) fn remote_running(self) -> Option<String> {
        self.read(|table| {
            let remote = table.base.remote().filter(|_| table.is_remote_running());
            remote.map(|remote| remote.id.clone())
        })
    }

    /// Reads the match as a whole. What is read this way is not followed.
    pub(crate) fn read<T>(self, look: impl FnOnce(&Match) -> T) -> T {
        self.stored.with_value(look)
    }

    /// Carries out what follows from the last command, shows what has changed, and sets the timer for the next.
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

    /// Whether the engine does nothing but what [`Session::restart_analysis`] begins again.
    pub(crate) fn can_restart_analysis(self) -> bool {
        matches!(self.purpose(), None | Some(Purpose::Analyse | Purpose::Explain))
    }

    /// Clears what the engine remembers. An analysis begins again.
    pub(crate) fn restart_analysis(self) {
        let is_on = self.table.analysis.is_on.get_untracked();
        if is_on {
            self.act(|table| table.set_analysing(false));
        }
        self.configure_engine();
        if is_on {
            self.act(|table| table.set_analysing(true));
        }
    }

    /// Whether the game is on the board, and neither a lesson nor a position that is being set up.
    pub(crate) fn shows_game(self) -> bool {
        self.table.mode.with(Mode::shows_game)
    }

    /// The size of the board that is shown.
    pub(crate) fn board_size(self) -> BoardSize {
        self.table.mode.track();
        self.table.game.track();
        self.read(Match::board_size)
    }

    /// Whether the game on the board came by a link and is only looked at.
    pub(crate) fn is_watching(self) -> bool {
        self.shows_game() && self.table.game.with(|game| game.identity.watched)
    }

    /// Whether an online game is being played, in which the players have no help.
    pub(crate) fn is_remote_running(self) -> bool {
        self.table.remote.track();
        self.table.game.track();
        self.read(Match::is_remote_running)
    }

    /// What the engine is doing, if anything.
    pub(crate) fn purpose(self) -> Option<Purpose> {
        self.table.task.with(|task| task.map(|Task { purpose, .. }| purpose))
    }

    /// Whether the engine runs at most tasks that the user did not request.
    pub(crate) fn is_free(self) -> bool {
        self.table.task.track();
        self.read(Match::is_free)
    }

    /// Whether the person whose turn it is can offer a draw.
    pub(crate) fn can_offer_draw(self) -> bool {
        self.table.task.track();
        self.table.game.track();
        self.table.draw.offered_at.track();
        self.read(Match::can_offer_draw)
    }

    /// Whether there is something in the opening to take back.
    pub(crate) fn can_take_choice_back(self) -> bool {
        self.table.choosing.chosen.track();
        self.table.game.track();
        self.read(Match::can_take_choice_back)
    }

    /// What minimax did for its last move, as long as that is a move of the game on the board.
    pub(crate) fn account(self) -> Option<Account> {
        self.table.log.account.track();
        self.table.game.track();
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
