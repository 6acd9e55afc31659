use tengen_analysis::Classic;
use tengen_classic::GameTreeOptionsError;
use tengen_engine::HashError;
use tengen_engine::explain::ExplainError;
use tengen_engine::opening::DecideError;
use tengen_engine::review::ReviewError;
use tengen_game::PlayError;

/// The reason why a request is not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Point(#[from] PlayError),
    #[error(transparent)]
    Explain(#[from] ExplainError),
    #[error(transparent)]
    Review(#[from] ReviewError),
    #[error("the game is over: there is no attack to look for")]
    Over,
    #[error("expected `moves` and `excluded` to leave a legal move to choose, found none left")]
    NothingToChoose,
    #[error("only the engine finds several lines and searches chosen moves; `{0}` does not")]
    EngineAlone(Classic),
    #[error(transparent)]
    GameTree(#[from] GameTreeOptionsError),
    #[error("{classic} searches 1 to {most} plies deep, not {found}")]
    Depth { classic: Classic, most: u32, found: u32 },
    #[error("{classic} tries 1 to {most} moves in each position, not {found}")]
    Breadth { classic: Classic, most: u32, found: u32 },
    #[error("{classic} thinks for 100 to 10000 ms, not {found} ms")]
    Time { classic: Classic, found: u128 },
    #[error("`{name}` has no {setting} that could be set")]
    NothingToTune { name: &'static str, setting: &'static str },
    #[error(transparent)]
    Decide(#[from] DecideError),
    #[error("expected a limit of time or nodes for a decision, found none")]
    EndlessDecision,
    #[error("a bench searches {most} plies deep at most, not {found}")]
    DeepBench { most: u32, found: u32 },
    #[error("expected at least 1 thread, found 0")]
    NoThreads,
    #[error("expected at least 1 MiB of memory, found 0")]
    NoHash,
    #[error(transparent)]
    Hash(#[from] HashError),
}
