//! `pbrain-tengen`: the engine for managers of Gomocup tournaments.
//!
//! One thread reads, one searches, and this one converses: so `END` is heard during a search, and the
//! machine is ready for the next command before it sends a move.

#![forbid(unsafe_code)]

mod engines;
mod options;
mod reader;
mod search;
mod strength;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use tengen_engine::Evaluation;
use tengen_protocol::gomocup::{Action, Decision, Machine, Offers, ProgramInfo, SearchNews};

use options::Options;
use reader::Obeyed;
use search::Searcher;

/// What the conversation waits for.
enum Event {
    /// The manager said something, at this moment.
    Line(String, Instant),
    /// The manager is gone, or says nothing any more.
    Closed,
    /// The search has got further.
    News(SearchNews),
    /// The search has ended, so long after it was asked for.
    Decided(Decision, Duration),
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

/// As many threads as run at the same time: others would only keep the one that looks at the clock from doing so.
fn most_threads() -> u32 {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
    u32::try_from(threads).unwrap_or(MAX_THREADS).min(MAX_THREADS)
}

/// The machine offers what the engine can do.
fn machine(options: &Options) -> Machine {
    let about = ProgramInfo::new("Tengen", env!("CARGO_PKG_VERSION")).author(env!("CARGO_PKG_AUTHORS"));
    let offers =
        Offers { lines: MAX_LINES, threads: most_threads(), pondering: true, strength: true, balance: true };
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
        // A line that had to wait for the end of a search is obeyed, and its time begins, only now.
        let mut asked = Instant::now();
        let actions = match event {
            Event::Line(line, heard) => {
                asked = heard;
                obeyed.count();
                machine.line(&line)
            }
            Event::Closed => machine.line("END"),
            Event::News(news) => machine.progress(&news),
            Event::Decided(decision, spent) => {
                machine.spent(spent);
                machine.decided(decision)
            }
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
                Action::Adapt(request) => searcher.adapt(*request),
                Action::Think(request) => searcher.think(*request, asked),
                Action::Ponder(request) => searcher.ponder(*request),
                Action::StopThinking | Action::StopPondering => searcher.stop(),
                Action::ClearHash => searcher.forget(),
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}
