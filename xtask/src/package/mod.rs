//! Packages: the page in the forms in which people take it along.

mod single;
mod site;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::page;
use crate::workspace::Workspace;

/// A form of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Package {
    /// One file, `target/package/tengen.html`, that plays when it is opened, also from a disk and offline.
    Single,
    /// A folder for any static host, `target/package/site/`, that can be installed and plays offline.
    Site,
}

/// Makes a package out of the page, which is built first.
pub(crate) fn package(workspace: &Workspace, package: Package) -> Result<()> {
    let page = page::build(workspace)?;
    let directory = workspace.packages();
    let made = match package {
        Package::Single => single::write(&Page::new(page.directory()), &directory)?,
        Package::Site => site::write(&Page::new(page.directory()), &directory)?,
    };
    for (path, bytes) in made {
        println!("{} ({:.2} MB)", path.display(), bytes as f64 / 1e6);
    }
    Ok(())
}

/// Makes every package.
pub(crate) fn all(workspace: &Workspace) -> Result<()> {
    Package::value_variants().iter().try_for_each(|&of| package(workspace, of))
}

/// The files of a built page.
struct Page<'a> {
    directory: &'a Path,
}

impl<'a> Page<'a> {
    fn new(directory: &'a Path) -> Page<'a> {
        Page { directory }
    }

    /// The contents of the file that is called so but for the hash in its name.
    fn read(&self, stem: &str, extension: &str) -> Result<Vec<u8>> {
        let path = self.path(stem, extension)?;
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn text(&self, stem: &str, extension: &str) -> Result<String> {
        String::from_utf8(self.read(stem, extension)?)
            .with_context(|| format!("{stem}.{extension} is not valid UTF-8"))
    }

    /// All files by their names, without their compressed forms, which a host makes itself.
    fn files(&self) -> Result<BTreeMap<String, Vec<u8>>> {
        let mut files = BTreeMap::new();
        read_into(self.directory, "", &mut files)?;
        Ok(files)
    }

    /// The address of such a file within the page.
    fn name(&self, stem: &str, extension: &str) -> Result<String> {
        let path = self.path(stem, extension)?;
        Ok(path.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    fn path(&self, stem: &str, extension: &str) -> Result<PathBuf> {
        let entries = fs::read_dir(self.directory)
            .with_context(|| format!("cannot read {}", self.directory.display()))?;
        let is_it = |name: &str| {
            let hash = name.strip_prefix(stem).and_then(|name| name.strip_prefix('-'));
            let hash = hash.and_then(|name| name.strip_suffix(extension)?.strip_suffix('.'));
            hash.is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
        };
        let mut found = entries.flatten().filter(|entry| is_it(&entry.file_name().to_string_lossy()));
        match (found.next(), found.next()) {
            (Some(entry), None) => Ok(entry.path()),
            (None, _) => bail!("the page has no {stem}-*.{extension}"),
            (Some(_), Some(_)) => bail!("the page has several {stem}-*.{extension}"),
        }
    }
}

fn read_into(directory: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read_into(&path, &format!("{name}/"), files)?;
        } else if !name.ends_with(".br") && !name.ends_with(".gz") {
            files.insert(name, fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    Ok(())
}
