use std::alloc::System;

use cap::Cap;
use leptos::prelude::{ArcRwSignal, Get as _, Owner};
use leptos::reactive::graph::{AnySource, ReactiveNode, Subscriber, WithObserver as _};

use super::*;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// An effect that takes much memory, so that the allocations of the other tests are small beside it.
struct Large {
    _payload: [u8; 1 << 16],
}

impl ReactiveNode for Large {
    fn mark_dirty(&self) {}
    fn mark_check(&self) {}
    fn mark_subscribers_check(&self) {}
    fn update_if_necessary(&self) -> bool {
        false
    }
}

impl Subscriber for Large {
    fn add_source(&self, _: AnySource) {}
    fn clear_sources(&self, _: &AnySubscriber) {}
}

/// The number of bytes that remain of a thousand effects that have read a signal once, and have ended.
fn left_by_effects(look: impl Fn()) -> usize {
    let before = ALLOCATOR.allocated();
    for _ in 0..1_000 {
        let effect = Arc::new(Large { _payload: [0; 1 << 16] });
        let weak = Arc::downgrade(&effect);
        AnySubscriber(Arc::as_ptr(&effect).addr(), weak).with_observer(&look);
    }
    ALLOCATOR.allocated().saturating_sub(before)
}

#[test]
fn ended_effects_are_released_here_and_not_by_leptos() {
    let owner = Owner::new();
    owner.with(|| {
        let (signal, memo) = (RwSignal::new(1), Memo::new(|_| 1));
        let derived = Signal::derive(move || signal.get() + memo.get());
        assert!(left_by_effects(|| assert_eq!(derived.get(), 2)) < 16 << 20);
        let of_leptos = ArcRwSignal::new(1);
        assert!(left_by_effects(|| assert_eq!(of_leptos.get(), 1)) > 48 << 20, "Leptos releases them, too");
    });
}
