//! The desktop program, with the files that integrate a program into a Linux desktop.
//!
//! The folder is structured as `/usr/local` is, so that copying it installs the program.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::desktop::{self, Profile};
use crate::page::BuiltPage;
use crate::workspace::Workspace;

const ENTRY: &str = include_str!("desktop/tengen.desktop");
const MEDIA_TYPES: &str = include_str!("desktop/tengen.xml");
const README: &str = include_str!("desktop/README.md");

/// Writes the folder `desktop`, and returns its path and size.
pub(super) fn write(workspace: &Workspace, page: &BuiltPage, directory: &Path) -> Result<(PathBuf, usize)> {
    let program = desktop::build(workspace, page, Profile::Release)?;
    let directory = directory.join("desktop");
    if directory.exists() {
        fs::remove_dir_all(&directory).with_context(|| format!("cannot clear {}", directory.display()))?;
    }
    let mut size = 0;
    let mut put = |path: &str, contents: &[u8]| -> Result<()> {
        size += contents.len();
        let path = make_room(&directory, path)?;
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))
    };
    put("README.md", README.as_bytes())?;
    put("share/applications/tengen.desktop", ENTRY.as_bytes())?;
    put("share/mime/packages/tengen.xml", MEDIA_TYPES.as_bytes())?;
    put("share/icons/hicolor/scalable/apps/tengen.svg", &page.read("icon.svg")?)?;
    for pixels in [192, 512] {
        let icon = page.read(&format!("icon-{pixels}.png"))?;
        put(&format!("share/icons/hicolor/{pixels}x{pixels}/apps/tengen.png"), &icon)?;
    }
    // The file is copied rather than written, so that it stays executable.
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let copy = make_room(&directory, &format!("bin/{name}"))?;
    let bytes = fs::copy(&program, &copy).with_context(|| format!("cannot copy {}", program.display()))?;
    Ok((directory, size + usize::try_from(bytes)?))
}

/// A path in a directory, whose parent folders are created.
fn make_room(directory: &Path, path: &str) -> Result<PathBuf> {
    let path = directory.join(path);
    let parent = path.parent().unwrap_or(directory);
    fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ENTRY, MEDIA_TYPES};

    /// The description of the program for the systems that Tauri's bundler supports.
    const CONFIGURATION: &str = include_str!("../../../crates/tengen-desktop/tauri.conf.json");

    #[test]
    fn all_manifests_list_the_same_file_types() {
        let configuration: serde_json::Value = serde_json::from_str(CONFIGURATION).unwrap();
        let associations = configuration["bundle"]["fileAssociations"].as_array().unwrap();
        let configured: BTreeSet<(&str, &str)> = associations
            .iter()
            .map(|it| (it["mimeType"].as_str().unwrap(), it["ext"][0].as_str().unwrap()))
            .collect();
        let entry = ENTRY.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
        let named: BTreeSet<&str> = entry.split_terminator(';').collect();
        let described: BTreeSet<(&str, &str)> = MEDIA_TYPES
            .split("<mime-type type=\"")
            .skip(1)
            .map(|text| {
                let (kind, rest) = text.split_once('"').unwrap();
                let (_, glob) = rest.split_once("<glob pattern=\"*.").unwrap();
                (kind, glob.split_once('"').unwrap().0)
            })
            .collect();
        assert_eq!(described, configured);
        assert_eq!(named, configured.iter().map(|(kind, _)| *kind).collect());
        assert!(named.len() > 4);
    }
}
