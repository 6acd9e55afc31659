//! The server's process, and the system's data about it.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_setaffinity};

/// The clock ticks per second in `/proc`, which are 100 on every Linux.
const TICKS: f64 = 100.0;

/// A server process that is killed when the value is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server with room for some sockets on a processor. Without a folder for its data, environment variables name its database.
    pub(crate) fn start(
        program: &Path,
        data: Option<&Path>,
        sockets: usize,
        processor: usize,
        more: &[String],
    ) -> Result<Server> {
        // A child process inherits the processors and limits of its parent.
        use_processor(processor)?;
        let sockets = sockets.to_string();
        let mut process = Command::new(program)
            .args(["serve", "--port", "0", "--no-open", "--bot-threads", "0"])
            .args(["--connections", &sockets, "--connections-per-address", &sockets])
            .args(["--clients-per-minute", "1000000"])
            .args(data.iter().flat_map(|folder| [OsStr::new("--data"), folder.as_os_str()]))
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = process.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().strip_prefix("Tengen is at http://").and_then(|text| text.parse().ok());
        let address = address.with_context(|| {
            format!("expected the server's address as its first line, found `{}`", line.trim())
        });
        let mut server = Server { process, address: SocketAddr::from(([127, 0, 0, 1], 0)) };
        server.address = address?;
        Ok(server)
    }

    /// The memory of the server in bytes (the resident set).
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib: u64 =
            line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok()).context("no VmRSS")?;
        Ok(kib * 1_024)
    }

    /// The processor time that the server has used, in seconds.
    pub(crate) fn processor_time(&self) -> Result<f64> {
        processor_time(&format!("/proc/{}/stat", self.process.id()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The processor time that this program has used, in seconds.
pub(crate) fn own_processor_time() -> Result<f64> {
    processor_time("/proc/self/stat")
}

fn processor_time(file: &str) -> Result<f64> {
    let stat = fs::read_to_string(file)?;
    // The name of the program, which may contain spaces, ends with the last bracket.
    let (_, fields) = stat.rsplit_once(')').context("no name in the status")?;
    let mut ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    let mut next = || ticks.next().context("too few fields")?.context("no number");
    Ok((next()? + next()?) / TICKS)
}

/// Runs this program, and the processes that it starts from now on, on one processor.
pub(crate) fn use_processor(number: usize) -> Result<()> {
    let mut set = CpuSet::new();
    set.set(number);
    sched_setaffinity(None, &set).with_context(|| format!("cannot use the processor {number}"))
}

/// Raises the limit of open files to the system's maximum.
///
/// # Errors
/// When the maximum is less than `needed`.
pub(crate) fn allow_files(needed: usize) -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    let all = Rlimit { current: limit.maximum, maximum: limit.maximum };
    setrlimit(Resource::Nofile, all).context("cannot raise the limit of open files")?;
    match limit.maximum {
        Some(most) if (most as usize) < needed => {
            anyhow::bail!("expected a limit of at least {needed} open files, found {most}; see `ulimit -Hn`")
        }
        _ => Ok(()),
    }
}
