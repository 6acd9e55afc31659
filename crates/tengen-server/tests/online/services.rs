//! PostgreSQL and NATS for tests: real programs, in folders of their own, which end with the tests.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The time after which a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// The user `nobody`: PostgreSQL refuses to run for the superuser.
const NOBODY: u32 = 65_534;

/// The script that ends a program when its standard input ends, and therefore when the test ends in any way. Its arguments are the folder
/// (`$0`), the signal, and the program with its arguments.
const SUPERVISOR: &str =
    r#"signal=$1; shift; "$@" <&- & child=$!; read -r _; kill -"$signal" $child; wait $child; rm -rf "$0""#;

/// Finds a program, or panics with the package to install.
fn find(program: &str, package: &str, folders: &[&str]) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = folders.iter().flat_map(|folder| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path().join("bin"))
    });
    let found = std::env::split_paths(&path)
        .chain(versions)
        .chain([PathBuf::from("/usr/sbin")])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    found.unwrap_or_else(|| {
        panic!("{program} is not installed; on Debian run: apt-get update && apt-get install -y {package}")
    })
}

fn postgres_program(program: &str) -> PathBuf {
    find(program, "postgresql", &["/usr/lib/postgresql"])
}

/// Waits until a condition holds.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "expected {what} within a minute");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A folder in which a program may write.
fn folder() -> (TempDir, bool) {
    let folder = tempfile::Builder::new().prefix("tengen-").tempdir_in("/tmp").unwrap();
    let is_superuser = folder.path().metadata().unwrap().uid() == 0;
    if is_superuser {
        chown(folder.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    (folder, is_superuser)
}

fn supervised(folder: &Path, signal: &str, program: &Path, is_superuser: bool) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", SUPERVISOR]).arg(folder).arg(signal).arg(program);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir(folder);
    if is_superuser {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// Ends a supervisor, but not its program.
fn abandon(supervisor: Option<Child>) {
    let mut supervisor = supervisor.unwrap();
    supervisor.kill().unwrap();
    supervisor.wait().unwrap();
}

/// Sends a signal to the program whose number is the first line of a file, and waits until the program has ended.
fn end(file: &Path, signal: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    let number = text.lines().next().unwrap().trim().to_owned();
    assert!(Command::new("kill").arg(format!("-{signal}")).arg(&number).status().unwrap().success());
    let process = PathBuf::from("/proc").join(number);
    wait_until("the end of a program", || !process.join("exe").exists());
}

/// PostgreSQL on a Unix socket.
pub(crate) struct PostgresServer {
    folder: TempDir,
    is_superuser: bool,
    supervisor: Option<Child>,
}

static DATABASES: AtomicU32 = AtomicU32::new(0);

impl PostgresServer {
    pub(crate) fn start() -> PostgresServer {
        let (folder, is_superuser) = folder();
        let mut initdb = Command::new(postgres_program("initdb"));
        initdb.args([
            "--no-sync",
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "-D",
        ]);
        initdb.arg(folder.path().join("data")).current_dir(folder.path());
        if is_superuser {
            initdb.uid(NOBODY).gid(NOBODY);
        }
        let made = initdb.output().unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let mut server = PostgresServer { folder, is_superuser, supervisor: None };
        server.run();
        server
    }

    /// The server that all tests of this program share.
    pub(crate) fn shared() -> &'static PostgresServer {
        static SERVER: OnceLock<PostgresServer> = OnceLock::new();
        SERVER.get_or_init(PostgresServer::start)
    }

    /// Starts the server, or starts it again after [`PostgresServer::stop`].
    pub(crate) fn run(&mut self) {
        let folder = self.folder.path();
        let program = postgres_program("postgres");
        let mut command = supervised(folder, "QUIT", &program, self.is_superuser);
        command.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        // The data of tests need not survive a failure of the machine.
        for setting in ["listen_addresses=", "fsync=off", "max_connections=300", "logging_collector=off"] {
            command.args(["-c", setting]);
        }
        self.supervisor = Some(command.spawn().unwrap());
        let socket = folder.join(".s.PGSQL.5432");
        wait_until("a running PostgreSQL", || {
            UnixStream::connect(&socket).is_ok() && self.query("postgres", "SELECT 1").is_ok()
        });
    }

    /// Ends all connections of the server and stops it.
    pub(crate) fn stop(&mut self) {
        abandon(self.supervisor.take());
        end(&self.folder.path().join("data/postmaster.pid"), "INT");
    }

    fn query(&self, database: &str, query: &str) -> Result<String, String> {
        let mut psql = Command::new(postgres_program("psql"));
        psql.args([
            "--no-psqlrc",
            "--tuples-only",
            "--no-align",
            "-U",
            "postgres",
            "-d",
            database,
            "-c",
            query,
        ]);
        let done = psql.arg("-h").arg(self.folder.path()).output().unwrap();
        if done.status.success() {
            Ok(String::from_utf8(done.stdout).unwrap().trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&done.stderr).into_owned())
        }
    }

    /// The address of a new, empty database.
    pub(crate) fn database(&self) -> String {
        let name = format!("test{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("CREATE DATABASE {name}")).unwrap();
        format!("postgres:///{name}?user=postgres&host={}", self.folder.path().display())
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            drop(supervisor.stdin.take());
            let _ = supervisor.wait();
        }
    }
}

/// NATS on a port of the loopback interface.
pub(crate) struct NatsServer {
    folder: TempDir,
    is_superuser: bool,
    address: SocketAddr,
    supervisor: Option<Child>,
}

impl NatsServer {
    pub(crate) fn start() -> NatsServer {
        let (folder, is_superuser) = folder();
        // The port is free now. If another program takes it in between, the test reports that NATS did not start.
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let mut server = NatsServer { folder, is_superuser, address, supervisor: None };
        server.run();
        server
    }

    /// Starts the server, or starts it again at the same port.
    pub(crate) fn run(&mut self) {
        let program = find("nats-server", "nats-server", &[]);
        let mut command = supervised(self.folder.path(), "KILL", &program, self.is_superuser);
        command.args(["-a", "127.0.0.1", "-p"]).arg(self.address.port().to_string());
        command.arg("-P").arg(self.folder.path().join("nats.pid"));
        self.supervisor = Some(command.spawn().unwrap());
        wait_until("a running NATS", || self.greets());
    }

    /// Whether the server sends its greeting.
    fn greets(&self) -> bool {
        let Ok(stream) = TcpStream::connect(self.address) else { return false };
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line).is_ok() && line.starts_with("INFO")
    }

    pub(crate) fn stop(&mut self) {
        abandon(self.supervisor.take());
        end(&self.folder.path().join("nats.pid"), "KILL");
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.address)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            drop(supervisor.stdin.take());
            let _ = supervisor.wait();
        }
    }
}
