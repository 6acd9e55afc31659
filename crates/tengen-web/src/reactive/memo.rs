//! Cached computed values.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{ArcMemo, GetValue, StoredValue, WithUntracked};
use leptos::reactive::graph::{
    AnySource, AnySubscriber, Observer, ReactiveNode, Source as _, Subscriber, ToAnySource as _,
};

use super::{Shared, Subscribers, as_known};

/// A value that is computed from others. After a change of those it is computed again at the next reading, and it notifies only if the
/// result differs.
pub(crate) struct Memo<T> {
    node: StoredValue<Arc<Node>>,
    value: PhantomData<fn() -> T>,
}

struct Node {
    memo: ArcMemo<Value>,
    relay: Arc<Relay>,
}

/// A value, with the comparison for its type.
#[derive(Clone)]
struct Value {
    shared: Shared,
    is_same: fn(&Shared, &Shared) -> bool,
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        (self.is_same)(&self.shared, &other.shared)
    }
}

type Compute = Box<dyn Fn(Option<&Value>) -> Value + Send + Sync>;

fn node(compute: Compute) -> Arc<Node> {
    let memo = ArcMemo::new(compute);
    let relay = Arc::new(Relay(Subscribers::default()));
    let weak = Arc::downgrade(&relay);
    memo.to_any_source().add_subscriber(AnySubscriber(Arc::as_ptr(&relay).addr(), weak));
    Arc::new(Node { memo, relay })
}

impl Node {
    fn track(&self) {
        if let Some(observer) = Observer::get() {
            // The observer reads from the memo whether it has changed, but is notified by the relay.
            observer.add_source(self.memo.to_any_source());
            self.relay.0.add(observer);
        }
    }

    fn value(&self) -> Shared {
        self.memo.with_untracked(|value| value.shared.clone())
    }
}

impl<T: PartialEq + Send + Sync + 'static> Memo<T> {
    /// A memo of the result of `compute`, which receives its previous result.
    pub(crate) fn new(compute: impl Fn(Option<&T>) -> T + Send + Sync + 'static) -> Memo<T> {
        let compute = move |before: Option<&Value>| Value {
            shared: Arc::new(compute(before.map(|value| as_known(&*value.shared)))),
            is_same: |one, other| as_known::<T>(&**one) == as_known::<T>(&**other),
        };
        Memo { node: StoredValue::new(node(Box::new(compute))), value: PhantomData }
    }
}

fn living(of: StoredValue<Arc<Node>>) -> Arc<Node> {
    of.try_get_value().expect("no memo is used after its owner has ended")
}

fn look(of: StoredValue<Arc<Node>>) -> Shared {
    let node = living(of);
    node.track();
    node.value()
}

impl<T: 'static> Memo<T> {
    /// Calls `see` with the value. The effect or memo that reads it runs again when it changes.
    pub(crate) fn with<U>(self, see: impl FnOnce(&T) -> U) -> U {
        see(as_known(&*look(self.node)))
    }

    pub(crate) fn get(self) -> T
    where
        T: Clone,
    {
        self.with(T::clone)
    }

    pub(crate) fn with_untracked<U>(self, see: impl FnOnce(&T) -> U) -> U {
        see(as_known(&*living(self.node).value()))
    }

    pub(crate) fn get_untracked(self) -> T
    where
        T: Clone,
    {
        self.with_untracked(T::clone)
    }
}

impl<T> Clone for Memo<T> {
    fn clone(&self) -> Memo<T> {
        *self
    }
}

impl<T> Copy for Memo<T> {}

impl<T> fmt::Debug for Memo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

/// The only subscriber of a memo in Leptos's graph. It passes notifications on to Tengen's subscribers.
struct Relay(Subscribers);

impl ReactiveNode for Relay {
    fn mark_dirty(&self) {
        self.0.take_others().iter().for_each(|subscriber| subscriber.mark_dirty());
    }

    fn mark_check(&self) {
        self.0.all().iter().for_each(|subscriber| subscriber.mark_check());
    }

    fn mark_subscribers_check(&self) {
        self.mark_check();
    }

    fn update_if_necessary(&self) -> bool {
        false
    }
}

impl Subscriber for Relay {
    fn add_source(&self, _: AnySource) {}

    fn clear_sources(&self, _: &AnySubscriber) {}
}
