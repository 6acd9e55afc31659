//! `tengen bot`: plays on a server for online play with a program that speaks the Gomocup protocol.
//!
//! The main thread reads the stream of events and keeps the games up to date; each game has a thread with a process of the
//! program, which decides and sends its moves.

mod client;
mod games;
mod player;
mod search;
mod wishes;

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tengen_gomocup::Dialect;
use tengen_gomocup::process::ProgramOptions;
use tengen_online::message::ServerMessage;

use crate::options::{DIALECTS, named, seconds};
use crate::signals;
use client::{CallError, Client};
use games::Games;
use player::PlayerOptions;
use search::{Search, Wanted};
use wishes::Wishes;

/// Let an engine play on a server for online play, as the account of a program
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The address of the server, for example `https://gomoku.example`
    #[arg(long, value_name = "URL", value_parser = server)]
    server: String,
    /// A token with the scope `bot`; better in the environment or a file, where other users of the machine do not see it
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// A file with the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The most games at the same time, each with a process of the engine
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    games: u8,
    /// End after this number of games
    #[arg(long, value_name = "NUMBER")]
    stop_after: Option<u32>,
    /// Time for a move where the clock sets none, and in correspondence games
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    move_time: Duration,
    /// Time that the engine is not told about, for the way of its moves
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = seconds)]
    margin: Duration,
    /// The engine decides in Swap2 openings itself. In all others, and without this, Tengen's own engine decides
    #[arg(long)]
    swap2: bool,
    /// The engine's dialect
    #[arg(long, value_name = "DIALECT", default_value = "piskvork", value_parser = named::<Dialect>(&DIALECTS))]
    dialect: Dialect,
    /// The engine, with its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
    // The options below have headings of their own in the help.
    #[command(flatten)]
    wishes: Wishes,
    #[command(flatten)]
    wanted: Wanted,
}

const AFTER_HELP: &str = "\
The token is that of an account which was declared to be a program's; the page has both under its account. Without --token
and --token-file it is read from the variable TENGEN_BOT_TOKEN.

Examples:
  TENGEN_BOT_TOKEN=tengen_… tengen bot --server https://gomoku.example -- pbrain-tengen
  tengen bot --server http://localhost:8080 --token-file token --games 2 --rules freestyle,renju -- ./pbrain-other
  tengen bot --server https://gomoku.example --speeds blitz,rapid --opponents people -- ./pbrain-other
  tengen bot --server https://gomoku.example --seek 300+3 --seek-rule renju --seek-opening rif -- ./pbrain-other
  tengen bot --server https://gomoku.example --tournament aB3dE6gH -- ./pbrain-other

Exit codes: 0 ended by Ctrl-C or --stop-after, 1 the server or the engine refuses, 2 wrong usage";

/// The variable with the token.
const TOKEN_VARIABLE: &str = "TENGEN_BOT_TOKEN";
/// The pause before the first attempt to connect again, and the longest pause before later ones.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// The interval at which requests to end the program are checked.
const TICK: Duration = Duration::from_millis(200);
/// The most events that wait to be read.
const MOST_WAITING: usize = 256;

/// Reads the address of a server: scheme and host, with or without a path before `/api`.
fn server(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['?', '#', '@', ' ']) => Ok(text.to_owned()),
        _ => Err("expected a scheme and a host, for example https://gomoku.example".to_owned()),
    }
}

/// An event of the thread that reads the stream.
enum Event {
    Message(Box<ServerMessage>),
    /// The stream has ended, or could not be opened.
    Ended(Option<CallError>),
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let token = token(arguments)?;
    let client = Client::new(&arguments.server, &token);
    let mut program = ProgramOptions::new(arguments.command.iter().cloned());
    program.dialect = arguments.dialect;
    let options = PlayerOptions {
        program,
        move_time: arguments.move_time,
        margin: arguments.margin,
        swap2: arguments.swap2,
    };
    let search = Search::new(client.clone(), &arguments.wanted)?;
    let most = usize::from(arguments.games);
    let mut games = Games::new(client.clone(), options, arguments.wishes.clone(), search, most);
    let played = play(arguments, &client, &mut games, out);
    games.close();
    played
}

/// Plays until the user ends the program, or all games are played.
fn play(arguments: &Arguments, client: &Client, games: &mut Games, out: &mut dyn Write) -> Result<()> {
    let end = signals::end_requested().context("cannot listen for requests to end")?;
    let is_done = |games: &Games| {
        end.load(Relaxed) || arguments.stop_after.is_some_and(|most| games.ended() >= most && games.is_idle())
    };
    let mut pause = FIRST_PAUSE;
    while !is_done(games) {
        let events = read(client.clone());
        let ended = loop {
            match events.recv_timeout(TICK) {
                Ok(Event::Message(message)) => {
                    pause = FIRST_PAUSE;
                    for line in games.take(*message)? {
                        writeln!(out, "{line}")?;
                        out.flush()?;
                    }
                    if games.is_outdated() {
                        break None;
                    }
                }
                Ok(Event::Ended(reason)) => break reason,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
            if arguments.stop_after.is_some_and(|most| games.begun() >= most) {
                games.accept_no_more();
            }
            if is_done(games) {
                return Ok(());
            }
            for line in games.search()? {
                writeln!(out, "{line}")?;
                out.flush()?;
            }
        };
        games.disconnected();
        match ended {
            Some(CallError::Refused { status: 401 | 403, refusal }) => {
                bail!("the server refuses: {}", refusal.text)
            }
            Some(error) => note(&format!("{error}; trying again in {} s", pause.as_secs())),
            None => note(&format!("the stream has ended; connecting again in {} s", pause.as_secs())),
        }
        wait(pause, || is_done(games));
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    Ok(())
}

/// Reads the stream of events on a thread of its own, until it ends or the receiver of its messages is dropped.
fn read(client: Client) -> Receiver<Event> {
    let (sender, events) = mpsc::sync_channel(MOST_WAITING);
    thread::spawn(move || {
        let ended = client.events(|message| sender.send(Event::Message(Box::new(message))).is_ok());
        // The receiver is dropped when the program ends, or connects again.
        let _ = sender.send(Event::Ended(ended.err()));
    });
    events
}

fn wait(pause: Duration, is_done: impl Fn() -> bool) {
    let ticks = pause.as_millis() / TICK.as_millis();
    for _ in 0..ticks {
        if is_done() {
            return;
        }
        thread::sleep(TICK);
    }
}

fn token(arguments: &Arguments) -> Result<String> {
    let text = match (&arguments.token, &arguments.token_file) {
        (Some(token), _) => token.clone(),
        (None, Some(file)) => fs::read_to_string(file)
            .with_context(|| format!("cannot read the token in {}", file.display()))?,
        (None, None) => env::var(TOKEN_VARIABLE).ok().with_context(|| {
            format!(
                "expected a token by `--token-file`, `--token` or the variable {TOKEN_VARIABLE}, found none"
            )
        })?,
    };
    let token = text.trim();
    if token.is_empty() || token.contains(|character: char| !character.is_ascii_graphic()) {
        bail!("expected a token such as `tengen_0123…`, found something else");
    }
    Ok(token.to_owned())
}

/// Writes a note. The program continues even if that fails.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_scheme_and_a_host() {
        assert_eq!(server("https://gomoku.example/"), Ok("https://gomoku.example".to_owned()));
        assert_eq!(server("http://localhost:8080/play"), Ok("http://localhost:8080/play".to_owned()));
        for wrong in ["gomoku.example", "https://", "ftp://x", "https://user@x"] {
            assert!(server(wrong).is_err(), "{wrong}");
        }
    }
}
