//! The commands with which the page uses engines.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::{AppHandle, State};
use tengen_gomocup::process::Program;
use tengen_worker::engine::{EngineOptions, EngineService, SearchService};

use tengen_analysis::wire;

use crate::engine::{Engine, Listener};
use crate::programs;

/// The engines that the page has started. A page that is loaded again or closed leaves no engine behind.
pub(crate) struct Engines {
    options: EngineOptions,
    running: Arc<AtomicUsize>,
    requests: AtomicUsize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    last_id: u32,
    engines: BTreeMap<u32, Engine>,
}

impl Engines {
    pub(crate) fn new(options: EngineOptions) -> Engines {
        Engines { options, running: Arc::default(), requests: AtomicUsize::new(0), table: Mutex::default() }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn end_all(&self) {
        self.table().engines.clear();
    }
}

/// The settings and the counts of the engines.
#[derive(Serialize)]
pub(crate) struct Account {
    threads: usize,
    hash_bytes: usize,
    /// The number of engines that have been started.
    started: u32,
    /// The number of engines whose thread still exists.
    running: usize,
    /// The number of requests that the page has sent to engines.
    requests: usize,
}

/// Starts an engine that answers on a channel, and returns its number. The engine is the native one, or one that the user has added.
#[tauri::command]
pub(crate) fn engine_start(
    app: AppHandle,
    engines: State<'_, Engines>,
    answers: Channel,
    program: Option<u32>,
) -> Result<u32, String> {
    let listener: Listener =
        Arc::new(move |response| answers.send(InvokeResponseBody::Raw(wire::write(&response))).is_ok());
    let (options, running) = (engines.options.clone(), Arc::clone(&engines.running));
    let started = match program {
        None => {
            let make = move |stopper| EngineService::with_stopper(options.clone(), stopper);
            Engine::start(make, running, listener)
        }
        Some(id) => {
            let found = programs::find(&app, id, &options).map_err(|error| error.to_string())?;
            let program = found.ok_or("this engine is not in the list any more")?;
            let make = move |stopper| SearchService::new(Program::new(program.clone()), stopper);
            Engine::start(make, running, listener)
        }
    };
    let engine = started.map_err(|error| format!("the engine cannot be started: {error}"))?;
    let mut table = engines.table();
    table.last_id += 1;
    let id = table.last_id;
    table.engines.insert(id, engine);
    Ok(id)
}

/// Sends a request to an engine. A request to an engine that has ended has no effect.
#[tauri::command]
pub(crate) fn engine_send(engines: State<'_, Engines>, id: u32, request: String) {
    engines.requests.fetch_add(1, Ordering::Relaxed);
    if let Some(engine) = engines.table().engines.get(&id) {
        engine.send(&request);
    }
}

/// Ends an engine.
#[tauri::command]
pub(crate) fn engine_end(engines: State<'_, Engines>, id: u32) {
    engines.table().engines.remove(&id);
}

/// Returns the settings and the counts of the engines.
#[tauri::command]
pub(crate) fn engine_account(engines: State<'_, Engines>) -> Account {
    Account {
        threads: engines.options.threads,
        hash_bytes: engines.options.hash_bytes,
        started: engines.table().last_id,
        running: engines.running.load(Ordering::Relaxed),
        requests: engines.requests.load(Ordering::Relaxed),
    }
}
