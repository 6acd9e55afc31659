//! Conversion of cargo's WebAssembly into modules that a browser can call.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::minify;

/// The way in which a browser loads the JavaScript glue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loading {
    /// As a module, by `import`.
    Module,
    /// As a module to which other parts of the program are added later.
    Parts,
    /// As a classic script, by `importScripts`: it leaves one global, `wasm_bindgen`. Workers that are modules are not allowed everywhere
    /// (for example not from `file://`).
    Classic,
    /// As [`Loading::Classic`], with another name of the global.
    Named(&'static str),
}

/// A WebAssembly program and its JavaScript glue.
#[derive(Debug)]
pub(crate) struct Bindings {
    pub(crate) javascript: String,
    pub(crate) wasm: Vec<u8>,
    /// JavaScript from crates, by the relative name under which the glue imports it.
    pub(crate) snippets: BTreeMap<String, Vec<u8>>,
}

/// Runs wasm-bindgen on a compiled program.
pub(crate) fn generate(name: &str, compiled: &[u8], loading: Loading) -> Result<Bindings> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_bytes(name, compiled.to_vec())
        .typescript(false)
        // The build chooses the names of files, so that the program's address is passed at the start.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    match loading {
        Loading::Module => bindgen.web(true),
        // Parts that are loaded later share the table of functions.
        Loading::Parts => bindgen.keep_lld_exports(true).web(true),
        Loading::Classic => bindgen.no_modules(true),
        Loading::Named(global) => bindgen.no_modules(true)?.no_modules_global(global),
    }?;
    let mut output = bindgen.generate_output().with_context(|| {
        format!("wasm-bindgen cannot process {name}.wasm; do the versions of wasm-bindgen agree?")
    })?;

    let mut snippets = BTreeMap::new();
    for (identifier, list) in output.snippets() {
        for (index, javascript) in list.iter().enumerate() {
            snippets
                .insert(format!("snippets/{identifier}/inline{index}.js"), javascript.clone().into_bytes());
        }
    }
    for (path, javascript) in output.local_modules() {
        snippets.insert(format!("snippets/{path}"), javascript.clone().into_bytes());
    }
    if let Some(package) = output.npm_dependencies().keys().next() {
        bail!("{name} needs the npm package {package}, but the page is built without npm");
    }
    let javascript = minify::script(output.js());
    Ok(Bindings { javascript, wasm: output.wasm_mut().emit_wasm(), snippets })
}
