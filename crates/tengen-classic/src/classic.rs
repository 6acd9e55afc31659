use tengen_analysis::{Classic, Opponent};

use crate::game_tree::{GameTree, GameTreeOptions};
use crate::minimax::Minimax;
use crate::one_ply::OnePly;
use crate::player::Player;
use crate::{direction, greedy, tuple};

/// The options of the classics. The levels of *minimax* have their [`Settings`](crate::minimax::Settings).
///
/// ```
/// use tengen_analysis::{Classic, SearchLimits, SystemClock};
/// use tengen_classic::Options;
/// use tengen_game::{BoardSize, Position, Rule};
///
/// let classic: Classic = "direction".parse()?;
/// let mut opponent = Options::default().opponent(classic);
/// opponent.set_position(Position::new(Rule::Renju, BoardSize::FIFTEEN));
/// let report = opponent.choose(&SearchLimits::default(), &SystemClock::new(), &mut ())?;
/// assert_eq!(report.best_move, Some(BoardSize::FIFTEEN.center()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The options of [`Classic::GameTree`].
    pub game_tree: GameTreeOptions,
}

impl Options {
    /// A new opponent, which may move to another thread.
    pub fn opponent(&self, classic: Classic) -> Box<dyn Opponent + Send> {
        let name = classic.name();
        match classic {
            Classic::Tuple => one_ply(OnePly::new(name, tuple::choose, tuple::DIVISOR)),
            Classic::Direction => one_ply(OnePly::new(name, direction::choose, direction::DIVISOR)),
            Classic::Greedy => one_ply(OnePly::new(name, greedy::choose, greedy::DIVISOR)),
            Classic::GameTree => Box::new(Player::new(GameTree::new(self.game_tree.clone()))),
            Classic::Minimax(grade) => Box::new(Minimax::new(grade)),
        }
    }
}

fn one_ply(thinker: OnePly) -> Box<dyn Opponent + Send> {
    Box::new(Player::new(thinker))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_have_the_names_of_their_classics() {
        for classic in Classic::ALL {
            assert_eq!(Options::default().opponent(classic).name(), classic.name());
        }
    }
}
