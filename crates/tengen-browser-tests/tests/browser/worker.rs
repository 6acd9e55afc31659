//! The engine in its worker, without the page. The tests of `tengen-worker` cover its answers.

use serde_json::{Value, json};
use tengen_analysis::SystemClock;
use tengen_analysis::engine::Response;
use tengen_browser_tests::{Options, Page, Result, read_answers};
use tengen_engine::bench::bench;

use crate::threads::ask;

/// Sends a bench of some depth to a new worker, and waits for the answer.
const ASK_FOR_A_BENCH: &str = "\
    const [request] = arguments; \
    const address = document.querySelector('meta[name=tengen-worker]').content; \
    return new Promise((settle) => { \
      const worker = new Worker(address); \
      worker.onerror = (event) => settle(event.message); \
      worker.onmessage = ({ data }) => { \
        if (data[0] === 0) worker.postMessage(request); \
        else { worker.terminate(); settle([Array.from(data)]); } \
      }; \
    });";

fn bench_in_a_worker(depth: u32) -> Result<Value> {
    let page = Page::open(Options::desktop())?;
    let request = json!({ "type": "bench", "id": 5, "depth": depth }).to_string();
    let mut answers = read_answers::<Response>(page.eval_with(ASK_FOR_A_BENCH, &json!([request]))?)?;
    page.finish()?;
    Ok(answers.remove(0))
}

#[test]
fn a_bench_in_the_browser_visits_the_same_nodes_as_elsewhere() -> Result<()> {
    let answer = bench_in_a_worker(5)?;
    assert_eq!((answer["type"].as_str(), answer["id"].as_u64()), (Some("benched"), Some(5)), "{answer}");
    assert_eq!(answer["nodes"].as_u64(), Some(bench(5, &SystemClock::new()).nodes));
    Ok(())
}

/// `cargo test --workspace --test browser worker:: -- --ignored --nocapture --test-threads 1` prints the speed of the engine in the built
/// page, for comparison with `tengen bench --depth N`. Another test at the same time would slow it down.
#[test]
#[ignore = "measures, and tests nothing"]
#[allow(clippy::print_stdout, reason = "its output is what it is for")]
fn speed_of_the_bench_in_the_browser() -> Result<()> {
    for depth in [12, 16] {
        let answer = bench_in_a_worker(depth)?;
        let (nodes, time) = (answer["nodes"].as_u64().unwrap(), answer["time_ms"].as_u64().unwrap());
        println!("depth {depth}: {nodes} nodes in {time} ms, {} nodes/s", nodes * 1000 / time.max(1));
    }
    Ok(())
}

/// Makes the first two requests for networks fail.
const NO_NETWORK: &str = "\
    const original = self.fetch; \
    let failures = 0; \
    self.fetch = (address, ...rest) => \
      String(address).endsWith('.network') && failures++ < 2 \
        ? Promise.reject(new TypeError('offline')) \
        : original(address, ...rest);";

#[test]
fn an_engine_without_its_network_is_weaker_says_so_and_tries_again() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let one_thread = json!({ "type": "configure", "id": 1, "threads": 1 });
    let search =
        |id: u32| json!({ "type": "search", "id": id, "position": quiet(), "limits": { "nodes": 2_000 } });
    // Messages that are sent in the meantime are queued in their order.
    let requests = json!([[one_thread, search(2)], [search(3)], [search(4)]]);
    let (answers, warnings) = ask(&page, NO_NETWORK, &requests)?;
    let (weaker, answers): (Vec<Value>, Vec<Value>) =
        answers.into_iter().partition(|answer| answer["type"] == "without_network");
    let (loaded, answers): (Vec<Value>, Vec<Value>) =
        answers.into_iter().partition(|answer| answer["type"] == "network_loaded");
    assert_eq!(loaded.len(), 1, "the worker announces the network that it lacked");
    let weaker: Vec<Option<u64>> = weaker.iter().map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(weaker, [Some(2), Some(3)]);
    let ids: Vec<Option<u64>> = answers.iter().map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids, [Some(2), Some(3), Some(4)], "{answers:?}");
    assert_eq!(warnings.matches("network for freestyle did not load").count(), 2, "{warnings}");
    let found = |answer: &Value| [&answer["best_move"], &answer["lines"]].map(Value::to_string);
    let (by_network, warnings) = ask(&page, "", &json!([[one_thread, search(5)]]))?;
    assert_eq!(warnings, "[]");
    assert_eq!(found(&answers[2]), found(&by_network[0]));
    assert_ne!(found(&answers[0]), found(&by_network[0]));
    page.finish()
}

/// Sends requests to a new worker, each after the previous one has been answered, stops each after a while, and returns the answers, each a
/// list that ends with the final one. The first byte of an answer is its kind: 0 for readiness, 1 for progress.
const CONVERSE: &str = "\
    const [requests, stops_after] = arguments; \
    const address = document.querySelector('meta[name=tengen-worker]').content; \
    return new Promise((settle) => { \
      const worker = new Worker(address); \
      const answers = []; \
      let waiting = [...requests]; \
      const next = () => { \
        if (waiting.length === 0) { worker.terminate(); settle(answers); return; } \
        const request = waiting.shift(); \
        answers.push([]); \
        worker.postMessage(JSON.stringify(request)); \
        setTimeout(() => worker.postMessage(JSON.stringify({ type: 'stop', id: request.id })), stops_after); \
      }; \
      worker.onerror = (event) => settle(event.message); \
      worker.onmessage = ({ data }) => { \
        if (data[0] !== 0) answers.at(-1).push(Array.from(data)); \
        if (data[0] !== 1) next(); \
      }; \
    });";

/// The answers to each of the requests.
fn converse(page: &Page, requests: &Value, stops_after: u32) -> Result<Vec<Vec<Value>>> {
    let answers = page.eval_with(CONVERSE, &json!([requests, stops_after]))?;
    let of_requests: Vec<Value> = serde_json::from_value(answers)?;
    of_requests.into_iter().map(read_answers::<Response>).collect()
}

/// A position whose result is open.
pub(crate) fn quiet() -> Value {
    json!({ "rule": "freestyle", "size": 15, "moves": [[7, 7], [8, 6], [7, 5], [6, 6], [9, 7], [9, 5]] })
}

/// A message reaches a worker only while it does not compute.
#[test]
fn a_search_that_reports_at_a_limited_rate_and_a_solver_are_stopped() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let answers = converse(
        &page,
        &json!([{ "type": "search", "id": 1, "position": quiet(), "limits": { "lines": 3 } }]),
        1_000,
    )?;
    let (last, progress) = answers[0].split_last().unwrap();
    assert_eq!((&last["type"], &last["stopped_by"]), (&json!("finished"), &json!("stopped")), "{last}");
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(3), "{last}");
    assert_eq!(last["lines"][0]["pv"][0], last["best_move"]);
    // The limit is ten per second for each line, and the final answers, with a margin for a machine that is slow to stop.
    let seconds = last["progress"]["time_ms"].as_u64().unwrap() / 1000;
    assert!((3..=(seconds + 1) * 36).contains(&(progress.len() as u64)), "{} messages", progress.len());

    // The number of stones makes an exhaustive search slow.
    let moves = json!([
        [7, 7],
        [8, 6],
        [7, 5],
        [6, 6],
        [9, 7],
        [9, 5],
        [6, 8],
        [8, 8],
        [5, 6],
        [10, 7],
        [8, 4],
        [6, 4],
        [5, 9],
        [4, 10]
    ]);
    let position = json!({ "rule": "freestyle", "size": 15, "moves": moves });
    let solve = |id: u32, attacker: &str| json!({ "type": "solve", "id": id, "position": position, "attacker": attacker, "means": "vct" });
    let answers = converse(&page, &json!([solve(1, "black"), solve(2, "white")]), 300)?;
    for answer in answers.iter().filter_map(|of_one| of_one.last()) {
        assert_eq!(answer["type"], json!("solved"), "{answer}");
        let was_stopped = answer["verdict"] == json!({ "unknown": "stopped" });
        // The answer arrives well before the limit, or the result was found earlier.
        assert!(was_stopped || answer["time_ms"].as_u64() < Some(600), "{answer}");
        assert!(answer["time_ms"].as_u64() < Some(5_000), "{answer}");
    }
    page.finish()
}

/// `cargo test --workspace --test browser worker:: -- --ignored --nocapture --test-threads 1` prints the speed of the built page, for
/// comparison with that of `tengen bench`.
#[test]
#[ignore = "measures, and tests nothing"]
#[allow(clippy::print_stdout, reason = "its output is what it is for")]
fn speed_of_the_engine_in_the_browser() -> Result<()> {
    // The measurements alternate, and are deep enough that the browser's compilers and the clearing of tables hardly matter.
    for _ in 0..3 {
        let answer = bench_in_a_worker(12)?;
        let (nodes, time_ms) = (answer["nodes"].as_u64().unwrap(), answer["time_ms"].as_u64().unwrap());
        let browser = nodes * 1000 / time_ms.max(1);
        let native = bench(12, &SystemClock::new()).nodes_per_second();
        println!("{nodes} nodes: {browser} nodes/s in the browser, {native} in this program");
    }
    Ok(())
}
