//! What only people at a terminal see.

use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{command, tengen};

/// Both ends of a terminal.
fn terminal() -> (File, OwnedFd) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    (File::from(ours), theirs)
}

/// Runs the program with a terminal as its standard error, and returns what it wrote to standard output and there.
fn at_terminal(arguments: &[&str], input: &str) -> (String, String) {
    let (mut ours, theirs) = terminal();
    let mut command = command(arguments);
    command.stderr(theirs).env("TERM", "xterm").env_remove("NO_COLOR").stdin(Stdio::null());
    if !input.is_empty() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), input).unwrap();
        command.stdin(File::open(file.path()).unwrap());
    }
    let child = command.spawn().unwrap();
    // Reading the terminal ends in an error when its other end has been closed, so that end must not stay open here.
    drop(command);
    let reader = std::thread::spawn(move || {
        let (mut seen, mut buffer) = (Vec::new(), [0; 4096]);
        while let Ok(read @ 1..) = ours.read(&mut buffer) {
            seen.extend_from_slice(&buffer[..read]);
        }
        String::from_utf8_lossy(&seen).into_owned()
    });
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code().unwrap() / 2, 0, "neither a crash nor wrong usage");
    (String::from_utf8(output.stdout).unwrap(), reader.join().unwrap())
}

#[test]
fn long_work_shows_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let gif = folder.path().join("game.gif");
    let gif = gif.to_str().unwrap();
    let cases: [(&[&str], &[&str]); 4] = [
        (&["bench", "--depth", "1"], &["positions ", "0/10"]),
        (&["analyse", "--moves", "h8 i9", "--depth", "3"], &["depth 1 ", " nodes"]),
        (&["picture", "--moves", "h8 i9 j10", gif, "--width", "60"], &["frames ", "0/3"]),
        (&["convert", "--moves", "h8 i9", gif], &["frames ", "0/2"]),
    ];
    for (arguments, parts) in cases {
        let (_, seen) = at_terminal(arguments, "");
        for part in parts {
            assert!(seen.contains(part), "{arguments:?}: {part} is missing: {seen:?}");
        }
        // The last that is written takes the line away, except where notes follow.
        assert!(seen.trim_end().contains("\r\u{1b}[2K"), "{arguments:?}: {seen:?}");
        let (_, seen) = at_terminal(&[arguments, &["--quiet"]].concat(), "");
        assert!(!seen.contains(parts[0]), "{arguments:?}: {seen:?}");
        let piped = tengen(arguments, "");
        assert!(!piped.err.contains(parts[0]) && !piped.err.contains('\u{1b}'), "{}", piped.err);
    }
}

#[test]
fn progress_and_json_go_different_ways() {
    let (out, seen) = at_terminal(&["analyse", "--moves", "h8 i9", "--depth", "2", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["depth"], 2);
    assert!(seen.contains("depth 1 "), "{seen:?}");
}

#[test]
fn quiet_analysis_tells_the_result_alone() {
    let run = tengen(&["analyse", "--moves", "h8 i9", "--depth", "2", "--quiet"], "");
    assert!(run.out.contains("Best move: ") && !run.out.contains("depth   1"), "{}", run.out);
}

#[test]
fn errors_are_in_colour_there_and_plain_elsewhere() {
    let (out, seen) = at_terminal(&["position"], "...\n.Z.\n...\n");
    assert_eq!(out, "");
    assert!(seen.contains("\u{1b}[") && seen.contains(".Z."), "{seen:?}");
    let plain = tengen(&["position"], "...\n.Z.\n...\n");
    assert!(!plain.err.contains('\u{1b}'), "{}", plain.err);
}
