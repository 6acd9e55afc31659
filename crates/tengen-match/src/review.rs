//! The engine's review of the game, and what of it is on the board.

use tengen_analysis::engine::Request;
use tengen_analysis::{Effort, MoveClass, ReviewedMove, Score, Side, SolveLimits, seconds_left};
use tengen_game::{Move, NodeId, Point};

use crate::consequence::{Consequence, in_order};
use crate::context::{Context, Situation};
use crate::engine::Purpose;
use crate::front::Effect;
use crate::proofs::Proofs;
use crate::{Game, Mode, Tracked};

/// A review of a game, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    id: u32,
    effort: Effort,
    began_ms: u64,
    /// The moves of the game.
    game: Vec<Move>,
    /// The judgement of each move of the game. The first ones may still be missing.
    moves: Vec<Option<ReviewedMove>>,
    /// The result, when the review has ended.
    whole: Option<Whole>,
}

/// A review that has ended, with what of it was on the board, while the analysis board takes the place of the game.
#[cfg(feature = "analysis-board")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WaitingReview {
    review: Review,
    effort: Effort,
    /// The finding that was on the board.
    finding: Option<Finding>,
}

/// The result of a review that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Whole {
    /// Black's and White's play.
    pub sides: [Side; 2],
    /// The numbers of the moves that gave away most.
    pub turning_points: Vec<usize>,
    /// Whether all moves were looked at.
    pub is_complete: bool,
}

/// Something remarkable about a move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finding {
    /// There was a forced win instead of this move.
    MissedWin(usize),
    /// The other side had a forced win against this move, which another would not have allowed.
    MissedBlock(usize),
    /// It gave away much of the game.
    TurningPoint(usize),
}

impl Finding {
    /// The number of the move.
    pub fn number(self) -> usize {
        match self {
            Finding::MissedWin(number) | Finding::MissedBlock(number) | Finding::TurningPoint(number) => {
                number
            }
        }
    }
}

impl Finding {
    /// The line that was better or that refutes the move, as far as it can be shown on the board: up to the first pass.
    pub fn line(self, reviewed: &ReviewedMove) -> Vec<Point> {
        let until_pass =
            |line: &Option<Vec<Move>>| line.iter().flatten().copied().map_while(Move::point).collect();
        match self {
            Finding::MissedWin(_) => until_pass(&reviewed.missed_win),
            Finding::MissedBlock(_) => until_pass(&reviewed.refutation),
            Finding::TurningPoint(_) => reviewed.line.clone(),
        }
    }
}

impl Review {
    fn new(id: u32, effort: Effort, began_ms: u64, game: Vec<Move>) -> Review {
        let moves = vec![None; game.len()];
        Review { id, effort, began_ms, game, moves, whole: None }
    }

    /// Takes the review of a move, in place of an earlier one of the same move.
    fn add(&mut self, reviewed: ReviewedMove) {
        let index = reviewed.number.checked_sub(1);
        if let Some(place) = index.and_then(|index| self.moves.get_mut(index)) {
            *place = Some(reviewed);
        }
    }

    /// How many moves have been looked at, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.moves.iter().flatten().count(), self.game.len())
    }

    /// About how many seconds a review takes on, from the time so far; `None` while too little is known.
    pub fn seconds_left(&self, now_ms: u64) -> Option<u64> {
        let (done, all) = self.progress();
        seconds_left(done, all, now_ms.saturating_sub(self.began_ms))
    }

    /// The result, when the review has ended.
    pub fn whole(&self) -> Option<&Whole> {
        self.whole.as_ref()
    }

    /// The judgement of a move of the game, counted from 1.
    pub fn reviewed(&self, number: usize) -> Option<&ReviewedMove> {
        self.moves.get(number.checked_sub(1)?)?.as_ref()
    }

    /// Its thoroughness.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The number of its request.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The class of a move of the game, counted from 1.
    pub fn class(&self, number: usize) -> Option<MoveClass> {
        self.reviewed(number).map(|reviewed| reviewed.class)
    }

    /// Everything remarkable, in the order of the game.
    pub fn findings(&self) -> Vec<Finding> {
        let turning_points = self.whole.as_ref().map_or(&[][..], |whole| &whole.turning_points);
        let of_move = |reviewed: &ReviewedMove| {
            let number = reviewed.number;
            let missed_win = reviewed.missed_win.is_some().then_some(Finding::MissedWin(number));
            let missed_block = reviewed.refutation.is_some().then_some(Finding::MissedBlock(number));
            let is_turning =
                missed_win.is_none() && missed_block.is_none() && turning_points.contains(&number);
            let turning_point = is_turning.then_some(Finding::TurningPoint(number));
            [missed_win, missed_block, turning_point].into_iter().flatten()
        };
        self.moves.iter().flatten().flat_map(of_move).collect()
    }
}

/// The review of the game on the board, and the effort of the next one. [`Mode::Finding`] is a finding of it on the board.
#[derive(Debug, Default)]
pub struct Reviews {
    /// The review of the game on the board.
    pub review: Tracked<Option<Review>>,
    /// How thorough the next review is.
    pub effort: Tracked<Effort>,
    /// The proofs about positions of this game that were analysed.
    proofs: Proofs,
}

impl Reviews {
    /// Whether the review is that of this request.
    fn is_about(&self, id: u32) -> bool {
        self.review.as_ref().is_some_and(|review| review.id == id)
    }

    fn add(&mut self, reviewed: ReviewedMove) {
        if let Some(review) = self.review.change() {
            review.add(reviewed);
        }
    }

    fn end(&mut self, whole: Whole) {
        let Some(review) = self.review.change() else { return };
        if whole.is_complete {
            // Another review with the same effort would find the same.
            self.effort.set(deeper(review.effort));
        }
        review.whole = Some(whole);
    }

    /// Notes how the game ends after these moves, for the side to move.
    pub(crate) fn note_proof(&mut self, moves: &[Move], score: Score, line: Vec<Move>) {
        self.proofs.add(moves, score, line);
    }

    /// Another game, or another start of one.
    pub(crate) fn forget_proofs(&mut self) {
        self.proofs = Proofs::default();
    }

    /// Drops the review, which could not be made, or whose game is another one now.
    pub(crate) fn clear(&mut self) {
        if self.review.is_some() {
            self.review.set(None);
            self.effort.set(Effort::default());
        }
    }

    /// Drops the review if the moves of the game have changed. Variations do not count.
    pub(crate) fn check(&mut self, game: &Game) {
        if self.review.as_ref().is_some_and(|review| game.main_moves() != review.game) {
            self.clear();
        }
    }

    fn reviewed(&self, number: usize) -> Option<&ReviewedMove> {
        self.review.as_ref().and_then(|review| review.reviewed(number))
    }

    /// The line of a finding.
    fn line(&self, finding: Finding) -> Vec<Point> {
        self.reviewed(finding.number()).map(|reviewed| finding.line(reviewed)).unwrap_or_default()
    }

    /// The review of the game on the board, if it has ended, and the finding that the mode shows, for the time in which the game waits.
    #[cfg(feature = "analysis-board")]
    pub(crate) fn finished(&self, mode: &Mode) -> Option<WaitingReview> {
        let review = self.review.clone().filter(|review| review.whole.is_some())?;
        Some(WaitingReview { review, effort: *self.effort, finding: mode.finding().copied() })
    }

    /// Brings the review of a game back that is on the board again, unless there is another that has ended meanwhile. Returns the finding
    /// that was shown.
    #[cfg(feature = "analysis-board")]
    pub(crate) fn bring_back(&mut self, waiting: WaitingReview) -> Option<Finding> {
        let WaitingReview { review, effort, finding } = waiting;
        let id = review.id;
        if self.review.as_ref().is_none_or(|review| review.whole.is_none()) {
            self.review.set(Some(review));
            self.effort.set(effort);
        }
        finding.filter(|_| self.is_about(id))
    }
}

/// The commands.
impl Reviews {
    /// Lets the engine review the game, as thoroughly as is chosen, unless it has something else to do. The request has what was
    /// proved about the game's positions.
    pub fn start(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let moves = context.game.main_moves();
        if moves.is_empty() || !context.shows_game || !context.is_free() {
            return Vec::new();
        }
        let (start, game) = (context.game.record().start().clone(), moves.clone());
        let (effort, limits) = (*self.effort, SolveLimits::default());
        let proved = self.proofs.of_game(&moves);
        let request = |id| Effect::Ask(Request::Review { id, start, moves: game, effort, limits, proved });
        let request = context.ask(Purpose::Review, request);
        if let Some(Consequence::Ask(task, _)) = &request {
            self.review.set(Some(Review::new(task.id, effort, context.now, moves)));
        }
        let before = [Consequence::Cancel, Consequence::EndFinding];
        in_order(before, request)
    }

    /// Lets the engine review the game quickly, for the person's debrief, unless there is a review already.
    pub fn start_quick(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if self.review.is_some() {
            return Vec::new();
        }
        let chosen = *self.effort;
        self.effort.set(Effort::Quick);
        let begun = self.start(context);
        if self.review.is_none() {
            self.effort.set(chosen);
        }
        begun
    }

    /// Chooses how thorough the next review is.
    pub fn set_effort(&mut self, effort: Effort) -> Vec<Consequence> {
        self.effort.set(effort);
        Vec::new()
    }

    /// A move has been reviewed.
    pub(crate) fn reviewed_move(
        &mut self,
        id: u32,
        reviewed: ReviewedMove,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        if self.is_about(id) {
            // A view of evaluations follows the review as well.
            context.game.quietly().note_review(&reviewed);
            self.add(reviewed);
        }
        Vec::new()
    }

    /// The review has ended.
    pub(crate) fn ended(&mut self, id: u32, whole: Whole, context: &mut Context<'_>) -> Vec<Consequence> {
        let mut consequences = Vec::new();
        if self.is_about(id) {
            self.end(whole);
            consequences.push(Consequence::Save);
        }
        if context.is_task(id, Purpose::Review) {
            consequences.extend([Consequence::FinishTask, Consequence::CallEngine]);
        }
        consequences
    }

    /// Shows a finding on the board: the position, and the line that was better or that refutes the move. One that is there already
    /// leaves it.
    pub fn show_finding(&mut self, finding: Finding, context: &mut Context<'_>) -> Vec<Consequence> {
        if context.finding == Some(finding) {
            return vec![Consequence::EndFinding];
        }
        let number = finding.number();
        if !context.shows_game || self.reviewed(number).is_none() {
            return Vec::new();
        }
        let moves = if let Finding::MissedBlock(_) = finding { number } else { number - 1 };
        let show = |node| in_order([Consequence::Visit(node)], self.put_finding(finding));
        context.game.main_node(moves).map(show).unwrap_or_default()
    }

    /// Puts a finding about the position on the board there.
    pub(crate) fn put_finding(&self, finding: Finding) -> [Consequence; 2] {
        [Consequence::Preview(self.line(finding)), Consequence::Mode(Mode::Finding(finding))]
    }

    /// Takes the board back to before a move, where the person who played it may play another against the same
    /// opponent. The moves that were played stay.
    pub fn try_again(&mut self, number: usize, context: &mut Context<'_>) -> Vec<Consequence> {
        let node = context.game.main_node(number.saturating_sub(1));
        node.map(Consequence::Visit).into_iter().collect()
    }

    /// Whether the engine's task is a review that can continue although the board shows something else.
    pub(crate) fn is_undisturbed(&self, game: &Game, situation: &Situation<'_>) -> bool {
        let waits = situation.is_paused || !game.is_programs_turn();
        situation.purpose() == Some(Purpose::Review) && waits && self.review.is_some()
    }
}

/// The next larger effort, if there is one.
fn deeper(effort: Effort) -> Effort {
    let larger = Effort::ALL.into_iter().skip_while(|&other| other != effort).nth(1);
    larger.unwrap_or(effort)
}

/// The classes of the moves on a line, as far as it is that of the game.
pub fn classes_on(line: &[NodeId], game: &Game, review: &Review) -> Vec<Option<MoveClass>> {
    let main = game.record().main_line();
    let of_node = |(index, node): (usize, &NodeId)| {
        (main.get(index) == Some(node)).then(|| review.class(index + 1)).flatten()
    };
    line.iter().enumerate().map(of_node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aside, Habits, Match, Notice, Seat};
    use tengen_game::{BoardSize, Color, Rule};

    fn reviewed(number: usize, class: MoveClass) -> ReviewedMove {
        let best = Point::new(7, 7);
        ReviewedMove {
            number,
            mover: Color::Black,
            played: best.into(),
            before: Score::Value(50),
            after: Score::Value(-100),
            best: Some(best),
            line: vec![best],
            loss: 0,
            class,
            missed_win: None,
            refutation: None,
        }
    }

    fn review(moves: Vec<ReviewedMove>, game: &Game, turning_points: Vec<usize>) -> Review {
        let whole = Whole { sides: Default::default(), turning_points, is_complete: true };
        let mut review = Review::new(1, Effort::Quick, 0, game.main_moves());
        moves.into_iter().for_each(|reviewed| review.add(reviewed));
        Review { whole: Some(whole), ..review }
    }

    fn game(moves: u8) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Person]);
        (0..moves).for_each(|x| game.play(Point::new(x, 3 * (x % 5)).into()).unwrap());
        game
    }

    #[test]
    fn findings_come_in_the_order_of_the_game_and_each_move_is_reported_once() {
        let mut missed = reviewed(3, MoveClass::Blunder);
        missed.missed_win = Some(vec![Point::new(1, 1).into()]);
        missed.refutation = Some(vec![Point::new(2, 2).into()]);
        let moves = vec![missed, reviewed(2, MoveClass::Mistake), reviewed(1, MoveClass::Best)];
        let review = review(moves, &game(3), vec![2, 3]);
        let expected = [Finding::TurningPoint(2), Finding::MissedWin(3), Finding::MissedBlock(3)];
        assert_eq!(review.findings(), expected);
        assert_eq!(review.class(2), Some(MoveClass::Mistake));
        assert_eq!((review.class(0), review.class(4)), (None, None));
    }

    #[test]
    fn a_move_that_is_reported_again_counts_once() {
        let mut review = Review::new(1, Effort::Thorough, 1_000, game(4).main_moves());
        for (number, class) in [(4, MoveClass::Best), (3, MoveClass::Good), (4, MoveClass::Blunder)] {
            review.add(reviewed(number, class));
        }
        review.add(reviewed(9, MoveClass::Best));
        assert_eq!((review.progress(), review.class(4)), ((2, 4), Some(MoveClass::Blunder)));
        // Two of four moves say too little, three say that the last takes a third of what they took.
        assert_eq!(review.seconds_left(61_000), None);
        review.add(reviewed(2, MoveClass::Best));
        assert_eq!((review.seconds_left(2_000), review.seconds_left(61_000)), (None, Some(20)));
        review.add(reviewed(1, MoveClass::Best));
        assert_eq!(review.seconds_left(61_000), None);
    }

    #[test]
    fn a_review_once_more_goes_deeper() {
        let next = Effort::ALL.map(deeper);
        assert_eq!(next, [Effort::Normal, Effort::Thorough, Effort::Thorough]);
    }

    #[test]
    fn only_moves_of_the_game_have_classes() {
        let mut game = game(3);
        let moves = (1..=3).rev().map(|number| reviewed(number, MoveClass::Good)).collect();
        let review = review(moves, &game, Vec::new());
        let line = game.record().line_nodes();
        assert_eq!(classes_on(&line, &game, &review), [Some(MoveClass::Good); 3]);
        game.go_to(1);
        game.play_beside(Point::new(9, 9).into()).unwrap();
        let line = game.record().line_nodes();
        assert_eq!(classes_on(&line, &game, &review), [Some(MoveClass::Good), None]);
    }

    /// A game of the library and a review of it.
    fn game_of_library() -> (Game, Vec<ReviewedMove>) {
        let mut game = game(4);
        game.identity.id = "7".to_owned();
        let played = |number: usize| game.main_moves()[number - 1];
        let worse = ReviewedMove { played: played(2), ..reviewed(2, MoveClass::Mistake) };
        let review = vec![ReviewedMove { played: played(1), ..reviewed(1, MoveClass::Good) }, worse];
        (game, review)
    }

    #[test]
    fn what_was_deleted_before_a_review_came_does_not_take_the_review_back() {
        let (mut game, review) = game_of_library();
        let moves = game.main_moves();
        game.go_to(1);
        game.play_beside(Point::new(9, 9).into()).unwrap();
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
        table.give(Aside::delete_branch);
        assert!(table.aside.deleted.is_some());
        assert!(table.annotate("7", &moves, &review, |_| "h8 was better.".to_owned()).is_some());
        table.give(Aside::undo_delete);
        let record = table.game.record();
        assert!(table.aside.deleted.is_none() && !record.notes(record.main_line()[1]).comment.is_empty());
    }

    #[test]
    fn a_review_from_elsewhere_is_written_into_the_game_on_the_board_or_behind_the_analysis_board() {
        let (game, review) = game_of_library();
        let moves = game.main_moves();
        let remark = |_: &ReviewedMove| "h8 was better.".to_owned();
        let mut table = Match::new(game.clone(), Notice::Nothing, Habits::APPLICATION, 1);
        assert_eq!(table.annotate("8", &moves, &review, remark), None);
        assert_eq!(table.annotate("7", &moves[..3], &review, remark), None);
        table.give(Aside::analyse_freely);
        let archived = table.annotate("7", &moves, &review, remark).unwrap();
        assert!(archived.is_archived() && archived.main_moves() == moves);
        let comment = |game: &Game| {
            let record = game.record();
            record.notes(record.main_line()[1]).comment.clone()
        };
        assert_eq!(
            (comment(&archived), comment(&table.game)),
            ("Tengen: h8 was better.".to_owned(), String::new())
        );
        table.close_analysis_board();
        assert_eq!((comment(&table.game), table.game.is_archived()), (comment(&archived), true));
        // It is the same as if it had been on the board.
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
        assert_eq!(table.annotate("7", &moves, &review, remark), Some(archived));
        assert!(table.take_effects().iter().any(|effect| matches!(effect, Effect::Save)));
    }
}
