//! Going through the game: what the engine says about its moves, and what one looks at of it.

use leptos::prelude::*;
use tengen_game::{Evaluation, Move, NodeId};
use tengen_protocol::worker::{
    ClassMessage, EffortMessage, PointMessage, PositionMessage, Request, ReviewedMoveMessage, ScoreMessage,
    SideMessage, SolveLimitsMessage,
};

use super::{Session, Task, change};
use crate::game::Game;
use crate::timing::now;

/// How long a review takes is not guessed before it has looked at so many moves, in so many milliseconds.
const FEW_MOVES: usize = 3;
const FEW_MS: u64 = 2_000;

/// What a review has found so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Review {
    id: u32,
    effort: EffortMessage,
    began_ms: u64,
    /// The game that it is about.
    game: Vec<Move>,
    /// What it says about each move of the game. The first ones may still be missing.
    moves: Vec<Option<ReviewedMoveMessage>>,
    /// The whole, when it has ended.
    whole: Option<Whole>,
}

/// What is known when a review has ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whole {
    /// Black's and White's play.
    pub(crate) sides: [SideMessage; 2],
    /// The numbers of the moves that gave away most.
    pub(crate) turning_points: Vec<u16>,
    /// Whether all moves were looked at.
    pub(crate) is_complete: bool,
}

/// Something about a move of the game that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Finding {
    /// There was a forced win instead of this move.
    MissedWin(u16),
    /// The other side had a forced win against this move, which another would not have allowed.
    MissedBlock(u16),
    /// It gave away much of the game.
    TurningPoint(u16),
}

impl Finding {
    /// The number of the move.
    pub(crate) fn number(self) -> u16 {
        match self {
            Finding::MissedWin(number) | Finding::MissedBlock(number) | Finding::TurningPoint(number) => {
                number
            }
        }
    }
}

impl Review {
    fn new(id: u32, effort: EffortMessage, began_ms: u64, game: Vec<Move>) -> Review {
        let moves = vec![None; game.len()];
        Review { id, effort, began_ms, game, moves, whole: None }
    }

    /// Takes down what is said about a move, which may have been told of before.
    fn add(&mut self, reviewed: ReviewedMoveMessage) {
        let index = usize::from(reviewed.number).checked_sub(1);
        if let Some(place) = index.and_then(|index| self.moves.get_mut(index)) {
            *place = Some(reviewed);
        }
    }

    /// How many moves have been looked at, and how many there are.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.moves.iter().flatten().count(), self.game.len())
    }

    /// About how many seconds a review takes on, by what it has taken up to a moment; `None` while too little is known.
    pub(crate) fn seconds_left(&self, now_ms: u64) -> Option<u64> {
        let (done, all) = self.progress();
        let passed_ms = now_ms.saturating_sub(self.began_ms);
        let is_known = done >= FEW_MOVES && passed_ms >= FEW_MS && done < all;
        is_known.then(|| (passed_ms * (all - done) as u64).div_ceil(1_000 * done as u64))
    }

    pub(crate) fn whole(&self) -> Option<&Whole> {
        self.whole.as_ref()
    }

    /// What it says about a move of the game, counted from 1.
    pub(crate) fn reviewed(&self, number: u16) -> Option<&ReviewedMoveMessage> {
        self.moves.get(usize::from(number).checked_sub(1)?)?.as_ref()
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn class(&self, number: usize) -> Option<ClassMessage> {
        self.reviewed(u16::try_from(number).ok()?).map(|reviewed| reviewed.class)
    }

    /// Everything that is worth a look, in the order of the game.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let turning_points = self.whole.as_ref().map_or(&[][..], |whole| &whole.turning_points);
        let of_move = |reviewed: &ReviewedMoveMessage| {
            let number = reviewed.number;
            let missed_win = (!reviewed.missed_win.is_empty()).then_some(Finding::MissedWin(number));
            let missed_block = (!reviewed.refutation.is_empty()).then_some(Finding::MissedBlock(number));
            let is_turning =
                missed_win.is_none() && missed_block.is_none() && turning_points.contains(&number);
            let turning_point = is_turning.then_some(Finding::TurningPoint(number));
            [missed_win, missed_block, turning_point].into_iter().flatten()
        };
        self.moves.iter().flatten().flat_map(of_move).collect()
    }
}

impl Session {
    /// Lets the engine go through the game, as thoroughly as is chosen, unless it has something else to do. What has been
    /// proved of the game's positions, it is told.
    pub(crate) fn review_game(self) {
        let (message, moves) = self.game.with_untracked(|game| {
            let moves = game.main_moves();
            let points = moves.iter().map(|played| played.point().map(|point| (point.x(), point.y())));
            let start = PositionMessage::from(game.record().start());
            (PositionMessage { moves: points.collect(), ..start }, moves)
        });
        if moves.is_empty() || !self.task.get_untracked().is_free() {
            return;
        }
        self.cancel();
        let id = self.next_id();
        let effort = self.effort.get_untracked();
        let proved = self.analysis.proofs.with_value(|proofs| proofs.of_game(&moves));
        self.review.set(Some(Review::new(id, effort, now(), moves)));
        self.finding.set(None);
        let limits = SolveLimitsMessage::default();
        self.send(Request::Review { id, game: message, effort, limits, proved });
        self.task.set(Task::Review(id));
    }

    /// A move has been looked at.
    pub(super) fn reviewed_move(self, id: u32, reviewed: ReviewedMoveMessage) {
        if !self.is_about(id) {
            return;
        }
        // Whoever shows evaluations follows the review as well.
        self.game.update_untracked(|game| note(game, &reviewed));
        change(self.review, |review| review.add(reviewed));
    }

    /// The review has ended.
    pub(super) fn reviewed(self, id: u32, whole: Whole) {
        if self.is_about(id) {
            let is_complete = whole.is_complete;
            change(self.review, |review| review.whole = Some(whole));
            let effort = self.review.with_untracked(|review| review.as_ref().map(|review| review.effort));
            if is_complete && let Some(effort) = effort {
                // The same once more would say the same.
                self.effort.set(deeper(effort));
            }
            self.save();
        }
        if self.task.get_untracked() == Task::Review(id) {
            self.task.set(Task::Idle);
            self.call_engine();
        }
    }

    fn is_about(self, id: u32) -> bool {
        self.review.with_untracked(|review| review.as_ref().is_some_and(|review| review.id == id))
    }

    /// A review could not be made, or its game is another one now.
    pub(super) fn drop_review(self) {
        if self.review.with_untracked(Option::is_some) {
            self.review.set(None);
            self.effort.set(EffortMessage::default());
        }
    }

    /// Whether what the engine is at is a review that can go on although the board shows something else.
    pub(super) fn is_review_undisturbed(self) -> bool {
        let waits = self.paused.get_untracked()
            || self.game.with_untracked(|game| game.seat_to_move().is_none_or(|seat| seat.is_person()));
        matches!(self.task.get_untracked(), Task::Review(_))
            && waits
            && self.review.with_untracked(Option::is_some)
    }

    /// Forgets the review if the game has gone another way. Variations are no other way.
    pub(super) fn check_review(self) {
        let is_same = |review: &Review| self.game.with_untracked(|game| game.main_moves() == review.game);
        if !self.review.with_untracked(|review| review.as_ref().is_none_or(is_same)) {
            self.drop_review();
        }
    }

    /// Shows a finding on the board: the moment, and the line that was better or that punishes the move.
    pub(crate) fn show_finding(self, finding: Finding) {
        if self.finding.get_untracked() == Some(finding) {
            self.analysis.preview.set(Vec::new());
            self.finding.set(None);
            return;
        }
        let reviewed =
            self.review.with_untracked(|review| review.as_ref()?.reviewed(finding.number()).cloned());
        let Some(reviewed) = reviewed else { return };
        let number = usize::from(finding.number());
        let (moves, line) = match finding {
            Finding::MissedWin(_) => (number - 1, reviewed.missed_win),
            Finding::MissedBlock(_) => (number, reviewed.refutation),
            Finding::TurningPoint(_) => (number - 1, reviewed.line),
        };
        self.show_moment(moves, line);
        self.finding.set(Some(finding));
    }

    fn show_moment(self, moves: usize, line: Vec<PointMessage>) {
        let node = self.game.with_untracked(|game| game.main_node(moves));
        if let Some(node) = node {
            self.go_to_node(node);
            self.analysis.preview.set(line);
        }
    }

    /// Whether a person played a move of the game, and may try another.
    pub(crate) fn can_try_again(self, number: u16) -> bool {
        let before = usize::from(number).saturating_sub(1);
        self.game.with(|game| game.seat(game.mover_after(before)).is_person())
    }

    /// Takes the board back to before a move, where the person who played it may play another against the same
    /// opponent. What was played stays.
    pub(crate) fn try_again(self, number: u16) {
        let before = usize::from(number).saturating_sub(1);
        if let Some(node) = self.game.with_untracked(|game| game.main_node(before)) {
            self.go_to_node(node);
        }
    }
}

/// The next larger effort, if there is one.
fn deeper(effort: EffortMessage) -> EffortMessage {
    let larger = EffortMessage::ALL.into_iter().skip_while(|&other| other != effort).nth(1);
    larger.unwrap_or(effort)
}

/// Writes what a review knows of a move into the record.
fn note(game: &mut Game, reviewed: &ReviewedMoveMessage) {
    let number = usize::from(reviewed.number);
    let after = match reviewed.after {
        ScoreMessage::Value(value) => Evaluation::Value(value),
        // The move itself has been made; a game that is won stays a win.
        ScoreMessage::Mate(plies) if plies > 0 => Evaluation::Mate((plies - 1).max(1)),
        ScoreMessage::Mate(plies) => Evaluation::Mate((plies + 1).min(-1)),
    };
    game.note_worth(number, after);
    if number == 1 {
        // What the start is worth is told for the side that is not to move.
        let before = match reviewed.before {
            ScoreMessage::Value(value) => Evaluation::Value(-value),
            ScoreMessage::Mate(plies) => Evaluation::Mate(-plies),
        };
        game.note_worth(0, before);
    }
}

/// The classes of the moves on a line, as far as it is that of the game.
pub(crate) fn classes_on(line: &[NodeId], game: &Game, review: &Review) -> Vec<Option<ClassMessage>> {
    let main = game.record().main_line();
    let of_node = |(index, node): (usize, &NodeId)| {
        (main.get(index) == Some(node)).then(|| review.class(index + 1)).flatten()
    };
    line.iter().enumerate().map(of_node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;
    use tengen_game::{BoardSize, Point, Rule};

    fn reviewed(number: u16, class: ClassMessage) -> ReviewedMoveMessage {
        ReviewedMoveMessage {
            number,
            class,
            before: ScoreMessage::Value(50),
            after: ScoreMessage::Value(-100),
            loss: 0,
            line: vec![(7, 7)],
            missed_win: Vec::new(),
            refutation: Vec::new(),
        }
    }

    fn review(moves: Vec<ReviewedMoveMessage>, game: &Game, turning_points: Vec<u16>) -> Review {
        let whole = Whole { sides: Default::default(), turning_points, is_complete: true };
        let mut review = Review::new(1, EffortMessage::Quick, 0, game.main_moves());
        moves.into_iter().for_each(|reviewed| review.add(reviewed));
        Review { whole: Some(whole), ..review }
    }

    fn game(moves: u8) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
        (0..moves).for_each(|x| game.play(Point::new(x, 3 * (x % 5)).into()).unwrap());
        game
    }

    #[test]
    fn findings_come_in_the_order_of_the_game_and_each_move_is_told_once() {
        let mut missed = reviewed(3, ClassMessage::Blunder);
        missed.missed_win = vec![(1, 1)];
        missed.refutation = vec![(2, 2)];
        let moves = vec![missed, reviewed(2, ClassMessage::Mistake), reviewed(1, ClassMessage::Best)];
        let review = review(moves, &game(3), vec![2, 3]);
        let expected = [Finding::TurningPoint(2), Finding::MissedWin(3), Finding::MissedBlock(3)];
        assert_eq!(review.findings(), expected);
        assert_eq!(review.class(2), Some(ClassMessage::Mistake));
        assert_eq!((review.class(0), review.class(4)), (None, None));
    }

    #[test]
    fn a_move_that_is_told_of_again_counts_once() {
        let mut review = Review::new(1, EffortMessage::Thorough, 1_000, game(4).main_moves());
        for (number, class) in [(4, ClassMessage::Best), (3, ClassMessage::Good), (4, ClassMessage::Blunder)]
        {
            review.add(reviewed(number, class));
        }
        review.add(reviewed(9, ClassMessage::Best));
        assert_eq!((review.progress(), review.class(4)), ((2, 4), Some(ClassMessage::Blunder)));
        // Two of four moves say too little, three say that the last takes a third of what they took.
        assert_eq!(review.seconds_left(61_000), None);
        review.add(reviewed(2, ClassMessage::Best));
        assert_eq!((review.seconds_left(2_000), review.seconds_left(61_000)), (None, Some(20)));
        review.add(reviewed(1, ClassMessage::Best));
        assert_eq!(review.seconds_left(61_000), None);
    }

    #[test]
    fn a_review_once_more_goes_deeper() {
        let next = EffortMessage::ALL.map(deeper);
        assert_eq!(next, [EffortMessage::Normal, EffortMessage::Thorough, EffortMessage::Thorough]);
    }

    #[test]
    fn only_moves_of_the_game_have_classes() {
        let mut game = game(3);
        let moves = (1..=3).rev().map(|number| reviewed(number, ClassMessage::Good)).collect();
        let review = review(moves, &game, Vec::new());
        let line = game.record().line_nodes();
        assert_eq!(classes_on(&line, &game, &review), [Some(ClassMessage::Good); 3]);
        game.go_to(1);
        game.play_beside(Point::new(9, 9).into()).unwrap();
        let line = game.record().line_nodes();
        assert_eq!(classes_on(&line, &game, &review), [Some(ClassMessage::Good), None]);
    }

    #[test]
    fn what_is_found_is_noted_for_the_side_that_has_moved() {
        let mut game = game(2);
        note(&mut game, &reviewed(1, ClassMessage::Good));
        let record = game.record();
        assert_eq!(record.notes(NodeId::START).evaluation, Some(Evaluation::Value(-50)));
        assert_eq!(record.notes(record.main_line()[0]).evaluation, Some(Evaluation::Value(-100)));
    }
}
