//! The state of an arena on disk, from which it goes on.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tengen_arena::schedule::Tournament;

use super::configuration::Configuration;

/// What the file says that it is.
const FORMAT: &str = "tengen-arena";
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Saved<'a> {
    format: &'a str,
    version: u32,
    configuration: &'a Configuration,
    tournament: &'a Tournament,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Loaded {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    configuration: Configuration,
    tournament: Tournament,
}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Where the state of an arena is kept.
pub(super) struct StateFile {
    path: PathBuf,
}

impl StateFile {
    pub(super) fn new(path: PathBuf) -> StateFile {
        StateFile { path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads a saved state.
    pub(super) fn load(&self) -> Result<(Configuration, Tournament)> {
        let named = || format!("cannot go on from {}", self.path.display());
        let text = fs::read_to_string(&self.path).with_context(named)?;
        let head: Head = serde_json::from_str(&text)
            .context("expected the saved state of an arena")
            .with_context(named)?;
        if head.format != FORMAT || head.version != VERSION {
            let (format, version) = (head.format, head.version);
            return Err(anyhow::anyhow!(
                "expected `{FORMAT}` version {VERSION}, found `{format}` version {version}"
            ))
            .with_context(named);
        }
        let loaded: Loaded = serde_json::from_str(&text).with_context(named)?;
        if loaded.configuration.plan != *loaded.tournament.plan() {
            bail!(
                "cannot go on from {}: its tournament is not that of its configuration",
                self.path.display()
            );
        }
        Ok((loaded.configuration, loaded.tournament))
    }

    /// Writes the state, all of it or, if that fails, nothing.
    pub(super) fn save(&self, configuration: &Configuration, tournament: &Tournament) -> Result<()> {
        let saved = Saved { format: FORMAT, version: VERSION, configuration, tournament };
        let mut text = serde_json::to_vec(&saved)?;
        text.push(b'\n');
        write_whole(&self.path, &text).with_context(|| format!("cannot save {}", self.path.display()))
    }
}

/// Makes a folder, in which there must be no files of ours from before, unless the arena `goes_on`.
pub(super) fn make_folder(
    folder: &Path,
    what: &str,
    goes_on: bool,
    is_ours: impl Fn(&str) -> bool,
) -> Result<()> {
    let named = || format!("cannot keep {what} in {}", folder.display());
    fs::create_dir_all(folder).with_context(named)?;
    if goes_on {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(named)? {
        let name = entry.with_context(named)?.file_name();
        if is_ours(&name.to_string_lossy()) {
            bail!("expected a folder without {what}, found {} in {}", name.display(), folder.display());
        }
    }
    Ok(())
}

/// Writes a file so that at any time, even after the power has failed, either the old content is there or the new one.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let name = path.file_name().ok_or(std::io::ErrorKind::InvalidInput)?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(hidden);
    let written = (|| {
        let mut file = File::create(&new)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&new, path)
    })();
    if written.is_err() {
        // The first error is the one that matters.
        let _ = fs::remove_file(&new);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(write_whole(&folder.path().join("none/state.json"), b"").is_err());
    }
}
