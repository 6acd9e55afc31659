//! The site of a third party that contains the page or the element.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tempfile::TempDir;
use tengen_analysis::wire;

use crate::Site;

/// A folder that becomes a site. Dropping the value removes it.
#[derive(Debug)]
pub struct Host {
    directory: TempDir,
}

impl Host {
    /// A site without any page.
    ///
    /// # Errors
    ///
    /// If the system cannot create a temporary folder.
    pub fn new() -> Result<Host> {
        Ok(Host { directory: tempfile::tempdir()? })
    }

    /// A copy of the built page with changes. `change` receives the name and the contents of each file, and returns the new contents, or
    /// `None` to leave the file out. A compressed copy is left out, since a server would prefer it to the changed file.
    ///
    /// # Errors
    ///
    /// If the page cannot be read, or the system cannot create a temporary folder.
    pub fn of_changed_page(change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) -> Result<Host> {
        let host = Host::new()?;
        for entry in fs::read_dir(Site::page_directory())? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.ends_with(".br") || name.ends_with(".gz") {
                continue;
            }
            if let Some(contents) = change(&name, fs::read(&path)?) {
                fs::write(host.path(&name), contents)?;
            }
        }
        Ok(host)
    }

    /// Copies a package of the project to a path of the site.
    ///
    /// # Errors
    ///
    /// If the package is missing, which `cargo xtask package` makes.
    pub fn put_package(&self, package: &str, at: &str) -> Result<()> {
        let from = Site::package(package);
        copy(&from, &self.path(at)).with_context(|| {
            format!("cannot copy {}; make it with: cargo xtask package {package}", from.display())
        })
    }

    /// Copies a folder to a path of the site.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn put_folder(&self, from: &Path, at: &str) -> Result<()> {
        copy(from, &self.path(at)).with_context(|| format!("cannot copy {}", from.display()))
    }

    /// Writes a file of the site.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &str, contents: &str) -> Result<()> {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap_or(self.directory.path()))?;
        Ok(fs::write(path, contents)?)
    }

    /// The path on the disk of a path of the site.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Serves the current contents of the folder.
    ///
    /// # Errors
    ///
    /// If the folder has no `index.html`, or the server cannot start.
    pub fn serve(&self) -> Result<Site> {
        Site::of_directory(self.directory.path())
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Reads answers that a script has collected as arrays of bytes. Each becomes an object with the name of its kind as `type`.
pub fn read_answers<T: Serialize + DeserializeOwned>(collected: Value) -> Result<Vec<Value>> {
    let collected: Vec<Vec<u8>> = serde_json::from_value(collected).context("expected lists of bytes")?;
    collected
        .iter()
        .map(|bytes| {
            let response: T = wire::read(bytes)?;
            Ok(with_type(serde_json::to_value(response)?))
        })
        .collect()
}

/// Converts `{"kind": {…}}` to `{"type": "kind", …}`.
fn with_type(answer: Value) -> Value {
    let mut flat = Map::new();
    match answer {
        Value::Object(kinds) => {
            for (kind, fields) in kinds {
                flat.insert("type".to_owned(), Value::String(kind));
                if let Value::Object(fields) = fields {
                    flat.extend(fields);
                }
            }
        }
        kind => drop(flat.insert("type".to_owned(), kind)),
    }
    Value::Object(flat)
}
