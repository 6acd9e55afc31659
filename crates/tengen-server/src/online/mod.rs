//! Online play: sockets, storage and accounts around the state machines of `tengen-online`.
//!
//! [`Online::start`] opens the storage, restores the running games and starts the tasks; [`Online::routes`] are the addresses below `/api`,
//! which [`Server`](crate::Server) serves beside the page.
//!
//! * `socket` is the endpoint for clients; `outbox` bounds the queue of messages to a slow client. `bot_api` offers programs the same
//!   commands and messages over plain HTTP.
//! * `hub` connects users, games and lobby with the state machines.
//! * [`Writer`] is the queue of all changes to the storage, and [`Storage`] is the trait of the databases.
//! * [`HouseBot`] is the interface of the server's own programs, and [`MoveJudge`] that of the judge of finished games: the server contains
//!   no engine.

mod accounts;
mod administration;
mod backup;
mod bot_api;
mod bots;
mod bus;
mod clock;
mod device;
mod friends;
mod games;
mod heartbeat;
mod hex;
mod hub;
mod judge;
mod lists;
mod metrics;
mod moderation;
mod openapi;
mod options;
mod outbox;
pub mod part;
mod passkeys;
mod password;
mod refusal;
mod request;
mod routes;
mod services;
mod sign_in;
mod socket;
mod state;
mod storage;
mod throttle;
mod token;
mod tokens;
mod visitor;
mod writer;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use tengen_online::account::Account;
use tengen_online::id::AccountId;
use tengen_online::message::{PlayerInfo, UserKind};

pub use administration::{Administration, AdministrationError};
pub use backup::{BackupError, backup, restore};
pub use bots::{Action, HouseBot};
#[cfg(feature = "cluster")]
pub use bus::Nats;
pub use bus::{Bus, BusError, InProcess, Inbox, Incoming};
pub use judge::{Agreed, MoveJudge};
pub use metrics::{Histogram, Metrics};
pub use moderation::{Outcome, Refused, decide_on};
pub use options::{Database, OnlineLimits, OnlineOptions};
#[cfg(feature = "cluster")]
pub use storage::Postgres;
pub use storage::{
    Agreement, Answer, Change, Conflict, Credential, GameLine, LEASE, Leases, NodeId, Owners, Sqlite,
    Storage, StorageError, StoredAccount, StoredCredential, StoredGame, StoredPasskey, StoredTournament,
    Tally, TokenHash,
};
pub use throttle::Rate;
pub use writer::{WriteError, Writer};

use bots::Bots;
use clock::ServerClock;
use hub::{Cluster, Hub, Membership, keep_time};
use password::Passwords;
use refusal::OnlineError;
use services::Services;
use state::{State, Throttles};

/// The reason why online play cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The storage cannot be opened, read or written.
    #[error("cannot open the storage of online play: {0}")]
    Storage(#[from] StorageError),
    /// The bus cannot be used.
    #[error("cannot reach the other servers: {0}")]
    Bus(#[from] BusError),
    /// A bus requires a database that several servers can share.
    #[error(
        "expected a database of PostgreSQL for a server with a bus, found SQLite; leave the bus out, or give `--database`"
    )]
    BusAlone,
    /// The accounts of the house bots cannot be stored.
    #[error("cannot store the accounts of house bots: {0}")]
    Write(#[from] WriteError),
    /// The house bot cannot have an account, because its name is not a valid name of a user.
    #[error("expected a level whose name can be a user's name, found `{0}`")]
    BotName(String),
    /// The threads of the house bots could not be started.
    #[error("cannot start the threads of house bots: {0}")]
    Threads(#[from] std::io::Error),
}

/// Running online play. Clones share their state.
#[derive(Clone)]
pub struct Online {
    state: Arc<State>,
}

impl fmt::Debug for Online {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Online").field("options", &self.state.options).finish_non_exhaustive()
    }
}

impl Online {
    /// Opens the storage, restores its games, lobby and tournaments, and starts the tasks on the current runtime.
    ///
    /// # Errors
    /// When the storage cannot be opened, or its version is unknown to this program.
    pub async fn start(options: OnlineOptions) -> Result<Online, StartError> {
        let storage = storage::open(&options.database).await?;
        let bus: Arc<dyn Bus> = match (&options.bus, storage.leases()) {
            (Some(address), Some(leases)) => bus::connect(address, &leases.cluster().await?).await?,
            (Some(_), None) => return Err(StartError::BusAlone),
            (None, _) => Arc::new(InProcess::default()),
        };
        Online::with_storage(options, storage, bus).await
    }

    /// Starts online play like [`Online::start`], with an open storage, and a bus to the other servers that use it.
    ///
    /// # Errors
    /// When the storage cannot be read or written, or another server uses it and the bus reaches no other server.
    pub async fn with_storage(
        options: OnlineOptions,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> Result<Online, StartError> {
        let (clock, cluster) = match storage.leases() {
            Some(leases) => (ServerClock::at(leases.now().await?), Some(Arc::new(Cluster::new(bus)))),
            None => (ServerClock::start(), None),
        };
        let metrics = Arc::new(Metrics::default());
        let (writer, _) = Writer::start(storage.clone(), metrics.clone());
        let mut house = Vec::new();
        for bot in &options.house_bots {
            house.push(house_account(bot.as_ref(), storage.as_ref(), &writer).await?);
        }
        let accounts = house.iter().map(|info| info.account);
        let bots = Bots::new(accounts.zip(options.house_bots.iter().cloned()).collect());
        let services = Arc::new(Services::new(storage, writer, metrics, clock));
        let hub = Hub::new(services.clone(), bots, house, cluster.clone());
        hub.start_threads(options.bot_threads, options.judge.clone())?;
        let membership = cluster.map(|cluster| Membership::new(cluster, hub.clone()));
        match &membership {
            Some(membership) => membership.join().await?,
            None => hub.restore().await?,
        }
        tokio::spawn(keep_time(Arc::downgrade(&hub)));
        let limits = Throttles::new(&options.limits);
        tracing::info!(version = env!("CARGO_PKG_VERSION"), "online play begins");
        let passwords = Passwords::default();
        Ok(Online { state: Arc::new(State { services, hub, membership, options, limits, passwords }) })
    }

    /// The routes of online play.
    pub fn routes(&self) -> Router {
        routes::routes(self.state.clone())
    }

    /// Whether browsers reach the server by HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.state.is_secure()
    }

    /// Stops accepting commands, waits until everything is written, and requests the clients to connect again later.
    pub async fn stop(&self) {
        let State { hub, membership, .. } = self.state.as_ref();
        hub.stop_commands().await;
        if let Some(membership) = membership {
            membership.leave().await;
        }
        hub.dismiss().await;
    }

    /// Brings the database into its lasting form, after [`Online::stop`] and the last request.
    pub async fn finish(&self) {
        let services = &self.state.services;
        // The changes that the end of the last connections has caused are written.
        let _ = services.writer.write(Vec::new()).await;
        if let Err(error) = services.storage.finish().await {
            tracing::error!(%error, "the storage could not be closed in order; nothing is lost by that");
        }
        tracing::info!("online play ends");
    }
}

/// The account of a house bot. Its identifier follows from the level, so that it is the same after every start.
async fn house_account(
    bot: &dyn HouseBot,
    storage: &dyn Storage,
    writer: &Writer,
) -> Result<PlayerInfo, StartError> {
    let level = bot.level().name();
    let account = AccountId::from_entropy(
        level
            .bytes()
            .fold(0x686f_7573_6500_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte))),
    );
    let name = format!("Tengen-{level}");
    let name = name.parse().map_err(|_| StartError::BotName(name.clone()))?;
    let bot = Account { name, kind: UserKind::HouseBot, ..Account::guest(account, 0) };
    let info = bot.info(None, 0);
    if storage.account(account).await?.is_none() {
        match writer.write(vec![Change::CreateAccount(Box::new(bot))]).await {
            // Another server that starts at the same time may have stored the account.
            Ok(()) | Err(WriteError::Conflict(Conflict::NameTaken)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(info)
}
