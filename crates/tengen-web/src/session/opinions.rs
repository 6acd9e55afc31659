//! Engines that the user has added to the program around the page. Each engine searches the position on the board, beside Tengen's own
//! analysis and independently of it.

use std::time::Duration;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{ClassicTuning, OpponentKind, SearchLimits, SearchProgress};
use tengen_game::{Point, Position};
use tengen_match::Line;

use super::Session;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal};
use crate::workers::{self, Client, send};

/// The milliseconds for which a position must stay on the board before the engines search it, because many engines must be restarted for
/// another position.
const CALM_MS: u32 = 200;

/// An engine that the user has added.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Program {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) command: String,
}

/// The findings of an engine in the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Found {
    /// The engine's expected line. The score is in the engine's own units; a depth of 0 means that the engine has reported no score.
    pub(crate) line: Line,
    pub(crate) nodes: u64,
    pub(crate) is_searching: bool,
}

/// An added engine and its findings.
#[derive(Clone, Copy)]
pub(crate) struct Opinion {
    pub(crate) program: StoredValue<Program>,
    /// The letter that marks the engine's best move on the board.
    pub(crate) letter: char,
    pub(crate) is_on: RwSignal<bool>,
    pub(crate) found: RwSignal<Option<Found>>,
    /// The reason why the engine has no findings.
    pub(crate) fault: RwSignal<Option<String>>,
    engine: Client<Request>,
    /// The number of the last request. Answers to earlier requests are ignored.
    asked: StoredValue<u32>,
    calm: StoredValue<Option<Timeout>, LocalStorage>,
}

/// The added engines.
#[derive(Clone, Copy)]
pub(crate) struct Opinions {
    pub(crate) all: RwSignal<Vec<Opinion>>,
    /// The reason why an engine was not added or removed, or why the list is missing.
    pub(crate) fault: RwSignal<Option<String>>,
    is_listed: StoredValue<bool>,
    /// The owner of the engines' signals, which live as long as the table, not only while the list is shown.
    owner: StoredValue<Option<WeakOwner>>,
}

impl Opinions {
    pub(super) fn new() -> Opinions {
        Opinions {
            all: RwSignal::new(Vec::new()),
            fault: RwSignal::new(None),
            is_listed: StoredValue::new(false),
            owner: StoredValue::new(Owner::current().map(|owner| owner.downgrade())),
        }
    }

    /// The moves that the engines prefer, each with the letters of these engines.
    pub(crate) fn preferred(self) -> Vec<(Point, String)> {
        let mut preferred: Vec<(Point, String)> = Vec::new();
        for opinion in self.all.get() {
            let best =
                opinion.found.with(|found| found.as_ref().and_then(|found| found.line.pv.first().copied()));
            let Some(best) = best else { continue };
            match preferred.iter_mut().find(|(point, _)| *point == best) {
                Some((_, letters)) => letters.push(opinion.letter),
                None => preferred.push((best, opinion.letter.to_string())),
            }
        }
        preferred
    }

    /// The expected line of an engine that prefers the move at this point, if there is one.
    pub(crate) fn line_from(self, point: Point) -> Option<Vec<Point>> {
        let line = |opinion: &Opinion| {
            let of = |found: &Option<Found>| found.as_ref().map(|found| found.line.pv.clone());
            opinion.found.with_untracked(of).filter(|line| line.first() == Some(&point))
        };
        self.all.with_untracked(|all| all.iter().find_map(line))
    }
}

impl Opinion {
    /// Ends the engine's search and clears its findings.
    fn drop_search(self) {
        let id = self.asked.get_value();
        send(self.engine, &Request::Stop { id });
        self.asked.set_value(id.wrapping_add(1));
        self.found.set(None);
    }

    fn on_response(self, response: Response) {
        let is_asked = |id: u32| self.asked.try_get_value() == Some(id);
        match response {
            Response::Progress { id, progress } if is_asked(id) => self.note(progress, true),
            Response::Finished { id, progress, .. } if is_asked(id) => self.note(progress, false),
            Response::Failed { id, message } if id.is_none_or(is_asked) => {
                // The engine is started again when the user turns it on again.
                self.fault.set(Some(message));
                self.is_on.set(false);
            }
            _ => {}
        }
    }

    fn note(self, SearchProgress { depth, score, pv, nodes, .. }: SearchProgress, is_searching: bool) {
        self.found.set(Some(Found { line: Line { depth, score, pv }, nodes, is_searching }));
    }
}

impl Session {
    /// Reads the list of the added engines, once.
    pub(crate) fn list_programs(self) {
        let opinions = self.opinions;
        if opinions.is_listed.get_value() {
            return;
        }
        opinions.is_listed.set_value(true);
        spawn_local(async move {
            match workers::programs().await {
                Ok(programs) => programs.into_iter().for_each(|program| self.add_opinion(program)),
                Err(reason) => opinions.fault.set(Some(reason)),
            }
        });
    }

    /// Lets the user choose an engine, which is started with these arguments.
    pub(crate) fn add_program(self, arguments: String) {
        self.opinions.fault.set(None);
        spawn_local(async move {
            match workers::add_program(&arguments).await {
                Ok(program) => program.into_iter().for_each(|program| self.add_opinion(program)),
                Err(reason) => self.opinions.fault.set(Some(reason)),
            }
        });
    }

    /// Removes an engine from the list.
    pub(crate) fn remove_program(self, opinion: Opinion) {
        opinion.is_on.set(false);
        let id = opinion.program.with_value(|program| program.id);
        self.opinions.all.update(|all| all.retain(|other| other.letter != opinion.letter));
        spawn_local(async move {
            if let Err(reason) = workers::remove_program(id).await {
                self.opinions.fault.set(Some(reason));
            }
        });
    }

    fn add_opinion(self, program: Program) {
        let owner = self.opinions.owner.try_get_value().flatten();
        let Some(owner) = owner.and_then(|owner| owner.upgrade()) else { return };
        owner.with(|| {
            let is_free = |letter: &char| {
                self.opinions.all.with_untracked(|all| all.iter().all(|opinion| opinion.letter != *letter))
            };
            let Some(letter) = ('A'..='Z').find(is_free) else { return };
            let opinion = Opinion {
                program: StoredValue::new(program),
                letter,
                is_on: RwSignal::new(false),
                found: RwSignal::new(None),
                fault: RwSignal::new(None),
                engine: StoredValue::new_local(None),
                asked: StoredValue::new(0),
                calm: StoredValue::new_local(None),
            };
            self.opinions.all.update(|all| all.push(opinion));
            self.follow(opinion);
        });
    }

    /// Starts a search of each new position on the board while the engine is turned on.
    fn follow(self, opinion: Opinion) {
        let position = self.position();
        let wanted = Memo::new(move |_| {
            let is_wanted = opinion.is_on.get() && self.shows_game() && !self.is_remote_running();
            is_wanted.then(|| position.get()).filter(|position| !position.is_over())
        });
        let time = preference(|preferences| preferences.analysis_s);
        Effect::new(move || {
            let (wanted, time) = (wanted.get(), time.get());
            opinion.drop_search();
            opinion.calm.set_value(None);
            if !opinion.is_on.get() {
                opinion.engine.set_value(None);
            }
            let Some(position) = wanted else { return };
            let search = move || {
                opinion.calm.set_value(None);
                self.ask_opinion(opinion, position, time);
            };
            opinion.calm.set_value(Some(Timeout::new(CALM_MS, search)));
        });
    }

    fn ask_opinion(self, opinion: Opinion, position: Position, time_s: u16) {
        if opinion.engine.with_value(Option::is_none) {
            let id = opinion.program.with_value(|program| program.id);
            match workers::start_program(id, move |answer| opinion.on_response(answer)) {
                Ok(engine) => opinion.engine.set_value(Some(engine)),
                Err(reason) => {
                    opinion.fault.set(Some(reason));
                    return opinion.is_on.set(false);
                }
            }
        }
        opinion.fault.set(None);
        let time = (time_s > 0).then(|| Duration::from_secs(time_s.into()));
        let request = Request::Search {
            id: opinion.asked.get_value(),
            position,
            limits: SearchLimits { time, ..SearchLimits::default() },
            opponent: OpponentKind::Tengen,
            tuning: ClassicTuning::default(),
        };
        send(opinion.engine, &request);
    }
}
