mod clock;
mod identity;
mod opening;
#[cfg(feature = "remote")]
mod remote;
mod saved;

use tengen_analysis::{Character, ReviewedMove, annotate, note_evaluation};
use tengen_game::clock::{Clock, TimeControl};
use tengen_game::opening::Opening;
use tengen_game::{
    BoardSize, Color, Drawing, EndError, EndReason, Fact, GameResult, Move, NodeId, PlayError, Players,
    Position, Record, Rule, Score,
};

use crate::handicap::{self, HeadStart};
use crate::{Seat, Tuning};
pub use identity::{Identity, Origin};
pub use opening::protocols;
#[cfg(feature = "remote")]
pub use remote::RemoteState;
pub use saved::LoadError;

/// A game at one table: the record, the players, the clock, and the opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    record: Record,
    /// Black's and White's.
    seats: [Seat; 2],
    /// What is set about the programs in them.
    tuning: [Tuning; 2],
    clock: Clock,
    /// The opening with which the game began, if there was one.
    opening: Option<Opening>,
    /// The head start of the only person.
    head_start: HeadStart,
    /// Which game it is, among those of the library.
    pub identity: Identity,
}

/// A sound that goes with something in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// A stone falls on wood.
    Stone,
    /// A button was pressed, or something was refused.
    Button,
    /// The user has won, or one of two.
    Win,
    /// The user has lost.
    Loss,
    /// The game is a draw.
    Draw,
    /// One of the last seconds of a clock.
    Tick,
}

impl Game {
    /// A game without moves, opening or limit of time.
    pub fn new(rule: Rule, size: BoardSize, seats: [Seat; 2]) -> Game {
        Game::from_position(Position::new(rule, size), seats, Default::default())
    }

    /// A game that begins with a position.
    pub fn from_position(start: Position, seats: [Seat; 2], tuning: [Tuning; 2]) -> Game {
        let of_seat = |color: Color| tuning[color.index()].of_seat(seats[color.index()]);
        Game { tuning: Color::BOTH.map(of_seat), ..Game::from_record(Record::from_position(start), seats) }
    }

    /// A game that continues at the cursor of a record, with default settings of the programs.
    pub fn from_record(record: Record, seats: [Seat; 2]) -> Game {
        Game {
            record,
            seats,
            tuning: Default::default(),
            clock: Clock::new(TimeControl::Unlimited),
            opening: None,
            head_start: HeadStart::None,
            identity: Identity::default(),
        }
    }

    /// The same game before its first move, in which the only person gets this in advance. Games of other players, with an opening protocol,
    /// or from a position that was set up have no head start.
    pub fn with_head_start(self, head_start: HeadStart) -> Game {
        let person = self.sole_person().filter(|_| self.opening.is_none());
        let head_start = if person.is_some() { head_start } else { HeadStart::None };
        let had_one = self.head_start != HeadStart::None;
        let is_fresh = self.record.line().is_empty() && (had_one || self.record.setup().is_none());
        if !is_fresh || (head_start == HeadStart::None && !had_one) {
            return self;
        }
        let (rule, size) = (self.record.rule(), self.record.size());
        let start =
            person.map_or_else(|| Position::new(rule, size), |person| head_start.start(rule, size, person));
        let record = Record::from_position(start.with_max_moves(self.record.start().max_moves()));
        Game { record, head_start, ..self }
    }

    /// Whether the person has a head start, or the level a handicap. Such games are no measure of strength.
    pub fn has_handicap(&self) -> bool {
        self.head_start != HeadStart::None || self.has_no_double_threats()
    }

    /// The head start of the only person.
    pub fn head_start(&self) -> HeadStart {
        self.head_start
    }

    /// Lets the only person move once more after the first move, if that is the head start.
    pub(crate) fn take_second_move(&mut self) {
        let person = self.sole_person().filter(|_| self.head_start == HeadStart::TwoMoves);
        let again = person.and_then(|person| handicap::second_move(self.record.position(), person));
        if let Some(position) = again {
            let position = position.with_max_moves(self.record.start().max_moves());
            let (players, info) = (self.record.players.clone(), self.record.info.clone());
            self.record = Record::from_position(position);
            (self.record.players, self.record.info) = (players, info);
        }
    }

    /// A game from outside, without a clock. The people and programs of this table continue
    /// with it; they are not its players.
    pub fn with_record(&self, record: Record, origin: Origin) -> Game {
        let clock = Clock::new(TimeControl::Unlimited);
        let identity = Identity::opened(origin);
        let head_start = HeadStart::None;
        Game { record, seats: self.seats, tuning: self.tuning, clock, opening: None, head_start, identity }
    }

    /// The same table once more.
    pub fn again(&self) -> Game {
        let Game { record, seats, tuning, clock, opening, head_start, .. } = self.first_seats();
        let start = record.start().clone();
        let again = Game::from_position(start, seats, tuning).with_control(clock.control());
        let again = Game { head_start, ..again }.with_head_start(head_start);
        match opening {
            Some(opening) => again.with_opening(opening.protocol()),
            None => again,
        }
    }

    /// A new game with the rule, the board and the opening of this one, with these players and this time control. A program is tuned as
    /// it is here, for whatever side it plays, and another level gets the character that a level has here.
    pub fn again_with(&self, seats: [Seat; 2], control: TimeControl) -> Game {
        let before = self.first_seats();
        let tuning = Color::BOTH.map(|color| before.tuning_for(color, seats[color.index()]));
        let again = Game { seats, tuning, ..self.again() }.with_control(control);
        let head_start = again.head_start;
        again.with_head_start(head_start)
    }

    /// What is set about a program that gets the seat of a colour: as it is here where it is the same program, on the same side or on the
    /// other one. Another level gets the character of the level in its place.
    fn tuning_for(&self, color: Color, seat: Seat) -> Tuning {
        let sides = [color, !color];
        let same = sides.into_iter().find(|side| self.seats[side.index()] == seat);
        if let Some(side) = same {
            return self.tuning[side.index()];
        }
        let character = sides.into_iter().find_map(|side| self.character(side));
        let no_double_threats = self.has_no_double_threats();
        Tuning { character, no_double_threats, ..Tuning::default() }.of_seat(seat)
    }

    /// A game from the position on the board, which has the moves that led there and no variations.
    pub fn from_here(&self, seats: [Seat; 2]) -> Game {
        let mut record = Record::from_position(self.record.start().clone());
        for &played in self.record.position().moves() {
            // The moves were legal there, and are here.
            if record.play(played).is_err() {
                break;
            }
        }
        let tuning = Color::BOTH.map(|color| self.tuning_for(color, seats[color.index()]));
        Game::from_record(record, seats).with_tuning(tuning)
    }

    /// A game with the same players from the position before a move of the game that was played, counted from 1, in which that move can be
    /// played otherwise. It begins with that position, and is no measure of strength.
    pub fn from_before(&self, number: usize) -> Game {
        let mut there = self.at_its_end();
        there.record.go_to(number.saturating_sub(1));
        Game::from_position(there.record.position().clone(), self.seats, self.tuning)
    }

    /// The players with whom the user continues the game from the position on the board: the user has the side to move; where there is
    /// no program, two people continue.
    #[cfg(feature = "analysis-board")]
    pub(crate) fn seats_to_take_over(&self) -> [Seat; 2] {
        let (side, seats) = (self.side_to_move(), self.seats);
        match (self.sole_person(), seats.into_iter().find(|seat| !seat.is_person())) {
            (Some(person), _) if person == side => seats,
            (Some(_), _) => [seats[1], seats[0]],
            (None, Some(program)) => {
                Color::BOTH.map(|color| if color == side { Seat::Person } else { program })
            }
            (None, None) => seats,
        }
    }

    /// The same game with the last move that was played on the board.
    pub fn at_its_end(&self) -> Game {
        let mut game = self.clone();
        game.record.visit(game.record.main_line().last().copied().unwrap_or(NodeId::START));
        game
    }

    /// The result of the game that was played, independently of the position on the board.
    pub fn result(&self) -> Option<GameResult> {
        self.record.result_at(self.record.main_line().last().copied().unwrap_or(NodeId::START))
    }

    /// The result at the position on the board.
    pub fn shown_result(&self) -> Option<GameResult> {
        self.record.result_at(self.record.current())
    }

    /// Whether the game that was played has ended, independently of the position on the board. Its moves and its result then
    /// no longer change: later moves, promotions, deletions and agreements concern the variations alone.
    pub fn is_settled(&self) -> bool {
        self.result().is_some()
    }

    /// Whether a node belongs to the game that was played, and not to a variation.
    fn is_of_game(&self, node: NodeId) -> bool {
        let is_first = |node: NodeId| {
            self.record.parent(node).is_none_or(|parent| self.record.children(parent).first() == Some(&node))
        };
        std::iter::successors(Some(node), |&node| self.record.parent(node)).all(is_first)
    }

    /// Whether the board shows a position of a game that has ended, and no variation.
    pub fn shows_settled_game(&self) -> bool {
        self.is_settled() && self.is_of_game(self.record.current())
    }

    /// The moves and variations, and the position on the board.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Black's player and White's.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// What is set about Black's program and White's.
    pub fn tuning(&self) -> [Tuning; 2] {
        self.tuning
    }

    /// The player of a side.
    pub fn seat(&self, color: Color) -> Seat {
        self.seats[color.index()]
    }

    /// Lets others play the game, or other programs, of which nothing is set.
    pub fn set_seats(&mut self, seats: [Seat; 2]) {
        self.seats = seats;
        self.tuning = Default::default();
    }

    /// Exchanges the players, with what is set about their programs.
    pub fn swap_seats(&mut self) {
        self.seats.swap(0, 1);
        self.tuning.swap(0, 1);
    }

    /// Writes the players' names into the record.
    pub fn set_names(&mut self, names: Players) {
        self.record.players = names;
    }

    /// The manner in which the level of a side plays; `None` for none, and for other players.
    pub fn character(&self, color: Color) -> Option<Character> {
        self.tuning[color.index()].character
    }

    /// The same game, in which every level plays in this manner.
    pub fn with_character(mut self, character: Option<Character>) -> Game {
        self.set_character(character);
        self
    }

    /// Lets every level play in this manner.
    pub fn set_character(&mut self, character: Option<Character>) {
        for (tuning, seat) in self.tuning.iter_mut().zip(self.seats) {
            tuning.character = character.filter(|_| seat.level().is_some());
        }
    }

    /// Whether a level makes no two threats at once, as a handicap.
    pub fn has_no_double_threats(&self) -> bool {
        self.tuning.iter().any(|tuning| tuning.no_double_threats)
    }

    /// The same game, in which every level makes no two threats at once, or does.
    pub fn with_no_double_threats(mut self, are_left_out: bool) -> Game {
        for (tuning, seat) in self.tuning.iter_mut().zip(self.seats) {
            tuning.no_double_threats = are_left_out && seat.level().is_some();
        }
        self
    }

    /// The same game with these settings of the programs, also those that no form offers.
    pub fn with_tuning(self, tuning: [Tuning; 2]) -> Game {
        Game { tuning, ..self }
    }

    /// Whose turn it is in the position on the board.
    pub fn side_to_move(&self) -> Color {
        self.record.position().side_to_move()
    }

    /// The seat that has to move; `None` when the game is over, or has not begun since its opening continues.
    pub fn seat_to_move(&self) -> Option<Seat> {
        let goes_on = !self.record.is_over() && self.opening_under_way().is_none();
        goes_on.then(|| self.seat(self.side_to_move()))
    }

    /// Whether a program is to move, or waits for its turn to be called.
    pub fn is_programs_turn(&self) -> bool {
        self.seat_to_move().is_some_and(|seat| !seat.is_person())
    }

    /// Whether a person played a move of the game, counted from 1, and may try another.
    pub fn can_try_again(&self, number: usize) -> bool {
        self.seat(self.mover_after(number.saturating_sub(1))).is_person()
    }

    /// The only person at the table, if there is exactly one.
    pub fn sole_person(&self) -> Option<Color> {
        match self.seats.map(Seat::is_person) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// The side of the only person who played the game, if there is exactly one and it is known.
    pub fn sole_player(&self) -> Option<Color> {
        self.sole_person().filter(|_| !self.identity.opened)
    }

    /// The name of a side's player, with the rank, from the record; empty if it has none.
    pub fn name_of(&self, color: Color) -> String {
        let (players, info) = (&self.record.players, &self.record.info);
        let (name, rank) = match color {
            Color::Black => (&players.black, info.get(Fact::BlackRank)),
            Color::White => (&players.white, info.get(Fact::WhiteRank)),
        };
        if rank.is_empty() || name.is_empty() { name.clone() } else { format!("{name} ({rank})") }
    }

    /// Plays a move at the cursor. In an unfinished game it becomes the game's next move, and an earlier move there
    /// stays as a variation. A game that has ended does not change: other moves are variations.
    ///
    /// # Errors
    /// When the move is illegal; nothing changes then.
    pub fn play(&mut self, played: Move) -> Result<(), PlayError> {
        if self.is_settled() {
            return self.play_beside(played);
        }
        self.record.play(played)
    }

    /// Plays a move at the cursor, as a variation if another one was played there before.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_beside(&mut self, played: Move) -> Result<(), PlayError> {
        self.record.explore(played)
    }

    /// The side that resigns when a person does: that of the only person at the table, or else the side to move at the end of the line on the
    /// board.
    pub fn resigning_side(&self) -> Color {
        self.sole_person().unwrap_or_else(|| self.mover_after(self.record.line_nodes().len()))
    }

    /// Gives up at the end of the line on the board: nothing that was played is lost.
    ///
    /// # Errors
    /// When the game has ended.
    pub fn resign(&mut self, loser: Color) -> Result<(), EndError> {
        self.record.go_to(usize::MAX);
        self.record.end(GameResult::resignation(loser))
    }

    /// The side to move resigns at the cursor. The moves that followed there are deleted.
    ///
    /// # Errors
    /// When the game has ended.
    pub fn resign_here(&mut self) -> Result<(), EndError> {
        self.end_here(GameResult::resignation(self.side_to_move()))
    }

    /// Both sides agree on a draw.
    ///
    /// # Errors
    /// When the game has ended.
    pub fn agree_on_draw(&mut self) -> Result<(), EndError> {
        self.end_here(GameResult { winner: None, reason: EndReason::Agreement })
    }

    fn end_here(&mut self, result: GameResult) -> Result<(), EndError> {
        // An earlier position of a game that has ended has no other end.
        if self.shows_settled_game() {
            return Err(EndError::GameOver);
        }
        self.record.end(result)
    }

    /// Whether the line on the board leads to the end of a game, for any position of the cursor on it.
    pub fn has_ended(&self) -> bool {
        self.record.result().is_some()
    }

    /// The moves of the game itself, without the variations.
    pub fn main_moves(&self) -> Vec<Move> {
        self.record.main_line().into_iter().filter_map(|node| self.record.played(node)).collect()
    }

    /// Where the game itself stood after this many moves, or at its end.
    pub fn main_node(&self, moves: usize) -> Option<NodeId> {
        let main = self.record.main_line();
        match moves.min(main.len()).checked_sub(1) {
            None => Some(NodeId::START),
            Some(index) => main.get(index).copied(),
        }
    }

    /// Whose turn it is after this many moves.
    pub fn mover_after(&self, moves: usize) -> Color {
        let first = self.record.start().side_to_move();
        if moves.is_multiple_of(2) { first } else { !first }
    }

    /// Writes into the record how a review evaluated the game itself after a move.
    pub fn note_review(&mut self, reviewed: &ReviewedMove) {
        note_evaluation(&mut self.record, reviewed);
    }

    /// Writes a whole review into the record, as [`annotate`] does, if these moves are still those of the game; whether they are.
    pub fn annotate(
        &mut self,
        moves: &[Move],
        review: &[ReviewedMove],
        remark: impl FnMut(&ReviewedMove) -> String,
    ) -> bool {
        let is_same = self.main_moves() == moves;
        if is_same {
            annotate(&mut self.record, review, remark);
        }
        is_same
    }

    /// The target of undo. Against the engine that is the person's last turn, since the engine would
    /// move again at its own turn; otherwise one move back. The stones of the opening stay.
    pub fn undo_target(&self) -> Option<usize> {
        let cursor = self.record.cursor();
        (self.opening_stones()..cursor).rev().find(|&index| self.is_stop(index))
    }

    /// Where redo leads: to the person's next turn, or to the end.
    pub fn redo_target(&self) -> Option<usize> {
        let (cursor, end) = (self.record.cursor(), self.record.line().len());
        (cursor + 1..=end).find(|&index| index == end || self.is_stop(index))
    }

    /// Writes into the record how the position on the board is evaluated, for the side that has moved.
    pub fn set_evaluation(&mut self, evaluation: Score) {
        let here = self.record.current();
        self.record.notes_mut(here).evaluation = Some(evaluation);
    }

    /// What is heard after a move or an end.
    pub fn sound_of_move(&self) -> Sound {
        let Some(result) = self.record.result().filter(|_| self.record.is_over()) else {
            return Sound::Stone;
        };
        match (result.winner, self.sole_player()) {
            (None, _) => Sound::Draw,
            // Of two people, or two programs, one has won.
            (Some(_), None) => Sound::Win,
            (Some(winner), Some(person)) if winner == person => Sound::Win,
            (Some(_), Some(_)) => Sound::Loss,
        }
    }

    /// Shows the position after this many moves of the line on the board.
    pub fn go_to(&mut self, moves: usize) {
        self.record.go_to(moves);
    }

    /// The number of moves on the board, and of those in the game.
    pub fn place(&self) -> (usize, usize) {
        (self.record.cursor(), self.record.line().len())
    }

    /// Shows any position of any line.
    pub fn visit(&mut self, node: NodeId) {
        self.record.visit(node);
    }

    /// Writes a comment on the position on the board.
    pub fn set_comment(&mut self, comment: String) {
        let here = self.record.current();
        self.record.notes_mut(here).comment = comment;
    }

    /// Draws on the position at the cursor; `false` for what is not on the board.
    pub(crate) fn draw(&mut self, drawing: Drawing) -> bool {
        let here = self.record.current();
        self.record.draw(here, drawing).is_ok()
    }

    /// Takes all rings and arrows off the position at the cursor.
    pub(crate) fn clear_drawings(&mut self) {
        let here = self.record.current();
        self.record.clear_drawings(here);
    }

    /// The move that can be made the main line of what it branches off from: the last before the cursor that makes the
    /// line on the board a variation. Beside the moves of a game that has ended there is none.
    pub fn promotable(&self) -> Option<NodeId> {
        let up = |node: &NodeId| self.record.parent(*node);
        let mut line = std::iter::successors(Some(self.record.current()), up);
        let (branch, parent) = line.find_map(|node| {
            let parent = self.record.parent(node)?;
            (self.record.children(parent).first() != Some(&node)).then_some((node, parent))
        })?;
        (!self.is_settled() || !self.is_of_game(parent)).then_some(branch)
    }

    /// Makes the variation on the board the main line of what it branches off from, where that can be.
    pub fn promote(&mut self) {
        if let Some(branch) = self.promotable() {
            self.record.promote(branch);
        }
    }

    /// Whether the move that the board shows can be deleted. The moves of a game that has ended cannot.
    pub fn can_delete(&self) -> bool {
        self.record.cursor() > 0 && !self.shows_settled_game()
    }

    /// Deletes the move that the board shows and all that follows it, where that can be; how many moves that were.
    pub fn delete(&mut self) -> usize {
        if !self.can_delete() {
            return 0;
        }
        let before = self.record.nodes().len();
        self.record.delete(self.record.current());
        before - self.record.nodes().len()
    }

    /// Adds the moves of another record of the same game as variations, and what was edited there since it was a copy of `copied`. Moves
    /// that follow an end of this game cannot be added: how many that are.
    pub fn add_variations(&mut self, other: &Record, copied: &Record) -> usize {
        self.record.add_variations(other, copied)
    }

    /// Puts another record of the same game on the table.
    pub fn set_record(&mut self, record: Record) {
        self.record = record;
    }

    /// Whether the game waits for a person after `moves` moves, or there is no person at the table.
    fn is_stop(&self, moves: usize) -> bool {
        self.sole_person().is_none_or(|person| person == self.mover_after(moves))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use tengen_analysis::Level;

    use super::*;
    use tengen_game::Point;

    /// A game of this many moves without a winner.
    pub(super) fn game(seats: [Seat; 2], count: usize) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
        moves(&mut game, count);
        game
    }

    /// Plays on up to this many moves.
    pub(super) fn moves(game: &mut Game, count: usize) {
        *game = game.at_its_end();
        let played = game.record().cursor();
        for point in BoardSize::FIFTEEN.points().step_by(3).take(count).skip(played) {
            assert!(game.play(point.into()).is_ok());
        }
    }

    #[test]
    fn undo_goes_back_to_the_persons_own_turn() {
        let black = [Seat::Person, Seat::Engine(Level::EASY)];
        let white = [Seat::Engine(Level::EASY), Seat::Person];
        assert_eq!(game(black, 0).undo_target(), None);
        // The engine has answered: both moves go.
        assert_eq!(game(black, 2).undo_target(), Some(0));
        // The engine still searches: only the person's move is taken back.
        assert_eq!(game(black, 3).undo_target(), Some(2));
        // The engine's first move stays, or it would only be made again.
        assert_eq!(game(white, 1).undo_target(), None);
        assert_eq!(game(white, 3).undo_target(), Some(1));
        assert_eq!(game([Seat::Person, Seat::Person], 3).undo_target(), Some(2));
        assert_eq!(game([Seat::Engine(Level::HARD), Seat::Engine(Level::EASY)], 3).undo_target(), Some(2));
    }

    #[test]
    fn redo_undoes_undo() {
        for seats in [
            [Seat::Person, Seat::Engine(Level::EASY)],
            [Seat::Engine(Level::EASY), Seat::Person],
            [Seat::Person, Seat::Person],
        ] {
            let played = game(seats, 5);
            let mut game = played.clone();
            assert_eq!(game.redo_target(), None);
            while let Some(target) = game.undo_target() {
                game.go_to(target);
            }
            while let Some(target) = game.redo_target() {
                game.go_to(target);
            }
            assert_eq!(game, played);
        }
    }

    #[test]
    fn a_game_that_goes_on_takes_another_way_and_one_that_has_ended_stays() {
        let corner = Move::from(Point::new(14, 14));
        let mut running = game([Seat::Person, Seat::Person], 4);
        running.go_to(1);
        running.play(corner).unwrap();
        assert_eq!((running.main_moves().len(), running.main_moves()[1]), (2, corner));
        let start = running.record().main_line()[0];
        assert_eq!(running.record().children(start).len(), 2);

        let mut ended = game([Seat::Person, Seat::Person], 4);
        ended.resign(Color::Black).unwrap();
        ended.go_to(1);
        ended.play(corner).unwrap();
        assert_eq!((ended.main_moves().len(), ended.record().line().len()), (4, 2));
        assert!(!ended.has_ended());
    }

    #[test]
    fn a_resignation_while_looking_back_loses_no_moves() {
        let mut game = game([Seat::Person, Seat::Person], 4);
        game.go_to(1);
        game.resign(Color::White).unwrap();
        assert_eq!((game.record().cursor(), game.main_moves().len()), (4, 4));
        game.go_to(2);
        assert!(game.has_ended());
        assert!(game.resign(Color::White).is_err());
        assert_eq!(game.main_moves().len(), 4);
    }

    /// Black has resigned after four moves, and another second move was tried.
    fn ended_with_a_variation() -> Game {
        let mut ended = game([Seat::Person, Seat::Engine(Level::EASY)], 4);
        ended.resign(Color::Black).unwrap();
        ended.go_to(1);
        ended.play(Point::new(14, 14).into()).unwrap();
        ended
    }

    #[test]
    fn nothing_that_is_done_after_the_end_changes_a_games_result() {
        let mut ended = ended_with_a_variation();
        let (moves, lost) = (ended.main_moves(), Some(GameResult::resignation(Color::Black)));
        assert_eq!(ended.promotable(), None);
        ended.promote();
        // A win in the variation is none of the game.
        ended.resign(Color::White).unwrap();
        assert_eq!((ended.main_moves(), ended.result()), (moves.clone(), lost));
        // Neither is the game cut short, nor agreed on to be a draw at an earlier position.
        for node in ended.record().main_line() {
            ended.visit(node);
            assert_eq!((ended.can_delete(), ended.delete()), (false, 0));
            assert_eq!(ended.agree_on_draw(), Err(EndError::GameOver));
        }
        assert_eq!((ended.main_moves(), ended.result()), (moves, lost));
    }

    #[test]
    fn variations_of_a_game_that_has_ended_can_be_put_in_order() {
        let mut ended = ended_with_a_variation();
        let moves = ended.main_moves();
        let tried = ended.record().current();
        for point in [Point::new(0, 14), Point::new(7, 14)] {
            ended.visit(tried);
            ended.play_beside(point.into()).unwrap();
        }
        let second = ended.record().current();
        assert_eq!(ended.promotable(), Some(second));
        ended.promote();
        assert_eq!((ended.promotable(), ended.record().children(tried)[0]), (None, second));
        ended.visit(tried);
        assert_eq!((ended.can_delete(), ended.delete()), (true, 3));
        assert_eq!(ended.main_moves(), moves);
    }
}
