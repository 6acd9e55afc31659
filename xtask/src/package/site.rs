//! The page for any static host: a folder that can lie at any address, be installed, and play offline.
//!
//! It is the built page with a manifest, icons, and a service worker that keeps all of it. The service worker is named after no
//! hash, since browsers look for a newer one at the address of the old.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::page::{BuiltPage, Files, Fingerprint, fill};

const WORKER: &str = include_str!("site/offline.js");
const HEAD: &str = r#"<link rel="manifest" href="./tengen.webmanifest">
<link rel="apple-touch-icon" href="./icon-192.png">
<meta name="tengen-offline" content="./offline.js">
"#;
pub(super) const ICONS: [(&str, &[u8]); 3] = [
    ("icon-192.png", include_bytes!("site/icon-192.png")),
    ("icon-512.png", include_bytes!("site/icon-512.png")),
    ("icon-maskable.png", include_bytes!("site/icon-maskable.png")),
];

/// Writes the folder `site`, and gives its path and the size of what a visitor's browser keeps.
pub(super) fn write(page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let directory = directory.join("site");
    let files = files(page)?;
    super::write_folder(&directory, &files)?;
    Ok((directory, files.values().map(Vec::len).sum()))
}

fn files(page: &BuiltPage) -> Result<Files> {
    let mut files = page.files()?;
    let index = files.get("index.html").context("the page has no index.html")?;
    let index = String::from_utf8(index.clone()).context("index.html is not valid UTF-8")?;
    if index.matches("</head>").count() != 1 {
        bail!("index.html should have one </head>");
    }
    files.insert("index.html".to_owned(), index.replace("</head>", &format!("{HEAD}</head>")).into_bytes());
    files.insert("tengen.webmanifest".to_owned(), manifest().into_bytes());
    files.extend(ICONS.map(|(name, contents)| (name.to_owned(), contents.to_vec())));
    let worker = worker(page, &files)?;
    files.insert("offline.js".to_owned(), worker.into_bytes());
    Ok(files)
}

fn manifest() -> String {
    let icon = |name: &str, sizes: &str, kind: &str, purpose: &str| json!({ "src": format!("./{name}"), "sizes": sizes, "type": kind, "purpose": purpose });
    let manifest = json!({
        "name": "Tengen 天元",
        "short_name": "Tengen",
        "description": "Gomoku and renju against an engine or a friend.",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f7f3ea",
        "theme_color": "#e0b46c",
        "categories": ["games"],
        "icons": [
            icon("icon-192.png", "192x192", "image/png", "any"),
            icon("icon-512.png", "512x512", "image/png", "any"),
            icon("icon-maskable.png", "512x512", "image/png", "maskable"),
            icon("icon.svg", "any", "image/svg+xml", "any"),
        ],
    });
    format!("{manifest:#}\n")
}

/// The service worker, which knows every file, and differs whenever one of them does.
fn worker(page: &BuiltPage, files: &Files) -> Result<String> {
    let mut fingerprint = Fingerprint::new();
    files.iter().for_each(|(name, contents)| fingerprint.add(name, contents));
    let version = fingerprint.finish()[..16].to_owned();
    // The document itself is asked for as the folder.
    let names =
        files.keys().map(|name| if name == "index.html" { "./".to_owned() } else { format!("./{name}") });
    let names: Vec<String> = names.collect();
    let boot = page.name_of("boot", "js")?.to_owned();
    let values =
        BTreeMap::from([("version", version), ("files", serde_json::to_string(&names)?), ("boot", boot)]);
    fill(WORKER, &values).context("in xtask/src/package/site/offline.js")
}
