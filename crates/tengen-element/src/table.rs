//! The game on the board, what people, scripts and the engine do to it, and what follows from that. No browser is known here: what
//! is to be done outside is collected as [`Effect`]s.

mod asking;
mod hearing;
mod walking;

use tengen_game::{Color, GameResult, Move, NodeId, PlayError, Point, PointName, Record};
use tengen_protocol::worker::{LineMessage, SearchRequest, Thinking};

use crate::options::{Mode, OptionError, Options, begins_anew};
use crate::source::{self, SourceError};

/// Something that the element does outside of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Tell whoever listens to the element.
    Tell(Event),
    /// Ask the engine, which is started if it is not there.
    Ask(SearchRequest),
    /// The engine is of no use any more.
    DropEngine,
    /// What somebody asked for under this number has been found, or never will be.
    Found(u32, Option<Point>),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    GameStart,
    Move {
        color: Color,
        played: Move,
        number: usize,
    },
    GameEnd(GameResult),
    /// The engine thinks, so far with this outcome; `None` when it has ended.
    Think(Option<Thinking>),
    Error(String),
}

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move to play.
    Move,
    /// A move to recommend.
    Hint,
    /// What it thinks of the position.
    Analyse,
    /// Whether the move just played in a puzzle still wins, and the best defence.
    Judge,
}

/// What the engine does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) id: u32,
    pub(crate) purpose: Purpose,
}

/// What there is to say besides whose turn it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Notice {
    #[default]
    Nothing,
    Refused(PlayError),
    NotYourTurn,
    Hint(PointName),
    /// A finger has chosen this point, and has still to confirm it.
    Aim(PointName),
    /// In a puzzle, this move does not win.
    Miss(PointName),
    /// In a puzzle, the move wins.
    Good,
    EngineFailed(String),
    /// An attribute is not as it should be.
    Wrong(String),
}

/// The game, and everything that goes on about it.
#[derive(Debug)]
pub(crate) struct Table {
    options: Options,
    record: Record,
    /// Where a puzzle begins.
    start: NodeId,
    task: Option<Task>,
    last_id: u32,
    /// Varies the moves of the lower levels.
    seed: u64,
    hint: Option<Point>,
    notice: Notice,
    /// What the engine thinks of the position, the best move first.
    lines: Vec<LineMessage>,
    effects: Vec<Effect>,
}

impl Table {
    /// An empty board; [`Table::set`] and [`Table::begin`] say what is on it.
    pub(crate) fn new(seed: u64) -> Table {
        let record = Record::new(tengen_game::Rule::FREESTYLE, tengen_game::BoardSize::FIFTEEN);
        Table {
            options: Options::default(),
            record,
            start: NodeId::START,
            task: None,
            last_id: 0,
            seed,
            hint: None,
            notice: Notice::Nothing,
            lines: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Takes over attributes, of which some may not be there, and begins another game where they say so.
    pub(crate) fn set<'a>(&mut self, attributes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) {
        let (mut anew, mut faults) = (false, Vec::new());
        if matches!(self.notice, Notice::Wrong(_)) {
            self.notice = Notice::Nothing;
        }
        for (name, value) in attributes {
            anew |= begins_anew(name);
            // Whoever was to move may be somebody else now.
            if matches!(name, "side" | "level") && self.task.is_some_and(|task| task.purpose == Purpose::Move)
            {
                self.cancel();
            }
            if let Err(fault) = self.set_option(name, value) {
                faults.push(fault);
            }
        }
        if anew {
            self.begin();
        } else {
            self.follow();
        }
        faults.into_iter().for_each(|fault| self.complain(fault.to_string()));
    }

    /// Takes over an attribute without beginning another game.
    ///
    /// # Errors
    /// When there is no such value.
    pub(crate) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    /// Begins the game that the attributes describe. Where they describe none, the board is empty.
    pub(crate) fn begin(&mut self) {
        let Options { game, rule, size, at, .. } = &self.options;
        let read = source::read(game, *rule, *size);
        let fault = read.as_ref().err().map(SourceError::to_string);
        let mut record = read.unwrap_or_else(|_| self.empty());
        record.go_to(at.unwrap_or(usize::MAX));
        self.lay(record);
        if let Some(fault) = fault {
            self.complain(fault);
        }
    }

    /// Begins a game without moves, under the attributes' rule; a puzzle and a game to look at begin again.
    pub(crate) fn new_game(&mut self) {
        match self.options.mode {
            Mode::View | Mode::Puzzle => self.begin(),
            Mode::Play | Mode::Analyse => self.lay(self.empty()),
        }
    }

    /// Goes on with a game that was on the board before.
    pub(crate) fn resume(&mut self, record: Record, start: usize) {
        self.record = record;
        self.start = self.node_after(start);
        self.follow();
    }

    /// Begins a game as [`Table::new_game`] does, with other options.
    ///
    /// # Errors
    /// When there is no such value; everything stays as it is then.
    pub(crate) fn new_game_with(&mut self, changes: &[(String, String)]) -> Result<(), OptionError> {
        let mut options = self.options.clone();
        for (name, value) in changes {
            options.set(name, Some(value))?;
        }
        self.options = options;
        self.new_game();
        Ok(())
    }

    /// A finger has chosen a point, and has still to confirm it.
    pub(crate) fn aim(&mut self, point: Point) {
        self.notice = Notice::Aim(point.on(self.record.size()));
    }

    fn empty(&self) -> Record {
        // What the game itself says counts for the next one too.
        let Options { rule, size, .. } = self.options;
        Record::new(rule.unwrap_or(self.record.rule()), size.unwrap_or(self.record.size()))
    }

    fn lay(&mut self, record: Record) {
        self.cancel();
        self.record = record;
        self.start = self.record.current();
        self.effects.push(Effect::Tell(Event::GameStart));
        self.moved();
    }

    /// A person chooses a point of the board.
    pub(crate) fn choose(&mut self, point: Point) {
        match self.options.mode {
            Mode::View => self.show_move_at(point),
            _ if self.record.is_over() => self.notice = Notice::Refused(PlayError::GameOver),
            _ if !self.is_persons_turn() => {
                // Whoever looked back, or whose engine broke down, wants the game to go on from here.
                self.call();
                self.notice = Notice::NotYourTurn;
            }
            _ => {
                // Why not is said by the notice.
                let _ = self.play(Move::Place(point));
            }
        }
    }

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// When it is illegal; the notice says why, too.
    pub(crate) fn play(&mut self, played: Move) -> Result<(), PlayError> {
        let is_game = self.options.mode == Mode::Play;
        let outcome = if is_game { self.record.play(played) } else { self.record.explore(played) };
        match outcome {
            Ok(()) => {
                self.cancel();
                self.tell_move();
                self.moved();
            }
            Err(error) => self.notice = Notice::Refused(error),
        }
        outcome
    }

    fn tell_move(&mut self) {
        let position = self.record.position();
        if let Some(played) = position.last_move() {
            let (color, number) = (!position.side_to_move(), self.record.cursor());
            self.effects.push(Effect::Tell(Event::Move { color, played, number }));
        }
        if let Some(result) = self.result() {
            self.effects.push(Effect::Tell(Event::GameEnd(result)));
        }
    }

    /// Another position is on the board.
    fn moved(&mut self) {
        self.hint = None;
        self.notice = Notice::Nothing;
        self.lines.clear();
        self.follow();
    }

    fn complain(&mut self, fault: String) {
        self.effects.push(Effect::Tell(Event::Error(fault.clone())));
        self.notice = Notice::Wrong(fault);
    }

    /// Whether a click on the board places a stone.
    pub(crate) fn is_persons_turn(&self) -> bool {
        let side = self.record.position().side_to_move();
        let is_theirs = match self.options.mode {
            Mode::View => false,
            Mode::Play => self.options.side.is_none_or(|own| own == side),
            Mode::Analyse => true,
            Mode::Puzzle => side == self.solver(),
        };
        let is_busy = self.task.is_some_and(|task| matches!(task.purpose, Purpose::Move | Purpose::Judge));
        is_theirs && !is_busy && !self.record.is_over()
    }

    /// Who is to find the win in a puzzle.
    pub(crate) fn solver(&self) -> Color {
        let side = self.record.position().side_to_move();
        let is_others = self.record.cursor().abs_diff(self.start_moves()) % 2 == 1;
        if is_others { !side } else { side }
    }

    /// How many moves there were before the puzzle.
    pub(crate) fn start_moves(&self) -> usize {
        std::iter::successors(self.record.parent(self.start), |&node| self.record.parent(node)).count()
    }

    /// The result at the moment that is shown.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.record.result_at(self.record.current())
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn task(&self) -> Option<Task> {
        self.task
    }

    pub(crate) fn hint(&self) -> Option<Point> {
        self.hint
    }

    pub(crate) fn notice(&self) -> &Notice {
        &self.notice
    }

    pub(crate) fn lines(&self) -> &[LineMessage] {
        &self.lines
    }

    /// What is to be done since this was asked last.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
