//! The memory, and the objects, that a page holds.

#![allow(clippy::print_stdout, reason = "the figures are of interest where a test fails")]

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::Page;

/// A script that keeps references to the memory of every program, so that its size can be read.
pub const KEEP_MEMORIES: &str = "window.memories = []; \
    for (const name of ['instantiate', 'instantiateStreaming']) { \
      const original = WebAssembly[name]; \
      WebAssembly[name] = async function (...given) { \
        const made = await original.apply(this, given); \
        const memory = (made.instance ?? made).exports.memory; \
        if (memory) window.memories.push(new WeakRef(memory)); \
        return made; \
      }; \
    }";

/// The resources that the page holds after a garbage collection.
#[derive(Debug, Clone)]
pub struct Held {
    nodes: f64,
    listeners: f64,
    heap: f64,
    wasm: f64,
}

impl Held {
    /// Releases unused objects, and measures the others. [`KEEP_MEMORIES`] has to run before the page's own scripts.
    ///
    /// # Errors
    ///
    /// If the browser does not report the measures.
    pub fn of(page: &Page) -> Result<Held> {
        page.devtools("Performance.enable", &json!({}))?;
        // Objects freed in one collection may have referenced others, which only the next collection frees.
        for _ in 0..3 {
            page.devtools("HeapProfiler.collectGarbage", &json!({}))?;
        }
        let answer = page.devtools("Performance.getMetrics", &json!({}))?;
        let metrics = answer["metrics"].as_array().context("the browser has no metrics")?;
        let metric = |name: &str| {
            let found = metrics.iter().find(|metric| metric["name"] == name);
            found
                .and_then(|metric| metric["value"].as_f64())
                .with_context(|| format!("the browser does not tell {name}"))
        };
        let wasm =
            page.eval("window.memories.reduce((sum, it) => sum + (it.deref()?.buffer.byteLength ?? 0), 0)")?;
        Ok(Held {
            nodes: metric("Nodes")?,
            listeners: metric("JSEventListeners")?,
            heap: metric("JSHeapUsedSize")?,
            wasm: wasm.as_f64().context("the memories have no size")?,
        })
    }

    /// Compares two measurements of the same page. WebAssembly's memory never shrinks, and grows by pages of 64 KiB, so that three more
    /// pages are allowed.
    ///
    /// # Panics
    ///
    /// If the page holds more at the later time.
    pub fn assert_steady(&self, late: &Held) {
        println!("early: {self:?}\nlate: {late:?}");
        assert!(self.wasm > 0.0, "the page's memory was found");
        assert!(late.nodes <= self.nodes + 20.0, "nodes: {self:?} {late:?}");
        assert!(late.listeners <= self.listeners + 5.0, "listeners: {self:?} {late:?}");
        assert!(late.heap <= self.heap * 1.05, "heap: {self:?} {late:?}");
        assert!(late.wasm <= self.wasm + 3.0 * 65_536.0, "WebAssembly: {self:?} {late:?}");
    }
}
