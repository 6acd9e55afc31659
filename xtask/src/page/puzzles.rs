//! The sets of puzzles. The page names their files in a `<meta>` element, and fetches the set of a rule when its puzzles are opened.

use anyhow::{Result, ensure};

use super::assembly::Files;
use super::inputs::read_with_extension;
use crate::workspace::Workspace;

/// The extension of the sets' files.
pub(crate) const EXTENSION: &str = "puzzles";

/// The rules with puzzles, with the placeholder for the file name in the page's document.
pub(crate) const SETS: [(&str, &str); 3] =
    [("freestyle", "puzzles_freestyle"), ("standard", "puzzles_standard"), ("renju", "puzzles_renju")];

/// The sets by the names of their rules.
pub(super) fn read(workspace: &Workspace) -> Result<Files> {
    let directory = workspace.root().join("crates").join("tengen-puzzles").join("data");
    let sets = read_with_extension(&directory, EXTENSION)?;
    for (rule, _) in SETS {
        ensure!(sets.contains_key(rule), "expected {rule}.{EXTENSION} in {}", directory.display());
    }
    Ok(sets)
}
