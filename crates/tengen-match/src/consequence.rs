//! What follows from a command, and where it is carried out.
//!
//! The commands of a feature are functions of the state of the feature and a [`Context`]. They have no access to the match: what is to
//! happen elsewhere they return as [`Consequence`]s, which [`Match::give`] carries out in order.

use tengen_analysis::{Score, SearchProgress};
use tengen_game::{Move, NodeId, Point};

use crate::analysis::Analysis;
use crate::clocks::Clocks;
use crate::coach::Coach;
use crate::context::{Context, Situation};
use crate::draw::Ending;
use crate::engine::{Engine, Purpose, Task};
use crate::front::{Effect, FrontEnd};
use crate::mode::{Mode, Speed};
use crate::notice::Notice;
use crate::opening::Choosing;
use crate::remote::RemoteAction;
use crate::review::Reviews;
use crate::state::{Match, Thought};
use crate::variations::{Aside, Deleted};
use crate::{AnalysisBoard, Game, Sound, Tracked};

/// What follows from a command outside the feature that has taken it.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "consequences are carried out at once, and not stored")]
pub enum Consequence {
    /// The front end does this.
    Effect(Effect),
    /// A sound is played.
    Sound(Sound),
    /// A notice is shown.
    Notice(Notice),
    /// Programs wait although it is their turn, or no longer.
    Pause(bool),
    /// Everything that is about the position leaves the board, and the engine's task ends.
    ClearBoard,
    /// The match gets into this mode.
    Mode(Mode),
    /// A replay ends.
    EndReplay,
    /// A question on which the engine works ends.
    EndQuestion,
    /// The question why a move is not played ends, in whatever state it is.
    LeaveWhyNot,
    /// The finding on the board leaves it, with its line.
    EndFinding,
    /// The beginning of a line is shown on the board.
    Preview(Vec<Point>),
    /// This is the last finding of the engine about the position on the board.
    Thought(Option<Thought>),
    /// The engine has found one of the best moves of the position on the board.
    Line(SearchProgress),
    /// The end of the game from the position on the board is proved, with this line.
    Proved(Score, Vec<Move>),
    /// The engine, or an external player, gets a task.
    Ask(Task, Effect),
    /// The engine's task is done.
    FinishTask,
    /// The engine's task ends without an answer.
    EndTask,
    /// The engine does not answer a task of this purpose any more.
    TaskLost(Purpose),
    /// The engine's task is obsolete, and a replay ends.
    Cancel,
    /// The engine's task is obsolete, and a replay goes on.
    CancelSearch,
    /// The player or service whose turn it is acts.
    CallEngine,
    /// The user chooses this point.
    #[cfg(feature = "analysis-board")]
    Place(Point),
    /// The side to move plays this move, with this notice.
    Play(Move, Notice),
    /// A program plays the move that it has found.
    PlayFound(Move),
    /// The board shows the game as it was after this many moves.
    GoTo(usize),
    /// The board shows this position.
    Visit(NodeId),
    /// The board shows another position of the game.
    Looked,
    /// Another game comes on the board.
    NewGame(Box<Game>),
    /// This analysis board takes the place of the game on the board.
    AnalysisBoard(Box<AnalysisBoard>),
    /// These moves were deleted, and can be brought back.
    Deleted(Deleted),
    /// The server learns what the user has done in a remote game that continues.
    Remote(RemoteAction),
    /// The game has changed.
    Changed,
    /// The game has ended without a move.
    Ended,
    /// The game is saved for the next visit.
    Save,
}

/// Several consequences, one after the other.
pub(crate) fn in_order<const N: usize>(
    first: [Consequence; N],
    then: impl IntoIterator<Item = Consequence>,
) -> Vec<Consequence> {
    let mut all = Vec::from(first);
    all.extend(then);
    all
}

/// A feature of a match: a state with commands.
pub trait Feature: Sized {
    /// The state of the feature, and what its commands may use besides.
    #[doc(hidden)]
    fn split(table: &mut Match) -> (&mut Self, Context<'_>);
}

macro_rules! features {
    ($($feature:ty: $field:ident),* $(,)?) => {$(
        impl Feature for $feature {
            fn split(table: &mut Match) -> (&mut Self, Context<'_>) {
                let facts = table.facts();
                let Match { $field, game, base, front, .. } = table;
                let FrontEnd { habits, last_id, .. } = front;
                ($field, Context { game, situation: Situation { base, habits, facts }, last_id })
            }
        }
    )*};
}

features! {
    Tracked<Mode>: mode,
    Tracked<Speed>: speed,
    Engine: engine,
    Analysis: analysis,
    Clocks: clocks,
    Coach: coach,
    Ending: ending,
    Choosing: choosing,
    Reviews: reviews,
    Aside: aside,
}
