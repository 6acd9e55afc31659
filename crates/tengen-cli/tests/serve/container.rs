//! The container file of the repository: its text is always checked, and it is built and run where containers run.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::Server;
use crate::http::{Response, request};

/// The folder of the data, and the port, inside the container.
const DATA: &str = "/data";
const PORT: &str = "8080";

/// The variable with an existing image, for machines that reach no registry of images.
const IMAGE: &str = "TENGEN_TEST_IMAGE";

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(workspace().join(file)).unwrap()
}

/// The text after an instruction of the container file, or after the name of an argument.
fn after<'a>(text: &'a str, start: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(start)).expect(start)
}

#[test]
fn the_container_file_names_the_compiler_of_the_workspace() {
    let (container, manifest) = (text("Containerfile"), text("Cargo.toml"));
    let version = after(&manifest, "rust-version = ").trim_matches('"');
    let image = after(&container, "ARG RUST_IMAGE=");
    assert_eq!(image.rsplit_once(':').unwrap().1, format!("{version}-slim-trixie"));
    // Debian 13 is trixie: the program is linked with the C library of one image, and runs with that of the other one.
    assert!(after(&container, "ARG BASE_IMAGE=").contains("debian13"), "{container}");
    for ignored in ["/.git", "/target"] {
        assert!(text(".dockerignore").lines().any(|line| line == ignored), "{ignored} is copied");
    }
}

#[test]
fn the_command_of_the_container_file_starts_the_server() {
    let container = text("Containerfile");
    assert_eq!((after(&container, "VOLUME "), after(&container, "EXPOSE ")), (DATA, PORT));
    let command: Vec<String> = serde_json::from_str(after(&container, "ENTRYPOINT ")).unwrap();
    let [program, arguments @ ..] = &command[..] else { panic!("{command:?}") };
    let copied = format!("COPY --from=build /source/target/release/tengen {program}");
    assert!(container.lines().any(|line| line == copied), "{copied}");
    let data = tempfile::tempdir().unwrap();
    let here = data.path().to_str().unwrap();
    let arguments = arguments.iter().map(|argument| if argument == DATA { here } else { argument.as_str() });
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let server = Server::run(command.args(arguments).args(["--port", "0"]));
    assert!(server.address.ip().is_unspecified(), "{}", server.address);
    let here = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), server.address.port());
    assert_eq!(request(here, "GET /readyz", &[], "").body, "ready");
    assert!(data.path().join("tengen.sqlite").exists());
}

/// A program that runs containers, if one works here: Docker's client may be installed without its service.
fn runtime() -> Option<&'static str> {
    let works =
        |program: &&str| Command::new(program).arg("info").output().is_ok_and(|done| done.status.success());
    ["podman", "docker"].into_iter().find(works)
}

/// A container with a volume, which are removed with the test.
struct Container {
    runtime: &'static str,
    name: String,
    image: String,
}

impl Container {
    /// Runs a command of the runtime, and returns its output.
    fn command(&self, arguments: &[&str]) -> String {
        let output = Command::new(self.runtime).args(arguments).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} {arguments:?}: {errors}", self.runtime);
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Starts the server on a port of this machine alone, and waits until it is ready.
    fn start(&self) -> SocketAddr {
        let (port, volume) = (format!("127.0.0.1::{PORT}"), format!("{}:{DATA}", self.name));
        let run =
            ["run", "--detach", "--name", &self.name, "--publish", &port, "--volume", &volume, &self.image];
        self.command(&[&run[..], &["--clients-per-minute", "10000"]].concat());
        let address = self.command(&["port", &self.name, PORT]).lines().next().unwrap().parse().unwrap();
        let start = Instant::now();
        while !is_ready(address) {
            assert!(start.elapsed() < Duration::from_secs(60), "{}", self.command(&["logs", &self.name]));
            sleep(Duration::from_millis(100));
        }
        address
    }

    /// Stops the server as `podman stop` does, by SIGTERM, and returns its exit code.
    fn stop(&self) -> String {
        self.command(&["stop", "--time", "15", &self.name]);
        let code = self.command(&["inspect", "--format", "{{.State.ExitCode}}", &self.name]);
        self.command(&["rm", &self.name]);
        code
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        for arguments in [["rm", "--force", &self.name], ["volume", "rm", &self.name]] {
            let _ = Command::new(self.runtime).args(arguments).output();
        }
    }
}

/// Whether the server answers that it is ready. A runtime that forwards the port accepts connections earlier than the server.
fn is_ready(address: SocketAddr) -> bool {
    let ask = || -> io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(b"GET /readyz HTTP/1.0\r\n\r\n")?;
        io::read_to_string(stream)
    };
    ask().is_ok_and(|answer| answer.ends_with("\r\nready"))
}

fn post(address: SocketAddr, path: &str, cookie: &str) -> Response {
    let body = json!({ "name": "Ada", "password": "correct horse" }).to_string();
    request(address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], &body)
}

#[test]
#[ignore = "builds an image, which takes half an hour and needs podman or docker, and a registry of images"]
#[allow(clippy::print_stdout, reason = "who runs it learns that it tests nothing")]
fn the_container_serves_and_its_volume_outlives_it() {
    let Some(runtime) = runtime() else {
        println!("skipped: neither podman nor docker runs containers here");
        return;
    };
    let name = format!("tengen-test-{}", std::process::id());
    let image = std::env::var(IMAGE).ok();
    let is_own = image.is_none();
    let container = Container { runtime, image: image.unwrap_or_else(|| name.clone()), name };
    if is_own {
        let (file, folder) = (workspace().join("Containerfile"), workspace());
        let [file, folder] = [&file, &folder].map(|path| path.to_str().unwrap());
        container.command(&["build", "--tag", &container.image, "--file", file, folder]);
    }
    let address = container.start();
    // The session is in the cookie that a server without TLS sets.
    let cookie = request(address, "POST /api/v1/session", &[], "").cookie();
    assert_eq!(post(address, "/account/register", &cookie).status, 200);
    assert!(request(address, "GET /", &[], "").body.contains("<title>"), "the page is in the image");
    let user = container.command(&["inspect", "--format", "{{.Config.User}}", &container.image]);
    assert!(!["", "0", "root"].contains(&user.as_str()), "the server runs as {user:?}");
    assert_eq!(container.stop(), "0", "SIGTERM ends it in order");
    let address = container.start();
    assert_eq!(post(address, "/session/login", "").status, 200, "the volume has the account");
    assert_eq!(container.stop(), "0");
    if is_own {
        container.command(&["rmi", &container.image]);
    }
}
