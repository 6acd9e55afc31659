//! Lets Tauri read its configuration, and looks whether the page is another.

#[allow(clippy::print_stdout, reason = "cargo listens to it")]
fn main() {
    // Its files are named after what is in them, so that this one changes with each of them.
    println!("cargo:rerun-if-changed=../../target/desktop-page/index.html");
    tauri_build::build();
}
