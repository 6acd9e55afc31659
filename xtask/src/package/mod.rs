//! Packages: the page in the forms in which it is distributed.

mod desktop;
mod element;
mod program;
mod single;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clap::ValueEnum;

use crate::page::{self, BuiltPage, Files, Purpose, WORKER, gzip};
use crate::workspace::Workspace;

/// The script that decompresses packed contents.
const UNPACK: &str = include_str!("unpack.js");

/// A form of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Package {
    /// One file, `target/package/tengen.html`, that plays when it is opened, also from a disk and offline.
    Single,
    /// A folder for any static host, `target/package/site/`, that can be installed and plays offline.
    Site,
    /// A folder, `element`, with `<tengen-board>` for other people's pages; it is an npm package, too.
    Element,
    /// The program `tengen`, with the page in it, in `target/package/`. It may not be larger than its budget.
    Program,
    /// The desktop program, with its files for desktop integration, in `target/package/desktop/`.
    Desktop,
}

impl Package {
    /// The forms that need only the page.
    pub(crate) const OF_PAGE: [Package; 3] = [Package::Single, Package::Site, Package::Element];
}

/// Makes packages of the page, which is built first, and returns the page.
pub(crate) fn make(workspace: &Workspace, packages: &[Package]) -> Result<BuiltPage> {
    let page = page::build(workspace, Purpose::Release)?;
    let directory = workspace.packages();
    for package in packages {
        let (path, bytes) = match package {
            Package::Single => single::write(&page, &directory)?,
            Package::Site => write_site(&page, &directory)?,
            Package::Element => element::write(workspace, &page, &directory)?,
            Package::Program => program::write(workspace, &directory)?,
            Package::Desktop => desktop::write(workspace, &page, &directory)?,
        };
        println!("{} ({:.2} MB)", path.display(), bytes as f64 / 1e6);
    }
    Ok(page)
}

/// The text of the file with this stem and extension and any hash in its name.
fn text(page: &BuiltPage, stem: &str, extension: &str) -> Result<String> {
    let name = page.name_of(stem, extension)?;
    String::from_utf8(page.read(name)?).with_context(|| format!("{name} is not valid UTF-8"))
}

/// Bytes as text: base64 of their gzipped form, which every browser can decompress.
fn packed(bytes: &[u8]) -> Result<String> {
    Ok(BASE64.encode(gzip(bytes)?))
}

/// The script that starts a worker, followed by `rest`, with the glue in it. The program is the result of a function `unpackProgram`.
fn worker_script(glue: &str, rest: &str) -> Result<String> {
    // The fetched files are replaced first, since the glue can contain any text.
    let script = WORKER.to_owned() + rest;
    let script = replace(&script, "new URL(\"./{{worker_wasm}}\", base)", "unpackProgram()")?;
    replace(&script, "importScripts(new URL(\"./{{glue_js}}\", base).href);", glue)
}

/// Replaces the only occurrence of `from`.
fn replace(script: &str, from: &str, to: &str) -> Result<String> {
    match script.matches(from).count() {
        1 => Ok(script.replace(from, to)),
        count => bail!("a script of the page should have `{from}` once and has it {count} times"),
    }
}

/// Writes a folder of exactly these files: files of an earlier package would be distributed as well.
fn write_folder(directory: &Path, files: &Files) -> Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory).with_context(|| format!("cannot clear {}", directory.display()))?;
    }
    for (name, contents) in files {
        let path = directory.join(name);
        let parent = path.parent().unwrap_or(directory);
        fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes the folder `site`, and returns its path and the size of the files that a visitor's browser caches.
fn write_site(page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let directory = directory.join("site");
    let files = page.files()?;
    write_folder(&directory, &files)?;
    Ok((directory, files.values().map(Vec::len).sum()))
}
