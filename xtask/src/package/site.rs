//! The page for any static host: a folder that can lie at any address, be installed, and play offline.
//!
//! It is the page as it was built, without the compressed forms that only our own server knows what to do with.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::page::BuiltPage;

/// Writes the folder `site`, and gives its path and the size of what a visitor's browser keeps.
pub(super) fn write(page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let directory = directory.join("site");
    let files = page.files()?;
    super::write_folder(&directory, &files)?;
    Ok((directory, files.values().map(Vec::len).sum()))
}
