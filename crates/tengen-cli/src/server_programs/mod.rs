//! The engine as the server's programs: players and a judge.

mod house;
mod judge;

use std::sync::Arc;

use tengen_serve::serve::ServerPrograms;

/// A house bot at each of ten levels, and the judge.
pub(crate) fn all() -> ServerPrograms {
    ServerPrograms { house_bots: house::bots(), judge: Some(Arc::new(judge::EngineJudge::new())) }
}
