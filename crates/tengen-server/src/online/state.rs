//! The state that all requests share.

use std::net::IpAddr;
use std::sync::Arc;

use tengen_online::id::AccountId;

use super::hub::{Hub, Membership};
use super::options::{OnlineLimits, OnlineOptions};
use super::password::Passwords;
use super::services::Services;
use super::sign_in::SignInLimits;
use super::throttle::Throttle;

pub(crate) struct State {
    pub(crate) services: Arc<Services>,
    pub(crate) hub: Arc<Hub>,
    /// The membership in a cluster; `None` for a server that uses its database alone.
    pub(crate) membership: Option<Membership>,
    pub(crate) options: OnlineOptions,
    pub(crate) limits: Throttles,
    pub(crate) passwords: Passwords,
}

/// The limits by address, name or account.
pub(crate) struct Throttles {
    pub(crate) sockets: Throttle<IpAddr>,
    pub(crate) guests: Throttle<IpAddr>,
    pub(crate) accounts: Throttle<IpAddr>,
    pub(crate) sign_in: SignInLimits,
    pub(crate) commands: Throttle<AccountId>,
}

impl Throttles {
    pub(crate) fn new(limits: &OnlineLimits) -> Throttles {
        Throttles {
            sockets: Throttle::new(limits.sockets),
            guests: Throttle::new(limits.guests),
            accounts: Throttle::new(limits.accounts),
            sign_in: SignInLimits::new(limits.accounts),
            commands: Throttle::new(limits.commands),
        }
    }
}

impl State {
    /// Whether browsers reach the server by HTTPS, so that cookies are marked to be sent only by HTTPS.
    pub(crate) fn is_secure(&self) -> bool {
        self.options.origin.as_deref().is_some_and(|origin| origin.starts_with("https:"))
    }
}
