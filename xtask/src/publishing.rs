//! What could be published: crates, and packages for npm.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::process::{cargo, find_program, output, run};
use crate::workspace::Workspace;

/// Packages every crate that may be published and builds what was packaged, and packs the packages for npm if there is an npm.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut package = cargo(workspace);
    // The working tree may have uncommitted changes.
    package.args(["package", "--allow-dirty"]);
    for name in crates(workspace)? {
        package.args(["--package", &name]);
    }
    run(&mut package)?;
    let Some(npm) = find_program("npm") else {
        println!("npm is missing; its packages are not packed");
        return Ok(());
    };
    for folder in [workspace.packages().join("element"), workspace.root().join("examples/hexo-tag-tengen")] {
        run(std::process::Command::new(&npm).args(["pack", "--dry-run"]).current_dir(&folder))
            .with_context(|| format!("in {}", folder.display()))?;
    }
    Ok(())
}

/// The crates that may be published.
fn crates(workspace: &Workspace) -> Result<Vec<String>> {
    let metadata = output(cargo(workspace).args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo's metadata")?;
    let names = publishable(&metadata);
    if names.is_empty() {
        bail!("cargo names no crate that may be published");
    }
    Ok(names)
}

/// `publish` is null where nothing is forbidden.
fn publishable(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let packages = packages.filter(|package| package["publish"].is_null());
    packages.filter_map(|package| package["name"].as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpublished_crates_are_left_out() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "a", "publish": null }, { "name": "b", "publish": [] },
        ]});
        assert_eq!(publishable(&metadata), ["a"]);
    }
}
