//! Signals, memos and derived signals with the names and the behaviour of Leptos's own, and two differences:
//!
//! * They store values type-erased, so that the machinery is compiled once and not once for each of about two hundred types.
//! * They release effects that have ended. In Leptos a signal keeps the memory of every ended effect until its value changes,
//!   which the language of the page, for example, never does: the memory of a page that stays open for days would grow without end.
//!   The tests of this module show this for the version of Leptos in use, and fail when a new version does not need it any more.
//!
//! Effects, owners, the arena of handles, and the algorithm that brings memos up to date are Leptos's. Of its internals the module uses
//! `leptos::reactive::graph`: `Observer`, `AnySubscriber`, `AnySource` and the traits of nodes.

mod memo;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use leptos::prelude::{GetValue, StoredValue};
use leptos::reactive::graph::{AnySubscriber, Observer, ReactiveNode as _};

pub(crate) use memo::Memo;

/// A value without its type, which only its handles have.
type Erased = dyn Any + Send + Sync;
type Shared = Arc<Erased>;

/// The value with its type.
fn as_known<T: 'static>(value: &Erased) -> &T {
    value.downcast_ref().expect("a handle has the type of the value it was made for")
}

/// A value that notifies the effects and memos that have read it when it changes. It lives as long as the owner under which it was
/// made; copies are handles of the same value.
pub(crate) struct RwSignal<T> {
    node: StoredValue<Arc<Node>>,
    value: PhantomData<fn(T) -> T>,
}

struct Node {
    value: RwLock<Box<Erased>>,
    subscribers: Subscribers,
}

impl Node {
    fn track(&self) {
        if let Some(observer) = Observer::get() {
            self.subscribers.add(observer);
        }
    }

    fn notify(&self) {
        self.subscribers.take().iter().for_each(|subscriber| subscriber.mark_dirty());
    }

    fn look(&self, look: &mut dyn FnMut(&Erased)) {
        look(&**self.value.read().unwrap_or_else(PoisonError::into_inner));
    }

    fn change(&self, change: &mut dyn FnMut(&mut Erased)) {
        change(&mut **self.value.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The node of a handle; `None` if its owner has ended.
fn node(of: StoredValue<Arc<Node>>) -> Option<Arc<Node>> {
    of.try_get_value()
}

fn living(of: StoredValue<Arc<Node>>) -> Arc<Node> {
    node(of).expect("no signal is used after its owner has ended")
}

impl<T: Send + Sync + 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> RwSignal<T> {
        let node = Node { value: RwLock::new(Box::new(value)), subscribers: Subscribers::default() };
        RwSignal { node: StoredValue::new(Arc::new(node)), value: PhantomData }
    }

    /// Calls `look` with the value. The effect or memo that reads it runs again when it changes.
    pub(crate) fn with<U>(self, look: impl FnOnce(&T) -> U) -> U {
        let node = living(self.node);
        node.track();
        read(&node, look)
    }

    pub(crate) fn with_untracked<U>(self, look: impl FnOnce(&T) -> U) -> U {
        read(&living(self.node), look)
    }

    pub(crate) fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    pub(crate) fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }

    /// The value, unless the owner has ended.
    pub(crate) fn try_get_untracked(self) -> Option<T>
    where
        T: Clone,
    {
        node(self.node).map(|node| read(&node, T::clone))
    }

    pub(crate) fn track(self) {
        if let Some(node) = node(self.node) {
            node.track();
        }
    }

    /// Sets the value and notifies, also if it is the same as before. As with every change, nothing happens if the owner has ended, because
    /// an asynchronous task may outlive its owner.
    pub(crate) fn set(self, value: T) {
        self.update(|held| *held = value);
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value, notifies, and returns the result of `change`; `None` if the owner has ended.
    pub(crate) fn try_update<U>(self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let node = node(self.node)?;
        let answer = write(&node, change);
        node.notify();
        Some(answer)
    }

    /// Notifies without a change by this handle.
    pub(crate) fn notify(self) {
        if let Some(node) = node(self.node) {
            node.notify();
        }
    }
}

fn read<T: 'static, U>(node: &Node, look: impl FnOnce(&T) -> U) -> U {
    let (mut look, mut answer) = (Some(look), None);
    node.look(&mut |value| answer = look.take().map(|look| look(as_known(value))));
    answer.expect("a node shows its value once")
}

fn write<T: 'static, U>(node: &Node, change: impl FnOnce(&mut T) -> U) -> U {
    let (mut change, mut answer) = (Some(change), None);
    node.change(&mut |value| {
        let value = value.downcast_mut().expect("a handle has the type of the value it was made for");
        answer = change.take().map(|change| change(value));
    });
    answer.expect("a node changes its value once")
}

impl<T: Default + Send + Sync + 'static> Default for RwSignal<T> {
    fn default() -> RwSignal<T> {
        RwSignal::new(T::default())
    }
}

impl<T> Clone for RwSignal<T> {
    fn clone(&self) -> RwSignal<T> {
        *self
    }
}

impl<T> Copy for RwSignal<T> {}

impl<T> fmt::Debug for RwSignal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RwSignal")
    }
}

/// A value that is computed at each reading.
pub(crate) struct Signal<T> {
    compute: StoredValue<Shared>,
    value: PhantomData<fn() -> T>,
}

type Compute<T> = Box<dyn Fn() -> T + Send + Sync>;

impl<T: 'static> Signal<T> {
    pub(crate) fn derive(compute: impl Fn() -> T + Send + Sync + 'static) -> Signal<T> {
        let compute: Compute<T> = Box::new(compute);
        Signal { compute: StoredValue::new(Arc::new(compute)), value: PhantomData }
    }

    pub(crate) fn get(self) -> T {
        let compute = self.compute.try_get_value().expect("no signal is used after its owner has ended");
        as_known::<Compute<T>>(&*compute)()
    }

    pub(crate) fn get_untracked(self) -> T {
        leptos::prelude::untrack(|| self.get())
    }
}

impl<T: Clone + Send + Sync + 'static> From<RwSignal<T>> for Signal<T> {
    fn from(signal: RwSignal<T>) -> Signal<T> {
        Signal::derive(move || signal.get())
    }
}

impl<T: Clone + 'static> From<Memo<T>> for Signal<T> {
    fn from(memo: Memo<T>) -> Signal<T> {
        Signal::derive(move || memo.get())
    }
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Signal<T> {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T> fmt::Debug for Signal<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signal")
    }
}

/// The effects and memos that depend on one value, each once.
///
/// A full list removes the subscribers that have ended, so that it is never longer than twice the number of living ones.
#[derive(Default)]
struct Subscribers(Mutex<Vec<AnySubscriber>>);

impl Subscribers {
    fn add(&self, subscriber: AnySubscriber) {
        self.change(|list| {
            if list.contains(&subscriber) {
                return;
            }
            if list.len() == list.capacity() {
                list.retain(|subscriber| subscriber.1.strong_count() > 0);
                // Doubling the capacity keeps the average cost of removing low.
                list.reserve_exact(list.len().max(4));
            }
            list.push(subscriber);
        });
    }

    /// Empties the list. A subscriber that still depends on the value is added again at its next reading.
    fn take(&self) -> Vec<AnySubscriber> {
        self.change(mem::take)
    }

    /// Empties the list except for the current observer, which has processed the change already.
    fn take_others(&self) -> Vec<AnySubscriber> {
        let observer = Observer::get();
        self.change(|list| {
            let (stay, go) = mem::take(list).into_iter().partition(|it| Some(it) == observer.as_ref());
            *list = stay;
            go
        })
    }

    fn all(&self) -> Vec<AnySubscriber> {
        self.change(|list| list.clone())
    }

    fn change<U>(&self, change: impl FnOnce(&mut Vec<AnySubscriber>) -> U) -> U {
        // The list is consistent at any time, also after a panic of another holder of the lock.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
