//! The crates and npm packages that can be published.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::npm::Npm;
use crate::process::{cargo, output, run};
use crate::workspace::Workspace;

/// Packages every crate that may be published and compiles the packages. It also packs and checks the packages for npm, if npm is
/// installed.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let crates = crates(workspace)?;
    if let Some(faults) = faults_of(&crates) {
        bail!("crates that may be published lack something in their manifests:\n{faults}");
    }
    let mut package = cargo(workspace);
    // The working tree may have uncommitted changes.
    package.args(["package", "--allow-dirty", "--no-verify"]);
    package.args(crates.iter().flat_map(|one| ["--package", &one.name]));
    run(&mut package)?;
    verify(workspace, &crates)?;
    let Some(npm) = Npm::find(workspace)? else { return Ok(()) };
    for folder in [workspace.packages().join("element"), workspace.root().join("examples/hexo-tag-tengen")] {
        npm.pack_dry(&folder)?;
    }
    npm.check_element(workspace)
}

/// Compiles the unpacked crates against each other. `cargo package` would compile each with its dependencies from the beginning, and
/// generate code; here one check for all shares the dependencies with the lints.
fn verify(workspace: &Workspace, crates: &[Publishable]) -> Result<()> {
    let folder = workspace.packages().join("verify");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for one in crates {
        let archive = workspace.packages().join(format!("{}.crate", one.folder()));
        // `-m`: archives contain old times, with which cargo would not detect that a file has changed.
        run(Command::new("tar").arg("-xmzf").arg(&archive).arg("-C").arg(&folder))
            .with_context(|| format!("cannot unpack {}", archive.display()))?;
        for licence in LICENCES {
            let [packaged, ours] = [folder.join(one.folder()).join(licence), workspace.root().join(licence)];
            let packaged =
                fs::read(&packaged).with_context(|| format!("cannot read {}", packaged.display()))?;
            if packaged != fs::read(&ours).with_context(|| format!("cannot read {}", ours.display()))? {
                bail!("{licence} in {} is not the one of the workspace", archive.display());
            }
        }
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

/// The manifest of a workspace of the unpacked crates, which replace those of the registry, with our profiles.
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

/// The licences that every crate contains, as links to those of the workspace.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// The fields of the manifest that crates.io and docs.rs show.
const FIELDS: [&str; 9] = [
    "description",
    "license",
    "rust_version",
    "readme",
    "documentation",
    "homepage",
    "repository",
    "keywords",
    "categories",
];

/// A crate that may be published.
#[derive(Debug, PartialEq, Eq)]
struct Publishable {
    name: String,
    version: String,
    /// The missing ones of [`FIELDS`].
    missing: Vec<&'static str>,
}

/// A line for each crate whose manifest lacks fields; `None` if no crate does.
fn faults_of(crates: &[Publishable]) -> Option<String> {
    let faulty = crates.iter().filter(|one| !one.missing.is_empty());
    let lines: Vec<String> = faulty.map(|one| format!("{}: {}", one.name, one.missing.join(", "))).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

impl Publishable {
    /// The name of the archive without its extension, which is also the folder in the archive.
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

/// The crates that may be published: `publish` is null in their metadata.
fn publishable(metadata: &Value) -> Vec<Publishable> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages = packages.filter(|package| package["publish"].is_null());
    let text = |value: &Value| value.as_str().map(str::to_owned);
    packages
        .filter_map(|package| {
            let is_missing = |field: &&str| match &package[*field] {
                Value::Null => true,
                Value::Array(items) => items.is_empty(),
                value => value.as_str() == Some(""),
            };
            Some(Publishable {
                name: text(&package["name"])?,
                version: text(&package["version"])?,
                missing: FIELDS.into_iter().filter(is_missing).collect(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpublished_crates_are_left_out_and_missing_fields_are_named() {
        let metadata = serde_json::json!({ "packages": [
            {
                "name": "a", "version": "0.1.0", "publish": null, "description": "A.", "license": "MIT", "rust_version": "1.95",
                "readme": "README.md", "documentation": "", "homepage": "h", "repository": "r", "keywords": ["k"], "categories": [],
            },
            { "name": "b", "version": "0.1.0", "publish": [] },
        ]});
        let crates = publishable(&metadata);
        let missing = vec!["documentation", "categories"];
        let expected = Publishable { name: "a".to_owned(), version: "0.1.0".to_owned(), missing };
        assert_eq!(crates, [expected]);
        assert_eq!(faults_of(&crates).as_deref(), Some("a: documentation, categories"));
        assert_eq!(faults_of(&[]), None);
    }

    #[test]
    fn packaged_crates_replace_those_of_the_registry() {
        let crates = [Publishable { name: "a".to_owned(), version: "0.1.0".to_owned(), missing: Vec::new() }];
        let manifest = verifying_manifest(&crates, "[workspace]\n\n[profile.dev]\nopt-level = 1\n");
        let expected = "[workspace]\nresolver = \"3\"\nmembers = [\"a-0.1.0\"]\n\n\
            [patch.crates-io]\na = { path = \"a-0.1.0\" }\n\n[profile.dev]\nopt-level = 1\n";
        assert_eq!(manifest, expected);
    }
}
