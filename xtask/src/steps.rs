//! `cargo xtask test`: every check and every test.

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use clap::ValueEnum;

use crate::npm::Npm;
use crate::package::Package;
use crate::process::{Background, cargo, ensure_browsers, find_program, run, spoken};
use crate::workspace::Workspace;
use crate::{desktop, package, play, publishing, wasm_target};

/// The crates that are compiled to WebAssembly, and are therefore also linted for it.
const WASM_CRATES: [&str; 13] = [
    "tengen-analysis",
    "tengen-board",
    "tengen-element",
    "tengen-engine",
    "tengen-formats",
    "tengen-game",
    "tengen-match",
    "tengen-online",
    "tengen-picture",
    "tengen-text",
    "tengen-web",
    "tengen-worker",
    "tengen-worker-client",
];

/// The manifests of the other workspaces: the fuzz targets and the desktop program. Each has a lock file that also contains the
/// dependencies of our crates.
const OTHER_WORKSPACES: [&str; 2] = ["fuzz/Cargo.toml", desktop::MANIFEST];

/// One step of `cargo xtask test`. Steps that are named by `--only` run in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Step {
    /// The formatting of the source.
    Fmt,
    /// The lock files.
    Lock,
    /// Lints, for this machine.
    Clippy,
    /// Lints, for WebAssembly.
    ClippyWasm,
    /// Licences, duplicates and sources of the dependencies.
    Deny,
    /// The page, as it is shipped.
    Page,
    /// Unit, integration and documentation tests.
    Test,
    /// The documentation, with all its links.
    Doc,
    /// The desktop program.
    Desktop,
    /// The crates and npm packages that could be published.
    Publishing,
    /// The page in a real browser.
    Browser,
    /// The window of the desktop program.
    Window,
}

impl Step {
    /// The name for `--only`.
    fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Lock => "lock",
            Self::Clippy => "clippy",
            Self::ClippyWasm => "clippy-wasm",
            Self::Deny => "deny",
            Self::Page => "page",
            Self::Test => "test",
            Self::Doc => "doc",
            Self::Publishing => "publishing",
            Self::Browser => "browser",
            Self::Desktop => "desktop",
            Self::Window => "window",
        }
    }

    /// The heading of the step.
    fn title(self) -> &'static str {
        match self {
            Self::Fmt => "the source is formatted",
            Self::Lock => "the lock files have every dependency",
            Self::Clippy => "lints",
            Self::ClippyWasm => "lints for WebAssembly",
            Self::Deny => "licences and sources of the dependencies",
            Self::Page => "the page",
            Self::Test => "unit, integration and documentation tests",
            Self::Doc => "the documentation",
            Self::Publishing => "crates and npm packages as they could be published",
            Self::Browser => "the page in a real browser",
            Self::Desktop => "the desktop program",
            Self::Window => "the window of the desktop program",
        }
    }

    /// Whether `--quick` runs the step.
    fn is_quick(self) -> bool {
        !matches!(self, Self::Deny | Self::Publishing | Self::Browser | Self::Desktop | Self::Window)
    }

    fn run(self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::Fmt => {
                run(cargo(workspace).args(["fmt", "--all", "--check"]))?;
                for manifest in OTHER_WORKSPACES {
                    run(cargo(workspace).args(["fmt", "--manifest-path", manifest, "--check"]))?;
                }
                Ok(())
            }
            Self::Lock => {
                for manifest in [&["Cargo.toml"], &OTHER_WORKSPACES[..]].concat() {
                    let update =
                        ["update", "--workspace", "--locked", "--quiet", "--manifest-path", manifest];
                    run(cargo(workspace).args(update)).with_context(|| {
                        format!(
                            "a dependency changed; run: cargo update --workspace --manifest-path {manifest}"
                        )
                    })?;
                }
                Ok(())
            }
            Self::Clippy => {
                run(cargo(workspace).args([
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-D",
                    "warnings",
                ]))?;
                for alone in ["tengen-game", "tengen-formats"] {
                    run(cargo(workspace)
                        .args(["clippy", "--package", alone, "--no-default-features"])
                        .args(["--", "-D", "warnings"]))?;
                }
                // The program that `play` builds has only the server. With the whole workspace selected, almost all of its dependencies have the
                // features with which they have been checked already.
                run(cargo(workspace)
                    .args(["clippy", "--workspace", "--bin", play::PROGRAM, "--no-default-features"])
                    .args(["--", "-D", "warnings"]))
            }
            Self::ClippyWasm => clippy_wasm(workspace),
            Self::Deny => deny(workspace),
            Self::Page => {
                package::make(workspace, &Package::OF_PAGE)?.print_sizes();
                Ok(())
            }
            Self::Test => {
                run(cargo(workspace).args(["test", "--workspace"]))?;
                // Without the feature `encodings` another module decodes texts.
                let alone = ["test", "--package", "tengen-formats", "--no-default-features"];
                run(cargo(workspace).args(alone).arg("--lib"))
            }
            // Private items are documented too, because their links are for contributors.
            Self::Doc => run(cargo(workspace)
                .args(["doc", "--workspace", "--no-deps", "--document-private-items"])
                .env("RUSTDOCFLAGS", "-D warnings")),
            Self::Publishing => {
                package::make(workspace, &[Package::Element])?;
                publishing::check(workspace)
            }
            Self::Browser => browser_tests(workspace),
            Self::Desktop => desktop_tests(workspace),
            Self::Window => desktop::test_window(workspace, &package::make(workspace, &Package::OF_PAGE)?),
        }
    }
}

/// Steps that run at the same time: the first list in this process, the second in another. Neither list waits long for a lock of cargo that
/// the other holds, and each has periods in which only one core is busy, such as linking and waiting for a browser.
type Phase = (&'static [Step], &'static [Step]);

/// The phases of a whole check. Tests contain the page, so that it is complete before they are compiled. The browser tests and those of the
/// window run alone, since they use every core and wait for answers with a limit. The desktop program has a target directory of its own, so
/// that it is compiled at the same time as the tests. Publishing and the lints for WebAssembly wait for the compilation of the tests, and
/// run at the same time as them.
const PHASES: [Phase; 4] = [
    (&[Step::Fmt, Step::Lock], &[]),
    (&[Step::Clippy], &[Step::Page, Step::Deny]),
    (&[Step::Test, Step::Doc], &[Step::Desktop, Step::Publishing, Step::ClippyWasm]),
    (&[Step::Browser, Step::Window], &[]),
];

/// Runs the steps and prints a summary line. Named steps run one after the other, so that their output
/// appears as it is printed.
pub(crate) fn test(workspace: &Workspace, quick: bool, only: &[Step]) -> Result<()> {
    let steps = chosen_steps(quick, only);
    let start = Instant::now();
    if only.is_empty() {
        for (here, beside) in PHASES {
            let chosen = |list: &[Step]| -> Vec<Step> {
                list.iter().copied().filter(|step| steps.contains(step)).collect()
            };
            run_phase(workspace, &chosen(here), &chosen(beside))?;
        }
    } else {
        run_steps(workspace, &steps)?;
    }
    println!("\n{}", closing_line(&steps, quick, start.elapsed()));
    Ok(())
}

fn run_phase(workspace: &Workspace, here: &[Step], beside: &[Step]) -> Result<()> {
    if here.is_empty() || beside.is_empty() {
        return run_steps(workspace, &[here, beside].concat());
    }
    let names: Vec<&str> = beside.iter().map(|step| step.name()).collect();
    println!("\nat the same time, with its output at the end: {}", names.join(", "));
    let program = env::current_exe().context("cannot find this program to start it once more")?;
    let mut command = Command::new(program);
    command.arg("test").args(names.iter().flat_map(|name| ["--only", name])).current_dir(workspace.root());
    let process = Background::start(&mut command)?;
    let outcome = run_steps(workspace, here);
    let background = process.finish();
    outcome.and(background)
}

/// Runs steps one after the other, with a heading and the time for each.
fn run_steps(workspace: &Workspace, steps: &[Step]) -> Result<()> {
    for step in steps {
        let name = step.name();
        println!("\n[{name}] {}", step.title());
        let start = Instant::now();
        step.run(workspace).map_err(|error| {
            anyhow!(
                "{error:#}\nStep {name} failed; to run just this step again: cargo xtask test --only {name}"
            )
        })?;
        println!("[{name}] passed in {}", spoken(start.elapsed()));
    }
    Ok(())
}

/// The requested steps, always in the usual order.
fn chosen_steps(quick: bool, only: &[Step]) -> Vec<Step> {
    let all = Step::value_variants().iter().copied();
    if only.is_empty() {
        all.filter(|step| !quick || step.is_quick()).collect()
    } else {
        all.filter(|step| only.contains(step)).collect()
    }
}

fn closing_line(steps: &[Step], quick: bool, time: Duration) -> String {
    let time = spoken(time);
    let all = Step::value_variants();
    match steps {
        [step] => format!("Step {} passed in {time}.", step.name()),
        _ if steps.len() == all.len() => format!("All {} steps passed in {time}.", steps.len()),
        _ if quick => {
            let left_out: Vec<&str> =
                all.iter().filter(|step| !steps.contains(step)).map(|step| step.name()).collect();
            format!(
                "{} quick steps passed in {time}; --quick left out: {}.",
                steps.len(),
                left_out.join(", ")
            )
        }
        _ => format!("{} of {} steps passed in {time}.", steps.len(), all.len()),
    }
}

fn clippy_wasm(workspace: &Workspace) -> Result<()> {
    wasm_target::ensure(workspace)?;
    let mut clippy = cargo(workspace);
    clippy.args(["clippy", "--target", wasm_target::NAME]);
    for name in WASM_CRATES {
        clippy.args(["--package", name]);
    }
    // The lints for this machine cover the engine without threads.
    clippy.args(["--features", "tengen-worker/threads"]);
    run(clippy.args(["--", "-D", "warnings"]))
}

/// Checks the dependencies.
fn deny(workspace: &Workspace) -> Result<()> {
    ensure_deny(workspace)?;
    run(cargo(workspace).args(["deny", "check", "licenses", "bans", "sources"]))
}

/// Installs `cargo-deny` if it is missing, which compiles it once.
fn ensure_deny(workspace: &Workspace) -> Result<()> {
    if find_program("cargo-deny").is_none() {
        println!("cargo-deny is missing; compiling it (once, some minutes)");
        // Without optimisation its compilation takes a third of the time, and its checks still take only seconds.
        run(cargo(workspace).args(["install", "cargo-deny", "--locked", "--debug"]))
            .context("cannot install cargo-deny, which checks the dependencies' licences and sources")?;
    }
    Ok(())
}

/// The number of browsers that run at once, each in a test that also waits.
const BROWSERS: &str = "3";

/// Runs the browser tests with the current build of the page.
fn browser_tests(workspace: &Workspace) -> Result<()> {
    ensure_browsers()?;
    package::make(workspace, &Package::OF_PAGE)?;
    if let Some(npm) = Npm::find(workspace)? {
        npm.bundle(workspace)?;
    }
    let mut tests: Command = cargo(workspace);
    // With the whole workspace selected, its crates have the features with which the other tests were compiled.
    run(tests.args(["test", "--workspace", "--test", "browser", "--", "--test-threads", BROWSERS]))
}

/// Checks the desktop program with the current build of the page.
fn desktop_tests(workspace: &Workspace) -> Result<()> {
    ensure_deny(workspace)?;
    run(cargo(workspace)
        .args(["deny", "--manifest-path", desktop::MANIFEST, "--config", desktop::DENY, "--locked"])
        .args(["check", "licenses", "sources"]))?;
    let page = package::make(workspace, &Package::OF_PAGE)?;
    desktop::test(workspace, &page)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::ValueEnum as _;

    use super::{PHASES, Step, chosen_steps, closing_line};

    #[test]
    fn steps_go_by_the_name_that_only_understands() {
        for step in Step::value_variants() {
            assert_eq!(Step::from_str(step.name(), false).unwrap(), *step);
        }
    }

    #[test]
    fn each_step_is_in_one_phase() {
        let mut steps: Vec<Step> =
            PHASES.iter().flat_map(|(here, beside)| [*here, *beside].concat()).collect();
        steps.sort();
        assert_eq!(steps, Step::value_variants());
    }

    #[test]
    fn quick_leaves_steps_out_and_says_so() {
        let steps = chosen_steps(true, &[]);
        for slow in [Step::Browser, Step::Deny, Step::Desktop, Step::Window] {
            assert!(!steps.contains(&slow));
        }
        let line = closing_line(&steps, true, Duration::from_secs(61));
        assert_eq!(
            line,
            "7 quick steps passed in 1 min 1 s; --quick left out: deny, desktop, publishing, browser, window."
        );
    }

    #[test]
    fn everything_is_the_default_and_only_keeps_the_order() {
        let all = chosen_steps(false, &[]);
        assert_eq!(closing_line(&all, false, Duration::from_secs(723)), "All 12 steps passed in 12 min 3 s.");
        let some = chosen_steps(false, &[Step::Doc, Step::Fmt]);
        assert_eq!(some, [Step::Fmt, Step::Doc]);
        assert_eq!(closing_line(&some, false, Duration::from_secs(5)), "2 of 12 steps passed in 5 s.");
        assert_eq!(
            closing_line(&[Step::Clippy], false, Duration::from_secs(5)),
            "Step clippy passed in 5 s."
        );
    }
}
