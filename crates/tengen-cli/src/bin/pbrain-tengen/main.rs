//! `pbrain-tengen`: the engine for managers of Gomocup tournaments.
//!
//! One thread reads, one searches, and this one converses: so `END` is heard during a search, and the
//! machine is ready for the next command before it sends a move.

#![forbid(unsafe_code)]

mod reader;
mod search;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};

use tengen_game::Point;
use tengen_protocol::gomocup::{Action, Machine, ProgramInfo};

use search::Searcher;

const HELP: &str = "\
pbrain-tengen speaks the Gomocup protocol on standard input and output.
It is started by a tournament manager such as Piskvork, and takes no arguments.

Try it by typing START 15, BEGIN, TURN 8,8, and END.
To play in the terminal or in the browser, use `tengen play` or `tengen serve`.";

/// What the conversation waits for.
enum Event {
    /// The manager said something.
    Line(String),
    /// The manager is gone, or says nothing any more.
    Closed,
    /// The search has ended.
    Thought(Option<Point>),
    /// The search has broken down.
    SearchFailed,
}

fn main() -> ExitCode {
    if let Some(argument) = std::env::args_os().nth(1) {
        return explain(&argument.to_string_lossy());
    }
    let (sender, events) = mpsc::channel();
    let searcher = Searcher::spawn(sender.clone());
    reader::spawn(sender);
    match converse(&events, searcher) {
        // A manager that has gone away needs no answer.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "pbrain-tengen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn converse(events: &Receiver<Event>, mut searcher: Searcher) -> io::Result<()> {
    let about = ProgramInfo::new("Tengen", env!("CARGO_PKG_VERSION")).author(env!("CARGO_PKG_AUTHORS"));
    let mut machine = Machine::new(about);
    let mut out = io::stdout().lock();
    while let Ok(event) = events.recv() {
        let actions = match event {
            Event::Line(line) => machine.line(&line),
            Event::Closed => machine.line("END"),
            Event::Thought(point) => machine.thought(point),
            Event::SearchFailed => {
                writeln!(out, "ERROR the search has failed")?;
                return Err(io::Error::other("the search has failed"));
            }
        };
        for action in actions {
            match action {
                Action::Reply(text) => {
                    writeln!(out, "{text}")?;
                    out.flush()?;
                }
                Action::Prepare(request) => searcher.prepare(*request),
                Action::Think(request) => searcher.think(*request),
                Action::StopThinking => searcher.stop(),
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

fn explain(argument: &str) -> ExitCode {
    let written = match argument {
        "--help" | "-h" => writeln!(io::stdout(), "{HELP}"),
        "--version" | "-V" => writeln!(io::stdout(), "pbrain-tengen {}", env!("CARGO_PKG_VERSION")),
        _ => {
            let _ = writeln!(io::stderr(), "error: expected no arguments, found `{argument}`\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    // Nobody reads it: nothing is wrong with that.
    let _ = written;
    ExitCode::SUCCESS
}
