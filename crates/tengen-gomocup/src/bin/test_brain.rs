//! An engine for tests that misbehaves on demand: `test-brain MODE`. Before that it plays the first empty point.
//!
//! In the mode `sloppy` it plays legal moves, and gets the protocol wrong in many small ways.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

const MODES: &str = "polite, crash, crash-at-start, panic, hang, hang-at-start, garbage, illegal, outside, memory, flood, \
    flood-at-start, late, deaf, mute, children, suggest, error, unknown, swap, stubborn, refuse, sloppy";

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if !MODES.split(", ").any(|known| known == mode) {
        let _ = writeln!(io::stderr(), "expected one of {MODES}; found `{mode}`");
        return ExitCode::from(2);
    }
    let played = if mode == "sloppy" { play_sloppily().map(|()| ExitCode::SUCCESS) } else { converse(&mode) };
    played.unwrap_or(ExitCode::FAILURE)
}

fn converse(mode: &str) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut board = Board::default();
    if mode == "deaf" {
        sleep_forever();
    }
    if mode == "children" {
        // Two generations that outlive their parent, with its pipes.
        Command::new("sh").args(["-c", "sleep 300 & sleep 300"]).spawn()?;
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "START" if mode == "crash-at-start" => return Ok(ExitCode::from(3)),
            "START" if mode == "refuse" => reply(&mut out, "ERROR size")?,
            "START" if mode == "hang-at-start" => sleep_forever(),
            "START" if mode == "flood-at-start" => loop {
                reply(&mut out, "MESSAGE just a moment")?;
            },
            "START" => {
                board = Board::new(rest.parse().unwrap_or(15));
                reply(&mut out, "OK")?;
            }
            "BEGIN" => answer(mode, &mut board, &mut out)?,
            "TURN" => {
                board.take(rest);
                answer(mode, &mut board, &mut out)?;
            }
            "BOARD" => board.clear(),
            "PLAY" => {
                board.take(rest);
                reply(&mut out, rest)?;
            }
            "DONE" => answer(mode, &mut board, &mut out)?,
            "STOP" | "YXSTOP" if mode == "stubborn" => {}
            "END" if mode == "stubborn" => {}
            "END" => return Ok(ExitCode::SUCCESS),
            _ if word.contains(',') => board.take(word),
            _ => {}
        }
    }
    if mode == "stubborn" {
        sleep_forever();
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(mode: &str, board: &mut Board, out: &mut impl Write) -> io::Result<()> {
    // The first move is a proper one, so that the fault comes in the middle of a game.
    let is_time = board.own_moves > 0;
    board.own_moves += 1;
    let point = board.first_empty();
    let text = format!("{},{}", point.0, point.1);
    match mode {
        "suggest" => return reply(out, &format!("SUGGEST {text}")),
        _ if !is_time => {}
        "crash" => {
            let _ = writeln!(io::stderr(), "out of ideas");
            std::process::exit(7);
        }
        "panic" => panic!("on demand"),
        "hang" | "stubborn" => sleep_forever(),
        "garbage" => return reply(out, "\u{4e2d}\u{6587} !!! 7;7"),
        "illegal" => return reply(out, &board.any_taken()),
        "outside" => return reply(out, "99,99"),
        "error" => return reply(out, "ERROR no"),
        "unknown" => loop {
            reply(out, "UNKNOWN command")?;
        },
        "swap" => return reply(out, "SWAP"),
        "mute" => {
            // The output closes, while the process runs on.
            Command::new("sleep").arg("300").stdout(Stdio::null()).spawn()?;
            std::process::exit(0);
        }
        "memory" => eat(),
        "flood" => loop {
            reply(out, "MESSAGE once more")?;
        },
        "late" => thread::sleep(Duration::from_millis(700)),
        _ => {}
    }
    board.take(&text);
    reply(out, &text)
}

/// The first empty point is its move. It keeps all stones until the process ends.
fn play_sloppily() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut board = Board::new(15);
    let mut ends = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let answer = match word {
            // The sloppy engine ignores the size and does not clear its board.
            "START" => "OK".to_owned(),
            "BEGIN" | "DONE" => board.play(),
            "TURN" => {
                board.take(rest);
                // The sloppy engine ignores the time limit.
                thread::sleep(Duration::from_millis(300));
                board.play()
            }
            "INFO" if rest.starts_with("time") || rest.starts_with("rule") => continue,
            // INFO has no answer.
            "INFO" => "UNKNOWN info".to_owned(),
            "ABOUT" => "A brain".to_owned(),
            // The process runs on until a second END.
            "END" if ends == 0 => {
                ends += 1;
                "GOODBYE".to_owned()
            }
            "END" => return Ok(()),
            "BOARD" => continue,
            "TAKEBACK" => "OK".to_owned(),
            _ if word.contains(',') => {
                board.take(word);
                continue;
            }
            // Unknown commands have no answer.
            _ => continue,
        };
        reply(&mut out, &answer)?;
    }
    // The end of the input is ignored.
    sleep_forever()
}

fn reply(out: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

fn sleep_forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

/// Allocates and uses one mebibyte after the other, up to a gibibyte.
fn eat() -> ! {
    let mut eaten = Vec::new();
    while eaten.len() < 1024 {
        eaten.push(vec![1_u8; 1 << 20]);
        thread::sleep(Duration::from_micros(200));
    }
    sleep_forever()
}

#[derive(Default)]
struct Board {
    lines: usize,
    taken: Vec<(usize, usize)>,
    own_moves: usize,
}

impl Board {
    fn new(lines: usize) -> Board {
        Board { lines, ..Board::default() }
    }

    fn clear(&mut self) {
        self.taken.clear();
    }

    /// Takes the first two numbers of `x,y,…`.
    fn take(&mut self, text: &str) {
        let mut numbers = text.split(',').map_while(|number| number.trim().parse().ok());
        if let (Some(x), Some(y)) = (numbers.next(), numbers.next()) {
            self.taken.push((x, y));
        }
    }

    /// Plays on the first empty point; an empty text on a full board.
    fn play(&mut self) -> String {
        let point = self.first_empty();
        if self.taken.contains(&point) {
            return String::new();
        }
        self.taken.push(point);
        format!("{},{}", point.0, point.1)
    }

    fn first_empty(&self) -> (usize, usize) {
        let all = (0..self.lines).flat_map(|y| (0..self.lines).map(move |x| (x, y)));
        all.into_iter().find(|point| !self.taken.contains(point)).unwrap_or_default()
    }

    fn any_taken(&self) -> String {
        self.taken.last().map_or_else(|| "0,0".to_owned(), |(x, y)| format!("{x},{y}"))
    }
}
