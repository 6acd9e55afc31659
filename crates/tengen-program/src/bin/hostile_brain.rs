//! An engine for tests that misbehaves on demand: `hostile-brain MODE`. Until then it plays the first empty point.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

const MODES: &str = "polite, crash, crash-at-start, panic, hang, hang-at-start, garbage, illegal, outside, memory, flood, \
    flood-at-start, late, deaf, mute, children, suggest, error, unknown, swap, stubborn, refuse";

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    if !MODES.split(", ").any(|known| known == mode) {
        let _ = writeln!(io::stderr(), "expected one of {MODES}; found `{mode}`");
        return ExitCode::from(2);
    }
    match converse(&mode) {
        Ok(code) => code,
        Err(_) => ExitCode::FAILURE,
    }
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
    // One proper move first, so that the trouble comes in the middle of a game.
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
        "panic" => panic!("as it was told to"),
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
            // The output closes, while the process goes on.
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

fn reply(out: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

fn sleep_forever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

/// Takes a mebibyte after the other, and uses it, up to a gibibyte.
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

    fn first_empty(&self) -> (usize, usize) {
        let all = (0..self.lines).flat_map(|y| (0..self.lines).map(move |x| (x, y)));
        all.into_iter().find(|point| !self.taken.contains(point)).unwrap_or_default()
    }

    fn any_taken(&self) -> String {
        self.taken.last().map_or_else(|| "0,0".to_owned(), |(x, y)| format!("{x},{y}"))
    }
}
