//! The page in one file.
//!
//! From a disk a browser loads no modules, no workers and no WebAssembly by address. So the scripts are in the page's import map, as
//! `data:` addresses, and WebAssembly is in it as compressed text; workers are made of texts at run time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::Page;
use crate::page::{fill, gzip};

const TEMPLATE: &str = include_str!("single.html");
const BOOT: &str = include_str!("single.js");
const WORKER: &str = include_str!("single-worker.js");

/// Writes `tengen.html`, and gives its path and size.
pub(super) fn write(page: &Page, directory: &Path) -> Result<Vec<(PathBuf, usize)>> {
    let html = assemble(page)?;
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let path = directory.join("tengen.html");
    fs::write(&path, &html).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(vec![(path, html.len())])
}

fn assemble(page: &Page) -> Result<String> {
    // The two scripts import each other, by names that the import map knows.
    let parts = page.name("parts", "js")?;
    let app = page.name("app", "js")?;
    let app_js = replace(&page.text("app", "js")?, &format!("\"./{parts}\""), "\"tengen/parts\"")?;
    let parts_js = replace(&page.text("parts", "js")?, &format!("\"./{app}\""), "\"tengen/app\"")?;
    let fetched = format!("fetch(new URL(\"./{}\", import.meta.url))", page.name("part", "wasm")?);
    let parts_js = replace(&parts_js, &fetched, "tengenProgram(\"part\")")?;
    let values = BTreeMap::from([
        ("style", page.text("style", "css")?),
        ("icon", BASE64.encode(fs::read(page.directory.join("icon.svg")).context("cannot read icon.svg")?)),
        ("app_js", BASE64.encode(app_js)),
        ("parts_js", BASE64.encode(parts_js)),
        ("app_wasm", compressed(page, "app")?),
        ("part_wasm", compressed(page, "part")?),
        ("worker", worker(page, "worker")?),
        ("studio", worker(page, "studio")?),
        ("boot", BOOT.to_owned()),
    ]);
    fill(TEMPLATE, &values).context("in xtask/src/package/single.html")
}

/// A worker's script, with its program in it.
fn worker(page: &Page, stem: &str) -> Result<String> {
    let values = BTreeMap::from([
        ("glue_js", page.text(&format!("{stem}-glue"), "js")?),
        ("wasm", compressed(page, stem)?),
    ]);
    let script = fill(WORKER, &values).context("in xtask/src/package/single-worker.js")?;
    if script.to_ascii_lowercase().contains("</script") {
        bail!("the script of {stem} would end the element that it is in");
    }
    Ok(script)
}

/// A program as text: base64 of its gzipped bytes, which every browser unpacks by itself.
fn compressed(page: &Page, stem: &str) -> Result<String> {
    Ok(BASE64.encode(gzip(&page.read(stem, "wasm")?)?))
}

/// Replaces the only place where `from` stands.
fn replace(script: &str, from: &str, to: &str) -> Result<String> {
    match script.matches(from).count() {
        1 => Ok(script.replace(from, to)),
        count => bail!("a script of the page should have `{from}` once and has it {count} times"),
    }
}
