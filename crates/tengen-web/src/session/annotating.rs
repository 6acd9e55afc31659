//! Reviews of the library's games in the background, by a separate engine, so that the game on the board can continue.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{Effort, ReviewedMove, SolveLimits, seconds_left};
use tengen_game::Move;
use tengen_match::Game;
use tengen_text::{Language, remark};

use super::{Session, now};
use crate::library::store::{self, StoreError};
use crate::reactive::RwSignal;
use crate::workers::{self, Client, send};

/// The background reviews of the page. One runs at a time.
#[derive(Clone, Copy)]
pub(crate) struct Annotating {
    /// The state of the reviews; `None` before the first ones.
    pub(crate) state: RwSignal<Option<State>>,
    /// The effort of the next reviews.
    pub(crate) effort: RwSignal<Effort>,
    job: StoredValue<Option<Job>>,
    engine: Client<Request>,
    /// The number of the last request.
    last_id: StoredValue<u32>,
}

/// The state of the background reviews.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    Running(Progress),
    /// The reviews have ended, or the user has stopped them.
    Ended {
        /// The number of annotated games.
        annotated: usize,
        /// The number of games that were to be annotated.
        all: usize,
        /// The reason for an early end that the user did not request.
        fault: Option<Fault>,
        /// Whether the engine has reviewed games without its network.
        is_weaker: bool,
    },
}

/// The reason why no more games are annotated.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// The engine has not started, or it has failed.
    Engine(String),
    /// The browser does not provide the games. The library shows the reason itself.
    Store,
}

/// The progress of the reviews.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Progress {
    /// The number of the game that is being reviewed, from 1, and the number of all games.
    pub(crate) game: (usize, usize),
    /// The number of reviewed moves, and the number of the moves of all games.
    pub(crate) moves: (usize, usize),
    /// The time left, once it can be estimated.
    pub(crate) seconds_left: Option<u64>,
}

/// Games that are reviewed one after the other.
struct Job {
    /// The games' ids and numbers of moves.
    games: Vec<(String, usize)>,
    /// The number of games whose review has begun.
    begun: usize,
    annotated: usize,
    began_ms: u64,
    effort: Effort,
    /// The language of the comments.
    language: Language,
    /// Whether the engine has reviewed games without its network.
    is_weaker: bool,
    /// The request for the game whose review began last, the moves of the game, and the reviewed moves by their numbers.
    request: u32,
    moves: Vec<Move>,
    found: BTreeMap<usize, ReviewedMove>,
}

impl Job {
    fn progress(&self) -> Progress {
        let before = &self.games[..self.begun.saturating_sub(1)];
        let done = before.iter().map(|(_, moves)| moves).sum::<usize>() + self.found.len();
        let all = self.games.iter().map(|(_, moves)| moves).sum();
        Progress {
            game: (self.begun, self.games.len()),
            moves: (done, all),
            seconds_left: seconds_left(done, all, now().saturating_sub(self.began_ms)),
        }
    }

    /// Begins the next game and returns its identifier.
    fn next(&mut self) -> Option<String> {
        let (id, _) = self.games.get(self.begun)?;
        self.begun += 1;
        self.moves.clear();
        self.found.clear();
        Some(id.clone())
    }
}

impl Annotating {
    pub(super) fn new() -> Annotating {
        Annotating {
            state: RwSignal::new(None),
            effort: RwSignal::new(Effort::default()),
            job: StoredValue::new(None),
            engine: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
        }
    }

    /// Ends the engine with the page.
    pub(super) fn drop_engine(self) {
        self.engine.set_value(None);
    }

    pub(crate) fn is_running(self) -> bool {
        self.state.with(|state| matches!(state, Some(State::Running(_))))
    }

    /// Ends the reviews. The annotations so far stay.
    pub(crate) fn stop(self) {
        self.end(None);
    }

    fn end(self, fault: Option<Fault>) {
        if let Some(job) = self.job.try_update_value(Option::take).flatten() {
            let (annotated, all, is_weaker) = (job.annotated, job.games.len(), job.is_weaker);
            self.state.set(Some(State::Ended { annotated, all, fault, is_weaker }));
        }
        self.engine.set_value(None);
    }

    /// Changes the job, if `request` is its current request, and shows its progress.
    fn change<T>(self, request: u32, change: impl FnOnce(&mut Job) -> T) -> Option<T> {
        let changed = self.job.try_update_value(|job| {
            let job = job.as_mut().filter(|job| job.request == request)?;
            Some((change(job), job.progress()))
        });
        let (done, progress) = changed.flatten()?;
        self.state.set(Some(State::Running(progress)));
        Some(done)
    }

    fn new_id(self) -> u32 {
        self.last_id.update_value(|id| *id = id.wrapping_add(1));
        self.last_id.get_value()
    }
}

impl Session {
    /// Reviews these games of the library one after the other with a separate engine, and writes the findings into them, with comments in
    /// this language.
    pub(crate) fn annotate(self, ids: &[String], language: Language) {
        let annotating = self.library.annotating;
        if ids.is_empty() || annotating.job.with_value(Option::is_some) {
            return;
        }
        let moves = |id: &String| untrack(|| self.library.entry(id)).map_or(0, |entry| entry.moves);
        let job = Job {
            games: ids.iter().map(|id| (id.clone(), moves(id))).collect(),
            begun: 0,
            annotated: 0,
            began_ms: now(),
            effort: annotating.effort.get_untracked(),
            language,
            is_weaker: false,
            request: annotating.new_id(),
            moves: Vec::new(),
            found: BTreeMap::new(),
        };
        let request = job.request;
        annotating.job.set_value(Some(job));
        match workers::start("tengen-worker", move |answer| self.on_annotation(answer)) {
            Ok(engine) => {
                annotating.engine.set_value(Some(engine));
                // The other threads are left to the game on the board.
                let id = annotating.new_id();
                send(annotating.engine, &Request::Configure { id, threads: Some(1), hash_mib: None });
                self.annotate_next(request);
            }
            Err(reason) => annotating.end(Some(Fault::Engine(reason))),
        }
    }

    fn on_annotation(self, answer: Response) {
        let annotating = self.library.annotating;
        match answer {
            Response::ReviewedMove { id, reviewed } => {
                annotating.change(id, |job| job.found.insert(reviewed.number, reviewed));
            }
            Response::WithoutNetwork { id } => {
                annotating.change(id, |job| job.is_weaker = true);
            }
            Response::Reviewed { id, .. } => self.write_annotations(id),
            // A game that cannot be reviewed stays as it is.
            Response::Failed { id: Some(id), message } => {
                leptos::logging::warn!("a game cannot be reviewed: {message}");
                self.annotate_next(id);
            }
            Response::Failed { id: None, message } => annotating.end(Some(Fault::Engine(message))),
            _ => {}
        }
    }

    /// Continues with the game after that of the request, or ends the reviews after the last game.
    fn annotate_next(self, before: u32) {
        let annotating = self.library.annotating;
        let request = annotating.new_id();
        let next = annotating.job.try_update_value(|job| {
            let job = job.as_mut().filter(|job| job.request == before)?;
            job.request = request;
            Some(job.next())
        });
        match next.flatten() {
            // The user has stopped the reviews.
            None => {}
            Some(None) => annotating.end(None),
            Some(Some(id)) => self.attempt_annotation(async move {
                let Some(game) = load(&id).await?.filter(|game| !game.main_moves().is_empty()) else {
                    self.annotate_next(request);
                    return Ok(());
                };
                let (start, moves) = (game.record().start().clone(), game.main_moves());
                let effort = annotating.change(request, |job| {
                    job.moves.clone_from(&moves);
                    job.effort
                });
                if let Some(effort) = effort {
                    let (limits, proved) = (SolveLimits::default(), Vec::new());
                    send(
                        annotating.engine,
                        &Request::Review { id: request, start, moves, effort, limits, proved },
                    );
                }
                Ok(())
            }),
        }
    }

    /// Writes the review of a game into the library, and continues with the next game.
    fn write_annotations(self, request: u32) {
        let annotating = self.library.annotating;
        let job = annotating.job.try_update_value(|job| {
            let job = job.as_mut().filter(|job| job.request == request)?;
            let (id, _) = job.games.get(job.begun.checked_sub(1)?)?;
            let review: Vec<ReviewedMove> = std::mem::take(&mut job.found).into_values().collect();
            Some((id.clone(), std::mem::take(&mut job.moves), review, job.language))
        });
        let Some((id, moves, review, language)) = job.flatten() else { return };
        self.attempt_annotation(async move {
            // The game may have been deleted meanwhile, or it may have continued.
            if let Some(mut game) = load(&id).await? {
                let size = game.record().size();
                let say = |reviewed: &ReviewedMove| remark(language, size, reviewed);
                let on_board = self.act(|table| table.annotate(&id, &moves, &review, say));
                let annotated = match on_board {
                    Some(game) => Some(game),
                    None => game.annotate(&moves, &review, say).then(|| game.into_library()),
                };
                if let Some(game) = annotated {
                    self.reviewed(&game, &review);
                    self.library.put_game(&game).await?;
                    annotating.job.update_value(|job| {
                        if let Some(job) = job.as_mut().filter(|job| job.request == request) {
                            job.annotated += 1;
                        }
                    });
                }
            }
            self.annotate_next(request);
            Ok(())
        });
    }

    /// Runs an operation on the store. A failure ends the reviews.
    fn attempt_annotation(self, act: impl Future<Output = Result<(), StoreError>> + 'static) {
        self.library.attempt_writing(async move {
            let done = act.await;
            if done.is_err() {
                self.library.annotating.end(Some(Fault::Store));
            }
            done
        });
    }
}

/// A game of the library; `None` if it has been deleted or cannot be read.
async fn load(id: &str) -> Result<Option<Game>, StoreError> {
    Ok(store::row(id).await?.and_then(|row| Game::load(&row.game).ok()))
}
