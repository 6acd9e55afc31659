//! The server's interface for programs.

use std::io::{BufRead as _, BufReader};
use std::time::Duration;

use serde::Serialize;
use tengen_online::http::Done;
use tengen_online::id::{ChallengeId, GameId, SeekId, TournamentId};
use tengen_online::message::{Created, ErrorCode, GameCommand, Refusal, SeekRequest, ServerMessage};
use ureq::Agent;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// The longest time of a connection attempt and of an answer to a command.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time without a line after which the stream counts as lost. The server sends an empty line every ten seconds.
const SILENCE: Duration = Duration::from_secs(35);
/// The most bytes of a line: the longest is the snapshot of a long game.
const MOST_BYTES: u64 = 1 << 20;

/// The client of one server, with a token.
#[derive(Clone, Debug)]
pub(super) struct Client {
    agent: Agent,
    base: String,
    authorization: String,
}

/// The reason why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    /// The server has refused the call.
    #[error("the server refuses ({status}): {}", .refusal.text)]
    Refused {
        /// The status code of HTTP.
        status: u16,
        refusal: Refusal,
    },
    /// No answer has arrived, or one that cannot be read.
    #[error("the server cannot be reached: {0}")]
    Failed(String),
}

impl CallError {
    fn failed(error: impl ToString) -> CallError {
        CallError::Failed(error.to_string())
    }

    /// Whether the same call may succeed a little later.
    pub(super) fn is_temporary(&self) -> bool {
        match self {
            CallError::Refused { refusal, .. } => {
                matches!(refusal.code, ErrorCode::TooMuch | ErrorCode::Unavailable)
            }
            CallError::Failed(_) => true,
        }
    }
}

impl Client {
    pub(super) fn new(server: &str, token: &str) -> Client {
        // The call fails only where the process has a provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Certificates that cannot be read are left out: a server whose chain needs one of them is refused.
        let found = rustls_native_certs::load_native_certs().certs;
        let roots = found.iter().map(|root| Certificate::from_der(root).to_owned());
        let tls = TlsConfig::builder().root_certs(RootCerts::from(roots)).build();
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .tls_config(tls)
            .user_agent(concat!("tengen-bot/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .timeout_per_read(Some(SILENCE))
            .timeout_per_write(Some(PATIENCE))
            .build();
        Client {
            agent: config.into(),
            base: format!("{server}/api/v1/bot"),
            authorization: format!("Bearer {token}"),
        }
    }

    /// Reads the stream of events until it ends, or until `take` returns `false`.
    pub(super) fn events(&self, mut take: impl FnMut(ServerMessage) -> bool) -> Result<(), CallError> {
        let call =
            self.agent.get(format!("{}/events", self.base)).header("authorization", &self.authorization);
        let answer = checked(call.call().map_err(CallError::failed)?)?;
        let body = answer.into_body().into_with_config().limit(u64::MAX).reader();
        let mut lines = BufReader::new(body);
        let mut line = String::new();
        loop {
            line.clear();
            let mut part = std::io::Read::take(&mut lines, MOST_BYTES);
            if part.read_line(&mut line).map_err(CallError::failed)? == 0 {
                return Ok(());
            }
            if line.trim().is_empty() {
                continue;
            }
            let message = serde_json::from_str(&line).map_err(|error| {
                CallError::Failed(format!("expected a message of the protocol's version 1: {error}"))
            })?;
            if !take(message) {
                return Ok(());
            }
        }
    }

    /// Sends a command in a game.
    pub(super) fn play(&self, game: GameId, command: &GameCommand) -> Result<(), CallError> {
        self.post(&format!("/games/{game}"), command)
    }

    pub(super) fn accept(&self, challenge: ChallengeId) -> Result<(), CallError> {
        self.post(&format!("/challenges/{challenge}/accept"), &())
    }

    pub(super) fn decline(&self, challenge: ChallengeId) -> Result<(), CallError> {
        self.post(&format!("/challenges/{challenge}/decline"), &())
    }

    /// Opens a seek. Returns `None` if the server has found an opponent at once.
    pub(super) fn seek(&self, request: &SeekRequest) -> Result<Option<SeekId>, CallError> {
        let mut answer = self.post_for_answer("/seeks", request)?;
        let done = answer.body_mut().with_config().limit(MOST_BYTES).read_json::<Done>();
        match done.map_err(CallError::failed)?.created {
            Some(Created::Seek(seek)) => Ok(Some(seek)),
            _ => Ok(None),
        }
    }

    /// Closes a seek of the account. Closing one that is no longer open is no error.
    pub(super) fn cancel_seek(&self, seek: SeekId) -> Result<(), CallError> {
        let call = self.agent.delete(format!("{}/seeks/{seek}", self.base));
        let call = call.header("authorization", &self.authorization);
        checked(call.call().map_err(CallError::failed)?)?;
        Ok(())
    }

    /// Joins a tournament. Joining it twice is no error.
    pub(super) fn join(&self, tournament: TournamentId) -> Result<(), CallError> {
        self.post(&format!("/tournaments/{tournament}/join"), &())
    }

    fn post(&self, path: &str, body: &impl Serialize) -> Result<(), CallError> {
        self.post_for_answer(path, body).map(drop)
    }

    fn post_for_answer(&self, path: &str, body: &impl Serialize) -> Result<Response<ureq::Body>, CallError> {
        let call = self.agent.post(format!("{}{path}", self.base));
        let call = call.header("authorization", &self.authorization);
        checked(call.send_json(body).map_err(CallError::failed)?)
    }
}

/// The answer; a refusal becomes an error.
fn checked(mut answer: Response<ureq::Body>) -> Result<Response<ureq::Body>, CallError> {
    let status = answer.status().as_u16();
    if (200..300).contains(&status) {
        return Ok(answer);
    }
    let refusal = answer.body_mut().with_config().limit(MOST_BYTES).read_json::<Refusal>();
    match refusal {
        Ok(refusal) => Err(CallError::Refused { status, refusal }),
        Err(_) => {
            Err(CallError::Failed(format!("expected an answer of Tengen's server, found status {status}")))
        }
    }
}
