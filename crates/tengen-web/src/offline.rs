//! The page without a network, where its host offers that: a service worker caches the page, and a newer version waits until the user opens
//! it, so that the page does not change during a game.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Event, EventTarget, HtmlMetaElement, ServiceWorker, ServiceWorkerRegistration, ServiceWorkerState,
};

use crate::reactive::RwSignal;

/// A newer version of the page.
#[derive(Clone, Copy)]
pub(crate) struct Newer {
    is_there: RwSignal<bool>,
    worker: StoredValue<Option<ServiceWorker>, LocalStorage>,
}

impl Newer {
    /// Registers the service worker that the document names, and detects newer versions.
    pub(crate) fn follow() {
        let newer = Newer { is_there: RwSignal::new(false), worker: StoredValue::new_local(None) };
        provide_context(newer);
        let meta = document().query_selector("meta[name=tengen-offline]").ok().flatten();
        let Some(meta) = meta.and_then(|meta| meta.dyn_into::<HtmlMetaElement>().ok()) else { return };
        let container = window().navigator().service_worker();
        // Browsers have no service workers on insecure pages.
        if container.is_undefined() {
            return;
        }
        spawn_local(async move {
            let registered = JsFuture::from(container.register(&meta.content())).await;
            match registered.and_then(JsCast::dyn_into::<ServiceWorkerRegistration>) {
                Ok(registration) => newer.watch(registration),
                Err(reason) => {
                    leptos::logging::warn!("cannot cache the page for offline use: {reason:?}");
                }
            }
        });
    }

    /// Whether a newer version waits.
    pub(crate) fn is_there() -> bool {
        use_context::<Newer>().is_some_and(|newer| newer.is_there.get())
    }

    /// Replaces this page by the newer version. The game on the board is saved.
    pub(crate) fn open() {
        let Some(worker) = use_context::<Newer>().and_then(|newer| newer.worker.get_value()) else { return };
        listen(&window().navigator().service_worker(), "controllerchange", || {
            // Every address of the page can be reloaded.
            let _ = window().location().reload();
        });
        if worker.state() == ServiceWorkerState::Installed {
            // A string can always be posted.
            let _ = worker.post_message(&"take-over".into());
        } else {
            // Another window has activated the newer version already.
            let _ = window().location().reload();
        }
    }

    fn watch(self, registration: ServiceWorkerRegistration) {
        if let Some(waiting) = registration.waiting() {
            self.found(waiting);
        }
        self.wait_for_next(&registration);
        let of = registration.clone();
        listen(&registration, "updatefound", move || self.wait_for_next(&of));
    }

    /// Waits until the worker that is being installed has cached everything.
    fn wait_for_next(self, registration: &ServiceWorkerRegistration) {
        // The first version of all is not a newer one: nothing was cached before.
        let is_first = registration.active().is_none();
        let Some(worker) = registration.installing().filter(|_| !is_first) else { return };
        let coming = worker.clone();
        listen(&worker, "statechange", move || {
            if coming.state() == ServiceWorkerState::Installed {
                self.found(coming.clone());
            }
        });
    }

    fn found(self, worker: ServiceWorker) {
        // The page may have been taken down by now.
        if self.is_there.try_get_untracked().is_some() {
            self.worker.set_value(Some(worker));
            self.is_there.set(true);
        }
    }
}

/// Listens to an event for the lifetime of the page, because service workers outlive every unit on it.
fn listen(target: &EventTarget, name: &str, heard: impl Fn() + 'static) {
    let heard = Closure::<dyn Fn(Event)>::new(move |_| heard());
    // A listener can always be added.
    let _ = target.add_event_listener_with_callback(name, heard.as_ref().unchecked_ref());
    heard.forget();
}
