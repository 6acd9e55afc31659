//! Embeds the built page in the program.
//!
//! `cargo xtask page` leaves the page in `target/page/`. Every file in this directory becomes one entry of a table of `include_bytes!`, in
//! debug builds as well, so that the program needs no files beside it. Of a file with a form compressed by Brotli, only this form is
//! embedded: the server makes the others when a client needs them. If no page has been built, the table is empty: the crate still compiles,
//! and the server answers with the command that builds the page.

#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), String> {
    let page = page_directory()?;
    // Cargo compares the time stamps of everything in this directory with those of the last run. A path that does not exist would instead
    // rerun this script, and rebuild all dependent crates, each time.
    println!("cargo::rerun-if-changed={}", page.display());
    println!("cargo::rerun-if-env-changed=TENGEN_PAGE_DIR");

    let mut names = Vec::new();
    collect_names(&page, "", &mut names)
        .map_err(|error| format!("cannot read the built page in {}: {error}", page.display()))?;
    let is_stored_as_brotli = |name: &str| names.contains(&format!("{name}.br"));
    let is_embedded = |name: &&String| {
        !is_stored_as_brotli(name) && !name.strip_suffix(".gz").is_some_and(is_stored_as_brotli)
    };
    let mut names: Vec<String> = names.iter().filter(is_embedded).cloned().collect();
    names.sort();

    let out = env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?;
    let copies = Path::new(&out).join("page");
    if copies.exists() {
        fs::remove_dir_all(&copies).map_err(|error| format!("cannot clear {}: {error}", copies.display()))?;
    }
    let mut table = String::from("&[\n");
    for name in &names {
        // The page may be built again before the compiler reads the files, so that the compiler reads copies.
        let path = copies.join(name);
        copy(&page.join(name), &path).map_err(|error| format!("cannot copy {name}: {error}"))?;
        writeln!(table, "    ({name:?}, include_bytes!({:?})),", path.display().to_string())
            .map_err(|error| error.to_string())?;
    }
    table.push_str("]\n");

    let out = Path::new(&out).join("embedded_page.rs");
    fs::write(&out, table).map_err(|error| format!("cannot write {}: {error}", out.display()))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::copy(from, to).map(drop)
}

/// Finds the directory of the built page: `TENGEN_PAGE_DIR`, or `target/page` of the workspace.
fn page_directory() -> Result<PathBuf, String> {
    if let Some(chosen) = env::var_os("TENGEN_PAGE_DIR").filter(|value| !value.is_empty()) {
        let chosen = PathBuf::from(chosen);
        return chosen.canonicalize().map_err(|error| {
            format!("TENGEN_PAGE_DIR is {}, which cannot be read: {error}", chosen.display())
        });
    }
    let manifest = env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo did not set CARGO_MANIFEST_DIR")?;
    let workspace = Path::new(&manifest).join("../..");
    let page = workspace.canonicalize().unwrap_or(workspace).join("target").join("page");
    // An empty directory stands for "not built yet"; cargo notices when the page appears in it.
    if let Err(error) = fs::create_dir_all(&page) {
        println!("cargo::warning=cannot create {}: {error}; building without the page", page.display());
    }
    Ok(page)
}

/// Lists the files below `directory` by their names relative to the page, with forward slashes.
fn collect_names(directory: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| {
            io::Error::new(io::ErrorKind::InvalidData, format!("the name {name:?} is not Unicode"))
        })?;
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect_names(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
