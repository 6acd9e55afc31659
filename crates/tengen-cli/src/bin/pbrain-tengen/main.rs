//! `pbrain-tengen`: the engine for managers of Gomocup tournaments.
//!
//! One thread reads, one searches, and this one converses: so `END` is heard during a search, and the
//! machine is ready for the next command before it sends a move.

#![forbid(unsafe_code)]

mod options;
mod reader;
mod search;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};

use tengen_engine::Evaluation;
use tengen_protocol::gomocup::{Action, Decision, Machine, Offers, ProgramInfo, SearchNews};

use options::Options;
use reader::Obeyed;
use search::Searcher;

/// What the conversation waits for.
enum Event {
    /// The manager said something.
    Line(String),
    /// The manager is gone, or says nothing any more.
    Closed,
    /// The search has got further.
    News(SearchNews),
    /// The search has ended.
    Decided(Decision),
    /// The search has broken down.
    SearchFailed,
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let options = match Options::read(arguments) {
        Ok(options) => options,
        Err(other) => return options::explain(&other),
    };
    let evaluation = match evaluation(&options) {
        Ok(evaluation) => evaluation,
        Err(fault) => {
            let _ = writeln!(io::stderr(), "pbrain-tengen: {fault}");
            return ExitCode::FAILURE;
        }
    };
    let (sender, events) = mpsc::channel();
    let searcher = Searcher::spawn(sender.clone(), evaluation);
    let obeyed = reader::spawn(sender);
    match converse(machine(&options), &events, &obeyed, searcher) {
        // A manager that has gone away needs no answer.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "pbrain-tengen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The parameters that the arguments name, or those that are built in.
fn evaluation(options: &Options) -> Result<Evaluation, String> {
    let Some(file) = &options.evaluation else { return Ok(Evaluation::built_in()) };
    let bytes = std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Evaluation::read(&bytes).map_err(|error| format!("{}: {error}", file.display()))
}

/// More threads than this nobody can mean.
const MAX_THREADS: u32 = 256;

/// More lines than a manager can show.
const MAX_LINES: u32 = 64;

/// The machine offers what the engine can do.
fn machine(options: &Options) -> Machine {
    let about = ProgramInfo::new("Tengen", env!("CARGO_PKG_VERSION")).author(env!("CARGO_PKG_AUTHORS"));
    let offers = Offers { lines: MAX_LINES, threads: MAX_THREADS, ..Offers::default() };
    let mut machine = Machine::new(about).with_offers(offers);
    if let Some(dialect) = options.dialect {
        machine = machine.with_dialect(dialect);
    }
    if options.suggest { machine.suggesting() } else { machine }
}

fn converse(
    mut machine: Machine,
    events: &Receiver<Event>,
    obeyed: &Obeyed,
    mut searcher: Searcher,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    while let Ok(event) = events.recv() {
        let actions = match event {
            Event::Line(line) => {
                obeyed.count();
                machine.line(&line)
            }
            Event::Closed => machine.line("END"),
            Event::News(news) => machine.progress(&news),
            Event::Decided(decision) => machine.decided(decision),
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
                Action::ClearHash => searcher.forget(),
                // Nobody has offered it.
                Action::Ponder(_) | Action::StopPondering => {}
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}
