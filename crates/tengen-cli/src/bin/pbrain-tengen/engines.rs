//! The engine of the program, and the one that takes its place when the manager allows it other means.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use tengen_engine::{Engine, EngineOptions, Evaluation};
use tengen_protocol::gomocup::{MemoryLimit, Resources};

/// The transposition table where the manager has said how much memory there is. Every league allows far more, but at
/// tournament times more memory brings next to nothing.
const HASH_BYTES: usize = 64 << 20;
/// The table as long as the manager has not said it, which most managers do after they have started the game.
const FIRST_HASH_BYTES: usize = 16 << 20;
const SMALLEST_HASH_BYTES: usize = 1 << 20;
/// The largest table. A larger one would only be the end of the program.
const LARGEST_HASH_BYTES: usize = 1 << 30;

/// What an engine is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Means {
    hash_bytes: usize,
    threads: usize,
}

impl From<Resources> for Means {
    fn from(resources: Resources) -> Means {
        let threads = usize::try_from(resources.threads).unwrap_or(usize::MAX);
        Means { hash_bytes: hash_bytes(resources), threads }
    }
}

/// What the manager wishes, within a quarter of what the whole program may use: the rest is for its code,
/// its tables and its stacks.
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

/// The engine, and the next one while it is being made.
///
/// Making an engine takes about a third of a millisecond for each MiB of its table, whose pages are all touched. Before a game
/// there is time for that. In a game the next question may follow at once; the new engine is then made on a thread
/// of its own, and the old one goes on in the meantime, unless its table is larger than is allowed now.
pub(crate) struct Engines {
    evaluation: Evaluation,
    current: Option<(Means, Engine)>,
    coming: Option<(Means, Receiver<Engine>)>,
    /// Nothing has been searched since the table was made or cleared. Managers send several lines before a game for which
    /// the table would be cleared anew, and the first question waits for them all.
    is_clean: bool,
}

impl Engines {
    /// No engine yet; those that will be made judge positions by `evaluation`.
    pub(crate) fn new(evaluation: Evaluation) -> Engines {
        Engines { evaluation, current: None, coming: None, is_clean: true }
    }

    /// The engine with these means, however long it takes to make it.
    pub(crate) fn wait_for(&mut self, means: Means) -> &mut Engine {
        let coming = self.coming.take().filter(|(of, _)| *of == means);
        if let Some(engine) = coming.and_then(|(_, engine)| engine.recv().ok()) {
            self.replace(means, engine);
        }
        if self.current.as_ref().is_some_and(|(of, _)| *of != means) {
            // The old table goes before the new one comes, so that the limit holds in between.
            self.current = None;
        }
        self.current_or_new(means)
    }

    /// Begins to make an engine with these means, where they are others than before.
    pub(crate) fn adapt(&mut self, means: Means) {
        if self.coming.as_ref().is_some_and(|(of, _)| *of == means) {
            return;
        }
        self.coming = None;
        if self.current.as_ref().is_some_and(|(of, _)| *of == means) {
            return;
        }
        let too_large = self.current.take_if(|(of, _)| of.hash_bytes > means.hash_bytes);
        let (sender, engine) = mpsc::channel();
        let evaluation = self.evaluation.clone();
        let make = move || {
            drop(too_large);
            // Another change may have come in between: then this one is not needed.
            let _ = sender.send(new_engine(means, evaluation));
        };
        // Without a thread, the engine is made when it is needed.
        if thread::Builder::new().spawn(make).is_ok() {
            self.coming = Some((means, engine));
        }
    }

    /// The engine for a question whose time runs: the one with these means if it has been made, and else the one before.
    pub(crate) fn at_once(&mut self, means: Means) -> &mut Engine {
        if let Some((of, engine)) = self.coming.take() {
            match engine.try_recv() {
                Ok(engine) => self.replace(of, engine),
                Err(TryRecvError::Empty) => self.coming = Some((of, engine)),
                Err(TryRecvError::Disconnected) => {}
            }
        }
        let waits = self.coming.is_some();
        if !waits && self.current.as_ref().is_some_and(|(of, _)| *of != means) {
            self.current = None;
        }
        // A table of this size is made within the time that a process takes to wake up.
        let small = Means { hash_bytes: SMALLEST_HASH_BYTES, ..means };
        self.current_or_new(if waits { small } else { means })
    }

    /// As [`Engines::at_once`], for a search, after which the table is no longer clean.
    pub(crate) fn for_search(&mut self, means: Means) -> &mut Engine {
        self.at_once(means);
        self.is_clean = false;
        self.current_or_new(means)
    }

    /// Forgets what was found.
    pub(crate) fn clear(&mut self) {
        if let Some((_, engine)) = &mut self.current
            && !self.is_clean
        {
            engine.clear();
            self.is_clean = true;
        }
    }

    fn replace(&mut self, means: Means, engine: Engine) {
        self.is_clean = true;
        if let Some(old) = self.current.replace((means, engine)) {
            // To give a large table back takes time, too. Without a thread, it is given back here.
            let _ = thread::Builder::new().spawn(move || drop(old));
        }
    }

    fn current_or_new(&mut self, means: Means) -> &mut Engine {
        let (is_clean, evaluation) = (&mut self.is_clean, &self.evaluation);
        let make = || {
            *is_clean = true;
            (means, new_engine(means, evaluation.clone()))
        };
        &mut self.current.get_or_insert_with(make).1
    }
}

fn new_engine(Means { hash_bytes, threads }: Means, evaluation: Evaluation) -> Engine {
    Engine::new(EngineOptions { hash_bytes, threads, evaluation })
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

    const SMALL: Means = Means { hash_bytes: 1 << 20, threads: 1 };
    const LARGE: Means = Means { hash_bytes: 4 << 20, threads: 1 };

    fn means_of(engines: &Engines) -> Option<Means> {
        engines.current.as_ref().map(|(means, _)| *means)
    }

    #[test]
    fn a_question_does_not_wait_for_an_engine_that_is_being_made() {
        let mut engines = Engines::new(Evaluation::built_in());
        engines.wait_for(SMALL);
        // One that is never finished before it is asked for.
        let (sender, engine) = mpsc::channel();
        engines.coming = Some((LARGE, engine));
        engines.for_search(LARGE);
        assert_eq!((means_of(&engines), engines.is_clean), (Some(SMALL), false), "the old one goes on");
        sender.send(new_engine(LARGE, Evaluation::built_in())).unwrap();
        engines.at_once(LARGE);
        assert_eq!((means_of(&engines), engines.is_clean), (Some(LARGE), true));
        assert!(engines.coming.is_none());
        engines.for_search(LARGE);
        assert!(!engines.is_clean);
    }

    #[test]
    fn a_table_that_is_too_large_is_given_back_at_once() {
        let mut engines = Engines::new(Evaluation::built_in());
        engines.wait_for(LARGE);
        let less = Means { hash_bytes: 2 << 20, threads: 1 };
        engines.adapt(less);
        assert_eq!(means_of(&engines), None);
        engines.wait_for(less);
        assert_eq!(means_of(&engines), Some(less));
        let (_sender, engine) = mpsc::channel();
        (engines.current, engines.coming) = (None, Some((LARGE, engine)));
        engines.at_once(LARGE);
        assert_eq!(means_of(&engines), Some(SMALL), "something to search with in the meantime");
    }

    #[test]
    fn a_new_game_waits_for_its_engine() {
        let mut engines = Engines::new(Evaluation::built_in());
        engines.wait_for(SMALL);
        engines.adapt(LARGE);
        engines.wait_for(LARGE);
        assert_eq!(means_of(&engines), Some(LARGE));
        // One that breaks down while it is made is made again.
        let (sender, engine) = mpsc::channel();
        drop(sender);
        engines.coming = Some((SMALL, engine));
        engines.at_once(SMALL);
        assert_eq!(means_of(&engines), Some(SMALL));
        // What is asked for twice is made once.
        engines.adapt(SMALL);
        assert!(engines.coming.is_none());
    }
}
