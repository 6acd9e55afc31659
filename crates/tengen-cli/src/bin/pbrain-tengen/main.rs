//! `pbrain-tengen`: the engine for managers of Gomocup tournaments.
//!
//! One thread reads, a driver's thread searches, and the main thread runs the protocol: so `END` takes effect during a search, and
//! the machine is ready for the next command before it sends a move.

#![forbid(unsafe_code)]

mod engines;
mod hash_file;
mod search;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser as _;
use tengen_analysis::SearchProgress;
use tengen_cli::pbrain::Options;
use tengen_engine::{EvaluationWeights, WeightsError};
use tengen_gomocup::{Action, Decision, HashFileRequest, Machine, Offers, ProgramInfo, each_line};

use engines::LARGEST_HASH_BYTES;
use search::Searcher;

/// An event for the main thread.
enum Event {
    /// A line of the manager, with the time of its arrival.
    Line(String, Instant),
    /// The manager has closed its pipe.
    Closed,
    /// Progress of the search.
    Progress(SearchProgress),
    /// The search has ended, after this time since the request.
    Decided(Decision, Duration),
    /// The search has panicked.
    SearchFailed,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let evaluation = match evaluation(&options) {
        Ok(evaluation) => evaluation,
        Err(fault) => {
            let _ = writeln!(io::stderr(), "pbrain-tengen: {fault}");
            return ExitCode::FAILURE;
        }
    };
    let (sender, events) = mpsc::channel();
    let played = Searcher::spawn(sender.clone(), evaluation).and_then(|searcher| {
        let handled = read_manager(sender);
        run(machine(&options), &events, &handled, searcher)
    });
    match played {
        // A manager that has ended reads no answer.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "pbrain-tengen: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The parameters in the files of the arguments, or the built-in ones.
fn evaluation(options: &Options) -> Result<EvaluationWeights, String> {
    let read =
        |file: &Path| std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()));
    let named = |file: &Path, weights: Result<EvaluationWeights, WeightsError>| {
        weights.map_err(|error| format!("{}: {error}", file.display()))
    };
    let tables = match &options.evaluation {
        Some(file) => named(file, EvaluationWeights::read(&read(file)?))?,
        None => EvaluationWeights::built_in(),
    };
    options.network.iter().try_fold(tables, |weights, file| named(file, weights.with_network(&read(file)?)))
}

/// The most threads that are offered.
const MAX_THREADS: u32 = 256;

/// The most lines of a search that are offered, more than managers show.
const MAX_LINES: u32 = 64;

/// The number of threads that can run at the same time. More would delay the one that checks the clock.
fn max_threads() -> u32 {
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get());
    u32::try_from(threads).unwrap_or(MAX_THREADS).min(MAX_THREADS)
}

/// The machine of the protocol, with the engine's abilities.
fn machine(options: &Options) -> Machine {
    let about = ProgramInfo::new("Tengen", env!("CARGO_PKG_VERSION")).author(env!("CARGO_PKG_AUTHORS"));
    let offers = Offers {
        lines: MAX_LINES,
        threads: max_threads(),
        hash_bytes: LARGEST_HASH_BYTES as u64,
        pondering: true,
        strength: true,
        balance: true,
        hash_files: true,
    };
    let mut machine = Machine::new(about).with_offers(offers);
    if let Some(dialect) = options.dialect {
        machine = machine.with_dialect(dialect);
    }
    if options.suggest { machine.suggesting() } else { machine }
}

fn run(
    mut machine: Machine,
    events: &Receiver<Event>,
    handled: &Receiver<()>,
    mut searcher: Searcher,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    while let Ok(event) = events.recv() {
        // A line that was queued during a search is handled now, and its time begins now.
        let mut asked = Instant::now();
        let actions = match event {
            Event::Line(line, received) => {
                asked = received;
                // Lets the reader continue.
                let _ = handled.try_recv();
                machine.line(&line)
            }
            Event::Closed => machine.line("END"),
            Event::Progress(progress) => machine.progress(&progress),
            Event::Decided(decision, spent) => {
                machine.search_took(spent);
                machine.finish_search(decision)
            }
            Event::SearchFailed => {
                writeln!(out, "ERROR the search has failed")?;
                return Err(io::Error::other("the search has failed"));
            }
        };
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
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
                Action::HashFile(request) => {
                    let result = searcher.hash_file(HashFileRequest::clone(&request));
                    // The answer precedes the answer to the next command.
                    let answer = machine.finish_hash_file(&request, result);
                    answer.into_iter().rev().for_each(|action| actions.push_front(action));
                }
                Action::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

/// The most lines in the queue. A manager that sends more without reading the answers has to wait, and does not fill the memory.
const MAX_QUEUED: usize = 1024;

/// Reads standard input on a thread, to its end, and sends its lines. One line more is read for each message that is taken
/// from the returned receiver.
///
/// The thread may still wait for input when the program ends.
fn read_manager(events: Sender<Event>) -> Receiver<()> {
    // Only lines are held back: the reports of the search use the same channel, and must never wait for lines.
    let (queued, handled) = mpsc::sync_channel(MAX_QUEUED);
    thread::spawn(move || {
        each_line(io::stdin().lock(), |line| {
            queued.send(()).is_ok() && events.send(Event::Line(line, Instant::now())).is_ok()
        });
        // The receiver is dropped when the program ends.
        let _ = events.send(Event::Closed);
    });
    handled
}
