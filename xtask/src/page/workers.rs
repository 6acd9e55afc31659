//! The WebAssembly programs that make up the page: the page itself and its Web Workers.

/// The package of the page itself.
pub(super) const PAGE: &str = "tengen-web";
/// The profile it is compiled with: small.
pub(crate) const PAGE_PROFILE: &str = "small";
/// The profile the workers are compiled with: quick where it matters.
pub(super) const PROFILE: &str = "web";

/// A Web Worker of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worker {
    /// The package that is compiled.
    pub(super) package: &'static str,
    /// What its files are called.
    pub(super) stem: &'static str,
    /// The placeholder in `index.html` for the script that starts it.
    pub(super) placeholder: &'static str,
}

/// All workers.
pub(super) const ALL: [Worker; 2] = [
    Worker { package: "tengen-worker", stem: "worker", placeholder: "worker_js" },
    Worker { package: "tengen-studio", stem: "studio", placeholder: "studio_js" },
];
