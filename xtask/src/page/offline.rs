//! The files with which browsers install the page and open it without a network: a manifest, icons, and a service worker that caches all
//! files of the page.
//!
//! They are part of every page that a server serves. For other uses, [`remove`] removes them.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::assembly::Files;
use super::assembly::fill;
use super::naming::{Fingerprint, find_hashed};

const INDEX: &str = "index.html";
const MANIFEST: &str = "tengen.webmanifest";
/// The service worker's name has no hash, since browsers look for a newer version at the address of the old one.
const WORKER: &str = "offline.js";
const WORKER_TEMPLATE: &str = include_str!("offline/offline.js");

/// The tags that the document needs for these files.
const HEAD: &str = r#"<link rel="manifest" href="./tengen.webmanifest">
<link rel="apple-touch-icon" href="./icon-192.png">
<meta name="tengen-offline" content="./offline.js">
"#;

pub(super) const ICONS: [(&str, &[u8]); 3] = [
    ("icon-192.png", include_bytes!("offline/icon-192.png")),
    ("icon-512.png", include_bytes!("offline/icon-512.png")),
    ("icon-maskable.png", include_bytes!("offline/icon-maskable.png")),
];

/// Adds the files to an otherwise complete page.
pub(super) fn add(files: &mut Files) -> Result<()> {
    change_index(files, "</head>", &format!("{HEAD}</head>"))?;
    let icons = ICONS.map(|(name, contents)| (name.to_owned(), contents.to_vec()));
    for (name, contents) in icons.into_iter().chain([(MANIFEST.to_owned(), manifest().into_bytes())]) {
        put(files, name, contents)?;
    }
    let worker = worker(files)?;
    put(files, WORKER.to_owned(), worker.into_bytes())
}

/// Removes the files, for a program that contains the page and neither installs nor fetches anything.
pub(crate) fn remove(files: &mut Files) -> Result<()> {
    change_index(files, HEAD, "")?;
    files.retain(|name, _| name != MANIFEST && name != WORKER && ICONS.iter().all(|(icon, _)| name != icon));
    Ok(())
}

fn put(files: &mut Files, name: String, contents: Vec<u8>) -> Result<()> {
    if files.contains_key(&name) {
        bail!("two files of the page are called {name}");
    }
    files.insert(name, contents);
    Ok(())
}

/// Replaces the only occurrence of `from` in the document.
fn change_index(files: &mut Files, from: &str, to: &str) -> Result<()> {
    let index = files.get_mut(INDEX).with_context(|| format!("the page has no {INDEX}"))?;
    let text = std::str::from_utf8(index).with_context(|| format!("{INDEX} is not valid UTF-8"))?;
    match text.matches(from).count() {
        1 => *index = text.replace(from, to).into_bytes(),
        count => bail!("{INDEX} should have `{}` once and has it {count} times", from.trim_end()),
    }
    Ok(())
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

/// The service worker. It contains the name of every other file, and therefore differs whenever one of them does.
fn worker(files: &Files) -> Result<String> {
    let mut fingerprint = Fingerprint::new();
    files.iter().for_each(|(name, contents)| fingerprint.add(name, contents));
    let version = fingerprint.finish()[..16].to_owned();
    // The document itself is requested by the address of its folder.
    let names = files.keys().map(|name| if name == INDEX { "./".to_owned() } else { format!("./{name}") });
    let names: Vec<String> = names.collect();
    let boot = find_hashed(files.keys(), "boot", "js")?.to_owned();
    let values =
        BTreeMap::from([("version", version), ("files", serde_json::to_string(&names)?), ("boot", boot)]);
    fill(WORKER_TEMPLATE, &values).context("in xtask/src/page/offline/offline.js")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Files {
        let index = "<html><head><title>Tengen</title></head><body></body></html>";
        Files::from([
            (INDEX.to_owned(), index.as_bytes().to_vec()),
            ("boot-0123abcd.js".to_owned(), b"boot".to_vec()),
            ("icon.svg".to_owned(), b"<svg/>".to_vec()),
        ])
    }

    fn text<'a>(files: &'a Files, name: &str) -> &'a str {
        std::str::from_utf8(&files[name]).unwrap()
    }

    #[test]
    fn the_document_leads_to_what_is_added_and_the_service_worker_names_every_file() {
        let mut files = page();
        add(&mut files).unwrap();
        for name in [MANIFEST, WORKER, "icon-192.png"] {
            assert!(text(&files, INDEX).contains(&format!("\"./{name}\"")), "{name}");
        }
        for name in files.keys().filter(|name| *name != WORKER) {
            let named = if name == INDEX { "\"./\"".to_owned() } else { format!("\"./{name}\"") };
            assert!(text(&files, WORKER).contains(&named), "{name}");
        }
        let manifest: serde_json::Value = serde_json::from_str(text(&files, MANIFEST)).unwrap();
        for icon in manifest["icons"].as_array().unwrap() {
            let name = icon["src"].as_str().unwrap().trim_start_matches("./");
            assert!(files.contains_key(name), "{name}");
        }
    }

    #[test]
    fn any_change_of_the_page_is_another_service_worker() {
        let (mut one, mut other) = (page(), page());
        other.insert("icon.svg".to_owned(), b"<svg> </svg>".to_vec());
        add(&mut one).unwrap();
        add(&mut other).unwrap();
        assert_ne!(one[WORKER], other[WORKER]);
    }

    #[test]
    fn what_was_added_is_taken_away_without_a_trace() {
        let mut files = page();
        add(&mut files).unwrap();
        assert_ne!(files, page());
        remove(&mut files).unwrap();
        assert_eq!(files, page());
        let error = remove(&mut files).unwrap_err().to_string();
        assert!(error.starts_with("index.html should have"), "{error}");
    }
}
