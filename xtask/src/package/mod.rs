//! Packages: the page in the forms in which people take it along.

mod desktop;
mod single;
mod site;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::page::{self, BuiltPage};
use crate::workspace::Workspace;

/// A form of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Package {
    /// One file, `target/package/tengen.html`, that plays when it is opened, also from a disk and offline.
    Single,
    /// A folder for any static host, `target/package/site/`, that can be installed and plays offline.
    Site,
    /// A program with a window of its own, and what a desktop wants to know of it, in `target/package/desktop/`.
    Desktop,
}

impl Package {
    /// The forms of the page for which nothing is needed but the page.
    pub(crate) const OF_PAGE: [Package; 2] = [Package::Single, Package::Site];
}

/// Makes packages out of the page, which is built first, and gives the page.
pub(crate) fn make(workspace: &Workspace, packages: &[Package]) -> Result<BuiltPage> {
    let page = page::build(workspace)?;
    let directory = workspace.packages();
    for package in packages {
        let (path, bytes) = match package {
            Package::Single => single::write(&page, &directory)?,
            Package::Site => site::write(&page, &directory)?,
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
