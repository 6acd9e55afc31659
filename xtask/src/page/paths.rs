//! What the page says of the machine that it was built on: nothing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::wasm_target;

/// Makes the compiler write the paths of dependencies, which panics name, from their own directories on. Shorter paths also make the
/// page a little smaller, and the same on every machine.
pub(super) fn forget(compiler: &mut Command) {
    let flags: Vec<String> = sources().iter().map(|path| flag(path)).collect();
    // Cargo adds these to the flags of its configuration files.
    let setting = format!("target.{}.rustflags=[{}]", wasm_target::NAME, flags.join(","));
    compiler.args(["--config", &setting]);
}

/// The directories in which Cargo unpacks crates, one for each registry.
fn sources() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let mut sources: Vec<PathBuf> =
        registries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    sources.sort();
    sources
}

/// The compiler's option, as a text of TOML.
fn flag(path: &Path) -> String {
    let option = format!("--remap-path-prefix={}/=", path.display());
    format!("\"{}\"", option.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_options_that_cargo_can_read() {
        assert_eq!(flag(Path::new("/a b/src/crates")), "\"--remap-path-prefix=/a b/src/crates/=\"");
        assert_eq!(flag(Path::new("C:\\a")), "\"--remap-path-prefix=C:\\\\a/=\"");
    }
}
