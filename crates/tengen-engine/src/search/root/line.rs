use crate::board::Cell;

/// A score with the moves that lead there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) score: i32,
    pub(crate) pv: Vec<Cell>,
}
