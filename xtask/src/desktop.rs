//! The desktop program, which is a separate workspace: its dependencies, above all the system's WebKit, are not needed to build the rest.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::page::{BuiltPage, networks, offline, threaded};
use crate::process::{cargo, find_program, output, run};
use crate::workspace::Workspace;

/// The program's own manifest.
pub(crate) const MANIFEST: &str = "crates/tengen-desktop/Cargo.toml";

/// The allowed dependencies of the program.
pub(crate) const DENY: &str = "crates/tengen-desktop/deny.toml";

/// The separator that `cargo clippy` puts behind each of the arguments for `clippy-driver`.
const CLIPPY_SEPARATOR: &str = "__CLIPPY_HACKERY__";

/// The optimisation of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Dev,
    Release,
}

/// A cargo command for the program, which has a separate build directory, so that nothing else is rebuilt.
pub(crate) fn command(workspace: &Workspace, command: &str) -> Command {
    let mut cargo = cargo(workspace);
    cargo.args([command, "--manifest-path", MANIFEST, "--locked"]);
    cargo.env("CARGO_TARGET_DIR", target(workspace));
    cargo
}

fn target(workspace: &Workspace) -> PathBuf {
    workspace.target().join("desktop")
}

/// Builds the program, with the page in it, and returns its path.
pub(crate) fn build(workspace: &Workspace, page: &BuiltPage, profile: Profile) -> Result<PathBuf> {
    ensure_libraries()?;
    lay_out(workspace, page)?;
    let mut build = command(workspace, "build");
    let folder = match profile {
        Profile::Dev => "debug",
        Profile::Release => {
            build.arg("--release");
            "release"
        }
    };
    run(&mut build)?;
    Ok(target(workspace).join(folder).join(format!("tengen-desktop{}", std::env::consts::EXE_SUFFIX)))
}

/// Writes the page to the folder that the program's configuration names, without the files that only browsers need: compressed forms, the
/// files with which browsers install and cache the page, the engine with threads, and the networks, instead of which the program has its
/// own engine. Files that are up to date are left alone, so that the program is not built again.
fn lay_out(workspace: &Workspace, page: &BuiltPage) -> Result<()> {
    let directory = workspace.page().with_file_name("desktop-page");
    fs::create_dir_all(&directory).with_context(|| format!("cannot make {}", directory.display()))?;
    let mut files = page.files()?;
    offline::remove(&mut files)?;
    files.retain(|name, _| !threaded::is_file(name) && !name.ends_with(networks::EXTENSION));
    for entry in fs::read_dir(&directory).with_context(|| format!("cannot read {}", directory.display()))? {
        let entry = entry?;
        if !files.contains_key(&*entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())
                .with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    for (name, contents) in &files {
        let path = directory.join(name);
        if fs::read(&path).ok().as_ref() != Some(contents) {
            fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}

/// Runs all checks of the program.
pub(crate) fn test(workspace: &Workspace, page: &BuiltPage) -> Result<()> {
    ensure_libraries()?;
    lay_out(workspace, page)?;
    // Clippy replaces the compiler: a separate check would compile the many dependencies, WebKit's among them, a second time. The resulting
    // program is for tests only, since Clippy may leave optimisations out.
    let lint = ["-D", "warnings"].map(|argument| format!("{argument}{CLIPPY_SEPARATOR}")).concat();
    run(command(workspace, "test").env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", lint))?;
    build(workspace, page, Profile::Dev).map(drop)
}

/// Tests the window of the program, through WebKit's driver.
pub(crate) fn test_window(workspace: &Workspace, page: &BuiltPage) -> Result<()> {
    ensure_driver()?;
    let program = build(workspace, page, Profile::Dev)?;
    let mut tests = cargo(workspace);
    tests.args(["test", "--workspace", "--test", "browser", "webkit::", "--", "--ignored"]);
    run(tests.env("TENGEN_DESKTOP", program))
}

/// Checks that the libraries for the build are installed. Systems other than Linux include them.
fn ensure_libraries() -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let found = output(Command::new("pkg-config").args(["--print-errors", "--exists", "webkit2gtk-4.1"]));
    found.map(drop).context(
        "the desktop program needs WebKitGTK 4.1 and pkg-config; on Debian run: \
         apt-get update && apt-get install -y libwebkit2gtk-4.1-dev pkg-config",
    )
}

/// Checks that the driver for tests of the program's window is installed.
fn ensure_driver() -> Result<()> {
    let needed = [("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")];
    let missing = needed.into_iter().filter(|(program, _)| find_program(program).is_none());
    let missing: Vec<&str> = missing.map(|(_, package)| package).collect();
    if !missing.is_empty() {
        bail!(
            "the tests of the desktop program need {}, which is not installed; on Debian run: \
             apt-get update && apt-get install -y {}",
            missing.join(" and "),
            missing.join(" "),
        );
    }
    Ok(())
}
