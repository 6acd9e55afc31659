//! The manifest of the npm package and its type declarations.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use crate::page::{Files, fill};

const MANIFEST: &str = include_str!("package.json");

/// The type declarations by file name, without the extension.
const TYPES: [(&str, &str); 3] = [
    ("index", include_str!("index.d.ts")),
    ("react", include_str!("react.d.ts")),
    ("preact", include_str!("preact.d.ts")),
];

/// The type declarations for both kinds of modules.
pub(super) fn types() -> impl Iterator<Item = (String, Vec<u8>)> {
    TYPES.into_iter().flat_map(|(stem, text)| {
        let of_require = text.replace("\"./index.js\"", "\"./index.cjs\"");
        [
            (format!("{stem}.d.ts"), text.as_bytes().to_vec()),
            (format!("{stem}.d.cts"), of_require.into_bytes()),
        ]
    })
}

/// The manifest for a package of these files. Its template fixes the order of conditions, because tools take the first one that applies.
pub(super) fn of(files: &Files) -> Result<String> {
    let names: Vec<&String> = files.keys().collect();
    let values = BTreeMap::from([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("homepage", env!("CARGO_PKG_HOMEPAGE").to_owned()),
        ("repository", env!("CARGO_PKG_REPOSITORY").to_owned()),
        ("author", env!("CARGO_PKG_AUTHORS").to_owned()),
        ("files", serde_json::to_string(&names).context("the names are texts")?),
    ]);
    fill(MANIFEST, &values).context("in xtask/src/package/element/package.json")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_manifest_names_the_project_and_the_types_first() {
        let files = Files::from([("tengen-board.mjs".to_owned(), Vec::new())]);
        let text = of(&files).unwrap();
        let manifest: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(manifest["files"], serde_json::json!(["tengen-board.mjs"]));
        for name in ["homepage", "author"] {
            assert!(manifest[name].as_str().is_some_and(|value| !value.is_empty()), "{name}");
        }
        assert!(manifest["repository"]["url"].as_str().is_some_and(|url| url.starts_with("git+https://")));
        for conditions in text.split("\": { \"").filter(|part| part.contains("\"default\"")) {
            assert!(conditions.starts_with("types\""), "{conditions}");
        }
    }
}
