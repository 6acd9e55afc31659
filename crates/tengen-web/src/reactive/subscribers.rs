//! Who wants to hear of a change.

use std::mem;
use std::sync::{Mutex, PoisonError};

use leptos::reactive::graph::{AnySubscriber, Observer};

/// The effects and memos that depend on one value, each once.
///
/// What has ended is let go of whenever the list is full, so that the list is never longer than twice what lives.
#[derive(Default)]
pub(super) struct Subscribers(Mutex<Vec<AnySubscriber>>);

impl Subscribers {
    pub(super) fn add(&self, subscriber: AnySubscriber) {
        self.change(|list| {
            if list.contains(&subscriber) {
                return;
            }
            if list.len() == list.capacity() {
                list.retain(|subscriber| subscriber.1.strong_count() > 0);
                // Room for as many again as live, so that the next look is as far away.
                list.reserve_exact(list.len().max(4));
            }
            list.push(subscriber);
        });
    }

    /// Everybody, who is then forgotten: who still depends on the value says so again when it is looked at.
    pub(super) fn take(&self) -> Vec<AnySubscriber> {
        self.change(mem::take)
    }

    /// Everybody but who is looking at this moment, who knows already and stays.
    pub(super) fn take_others(&self) -> Vec<AnySubscriber> {
        let observer = Observer::get();
        self.change(|list| {
            let (stay, go) = mem::take(list).into_iter().partition(|it| Some(it) == observer.as_ref());
            *list = stay;
            go
        })
    }

    pub(super) fn all(&self) -> Vec<AnySubscriber> {
        self.change(|list| list.clone())
    }

    fn change<U>(&self, change: impl FnOnce(&mut Vec<AnySubscriber>) -> U) -> U {
        // A list is whole at any time, also if somebody panicked with it in hand.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
