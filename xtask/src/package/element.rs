//! The element for any page, as a folder that any host can serve and that is an npm package.

mod bundled;
mod manifest;
mod style;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::minify;
use crate::page::{
    BuiltPage, Files, Loading, Purpose, WORKER, bindings, compile, fill, hashed_name, networks,
};
use crate::workspace::Workspace;

/// The package of the program.
const PROGRAM: &str = "tengen-element";
const ELEMENT: &str = include_str!("element/element.js");
/// The part of the script with which a host's element loads its files.
const BESIDE: &str = include_str!("element/beside.js");
const LIVE: &str = include_str!("element/live.js");
const GAMES: &str = include_str!("element/tengen-games.js");
/// The address of the script, beside which its files are. A script that is run by name only is searched for among those of the page.
const BASE_OF_SCRIPT: &str = "const base = document.currentScript?.src || \
    [...document.scripts].map(({ src }) => src).find((src) => /\\/tengen-board\\.js([?#]|$)/.test(src)) || \
    location.href;";

/// Files that are copied unchanged.
const PLAIN: [(&str, &str); 3] = [
    ("tengen-games.js", GAMES),
    ("README.md", include_str!("../../../docs/embedding.md")),
    ("example.html", include_str!("element/example.html")),
];

/// Writes the folder `element`, and returns its path and size.
pub(super) fn write(workspace: &Workspace, page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let files = files(workspace, page)?;
    let directory = directory.join("element");
    super::write_folder(&directory, &files)?;
    Ok((directory, files.values().map(Vec::len).sum()))
}

fn files(workspace: &Workspace, page: &BuiltPage) -> Result<Files> {
    let program =
        bindings(PROGRAM, &compile(workspace, Purpose::Release.page_profile(), PROGRAM)?, Loading::Module)?;
    let mut files = Files::new();
    let worker = add_worker(page, &mut files)?;
    let glue = add_script("tengen-board-glue", &program.javascript, &mut files);
    let live = add_script("tengen-live", LIVE, &mut files);
    let bundled = bundled::add(page, &glue, &program.wasm, &mut files)?;
    let board = hashed_name("tengen-board", "wasm", &program.wasm);
    files.insert(board.clone(), program.wasm);
    let values = BTreeMap::from([
        ("base", BASE_OF_SCRIPT.to_owned()),
        ("glue", glue),
        ("live", live),
        ("board", board),
        ("worker", worker),
        ("program", bundled),
    ]);
    let style = style::of_element(&workspace.root().join("crates"))?;
    let style = serde_json::to_string(&style).context("the style sheet is a text")?;
    for (name, way) in [
        ("tengen-board.js", BESIDE),
        ("tengen-board.mjs", bundled::ENTRY),
        // The script imports only by functions, so that both kinds of modules have the same text.
        ("tengen-board.cjs", bundled::ENTRY),
    ] {
        let way = fill(&minify::script(way), &values).context("in xtask/src/package/element")?;
        let values = BTreeMap::from([("files", way), ("style", style.clone())]);
        let script = fill(&minify::script(ELEMENT), &values);
        let script = script.context("in xtask/src/package/element/element.js")?;
        files.insert(name.to_owned(), script.into_bytes());
    }
    files.extend(PLAIN.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    files.extend(manifest::types());
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace.root().join(licence);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        files.insert(licence.to_owned(), text);
    }
    files.insert("package.json".to_owned(), manifest::of(&files)?.into_bytes());
    Ok(files)
}

/// Adds the engine, and returns the name of its script. The engine is that of the page, with one thread, because pages with boards can
/// rarely share memory.
fn add_worker(page: &BuiltPage, files: &mut Files) -> Result<String> {
    let (glue, wasm) = (page.name_of("worker-glue", "js")?, page.name_of("worker", "wasm")?);
    let networks = page.networks();
    for name in [glue, wasm].into_iter().chain(networks.values().map(String::as_str)) {
        files.insert(name.to_owned(), page.read(name)?);
    }
    let values = BTreeMap::from([("glue_js", glue.to_owned()), ("worker_wasm", wasm.to_owned())]);
    let script = fill(WORKER, &values).context("in xtask/src/page/worker.js")?;
    let script = script + &networks::script(&networks)?;
    let name = hashed_name("worker", "js", script.as_bytes());
    files.insert(name.clone(), script.into_bytes());
    Ok(name)
}

/// Adds a script without its comments, and returns its name.
fn add_script(stem: &str, script: &str, files: &mut Files) -> String {
    let script = minify::script(script);
    let name = hashed_name(stem, "js", script.as_bytes());
    files.insert(name.clone(), script.into_bytes());
    name
}
