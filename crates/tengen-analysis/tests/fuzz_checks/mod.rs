//! Properties of any message between a front end and its workers: one check for each fuzz target.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::wire;
use tengen_game::Position;

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// The targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] = &[("worker_message", worker_message)];

/// Messages between the page and its worker.
fn worker_message(bytes: &[u8]) {
    if let Ok(request) = serde_json::from_slice::<Request>(bytes) {
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request);
    }
    if let Ok(response) = wire::read::<Response>(bytes) {
        assert_eq!(wire::read(&wire::write(&response)), Ok(response));
    }
    if let Ok(position) = serde_json::from_slice::<Position>(bytes) {
        let text = serde_json::to_string(&position).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), position);
    }
}
