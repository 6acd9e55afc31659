//! What must hold for the built page as a whole, whatever is on it.

#![forbid(unsafe_code)]

use tengen_browser_tests::{Options, Page, Result};

#[test]
fn the_page_starts_without_a_fault() -> Result<()> {
    for options in [Options::desktop(), Options::phone().dark().reduced_motion().language("zh-CN")] {
        let page = Page::open(options)?;
        // The page starts when its WebAssembly has been compiled, and then fills the body.
        page.wait_until("document.body.innerText.trim() !== ''")?;
        assert_ne!(page.eval("document.documentElement.dataset.boot ?? ''")?, "failed");
        assert_ne!(page.eval("document.title")?, "");
        assert_eq!(page.eval("crossOriginIsolated")?, true, "shared memory is available");
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_worker_named_by_the_page_can_be_started() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    // A worker that cannot load its glue or its WebAssembly reports an `error` event.
    let outcome = page.eval(
        "await new Promise((settle) => { \
           const address = document.querySelector('meta[name=tengen-worker]').content; \
           const worker = new Worker(address); \
           worker.onerror = (event) => settle(`error: ${event.message}`); \
           setTimeout(() => { worker.terminate(); settle('running'); }, 1500); \
         })",
    )?;
    assert_eq!(outcome, "running");
    page.finish()
}
