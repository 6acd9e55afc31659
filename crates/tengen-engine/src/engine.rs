use std::io::{self, Read, Write};
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tengen_analysis::{
    Clock, Level, Opponent, OpponentError, Score, SearchLimits, SearchLine, SearchObserver, SearchProgress,
    SearchReport, StopHandle, StopReason,
};
use tengen_game::{BoardSize, Point, Position, Rule};

use crate::EvaluationWeights;
use crate::board::{Board, Cell, CellSet, Pattern, Threat};
use crate::hash_file::{self, Fingerprint, HashFileError, HashRead};
use crate::level::{Choice, of_person};
use crate::person::{Decision, Person, Taste};
use crate::search::root::RootSearch;
use crate::search::threads::{Helpers, Spawner, SystemThreads, vote};
use crate::search::{Budget, CutCounts, Interrupt, Memory, SearchParamChanges, Searcher, to_score};

/// The options of a new engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Memory for the transposition table, in bytes. A new engine needs as much, or the program ends; [`Engine::set_hash_bytes`] has an
    /// error for it.
    pub hash_bytes: usize,
    /// Threads that search, at most as many as the [`Spawner`] has. With more than one, the same search need not find the same
    /// move twice.
    pub threads: usize,
    /// The weights of the evaluation of positions and moves.
    pub weights: EvaluationWeights,
    /// Changes to the parameters of the search.
    pub params: SearchParamChanges,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_bytes: 16 << 20,
            threads: 1,
            weights: EvaluationWeights::built_in(),
            params: SearchParamChanges::default(),
        }
    }
}

impl EngineOptions {
    /// Sets the size of the transposition table, in bytes.
    #[must_use]
    pub fn with_hash_bytes(self, hash_bytes: usize) -> EngineOptions {
        EngineOptions { hash_bytes, ..self }
    }

    /// Sets the number of threads of a search.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> EngineOptions {
        EngineOptions { threads, ..self }
    }

    /// Sets the weights of the evaluation.
    #[must_use]
    pub fn with_weights(self, weights: EvaluationWeights) -> EngineOptions {
        EngineOptions { weights, ..self }
    }

    /// Sets changes to the parameters of the search.
    #[must_use]
    pub fn with_params(self, params: SearchParamChanges) -> EngineOptions {
        EngineOptions { params, ..self }
    }
}

/// The table would not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory of {mib} MiB for the engine's table; choose less")]
pub struct HashError {
    /// The requested size, in MiB.
    pub mib: usize,
}

/// The engine: one position, one search at a time.
///
/// A search with a limit of depth or nodes visits the same nodes on every machine, provided that the engine
/// is new or was [cleared](Engine::clear), that the search was not cut into slices by time, and that it has one thread.
pub struct Engine {
    position: Position,
    options: EngineOptions,
    spawner: Box<dyn Spawner>,
    board: Board,
    memory: Memory,
    stop: StopHandle,
    search: Option<Search>,
    /// The most threads that searched at the same time in the last search.
    most_threads: usize,
}

/// A search that has been started and not finished.
struct Search {
    root: RootSearch,
    helpers: Helpers,
    /// The move of a level that needs no search.
    played: Option<Cell>,
    /// The choice among good moves, for levels that vary their play.
    choice: Option<Choice>,
}

impl Engine {
    /// An engine at the start of a freestyle game on 15×15.
    pub fn new(options: EngineOptions) -> Engine {
        Engine::with_spawner(options, Box::new(SystemThreads))
    }

    /// As [`Engine::new`], with threads that this spawner starts.
    pub fn with_spawner(options: EngineOptions, spawner: Box<dyn Spawner>) -> Engine {
        let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        Engine {
            board: Board::with_weights(&position, options.weights.clone()),
            position,
            memory: Memory::new(options.hash_bytes, options.params.clone()),
            options,
            spawner,
            stop: StopHandle::default(),
            search: None,
            most_threads: 1,
        }
    }

    /// Sets the option [`threads`](EngineOptions::threads) for the searches that are started from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads;
    }

    /// The option [`hash_bytes`](EngineOptions::hash_bytes).
    pub fn hash_bytes(&self) -> usize {
        self.options.hash_bytes
    }

    /// Sets the option [`hash_bytes`](EngineOptions::hash_bytes), and [clears](Engine::clear) the engine.
    ///
    /// # Errors
    /// There is not enough memory. The table then has its former size, and is clear as well.
    pub fn set_hash_bytes(&mut self, bytes: usize) -> Result<(), HashError> {
        self.search = None;
        let before = self.options.hash_bytes;
        // There are never two tables in memory.
        self.memory = Memory::new(0, self.options.params.clone());
        let fits = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
        self.options.hash_bytes = if fits { bytes } else { before };
        self.memory = Memory::new(self.options.hash_bytes, self.options.params.clone());
        if fits { Ok(()) } else { Err(HashError { mib: bytes >> 20 }) }
    }

    /// The weights of the evaluation.
    pub fn weights(&self) -> &EvaluationWeights {
        &self.options.weights
    }

    /// Sets the option [`weights`](EngineOptions::weights), and [clears](Engine::clear) the results of other weights.
    pub fn set_weights(&mut self, weights: EvaluationWeights) {
        self.clear();
        self.board = Board::with_weights(&self.position, weights.clone());
        self.options.weights = weights;
    }

    /// Sets the position to search. A search that was begun with [`Engine::start`] ends without a
    /// report, and an earlier request to stop is cleared.
    pub fn set_position(&mut self, position: Position) {
        self.place(position);
        self.stop.reset();
    }

    /// As [`Engine::set_position`], but does not clear a stop.
    pub(crate) fn place(&mut self, position: Position) {
        self.search = None;
        self.board = Board::new(&position, Some(&self.board));
        self.position = position;
    }

    /// Searches one of several positions whose results make one answer together. A stop holds for the searches that
    /// follow as well, until [`Engine::set_position`].
    pub(crate) fn search_part(
        &mut self,
        position: Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> SearchReport {
        self.place(position);
        self.start(limits, clock);
        loop {
            if let Some(report) = self.advance_keeping_stop(Duration::MAX, clock, &mut ()) {
                return report;
            }
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The cutoffs of the last search, in its first thread.
    pub(crate) fn cuts(&self) -> CutCounts {
        self.memory.cuts
    }

    /// The positions that the network evaluated in the last search, in its first thread.
    pub(crate) fn evaluations(&self) -> u64 {
        self.memory.evaluations
    }

    /// The position that the engine searches.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The most threads of a search.
    pub fn threads(&self) -> usize {
        self.options.threads.clamp(1, 1 + self.spawner.most())
    }

    /// The most threads that searched at the same time in the search that was started last.
    pub fn most_threads(&self) -> usize {
        self.most_threads
    }

    /// Ends this engine's searches from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Clears the transposition table, the histories and all other results of earlier searches. A search that was begun ends
    /// without a report.
    pub fn clear(&mut self) {
        self.search = None;
        self.memory.clear();
    }

    /// Writes the transposition table to a file, for [`Engine::read_hash`], and returns the number of its entries. The file belongs to the
    /// rule and the size of the engine's position, and to its weights.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write_hash(&self, to: &mut dyn Write) -> io::Result<u64> {
        hash_file::write(&self.memory, &self.fingerprint(), to)
    }

    /// Replaces the transposition table by that of a file, which may come from a table of another size. A search that was begun ends
    /// without a report.
    ///
    /// # Errors
    /// The difference between the file and what was expected. The table is as it was if the file belongs to another kind of game or of
    /// engine, and empty if the file is damaged.
    pub fn read_hash(&mut self, from: &mut dyn Read) -> Result<HashRead, HashFileError> {
        self.search = None;
        let fingerprint = self.fingerprint();
        hash_file::read(&mut self.memory, &fingerprint, from)
    }

    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(&self.position, &self.board, &self.options.weights)
    }

    /// Searches the position until a limit is reached or the stop handle is used.
    ///
    /// With no limit at all, and no mate in sight, only the stop handle ends it.
    pub fn search(
        &mut self,
        limits: &SearchLimits,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> SearchReport {
        self.start(limits, clock);
        loop {
            if let Some(report) = self.advance(Duration::MAX, clock, observer) {
                return report;
            }
        }
    }

    /// Begins a search that [`Engine::advance`] carries out slice by slice, for callers that must
    /// return to an event loop in between. Its time runs from now on, between the slices too. A search
    /// that was begun before ends without a report.
    pub fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        self.memory.begin(self.threads());
        let mut limits = limits.clone();
        let started = clock.now();
        let level = of_person(limits.level).filter(|_| !self.position.is_over());
        if limits.no_double_threats {
            limits.excluded.extend(self.double_threats());
        }
        let taste = Taste::new(limits.character, &self.position);
        let played = level.and_then(|level| self.decide(level, taste, &mut limits, clock));
        let stones = self.position.size().area() - self.board.empty().len();
        let choice = Choice::new(&mut limits, taste, stones, started);
        let none = AtomicU64::new(0);
        let (board, memory) = (&mut self.board, &mut self.memory);
        let mut searcher = Searcher::new(board, memory, clock, &self.stop, Budget::default(), 0, &none);
        let root = RootSearch::new(&mut searcher, &self.position, &limits, started);
        let threads = if of_person(limits.level).is_none() { self.threads() } else { 1 };
        self.spawner.prepare(threads - 1);
        self.most_threads = 1;
        let helpers = Helpers::new(threads, &self.board, &self.memory, &root);
        self.search = Some(Search { root, helpers, played, choice });
    }

    /// The moves that make two threats at once; none where the opponent has a four, and none where no other move would be left.
    fn double_threats(&self) -> Vec<Point> {
        let (board, side) = (&self.board, self.board.side());
        if !board.wins(!side).is_empty() {
            return Vec::new();
        }
        let is_two_fours = |&cell: &Cell| {
            let patterns = board.code(cell, side).patterns();
            patterns.iter().filter(|&&pattern| pattern >= Pattern::Four).count() > 1
        };
        let two_fours = board.threats(side, Threat::OpenFour).iter().filter(is_two_fours).collect();
        let threats = [Threat::DoubleThree, Threat::FourThree].map(|threat| *board.threats(side, threat));
        let all: CellSet = threats[0].union(&threats[1]).union(&two_fours);
        if all.len() == board.empty().len() { Vec::new() } else { all.iter().map(Cell::point).collect() }
    }

    /// The move of a level below full strength that needs no search; where it needs one, the limits become those of the search.
    fn decide(
        &mut self,
        level: Level,
        taste: Taste,
        limits: &mut SearchLimits,
        clock: &dyn Clock,
    ) -> Option<Cell> {
        let allowed = &self.board.empty().iter().filter(|cell| limits.allow(cell.point())).collect();
        let person = Person { level, taste, allowed, seed: limits.seed };
        match person.decide(&mut self.board, clock, &self.stop) {
            Decision::Play(cell) => Some(cell),
            Decision::Read { nodes, moves } => {
                limits.lines = 1;
                limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
                limits.moves =
                    moves.map(|cells| cells.iter().map(Cell::point).collect()).or(limits.moves.take());
                None
            }
        }
    }

    /// Searches on for about `slice`; the report when the search has ended.
    ///
    /// An iteration that the end of a slice cuts off continues in the next. When slices are so short that not one root move can
    /// be finished in them, they grow, up to a quarter of a second. Without a search that was started, the report comes at once,
    /// with the first choice without any search.
    pub fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Option<SearchReport> {
        let report = self.advance_keeping_stop(slice, clock, observer);
        if report.is_some() {
            self.stop.reset();
        }
        report
    }

    /// As [`Engine::advance`], but does not clear a stop.
    fn advance_keeping_stop(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Option<SearchReport> {
        if self.search.is_none() {
            self.start(&SearchLimits::depth(0), clock);
        }
        let mut search = self.search.take()?;
        let report = if self.position.is_over() {
            Some(self.report_of_finished_game(&search.root, clock))
        } else if let Some(cell) = search.played {
            Some(self.report_of_glance(cell, &search, clock, observer))
        } else {
            self.advance_search(&mut search, slice, clock, observer)
        };
        if report.is_none() {
            self.search = Some(search);
        }
        report
    }

    /// Searches for about `nodes` more nodes and ignores the time. A search that is divided in this way visits the same nodes on
    /// every machine. A request to stop stays set.
    pub(crate) fn advance_by_nodes(&mut self, nodes: u64, clock: &dyn Clock) -> Option<SearchReport> {
        if let Some(search) = &mut self.search {
            search.root.min_slice_nodes = nodes;
        }
        self.advance_keeping_stop(Duration::ZERO, clock, &mut ())
    }

    fn advance_search(
        &mut self,
        search: &mut Search,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Option<SearchReport> {
        let Search { root, helpers, choice, .. } = search;
        let (board, memory, stop) = (&mut self.board, &mut self.memory, &self.stop);
        let mut nodes = 0;
        let (mut varied, mut depth) = (None, 0);
        let interrupt = helpers.search_with(&*self.spawner, |helper_nodes| {
            let budget = Budget::default();
            let mut searcher = Searcher::new(board, memory, clock, stop, budget, root.nodes, helper_nodes);
            let interrupt = root.advance(&mut searcher, slice, observer);
            if let (Some(choice), Interrupt::End(StopReason::Depth | StopReason::Time | StopReason::Nodes)) =
                (choice, interrupt)
            {
                varied = choice.choose(root, &mut searcher).map(|cell| {
                    let best = root.best().pv;
                    if best.first() == Some(&cell) { best } else { searcher.line_from_table(cell) }
                });
            }
            (nodes, depth) = (searcher.all_nodes(), root.finished_depth());
            interrupt
        });
        self.most_threads = helpers.most_threads();
        let Interrupt::End(reason) = interrupt else { return None };
        let mut line = root.best();
        if let Some(pv) = varied {
            line.pv = pv;
        } else if root.other_lines().is_empty() && !matches!(reason, StopReason::Decided | StopReason::Depth)
        {
            // A proved or chosen move needs no vote, nor does a line as deep as the limit: those of the helpers may be less deep.
            (line, depth) = vote((line, depth), helpers.lines(), root.moves());
        }
        let others = root.other_lines().into_iter().map(|line| SearchLine {
            score: to_score(line.score),
            pv: line.pv.iter().map(|cell| cell.point()).collect(),
        });
        Some(
            SearchReport::new(line.pv.first().map(|cell| cell.point()), to_score(line.score), reason)
                .with_pv(line.pv.iter().map(|cell| cell.point()).collect())
                .with_others(others.collect())
                .with_depth(depth as u32)
                .with_nodes(nodes)
                .with_time(clock.now().saturating_sub(root.started)),
        )
    }

    /// The report of a move that a level has found without a search.
    fn report_of_glance(
        &mut self,
        cell: Cell,
        search: &Search,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> SearchReport {
        let side = self.board.side();
        let wins = self.board.wins(side).contains(cell);
        let estimate = self.board.value(side) - self.board.value(!side);
        let report = SearchReport::new(
            Some(cell.point()),
            if wins { Score::Mate(1) } else { Score::Value(estimate) },
            StopReason::Depth,
        )
        .with_depth(1)
        .with_nodes(1)
        .with_time(clock.now().saturating_sub(search.root.started));
        observer.progress(&SearchProgress::from(&report));
        report
    }

    /// There is no move to find; the score shows the winner.
    fn report_of_finished_game(&self, root: &RootSearch, clock: &dyn Clock) -> SearchReport {
        let winner = self.position.outcome().and_then(|outcome| outcome.winner());
        let score = match winner {
            None => Score::Value(0),
            Some(winner) if winner == self.position.side_to_move() => Score::WON,
            Some(_) => Score::Mate(0),
        };
        SearchReport::new(None, score, StopReason::Decided)
            .with_time(clock.now().saturating_sub(root.started))
    }
}

/// The engine has no errors: its searches always end with a report.
impl Opponent for Engine {
    fn name(&self) -> String {
        "tengen".to_owned()
    }

    fn set_position(&mut self, position: Position) {
        Engine::set_position(self, position);
    }

    fn start(&mut self, limits: &SearchLimits, clock: &dyn Clock) {
        Engine::start(self, limits, clock);
    }

    fn advance(
        &mut self,
        slice: Duration,
        clock: &dyn Clock,
        observer: &mut dyn SearchObserver,
    ) -> Result<Option<SearchReport>, OpponentError> {
        Ok(Engine::advance(self, slice, clock, observer))
    }

    fn stop_handle(&self) -> StopHandle {
        Engine::stop_handle(self)
    }

    fn clear(&mut self) {
        Engine::clear(self);
    }
}
