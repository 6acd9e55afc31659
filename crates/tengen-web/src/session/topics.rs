//! The parts of a match as signals. Each notifies its subscribers when a command has changed it.

use std::sync::Arc;

use leptos::prelude::{StoredValue, UpdateValue, WithValue};
use tengen_analysis::{Candidate, Explanation, PointThreat};
use tengen_game::{Color, NodeId, Point};
use tengen_match::{Account, Line, LoggedSearch, Match, Objection, Solution, Speed, Tracked, Walk};

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
        let revision = move |table: &Match| part(table).revision();
        let announced = self.table.with_value(revision);
        self.watched.update_value(|all| {
            all.push(Watched {
                revision: Box::new(revision),
                announced,
                announce: Arc::new(move || signal.notify()),
            });
        });
        Topic(signal)
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

/// Groups of parts, with the names and types that [`Match`] gives them.
macro_rules! groups {
    ($($group:ident of $field:ident { $($part:ident: $type:ty,)* })*) => {$(
        #[derive(Clone, Copy)]
        pub(crate) struct $group {
            $(pub(crate) $part: Topic<$type>,)*
        }

        impl $group {
            pub(super) fn of(all: Changes) -> $group {
                $group { $($part: all.topic(|table| &table.$field.$part),)* }
            }
        }
    )*};
}

groups! {
    Analysis of analysis {
        is_on: bool,
        count: u32,
        lines: Vec<Line>,
        preview: Vec<Point>,
        explanation: Option<Explanation>,
        reason: Option<Explanation>,
        solution: Option<Solution>,
        walk: Option<Walk>,
        threats: [Vec<PointThreat>; 2],
    }
    WhyNot of why_not {
        is_on: bool,
        answer: Option<Objection>,
    }
    Log of log {
        searches: Vec<LoggedSearch>,
        account: Option<Account>,
        candidates: Vec<Candidate>,
    }
    Clocks of clocks {
        now: u64,
        is_held: bool,
    }
    Draw of draw {
        question: Option<Color>,
        offered_at: Option<NodeId>,
    }
    Choosing of choosing {
        chosen: Vec<Point>,
        takes_second: bool,
    }
    Recovery of recovery {
        is_off: bool,
        restarts: u32,
        without_network: Option<u32>,
    }
    Replay of replay {
        speed: Speed,
        is_playing: bool,
    }
}
