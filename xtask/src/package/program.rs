//! The program `tengen` in its distributed form: a release build with the page in it, and without the names of its functions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::process::{cargo, run};
use crate::workspace::Workspace;

/// The largest size of the program, in bytes (`docs/sizes.md`).
const MOST: u64 = 33_000_000;

/// Writes the program, and returns its path and size.
pub(super) fn write(workspace: &Workspace, directory: &Path) -> Result<(PathBuf, usize)> {
    run(cargo(workspace).args([
        "build",
        "--release",
        "--locked",
        "--package",
        "tengen-cli",
        "--bin",
        "tengen",
    ]))?;
    let name = format!("tengen{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.target().join("release").join(&name);
    let size = fs::metadata(&program).with_context(|| format!("cannot find {}", program.display()))?.len();
    ensure!(
        size <= MOST,
        "{} has {size} bytes, and at most {MOST} were expected; docs/sizes.md lists its parts",
        program.display()
    );
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let copy = directory.join(name);
    fs::copy(&program, &copy).with_context(|| format!("cannot copy {}", program.display()))?;
    Ok((copy, usize::try_from(size)?))
}
