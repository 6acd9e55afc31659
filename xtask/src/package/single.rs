//! The page in one file.
//!
//! From a disk a browser loads no modules, no workers and no WebAssembly by address. The scripts are therefore in the page's import map, as
//! `data:` addresses, and WebAssembly is in the page as compressed text; workers are made of texts at run time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::{UNPACK, packed, replace, text, worker_script};
use crate::page::{BuiltPage, data, fill, networks};

const TEMPLATE: &str = include_str!("single.html");
const BOOT: &str = include_str!("single.js");
/// The expression with which a worker unpacks its program, which is in its script.
const UNPACK_PROGRAM: &str = include_str!("single-worker.js");

/// The parts of the page's program that the file contains besides the first.
const PARTS: [&str; 2] = ["part", "shared"];

/// Writes `tengen.html`, and returns its path and size.
pub(super) fn write(page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let html = assemble(page)?;
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let path = directory.join("tengen.html");
    fs::write(&path, &html).with_context(|| format!("cannot write {}", path.display()))?;
    Ok((path, html.len()))
}

fn assemble(page: &BuiltPage) -> Result<String> {
    // The two scripts import each other, by names of the import map.
    let parts = page.name_of("parts", "js")?;
    let app = page.name_of("app", "js")?;
    // Each part of the program has an import.
    let app_js = text(page, "app", "js")?.replace(&format!("\"./{parts}\""), "\"tengen/parts\"");
    if !app_js.contains("\"tengen/parts\"") {
        bail!("the script of the page should import `./{parts}` and does not");
    }
    let parts_js = replace(&text(page, "parts", "js")?, &format!("\"./{app}\""), "\"tengen/app\"")?;
    // The page loads the part of online play only where it comes from a server, so that the file does not contain it.
    let parts_js = PARTS.into_iter().try_fold(parts_js, |script, part| {
        let fetched = format!("fetch(new URL(\"./{}\", import.meta.url))", page.name_of(part, "wasm")?);
        replace(&script, &fetched, &format!("tengenProgram(\"{part}\")"))
    })?;
    let mut values = BTreeMap::from([
        ("style", text(page, "style", "css")?),
        ("icon", BASE64.encode(page.read("icon.svg")?)),
        ("app_js", BASE64.encode(app_js)),
        ("parts_js", BASE64.encode(parts_js)),
        ("app_wasm", compressed(page, "app")?),
        ("part_wasm", compressed(page, "part")?),
        ("shared_wasm", compressed(page, "shared")?),
        ("worker", worker(page, "worker", &networks(page)?)?),
        ("files", worker(page, "files", "")?),
        ("judge", worker(page, "judge", "")?),
        ("boot", BOOT.to_owned()),
    ]);
    for data::Data { stem, extension, placeholder } in data::ALL {
        values.insert(placeholder, packed(&page.read(page.name_of(stem, extension)?)?)?);
    }
    fill(TEMPLATE, &values).context("in xtask/src/package/single.html")
}

/// The script with the engine's networks in it.
fn networks(page: &BuiltPage) -> Result<String> {
    let packed = page.networks().into_iter().map(|(name, file)| Ok((name, packed(&page.read(&file)?)?)));
    let load = "Promise.resolve(unpack(networks[name], \"application/octet-stream\"))";
    networks::script_with(&packed.collect::<Result<_>>()?, load)
}

/// A worker's script with its program in it, followed by `rest`.
fn worker(page: &BuiltPage, stem: &str, rest: &str) -> Result<String> {
    let values = BTreeMap::from([("wasm", compressed(page, stem)?)]);
    let unpack = fill(UNPACK_PROGRAM, &values).context("in xtask/src/package/single-worker.js")?;
    let script = worker_script(&text(page, &format!("{stem}-glue"), "js")?, rest)?;
    let script = format!("{UNPACK}{unpack}{script}");
    if script.to_ascii_lowercase().contains("</script") {
        bail!("the script of {stem} would end the element that it is in");
    }
    Ok(script)
}

/// A program as compressed text.
fn compressed(page: &BuiltPage, stem: &str) -> Result<String> {
    packed(&page.read(page.name_of(stem, "wasm")?)?)
}
