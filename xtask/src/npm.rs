//! The npm package `tengen-board` with the tools of its users: bundlers with their default settings, TypeScript with React and Preact, and
//! two programs that check packages. With them npm installs axe-core, with which the browser tests check the page's accessibility.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::process::{find_program, run, show};
use crate::workspace::Workspace;

/// The tools, each in one version. There is no lock file, because it would contain the registry of its author.
const TOOLS: &str = include_str!("npm/package.json");

/// A page with a board.
const PAGE: &str = include_str!("npm/app/index.html");
const PAGE_SCRIPT: &str = include_str!("npm/app/src/index.js");

/// Programs that compile if the types are right.
const TYPES: [(&str, &str); 4] = [
    ("plain.ts", include_str!("npm/types/plain.ts")),
    ("required.cts", include_str!("npm/types/required.cts")),
    ("react.tsx", include_str!("npm/types/react.tsx")),
    ("preact.tsx", include_str!("npm/types/preact.tsx")),
];

/// A page, and the bundler that processes it.
struct Bundled {
    folder: &'static str,
    /// The command that users type: a bundler and its arguments.
    command: &'static [&'static str],
    /// The address of the script on the page before and after bundling. Only Vite reads the page and writes it.
    script: [&'static str; 2],
}

const BUNDLED: [Bundled; 4] = [
    Bundled { folder: "vite", command: &["vite", "build"], script: ["/src/index.js", ""] },
    Bundled { folder: "webpack", command: &["webpack"], script: ["", "main.js"] },
    Bundled {
        folder: "esbuild",
        command: &["esbuild", "src/index.js", "--bundle", "--outdir=dist"],
        script: ["", "index.js"],
    },
    Bundled {
        folder: "esbuild-split",
        command: &[
            "esbuild",
            "src/index.js",
            "--bundle",
            "--splitting",
            "--format=esm",
            "--minify",
            "--outdir=dist",
        ],
        script: ["", "index.js"],
    },
];

/// Messages of npm from which follows that the network is unreachable.
const UNREACHABLE: [&str; 7] =
    ["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "EHOSTUNREACH", "ETIMEDOUT"];

/// npm, and the tools that it has installed.
pub(crate) struct Npm {
    program: PathBuf,
    folder: PathBuf,
}

impl Npm {
    /// Installs the tools, once. `None` without npm or its registry; a message then states the reason and the checks that are left out.
    pub(crate) fn find(workspace: &Workspace) -> Result<Option<Npm>> {
        let not_checked = |reason: &str| {
            println!(
                "{reason}: the npm packages are NOT CHECKED with Vite, webpack, esbuild, TypeScript, publint and attw, \
                 and the accessibility of the page is NOT CHECKED with axe-core"
            );
            Ok(None)
        };
        let Some(program) = find_program("npm") else {
            return not_checked("npm is missing (on Debian: apt-get install npm)");
        };
        let npm = Npm { program, folder: workspace.packages().with_file_name("npm") };
        let manifest = npm.folder.join("package.json");
        let stamp = npm.folder.join("installed.json");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == TOOLS) {
            return Ok(Some(npm));
        }
        write(&manifest, TOOLS)?;
        println!(
            "npm installs the tools that the npm packages and the page are checked with (once, some seconds)."
        );
        let mut install = npm.command(&["install", "--package-lock=false", "--ignore-scripts", "--no-audit"]);
        install.args(["--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]);
        let output = install.output().context("cannot start npm")?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            if UNREACHABLE.iter().any(|code| message.contains(code)) {
                return not_checked("npm cannot reach its registry");
            }
            bail!("`{}` failed ({}): {}", show(&install), output.status, message.trim());
        }
        write(&stamp, TOOLS)?;
        Ok(Some(npm))
    }

    /// An npm command in the folder of the tools.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder);
        command
    }

    /// The command of one of the tools, in a folder beside them.
    fn tool(&self, name: &str, folder: &str) -> Command {
        let mut command = Command::new(self.folder.join("node_modules").join(".bin").join(name));
        command.current_dir(self.folder.join(folder));
        command
    }

    /// Prints the contents of a package.
    pub(crate) fn pack_dry(&self, folder: &Path) -> Result<()> {
        let mut pack = Command::new(&self.program);
        run(pack.args(["pack", "--dry-run"]).current_dir(folder))
            .with_context(|| format!("in {}", folder.display()))
    }

    /// Packs `tengen-board`, and unpacks it in the folder of the tools' modules, as an installation does.
    fn install_element(&self, workspace: &Workspace) -> Result<()> {
        let mut pack = Command::new(&self.program);
        pack.args(["pack", "--silent", "--pack-destination"]).arg(&self.folder);
        run(pack.current_dir(workspace.packages().join("element")))?;
        let folder = self.folder.join("node_modules").join("tengen-board");
        remove(&folder)?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        run(Command::new("tar")
            .args(["-xzf", &self.archive(), "--strip-components=1", "-C"])
            .arg(&folder)
            .current_dir(&self.folder))
    }

    /// The file name of the packed element.
    fn archive(&self) -> String {
        format!("tengen-board-{}.tgz", env!("CARGO_PKG_VERSION"))
    }

    /// Checks the package with the tools, and compiles pages that use its types.
    pub(crate) fn check_element(&self, workspace: &Workspace) -> Result<()> {
        self.install_element(workspace)?;
        run(self.tool("publint", "").args(["--strict", "node_modules/tengen-board"]))?;
        run(self.tool("attw", "").args(["--format", "ascii", &self.archive()]))?;
        for (name, text) in TYPES {
            write(&self.folder.join("types").join(name), text)?;
        }
        // Declarations are checked as well: `skipLibCheck` is off.
        let strict = ["--noEmit", "--strict", "--target", "esnext", "--jsx", "react-jsx", "--types", ""];
        for resolution in [["--module", "nodenext"], ["--module", "preserve"]] {
            // Bundlers do not support `require` of types.
            let files = TYPES.iter().map(|&(name, _)| name);
            let files = files.filter(|name| resolution[1] == "nodenext" || !name.ends_with(".cts"));
            run(self.tool("tsc", "types").args(strict).args(resolution).args(files))?;
        }
        Ok(())
    }

    /// Bundles a page with every bundler, each in a folder of its own, for the browser tests.
    pub(crate) fn bundle(&self, workspace: &Workspace) -> Result<()> {
        self.install_element(workspace)?;
        for Bundled { folder, command, script: [before, after] } in BUNDLED {
            let path = self.folder.join(folder);
            remove(&path)?;
            write(&path.join("src").join("index.js"), PAGE_SCRIPT)?;
            write(&path.join("index.html"), &PAGE.replace("{{script}}", before))?;
            run(self.tool(command[0], folder).args(&command[1..]))?;
            if !after.is_empty() {
                write(&path.join("dist").join("index.html"), &PAGE.replace("{{script}}", after))?;
            }
        }
        Ok(())
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes a folder, if it exists.
fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    Ok(())
}
