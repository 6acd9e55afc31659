use tengen_game::{Color, Move, Point, Position};

/// A proof that the attacker wins by force: what the attacker plays, and what follows every defence.
///
/// It speaks about the position that was asked about with the attacker to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who wins.
    pub attacker: Color,
    /// Plies until the win when the defender resists as long as the tree lets it: odd, and 1 for a win with the next
    /// move.
    pub plies: u32,
    /// The principal variation: the attacker's moves in turn with defences that resist for `plies` plies. Its first
    /// and last moves are the attacker's; the last one wins.
    pub line: Vec<Move>,
    /// The turns of the attacker that can come up, each behind all those that can follow it. The last is the position
    /// that was asked about.
    ///
    /// Different moves may lead to the same turn, so that this is a graph rather than a tree; since the indices fall
    /// along every line, it has no cycle. To be walked without recursion where lines may be long.
    pub turns: Vec<AttackerTurn>,
}

/// What the attacker plays when it is its turn, and what it plays next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackerTurn {
    /// The attacker's move.
    pub attack: Point,
    /// Defences with answers of their own: the defender's move, and the index of the attacker's next turn in
    /// [`Proof::turns`]. No move is named twice. A defence may be named that is not legal for once.
    pub defences: Vec<(Point, usize)>,
    /// The attacker's next turn after every legal move that is not named, a pass included where the rule allows one.
    /// `None` only if `attack` wins; there is no defence then.
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
    /// Makes a proof of its turns. `start` has the attacker to move.
    pub(super) fn new(start: &Position, turns: Vec<AttackerTurn>) -> Proof {
        let lengths = lengths(&turns);
        let line = longest_line(start, &turns, &lengths);
        let plies = lengths.last().copied().unwrap_or(0);
        Proof { attacker: start.side_to_move(), plies, line, turns }
    }

    /// The proof that begins with one of the turns, in the position in which that turn comes up.
    ///
    /// # Panics
    /// When there is no such turn.
    pub(crate) fn from_turn(&self, position: &Position, turn: usize) -> Proof {
        // Turns lead only to turns before them.
        Proof::new(position, self.turns[..=turn].to_vec())
    }

    /// The attacker's first move.
    pub fn first(&self) -> Option<Point> {
        self.turns.last().map(|turn| turn.attack)
    }
}

/// How many plies the defender can hold out from each turn on.
fn lengths(turns: &[AttackerTurn]) -> Vec<u32> {
    let mut lengths: Vec<u32> = Vec::with_capacity(turns.len());
    for turn in turns {
        let longest = turn.next_turns().map(|next| lengths[next]).max();
        lengths.push(longest.map_or(1, |longest| longest + 2));
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
            _ => (unnamed_defence(&position, turn), otherwise),
        };
        line.push(defence);
        position.play_unchecked(defence);
        at = next;
    }
}

/// Some move that a turn does not name; a pass where there is no other.
fn unnamed_defence(position: &Position, turn: &AttackerTurn) -> Move {
    let mut legal = position.legal_moves();
    let unnamed = legal.find(|point| turn.defences.iter().all(|(named, _)| named != point));
    unnamed.map_or(Move::Pass, Move::Place)
}
