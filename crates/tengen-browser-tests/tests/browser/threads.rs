//! The engine's threads in the browser: several if the page may share memory, and one otherwise.

use std::fs;

use serde_json::{Value, json};
use tengen_analysis::engine::Response;
use tengen_browser_tests::{Host, Options, Page, Result, Site, read_answers};

use crate::worker::quiet;

/// Starts the page's engine after a script, and sends it requests in groups. The next group follows when a request of the previous group
/// has been answered, or after a number of milliseconds. The result is the answers except progress, and the warnings in the engine's
/// console. The first byte of an answer is its kind. An engine without its network reports this first, and answers later.
const ASK: &str = "\
    const [script, requests] = arguments; \
    const [READY, PROGRESS, WITHOUT_NETWORK, NETWORK_LOADED] = [0, 1, 12, 13]; \
    const address = new URL(document.querySelector('meta[name=tengen-worker]').content, document.baseURI).href; \
    const prepared = `self.tengenBase = ${JSON.stringify(address)}; \
      console.warn = (...about) => postMessage(about.join(' ')); ${script}; importScripts(self.tengenBase);`; \
    return new Promise((settle) => { \
      const worker = new Worker(URL.createObjectURL(new Blob([prepared], { type: 'text/javascript' }))); \
      const [answers, warnings] = [[], []]; \
      worker.onerror = (event) => settle(event.message); \
      worker.onmessage = ({ data }) => { \
        if (typeof data === 'string') { warnings.push(data); return; } \
        if (data[0] === PROGRESS) return; \
        if (data[0] !== READY) answers.push(Array.from(data)); \
        if (![WITHOUT_NETWORK, NETWORK_LOADED].includes(data[0])) proceed(); \
      }; \
      const proceed = () => { \
        const next = requests.shift(); \
        if (typeof next === 'number') setTimeout(proceed, next); \
        else if (next) next.forEach((request) => worker.postMessage(JSON.stringify(request))); \
        else { worker.terminate(); settle({ answers, warnings }); } \
      }; \
    });";

/// The answers of the page's engine after a script, and the warnings in its console.
pub(crate) fn ask(page: &Page, script: &str, requests: &Value) -> Result<(Vec<Value>, String)> {
    let mut found = page.eval_with(ASK, &json!([script, requests]))?;
    assert!(found["answers"].is_array(), "{found}");
    Ok((read_answers::<Response>(found["answers"].take())?, found["warnings"].to_string()))
}

fn search(milliseconds: u32) -> Value {
    json!({ "type": "search", "id": 1, "position": quiet(), "limits": { "time_ms": milliseconds } })
}

fn configure(threads: &Value) -> Value {
    json!({ "type": "configure", "id": 2, "threads": threads })
}

/// The number of threads with which the page's engine searches after a script, and the warnings. Threads join once the browser has started
/// them, which happens within the first search.
fn threads_after(page: &Page, script: &str) -> Result<(u64, String)> {
    let (answers, warnings) = ask(page, script, &json!([[search(3_000)]]))?;
    assert!(answers[0]["best_move"].is_array(), "{answers:?}");
    Ok((answers[0]["threads"].as_u64().unwrap(), warnings))
}

fn threads(page: &Page) -> Result<u64> {
    let (threads, warnings) = threads_after(page, "")?;
    assert_eq!(warnings, "[]");
    Ok(threads)
}

/// The default number of threads in this browser.
fn expected(page: &Page) -> Result<u64> {
    let cores = page.eval("navigator.hardwareConcurrency")?.as_u64().unwrap();
    Ok((cores / 2).clamp(cores.clamp(1, 2), 8))
}

#[test]
fn the_served_page_searches_with_several_threads() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    assert_eq!(page.eval("crossOriginIsolated")?, true);
    assert_eq!(threads(&page)?, expected(&page)?);
    page.finish()
}

#[test]
fn the_engine_with_threads_has_as_much_memory_as_the_browser_gives() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let hash = |mib: u32| json!({ "type": "configure", "id": 2, "hash_mib": mib });
    let (answers, warnings) = ask(&page, "", &json!([[hash(1_024), search(1_000)]]))?;
    assert!(answers.len() == 1 && answers[0]["best_move"].is_array(), "{answers:?}");
    assert_eq!(warnings, "[]");
    // The browser of a phone refuses more than 512 MiB. The engine still has several threads.
    let refuses = "const { Memory } = WebAssembly; \
        WebAssembly.Memory = function (about) { \
          if (about.maximum > 8192) throw new RangeError('too much'); \
          return new Memory(about); \
        }; \
        WebAssembly.Memory.prototype = Memory.prototype";
    let (answers, _) = ask(&page, refuses, &json!([[hash(1_024)]]))?;
    assert!(
        answers[0]["message"].as_str().is_some_and(|it| it.contains("no memory of 1024 MiB")),
        "{answers:?}"
    );
    assert_eq!(threads_after(&page, refuses)?, (expected(&page)?, "[]".to_owned()));
    page.finish()
}

#[test]
fn the_number_of_threads_can_be_set() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let requests = json!([
        [configure(&json!(4)), search(3_000)],
        [configure(&json!(1)), search(300)],
        [configure(&Value::Null), search(1_000)],
        [configure(&json!(0))],
    ]);
    let (answers, warnings) = ask(&page, "", &requests)?;
    let threads: Vec<Option<u64>> = answers.iter().map(|answer| answer["threads"].as_u64()).collect();
    assert_eq!(threads, [Some(4), Some(1), Some(expected(&page)?), None], "{answers:?} {warnings}");
    assert_eq!((&answers[3]["type"], &answers[3]["id"]), (&json!("failed"), &json!(2)));
    page.finish()
}

#[test]
fn an_engine_that_gets_no_shared_memory_has_one_thread_and_says_so() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let refusals = [
        "WebAssembly.Memory = function () { throw new RangeError('no memory'); }",
        "WebAssembly.compileStreaming = () => Promise.reject(new TypeError('no memory'))",
    ];
    for refusal in refusals {
        let (threads, warnings) = threads_after(&page, refusal)?;
        assert_eq!(threads, 1);
        assert!(warnings.contains("one thread") && warnings.contains("no memory"), "{warnings}");
    }
    // If helpers do not start, the first thread remains.
    for helper in ["throw new Error('no worker')", "super(new URL('./none.js', self.tengenBase).href)"] {
        let script = format!("self.Worker = class extends Worker {{ constructor() {{ {helper}; }} }}");
        let (threads, warnings) = threads_after(&page, &script)?;
        assert_eq!(threads, 1);
        assert!(warnings.contains("A thread of Tengen's engine ended"), "{warnings}");
    }
    page.allow_problem("none.js");
    page.finish()
}

#[test]
fn a_page_on_a_static_host_has_one_thread_until_its_service_worker_has_taken_over() -> Result<()> {
    let host = Host::new()?;
    host.put_package("site", "")?;
    let page = Page::open_at(Site::of_plain_host(&host.path(""))?, Options::desktop().full_browser())?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("crossOriginIsolated")?, false);
    assert_eq!(threads(&page)?, 1);
    page.wait_until("navigator.serviceWorker.controller !== null")?;
    // No reload happens without the user's command.
    assert_eq!(page.eval("crossOriginIsolated")?, false);
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("crossOriginIsolated")?, true);
    assert_eq!(threads(&page)?, expected(&page)?);
    // A page without a network shares memory as well.
    page.end_site();
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(threads(&page)?, expected(&page)?);
    page.finish()
}

#[test]
fn a_page_with_things_of_other_sites_shares_no_memory() -> Result<()> {
    let host = Host::new()?;
    host.put_package("site", "")?;
    let index = fs::read_to_string(host.path("index.html"))?;
    let other = "<img src=\"https://example.org/picture.png\" loading=\"lazy\" hidden></body>";
    host.write("index.html", &index.replace("</body>", other))?;
    let page = Page::open_at(Site::of_plain_host(&host.path(""))?, Options::desktop().full_browser())?;
    page.wait_for("#new-game")?;
    page.wait_until("navigator.serviceWorker.controller !== null")?;
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("crossOriginIsolated")?, false);
    assert_eq!(threads(&page)?, 1);
    page.allow_problem("example.org");
    page.finish()
}

/// Balanced openings, as steps from the centre.
const OPENINGS: &str = include_str!("../../../tengen-arena/data/balanced/freestyle.txt");

/// The step between the openings that are searched, and the depth of the search.
const EVERY: usize = 2;
const DEPTH: u32 = 12;

/// `cargo test --workspace --test browser threads:: -- --ignored --nocapture` prints the speed-up by two threads in the built page.
#[test]
#[ignore = "measures, and tests nothing"]
#[allow(clippy::print_stdout, reason = "its output is what it is for")]
fn speed_of_two_threads_against_one() -> Result<()> {
    let page = Page::open(Options::desktop().alone())?;
    let alone = "Object.defineProperty(self, 'crossOriginIsolated', { value: false })";
    let ways = [("without threads", alone, 1), ("one thread", "", 1), ("two threads", "", 2)];
    let (mut logarithms, mut totals) = ([0.0_f64; 3], [(0, 0); 3]);
    let openings: Vec<&str> = OPENINGS.lines().filter(|line| !line.starts_with('#')).step_by(EVERY).collect();
    for (number, opening) in (1..).zip(&openings) {
        let steps: Vec<i32> = opening.split(',').filter_map(|step| step.trim().parse().ok()).collect();
        let moves: Vec<[i32; 2]> = steps.chunks_exact(2).map(|step| [7 + step[0], 7 + step[1]]).collect();
        let position = json!({ "rule": "freestyle", "size": 15, "moves": moves });
        for (way, (name, script, threads)) in ways.into_iter().enumerate() {
            let limited =
                |limits: Value| json!({ "type": "search", "id": 1, "position": position, "limits": limits });
            // The first search only serves to start the threads.
            let requests = json!([
                [configure(&json!(threads)), limited(json!({ "nodes": 1 }))],
                500,
                [limited(json!({ "depth": DEPTH }))]
            ]);
            let (answers, _) = ask(&page, script, &requests)?;
            let (progress, used) = (&answers[1]["progress"], &answers[1]["threads"]);
            assert_eq!(used.as_u64(), Some(threads), "{answers:?}");
            let (nodes, time) = (progress["nodes"].as_u64().unwrap(), progress["time_ms"].as_u64().unwrap());
            let speed = nodes / time.max(1);
            println!("{number:2} {name:15} {nodes:9} nodes {time:6} ms {speed:5} nodes/ms");
            logarithms[way] += (time.max(1) as f64).ln();
            totals[way] = (totals[way].0 + nodes, totals[way].1 + time);
        }
    }
    for ((name, ..), (logarithm, (nodes, time))) in ways.into_iter().zip(logarithms.into_iter().zip(totals)) {
        let mean = (logarithm / openings.len() as f64).exp();
        println!(
            "{name:15} {:5} nodes/ms, geometric mean to depth {DEPTH} {mean:6.0} ms, {time} ms in all",
            nodes / time
        );
    }
    page.finish()
}
