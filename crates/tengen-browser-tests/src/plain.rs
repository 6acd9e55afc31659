//! A static host that sends no header except the type of a file.

use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind, Result, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

/// The interval at which the host checks for new connections and for its end.
const INTERVAL: Duration = Duration::from_millis(5);

/// Serves a directory until the sender is dropped.
pub(crate) fn serve(
    listener: &TcpListener,
    directory: &Path,
    mut stopped: oneshot::Receiver<()>,
) -> Result<()> {
    listener.set_nonblocking(true)?;
    while stopped.try_recv() == Err(TryRecvError::Empty) {
        match listener.accept() {
            Ok((stream, _)) => {
                let directory = directory.to_owned();
                // A browser that closes the connection during an answer is not a fault.
                thread::spawn(move || answer(&stream, directory));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(INTERVAL),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn answer(mut stream: &TcpStream, directory: PathBuf) -> Result<()> {
    stream.set_nonblocking(false)?;
    let mut lines = BufReader::new(stream).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The rest of the request is read, since a connection that is closed before that is reset.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.split([' ', '?']).nth(1).unwrap_or_default().trim_start_matches('/');
    let name =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let (status, contents) = match fs::read(directory.join(&name)) {
        Ok(contents) => ("200 OK", contents),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let (kind, length) = (type_of(&name), contents.len());
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: no-cache\r\n\
         Connection: close\r\n\r\n"
    )?;
    stream.write_all(&contents)
}

fn type_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
