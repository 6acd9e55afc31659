//! The directories of the workspace.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The directories that the tasks use.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Finds the workspace by the path at which this tool was compiled, so that the tasks work from any directory.
    pub(crate) fn find() -> Result<Self> {
        let xtask = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = xtask.parent().context("xtask's directory has no parent")?.to_path_buf();
        // The path is relative to the current directory, as for cargo itself.
        let target = std::env::var_os("CARGO_TARGET_DIR").filter(|value| !value.is_empty());
        let target = match target {
            Some(chosen) => {
                std::path::absolute(chosen).context("CARGO_TARGET_DIR cannot be made absolute")?
            }
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// The directory of the root `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's build directory.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// The directory of the built page. The server's build script also looks here, so that the path does not follow `CARGO_TARGET_DIR`.
    pub(crate) fn page(&self) -> PathBuf {
        self.root.join("target").join("page")
    }

    /// A path for output: relative to the workspace.
    pub(crate) fn shown<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }

    /// The directory of packages, which is beside the page.
    pub(crate) fn packages(&self) -> PathBuf {
        self.page().with_file_name("package")
    }
}
