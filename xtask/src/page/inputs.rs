//! The inputs from which the page is made.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::assembly::Files;
use super::naming::Fingerprint;
use super::workers::{self, Purpose, Worker};
use super::{data, networks, offline, threaded};
use crate::wasm_target;
use crate::workspace::Workspace;

/// The sources of this tool that affect the page, and the lock file with the versions of the libraries. The running program itself would be
/// more exact, but cargo may replace it while it runs the tests.
const TOOL: [&str; 19] = [
    include_str!("../minify.rs"),
    include_str!("assembly.rs"),
    include_str!("bindings.rs"),
    include_str!("boot.js"),
    include_str!("compression.rs"),
    include_str!("helper.js"),
    include_str!("naming.rs"),
    include_str!("networks.js"),
    include_str!("networks.rs"),
    include_str!("offline.rs"),
    include_str!("offline/offline.js"),
    include_str!("output.rs"),
    include_str!("parts.rs"),
    include_str!("data.rs"),
    include_str!("threaded.rs"),
    include_str!("threads.js"),
    include_str!("worker.js"),
    include_str!("workers.rs"),
    include_str!("../../../Cargo.lock"),
];

/// The contents of all input files.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The page as compiled by cargo.
    pub(super) app: Vec<u8>,
    /// The page's workers as compiled by cargo.
    pub(super) workers: Vec<(Worker, Vec<u8>)>,
    /// The engine with threads as compiled by cargo, if it could be compiled.
    pub(super) threaded: Option<Vec<u8>>,
    /// The networks of the engine's evaluation, by name.
    pub(super) networks: Files,
    /// The sets of puzzles and the course, by their placeholders.
    pub(super) data: Files,
    /// The template of `index.html`.
    pub(super) template: String,
    /// The style sheets, sorted by name.
    pub(super) styles: BTreeMap<String, String>,
    /// Files that are copied unchanged, under their own names.
    pub(super) assets: Files,
}

impl Inputs {
    /// Reads the compiled programs and the source files.
    pub(super) fn read(workspace: &Workspace, purpose: Purpose, has_threads: bool) -> Result<Self> {
        let source = workspace.root().join("crates").join("tengen-web");
        let mut styles = BTreeMap::new();
        for (name, bytes) in read_directory(&source.join("style"))? {
            if name.ends_with(".css") {
                let text = String::from_utf8(bytes)
                    .with_context(|| format!("the style sheet {name} is not valid UTF-8"))?;
                styles.insert(name, text);
            }
        }
        let program = |profile: &str, name: &str| read_program(workspace, profile, name);
        let workers = workers::ALL
            .map(|worker| program(worker.profile(purpose), worker.program).map(|wasm| (worker, wasm)));
        let template = source.join("index.html");
        Ok(Self {
            app: program(purpose.page_profile(), workers::PAGE)?,
            workers: workers.into_iter().collect::<Result<_>>()?,
            threaded: has_threads.then(|| threaded::read(workspace, purpose)).transpose()?,
            networks: networks::read(workspace)?,
            data: data::read(workspace)?,
            template: fs::read_to_string(&template)
                .with_context(|| format!("cannot read {}", template.display()))?,
            styles,
            assets: read_directory(&source.join("assets"))?,
        })
    }

    /// A hash of all inputs and of this tool itself, because another version of the tool may make another page.
    pub(super) fn fingerprint(&self) -> String {
        let mut fingerprint = Fingerprint::new();
        for part in TOOL {
            fingerprint.add("tool", part.as_bytes());
        }
        for (name, icon) in offline::ICONS {
            fingerprint.add(name, icon);
        }
        fingerprint.add("app", &self.app);
        for (worker, wasm) in &self.workers {
            fingerprint.add(worker.stem, wasm);
        }
        if let Some(wasm) = &self.threaded {
            fingerprint.add(threaded::STEM, wasm);
        }
        fingerprint.add("template", self.template.as_bytes());
        for (name, text) in &self.styles {
            fingerprint.add(name, text.as_bytes());
        }
        for (name, bytes) in self.networks.iter().chain(&self.data).chain(&self.assets) {
            fingerprint.add(name, bytes);
        }
        fingerprint.finish()
    }
}

/// A program as compiled by cargo.
pub(super) fn read_program(workspace: &Workspace, profile: &str, program: &str) -> Result<Vec<u8>> {
    read_program_in(workspace.target(), profile, program)
}

/// A program as compiled by cargo in this build directory.
pub(super) fn read_program_in(target: &Path, profile: &str, program: &str) -> Result<Vec<u8>> {
    read(&target.join(wasm_target::NAME).join(profile).join(program).with_extension("wasm"))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The files below a directory by their relative names; none if the directory does not exist.
pub(super) fn read_directory(directory: &Path) -> Result<Files> {
    let mut files = Files::new();
    if directory.is_dir() {
        read_into(directory, "", &mut files)?;
    }
    Ok(files)
}

/// The files of a directory with this extension, by their names without it.
pub(super) fn read_with_extension(directory: &Path, extension: &str) -> Result<Files> {
    let stem = |name: &str| name.strip_suffix(extension)?.strip_suffix('.').map(str::to_owned);
    let files = read_directory(directory)?.into_iter();
    Ok(files.filter_map(|(name, bytes)| Some((stem(&name)?, bytes))).collect())
}

fn read_into(directory: &Path, prefix: &str, files: &mut Files) -> Result<()> {
    let entries = fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        // Hidden files belong to editors and file managers.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            read_into(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, read(&entry.path())?);
        }
    }
    Ok(())
}
