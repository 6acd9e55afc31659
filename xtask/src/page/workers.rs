//! The WebAssembly programs of the page, which are the page itself and its Web Workers, and their compilation.

use std::path::PathBuf;

use crate::workspace::Workspace;

/// The package of the page itself.
pub(super) const PAGE: &str = "tengen-web";

/// The package with the programs of the workers.
pub(super) const WORKERS: &str = "tengen-worker";

/// The judge of puzzles. People wait for it seldom, and it is loaded beside the engine, so that it is small rather than fast.
pub(super) const JUDGE: &str = "puzzles";

/// The purpose of a build of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Distribution: the smallest page with the fastest engine, and compressed forms of its files.
    Release,
    /// A game on the machine that builds the page, as soon as possible: `cargo xtask play`.
    Play,
}

impl Purpose {
    /// The cargo profile of the page.
    pub(crate) fn page_profile(self) -> &'static str {
        match self {
            Self::Release => "small",
            Self::Play => "play",
        }
    }

    /// The cargo profile of the engine and the file service.
    pub(super) fn worker_profile(self) -> &'static str {
        match self {
            Self::Release => "web",
            Self::Play => "play",
        }
    }

    /// The directory of the built page.
    pub(crate) fn directory(self, workspace: &Workspace) -> PathBuf {
        match self {
            Self::Release => workspace.page(),
            Self::Play => workspace.page().with_file_name("play"),
        }
    }

    /// Whether files get compressed forms. On the machine itself, those cost more time than they save.
    pub(super) fn compresses(self) -> bool {
        self == Self::Release
    }
}

/// A Web Worker of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worker {
    /// The program of [`WORKERS`] that is compiled.
    pub(super) program: &'static str,
    /// The beginning of the names of the worker's files.
    pub(super) stem: &'static str,
    /// The placeholder in `index.html` for the script that starts the worker.
    pub(super) placeholder: &'static str,
}

impl Worker {
    /// The cargo profile of the worker.
    pub(super) fn profile(&self, purpose: Purpose) -> &'static str {
        if self.program == JUDGE { purpose.page_profile() } else { purpose.worker_profile() }
    }
}

pub(super) const ALL: [Worker; 3] = [
    Worker { program: "engine", stem: "worker", placeholder: "worker_js" },
    Worker { program: "files", stem: "files", placeholder: "files_js" },
    Worker { program: JUDGE, stem: "judge", placeholder: "judge_js" },
];
