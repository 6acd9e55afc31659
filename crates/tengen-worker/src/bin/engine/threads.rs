//! The threads of the engine in a browser: Web Workers that share its memory.
//!
//! The script that has started this program (`xtask/src/page/threads.js`) starts them, each with the same program in the same memory, and
//! each calls [`help`].

use tengen_worker::engine::{EngineOptions, EngineService, Pool, default_threads};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

/// The most threads that helpers can be requested for.
const MOST_HELPERS: usize = 63;

static POOL: Pool = Pool::new(MOST_HELPERS, start_helpers);

#[wasm_bindgen]
extern "C" {
    /// Starts more helpers, which join when they are ready. The script reports those that do not start.
    #[wasm_bindgen(js_name = startHelpers)]
    fn start_helpers(count: u32);
}

/// Carries out the work of a helper, for ever.
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
