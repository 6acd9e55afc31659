//! Rust's standard library for WebAssembly, which a new machine does not have.
//!
//! Normally rustup fetches it in seconds. If rustup is absent or offline, there is a second way: the source of the standard library, from a
//! Debian package of exactly the compiler's version, is compiled once and copied to the place where rustup would have put it.

mod from_source;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, anyhow};

use crate::process::{find_program, output, run};
use crate::workspace::Workspace;

/// The target's name.
pub(crate) const NAME: &str = "wasm32-unknown-unknown";

/// The option that compiles the standard library from its source.
const BUILD_STD: &str = "build-std=std,panic_abort";

/// The variable with which a stable compiler accepts [`BUILD_STD`] and atomic instructions, which are unstable. A nightly compiler would be
/// another version with other faults for these programs. Only this module depends on it.
const BOOTSTRAP: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Checks that the target is installed or installs it, and otherwise reports what is missing.
pub(crate) fn ensure(workspace: &Workspace) -> Result<()> {
    if is_installed()? {
        return Ok(());
    }
    println!("Rust's WebAssembly target is missing; installing it.");
    let Err(by_rustup) = install_with_rustup() else { return Ok(()) };
    println!("rustup could not ({by_rustup:#}); trying the standard library's source.");
    let Err(by_source) = from_source::install(workspace) else { return Ok(()) };
    Err(anyhow!(
        "Rust's WebAssembly target ({NAME}) is missing and cannot be installed\n\
         - with rustup: {by_rustup:#}\n\
         - from source: {by_source:#}\n\
         Once the machine is online, run: rustup target add {NAME}"
    ))
}

/// Checks that the source of the standard library is installed or installs it, and otherwise reports the reason.
pub(crate) fn ensure_source() -> Result<()> {
    if from_source::is_source_installed()? {
        return Ok(());
    }
    println!("The source of Rust's standard library is missing; installing it.");
    let Err(by_rustup) = add_source_with_rustup() else { return Ok(()) };
    let Err(by_package) = from_source::ensure_source() else { return Ok(()) };
    Err(anyhow!(
        "the source of Rust's standard library is missing and cannot be installed\n\
         - with rustup: {by_rustup:#}\n\
         - as a package: {by_package:#}"
    ))
}

fn add_source_with_rustup() -> Result<()> {
    find_program("rustup").context("rustup is not installed")?;
    run(Command::new("rustup").args(["component", "add", "rust-src"]))?;
    if from_source::is_source_installed()? {
        Ok(())
    } else {
        Err(anyhow!("the compiler in use does not belong to rustup"))
    }
}

/// Makes a build compile the standard library from its source. These options of the compiler apply to the library and everything else.
pub(crate) fn build_standard_library(compiler: &mut Command, flags: &[String]) -> Result<()> {
    let source = from_source::source_directory()?;
    let mut flags: Vec<String> = flags.iter().map(|option| quoted(option)).collect();
    // The paths are those of the precompiled library.
    flags.push(flag(&source, "/rustc/"));
    compiler.env(BOOTSTRAP.0, BOOTSTRAP.1).args(["-Z", BUILD_STD, "--config", &setting(&flags)]);
    Ok(())
}

/// Whether the compiler that cargo uses finds the standard library for the target.
fn is_installed() -> Result<bool> {
    let library = library_directory()?;
    let Ok(entries) = library.read_dir() else { return Ok(false) };
    Ok(entries.flatten().any(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    }))
}

/// The directory in which the compiler looks for the target's standard library, whether it exists or not.
fn library_directory() -> Result<PathBuf> {
    let path = output(rustc().args(["--print", "target-libdir", "--target", NAME]))
        .context("cannot ask the Rust compiler about its targets")?;
    Ok(PathBuf::from(path.trim()))
}

fn install_with_rustup() -> Result<()> {
    find_program("rustup").context("rustup is not installed")?;
    run(Command::new("rustup").args(["target", "add", NAME]))?;
    // A compiler that does not come from rustup ignores the targets that rustup installs.
    if is_installed()? { Ok(()) } else { Err(anyhow!("the compiler in use does not belong to rustup")) }
}

/// The compiler that cargo uses: `RUSTC`, or the first one in `PATH`.
fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Makes the compiler shorten the paths of dependencies, which panics contain, to those below their own directories. This also makes the
/// page a little smaller, and the same on every machine.
pub(crate) fn forget_paths(compiler: &mut Command) {
    let flags: Vec<String> = sources().iter().map(|path| flag(path, "")).collect();
    compiler.args(["--config", &setting(&flags)]);
}

/// Options of the compiler as a setting of cargo, which adds them to those of its configuration files.
fn setting(flags: &[String]) -> String {
    format!("target.{}.rustflags=[{}]", NAME, flags.join(","))
}

/// The directories in which cargo unpacks crates, one for each registry.
fn sources() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let mut sources: Vec<PathBuf> = registries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().is_some_and(|name| has_host(&name.to_string_lossy())))
        .collect();
    sources.sort();
    sources
}

/// Whether the directory of a registry belongs to a host, `HOST-HASH`. Registries in folders have none: `cargo package` creates such a
/// registry for its packages. The page uses none of their crates, and a further option would compile everything again.
fn has_host(directory: &str) -> bool {
    !directory.starts_with('-')
}

/// The compiler's option that renames a directory, as TOML text.
fn flag(path: &Path, name: &str) -> String {
    quoted(&format!("--remap-path-prefix={}/={name}", path.display()))
}

/// An option as TOML text.
fn quoted(option: &str) -> String {
    format!("\"{}\"", option.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registries_in_folders_change_no_option() {
        assert!(has_host("index.example.org-1949cf8c6b5b557f"));
        assert!(!has_host("-3c952b8216f1a219"));
    }

    #[test]
    fn paths_become_options_that_cargo_can_read() {
        assert_eq!(flag(Path::new("/a b/src/crates"), ""), "\"--remap-path-prefix=/a b/src/crates/=\"");
        assert_eq!(flag(Path::new("C:\\a"), "b/"), "\"--remap-path-prefix=C:\\\\a/=b/\"");
    }
}
