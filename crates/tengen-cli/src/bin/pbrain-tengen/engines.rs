//! The engine, and the one that replaces it when the manager changes its resources.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use tengen_engine::{Engine, EngineOptions, EvaluationWeights};
use tengen_gomocup::{MemoryLimit, Resources};

/// The most bytes of the transposition table once the manager has set a memory limit. Leagues allow far more, but at tournament times more
/// memory gains next to nothing.
const HASH_BYTES: usize = 64 << 20;
/// The size of the table before the manager has set a limit; most managers do so after they have started the game.
const FIRST_HASH_BYTES: usize = 16 << 20;
const SMALLEST_HASH_BYTES: usize = 1 << 20;
/// The most bytes of a table; a larger one could not be allocated on many machines.
pub(crate) const LARGEST_HASH_BYTES: usize = 1 << 30;

/// The resources of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineResources {
    hash_bytes: usize,
    threads: usize,
}

impl From<Resources> for EngineResources {
    fn from(resources: Resources) -> EngineResources {
        let threads = usize::try_from(resources.threads).unwrap_or(usize::MAX);
        EngineResources { hash_bytes: hash_bytes(resources), threads }
    }
}

/// The size of the table that the manager requests, or the usual one. It is at most a quarter of the program's memory limit, because the
/// rest is for code, tables and stacks.
fn hash_bytes(resources: Resources) -> usize {
    let bytes = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (usual, allowed) = match resources.memory {
        MemoryLimit::Unknown => (FIRST_HASH_BYTES, LARGEST_HASH_BYTES),
        MemoryLimit::Unlimited => (HASH_BYTES, LARGEST_HASH_BYTES),
        MemoryLimit::Bytes(limit) => (HASH_BYTES, bytes(limit / 4)),
    };
    let wished = resources.hash_bytes.map_or(usual, bytes);
    wished.min(allowed).clamp(SMALLEST_HASH_BYTES, LARGEST_HASH_BYTES)
}

/// The engine, and its successor while that is created.
///
/// Creating an engine takes about a third of a millisecond for each MiB of its table, because each page is touched, and many times that on
/// a busy machine. Before the first game there is time for it. Later the next request may follow at once: a thread then creates the new
/// engine, and the old one is used in the meantime, unless its table is larger than is allowed now.
pub(crate) struct Engines {
    weights: EvaluationWeights,
    current: Option<(EngineResources, Engine)>,
    next: Option<(EngineResources, Receiver<Engine>)>,
    /// Whether the table is unused since it was made or cleared. Managers send several lines before a game for which the table would be
    /// cleared again, and the first request waits for all of them.
    is_clean: bool,
}

impl Engines {
    /// Engines that are created on demand, and evaluate positions by `weights`.
    pub(crate) fn new(weights: EvaluationWeights) -> Engines {
        Engines { weights, current: None, next: None, is_clean: true }
    }

    /// The engine for a new game. For the first game it is created at once. Later [`Engines::adapt`] creates it, since a manager may send
    /// `START` repeatedly.
    pub(crate) fn for_game(&mut self, resources: EngineResources) -> &mut Engine {
        if self.current.is_some() || self.next.is_some() {
            self.adapt(resources);
        }
        self.at_once(resources)
    }

    /// Begins to create an engine with these resources, if they have changed.
    pub(crate) fn adapt(&mut self, resources: EngineResources) {
        if self.next.as_ref().is_some_and(|(of, _)| *of == resources) {
            return;
        }
        self.next = None;
        if self.current.as_ref().is_some_and(|(of, _)| *of == resources) {
            return;
        }
        let too_large = self.current.take_if(|(of, _)| of.hash_bytes > resources.hash_bytes);
        let (sender, engine) = mpsc::channel();
        let weights = self.weights.clone();
        let make = move || {
            drop(too_large);
            // After another change this engine is not needed.
            let _ = sender.send(new_engine(resources, weights));
        };
        // If no thread can be started, the engine is created when it is needed.
        if thread::Builder::new().spawn(make).is_ok() {
            self.next = Some((resources, engine));
        }
    }

    /// The engine for a request whose time runs: the new one if it is ready, or else the old one.
    pub(crate) fn at_once(&mut self, resources: EngineResources) -> &mut Engine {
        if let Some((of, engine)) = self.next.take() {
            match engine.try_recv() {
                Ok(engine) => self.replace(of, engine),
                Err(TryRecvError::Empty) => self.next = Some((of, engine)),
                Err(TryRecvError::Disconnected) => {}
            }
        }
        let waits = self.next.is_some();
        if !waits && self.current.as_ref().is_some_and(|(of, _)| *of != resources) {
            self.current = None;
        }
        // A table of this size is created in the time that a process takes to wake up.
        let small = EngineResources { hash_bytes: SMALLEST_HASH_BYTES, ..resources };
        self.current_or_new(if waits { small } else { resources })
    }

    /// The engine of [`Engines::at_once`], for a search, after which the table is no longer clean.
    pub(crate) fn for_search(&mut self, resources: EngineResources) -> &mut Engine {
        self.at_once(resources);
        self.is_clean = false;
        self.current_or_new(resources)
    }

    /// The engine whose table has the results so far. One that is being created has none yet.
    pub(crate) fn for_dump(&mut self, resources: EngineResources) -> &mut Engine {
        self.current_or_new(resources)
    }

    /// The engine with exactly these resources, for results that must outlive its creation: an engine that replaced it later would have
    /// an empty table.
    pub(crate) fn for_load(&mut self, resources: EngineResources) -> &mut Engine {
        self.adapt(resources);
        if let Some((of, engine)) = self.next.take() {
            // A closed channel means that the thread has failed, and the engine is created below.
            if let Ok(engine) = engine.recv() {
                self.replace(of, engine);
            }
        }
        self.for_search(resources)
    }

    /// Clears the results of searches.
    pub(crate) fn clear(&mut self) {
        if let Some((_, engine)) = &mut self.current
            && !self.is_clean
        {
            engine.clear();
            self.is_clean = true;
        }
    }

    fn replace(&mut self, resources: EngineResources, engine: Engine) {
        self.is_clean = true;
        if let Some(old) = self.current.replace((resources, engine)) {
            // Freeing a large table takes time, too. Without a thread, it is freed here.
            let _ = thread::Builder::new().spawn(move || drop(old));
        }
    }

    fn current_or_new(&mut self, resources: EngineResources) -> &mut Engine {
        let (is_clean, weights) = (&mut self.is_clean, &self.weights);
        let make = || {
            *is_clean = true;
            (resources, new_engine(resources, weights.clone()))
        };
        &mut self.current.get_or_insert_with(make).1
    }
}

fn new_engine(
    EngineResources { hash_bytes, threads }: EngineResources,
    weights: EvaluationWeights,
) -> Engine {
    Engine::new(EngineOptions { hash_bytes, threads, weights, ..EngineOptions::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_within_the_managers_limit() {
        let hash = |memory, hash_bytes_wished| {
            hash_bytes(Resources { memory, hash_bytes: hash_bytes_wished, threads: 1 })
        };
        assert_eq!(hash(MemoryLimit::Unknown, None), 16 << 20);
        assert_eq!(hash(MemoryLimit::Unlimited, None), 64 << 20, "no limit is no small limit");
        assert_eq!(hash(MemoryLimit::Bytes(350_000_000), None), 64 << 20);
        assert_eq!(hash(MemoryLimit::Bytes(80 << 20), None), 20 << 20);
        assert_eq!(hash(MemoryLimit::Bytes(1), None), 1 << 20);
        assert_eq!(hash(MemoryLimit::Unknown, Some(256 << 20)), 256 << 20);
        assert_eq!(hash(MemoryLimit::Unlimited, Some(256 << 20)), 256 << 20);
        assert_eq!(hash(MemoryLimit::Bytes(80 << 20), Some(256 << 20)), 20 << 20);
        assert_eq!(hash(MemoryLimit::Unknown, Some(u64::MAX)), 1 << 30);
        assert_eq!(hash(MemoryLimit::Unknown, Some(1)), 1 << 20);
    }

    const SMALL: EngineResources = EngineResources { hash_bytes: 1 << 20, threads: 1 };
    const LARGE: EngineResources = EngineResources { hash_bytes: 4 << 20, threads: 1 };

    fn resources_of(engines: &Engines) -> Option<EngineResources> {
        engines.current.as_ref().map(|(resources, _)| *resources)
    }

    /// An engine with these resources that is being created, and the signal that ends its creation.
    fn being_created(
        resources: EngineResources,
    ) -> (mpsc::Sender<Engine>, Option<(EngineResources, Receiver<Engine>)>) {
        let (sender, engine) = mpsc::channel();
        (sender, Some((resources, engine)))
    }

    #[test]
    fn a_question_does_not_wait_for_an_engine_that_is_being_made() {
        let mut engines = Engines::new(EvaluationWeights::built_in());
        engines.for_game(SMALL);
        assert_eq!(resources_of(&engines), Some(SMALL), "the first one is waited for");
        let (sender, large) = being_created(LARGE);
        engines.next = large;
        engines.for_search(LARGE);
        assert_eq!((resources_of(&engines), engines.is_clean), (Some(SMALL), false), "the old one goes on");
        engines.for_game(LARGE);
        engines.clear();
        assert_eq!((resources_of(&engines), engines.is_clean), (Some(SMALL), true), "in a new game, too");
        sender.send(new_engine(LARGE, EvaluationWeights::built_in())).unwrap();
        engines.at_once(LARGE);
        assert_eq!((resources_of(&engines), engines.is_clean), (Some(LARGE), true));
        assert!(engines.next.is_none());
        engines.for_search(LARGE);
        assert!(!engines.is_clean);
    }

    #[test]
    fn a_table_that_is_too_large_is_given_back_at_once() {
        let mut engines = Engines::new(EvaluationWeights::built_in());
        engines.for_game(LARGE);
        let less = EngineResources { hash_bytes: 2 << 20, threads: 1 };
        engines.adapt(less);
        assert_eq!(resources_of(&engines), None);
        let (_sender, never) = being_created(less);
        engines.next = never;
        engines.at_once(less);
        assert_eq!(resources_of(&engines), Some(SMALL), "something to search with in the meantime");
    }

    #[test]
    fn a_table_is_read_into_the_engine_that_stays() {
        let mut engines = Engines::new(EvaluationWeights::built_in());
        engines.for_game(SMALL);
        assert_eq!(engines.for_dump(LARGE).hash_bytes(), SMALL.hash_bytes, "the table with the results");
        assert_eq!(engines.for_load(LARGE).hash_bytes(), LARGE.hash_bytes);
        assert!(engines.next.is_none() && !engines.is_clean);
    }

    #[test]
    fn an_engine_that_cannot_be_made_aside_is_made_when_it_is_needed() {
        let mut engines = Engines::new(EvaluationWeights::built_in());
        engines.for_game(LARGE);
        let (sender, small) = being_created(SMALL);
        engines.next = small;
        drop(sender);
        engines.at_once(SMALL);
        assert_eq!(resources_of(&engines), Some(SMALL));
        // Equal resources are no change.
        engines.adapt(SMALL);
        assert!(engines.next.is_none());
    }
}
