use serde::{Deserialize, Serialize};

use tengen_game::Color;

use super::PointMessage;
use crate::StopReason;

/// Whether there is a forced win: `"proved"`, `"refuted"` or, for instance, `{"unknown":"time"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictMessage {
    /// There is one, with its proof.
    Proved,
    /// There is none of the kind that was asked for.
    Refuted,
    /// The solver had to end before it knew, for this reason.
    Unknown(StopReason),
}

/// What the attacker plays, and what follows every defence, in the position that was asked about with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofMessage {
    /// Who wins.
    pub attacker: Color,
    /// Plies until the win when the defender resists as long as it can: odd, and 1 for a win with the next move.
    pub plies: u32,
    /// A line of that length; `None` is a pass.
    pub line: Vec<Option<PointMessage>>,
    /// The turns of the attacker that can come up, each behind all those that can follow it. The last is that of the
    /// position that was asked about. Different moves may lead to the same turn.
    pub turns: Vec<TurnMessage>,
}

/// What the attacker plays when it is its turn, and what it plays next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnMessage {
    /// The attacker's move.
    pub attack: PointMessage,
    /// Defences with answers of their own: the defender's move, and the index of the attacker's next turn.
    #[serde(default)]
    pub defences: Vec<(PointMessage, u32)>,
    /// The attacker's next turn after every other move, a pass included. `None` only if the attack wins.
    #[serde(default)]
    pub otherwise: Option<u32>,
}

impl ProofMessage {
    /// The attacker's turn in the position that was asked about.
    pub fn first(&self) -> Option<&TurnMessage> {
        self.turns.last()
    }

    /// The attacker's next turn after a defence, `None` being a pass; `None` if the attack has won.
    pub fn after(&self, turn: &TurnMessage, defence: Option<PointMessage>) -> Option<&TurnMessage> {
        let named = turn.defences.iter().find(|(point, _)| Some(*point) == defence);
        let next = named.map(|&(_, next)| next).or(turn.otherwise)?;
        self.turns.get(usize::try_from(next).ok()?)
    }

    /// Plies until the win from each turn on, its attack included, when the defender resists as long as it can: odd, and 1
    /// where the attack wins.
    pub fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.turns.len());
        for turn in &self.turns {
            let next = turn.defences.iter().map(|&(_, next)| next).chain(turn.otherwise);
            // A turn leads only to turns before it, whose lengths are known.
            let longest = next.filter_map(|next| lengths.get(usize::try_from(next).ok()?)).max();
            lengths.push(longest.map_or(1, |longest| longest.saturating_add(2)));
        }
        lengths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_played_through() {
        let proof: ProofMessage = serde_json::from_str(
            r#"{"attacker": "white", "plies": 3, "line": [[1, 1], [2, 2], [3, 3]], "turns": [
                {"attack": [3, 3]}, {"attack": [4, 4]},
                {"attack": [1, 1], "defences": [[[3, 3], 1]], "otherwise": 0}]}"#,
        )
        .unwrap();
        let first = proof.first().unwrap();
        assert_eq!(first.attack, (1, 1));
        let after = |defence| proof.after(first, defence).unwrap();
        assert_eq!(after(Some((3, 3))).attack, (4, 4));
        assert_eq!(after(Some((9, 9))).attack, (3, 3));
        assert_eq!(after(None).attack, (3, 3));
        assert_eq!(proof.after(after(None), None), None);
        assert_eq!(proof.lengths(), [1, 1, 3]);
    }
}
