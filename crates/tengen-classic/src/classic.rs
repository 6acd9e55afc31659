use std::fmt;
use std::str::FromStr;

use tengen_analysis::Opponent;

use crate::game_tree::{GameTree, GameTreeOptions};
use crate::minimax::{Difficulty, Minimax};
use crate::one_ply::OnePly;
use crate::player::Player;
use crate::{direction, greedy, tuple};

/// One of the classics.
///
/// Its text form (`Display` and `FromStr`) is `tuple`, `direction`, `greedy`, `game-tree`, `minimax-easy`,
/// `minimax-normal` or `minimax-hard`.
///
/// ```
/// use tengen_classic::{Classic, Options};
/// use tengen_analysis::{SearchLimits, SystemClock};
/// use tengen_game::{BoardSize, Position, Rule};
///
/// let classic: Classic = "direction".parse()?;
/// let mut opponent = classic.opponent(&Options::default());
/// opponent.set_position(Position::new(Rule::Renju, BoardSize::FIFTEEN));
/// let report = opponent.choose(&SearchLimits::default(), &SystemClock::new(), &mut ())?;
/// assert_eq!(report.best_move, Some(BoardSize::FIFTEEN.center()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// The [sum of the windows](mod@crate::tuple) through a point.
    Tuple,
    /// The point that is best by its [four directions](crate::direction).
    Direction,
    /// The greatest [point value](crate::greedy).
    Greedy,
    /// [Alpha-beta](crate::game_tree) over the best candidates.
    GameTree,
    /// [Priorities](crate::minimax), then a search.
    Minimax(Difficulty),
}

/// What can be set about the classics. The difficulties of *minimax* have theirs in [`Difficulty::settings`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// For [`Classic::GameTree`].
    pub game_tree: GameTreeOptions,
}

/// The text names none of the classics.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected one of the classics (`tuple`, `direction`, `greedy`, `game-tree`, `minimax-easy`, `minimax-normal` or \
     `minimax-hard`), found `{0}`"
)]
pub struct ParseClassicError(String);

impl Classic {
    /// All classics, those that look only one stone ahead first.
    pub const ALL: [Classic; 7] = [
        Classic::Tuple,
        Classic::Direction,
        Classic::Greedy,
        Classic::GameTree,
        Classic::Minimax(Difficulty::Easy),
        Classic::Minimax(Difficulty::Normal),
        Classic::Minimax(Difficulty::Hard),
    ];

    /// The name in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Tuple => "tuple",
            Classic::Direction => "direction",
            Classic::Greedy => "greedy",
            Classic::GameTree => "game-tree",
            Classic::Minimax(Difficulty::Easy) => "minimax-easy",
            Classic::Minimax(Difficulty::Normal) => "minimax-normal",
            Classic::Minimax(Difficulty::Hard) => "minimax-hard",
        }
    }

    /// How it finds its moves, as a sentence in English.
    pub const fn describe(self) -> &'static str {
        match self {
            Classic::Tuple => {
                "Adds up what every window of five is worth to its cells, and plays the richest cell."
            }
            Classic::Direction => {
                "Wins if it can, else prevents a win, else counts stones and blocked ends in four directions."
            }
            Classic::Greedy => {
                "Plays the point of the greatest value, one stone ahead, and never looks further."
            }
            Classic::GameTree => "Searches the best few candidates deeper and deeper until its time is up.",
            Classic::Minimax(Difficulty::Easy) => {
                "Plays wins, blocks and fours by priority, else searches three plies of fifteen candidates."
            }
            Classic::Minimax(Difficulty::Normal) => {
                "Plays wins, blocks and fours by priority, else searches six plies of twenty-five candidates."
            }
            Classic::Minimax(Difficulty::Hard) => {
                "Plays wins, blocks and fours by priority, else searches up to twelve plies, deeper and deeper."
            }
        }
    }

    /// A new opponent of this kind, which may move to another thread.
    pub fn opponent(self, options: &Options) -> Box<dyn Opponent + Send> {
        match self {
            Classic::Tuple => one_ply(OnePly::new(self.name(), tuple::choose, tuple::DIVISOR)),
            Classic::Direction => one_ply(OnePly::new(self.name(), direction::choose, direction::DIVISOR)),
            Classic::Greedy => one_ply(OnePly::new(self.name(), greedy::choose, greedy::DIVISOR)),
            Classic::GameTree => Box::new(Player::new(GameTree::new(options.game_tree.clone()))),
            Classic::Minimax(difficulty) => Box::new(Minimax::new(difficulty)),
        }
    }
}

fn one_ply(thinker: OnePly) -> Box<dyn Opponent + Send> {
    Box::new(Player::new(thinker))
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Classic {
    type Err = ParseClassicError;

    fn from_str(text: &str) -> Result<Classic, ParseClassicError> {
        let name = text.trim().to_ascii_lowercase();
        let found = Classic::ALL.into_iter().find(|classic| classic.name() == name);
        found.ok_or_else(|| ParseClassicError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_the_round_trip() {
        for classic in Classic::ALL {
            assert_eq!(classic.to_string().parse(), Ok(classic));
            assert_eq!(classic.opponent(&Options::default()).name(), classic.name());
            assert!(classic.describe().ends_with('.'));
        }
        assert_eq!(" Minimax-Hard".parse(), Ok(Classic::Minimax(Difficulty::Hard)));
        for text in ["", "minimax", "minimax-", "gametree"] {
            assert_eq!(text.parse::<Classic>(), Err(ParseClassicError(text.to_owned())));
        }
    }
}
