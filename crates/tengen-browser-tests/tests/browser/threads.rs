//! The engine's threads in the browser: as many as the browser has cores for where the page may share memory, and one elsewhere.

use serde_json::{Value, json};
use tengen_analysis::engine::Response;
use tengen_browser_tests::{Options, Page, Result, Site, read_answers};

use crate::worker::{CONVERSE, quiet};

/// The last answers of the page's engine to these requests.
fn last_answers(page: &Page, requests: &Value) -> Result<Vec<Value>> {
    let answers: Vec<Value> = serde_json::from_value(page.eval_with(CONVERSE, &json!([requests, 0]))?)?;
    answers
        .into_iter()
        .map(|of_one| Ok(read_answers::<Response>(of_one)?.pop().unwrap_or_default()))
        .collect()
}

fn search(id: u32, limits: &Value) -> Value {
    json!({ "type": "search", "id": id, "position": quiet(), "limits": limits })
}

#[test]
fn the_served_page_searches_with_several_threads() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    assert_eq!(page.eval("crossOriginIsolated")?, true);
    let cores = page.eval("navigator.hardwareConcurrency")?.as_u64().unwrap();
    let answers = last_answers(&page, &json!([search(1, &json!({ "time_ms": 3000 }))]))?;
    println!("{answers:?}");
    assert_eq!(answers[0]["threads"].as_u64(), Some((cores / 2).clamp(cores.min(2), 8)), "{answers:?}");
    page.finish()
}
