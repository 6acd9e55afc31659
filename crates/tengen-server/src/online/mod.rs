//! Online play: sockets, storage and accounts around the state machines of `tengen-online`.
//!
//! [`Online::start`] opens the storage, restores the games that are being played and starts the tasks; [`Online::routes`]
//! are the addresses below `/api`, which [`Server`](crate::Server) serves beside the page.
//!
//! * `socket` is the endpoint for clients; `outbox` bounds what waits for a slow one.
//! * `hub` connects users, games and lobby with the state machines.
//! * [`Writer`] is the queue of everything that changes what is stored, and [`Storage`] what stores it.
//! * [`HouseBot`] is how programs are plugged in: the server knows no engine.

mod accounts;
mod bots;
mod clock;
mod games;
mod hub;
mod metrics;
mod options;
mod outbox;
mod password;
mod refusal;
mod request;
mod routes;
mod socket;
mod state;
mod storage;
mod throttle;
mod token;
mod visitor;
mod writer;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use tengen_online::account::Account;
use tengen_online::id::AccountId;
use tengen_online::message::{PlayerInfo, UserKind};

pub use bots::{Action, HouseBot};
pub use metrics::{Histogram, Metrics};
pub use options::{Database, OnlineLimits, OnlineOptions};
pub use storage::{
    Answer, Change, Conflict, GameLine, Sqlite, Storage, StorageError, StoredAccount, StoredGame, TokenHash,
};
pub use throttle::Rate;
pub use writer::{WriteError, Writer};

use bots::Bots;
use hub::Hub;
use password::Passwords;
use refusal::OnlineError;
use state::{State, Throttles};

/// Why online play cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The storage cannot be opened, read or written.
    #[error("cannot open the storage of online play: {0}")]
    Storage(#[from] StorageError),
    /// The accounts of the house bots cannot be stored.
    #[error("cannot store the accounts of house bots: {0}")]
    Write(#[from] WriteError),
    /// A house bot has no account because its name is no name.
    #[error("expected a level whose name can be a user's name, found `{0}`")]
    BotName(String),
    /// The threads of the house bots could not be started.
    #[error("cannot start the threads of house bots: {0}")]
    Threads(#[from] std::io::Error),
}

/// Online play that runs. Copies are the same.
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
    /// Opens the storage, restores what is in it, and starts the tasks on the current runtime.
    ///
    /// # Errors
    /// When the storage cannot be opened, or is of a version that this program does not understand.
    pub async fn start(options: OnlineOptions) -> Result<Online, StartError> {
        let storage: Arc<dyn Storage> = match &options.database {
            Database::Folder(folder) => Arc::new(Sqlite::open(folder).await?),
            Database::Memory => Arc::new(Sqlite::in_memory().await?),
        };
        Online::with_storage(options, storage).await
    }

    /// As [`Online::start`], with a storage that is open.
    ///
    /// # Errors
    /// When the storage cannot be read or written.
    pub async fn with_storage(
        options: OnlineOptions,
        storage: Arc<dyn Storage>,
    ) -> Result<Online, StartError> {
        let metrics = Arc::new(Metrics::default());
        let (writer, _) = Writer::start(storage.clone(), metrics.clone());
        let mut house = Vec::new();
        for bot in &options.house_bots {
            house.push(house_account(bot.as_ref(), storage.as_ref(), &writer).await?);
        }
        let accounts = house.iter().map(|info| info.account);
        let bots = Bots::new(accounts.zip(options.house_bots.iter().cloned()).collect());
        let hub = Arc::new(Hub::new(storage, writer, metrics, bots, house));
        hub.start_bots(options.bot_threads)?;
        hub.restore().await?;
        tokio::spawn(Hub::keep_time(Arc::downgrade(&hub)));
        let limits = Throttles::new(&options.limits);
        Ok(Online { state: Arc::new(State { hub, options, limits, passwords: Passwords::default() }) })
    }

    /// The addresses of online play.
    pub fn routes(&self) -> Router {
        routes::routes(self.state.clone())
    }

    /// Carries out no command any more, waits until everything is written, and asks the clients to come back later.
    pub async fn stop(&self) {
        self.state.hub.stop().await;
    }
}

/// The account of a house bot, which follows from its level, so that it is the same after every start.
async fn house_account(
    bot: &dyn HouseBot,
    storage: &dyn Storage,
    writer: &Writer,
) -> Result<PlayerInfo, StartError> {
    let level = bot.level().name();
    let account = AccountId::from_entropy(
        level.bytes().fold(0x686f_7573_6500, |hash, byte| hash * 31 + u64::from(byte)),
    );
    let name = format!("Tengen-{level}");
    let name = name.parse().map_err(|_| StartError::BotName(name.clone()))?;
    let bot = Account { name, kind: UserKind::HouseBot, ..Account::guest(account, 0) };
    let info = bot.info(None, 0);
    if storage.account(account).await?.is_none() {
        writer.write(vec![Change::CreateAccount(Box::new(bot))]).await?;
    }
    Ok(info)
}
