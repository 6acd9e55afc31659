//! `tengen adapt`: an engine of one dialect under a manager of another.

use std::fs::File;
use std::io::{self, LineWriter, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use tengen_program::{Process, Said};
use tengen_protocol::gomocup::{Dialect, LineBuffer, Out, Translator};

/// Run an engine of one dialect of the Gomocup protocol under a manager of another
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// What the manager speaks: piskvork, yixin, rapfi or alphagomoku
    #[arg(long, value_name = "DIALECT")]
    from: Dialect,
    /// What the engine speaks
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
Rule codes, the order of coordinates, lists of stones and news of searches are translated; what the engine's
dialect has no word for is done without it where that can be done, and refused with ERROR where it cannot.

Examples:
  tengen adapt --from piskvork --to yixin -- ./yixin-engine
  tengen adapt --from yixin --to piskvork --log talk.txt -- ./pbrain-other --threads 2

Exit codes: 0 the conversation has ended, 1 the engine cannot be started or went away, 2 wrong usage";

/// How long an engine may be silent after `END` before it is ended.
const FAREWELL: Duration = Duration::from_secs(5);
/// Lines that wait to be translated. Whoever sends more waits.
const MOST_WAITING: usize = 256;

/// What is waited for.
enum Event {
    Manager(String),
    /// The manager is gone, or says nothing any more.
    Closed,
    Engine(Said),
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let mut log = Log::create(arguments.log.as_ref())?;
    let mut process = Process::spawn(&arguments.command, None)?;
    let (sender, events) = mpsc::sync_channel(MOST_WAITING);
    let engine = process.take_output();
    read_manager(sender.clone());
    thread::spawn(move || {
        // Whether anybody still listens shows when there is something to tell.
        while let Ok(said) = engine.recv() {
            let is_last = said == Said::Closed;
            if sender.send(Event::Engine(said)).is_err() || is_last {
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
    log: &mut Log,
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
        let outs = match event {
            Event::Manager(line) => {
                log.write("manager >", &line)?;
                is_ending |= line.eq_ignore_ascii_case("END");
                translator.from_manager(&line)
            }
            Event::Closed => {
                log.write("manager >", "(closed)")?;
                is_ending = true;
                translator.from_manager("END")
            }
            Event::Engine(Said::Line(line, _)) => {
                log.write("engine <", &line)?;
                translator.from_engine(&line)
            }
            Event::Engine(Said::Closed) => {
                log.write("engine <", "(closed)")?;
                if translator.has_ended() {
                    return Ok(());
                }
                let fate = format!("the engine has ended: {}", process.fate());
                let line = format!("ERROR {fate}");
                log.write("manager <", &line)?;
                writeln!(out, "{line}")?;
                out.flush()?;
                return Err(anyhow!(fate));
            }
        };
        for line in outs {
            match line {
                Out::ToEngine(line) => {
                    log.write("engine >", &line)?;
                    process.send(&line);
                }
                Out::ToManager(line) => {
                    log.write("manager <", &line)?;
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
        let mut input = io::stdin().lock();
        let mut buffer = LineBuffer::new();
        let mut chunk = [0; 4096];
        loop {
            let read = match input.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // A pipe that cannot be read any more is as good as closed.
                Ok(0) | Err(_) => break,
                Ok(read) => read,
            };
            for line in buffer.push(&chunk[..read]) {
                if events.send(Event::Manager(line)).is_err() {
                    return;
                }
            }
        }
        let last = buffer.finish().map(Event::Manager);
        for event in last.into_iter().chain([Event::Closed]) {
            // If nobody listens any more the program is ending already.
            let _ = events.send(event);
        }
    });
}

/// Both conversations, each line with its time, who speaks with us, and whether we hear (from the manager `>`, from the
/// engine `<`) or speak.
struct Log {
    started: Instant,
    file: Option<LineWriter<File>>,
}

impl Log {
    fn create(path: Option<&PathBuf>) -> Result<Log> {
        let create = |path: &PathBuf| {
            File::create(path)
                .with_context(|| format!("cannot write {}", path.display()))
                .map(LineWriter::new)
        };
        Ok(Log { started: Instant::now(), file: path.map(create).transpose()? })
    }

    fn write(&mut self, who: &str, line: &str) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let seconds = self.started.elapsed().as_secs_f64();
        writeln!(file, "{seconds:10.3} {who:<9} {line}").context("cannot write the log")
    }
}
