//! The npm package on pages that bundlers have made with their default settings.

use std::fs;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, Site};

use crate::element::{WATCH, heard, wait_for};

/// Records the type of each value that the page sends through ports to the engine's worker: a text, or null for a file that has not loaded.
const REQUESTS: &str = "window.requested = []; \
    const { postMessage } = MessagePort.prototype; \
    MessagePort.prototype.postMessage = function (...given) { \
      requested.push(typeof given[0]); return postMessage.apply(this, given); };";

/// Whether the bundled pages exist. `cargo xtask test` makes them before these tests, if npm and its registry are available.
fn is_bundled() -> bool {
    let is_bundled = Site::npm().join("vite").join("dist").is_dir();
    if !is_bundled {
        println!("without npm and its registry no page is bundled, so that this test checks nothing");
    }
    is_bundled
}

/// Opens the page of a host, and waits for the engine's answer to a move.
fn play(host: Site, name: &str, address: Option<&str>) -> Result<()> {
    let page = Page::open_at(host, Options::desktop().script(WATCH).script(REQUESTS))?;
    if let Some(address) = address {
        page.eval(&format!("(location.href = '{address}', true)"))?;
    }
    wait_for(&page, "tengen-board", ".cell")?;
    assert_eq!(page.eval("workers")?, 0, "the engine waits until it is needed");
    assert_eq!(page.eval("document.querySelector('tengen-board').play('h8')")?, true);
    page.wait_until(
        "document.querySelector('tengen-board').shadowRoot.querySelectorAll('.stone').length === 2",
    )?;
    assert_eq!(page.eval("workers")?, 1);
    assert_eq!(heard(&page, "error")?, [json!(null); 0]);
    // The engine has received its program and the network of freestyle.
    assert_eq!(page.eval("requested")?, json!(["string", "string"]));
    page.screenshot(&format!("bundled-{name}"))?;
    page.finish()
}

#[test]
fn a_board_plays_on_a_page_that_vite_webpack_or_esbuild_has_bundled() -> Result<()> {
    if !is_bundled() {
        return Ok(());
    }
    for name in ["vite", "webpack", "esbuild", "esbuild-split"] {
        play(Site::of_plain_host(&Site::npm().join(name).join("dist"))?, name, None)?;
    }
    Ok(())
}

/// Vite as a development server for a page. It ends on drop.
struct Vite(Child);

impl Vite {
    fn start(port: u16) -> Result<Vite> {
        let program = fs::canonicalize(Site::npm())?.join("node_modules").join(".bin").join("vite");
        let mut command = Command::new(program);
        // Vite caches its preparation of a package of this version, even if the package has changed.
        command.args(["--force", "--strictPort", "--port", &port.to_string()]);
        command.current_dir(Site::npm().join("vite")).stdin(Stdio::null()).stdout(Stdio::null());
        Ok(Vite(command.spawn()?))
    }
}

impl Drop for Vite {
    fn drop(&mut self) {
        // A process that has ended already needs no action.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_board_plays_while_its_author_works_with_vite() -> Result<()> {
    if !is_bundled() {
        return Ok(());
    }
    let port = TcpListener::bind(("localhost", 0))?.local_addr()?.port();
    let _vite = Vite::start(port)?;
    let host = Site::of_plain_host(&Site::npm().join("esbuild").join("dist"))?;
    let address = format!("http://localhost:{port}/");
    for _ in 0..200 {
        if std::net::TcpStream::connect(("localhost", port)).is_ok() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    play(host, "vite-dev", Some(&address))
}
