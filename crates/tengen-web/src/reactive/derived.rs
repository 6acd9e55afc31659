//! A value that somebody can be asked for.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use leptos::prelude::{GetValue, StoredValue};

use super::{Memo, RwSignal, Shared, as_known};

/// A value that is computed whenever somebody looks. It changes when something that it is computed from does.
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
        let compute = self.compute.try_get_value().expect("nobody uses a signal after its owner has ended");
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
