//! Packages: the page in the forms in which people take it along.

mod desktop;
mod element;
mod single;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::page::{self, BuiltPage, Files, Purpose};
use crate::workspace::Workspace;

/// A form of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Package {
    /// One file, `target/package/tengen.html`, that plays when it is opened, also from a disk and offline.
    Single,
    /// A folder for any static host, `target/package/site/`, that can be installed and plays offline.
    Site,
    /// A folder, `element`, with `<tengen-board>` for other people's pages; it is an npm package, too.
    Element,
    /// The desktop program, with its files for desktop integration, in `target/package/desktop/`.
    Desktop,
}

impl Package {
    /// The forms for which nothing is needed but what the page needs.
    pub(crate) const OF_PAGE: [Package; 3] = [Package::Single, Package::Site, Package::Element];
}

/// Makes packages out of the page, which is built first, and gives the page.
pub(crate) fn make(workspace: &Workspace, packages: &[Package]) -> Result<BuiltPage> {
    let page = page::build(workspace, Purpose::Release)?;
    let directory = workspace.packages();
    for package in packages {
        let (path, bytes) = match package {
            Package::Single => single::write(&page, &directory)?,
            Package::Site => write_site(&page, &directory)?,
            Package::Element => element::write(workspace, &page, &directory)?,
            Package::Desktop => desktop::write(workspace, &page, &directory)?,
        };
        println!("{} ({:.2} MB)", path.display(), bytes as f64 / 1e6);
    }
    Ok(page)
}

/// The text of the file that is called so but for the hash in its name.
fn text(page: &BuiltPage, stem: &str, extension: &str) -> Result<String> {
    let name = page.name_of(stem, extension)?;
    String::from_utf8(page.read(name)?).with_context(|| format!("{name} is not valid UTF-8"))
}

/// Makes a folder of these files and no others: what an earlier one had would travel along.
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

/// Writes the folder `site`, and gives its path and the size of what a visitor's browser keeps.
fn write_site(page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let directory = directory.join("site");
    let files = page.files()?;
    write_folder(&directory, &files)?;
    Ok((directory, files.values().map(Vec::len).sum()))
}
