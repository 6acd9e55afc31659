//! The engine in its worker, without a page that speaks to it.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};
use tengen_engine::SystemClock;
use tengen_engine::bench::bench;

/// Sends a bench of some depth to a new worker, and waits for the answer.
const ASK_FOR_A_BENCH: &str = "\
    const [request] = arguments; \
    const address = document.querySelector('meta[name=tengen-worker]').content; \
    return new Promise((settle) => { \
      const worker = new Worker(address); \
      worker.onerror = (event) => settle({ type: 'error', message: event.message }); \
      worker.onmessage = ({ data }) => { \
        const answer = JSON.parse(data); \
        if (answer.type === 'ready') worker.postMessage(request); \
        else { worker.terminate(); settle(answer); } \
      }; \
    });";

fn bench_in_a_worker(depth: u32) -> Result<Value> {
    let page = Page::open(Options::desktop())?;
    let request = json!({ "type": "bench", "id": 5, "depth": depth }).to_string();
    let answer = page.eval_with(ASK_FOR_A_BENCH, &json!([request]))?;
    page.finish()?;
    Ok(answer)
}

#[test]
fn a_bench_in_the_browser_visits_the_same_nodes_as_elsewhere() -> Result<()> {
    let answer = bench_in_a_worker(5)?;
    assert_eq!((answer["type"].as_str(), answer["id"].as_u64()), (Some("benched"), Some(5)), "{answer}");
    assert_eq!(answer["nodes"].as_u64(), Some(bench(5, &SystemClock::new()).nodes));
    Ok(())
}

/// `cargo test -p tengen-browser-tests --test worker -- --ignored --nocapture` tells the speed of the page that was built,
/// to be compared with that of `tengen bench`.
#[test]
#[ignore = "measures, and tests nothing"]
#[allow(clippy::print_stdout, reason = "its output is what it is for")]
fn speed_of_the_engine_in_the_browser() -> Result<()> {
    let answer = bench_in_a_worker(9)?;
    let (nodes, time_ms) = (answer["nodes"].as_u64().unwrap(), answer["time_ms"].as_u64().unwrap());
    println!("{nodes} nodes in {time_ms} ms: {} nodes/s", nodes * 1000 / time_ms.max(1));
    Ok(())
}
