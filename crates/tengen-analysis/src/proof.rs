//! Forced wins and their proofs.

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Move, Point, Position};

/// The result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub verdict: Verdict,
    /// Visited nodes. Without a limit of time and without a stop they are the same on every machine.
    pub nodes: u64,
}

/// The answer of a solver about a forced win of the requested kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The win exists.
    Proved(Proof),
    /// The win does not exist: everything was tried.
    Refuted,
    /// The solver had to end without an answer.
    Unknown(SolveStop),
}

/// The reason for which a solver ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolveStop {
    /// The limit of nodes.
    Nodes,
    /// The limit of time.
    Time,
    /// The stop handle was used.
    Stopped,
}

impl SolveStop {
    /// The name in lower case: `nodes`, `time` or `stopped`.
    pub const fn name(self) -> &'static str {
        match self {
            SolveStop::Nodes => "nodes",
            SolveStop::Time => "time",
            SolveStop::Stopped => "stopped",
        }
    }
}

/// A proof that the attacker wins by force: the attacker's moves, and the continuation after every defence.
///
/// The proof is about the given position with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The winning side.
    pub attacker: Color,
    /// Plies until the win when the defender resists as long as the tree lets it: odd, and 1 for a win with the next
    /// move.
    pub plies: u32,
    /// The principal variation: the attacker's moves in turn with defences that resist for `plies` plies. Its first
    /// and last moves are the attacker's; the last one wins.
    pub line: Vec<Move>,
    /// The turns of the attacker that can come up, each behind all those that can follow it. The last is the position
    /// of the question.
    ///
    /// Different moves may lead to the same turn, so that this is a graph rather than a tree; since the indices fall
    /// along every line, it has no cycle. To be walked without recursion where lines may be long.
    pub turns: Vec<AttackerTurn>,
}

/// A turn of the attacker: its move, and its next turn after each defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackerTurn {
    /// The attacker's move.
    pub attack: Point,
    /// Defences with answers of their own: the defender's move, and the index of the attacker's next turn in
    /// [`Proof::turns`]. No move is named twice. A defence may be named that is not legal for once.
    #[serde(default)]
    pub defences: Vec<(Point, usize)>,
    /// The attacker's next turn after every legal move that is not named, a pass included where the rule allows one.
    /// `None` only if `attack` wins; there is no defence then.
    #[serde(default)]
    pub otherwise: Option<usize>,
}

impl AttackerTurn {
    /// Whether the attack wins at once.
    pub fn wins(&self) -> bool {
        self.otherwise.is_none()
    }

    /// The index of the attacker's next turn after a defence; `None` if there is none any more.
    pub fn after(&self, defence: Move) -> Option<usize> {
        let named = self.defences.iter().find(|(point, _)| defence == *point);
        named.map(|&(_, turn)| turn).or(self.otherwise)
    }

    fn next_turns(&self) -> impl Iterator<Item = usize> {
        self.defences.iter().map(|&(_, turn)| turn).chain(self.otherwise)
    }
}

impl Proof {
    /// Makes a proof of its turns, each behind all those that can follow it. `start` has the attacker to move.
    pub fn new(start: &Position, turns: Vec<AttackerTurn>) -> Proof {
        let lengths = lengths(&turns);
        let line = longest_line(start, &turns, &lengths);
        let plies = lengths.last().copied().unwrap_or(0);
        Proof { attacker: start.side_to_move(), plies, line, turns }
    }

    /// The proof that begins with one of the turns, in the position in which that turn comes up.
    ///
    /// # Panics
    /// When there is no such turn.
    pub fn at_turn(&self, position: &Position, turn: usize) -> Proof {
        // Turns lead only to turns before them.
        Proof::new(position, self.turns[..=turn].to_vec())
    }

    /// The attacker's first move.
    pub fn first(&self) -> Option<Point> {
        self.turns.last().map(|turn| turn.attack)
    }

    /// Plies until the win from each turn on, its attack included, when the defender resists as long as it can: odd, and 1
    /// where the attack wins.
    pub fn lengths(&self) -> Vec<u32> {
        lengths(&self.turns)
    }
}

fn lengths(turns: &[AttackerTurn]) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::with_capacity(turns.len());
    for turn in turns {
        // A turn leads only to turns before it, whose lengths are known.
        let longest = turn.next_turns().filter_map(|next| lengths.get(next)).max();
        lengths.push(longest.map_or(1, |longest| longest.saturating_add(2)));
    }
    lengths
}

fn longest_line(start: &Position, turns: &[AttackerTurn], lengths: &[u32]) -> Vec<Move> {
    let mut position = start.clone();
    let mut line = Vec::new();
    let Some(mut at) = turns.len().checked_sub(1) else { return line };
    loop {
        let turn = &turns[at];
        line.push(Move::Place(turn.attack));
        position.play_unchecked(turn.attack);
        let Some(otherwise) = turn.otherwise else { return line };
        let legal = turn.defences.iter().filter(|(point, _)| position.check(*point).is_ok());
        let named = legal.map(|&(point, next)| (lengths[next], Move::Place(point), next));
        // The first of the longest: the solver names the defence that suggests itself first.
        let named = named.reduce(|best, other| if other.0 > best.0 { other } else { best });
        let (defence, next) = match named {
            Some((length, defence, next)) if length >= lengths[otherwise] => (defence, next),
            _ => {
                let is_named = |point| turn.defences.iter().any(|&(named, _)| named == point);
                (idle_move(&position, turn.attack, is_named).unwrap_or(Move::Pass), otherwise)
            }
        };
        line.push(defence);
        position.play_unchecked(defence);
        at = next;
    }
}

/// A move that represents all moves that are no defence, as a person might play it: of these the nearest to the last attack,
/// and of several the nearest to the centre of the board. A pass if only that is left.
pub fn idle_move(position: &Position, attack: Point, is_defence: impl Fn(Point) -> bool) -> Option<Move> {
    let distance = |a: Point, b: Point| {
        let [dx, dy] = [a.x().abs_diff(b.x()), a.y().abs_diff(b.y())].map(u32::from);
        dx * dx + dy * dy
    };
    let centre = position.size().center();
    let idle = position.legal_moves().filter(|&point| !is_defence(point));
    let nearest = idle.min_by_key(|&point| (distance(point, attack), distance(point, centre)));
    nearest.map(Move::Place).or_else(|| position.check(Move::Pass).is_ok().then_some(Move::Pass))
}
