//! Browsers that several tests use, one after the other: starting a browser takes longer than many tests.
//!
//! The state that a test has left in a browser ends with its tabs, except for the data that [`clear`] removes. A test that fails, or that
//! measures, has a browser of its own.

use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::options::Options;
use crate::webdriver::Session;

/// The browsers that no test uses at present.
static FREE: Mutex<Vec<(Kind, Session)>> = Mutex::new(Vec::new());

/// The properties of a browser that are fixed at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kind {
    language: String,
    is_full: bool,
}

/// A browser for the duration of a test. It ends on drop unless it was given back.
#[derive(Debug)]
pub(crate) struct Lease {
    /// The session, which only [`Lease::give_back`] removes; it consumes the lease.
    session: Option<Session>,
    /// The kind, if other tests may use the browser later.
    kind: Option<Kind>,
}

impl Lease {
    /// A browser that no other test uses, before or after.
    pub(crate) fn of_one(session: Session) -> Lease {
        Lease { session: Some(session), kind: None }
    }

    /// A browser that emulates the device of the options.
    pub(crate) fn take(options: &Options) -> Result<Lease> {
        if options.alone {
            return Session::start(options).map(Lease::of_one);
        }
        let kind = Kind { language: options.language.clone(), is_full: options.is_full() };
        let free = {
            let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
            let found = free.iter().position(|(it, _)| *it == kind);
            found.map(|index| free.swap_remove(index).1)
        };
        let session = match free {
            Some(session) => session.emulate(options).map(|()| session)?,
            None => Session::start(options)?,
        };
        Ok(Lease { session: Some(session), kind: Some(kind) })
    }

    /// Makes the browser, which has visited this origin, available to other tests. A browser that cannot be cleared is ended.
    pub(crate) fn give_back(mut self, origin: &str) {
        let (Some(session), Some(kind)) = (self.session.take(), self.kind.take()) else { return };
        if clear(&session, origin).is_ok() {
            FREE.lock().unwrap_or_else(PoisonError::into_inner).push((kind, session));
        }
    }
}

impl Deref for Lease {
    type Target = Session;

    fn deref(&self) -> &Session {
        match &self.session {
            Some(session) => session,
            None => unreachable!("a lease that was given back is consumed"),
        }
    }
}

/// Leaves an empty tab, in a browser without data of an origin, because ports are reused and with them origins.
fn clear(session: &Session, origin: &str) -> Result<()> {
    session.delete("/actions")?;
    let opened = session.post("/window/new", &json!({ "type": "tab" }))?;
    let fresh = opened["handle"].as_str().context("the driver names no tab")?;
    let tabs = session.get("/window/handles")?;
    let tabs = tabs.as_array().into_iter().flatten().filter_map(Value::as_str);
    for tab in tabs.filter(|&tab| tab != fresh) {
        session.post("/window", &json!({ "handle": tab }))?;
        session.delete("/window")?;
    }
    session.post("/window", &json!({ "handle": fresh }))?;
    session.devtools("Storage.clearDataForOrigin", &json!({ "origin": origin, "storageTypes": "all" }))?;
    session.devtools("Network.clearBrowserCookies", &json!({}))?;
    session.devtools("Network.clearBrowserCache", &json!({}))?;
    session.devtools("Browser.resetPermissions", &json!({}))?;
    session.devtools("Browser.setDownloadBehavior", &json!({ "behavior": "default" }))?;
    for log in ["browser", "performance"] {
        session.take_log(log)?;
    }
    Ok(())
}
