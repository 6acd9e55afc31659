//! The page on a static host, at an address of its own: installed, without a network, and when a newer one comes.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::fs;

use serde_json::{Value, json};
use tengen_browser_tests::{Host, Options, Page, Result, Site};

/// Where on the host the page is.
const BASE: &str = "games/gomoku/";

/// The policy that the documentation gives.
fn policy() -> String {
    let text = include_str!("../../../docs/hosting.md");
    let block = text.split("```").find(|block| block.trim_start().starts_with("default-src")).unwrap();
    block.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The page on a host that has other things as well, under no more rights than documented.
fn open(options: Options) -> Result<(Page, Host)> {
    let host = Host::new()?;
    host.put_package("site", BASE)?;
    let index = format!("{BASE}index.html");
    let meta = format!("<head><meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy());
    host.write(&index, &fs::read_to_string(host.path(&index))?.replace("<head>", &meta))?;
    host.write("index.html", "<!doctype html><title>Somebody's site</title><link rel=icon href=data:,>")?;
    let page = Page::open_at(host.serve()?, options)?;
    page.go_to(BASE)?;
    page.wait_for("#new-game")?;
    // Kept is the page once its service worker has taken over.
    page.wait_until("navigator.serviceWorker.controller !== null")?;
    Ok((page, host))
}

#[test]
fn a_page_that_was_visited_once_plays_without_a_network() -> Result<()> {
    let (page, _host) = open(Options::desktop())?;
    page.end_site();
    page.eval("localStorage.clear()")?;
    page.reload()?;
    page.wait_for("#new-game")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // The studio as well, which is loaded when it is needed.
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    page.screenshot("offline")?;
    page.finish()
}

#[test]
fn a_newer_page_waits_until_somebody_wants_it() -> Result<()> {
    let (page, _host) = open(Options::phone())?;
    assert_eq!(page.count("#open-newer")?, 0);
    page.click("[data-point=h8]")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // Another address makes another service worker, as another content does.
    page.eval("navigator.serviceWorker.register('./offline.js?newer').then(() => true)")?;
    page.wait_for("#open-newer")?;
    page.screenshot("newer-page")?;
    page.eval("window.isOld = true")?;
    page.click("#open-newer")?;
    page.wait_until("window.isOld === undefined && document.querySelectorAll('.stone').length === 2")?;
    page.wait_until("document.querySelector('#new-game') && !document.querySelector('#open-newer')")?;
    page.finish()
}

#[test]
fn a_browser_finds_what_it_needs_to_install_the_page() -> Result<()> {
    let (page, _host) = open(Options::desktop())?;
    let answer = page.devtools("Page.getAppManifest", &json!({}))?;
    assert_eq!(answer["errors"], json!([]), "{answer}");
    let manifest: Value = serde_json::from_str(answer["data"].as_str().unwrap())?;
    assert_eq!(manifest["display"], "standalone");
    let answer = page.devtools("Page.getInstallabilityErrors", &json!({}))?;
    // Nobody is asked to install anything in a private window; that is the only thing in the way.
    let errors = answer["installabilityErrors"].as_array().unwrap().clone();
    assert!(errors.iter().all(|error| error["errorId"] == "in-incognito"), "{errors:?}");
    page.finish()
}

#[test]
fn the_service_worker_names_every_file() {
    let worker = fs::read_to_string(Site::package("site").join("offline.js")).unwrap();
    for entry in fs::read_dir(Site::package("site")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let named = if name == "index.html" { "\"./\"".to_owned() } else { format!("\"./{name}\"") };
        assert!(name == "offline.js" || worker.contains(&named), "{name}");
    }
}
