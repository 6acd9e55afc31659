//! The parts of a match as signals. Each notifies its subscribers when a command has changed it.

use std::sync::Arc;

use leptos::prelude::{StoredValue, UpdateValue, WithValue};
use tengen_analysis::{Candidate, Effort, Explanation, PointThreat};
use tengen_game::{Color, NodeId, Point};
use tengen_match::{
    Account, AnalysisBoard, Deleted, Finding, Game, Line, LoggedSearch, Match, Mode, Notice, Objection,
    Premove, Remote, Review, Setup, Solution, Speed, Task, Thought, Tracked, Walk, Warned,
};

use crate::reactive::RwSignal;

/// A part of the match as a signal. The part is read in the match itself; nothing is copied.
pub(crate) struct Topic<T: 'static>(RwSignal<Source<T>>);

/// The source of a part: the match, and the function that finds the part there.
struct Source<T: 'static> {
    table: StoredValue<Match>,
    part: fn(&Match) -> &Tracked<T>,
}

impl<T: 'static> Topic<T> {
    /// Passes the value to `look`. The effect or memo that calls this runs again when the value changes.
    pub(crate) fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.0.with(|source| source.look(look))
    }

    pub(crate) fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        self.0.with_untracked(|source| source.look(look))
    }

    pub(crate) fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }

    pub(crate) fn track(self) {
        self.0.track();
    }
}

impl<T: 'static> Source<T> {
    fn look<U>(&self, look: impl FnOnce(&T) -> U) -> U {
        self.table.with_value(|table| look((self.part)(table)))
    }
}

impl<T> Clone for Topic<T> {
    fn clone(&self) -> Topic<T> {
        *self
    }
}

impl<T> Copy for Topic<T> {}

/// A part that a match has only in some modes, such as the set-up, or only with some kinds of games. The part is read in the match itself;
/// nothing is copied.
pub(crate) struct ModeTopic<T: 'static>(RwSignal<ModeSource<T>>);

/// The source of such a part: the match, and the function that finds the part if it exists.
struct ModeSource<T: 'static> {
    table: StoredValue<Match>,
    part: fn(&Match) -> Option<&T>,
}

impl<T: 'static> ModeTopic<T> {
    /// Passes the part to `look`, as [`Topic::with`] does.
    pub(crate) fn with<U>(self, look: impl FnOnce(Option<&T>) -> U) -> U {
        self.0.with(|source| source.look(look))
    }

    pub(crate) fn track(self) {
        self.0.track();
    }

    pub(crate) fn with_untracked<U>(self, look: impl FnOnce(Option<&T>) -> U) -> U {
        self.0.with_untracked(|source| source.look(look))
    }

    pub(crate) fn get(self) -> Option<T>
    where
        T: Clone,
    {
        self.with(|part| part.cloned())
    }
}

impl<T: 'static> ModeSource<T> {
    fn look<U>(&self, look: impl FnOnce(Option<&T>) -> U) -> U {
        self.table.with_value(|table| look((self.part)(table)))
    }
}

impl<T> Clone for ModeTopic<T> {
    fn clone(&self) -> ModeTopic<T> {
        *self
    }
}

impl<T> Copy for ModeTopic<T> {}

/// A part's revision that was announced last, and the function that announces a new one.
struct Watched {
    revision: Box<dyn Fn(&Match) -> u32 + Send + Sync>,
    announced: u32,
    announce: Arc<dyn Fn() + Send + Sync>,
}

/// The changes of a match's parts, which are announced to their followers.
#[derive(Clone, Copy)]
pub(super) struct Changes {
    table: StoredValue<Match>,
    watched: StoredValue<Vec<Watched>>,
}

impl Changes {
    pub(super) fn of(table: StoredValue<Match>) -> Changes {
        Changes { table, watched: StoredValue::new(Vec::new()) }
    }

    /// A part as a signal.
    fn topic<T: 'static>(self, part: fn(&Match) -> &Tracked<T>) -> Topic<T> {
        let signal = RwSignal::new(Source { table: self.table, part });
        self.watch(move |table| part(table).revision(), move || signal.notify());
        Topic(signal)
    }

    /// A part of some modes as a signal, which notifies at every change of the mode.
    fn mode_topic<T: 'static>(self, part: fn(&Match) -> Option<&T>) -> ModeTopic<T> {
        let signal = RwSignal::new(ModeSource { table: self.table, part });
        self.watch(|table| table.mode.revision(), move || signal.notify());
        ModeTopic(signal)
    }

    /// A part of some kinds of games as a signal, which notifies at every change of the kind.
    fn base_topic<T: 'static>(self, part: fn(&Match) -> Option<&T>) -> ModeTopic<T> {
        let signal = RwSignal::new(ModeSource { table: self.table, part });
        self.watch(|table| table.base.revision(), move || signal.notify());
        ModeTopic(signal)
    }

    /// A group of parts that belong together.
    fn group<T>(self, of: fn(Changes) -> T) -> T {
        of(self)
    }

    fn watch(
        self,
        revision: impl Fn(&Match) -> u32 + Send + Sync + 'static,
        announce: impl Fn() + Send + Sync + 'static,
    ) {
        let announced = self.table.with_value(&revision);
        self.watched.update_value(|all| {
            all.push(Watched { revision: Box::new(revision), announced, announce: Arc::new(announce) });
        });
    }

    /// Notifies the followers of each part that has changed since the last call.
    pub(super) fn announce(self) {
        let changed = self.table.try_with_value(|table| {
            self.watched.try_update_value(|all| {
                let news = all.iter_mut().filter_map(|watched| {
                    let now = (watched.revision)(table);
                    let before = std::mem::replace(&mut watched.announced, now);
                    (before != now).then(|| watched.announce.clone())
                });
                news.collect::<Vec<_>>()
            })
        });
        // Followers read the match, so no borrow of it may remain.
        changed.flatten().unwrap_or_default().into_iter().for_each(|announce| announce());
    }
}

/// Types whose fields are parts of the match as signals. Each part has one line: its name, its type, the function that follows it, and its
/// place in the match.
macro_rules! parts {
    ($($(#[$about:meta])* $group:ident { $($part:ident: $type:ty = $follow:ident($place:expr),)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(crate) struct $group {
            $(pub(crate) $part: $type,)*
        }

        impl $group {
            pub(super) fn of(all: Changes) -> $group {
                $group { $($part: all.$follow($place),)* }
            }
        }
    )*};
}

parts! {
    /// The parts of the match, which are described at [`Match`].
    Parts {
        game: Topic<Game> = topic(|table| &table.game),
        games: Topic<u32> = topic(|table| &table.games),
        notice: Topic<Notice> = topic(|table| &table.notice.shown),
        task: Topic<Option<Task>> = topic(|table| &table.engine.task),
        thought: Topic<Option<Thought>> = topic(|table| &table.analysis.thought),
        hint: Topic<Option<Point>> = topic(|table| &table.analysis.hint),
        premove: Topic<Option<Premove>> = topic(|table| &table.choosing.premove.chosen),
        paused: Topic<bool> = topic(|table| &table.paused),
        resigning: Topic<bool> = topic(|table| &table.ending.resigning),
        review: Topic<Option<Review>> = topic(|table| &table.reviews.review),
        effort: Topic<Effort> = topic(|table| &table.reviews.effort),
        finding: ModeTopic<Finding> = mode_topic(|table| table.mode.finding()),
        deleted: Topic<Option<Deleted>> = topic(|table| &table.aside.deleted),
        speed: Topic<Speed> = topic(|table| &table.speed),
        mode: Topic<Mode> = topic(|table| &table.mode),
        walk: ModeTopic<Walk> = mode_topic(|table| table.mode.walk()),
        objection: ModeTopic<Objection> = mode_topic(|table| table.mode.objection()),
        setup: ModeTopic<Setup> = mode_topic(|table| table.mode.setup()),
        warned: ModeTopic<Warned> = mode_topic(|table| table.mode.warned()),
        analysis_board: ModeTopic<AnalysisBoard> = base_topic(|table| table.base.analysis_board()),
        remote: ModeTopic<Remote> = base_topic(|table| table.base.remote()),
        analysis: Analysis = group(Analysis::of),
        log: Log = group(Log::of),
        clocks: Clocks = group(Clocks::of),
        draw: Draw = group(Draw::of),
        choosing: Choosing = group(Choosing::of),
        recovery: Recovery = group(Recovery::of),
    }
    Analysis {
        is_on: Topic<bool> = topic(|table| &table.analysis.is_on),
        count: Topic<u32> = topic(|table| &table.analysis.count),
        lines: Topic<Vec<Line>> = topic(|table| &table.analysis.lines),
        preview: Topic<Vec<Point>> = topic(|table| &table.analysis.preview),
        explanation: Topic<Option<Explanation>> = topic(|table| &table.analysis.explanation),
        reason: Topic<Option<Explanation>> = topic(|table| &table.analysis.reason),
        solution: Topic<Option<Solution>> = topic(|table| &table.analysis.solution),
        threats: Topic<[Vec<PointThreat>; 2]> = topic(|table| &table.analysis.threats),
    }
    Log {
        searches: Topic<Vec<LoggedSearch>> = topic(|table| &table.engine.log.searches),
        account: Topic<Option<Account>> = topic(|table| &table.engine.log.account),
        candidates: Topic<Vec<Candidate>> = topic(|table| &table.engine.log.candidates),
    }
    Clocks {
        now: Topic<u64> = topic(|table| &table.clocks.now),
        is_held: Topic<bool> = topic(|table| &table.clocks.is_held),
    }
    Draw {
        question: Topic<Option<Color>> = topic(|table| &table.ending.question),
        offered_at: Topic<Option<NodeId>> = topic(|table| &table.ending.offered_at),
    }
    Choosing {
        chosen: Topic<Vec<Point>> = topic(|table| &table.choosing.chosen),
        takes_second: Topic<bool> = topic(|table| &table.choosing.takes_second),
    }
    Recovery {
        is_off: Topic<bool> = topic(|table| &table.engine.recovery.is_off),
        restarts: Topic<u32> = topic(|table| &table.engine.recovery.restarts),
        without_network: Topic<Option<u32>> = topic(|table| &table.engine.recovery.without_network),
    }
}
