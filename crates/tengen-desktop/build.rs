//! Runs Tauri's build step, and rebuilds the program when the page has changed.

#[allow(clippy::print_stdout, reason = "cargo listens to it")]
fn main() {
    // The names of the page's files contain their hashes, so that the index changes with each of them.
    println!("cargo:rerun-if-changed=../../target/desktop-page/index.html");
    tauri_build::build();
}
