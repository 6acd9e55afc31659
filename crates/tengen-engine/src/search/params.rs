/// The numbers of the search that only measuring can find. `docs/strength.md` says what was tried.
///
/// Scores are in engine units, reductions in 1,024ths of a ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    /// Reverse futility: up to this depth, and what the opponent is trusted to make up for with each ply.
    pub(super) reverse_depth: i32,
    pub(super) reverse_margin: i32,
    /// Singular extension: from this depth on, and how much better the move must be than all others.
    pub(super) singular_depth: i32,
    pub(super) singular_margin: i32,
    /// Futility: up to this depth, and what one more ply of quiet play is trusted to bring.
    pub(super) futility_depth: i32,
    pub(super) futility_margin: i32,
    /// Late-move reductions: after so many moves; the least, and the percentage of the product of the logarithms.
    pub(super) reduction_after: i32,
    pub(super) reduction_base: i32,
    pub(super) reduction_percent: i32,
    /// What is taken from the reduction on a principal variation.
    pub(super) reduction_pv: i32,
    /// Move-count pruning: so many quiet moves, and this percentage of the squared depth.
    pub(super) moves_base: i32,
    pub(super) moves_percent: i32,
}

impl Params {
    pub(super) const DEFAULT: Params = Params {
        reverse_depth: 9,
        reverse_margin: 60,
        singular_depth: 6,
        singular_margin: 30,
        futility_depth: 6,
        futility_margin: 60,
        reduction_after: 3,
        reduction_base: 768,
        reduction_percent: 75,
        reduction_pv: 1024,
        moves_base: 3,
        moves_percent: 100,
    };
}
