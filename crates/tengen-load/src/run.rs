//! One run for each number of games.

use std::env;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::Arguments;
use crate::measure::Measurements;
use crate::pair::{Pace, Pair};
use crate::server::{Server, allow_files, own_processor_time, use_processor};

/// The number of pairs that connect at the same time.
const AT_ONCE: usize = 64;
/// The number of open files besides sockets.
const OTHER_FILES: usize = 200;
/// The time between the beginning of the last game and that of the measurement.
const SETTLE: Duration = Duration::from_secs(5);
/// The time in which several servers divide the games among them: two leases.
const SHARING: Duration = Duration::from_secs(6);

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let beside = || Some(env::current_exe().ok()?.with_file_name("tengen"));
    let program = arguments.program.clone().or_else(beside).context("expected to know where `tengen` is")?;
    let most = arguments.games.iter().max().context("expected at least one number of games")?;
    allow_files(2 * most + OTHER_FILES)?;
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut out = io::stdout().lock();
    writeln!(out, "Load of the machine before: {}", load.split(' ').take(3).collect::<Vec<_>>().join(" "))?;
    writeln!(
        out,
        "\n| games | moves a second | p50 ms | p99 ms | longest ms | bytes a move | echo bytes | memory MB | kB a game | server CPU % | server CPU µs a move | client CPU % | takebacks a second |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    out.flush()?;
    for &games in &arguments.games {
        let line = one(arguments, &program, games).with_context(|| format!("{games} games"))?;
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    Ok(())
}

/// Carries out a run, and returns its row of the table.
fn one(arguments: &Arguments, program: &Path, games: usize) -> Result<String> {
    let [of_server, of_games] = arguments.processors[..] else { bail!("expected two processors") };
    let temporary = tempfile::tempdir()?;
    let is_elsewhere = env::var_os("TENGEN_DATABASE").is_some() && arguments.data.is_none();
    if arguments.nodes == 0 || (arguments.nodes > 1 && !is_elsewhere) {
        bail!("expected one server, or a database for several of them in TENGEN_DATABASE");
    }
    let data = (!is_elsewhere).then(|| arguments.data.as_deref().unwrap_or(temporary.path()));
    let sockets = 2 * games + OTHER_FILES;
    let start = |_| Server::start(program, data, sockets, of_server, &arguments.server);
    let servers = Servers((0..arguments.nodes).map(start).collect::<Result<Vec<_>>>()?);
    if arguments.nodes > 1 {
        std::thread::sleep(SHARING);
    }
    use_processor(of_games)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let measurements = Arc::<Measurements>::default();
        let interval = Duration::try_from_secs_f64(arguments.interval).context("the interval")?;
        let empty = servers.memory()?;
        let pace = Pace { interval, takebacks: arguments.takebacks };
        let mut failures = begin(&servers, games, pace, &measurements).await?;
        sleep(SETTLE).await;
        measurements.turn(true);
        let before = (servers.processor_time()?, own_processor_time()?);
        let window = Duration::try_from_secs_f64(arguments.seconds).context("the seconds")?;
        tokio::select! {
            () = sleep(window) => {}
            Some(error) = failures.recv() => return Err(error),
        }
        let after = (servers.processor_time()?, own_processor_time()?);
        measurements.turn(false);
        let (memory, summary) = (servers.memory()?, measurements.summary());
        let seconds = window.as_secs_f64();
        Ok(format!(
            "| {games} | {:.0} | {:.1} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} |",
            summary.moves as f64 / seconds,
            summary.p50,
            summary.p99,
            summary.longest,
            summary.bytes,
            summary.echo,
            memory as f64 / 1e6,
            memory.saturating_sub(empty) as f64 / 1e3 / games as f64,
            (after.0 - before.0) / seconds * 100.0,
            (after.0 - before.0) / summary.moves.max(1) as f64 * 1e6,
            (after.1 - before.1) / seconds * 100.0,
            summary.takebacks as f64 / seconds,
        ))
    })
}

/// The servers that share the games.
struct Servers(Vec<Server>);

impl Servers {
    /// The memory of all servers together, in bytes.
    fn memory(&self) -> Result<u64> {
        self.0.iter().map(Server::memory).sum()
    }

    /// The processor time of all servers together, in seconds.
    fn processor_time(&self) -> Result<f64> {
        self.0.iter().map(Server::processor_time).sum()
    }

    /// The servers to which the players of a game connect. Over all games each server has the same number of players, and two players are
    /// at the same server as often as by chance.
    fn addresses(&self, game: usize) -> [SocketAddr; 2] {
        let count = self.0.len();
        [game % count, game / count % count].map(|index| self.0[index].address)
    }
}

/// Begins all games, some at a time, each from its start. Returns the channel on which failures are reported.
async fn begin(
    servers: &Servers,
    games: usize,
    pace: Pace,
    measurements: &Arc<Measurements>,
) -> Result<mpsc::Receiver<anyhow::Error>> {
    let (failed, mut failures) = mpsc::channel(1);
    let (begun, mut begins) = mpsc::channel(AT_ONCE);
    let places = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    for number in 0..games {
        let (failed, begun, places) = (failed.clone(), begun.clone(), places.clone());
        let (addresses, measurements) = (servers.addresses(number), measurements.clone());
        tokio::spawn(async move {
            let played = async {
                let place = places.acquire_owned().await?;
                let pair = Pair::begin(addresses, number as u64, pace, measurements).await?;
                drop(place);
                let _ = begun.send(()).await;
                drop(begun);
                // The golden ratio spreads the starts of the pairs evenly over the interval.
                pair.play(number as f64 * 0.618_034 % 1.0).await
            };
            if let Err(error) = played.await {
                // The first failure ends the run.
                let _ = failed.try_send(error);
            }
        });
    }
    drop(begun);
    for _ in 0..games {
        tokio::select! {
            Some(()) = begins.recv() => {}
            Some(error) = failures.recv() => return Err(error),
        }
    }
    Ok(failures)
}
