//! Building the page: the files that the browser loads, in `target/page/`.
//!
//! Cargo compiles the page and its workers to WebAssembly, the page is split into parts, and wasm-bindgen (as a library, so that its
//! version always fits) makes them callable from JavaScript. Every file is then named after its contents and found through `index.html`, so
//! that all files but that one can be cached without expiry. All addresses are relative: the directory works at any place.
//!
//! Browsers can install the page and open it without a network (`offline`), from any server.

mod assembly;
mod bindings;
mod compression;
pub(crate) mod data;
mod inputs;
mod naming;
pub(crate) mod networks;
pub(crate) mod offline;
mod output;
mod parts;
pub(crate) mod threaded;
mod workers;

use std::time::Instant;

use anyhow::Result;

use crate::process::{cargo, run, spoken};
use crate::wasm_target;
use crate::workspace::Workspace;
pub(crate) use assembly::{Files, WORKER, fill};
pub(crate) use bindings::{Loading, generate as bindings};
pub(crate) use compression::gzip;
use inputs::Inputs;
pub(crate) use naming::hashed_name;
pub(crate) use output::BuiltPage;
pub(crate) use workers::Purpose;

/// Builds the page. Files that are up to date are left alone, including the time stamps, so that the server that embeds the page is not
/// rebuilt without need.
pub(crate) fn build(workspace: &Workspace, purpose: Purpose) -> Result<BuiltPage> {
    wasm_target::ensure(workspace)?;
    let mut compiler = cargo(workspace);
    wasm_target::forget_paths(&mut compiler);
    compiler.args(["build", "--profile", purpose.worker_profile(), "--target", wasm_target::NAME]);
    run(compiler.args(["--package", workers::WORKERS, "--bin", "engine", "--bin", "files"]))?;
    let mut compiler = cargo(workspace);
    wasm_target::forget_paths(&mut compiler);
    compiler.args(["build", "--profile", purpose.page_profile(), "--target", wasm_target::NAME]);
    compiler.args(["--package", workers::WORKERS, "--bin", workers::JUDGE]);
    run(compiler.args(["--no-default-features", "--features", "puzzles,worker"]))?;
    // The standard library of the engine with threads would take a third of the time until the first game.
    let has_threads = purpose == Purpose::Release && threaded::compile(workspace, purpose)?;
    let mut compiler = cargo(workspace);
    wasm_target::forget_paths(&mut compiler);
    compiler.args(["rustc", "--profile", purpose.page_profile(), "--target", wasm_target::NAME]);
    compiler.args(["--package", workers::PAGE, "--features", "split"]);
    // The splitting of the program needs the relocations, which contain the uses of each function.
    run(compiler.args(["--", "-C", "link-args=--emit-relocs"]))?;
    let inputs = Inputs::read(workspace, purpose, has_threads)?;
    let fingerprint = inputs.fingerprint();
    let directory = purpose.directory(workspace);
    if let Some(page) = BuiltPage::up_to_date(&directory, &fingerprint)? {
        println!("The page in {} is up to date.", workspace.shown(&directory));
        return Ok(page);
    }
    let start = Instant::now();
    let files = assembly::assemble(&inputs)?;
    let page = BuiltPage::write(&directory, &fingerprint, files, purpose.compresses())?;
    println!("The page was written to {} in {}.", workspace.shown(&directory), spoken(start.elapsed()));
    Ok(page)
}

/// Compiles a program that is not part of the page, with the same options as the page.
pub(crate) fn compile(workspace: &Workspace, profile: &str, package: &str) -> Result<Vec<u8>> {
    let mut compiler = cargo(workspace);
    wasm_target::forget_paths(&mut compiler);
    compiler.args(["build", "--profile", profile, "--target", wasm_target::NAME, "--package", package]);
    run(&mut compiler)?;
    inputs::read_program(workspace, profile, package)
}
