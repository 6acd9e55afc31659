//! Compiling the standard library for WebAssembly from its source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::{BOOTSTRAP, BUILD_STD, NAME, library_directory, rustc};
use crate::process::{cargo, find_program, output, run};
use crate::workspace::Workspace;

/// Finds or installs the source, compiles it, and copies the result to the directory in which the compiler looks.
pub(super) fn install(workspace: &Workspace) -> Result<()> {
    ensure_source()?;
    let compiled = compile(workspace)?;
    copy_libraries(&compiled, &library_directory()?)?;
    // Cargo does not detect that crates here were compiled against another standard library.
    remove(&workspace.target().join(NAME))
}

/// Finds the source, or installs it in the directory in which cargo looks for it.
pub(super) fn ensure_source() -> Result<()> {
    if !is_source_installed()? {
        let version = compiler_version()?;
        let package = install_debian_source(&version)?;
        link(&package, &source_directory()?)?;
    }
    Ok(())
}

/// Whether the source is in the directory in which cargo looks for it.
pub(super) fn is_source_installed() -> Result<bool> {
    Ok(has_library(&source_directory()?))
}

/// The directory in which cargo looks for the source, whether it exists or not.
pub(super) fn source_directory() -> Result<PathBuf> {
    let sysroot = output(rustc().args(["--print", "sysroot"]))?;
    Ok(PathBuf::from(sysroot.trim()).join("lib").join("rustlib").join("src").join("rust"))
}

/// Whether this directory contains the complete source of the standard library.
fn has_library(source: &Path) -> bool {
    source.join("library").join("Cargo.lock").is_file()
}

/// The compiler's version, such as `1.95.0`. The source must have exactly the same version.
fn compiler_version() -> Result<String> {
    let text = output(rustc().args(["--version", "--verbose"]))?;
    let release = text.lines().find_map(|line| line.strip_prefix("release: "));
    release.map(|release| release.trim().to_owned()).context("rustc does not say its version")
}

/// Installs Debian's `rust-src` of the compiler's version and returns the source's directory.
fn install_debian_source(version: &str) -> Result<PathBuf> {
    let source = PathBuf::from(format!("/usr/src/rustc-{version}"));
    if has_library(&source) {
        return Ok(source);
    }
    find_program("apt-get").context("apt-get, which could install it, is not on this machine")?;
    let offered = output(Command::new("apt-cache").args(["madison", "rust-src"]))?;
    let Some(package) = matching_package(&offered, version) else {
        bail!(
            "Debian offers no rust-src of version {version} here (try apt-get update; \
             newer versions come from Debian's backports)"
        );
    };
    run(Command::new("apt-get").args([
        "install",
        "--yes",
        "--no-install-recommends",
        &format!("rust-src={package}"),
    ]))
    .context("cannot install the source; as an administrator it may work")?;
    if !has_library(&source) {
        bail!("the package rust-src={package} has no standard library in {}", source.display());
    }
    Ok(source)
}

/// The package of exactly this compiler version in the output of `apt-cache madison`.
///
/// Debian appends a revision: `1.95.0+dfsg1-1~bpo13+1` is of version `1.95.0`.
fn matching_package<'a>(offered: &'a str, version: &str) -> Option<&'a str> {
    offered.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim).find(|package| {
        let rest = package.strip_prefix(version);
        rest.is_some_and(|rest| rest.starts_with(['+', '-', '~']))
    })
}

/// Links the source that another package installed into the toolchain.
#[cfg(unix)]
fn link(package: &Path, source: &Path) -> Result<()> {
    let parent = source.parent().context("the toolchain has no place for the source")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    std::os::unix::fs::symlink(package, source)
        .with_context(|| format!("cannot link {} to {}", source.display(), package.display()))
}

/// The case of systems without such links, for which there are no Debian packages.
#[cfg(not(unix))]
fn link(_package: &Path, _source: &Path) -> Result<()> {
    bail!("this works on Debian only")
}

/// Compiles the standard library in a throw-away crate and returns the directory of the results.
fn compile(workspace: &Workspace) -> Result<PathBuf> {
    let directory = workspace.target().join("wasm-std");
    let target = directory.join("target");
    // Files of an earlier attempt would be copied together with the new crates.
    remove(&directory)?;
    fs::create_dir_all(directory.join("src"))
        .with_context(|| format!("cannot create {}", directory.display()))?;
    // The empty `[workspace]` keeps this crate out of the workspace that contains its folder.
    let manifest = "[package]\nname = \"wasm-std\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(directory.join("Cargo.toml"), manifest)?;
    fs::write(directory.join("src").join("lib.rs"), "//! Exists only to have its dependencies compiled.\n")?;
    run(cargo(workspace)
        .current_dir(&directory)
        .args(["build", "--release", "--target", NAME, "-Z", BUILD_STD, "--target-dir"])
        .arg(&target)
        .env(BOOTSTRAP.0, BOOTSTRAP.1)
        // Link-time optimisation of the page needs the bitcode, which the precompiled library also contains.
        .env("RUSTFLAGS", "-C embed-bitcode=yes"))?;
    Ok(target.join(NAME).join("release").join("deps"))
}

/// Copies the compiled crates of the standard library, but not the crate that depends on them.
fn copy_libraries(compiled: &Path, library: &Path) -> Result<()> {
    // Crates of an earlier attempt would be ambiguous beside the new ones.
    remove(library)?;
    fs::create_dir_all(library).with_context(|| format!("cannot create {}", library.display()))?;
    let mut names = Vec::new();
    for entry in fs::read_dir(compiled).with_context(|| format!("cannot read {}", compiled.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libwasm_std") {
            names.push(name);
        }
    }
    // `std` itself comes last, because its presence means that the target is installed.
    names.sort_by_key(|name| name.starts_with("libstd-"));
    for name in names {
        fs::copy(compiled.join(&name), library.join(&name))
            .with_context(|| format!("cannot copy {name} to {}", library.display()))?;
    }
    Ok(())
}

/// Removes a directory with its contents, if it exists.
fn remove(directory: &Path) -> Result<()> {
    if directory.is_dir() {
        fs::remove_dir_all(directory).with_context(|| format!("cannot remove {}", directory.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::matching_package;

    #[test]
    fn only_the_very_same_version_will_do() {
        let offered = "\
            rust-src | 1.95.0+dfsg1-1~bpo13+1 | http://example.org/debian trixie-backports/main\n\
            rust-src | 1.63.0+dfsg1-2 | http://example.org/debian bookworm/main\n";
        assert_eq!(matching_package(offered, "1.95.0"), Some("1.95.0+dfsg1-1~bpo13+1"));
        assert_eq!(matching_package(offered, "1.63.0"), Some("1.63.0+dfsg1-2"));
        assert_eq!(matching_package(offered, "1.95.00"), None);
        assert_eq!(matching_package(offered, "1.9"), None);
        assert_eq!(matching_package("", "1.95.0"), None);
    }
}
