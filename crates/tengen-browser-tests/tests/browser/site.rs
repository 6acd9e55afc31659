//! The page in the browser's cache, from a static host and from `tengen serve`: installed, offline, with a newer version, and at an address
//! that later belongs to another page.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_browser_tests::{Host, Options, Page, Result, Site};

/// The path of the page on the static host.
const BASE: &str = "games/gomoku/";

/// The policy in the documentation.
fn policy() -> String {
    let text = include_str!("../../../../docs/hosting.md");
    let block = text.split("```").find(|block| block.trim_start().starts_with("default-src")).unwrap();
    block.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The page on a static host with other contents, with only the documented rights.
fn on_a_static_host(options: Options) -> Result<(Page, Host)> {
    let host = Host::new()?;
    host.put_package("site", BASE)?;
    let index = format!("{BASE}index.html");
    let meta = format!("<head><meta http-equiv=\"Content-Security-Policy\" content=\"{}\">", policy());
    host.write(&index, &fs::read_to_string(host.path(&index))?.replace("<head>", &meta))?;
    host.write("index.html", "<!doctype html><title>Another site</title><link rel=icon href=data:,>")?;
    let page = Page::open_at(host.serve()?, options)?;
    page.go_to(BASE)?;
    wait_until_cached(&page)?;
    Ok((page, host))
}

/// The page as served by `tengen serve`.
fn served(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    wait_until_cached(&page)?;
    Ok(page)
}

/// Waits until the page's service worker has cached everything and controls the page.
fn wait_until_cached(page: &Page) -> Result<()> {
    page.wait_for("#new-game")?;
    page.wait_until("navigator.serviceWorker.controller !== null")
}

/// Plays on a page whose server has ended.
fn play_without_a_network(page: &Page) -> Result<()> {
    page.end_site();
    page.eval("localStorage.clear()")?;
    page.reload()?;
    page.wait_for("#new-game")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // The file worker, which is loaded when it is needed, also works.
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")
}

#[test]
fn a_page_that_was_visited_once_plays_without_a_network() -> Result<()> {
    let (page, _host) = on_a_static_host(Options::desktop().full_browser())?;
    play_without_a_network(&page)?;
    page.screenshot("offline")?;
    page.finish()
}

#[test]
fn the_served_page_plays_without_its_server_and_under_the_servers_policies() -> Result<()> {
    let page = served(Options::phone().full_browser())?;
    page.end_site();
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("crossOriginIsolated")?, true);
    let allowed = page.eval(
        "new Promise((settle) => { \
        addEventListener('securitypolicyviolation', () => settle(false), { once: true }); \
        const script = document.createElement('script'); \
        script.textContent = 'window.wasRun = true'; document.body.append(script); \
        setTimeout(() => settle(window.wasRun === true), 3000); })",
    )?;
    assert_eq!(allowed, false, "the policy of the server forbids scripts in the document");
    page.expect_problem("Content Security Policy");
    page.finish()?;

    let page = served(Options::desktop().full_browser())?;
    play_without_a_network(&page)?;
    page.screenshot("served-offline")?;
    page.finish()
}

/// Opens the newer page that is offered, and checks that the game stays on the board.
fn open_the_newer_page(page: &Page) -> Result<()> {
    page.wait_for("#open-newer")?;
    page.eval("window.isOld = true")?;
    page.click("#open-newer")?;
    // A browser may delay the newer worker until the older one has no work left.
    page.wait_until_within("window.isOld === undefined", Duration::from_mins(1))?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_until("document.querySelector('#new-game') && !document.querySelector('#open-newer')")
}

#[test]
fn a_newer_version_waits_until_the_user_accepts_it() -> Result<()> {
    let (page, _host) = on_a_static_host(Options::phone().full_browser())?;
    assert_eq!(page.count("#open-newer")?, 0);
    page.click("[data-point=h8]")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    // A worker with another address is a newer one, as is one with other contents.
    page.eval("navigator.serviceWorker.register('./offline.js?newer').then(() => true)")?;
    page.wait_for("#open-newer")?;
    page.screenshot("newer-page")?;
    open_the_newer_page(&page)?;
    page.finish()
}

/// The built page with the changes of a newer version.
fn newer_page() -> Result<Host> {
    Host::of_changed_page(|name, contents| {
        let (from, to) = match name {
            "index.html" => ("<html", "<html data-version=\"newer\""),
            "offline.js" => ("const CACHE = `${OURS}", "const CACHE = `${OURS}newer"),
            _ => return Some(contents),
        };
        let text = String::from_utf8(contents).unwrap();
        assert!(text.contains(from), "{name} has {from}");
        Some(text.replacen(from, to, 1).into_bytes())
    })
}

#[test]
fn a_newer_server_offers_its_version_to_open_pages() -> Result<()> {
    let page = served(Options::desktop().full_browser())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.serve_instead(&newer_page()?.path(""))?;
    page.reload()?;
    page.wait_for("#new-game")?;
    assert_eq!(page.eval("document.documentElement.dataset.version ?? 'old'")?, "old");
    open_the_newer_page(&page)?;
    assert_eq!(page.eval("document.documentElement.dataset.version ?? 'old'")?, "newer");
    page.finish()
}

#[test]
fn a_cached_page_does_not_hide_another_at_its_address() -> Result<()> {
    let page = served(Options::desktop().full_browser())?;
    let other = Host::new()?;
    other.write("index.html", "<!doctype html><title>Another program</title><link rel=icon href=data:,>")?;
    page.serve_instead(&other.path(""))?;
    // Until the cached page is replaced, its browser may request its files from the other program.
    page.allow_problem("tengen.webmanifest");
    page.allow_problem("icon.svg");
    page.reload()?;
    page.wait_until("document.title === 'Another program'")?;
    page.wait_until("(await navigator.serviceWorker.getRegistrations()).length === 0")?;
    page.wait_until("(await caches.keys()).length === 0")?;
    page.reload()?;
    assert_eq!(page.eval("document.title")?, "Another program");
    page.finish()
}

/// Checks that no reason prevents the installation of the page.
fn assert_installable(page: &Page) -> Result<()> {
    let answer = page.devtools("Page.getAppManifest", &json!({}))?;
    assert_eq!(answer["errors"], json!([]), "{answer}");
    let manifest: Value = serde_json::from_str(answer["data"].as_str().unwrap())?;
    assert_eq!(manifest["display"], "standalone");
    let answer = page.devtools("Page.getInstallabilityErrors", &json!({}))?;
    // In a private window a browser does not offer installation; this is the only accepted reason.
    let errors = answer["installabilityErrors"].as_array().unwrap().clone();
    assert!(errors.iter().all(|error| error["errorId"] == "in-incognito"), "{errors:?}");
    Ok(())
}

#[test]
fn the_page_is_installable() -> Result<()> {
    let (page, _host) = on_a_static_host(Options::desktop().full_browser())?;
    assert_installable(&page)?;
    page.finish()?;
    let page = served(Options::desktop().full_browser())?;
    assert_installable(&page)?;
    page.finish()
}

#[test]
fn the_service_worker_names_every_file() {
    assert_names_every_file(&Site::package("site"));
    assert_names_every_file(&Site::page_directory());
}

fn assert_names_every_file(directory: &Path) {
    let worker = fs::read_to_string(directory.join("offline.js")).unwrap();
    for entry in fs::read_dir(directory).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_form = name.ends_with(".br") || name.ends_with(".gz");
        let named = if name == "index.html" { "\"./\"".to_owned() } else { format!("\"./{name}\"") };
        assert!(name == "offline.js" || is_form || worker.contains(&named), "{name}");
    }
}
