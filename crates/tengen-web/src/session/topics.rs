//! The parts of a match as signals. Each notifies its subscribers when a command has changed it.

use std::sync::Arc;

use leptos::prelude::{StoredValue, UpdateValue, WithValue};
use tengen_analysis::{Candidate, Explanation, PointThreat};
use tengen_game::{Color, NodeId, Point};
use tengen_match::{Account, Line, LoggedSearch, Match, Solution, Tracked};

use crate::reactive::RwSignal;

/// One part of the match. It reads the match itself; nothing is copied.
pub(crate) struct Topic<T: 'static>(RwSignal<Source<T>>);

/// Where a part is to be found.
struct Source<T: 'static> {
    table: StoredValue<Match>,
    part: fn(&Match) -> &Tracked<T>,
}

impl<T: 'static> Topic<T> {
    /// Gives the value to `look`; the effect or memo that does so runs again when it changes.
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

/// A part that a match has in some of its modes, such as the set-up, or with some kinds of games. It reads the match itself; nothing is copied.
pub(crate) struct ModeTopic<T: 'static>(RwSignal<ModeSource<T>>);

/// The function that finds a part, if it is there.
struct ModeSource<T: 'static> {
    table: StoredValue<Match>,
    part: fn(&Match) -> Option<&T>,
}

impl<T: 'static> ModeTopic<T> {
    /// As [`Topic::with`].
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

/// The revision of a part that was announced last, and how it is announced.
struct Watched {
    revision: Box<dyn Fn(&Match) -> u32 + Send + Sync>,
    announced: u32,
    announce: Arc<dyn Fn() + Send + Sync>,
}

/// Announces which parts of a match have changed.
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
    pub(super) fn topic<T: 'static>(self, part: fn(&Match) -> &Tracked<T>) -> Topic<T> {
        let signal = RwSignal::new(Source { table: self.table, part });
        self.watch(move |table| part(table).revision(), move || signal.notify());
        Topic(signal)
    }

    /// A part that is there in some modes as a signal, which notifies at every change of the mode.
    pub(super) fn mode_topic<T: 'static>(self, part: fn(&Match) -> Option<&T>) -> ModeTopic<T> {
        let signal = RwSignal::new(ModeSource { table: self.table, part });
        self.watch(|table| table.mode.revision(), move || signal.notify());
        ModeTopic(signal)
    }

    /// A part that is there with some kinds of games as a signal, which notifies at every change of the kind.
    pub(super) fn base_topic<T: 'static>(self, part: fn(&Match) -> Option<&T>) -> ModeTopic<T> {
        let signal = RwSignal::new(ModeSource { table: self.table, part });
        self.watch(|table| table.base.revision(), move || signal.notify());
        ModeTopic(signal)
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

    /// Tells the followers of each part that has changed since this was called last.
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
        // Followers read the match, so that nothing of it may be borrowed any more.
        changed.flatten().unwrap_or_default().into_iter().for_each(|announce| announce());
    }
}

/// Groups of parts, with their place in a match and the names and types that they have there.
macro_rules! groups {
    ($($group:ident of ($table:ident, $place:expr) { $($part:ident: $type:ty,)* })*) => {$(
        #[derive(Clone, Copy)]
        pub(crate) struct $group {
            $(pub(crate) $part: Topic<$type>,)*
        }

        impl $group {
            pub(super) fn of(all: Changes) -> $group {
                $group { $($part: all.topic(|$table| &$place.$part),)* }
            }
        }
    )*};
}

groups! {
    Analysis of (table, table.analysis) {
        is_on: bool,
        count: u32,
        lines: Vec<Line>,
        preview: Vec<Point>,
        explanation: Option<Explanation>,
        reason: Option<Explanation>,
        solution: Option<Solution>,
        threats: [Vec<PointThreat>; 2],
    }
    Log of (table, table.engine.log) {
        searches: Vec<LoggedSearch>,
        account: Option<Account>,
        candidates: Vec<Candidate>,
    }
    Clocks of (table, table.clocks) {
        now: u64,
        is_held: bool,
    }
    Draw of (table, table.ending) {
        question: Option<Color>,
        offered_at: Option<NodeId>,
    }
    Choosing of (table, table.choosing) {
        chosen: Vec<Point>,
        takes_second: bool,
    }
    Recovery of (table, table.engine.recovery) {
        is_off: bool,
        restarts: u32,
        without_network: Option<u32>,
    }
}
