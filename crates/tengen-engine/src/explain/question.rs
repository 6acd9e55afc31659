use super::Means;
use crate::solve::SolveStop;

/// Something that a solver had to give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// What was asked.
    pub question: Question,
    /// Whether the win was to be by fours or by threats.
    pub means: Means,
    /// Why there was no answer.
    pub stop: SolveStop,
}

/// What is asked about forced wins. Each question is that of a [`Fact`](super::Fact).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Whether the move is the first of a forced win; if it is not, whether it misses one is undecided, too.
    StartsWin,
    /// Whether the mover had a forced win; the move begins none.
    MissesWin,
    /// Whether the opponent has a forced win after the move.
    AllowsWin,
    /// Whether the opponent would have had a forced win without the move.
    PreventsWin,
    /// Whether the move threatens a forced win.
    ThreatensWin,
}

impl Question {
    /// The name in lower case with hyphens, as that of the [fact](super::Fact::name): `starts-win`.
    pub const fn name(self) -> &'static str {
        match self {
            Question::StartsWin => "starts-win",
            Question::MissesWin => "misses-win",
            Question::AllowsWin => "allows-win",
            Question::PreventsWin => "prevents-win",
            Question::ThreatensWin => "threatens-win",
        }
    }
}
