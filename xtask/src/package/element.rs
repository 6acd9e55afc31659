//! The element for other people's pages, as a folder that any host can serve and that is an npm package.

mod style;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::page::{
    BuiltPage, Files, Loading, Purpose, WORKER, bindings, compile, fill, hashed_name, networks,
};
use crate::workspace::Workspace;

/// The package of the program.
const PROGRAM: &str = "tengen-element";
const ELEMENT: &str = include_str!("element/element.js");
const LIVE: &str = include_str!("element/live.js");
const GAMES: &str = include_str!("element/tengen-games.js");
/// Where a script finds its files: beside itself. A script that is run by name only is found among those of the page.
const BASE_OF_SCRIPT: &str = "const base = document.currentScript?.src || \
    [...document.scripts].map(({ src }) => src).find((src) => /\\/tengen-board\\.js([?#]|$)/.test(src)) || \
    location.href;";

/// What travels as it is.
const PLAIN: [(&str, &str); 4] = [
    ("tengen-games.js", GAMES),
    ("index.d.ts", include_str!("element/index.d.ts")),
    ("README.md", include_str!("../../../docs/embedding.md")),
    ("example.html", include_str!("element/example.html")),
];

/// Writes the folder `element`, and gives its path and size.
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
    // The engine is that of the page, with one thread: hardly a page that has boards may share memory.
    let (worker_glue, worker_wasm) = (page.name_of("worker-glue", "js")?, page.name_of("worker", "wasm")?);
    let networks = page.networks();
    let names = [worker_glue, worker_wasm].into_iter().chain(networks.values().map(String::as_str));
    for name in names {
        files.insert(name.to_owned(), page.read(name)?);
    }
    let values =
        BTreeMap::from([("glue_js", worker_glue.to_owned()), ("worker_wasm", worker_wasm.to_owned())]);
    let worker_script = fill(WORKER, &values).context("in xtask/src/page/worker.js")?;
    let worker_script = worker_script + &networks::script(&networks)?;
    let worker = hashed_name("worker", "js", worker_script.as_bytes());
    files.insert(worker.clone(), worker_script.into_bytes());
    let wasm = hashed_name("tengen-board", "wasm", &program.wasm);
    let javascript = without_remarks(&program.javascript);
    let glue = hashed_name("tengen-board-glue", "js", javascript.as_bytes());
    let style = style::of_element(&workspace.root().join("crates"))?;
    let style = serde_json::to_string(&style).context("the style sheet is a text")?;
    let beside = |name: &str, base: &str| format!("new URL(\"./{name}\", {base})");
    let live_script = without_remarks(LIVE);
    let live = hashed_name("tengen-live", "js", live_script.as_bytes());
    let module = |name: &str, base: &str| match base {
        "base" => format!("{}.href", beside(name, base)),
        // A module names its files as bundlers understand it.
        _ => format!("\"./{name}\""),
    };
    let forms = [("tengen-board.js", BASE_OF_SCRIPT, "base"), ("tengen-board.mjs", "", "import.meta.url")];
    for (name, declared, base) in forms {
        let values = BTreeMap::from([
            ("base", declared.to_owned()),
            ("glue", module(&glue, base)),
            ("live", module(&live, base)),
            ("board", beside(&wasm, base)),
            ("worker", beside(&worker, base)),
            ("style", style.clone()),
        ]);
        let script = fill(&without_remarks(ELEMENT), &values);
        let script = script.context("in xtask/src/package/element/element.js")?;
        files.insert(name.to_owned(), script.into_bytes());
    }
    files.insert(wasm, program.wasm);
    files.insert(glue, javascript.into_bytes());
    files.insert(live, live_script.into_bytes());
    files.extend(PLAIN.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let path = workspace.root().join(licence);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        files.insert(licence.to_owned(), text);
    }
    files.insert("package.json".to_owned(), manifest(&files)?.into_bytes());
    Ok(files)
}

/// A script without its comments and indentation, which a browser does not need.
fn without_remarks(script: &str) -> String {
    let script = without_comments(script);
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A style sheet or a script without comments between `/*` and `*/`.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// The manifest for npm.
fn manifest(files: &Files) -> Result<String> {
    let names: Vec<&String> = files.keys().collect();
    let manifest = serde_json::json!({
        "name": "tengen-board",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A Gomoku and renju board for any page: shows games, plays, analyses, and sets puzzles.",
        "keywords": ["gomoku", "renju", "five in a row", "custom element", "web component"],
        "license": "MIT OR Apache-2.0",
        "type": "module",
        "main": "./tengen-board.mjs",
        "types": "./index.d.ts",
        "exports": {
            ".": { "types": "./index.d.ts", "default": "./tengen-board.mjs" },
            "./*": "./*",
        },
        "sideEffects": true,
        "files": names,
    });
    Ok(format!("{manifest:#}\n"))
}
