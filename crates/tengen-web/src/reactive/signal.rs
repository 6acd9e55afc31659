//! A value that can be changed.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, PoisonError, RwLock};

use leptos::prelude::{GetValue, StoredValue};
use leptos::reactive::graph::{Observer, ReactiveNode as _};

use super::subscribers::Subscribers;
use super::{Erased, as_known};

/// A value that tells whoever looked at it when it changes. It lives as long as the owner under which it was made; copies are
/// handles of the same.
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
    node(of).expect("nobody uses a signal after its owner has ended")
}

impl<T: Send + Sync + 'static> RwSignal<T> {
    pub(crate) fn new(value: T) -> RwSignal<T> {
        let node = Node { value: RwLock::new(Box::new(value)), subscribers: Subscribers::default() };
        RwSignal { node: StoredValue::new(Arc::new(node)), value: PhantomData }
    }

    /// Gives the value, or a part of it, to `look`; whoever is computing or drawing does so again when it changes.
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

    /// Sets the value and tells of it, also if it is the same as before. As with every change, nothing happens if the owner has ended:
    /// what was begun before then may come back after.
    pub(crate) fn set(self, value: T) {
        self.update(|held| *held = value);
    }

    pub(crate) fn update(self, change: impl FnOnce(&mut T)) {
        self.try_update(change);
    }

    /// Changes the value, tells of it, and gives the answer of `change`; `None` if the owner has ended.
    pub(crate) fn try_update<U>(self, change: impl FnOnce(&mut T) -> U) -> Option<U> {
        let node = node(self.node)?;
        let answer = write(&node, change);
        node.notify();
        Some(answer)
    }

    /// Tells everybody that the value has changed.
    pub(crate) fn notify(self) {
        if let Some(node) = node(self.node) {
            node.notify();
        }
    }
}

fn read<T: 'static, U>(node: &Node, look: impl FnOnce(&T) -> U) -> U {
    let (mut look, mut answer) = (Some(look), None);
    node.look(&mut |value| answer = look.take().map(|look| look(as_known(value))));
    answer.expect("a node lets its value be seen once")
}

fn write<T: 'static, U>(node: &Node, change: impl FnOnce(&mut T) -> U) -> U {
    let (mut change, mut answer) = (Some(change), None);
    node.change(&mut |value| {
        let value = value.downcast_mut().expect("a handle has the type of the value it was made for");
        answer = change.take().map(|change| change(value));
    });
    answer.expect("a node lets its value be changed once")
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
