//! Runs the program `tengen` as a user or a script does.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

mod adapt;
mod analyse;
mod annotate;
mod arena;
mod arena_programs;
mod conform;
mod convert;
mod faults;
mod generated;
mod json;
mod picture;
mod play;
mod position;
mod puzzles;
#[cfg(unix)]
mod screen;
mod tune;
mod usage;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The result of a run of the program.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn json(&self) -> serde_json::Value {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Checks that the program failed with this code and this error, and wrote nothing to standard output.
    #[track_caller]
    fn fails(&self, code: i32, message: &str) {
        assert!(self.err.contains(message), "expected `{message}`, found: {}{}", self.err, self.out);
        assert_eq!((self.code, self.out.as_str()), (code, ""));
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with `input` as its standard input.
fn tengen(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    // The program may have ended without reading, which the test judges.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The path of the misbehaving engine, which belongs to `tengen-gomocup`. Tests of the whole workspace have built it already; otherwise it
/// is built now.
fn test_brain() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let tengen = Path::new(env!("CARGO_BIN_EXE_tengen"));
        let path = tengen.with_file_name(format!("test-brain{}", std::env::consts::EXE_SUFFIX));
        if !path.exists() {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let profile = tengen.parent().unwrap();
            let built = Command::new(cargo)
                .args([
                    "build",
                    "--quiet",
                    "-p",
                    "tengen-gomocup",
                    "--features",
                    "process",
                    "--bin",
                    "test-brain",
                ])
                .args(profile.ends_with("release").then_some("--release"))
                .arg("--target-dir")
                .arg(profile.parent().unwrap())
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .status();
            assert!(built.unwrap().success());
        }
        path.to_str().unwrap().to_owned()
    })
}
