//! The game below the mode of a match: an ordinary one, a puzzle, a game that is decided elsewhere, or an analysis board before one of
//! these.

use tengen_game::Color;

use crate::Game;
use crate::analysis_board::AnalysisBoard;
use crate::puzzle::Puzzle;
use crate::remote::Remote;

/// The kind of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum GameKind {
    /// The players of this table play it, or look at it.
    #[default]
    Ordinary,
    /// The user has to find a win.
    Puzzle(Puzzle),
    /// It is decided elsewhere.
    Remote(Remote),
}

/// The game on the board, or the analysis board that takes its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// The game, which is of this kind.
    Game(GameKind),
    /// The analysis board, with the game that waits.
    Analysis(Box<AnalysisBoard>),
}

impl Default for Base {
    fn default() -> Base {
        Base::Game(GameKind::Ordinary)
    }
}

/// The meaning of a click on a point, where it concerns the game.
#[cfg_attr(not(feature = "remote"), allow(dead_code, reason = "two meanings are those of remote games"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameClick {
    /// None: the user does not play in the remote game.
    Closed,
    /// The latest move of the remote game comes on the board.
    ToLatestMove,
    /// None: the game is only looked at.
    Watching,
    /// A choice in the opening.
    Choice,
    /// A move ahead of the user's turn.
    Ahead,
    /// A move.
    Move,
}

/// The meaning of the command to undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undo {
    /// None: the opponent would have to agree.
    Refused,
    /// A step back in a game that is only looked at.
    StepBack,
    /// The position after this many moves.
    GoTo(usize),
    /// The last point or choice in the opening is taken back.
    TakeChoiceBack,
}

impl Base {
    /// The meaning of a click on a point of the game; `moves_for_programs` says whether the user may move for a program at present.
    pub(crate) fn click(&self, game: &Game, moves_for_programs: bool) -> GameClick {
        if let Some(click) = self.remote().and_then(|remote| remote.click(game)) {
            return click;
        }
        match game.seat_to_move() {
            _ if game.identity.watched => GameClick::Watching,
            _ if game.opening_under_way().is_some() => GameClick::Choice,
            Some(seat) if !seat.is_person() && !moves_for_programs => GameClick::Ahead,
            _ => GameClick::Move,
        }
    }

    /// The meaning of the command to undo; `is_choosing` says whether points of a choice in the opening are chosen.
    pub(crate) fn undo(&self, game: &Game, is_watching: bool, is_choosing: bool) -> Undo {
        if self.is_remote_running() && !is_choosing {
            return Undo::Refused;
        }
        if is_watching {
            return Undo::StepBack;
        }
        self.undo_target(game).map_or(Undo::TakeChoiceBack, Undo::GoTo)
    }

    /// The number of moves to which undo leads, choices in the opening aside.
    pub fn undo_target(&self, game: &Game) -> Option<usize> {
        // A puzzle has nothing before its start.
        game.undo_target().filter(|&target| target >= self.start_moves())
    }

    /// Whether a remote game is on the board and continues.
    pub fn is_remote_running(&self) -> bool {
        self.remote().is_some_and(Remote::is_running)
    }

    /// Whether the move just played is one of the solver of a puzzle, which the engine checks.
    pub(crate) fn is_move_checked(&self, game: &Game) -> bool {
        self.solver(game).is_some_and(|solver| solver != game.side_to_move())
    }

    /// The number of moves before a puzzle.
    pub fn start_moves(&self) -> usize {
        self.puzzle().map_or(0, |puzzle| puzzle.start_moves)
    }

    /// The side that is to find the win of a puzzle.
    pub fn solver(&self, game: &Game) -> Option<Color> {
        self.puzzle().map(|puzzle| game.mover_after(puzzle.start_moves))
    }

    /// The puzzle on the board.
    pub fn puzzle(&self) -> Option<Puzzle> {
        if let Base::Game(GameKind::Puzzle(puzzle)) = self { Some(*puzzle) } else { None }
    }

    /// The state of the remote game on the board.
    pub fn remote(&self) -> Option<&Remote> {
        if let Base::Game(GameKind::Remote(remote)) = self { Some(remote) } else { None }
    }

    /// The analysis board, if it is open.
    pub fn analysis_board(&self) -> Option<&AnalysisBoard> {
        if let Base::Analysis(board) = self { Some(board) } else { None }
    }

    pub(crate) fn analysis_board_mut(&mut self) -> Option<&mut AnalysisBoard> {
        if let Base::Analysis(board) = self { Some(board) } else { None }
    }
}
