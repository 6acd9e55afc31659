//! Plays on the whole screen of a pseudo-terminal, by keys and by mouse, as a user does.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::{command, tengen};

/// The longest wait for the screen, enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in its terminal.
struct Play {
    pty: Pty,
    child: Child,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Play {
    fn start(arguments: &[&str]) -> Play {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(24, 80)).unwrap();
        let command = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("play")
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("NO_COLOR", "1");
        let child = command.spawn(pts).unwrap();
        let mut output = File::from(pty.as_fd().try_clone_to_owned().unwrap());
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // On Linux, reading fails when the program has closed its end.
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let [rows, columns] = [24, 80].map(|count| count.try_into().unwrap());
        Play { pty, child, bytes, parser: vt100::Parser::new(rows, columns, 0) }
    }

    fn send(&mut self, text: &str) {
        self.pty.write_all(text.as_bytes()).unwrap();
    }

    /// Waits until the screen shows this.
    #[track_caller]
    fn shows(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.parser.screen().contents().contains(text) {
            let rest = end.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(rest) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                }
                Err(_) => panic!("`{text}` is missing:\n{}", self.parser.screen().contents()),
            }
        }
    }

    /// Clicks on a column and line of the screen, from 0.
    fn click(&mut self, column: u16, line: u16) {
        let (column, line) = (column + 1, line + 1);
        self.send(&format!("\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"));
    }

    /// Waits for the end, and checks that the terminal is restored.
    #[track_caller]
    fn ends(mut self, code: i32) {
        let status = self.child.wait().unwrap();
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.parser.process(&bytes);
            if !self.parser.screen().alternate_screen() && !self.parser.screen().hide_cursor() {
                break;
            }
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.bracketed_paste());
        assert_eq!(status.code(), Some(code), "{}", screen.contents());
    }
}

impl Drop for Play {
    fn drop(&mut self) {
        // The process has ended, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_is_played_by_keys_and_mouse_and_left_with_the_terminal_as_it_was() {
    let mut play = Play::start(&["--white", "human", "--rule", "renju"]);
    play.shows("Move 1: Black is to move.");
    assert!(play.parser.screen().alternate_screen());
    // The cursor starts at h8: one to the right and two up is i10.
    play.send("\x1b[C\x1b[A\x1b[A\r");
    play.shows("1 i10");
    // The board is in the middle: a1 is on the fifth column of its line.
    let contents = play.parser.screen().contents();
    let line = contents.lines().position(|line| line.starts_with(" 1 ")).unwrap();
    play.click(4, u16::try_from(line).unwrap());
    play.shows("2 a1");
    play.send("q");
    play.shows("the game is not saved: s saves it, q again leaves");
    play.send("q");
    play.ends(0);
}

#[test]
fn a_game_is_saved_under_another_name_than_the_suggested_and_left_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("mine.psq");
    let mut play = Play::start(&["--white", "human"]);
    play.shows("Move 1: Black is to move.");
    play.send("\r");
    play.shows("Move 2: White is to move.");
    play.send("s");
    play.shows("save as: game.sgf");
    // Ctrl-U, as in a shell.
    play.send("\x15");
    play.send(&format!("{}\r", name.display()));
    play.shows("saved ");
    assert!(std::fs::read_to_string(&name).unwrap().starts_with("Piskvorky"));
    play.send("q");
    play.ends(0);
}

#[test]
fn a_program_that_cannot_start_is_reported_before_the_screen_opens() {
    let mut play = Play::start(&["--white", "cmd=/nowhere/pbrain-x"]);
    play.shows("cannot start `/nowhere/pbrain-x`");
    play.ends(1);
}

#[test]
fn the_engine_answers_and_control_c_leaves() {
    let mut play = Play::start(&["--time", "0.1", "--level", "easy"]);
    play.shows("Move 1: Black is to move.");
    play.send(":c3\r");
    play.shows("Move 3: Black is to move.");
    play.send("\x03");
    play.shows("the game is not saved");
    play.send("\x03");
    play.ends(0);
}

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    let mut play = Play::start(&["--white", "human"]);
    play.shows("Move 1: Black is to move.");
    let id = play.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    play.ends(0);
}

#[test]
fn plain_lines_are_played_where_they_are_asked_for() {
    let mut play = Play::start(&["--white", "human", "--plain"]);
    play.shows("black>");
    assert!(!play.parser.screen().alternate_screen());
    play.send("h8\n");
    play.shows("white>");
    play.send("quit\n");
    play.shows("The game is not saved: `save FILE` saves it, `quit` again leaves.");
    play.shows("leaves.\nwhite>");
    // Any other command cancels the request.
    play.send("moves\n");
    play.shows("moves\nh8\nwhite>");
    play.send("quit\n");
    play.shows("h8\nwhite> quit\nThe game is not saved");
    // Ctrl-D ends the input, and so leaves the game.
    play.send("\x04");
    play.ends(0);
}

#[test]
fn a_terminal_that_goes_takes_the_program_with_it() {
    let (mut pty, pts) = open().unwrap();
    pty.resize(Size::new(24, 80)).unwrap();
    let command = Command::new(env!("CARGO_BIN_EXE_tengen")).arg("play").env("TERM", "xterm-256color");
    let mut child = command.spawn(pts).unwrap();
    // The program has drawn the screen.
    assert!(pty.read(&mut [0; 4096]).unwrap() > 0);
    drop(pty);
    let end = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("it goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Both ends of a terminal.
fn terminal() -> (File, OwnedFd) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    (File::from(ours), theirs)
}

/// Runs the program with a terminal as its standard error, and returns standard output and the terminal's content.
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
    let reader = thread::spawn(move || {
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
        // The last output removes the line, except where notes follow.
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
fn quiet_analysis_prints_only_the_result() {
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
