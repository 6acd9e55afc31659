//! An engine for tests that plays legal moves, and gets the protocol wrong in many small ways.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

/// The first empty point is its move. Stones are forgotten by nothing but a new process.
fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut taken: Vec<String> = Vec::new();
    let mut ends = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let reply = match word {
            // It does not look at the size, and does not clear its board.
            "START" => "OK".to_owned(),
            "BEGIN" | "DONE" => play(&mut taken),
            "TURN" => {
                taken.push(rest.to_owned());
                // It cannot be hurried.
                thread::sleep(Duration::from_millis(300));
                play(&mut taken)
            }
            "INFO" if rest.starts_with("time") || rest.starts_with("rule") => continue,
            // Nobody asked for that.
            "INFO" => "UNKNOWN info".to_owned(),
            "ABOUT" => "A brain".to_owned(),
            // The process goes on until it is told a second time.
            "END" if ends == 0 => {
                ends += 1;
                "GOODBYE".to_owned()
            }
            "END" => return Ok(()),
            "BOARD" => continue,
            "TAKEBACK" => "OK".to_owned(),
            _ if word.contains(',') => {
                taken.extend(word.rsplit_once(',').map(|(point, _)| point.to_owned()));
                continue;
            }
            // What it does not know it keeps silent about.
            _ => continue,
        };
        writeln!(out, "{reply}")?;
        out.flush()?;
    }
    // The end of the input is not noticed.
    loop {
        thread::sleep(Duration::from_secs(1));
    }
}

fn play(taken: &mut Vec<String>) -> String {
    let points = (0..15).flat_map(|y| (0..15).map(move |x| format!("{x},{y}")));
    let point = points.into_iter().find(|point| !taken.contains(point)).unwrap_or_default();
    taken.push(point.clone());
    point
}
