//! The game of the element: a match in the mode that the attributes choose.

use tengen_analysis::PuzzleVerdict;
use tengen_analysis::engine::{Request, SearchRequest, SearchResponse};
use tengen_game::{Color, GameResult, Move, PlayError, Point, Record};
use tengen_match::{Analysis, Effect, Engine, Game, Habits, Line, Match, Notice, Purpose, Seat, Task};

use crate::judge;
use crate::options::{Mode, OptionError, Options, begins_anew};
use crate::source::{self, SourceError};

/// Milliseconds after which the analysis of a position ends.
const ANALYSIS_MS: u32 = 20_000;

/// A match and the values of the attributes.
#[derive(Debug)]
pub(crate) struct Table {
    options: Options,
    game: Match,
}

impl Table {
    /// An empty board. [`Table::set`] and [`Table::begin`] give it a game.
    pub(crate) fn new(seed: u64) -> Table {
        let options = Options::default();
        let record = Record::new(tengen_game::Rule::FREESTYLE, tengen_game::BoardSize::FIFTEEN);
        let game = Game::from_record(record, [Seat::Person; 2]);
        Table { game: Match::new(game, Notice::Nothing, habits(options.mode), seed), options }
    }

    /// Sets attributes, some of which may be missing, and begins a new game if one of them demands it.
    pub(crate) fn set<'a>(&mut self, attributes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) {
        let (mut anew, mut faults) = (false, Vec::new());
        if matches!(*self.game.notice, Notice::Wrong(_)) {
            self.game.say(Notice::Nothing);
        }
        for (name, value) in attributes {
            anew |= begins_anew(name);
            if let Err(fault) = self.set_option(name, value) {
                faults.push(fault);
            }
        }
        if anew {
            self.begin();
        } else {
            self.game.set_seats(self.seats(&self.game.game), self.options.character);
        }
        faults.into_iter().for_each(|fault| self.game.complain(fault.to_string()));
    }

    /// Sets an attribute without beginning a new game.
    ///
    /// # Errors
    /// If the value is invalid.
    pub(crate) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    /// Begins the game that the attributes describe, or an empty one.
    pub(crate) fn begin(&mut self) {
        let Options { game, rule, size, at, .. } = &self.options;
        let read = source::read(game, *rule, *size);
        let fault = read.as_ref().err().map(SourceError::to_string);
        let mut record = read.unwrap_or_else(|_| self.empty());
        record.go_to(at.unwrap_or(usize::MAX));
        self.lay(record);
        let of_puzzle = (self.is_proved() && fault.is_none())
            .then(|| judge::check(&self.options.puzzle, self.record().position()).err())
            .flatten();
        for fault in fault.into_iter().chain(of_puzzle.map(|fault| fault.to_string())) {
            self.game.complain(fault);
        }
    }

    /// Whether a puzzle is on the board whose proof judges the moves.
    fn is_proved(&self) -> bool {
        self.options.mode == Mode::Puzzle && !self.options.puzzle.is_empty()
    }

    /// Begins a game without moves under the attributes' rule. A puzzle and a shown game restart.
    pub(crate) fn new_game(&mut self) {
        match self.options.mode {
            Mode::View | Mode::Puzzle => self.begin(),
            Mode::Play | Mode::Analyse => self.lay(self.empty()),
        }
    }

    /// Begins a game as [`Table::new_game`] does, with other options.
    ///
    /// # Errors
    /// If a value is invalid. Nothing changes then.
    pub(crate) fn new_game_with(&mut self, changes: &[(String, String)]) -> Result<(), OptionError> {
        let mut options = self.options.clone();
        for (name, value) in changes {
            options.set(name, Some(value))?;
        }
        self.options = options;
        self.new_game();
        Ok(())
    }

    /// Continues a game that was on the board before; `start` is the number of moves before the puzzle.
    pub(crate) fn resume(&mut self, record: Record, start: usize) {
        let puzzle = (self.options.mode == Mode::Puzzle).then_some(start);
        let game = self.seated(record, puzzle);
        self.game.set_habits(habits(self.options.mode));
        self.game.resume(game, puzzle);
        self.follow_analysis();
    }

    fn empty(&self) -> Record {
        // A new game has the rule and size of the last one unless the attributes have others.
        let Options { rule, size, .. } = self.options;
        Record::new(rule.unwrap_or(self.record().rule()), size.unwrap_or(self.record().size()))
    }

    fn lay(&mut self, record: Record) {
        let mode = self.options.mode;
        self.game.set_habits(habits(mode));
        if mode != Mode::Analyse {
            self.follow_analysis();
        }
        let game = self.seated(record, None);
        if mode == Mode::Puzzle {
            self.game.new_puzzle(game);
        } else {
            self.game.new_game(game);
        }
        self.follow_analysis();
    }

    /// Switches the analysis on or off, as the mode demands.
    fn follow_analysis(&mut self) {
        let is_wanted = self.options.mode == Mode::Analyse;
        if *self.game.analysis.is_on != is_wanted {
            self.game.give(|analysis, context| Analysis::set_on(analysis, is_wanted, context));
        }
    }

    /// The game of a record with its players. `puzzle` is the number of moves before the puzzle, if that is known already.
    fn seated(&self, record: Record, puzzle: Option<usize>) -> Game {
        let mut game = Game::from_record(record, [Seat::Person; 2]);
        let seats = match (self.options.mode, puzzle) {
            (Mode::Puzzle, start) => {
                let start = start.unwrap_or(game.record().cursor());
                seats_of(Some(game.mover_after(start)), self.options.level)
            }
            _ => self.seats(&game),
        };
        game.set_seats(seats);
        game.with_character(self.options.character)
    }

    /// The players that the attributes name; a puzzle has its own.
    fn seats(&self, game: &Game) -> [Seat; 2] {
        match self.options.mode {
            Mode::View | Mode::Analyse => [Seat::Person; 2],
            Mode::Play => seats_of(self.options.side, self.options.level),
            Mode::Puzzle => game.seats(),
        }
    }

    /// Shows a notice.
    #[cfg(test)]
    pub(crate) fn say(&mut self, notice: Notice) {
        self.game.say(notice);
    }

    /// Marks a point that a finger has chosen and not yet confirmed.
    pub(crate) fn aim(&mut self, point: Point) {
        self.game.say(Notice::Aim(point.on(self.record().size())));
    }

    /// Handles a click on a point of the board.
    pub(crate) fn choose(&mut self, point: Point) {
        match self.options.mode {
            Mode::View => self.show_move_at(point),
            _ if self.record().is_over() => self.game.say(Notice::Refused(PlayError::GameOver)),
            _ if !self.is_persons_turn() => {
                if self.task().is_none() {
                    // The game continues after a look at earlier moves or a crash of the engine.
                    self.game.set_paused(false);
                }
                self.game.say(Notice::NotYourTurn);
            }
            _ => {
                // The notice gives the reason of a refusal.
                let _ = self.play(Move::Place(point));
            }
        }
    }

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// If the move is illegal. The notice has the reason as well.
    pub(crate) fn play(&mut self, played: Move) -> Result<(), PlayError> {
        self.game.play(played, Notice::Nothing)
    }

    /// Whether a click on the board places a stone.
    pub(crate) fn is_persons_turn(&self) -> bool {
        let is_busy = matches!(self.game.engine.purpose(), Some(Purpose::Move | Purpose::Check));
        let is_theirs = self.game.game.seat_to_move().is_some_and(Seat::is_person);
        self.options.mode != Mode::View && is_theirs && !is_busy
    }

    /// The side that has to win the puzzle.
    pub(crate) fn solver(&self) -> Color {
        self.game.base.solver(&self.game.game).unwrap_or(self.game.game.side_to_move())
    }

    /// The number of moves before the puzzle.
    pub(crate) fn start_moves(&self) -> usize {
        self.game.base.start_moves()
    }

    /// The result of the shown position.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.game.game.shown_result()
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn record(&self) -> &Record {
        self.game.game.record()
    }

    pub(crate) fn task(&self) -> Option<Task> {
        *self.game.engine.task
    }

    pub(crate) fn hint(&self) -> Option<Point> {
        match self.notice() {
            Notice::Hint(point) if self.is_proved() => Some(point.point()),
            _ => *self.game.analysis.hint,
        }
    }

    /// The notice to show besides the side to move.
    pub(crate) fn notice(&self) -> &Notice {
        match &*self.game.notice {
            Notice::FirstStone | Notice::EnginePlayed(_) | Notice::EnginePassed => &Notice::Nothing,
            notice => notice,
        }
    }

    /// The best lines of the analysis, best first.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.game.analysis.lines
    }

    /// Takes the effects since the last call.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        self.game.take_effects()
    }

    /// Handles a response of the engine.
    pub(crate) fn on_response(&mut self, response: SearchResponse) {
        self.game.on_search_response(response);
    }

    /// The message for a request to the engine; `None` for those that the element does not send, which keeps its code small. A move of a
    /// puzzle that has its proof is judged at once, without the engine.
    pub(crate) fn message(&mut self, request: Request) -> Option<SearchRequest> {
        let is_check = self.game.engine.purpose() == Some(Purpose::Check);
        match request {
            Request::Search { position, .. } if is_check && self.is_proved() => {
                let moves = position.moves().len().saturating_sub(self.start_moves());
                match judge::judge(&self.options.puzzle, &position, moves) {
                    Ok(verdict) => self.game.on_verdict(verdict),
                    Err(error) => {
                        self.game.on_verdict(PuzzleVerdict::Wrong(Vec::new()));
                        self.game.complain(error.to_string());
                    }
                }
                None
            }
            Request::Search { id, position, limits, opponent, tuning } => {
                Some(SearchRequest::Search { id, position, limits, opponent, tuning })
            }
            Request::Stop { id } => Some(SearchRequest::Stop { id }),
            _ => None,
        }
    }

    /// Requests a hint and returns the number of the request; `None` if the game is over.
    pub(crate) fn ask_hint(&mut self) -> Option<u32> {
        if !self.is_proved() {
            return self.ask_instead(Purpose::Hint);
        }
        // The proof has the right move; the engine may find another one that is none of the task.
        let moves = self.record().cursor().saturating_sub(self.start_moves());
        match judge::hint(&self.options.puzzle, self.record().position(), moves) {
            Ok(Some(point)) => self.game.say(Notice::Hint(point.on(self.record().size()))),
            Ok(None) => {}
            Err(error) => self.game.complain(error.to_string()),
        }
        None
    }

    /// Lets the program play a move for the side to move.
    pub(crate) fn ask_move(&mut self) -> Option<u32> {
        self.ask_instead(Purpose::Move)
    }

    fn ask_instead(&mut self, purpose: Purpose) -> Option<u32> {
        let seat = self.options.level;
        self.game.give(|engine, context| Engine::ask_instead(engine, purpose, seat, context));
        self.game.engine.task.filter(|_| !self.record().is_over()).map(|task| task.id)
    }

    /// Takes a move back; against a program or in a puzzle, as many as make it the human player's turn.
    pub(crate) fn undo(&mut self) {
        // The element has no openings, whose choices `Match::undo` takes back as well.
        if let Some(target) = self.game.base.undo_target(&self.game.game) {
            self.game.go_to(target);
        }
    }

    /// Plays the moves again that were taken back.
    pub(crate) fn redo(&mut self) {
        self.game.redo();
    }

    /// Shows the position after this number of moves, or the last one if the game is shorter.
    pub(crate) fn go_to(&mut self, moves: usize) {
        self.game.go_to(moves);
    }

    /// Shows the position after one of the variations.
    pub(crate) fn go_on_with(&mut self, index: usize) {
        let record = self.record();
        if let Some(&node) = record.children(record.current()).get(index) {
            self.game.go_to_node(node);
        }
    }

    /// Shows the position in which the stone on a point was played.
    fn show_move_at(&mut self, point: Point) {
        let at = self.record().line().iter().position(|played| *played == Move::Place(point));
        if let Some(index) = at {
            self.go_to(index + 1);
        }
    }

    /// Whether a move can be taken back, and whether one can be played again.
    pub(crate) fn can_go(&self) -> (bool, bool) {
        let is_checked = self.game.engine.purpose() == Some(Purpose::Check);
        (
            self.game.base.undo_target(&self.game.game).is_some(),
            self.game.game.redo_target().is_some() && !is_checked,
        )
    }
}

/// A human player against the program, or two human players.
fn seats_of(person: Option<Color>, level: Seat) -> [Seat; 2] {
    Color::BOTH.map(|color| if person.is_none_or(|own| own == color) { Seat::Person } else { level })
}

fn habits(mode: Mode) -> Habits {
    Habits {
        pause_ms: None,
        waits_after_looking_back: false,
        keeps_engine: false,
        explains: false,
        analysis_ms: Some(ANALYSIS_MS),
        explores: mode != Mode::Play,
        ..Habits::APPLICATION
    }
}
