use super::ReviewLimits;

/// How thoroughly a game is gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effort {
    /// A few seconds for a game.
    Quick,
    /// Some ten seconds for a game.
    #[default]
    Normal,
    /// Some minutes for a game.
    Thorough,
}

impl Effort {
    /// All of them, the smallest first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Normal, Effort::Thorough];

    /// What it allows for a position. All of it is counted in nodes, so that a review is the same on every machine.
    pub const fn limits(self) -> ReviewLimits {
        let (nodes, solver_nodes, threat_nodes, last_nodes, holds) = match self {
            Effort::Quick => (10_000, 3_000, 1_000, 4_000, 4),
            Effort::Normal => (40_000, 10_000, 10_000, 40_000, 6),
            Effort::Thorough => (400_000, 50_000, 100_000, 400_000, 10),
        };
        ReviewLimits { nodes: Some(nodes), time: None, solver_nodes, threat_nodes, last_nodes, holds }
    }
}
