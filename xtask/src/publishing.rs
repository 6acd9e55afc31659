//! What could be published: crates, and packages for npm.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::process::{cargo, find_program, output, run};
use crate::workspace::Workspace;

/// Packages every crate that may be published and compiles what was packaged, and packs the packages for npm if there is an npm.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let crates = crates(workspace)?;
    let mut package = cargo(workspace);
    // The working tree may have uncommitted changes.
    package.args(["package", "--allow-dirty", "--no-verify"]);
    package.args(crates.iter().flat_map(|one| ["--package", &one.name]));
    run(&mut package)?;
    verify(workspace, &crates)?;
    let Some(npm) = find_program("npm") else {
        println!("npm is missing; its packages are not packed");
        return Ok(());
    };
    for folder in [workspace.packages().join("element"), workspace.root().join("examples/hexo-tag-tengen")] {
        run(Command::new(&npm).args(["pack", "--dry-run"]).current_dir(&folder))
            .with_context(|| format!("in {}", folder.display()))?;
    }
    Ok(())
}

/// Compiles the packaged crates, unpacked, against each other. `cargo package` would compile each with its dependencies from
/// the beginning, and generate code; here one check for all shares the dependencies with the lints.
fn verify(workspace: &Workspace, crates: &[Publishable]) -> Result<()> {
    let folder = workspace.packages().join("verify");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for one in crates {
        let archive = workspace.packages().join(format!("{}.crate", one.folder()));
        // `-m`: archives have old times in them, by which cargo would not notice that a file has changed.
        run(Command::new("tar").arg("-xmzf").arg(&archive).arg("-C").arg(&folder))
            .with_context(|| format!("cannot unpack {}", archive.display()))?;
    }
    let read = |name: &str| {
        let path = workspace.root().join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let manifest = verifying_manifest(crates, &read("Cargo.toml")?);
    let files = [("Cargo.toml", manifest), ("Cargo.lock", read("Cargo.lock")?)];
    for (name, text) in files {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut check = cargo(workspace);
    check.args(["check", "--workspace", "--manifest-path"]).arg(folder.join("Cargo.toml"));
    run(check.env("CARGO_TARGET_DIR", workspace.target()))
}

/// The manifest of a workspace of the unpacked crates, which replace those of the registry, with the profiles of ours.
fn verifying_manifest(crates: &[Publishable], ours: &str) -> String {
    let folders: Vec<String> = crates.iter().map(|one| format!("{:?}", one.folder())).collect();
    let patches: Vec<String> =
        crates.iter().map(|one| format!("{} = {{ path = {:?} }}\n", one.name, one.folder())).collect();
    let profiles = ours.find("[profile.").map_or("", |start| &ours[start..]);
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[patch.crates-io]\n{}\n{profiles}",
        folders.join(", "),
        patches.concat()
    )
}

/// A crate that may be published.
#[derive(Debug, PartialEq, Eq)]
struct Publishable {
    name: String,
    version: String,
}

impl Publishable {
    /// The name of the archive without its extension, which is the folder in it as well.
    fn folder(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// The crates that may be published.
fn crates(workspace: &Workspace) -> Result<Vec<Publishable>> {
    let metadata = output(cargo(workspace).args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo's metadata")?;
    let crates = publishable(&metadata);
    if crates.is_empty() {
        bail!("cargo names no crate that may be published");
    }
    Ok(crates)
}

/// `publish` is null where nothing is forbidden.
fn publishable(metadata: &Value) -> Vec<Publishable> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages = packages.filter(|package| package["publish"].is_null());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    packages
        .filter_map(|package| {
            Some(Publishable { name: text(&package["name"])?, version: text(&package["version"])? })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpublished_crates_are_left_out() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "version": "0.1.0", "publish": null }, { "name": "b", "version": "0.1.0", "publish": [] },
        ]});
        let expected = [Publishable { name: "a".to_owned(), version: "0.1.0".to_owned() }];
        assert_eq!(publishable(&metadata), expected);
    }

    #[test]
    fn packaged_crates_replace_those_of_the_registry() {
        let crates = [Publishable { name: "a".to_owned(), version: "0.1.0".to_owned() }];
        let manifest = verifying_manifest(&crates, "[workspace]\n\n[profile.dev]\nopt-level = 1\n");
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"a-0.1.0\"]\n\n\
            [patch.crates-io]\na = { path = \"a-0.1.0\" }\n\n[profile.dev]\nopt-level = 1\n";
        assert_eq!(manifest, expected);
    }
}
