use tengen_analysis::engine::Response;
use tengen_analysis::{Classic, Clock, Grade, Opponent, SearchLimits, StopHandle};
use tengen_classic::{Minimax, Options, Settings};
use tengen_engine::opening::{self, DecideError};
use tengen_engine::{Engine, EvaluationWeights, HashError, NetworkFile, WeightsError};
use tengen_game::Rule;
use tengen_game::opening::{Choice, Opening};

/// The program that searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Engine,
    Classic(Classic, Options),
    Minimax(Grade, Settings),
}

/// The programs that can search. The engine is kept for its transposition table; of the classic programs, only the last one is kept.
pub(crate) struct Players {
    engine: Engine,
    /// The engine's weights from the next task on.
    weights: EvaluationWeights,
    /// The default number of the engine's threads.
    threads: usize,
    /// The default size of the engine's memory.
    hash_bytes: usize,
    classic: Box<dyn Opponent + Send>,
    minimax: Minimax,
    /// The seat for which the classic program, or minimax, was made.
    made_of: Seat,
    seat: Seat,
}

impl Players {
    pub(crate) fn new(engine: Engine) -> Players {
        Players {
            threads: engine.threads(),
            hash_bytes: engine.hash_bytes(),
            weights: engine.weights().clone(),
            engine,
            classic: Options::default().opponent(Classic::Greedy),
            minimax: Minimax::new(Grade::Easy),
            made_of: Seat::Engine,
            seat: Seat::Engine,
        }
    }

    /// Chooses the program that searches from now on.
    pub(crate) fn seat(&mut self, seat: Seat) {
        if self.made_of != seat {
            match &seat {
                Seat::Engine => {}
                Seat::Classic(classic, options) => self.classic = options.opponent(*classic),
                Seat::Minimax(grade, settings) => {
                    self.minimax = Minimax::with_settings(format!("minimax-{grade}"), *settings);
                }
            }
        }
        if seat != Seat::Engine {
            self.made_of = seat.clone();
        }
        self.seat = seat;
    }

    /// The program that searches.
    pub(crate) fn seated(&mut self) -> &mut dyn Opponent {
        match self.seat {
            Seat::Engine => &mut self.engine,
            Seat::Classic(..) => self.classic.as_mut(),
            Seat::Minimax(..) => &mut self.minimax,
        }
    }

    /// The engine, for requests that no other program can carry out. A running search of it ends without a report.
    pub(crate) fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The engine's weights from the next task on.
    pub(crate) fn weights(&self) -> &EvaluationWeights {
        &self.weights
    }

    pub(crate) fn has_network(&self, network: NetworkFile) -> bool {
        self.weights.has_network(network)
    }

    /// Gives the engine a network, which [`Players::renew_weights`] puts into use: a running search continues with its old networks.
    pub(crate) fn add_network(&mut self, file: &[u8]) -> Result<(), WeightsError> {
        self.weights = self.weights.with_network(file)?;
        Ok(())
    }

    /// Puts the networks into use that have been added since the last call. A running search of the engine ends without a report.
    pub(crate) fn renew_weights(&mut self) {
        if *self.engine.weights() != self.weights {
            self.engine.set_weights(self.weights.clone());
        }
    }

    /// The engine's choice in an opening. The search is not cut into slices.
    pub(crate) fn decide(
        &mut self,
        opening: &Opening,
        rule: Rule,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Choice, DecideError> {
        opening::decide(&mut self.engine, opening, rule, limits, clock)
    }

    /// The handle that ends the running search.
    pub(crate) fn stop_handle(&mut self) -> StopHandle {
        self.seated().stop_handle()
    }

    /// Adds the threads of the engine, or the statistics of minimax, to the last response of a search.
    pub(crate) fn complete(&self, mut response: Response) -> Response {
        if let Response::Finished { statistics, threads, .. } = &mut response {
            match self.seat {
                Seat::Engine => *threads = u32::try_from(self.engine.most_threads()).unwrap_or(u32::MAX),
                Seat::Minimax(..) => *statistics = Some(self.minimax.statistics().clone()),
                Seat::Classic(..) => {}
            }
        }
        response
    }

    /// Sets the number of threads of the engine's searches from now on; `None` is the default.
    pub(crate) fn set_threads(&mut self, threads: Option<u32>) {
        let threads = threads.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX));
        self.engine.set_threads(threads.unwrap_or(self.threads));
    }

    /// Sets the engine's memory for positions, in MiB, and clears it; `None` is the default. A running search of the engine ends without
    /// a report.
    pub(crate) fn set_hash(&mut self, mib: Option<u32>) -> Result<(), HashError> {
        let bytes = |mib: u32| usize::try_from(mib).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        self.engine.set_hash_bytes(mib.map_or(self.hash_bytes, bytes))
    }
}
