//! The options of online play.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};
use tracing_subscriber::filter::LevelFilter;

use super::ServerPrograms;

/// How online play is offered.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Online play")]
pub(super) struct OnlineArguments {
    /// Serve the page alone, without games between users
    #[arg(long)]
    no_online: bool,
    /// Folder for accounts and games; the default is the folder for data of the user who runs the server
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Store nothing: accounts and games end with the server
    #[arg(long, conflicts_with = "data")]
    in_memory: bool,
    /// Store accounts and games in PostgreSQL, for example `postgres://tengen@localhost/tengen`; better given as
    /// TENGEN_DATABASE, or as a file named by TENGEN_DATABASE_FILE, since it may have a password
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "in_memory"])]
    database: Option<String>,
    /// The NATS servers through which several servers with one database reach each other, for example
    /// `nats://localhost:4222`; TENGEN_BUS or TENGEN_BUS_FILE otherwise
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "in_memory"])]
    bus: Option<String>,
    /// The address of the server as browsers see it behind a reverse proxy, for example `https://gomoku.example`
    #[arg(long, value_name = "URL", value_parser = origin)]
    origin: Option<String>,
    /// Take the addresses of clients from X-Forwarded-For, which a reverse proxy sets
    #[arg(long)]
    trust_proxy: bool,
    /// Threads on which the server's own programs think; 0 offers none
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    bot_threads: usize,
    /// Do not compare the moves of rated games with the engine's choice, which is done with the least priority for the
    /// moderators
    #[arg(long)]
    no_judge: bool,
    /// New guests, and new sockets, of an address in a minute
    #[arg(long, value_name = "NUMBER", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    clients_per_minute: u32,
    /// What the server reports on standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
}

/// The form of the server's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LogFormat {
    /// Warnings and errors, for people
    Text,
    /// Everything, one JSON object a line
    Json,
}

/// Reads an origin as browsers send it: scheme and host, without a path.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(text.to_lowercase())
        }
        _ => Err("expected a scheme and a host, for example https://gomoku.example".to_owned()),
    }
}

impl OnlineArguments {
    /// The options with these programs; `None` without online play.
    ///
    /// # Errors
    /// When there is no default folder for data, or a file with a secret cannot be read.
    pub(super) fn options(&self, programs: ServerPrograms) -> Result<Option<OnlineOptions>> {
        if self.no_online {
            return Ok(None);
        }
        let database = if self.in_memory {
            Database::Memory
        } else {
            database(self.data.as_ref(), self.database.as_ref())?
        };
        let is_local = self.in_memory || self.data.is_some();
        let bus = if is_local { None } else { chosen(self.bus.as_ref(), "TENGEN_BUS")? };
        let clients = Rate {
            every: 60_000 / u64::from(self.clients_per_minute.min(60_000)),
            burst: self.clients_per_minute,
        };
        Ok(Some(OnlineOptions {
            bus,
            origin: self.origin.clone(),
            trusts_proxy: self.trust_proxy,
            house_bots: if self.bot_threads == 0 { Vec::new() } else { programs.house_bots },
            bot_threads: self.bot_threads,
            judge: programs.judge.filter(|_| !self.no_judge),
            limits: OnlineLimits { sockets: clients, guests: clients, ..OnlineLimits::default() },
            ..OnlineOptions::new(database)
        }))
    }

    /// Begins to write the log to standard error.
    pub(super) fn begin_log(&self) {
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
        // Only in tests has another subscriber been set before.
        let _ = match self.log {
            LogFormat::Text => log.with_max_level(LevelFilter::WARN).with_target(false).try_init(),
            LogFormat::Json => log.with_max_level(LevelFilter::INFO).json().try_init(),
        };
    }
}

/// The database that options or environment variables select: a folder, or an address of PostgreSQL.
///
/// # Errors
/// When none is selected and there is no default folder for data, or a file with a secret cannot be read.
pub(crate) fn database(folder: Option<&PathBuf>, address: Option<&String>) -> Result<Database> {
    let address = if folder.is_some() { None } else { chosen(address, "TENGEN_DATABASE")? };
    match address {
        Some(address) => Ok(Database::Postgres(address)),
        None => Ok(Database::Folder(folder_or_default(folder)?)),
    }
}

/// The folder of an option, or the default folder for this user's data.
///
/// # Errors
/// When there is neither the option nor a default folder.
pub(crate) fn folder_or_default(folder: Option<&PathBuf>) -> Result<PathBuf> {
    let folder = folder.cloned().or_else(data_folder);
    folder.context("expected to know the folder for data of this user; choose one with `--data`")
}

/// The value of an option, or else of a secret.
fn chosen(option: Option<&String>, name: &str) -> Result<Option<String>> {
    option.cloned().map_or_else(|| secret(name), |given| Ok(Some(given)))
}

/// A secret from an environment variable, or from the file in the variable with the suffix `_FILE`.
fn secret(name: &str) -> Result<Option<String>> {
    if let Ok(value) = env::var(name) {
        return Ok(Some(value).filter(|value| !value.is_empty()));
    }
    let Some(file) = env::var_os(format!("{name}_FILE")) else { return Ok(None) };
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read the file {} of {name}_FILE", file.display()))?;
    Ok(Some(text.trim().to_owned()))
}

/// The default folder for the data of a user's programs, by the conventions of the system.
fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("tengen"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        assert_eq!(origin("https://Gomoku.example/"), Ok("https://gomoku.example".to_owned()));
        assert_eq!(origin("http://localhost:8080"), Ok("http://localhost:8080".to_owned()));
        for wrong in ["gomoku.example", "https://", "ftp://x", "https://x/path", "https://user@x"] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
