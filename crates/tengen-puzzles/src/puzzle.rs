use std::fmt;

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Point, Position, Rule};

/// A position in which one move of the side to move is right, with the proof of that.
///
/// [`check()`](crate::check()) proves it; a puzzle that was read from a file is one only after that.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The position, with the solver to move.
    pub start: Position,
    /// The task, with its solution.
    pub task: Task,
    /// The ideas of the solution.
    #[serde(default)]
    pub themes: Themes,
    /// The first rating of the puzzle on the scale of people's ratings for puzzles. It follows from the effort of a solver and from the
    /// levels of the ladder that find the solution.
    #[serde(default)]
    pub rating: u16,
    /// The lowest level of the ladder that solves the puzzle in half of its tries; 20 if none below does.
    #[serde(default)]
    pub level: u8,
}

/// What the solver has to do, with the solution and the refutations of other moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// The solver wins by fours alone. No other four wins before the last one.
    Fours {
        /// The fours of the solver, each but the last with one legal answer; the last one cannot be stopped.
        line: Vec<Point>,
        /// The fours with which the other side wins where the solver makes no four; empty if it does not win so.
        #[serde(default)]
        counter: Vec<Point>,
    },
    /// The solver wins by threats: each move makes a four or threatens to win by fours. No other such move wins.
    Threats(Threats),
    /// The other side threatens to win by fours, and one move prevents it.
    Defence {
        /// The move.
        saves: Point,
        /// The wins of the other side after all other moves. The first is that after moves which no other names.
        refutations: Vec<Refutation>,
    },
}

/// A win by fours after certain moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refutation {
    /// The moves that lose so; empty for all that are not named elsewhere.
    pub after: Vec<Point>,
    /// The fours of the winner, as those of [`Task::Fours`].
    pub line: Vec<Point>,
}

/// A win by threats. The solver is shown one answer to each threat; the proof has the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threats {
    /// The threats of the solver with the answers that the puzzle gives, until the solver can win by fours.
    pub exchanges: Vec<Exchange>,
    /// The fours that win then, as in [`Task::Fours`].
    pub fours: Vec<Point>,
    /// The fours with which the other side wins where the solver threatens nothing; empty if it does not win so.
    #[serde(default)]
    pub counter: Vec<Point>,
    /// The turns of the solver that can come up, each behind all those that can follow it. The last is the first move.
    pub turns: Vec<ThreatTurn>,
    /// The positions in which the solver has no win left, each behind all those that can follow it.
    #[serde(default)]
    pub lost: Vec<Vec<Refusal>>,
}

/// A threat of the solver and the answer of the puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exchange {
    /// The right move.
    pub attack: Point,
    /// The answer.
    pub answer: Point,
    /// All other moves that threaten something, each with an answer after which no win is left.
    pub refusals: Vec<Refusal>,
}

/// A threat that does not win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The threat.
    pub attack: Point,
    /// The answer.
    pub answer: Point,
    /// The position after the answer, as an index of [`Threats::lost`].
    pub then: usize,
}

/// A turn of the solver in the proof that its threats win.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ThreatTurn {
    /// The move.
    pub attack: Point,
    /// The fours with which it wins after every answer that is not named; empty where the move is a four itself, which has one answer.
    #[serde(default)]
    pub threat: Vec<Point>,
    /// The answers that stop this, with what wins then.
    #[serde(default)]
    pub answers: Vec<(Point, Then)>,
}

/// The continuation after an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// These fours win.
    Fours(Vec<Point>),
    /// The turn with this index comes up.
    Turn(usize),
}

/// An idea of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// A win by fours alone.
    Fours,
    /// The only move that prevents a win.
    Defence,
    /// A four that makes an open three at once decides.
    FourThree,
    /// Two fours at once decide.
    DoubleFour,
    /// Black may not play the answer: it would make two threes.
    DoubleThreeTrap,
    /// Black may not play the answer: it would make two fours.
    DoubleFourTrap,
    /// Black may not play the answer: it would make more than five in a row.
    OverlineTrap,
    /// A forced answer makes a four for the other side, which the next four has to stop.
    CounterFour,
    /// Seven moves or more.
    Long,
    /// A win that begins with threes.
    Threes,
    /// A move that makes two threes at once.
    DoubleThree,
    /// A move that makes neither a four nor a three, and threatens all the same.
    Quiet,
}

impl Theme {
    /// All themes, in the order of their bits in files.
    pub const ALL: [Theme; 12] = [
        Theme::Fours,
        Theme::Defence,
        Theme::FourThree,
        Theme::DoubleFour,
        Theme::DoubleThreeTrap,
        Theme::DoubleFourTrap,
        Theme::OverlineTrap,
        Theme::CounterFour,
        Theme::Long,
        Theme::Threes,
        Theme::DoubleThree,
        Theme::Quiet,
    ];

    /// The name in files and on the command line: `four-three`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Fours => "fours",
            Theme::Defence => "defence",
            Theme::FourThree => "four-three",
            Theme::DoubleFour => "double-four",
            Theme::DoubleThreeTrap => "double-three-trap",
            Theme::DoubleFourTrap => "double-four-trap",
            Theme::OverlineTrap => "overline-trap",
            Theme::CounterFour => "counter-four",
            Theme::Long => "long",
            Theme::Threes => "threes",
            Theme::DoubleThree => "double-three",
            Theme::Quiet => "quiet",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of themes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Vec<Theme>", into = "Vec<Theme>")]
pub struct Themes(u16);

impl Themes {
    /// The themes with these bits, in the order of [`Theme::ALL`]; bits beyond are dropped.
    pub const fn from_bits(bits: u16) -> Themes {
        Themes(bits & ((1 << Theme::ALL.len()) - 1))
    }

    /// The bits, in the order of [`Theme::ALL`].
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the theme is in the set.
    pub const fn contains(self, theme: Theme) -> bool {
        self.0 & theme.bit() != 0
    }

    /// Puts a theme in.
    pub fn insert(&mut self, theme: Theme) {
        self.0 |= theme.bit();
    }

    /// The themes of the set.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.into_iter().filter(move |&theme| self.contains(theme))
    }
}

impl From<Vec<Theme>> for Themes {
    fn from(themes: Vec<Theme>) -> Themes {
        themes.into_iter().collect()
    }
}

impl From<Themes> for Vec<Theme> {
    fn from(themes: Themes) -> Vec<Theme> {
        themes.iter().collect()
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<I: IntoIterator<Item = Theme>>(themes: I) -> Themes {
        let mut set = Themes::default();
        themes.into_iter().for_each(|theme| set.insert(theme));
        set
    }
}

impl fmt::Debug for Themes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Puzzle {
    /// The rules that puzzles are made for. Under those of caro a four has more answers than one, which solutions leave out.
    pub const RULES: [Rule; 3] = [Rule::FREESTYLE, Rule::Standard, Rule::Renju];

    /// The side that solves the puzzle.
    pub fn solver(&self) -> Color {
        self.start.side_to_move()
    }

    /// The number of moves that the solver makes, the winning one included. A defence is one move.
    pub fn moves(&self) -> usize {
        match &self.task {
            Task::Fours { line, .. } => line.len() + 1,
            Task::Threats(threats) => threats.exchanges.len() + threats.fours.len() + 1,
            Task::Defence { .. } => 1,
        }
    }

    /// The first move of the solution; `None` where the solution is empty, which the check finds.
    pub fn first(&self) -> Option<Point> {
        match &self.task {
            Task::Fours { line, .. } => line.first().copied(),
            Task::Threats(threats) => threats.exchanges.first().map(|exchange| exchange.attack),
            Task::Defence { saves, .. } => Some(*saves),
        }
    }
}

impl Task {
    /// The refutation after a move in a task of defence.
    pub(crate) fn refutation(refutations: &[Refutation], played: Point) -> Option<&Refutation> {
        refutations.iter().find(|one| one.after.contains(&played)).or_else(|| refutations.first())
    }
}
