//! `tengen adapt`: an engine of one dialect under a manager of another.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tengen_gomocup::process::{Log, Output, Process};
use tengen_gomocup::{Dialect, Forward, Translator, each_line};

/// Run an engine of one dialect of the Gomocup protocol under a manager of another
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The manager's dialect: piskvork, yixin, rapfi or alphagomoku
    #[arg(long, value_name = "DIALECT")]
    from: Dialect,
    /// The engine's dialect
    #[arg(long, value_name = "DIALECT")]
    to: Dialect,
    /// Write both conversations to this file, with times
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// The engine, with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

const AFTER_HELP: &str = "\
Rule codes, the order of coordinates, lists of stones and search information are translated. What the engine's
dialect does not have is left out where that is possible, and refused with ERROR where it is not.

Examples:
  tengen adapt --from piskvork --to yixin -- ./yixin-engine
  tengen adapt --from yixin --to piskvork --log talk.txt -- ./pbrain-other --threads 2

Exit codes: 0 the conversation has ended, 1 the engine cannot be started or has failed, 2 wrong usage";

/// The time without output after `END` after which an engine is killed.
const FAREWELL: Duration = Duration::from_secs(5);
/// The most lines in the queue. A sender of more has to wait.
const MOST_WAITING: usize = 256;

/// An event of the conversation.
enum Event {
    /// A line of the manager.
    Manager(String),
    /// The manager has closed its pipe.
    Closed,
    Engine(Output),
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let create =
        |path: &PathBuf| Log::create(path).with_context(|| format!("cannot write {}", path.display()));
    let mut log = arguments.log.as_ref().map(create).transpose()?;
    let mut process = Process::spawn(&arguments.command, None)?;
    let (sender, events) = mpsc::sync_channel(MOST_WAITING);
    let engine = process.take_output();
    read_manager(sender.clone());
    thread::spawn(move || {
        while let Ok(output) = engine.recv() {
            let is_last = output == Output::Closed;
            if sender.send(Event::Engine(output)).is_err() || is_last {
                break;
            }
        }
    });
    let translator = Translator::new(arguments.from, arguments.to);
    converse(translator, &events, &mut process, &mut log, out)
}

fn converse(
    mut translator: Translator,
    events: &Receiver<Event>,
    process: &mut Process,
    log: &mut Option<Log>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut is_ending = false;
    loop {
        let event = match is_ending {
            false => events.recv().unwrap_or(Event::Closed),
            true => match events.recv_timeout(FAREWELL) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(()),
            },
        };
        let lines = match event {
            Event::Manager(line) => {
                note(log, "manager >", &line)?;
                is_ending |= line.eq_ignore_ascii_case("END");
                translator.from_manager(&line)
            }
            Event::Closed => {
                note(log, "manager >", "(closed)")?;
                is_ending = true;
                translator.from_manager("END")
            }
            Event::Engine(Output::Line(line, _)) => {
                note(log, "engine <", &line)?;
                translator.from_engine(&line)
            }
            Event::Engine(Output::Closed) => {
                note(log, "engine <", "(closed)")?;
                if translator.has_ended() {
                    return Ok(());
                }
                let reason = format!("the engine has ended: {}", process.exit_reason());
                let line = format!("ERROR {reason}");
                note(log, "manager <", &line)?;
                writeln!(out, "{line}")?;
                out.flush()?;
                return Err(anyhow!(reason));
            }
        };
        for line in lines {
            match line {
                Forward::ToEngine(line) => {
                    note(log, "engine >", &line)?;
                    process.send(&line);
                }
                Forward::ToManager(line) => {
                    note(log, "manager <", &line)?;
                    writeln!(out, "{line}")?;
                    out.flush()?;
                }
            }
        }
        if translator.has_ended() {
            process.close_input();
        }
    }
}

/// Reads standard input to its end. The thread may still wait for a line when the program ends.
fn read_manager(events: SyncSender<Event>) {
    thread::spawn(move || {
        each_line(io::stdin().lock(), |line| events.send(Event::Manager(line)).is_ok());
        // The receiver is dropped when the program ends.
        let _ = events.send(Event::Closed);
    });
}

/// Writes a line to the log of both conversations, if there is one. `who` is the other program and the direction: `>` towards
/// the engine, `<` towards the manager.
fn note(log: &mut Option<Log>, who: &str, line: &str) -> Result<()> {
    let Some(log) = log else { return Ok(()) };
    log.write(format!("{who:<9}"), line);
    log.check().context("cannot write the log")
}
