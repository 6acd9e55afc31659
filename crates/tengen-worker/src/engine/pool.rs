//! Threads that help the engine where the standard library cannot start any: in a browser each is a Web Worker, which a script
//! starts, and which shares the engine's memory.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tengen_engine::{Job, Spawner};

/// The most threads that an engine has by default in a browser. More gain little, and each has memory of its own.
const MOST: usize = 8;

/// The default number of an engine's threads where the browser reports this number of cores. It is half of them, because two of them often
/// share one core's arithmetic and a telephone has a battery; it is at least two where there are two.
pub fn default_threads(cores: usize) -> usize {
    (cores / 2).clamp(cores.clamp(1, 2), MOST)
}

/// Threads that wait for jobs. Each is started once and calls [`Pool::work`].
#[derive(Debug)]
pub struct Pool {
    /// The largest number of threads.
    most: usize,
    /// The function that starts this number of threads, which join the pool when they are ready.
    start: fn(u32),
    state: Mutex<State>,
    has_job: Condvar,
}

#[derive(Debug)]
struct State {
    /// Jobs that no thread has taken: at most as many as there are idle threads.
    jobs: VecDeque<Job>,
    /// The number of threads that wait for a job.
    idle: usize,
    /// The number of threads that have been requested.
    started: usize,
}

impl Pool {
    /// A pool of at most this number of threads. `start` starts more of them.
    pub const fn new(most: usize, start: fn(u32)) -> Pool {
        let state = State { jobs: VecDeque::new(), idle: 0, started: 0 };
        Pool { most, start, state: Mutex::new(state), has_job: Condvar::new() }
    }

    /// Carries out jobs on the calling thread, without end.
    pub fn work(&self) -> ! {
        let mut state = self.lock();
        state.idle += 1;
        loop {
            match state.jobs.pop_front() {
                Some(job) => {
                    state.idle -= 1;
                    drop(state);
                    job.run();
                    state = self.lock();
                    state.idle += 1;
                }
                None => state = self.has_job.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spawner for &'static Pool {
    fn most(&self) -> usize {
        self.most
    }

    fn prepare(&self, jobs: usize) {
        let mut state = self.lock();
        let missing = jobs.min(self.most).saturating_sub(state.started);
        state.started += missing;
        drop(state);
        if let Ok(missing @ 1..) = u32::try_from(missing) {
            (self.start)(missing);
        }
    }

    fn spawn(&self, job: Job) -> Result<(), Job> {
        let mut state = self.lock();
        if state.jobs.len() >= state.idle {
            return Err(job);
        }
        state.jobs.push_back(job);
        drop(state);
        self.has_job.notify_one();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::default_threads;

    #[test]
    fn half_of_the_cores_are_used() {
        let threads = [0, 1, 2, 3, 4, 6, 8, 16, 64].map(default_threads);
        assert_eq!(threads, [1, 1, 2, 2, 2, 3, 4, 8, 8]);
    }
}
