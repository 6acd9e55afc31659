//! The analysis board: the user moves both sides, and the game waits unchanged.
//!
//! A front end without the feature `analysis-board` contains nothing of this: no value of [`AnalysisBoard`] exists there.

#[cfg(feature = "analysis-board")]
mod board;
#[cfg(feature = "analysis-board")]
mod saved;
#[cfg(not(feature = "analysis-board"))]
mod without;

#[cfg(feature = "analysis-board")]
pub(crate) use board::Analysed;
#[cfg(feature = "analysis-board")]
pub use board::AnalysisBoard;
#[cfg(feature = "analysis-board")]
pub use saved::SavedAnalysis;
#[cfg(not(feature = "analysis-board"))]
pub use without::AnalysisBoard;
