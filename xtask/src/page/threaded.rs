//! The engine with threads, for pages that may share memory.
//!
//! WebAssembly has threads if a program and its standard library are compiled with atomic instructions, and its memory is shared. Rust's
//! precompiled standard library has no atomic instructions, so that it is compiled here from its source.

use anyhow::Result;

use super::workers::{Purpose, WORKERS};
use crate::process::{cargo, run};
use crate::wasm_target;
use crate::workspace::Workspace;

/// The program, which is that of the engine's worker.
pub(super) const PROGRAM: &str = "engine";

/// The beginning of the names of the engine's files.
pub(super) const STEM: &str = "threads";

/// The beginning of the name of the script that each helper thread runs first.
pub(super) const HELPER: &str = "helper";

/// The name of the engine in scripts. It differs from that of the engine without threads, which may replace it in the same worker.
pub(super) const GLOBAL: &str = "engine_with_threads";

/// The stack of a helper thread, which is as large as the linker makes that of the first thread.
pub(super) const STACK: u32 = 1 << 20;

/// The largest memory of all threads together. The script requests less where a browser refuses this much: shared memory needs a limit, and
/// a browser reserves addresses for all of it. An engine with one thread takes 6 MB besides its hash table, and every further thread 1 MB.
const MEMORY: u32 = 2 << 30;

/// The build directory of the engine. In the common directory, another standard library would cause everything else to be compiled again.
const DIRECTORY: &str = "threads";

/// Compiles the engine, and returns whether it could be compiled. Without the source of the standard library it cannot, and the page then
/// has the engine with one thread.
pub(super) fn compile(workspace: &Workspace, purpose: Purpose) -> Result<bool> {
    if let Err(error) = wasm_target::ensure_source() {
        println!(
            "The page is built WITHOUT the engine with threads: {error:#}\n\
             Once the machine is online, run: rustup component add rust-src"
        );
        return Ok(false);
    }
    let mut compiler = cargo(workspace);
    wasm_target::forget_paths(&mut compiler);
    wasm_target::build_standard_library(&mut compiler, &flags())?;
    compiler.args(["build", "--profile", purpose.worker_profile(), "--target", wasm_target::NAME]);
    compiler.args(["--package", WORKERS, "--bin", PROGRAM, "--no-default-features"]);
    compiler.args(["--features", "engine,threads", "--target-dir"]).arg(workspace.target().join(DIRECTORY));
    run(&mut compiler)?;
    Ok(true)
}

/// Whether only this engine uses a file of the page. Without these files the page has the engine with one thread.
pub(crate) fn is_file(name: &str) -> bool {
    [STEM, HELPER].into_iter().any(|stem| name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('-')))
}

/// The engine as compiled by cargo.
pub(super) fn read(workspace: &Workspace, purpose: Purpose) -> Result<Vec<u8>> {
    let target = workspace.target().join(DIRECTORY);
    super::inputs::read_program_in(&target, purpose.worker_profile(), PROGRAM)
}

/// The compiler's options: atomic instructions, and a memory that the script shares with other workers. The linker exports the symbols with
/// which wasm-bindgen gives every thread its own stack and variables.
fn flags() -> [String; 4] {
    let link = format!(
        "link-args=--shared-memory --import-memory --max-memory={MEMORY} \
         --export=__wasm_init_tls --export=__tls_size --export=__tls_align --export=__tls_base"
    );
    [
        "-C".to_owned(),
        "target-feature=+atomics,+bulk-memory,+mutable-globals".to_owned(),
        "-C".to_owned(),
        link,
    ]
}

#[cfg(test)]
mod tests {
    use super::is_file;

    #[test]
    fn its_files_are_known_by_their_names() {
        for name in ["threads-0123abcd.wasm", "threads-glue-0123abcd.js", "helper-0123abcd.js"] {
            assert!(is_file(name), "{name}");
        }
        assert!(["worker-0123abcd.js", "threads.txt", "index.html"].iter().all(|name| !is_file(name)));
    }
}
