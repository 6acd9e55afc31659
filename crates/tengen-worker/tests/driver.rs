//! The engine driver, with the engine service and with a service that panics.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use tengen_analysis::engine::{Request, Response};
use tengen_worker::Service;
use tengen_worker::driver::{Driver, Event};
use tengen_worker::engine::{EngineOptions, EngineService};

const LONG: Duration = Duration::from_secs(30);

/// A driver of the engine with two threads, the receiver of its events, and a value that lives as long as its thread.
fn start() -> (Driver<Request>, Receiver<Event<Response>>, Arc<()>) {
    let alive = Arc::new(());
    let (sender, events) = channel();
    let options = EngineOptions { threads: 2, ..EngineOptions::default() };
    let of_thread = Arc::clone(&alive);
    let make = move |stopper| {
        let _ = &of_thread;
        EngineService::with_stopper(options.clone(), stopper)
    };
    let driver = Driver::start("engine", make, move |event| sender.send(event).is_ok()).unwrap();
    assert_eq!(events.recv_timeout(LONG), Ok(Event::Ready));
    (driver, events, alive)
}

fn wait_for_the_end_of_the_thread(alive: &Arc<()>) {
    let start = Instant::now();
    while Arc::strong_count(alive) > 1 {
        assert!(start.elapsed() < LONG);
        thread::sleep(Duration::from_millis(5));
    }
}

/// A search within these limits, of a position in which nothing is decided.
fn search(id: u32, limits: &str) -> Request {
    let position = r#"{"rule":"freestyle","size":15,"moves":[[7,7],[8,8]]}"#;
    Request::read(&format!(r#"{{"type":"search","id":{id},"position":{position},"limits":{{{limits}}}}}"#))
        .unwrap()
}

fn endless(id: u32) -> Request {
    search(id, "")
}

/// The response that ends a task, with the progress before it.
fn finished(events: &Receiver<Event<Response>>) -> (Vec<u32>, Response) {
    let mut depths = Vec::new();
    loop {
        match events.recv_timeout(LONG).unwrap() {
            Event::Report(Response::Progress { progress, .. }) => depths.push(progress.depth),
            Event::Report(last) => return (depths, last),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_search_that_is_stopped_returns_a_move() {
    let (driver, events, _) = start();
    driver.send(endless(1));
    assert!(matches!(events.recv_timeout(LONG), Ok(Event::Report(Response::Progress { id: 1, .. }))));
    driver.stop(1);
    let (_, last) = finished(&events);
    assert!(matches!(last, Response::Finished { id: 1, best_move: Some(_), .. }), "{last:?}");
}

#[test]
fn a_search_that_is_stopped_before_it_begins_returns_a_move() {
    let (driver, events, _) = start();
    driver.stop(1);
    driver.send(endless(1));
    let (_, last) = finished(&events);
    assert!(matches!(last, Response::Finished { id: 1, best_move: Some(_), .. }), "{last:?}");
    driver.send(search(2, r#""depth":3"#));
    let (_, last) = finished(&events);
    assert!(matches!(last, Response::Finished { id: 2, progress, .. } if progress.depth == 3));
}

#[test]
fn progress_is_delivered_in_order() {
    let (driver, events, _) = start();
    driver.send(search(1, r#""depth":6"#));
    let (mut depths, last) = finished(&events);
    assert!(depths.is_sorted(), "{depths:?}");
    depths.dedup();
    assert_eq!(depths.iter().filter(|&&depth| depth > 0).count(), 6, "{depths:?}");
    assert!(matches!(last, Response::Finished { id: 1, .. }), "{last:?}");
}

#[test]
fn a_driver_that_is_dropped_ends_its_thread_in_the_middle_of_a_search() {
    let (driver, events, alive) = start();
    driver.send(endless(1));
    assert!(events.recv_timeout(LONG).is_ok());
    assert_eq!(Arc::strong_count(&alive), 2);
    drop(driver);
    wait_for_the_end_of_the_thread(&alive);
}

#[test]
fn a_driver_that_is_joined_has_ended_its_thread_when_it_is_dropped() {
    let (driver, _events, alive) = start();
    let driver = driver.joined_on_drop();
    driver.send(endless(1));
    drop(driver);
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[test]
fn a_driver_whose_listener_is_gone_ends_its_thread() {
    let (driver, events, alive) = start();
    drop(events);
    driver.send(endless(1));
    wait_for_the_end_of_the_thread(&alive);
}

/// A service that adds the numbers of its requests, and panics at one of them.
struct Adder {
    sum: u32,
}

const UNLUCKY: u32 = 13;

impl Service for Adder {
    type Request = u32;
    type Report = u32;

    fn is_busy(&self) -> bool {
        false
    }

    fn receive(&mut self, request: u32, report: &mut dyn FnMut(u32)) {
        assert_ne!(request, UNLUCKY);
        self.sum += request;
        report(self.sum);
    }

    fn advance(&mut self, _slice: Duration, _report: &mut dyn FnMut(u32)) {}
}

#[test]
fn a_panic_is_reported_and_the_driver_goes_on_with_another_service() {
    let (sender, events) = channel();
    let driver =
        Driver::start("adder", |_| Adder { sum: 0 }, move |event| sender.send(event).is_ok()).unwrap();
    for request in [1, 2, UNLUCKY, 4] {
        driver.send(request);
    }
    let events: Vec<_> = (0..6).map(|_| events.recv_timeout(LONG).unwrap()).collect();
    let expected =
        [Event::Ready, Event::Report(1), Event::Report(3), Event::Crashed, Event::Ready, Event::Report(4)];
    assert_eq!(events, expected);
}

#[test]
fn a_service_that_cannot_be_made_is_reported_once() {
    let (sender, events) = channel();
    let make = |_| -> Adder { panic!("a test") };
    let _driver = Driver::start("adder", make, move |event| sender.send(event).is_ok()).unwrap();
    assert_eq!(events.recv_timeout(LONG), Ok(Event::Crashed));
    assert!(events.recv_timeout(LONG).is_err(), "the thread has ended");
}
