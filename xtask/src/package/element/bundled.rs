//! The element for bundlers.
//!
//! Modules are the only files that every bundler handles with its default settings. Vite converts small files to `data:` addresses, esbuild
//! leaves out files that a script names, and no bundler finds the files that a worker fetches. Programs and networks are therefore
//! compressed texts in modules.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::minify;
use crate::package::{UNPACK, packed, text, worker_script};
use crate::page::{BuiltPage, Files, fill, hashed_name, networks};

/// The part of the script with which the entry of the package loads the program.
pub(super) const ENTRY: &str = include_str!("bundled.js");
const PROGRAM: &str = include_str!("bundled-program.js");
/// The beginning of the engine's worker.
const WORKER_PART: &str = include_str!("bundled-worker.js");

/// The folder of these modules, separate from the files that a host serves.
const FOLDER: &str = "bundled";

/// The largest size of a text in one module, in bytes. webpack warns of files of more than 250 kB, Vite of more than 500 kB.
const LARGEST: usize = 240_000;

/// The expression with which the worker loads a network.
const LOAD_NETWORK: &str = "load(name, \"application/octet-stream\", 10_000)";

/// Adds the modules, and returns the path of the one that imports the others. `glue` is the script of the program `board`.
pub(super) fn add(page: &BuiltPage, glue: &str, board: &[u8], files: &mut Files) -> Result<String> {
    let mut sources = vec![("engine".to_owned(), page.read(page.name_of("worker", "wasm")?)?)];
    for (name, file) in page.networks() {
        sources.push((name, page.read(&file)?));
    }
    let mut imports = Vec::new();
    for (name, bytes) in sources {
        let text = packed(&bytes)?;
        let loads = pieces(&text).into_iter().map(|piece| {
            let module = format!("export default \"{piece}\";\n");
            format!("() => import(\"./{}\")", named(&name, module, files))
        });
        imports.push(format!("{name}: [{}]", loads.collect::<Vec<_>>().join(", ")));
    }
    let values = BTreeMap::from([
        ("glue", format!("../{glue}")),
        ("unpack", minify::script(UNPACK)),
        ("texts", imports.join(", ")),
        ("worker", serde_json::to_string(&worker(page)?).context("the worker's script is a text")?),
        ("board", packed(board)?),
    ]);
    let program =
        fill(&minify::script(PROGRAM), &values).context("in xtask/src/package/element/bundled-program.js")?;
    Ok(format!("{FOLDER}/{}", named("tengen-board", program, files)))
}

/// Splits an ASCII text into pieces of about the same length, each of at most [`LARGEST`] bytes.
fn pieces(text: &str) -> Vec<&str> {
    let count = text.len().div_ceil(LARGEST).max(1);
    (0..count).map(|index| &text[text.len() * index / count..text.len() * (index + 1) / count]).collect()
}

/// Adds a module, and returns its name within the folder.
fn named(stem: &str, module: String, files: &mut Files) -> String {
    let name = hashed_name(stem, "js", module.as_bytes());
    files.insert(format!("{FOLDER}/{name}"), module.into_bytes());
    name
}

/// The script of the engine's worker, which receives its program and its networks from the page.
fn worker(page: &BuiltPage) -> Result<String> {
    let networks = networks::script_with(&BTreeMap::new(), LOAD_NETWORK)?;
    let script = worker_script(&text(page, "worker-glue", "js")?, &networks)?;
    Ok(minify::script(&format!("{UNPACK}{WORKER_PART}{script}")))
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, pieces};

    #[test]
    fn pieces_are_the_text_and_none_is_too_large() {
        for length in [0, 1, LARGEST, LARGEST + 1, 5 * LARGEST - 1] {
            let text = "abc".repeat(length.div_ceil(3))[..length].to_owned();
            let pieces = pieces(&text);
            assert_eq!(pieces.concat(), text);
            assert!(pieces.iter().all(|piece| piece.len() <= LARGEST), "{length}");
            assert_eq!(pieces.len(), length.div_ceil(LARGEST).max(1));
        }
    }
}
