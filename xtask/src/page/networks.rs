//! The networks of the engine's evaluation. The native engine contains them; the engine of a page fetches the one that it needs.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};

use super::assembly::{Files, fill};
use super::inputs::read_with_extension;
use crate::workspace::Workspace;

/// The script that follows [`WORKER`](super::WORKER) in the engine's worker.
const SCRIPT: &str = include_str!("networks.js");

/// The expression with which that script loads a network.
const LOAD: &str = "fetch(new URL(`./${networks[name]}`, base), { signal: AbortSignal.timeout(10_000) })";

/// The extension of the networks' files.
pub(crate) const EXTENSION: &str = "network";

/// The networks by name, without extension.
pub(super) fn read(workspace: &Workspace) -> Result<Files> {
    let directory = workspace.root().join("crates").join("tengen-engine").join("data");
    read_with_extension(&directory, EXTENSION)
}

/// The script for networks with these names. The values are the file names, or the packed networks themselves.
pub(crate) fn script(networks: &BTreeMap<String, String>) -> Result<String> {
    let values = BTreeMap::from([("networks", serde_json::to_string(networks)?)]);
    fill(SCRIPT, &values).context("in xtask/src/page/networks.js")
}

/// The script with the networks in it. `load` is an expression for the response with the network `networks[name]`.
pub(crate) fn script_with(networks: &BTreeMap<String, String>, load: &str) -> Result<String> {
    let script = script(networks)?;
    ensure!(script.matches(LOAD).count() == 1, "xtask/src/page/networks.js should have `{LOAD}` once");
    Ok(script.replace(LOAD, load))
}

/// The files of networks among the files of a page, by the networks' names.
pub(crate) fn named<'a>(files: impl Iterator<Item = &'a String>) -> BTreeMap<String, String> {
    let stem = |name: &str| name.strip_suffix(EXTENSION)?.rsplit_once('-').map(|(stem, _)| stem.to_owned());
    files.filter_map(|name| Some((stem(name)?, name.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_the_files() {
        let files = ["freestyle-01234567.network", "freestyle-01234567.network.br", "app-01234567.js"];
        let named = named(files.map(str::to_owned).iter());
        assert_eq!(named, BTreeMap::from([("freestyle".to_owned(), files[0].to_owned())]));
        let by_name = script(&named).unwrap();
        assert!(by_name.contains("= {\"freestyle\":\"freestyle-01234567.network\"};"), "{by_name}");
        let within = script_with(&named, "unpack(networks[name])").unwrap();
        assert!(
            within.contains("(name) => unpack(networks[name]);") && !within.contains("fetch("),
            "{within}"
        );
    }
}
