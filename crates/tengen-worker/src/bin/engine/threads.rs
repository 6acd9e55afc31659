//! The threads of the engine in a browser: Web Workers that share its memory.
//!
//! The script that has started this program (`xtask/src/page/threads.js`) starts them, each with the same program in the same memory, and
//! each calls [`help`].

use tengen_worker::engine::{EngineOptions, EngineService, Pool, default_threads};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

/// The most threads that can be requested from the script.
const MOST_HELPERS: usize = 63;

static POOL: Pool = Pool::new(MOST_HELPERS, start_helpers);

#[wasm_bindgen]
extern "C" {
    /// Starts more helpers, which join when they are ready. The script reports those that do not start.
    #[wasm_bindgen(js_name = startHelpers)]
    fn start_helpers(count: u32);
}

/// Runs the loop of a helper, which never returns.
#[wasm_bindgen]
#[allow(unreachable_pub, reason = "scripts reach it, which the macro demands")]
pub fn help() {
    POOL.work();
}

/// The engine service with threads.
pub(crate) fn service(scope: &DedicatedWorkerGlobalScope) -> EngineService {
    let cores = scope.navigator().hardware_concurrency();
    let threads = default_threads(cores as usize);
    EngineService::with_spawner(EngineOptions { threads, ..EngineOptions::default() }, Box::new(&POOL))
}
