//! Opening and closing the analysis board.

use tengen_game::Record;

use crate::analysis::Analysis;
use crate::analysis_board::SavedAnalysis;
use crate::base::{Base, GameKind};
use crate::clocks::Clocks;
use crate::consequence::Consequence;
use crate::context::Context;
use crate::front::Effect;
use crate::review::WaitingReview;
use crate::state::Match;
use crate::variations::Aside;
use crate::{Game, Notice, Seat};

/// The analysis board, and the game that waits for its end.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisBoard {
    /// The game, with the position that was on the board.
    game: Game,
    /// Whether the analysis board began with this game, and not with another one or empty.
    pub is_of_game: bool,
    /// Whether its moves become variations of the game when the game comes back.
    pub adds_variations: bool,
    /// The record of the game when the analysis board began with it.
    pub(super) copied: Option<Record>,
    kind: GameKind,
    review: Option<WaitingReview>,
    was_analysing: bool,
}

/// An analysis of a game that did not become part of it.
#[derive(Clone, Debug)]
pub(crate) struct Analysed {
    /// The number of the game.
    pub(super) game: u32,
    pub(super) record: Record,
    /// The record of the game when the analysis board began with it.
    pub(super) copied: Record,
}

impl AnalysisBoard {
    /// An analysis board that is to show this game; with the record that was copied where it is of the game on the board.
    fn new(game: Game, copied: Option<Record>, adds_variations: bool) -> AnalysisBoard {
        let is_of_game = copied.is_some();
        AnalysisBoard {
            game,
            is_of_game,
            adds_variations: adds_variations && is_of_game,
            copied,
            kind: GameKind::Ordinary,
            review: None,
            was_analysing: false,
        }
    }

    /// Whether the board can open: it shows the game, which is no remote one that continues.
    fn can_open(context: &Context<'_>) -> bool {
        context.shows_game && !context.is_remote_running()
    }

    /// Opens the board with a record, at its cursor; with the record that was copied where it is of the game on the board.
    pub(crate) fn of_record(mut record: Record, copied: Option<Record>) -> Vec<Consequence> {
        // A player who has resigned may still look at what would have come.
        record.lift_results();
        let game = Game::from_record(record, [Seat::Person, Seat::Person]);
        vec![Consequence::AnalysisBoard(Box::new(AnalysisBoard::new(game, copied, true)))]
    }

    /// The game that waits.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The state of the game that waits, if that is decided elsewhere.
    #[cfg(feature = "remote")]
    pub(crate) fn remote_mut(&mut self) -> Option<&mut crate::Remote> {
        if let GameKind::Remote(remote) = &mut self.kind { Some(remote) } else { None }
    }
}

/// The commands that open the analysis board.
impl Aside {
    /// Opens the analysis board with the game on the board, at the position on the board. The players of a remote game that continues
    /// have no analysis board: nothing happens.
    pub fn analyse_freely(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if !AnalysisBoard::can_open(context) || context.base.analysis_board().is_some() {
            return Vec::new();
        }
        let copied = context.game.record().clone();
        let mut record = copied.clone();
        record.lift_results();
        // An earlier analysis of this game is still there.
        if let Some(analysed) = self.analysed_of(context.games) {
            record.add_continuations(&analysed.record, &analysed.copied);
        }
        AnalysisBoard::of_record(record, Some(copied))
    }

    /// Opens the analysis board with another record, at its cursor, in place of the analysis board that there may be.
    pub fn analyse_record(&mut self, record: Record, context: &mut Context<'_>) -> Vec<Consequence> {
        if AnalysisBoard::can_open(context) { AnalysisBoard::of_record(record, None) } else { Vec::new() }
    }

    /// Opens the analysis board as an earlier visit has left it, or has at hand what was analysed beside the game.
    pub fn resume_analysis(&mut self, saved: SavedAnalysis, context: &mut Context<'_>) -> Vec<Consequence> {
        let SavedAnalysis { game, of, adds_variations, is_open, copied } = saved;
        let now = &**context.game;
        let is_of_game =
            of.is_some_and(|id| id == now.identity.id) && game.record().start() == now.record().start();
        let copied = is_of_game.then(|| copied.unwrap_or_else(|| now.record().clone()));
        if is_open {
            let board = AnalysisBoard::new(game, copied, adds_variations);
            return vec![Consequence::AnalysisBoard(Box::new(board))];
        }
        if let Some(copied) = copied {
            let record = game.record().clone();
            self.analysed = Some(Analysed { game: context.games, record, copied });
        }
        Vec::new()
    }

    /// The analysis of the game of this number that is no part of it.
    pub(super) fn analysed_of(&self, game: u32) -> Option<&Analysed> {
        self.analysed.as_ref().filter(|analysed| analysed.game == game)
    }
}

impl Match {
    /// Exchanges the game on the board for that of `board`, in which it waits from now on.
    pub(crate) fn lay_analysis_board(&mut self, mut board: AnalysisBoard) {
        self.close_analysis_board();
        board.was_analysing = *self.analysis.is_on;
        board.review = self.reviews.finished(&self.mode);
        self.carry_out(vec![Consequence::ClearBoard]);
        self.choosing.forget();
        self.ending.forget_offers();
        self.choosing.premove.chosen.set(None);
        if let Base::Game(kind) = std::mem::take(self.base.change()) {
            board.kind = kind;
        }
        self.give(Clocks::read);
        self.game.quietly().set_clock(None, self.front.now);
        std::mem::swap(self.game.change(), &mut board.game);
        if !board.is_of_game {
            self.analysis.forget_positions();
            self.reviews.forget_proofs();
        }
        self.base.set(Base::Analysis(Box::new(board)));
        self.paused.set(false);
        self.analysis.is_on.set(true);
        self.changed();
    }

    /// Whether the moves of the analysis board become variations of the game when the game comes back.
    pub fn set_adds_variations(&mut self, adds: bool) {
        let change = |base: &mut Base| {
            let board = base.analysis_board_mut()?;
            board.adds_variations = adds && board.is_of_game;
            Some(())
        };
        if self.base.try_change(change).is_some() {
            self.save();
        }
    }

    /// Brings the game back, with the position that was on the board before; a program whose turn it is waits. An analysis of another
    /// game or position is replaced by the game, as games replace each other. Does nothing where there is no analysis board.
    pub fn close_analysis_board(&mut self) {
        if self.base.analysis_board().is_none() {
            return;
        }
        let Base::Analysis(mut board) = std::mem::take(self.base.change()) else { return };
        self.carry_out(vec![Consequence::ClearBoard]);
        if !board.is_of_game {
            // The library may get it.
            self.stamp();
        }
        std::mem::swap(self.game.change(), &mut board.game);
        let mut refused = 0;
        if let Some(copied) = board.copied {
            let record = board.game.record().clone();
            if board.adds_variations {
                refused = self.game.change().add_variations(&record, &copied);
            }
            let is_complete = board.adds_variations && refused == 0;
            self.aside.analysed = (!is_complete).then_some(Analysed { game: *self.games, record, copied });
        } else {
            self.analysis.forget_positions();
            self.reviews.forget_proofs();
            if !board.game.record().line().is_empty() {
                // No player of this table played it.
                board.game.identity.opened = true;
                self.front.effects.push(Effect::Replaced(Box::new(board.game)));
            }
        }
        self.base.set(Base::Game(board.kind));
        self.analysis.thought.set(None);
        self.analysis.is_on.set(board.was_analysing);
        self.clocks.is_held.set(true);
        self.paused.set(self.game.is_programs_turn());
        self.changed();
        if let Some(finding) = board.review.and_then(|review| self.reviews.bring_back(review)) {
            self.carry_out(self.reviews.put_finding(finding).into());
        }
        if refused > 0 {
            self.notice.set(Notice::VariationsRefused(refused));
        }
    }
}

/// Games that begin on the board of another one.
impl Analysis {
    /// Continues a game that was only looked at, from the position on the board, as a game of the user's own. The user has the side to
    /// move; where the table has no program, two people continue.
    pub fn take_over(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        // It is played without the best moves in view.
        self.is_on.set(false);
        let game = context.game.from_here(context.game.seats_to_take_over());
        vec![Consequence::NewGame(Box::new(game)), Consequence::Notice(Notice::Nothing)]
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_analysis::engine::{Request, Response};
    use tengen_game::{BoardSize, Color, Drawing, Ink, Point, Rule};

    use super::*;
    use crate::front::Effect;
    use crate::{Ending, Habits, Purpose, Remote, Reviews};

    fn place(table: &mut Match, x: u8, y: u8) {
        table.at(1, |table| table.place(Point::new(x, y)));
    }

    /// A game against the engine after these moves, which are the user's own on both sides.
    fn table(moves: u8) -> Match {
        let mut game =
            Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        (0..moves).for_each(|at| game.play(Point::new(at, 2 * (at % 2)).into()).unwrap());
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 1);
        table.at(0, |table| table.begin(true));
        table.on_response(Response::Ready);
        table.take_effects();
        table
    }

    /// Opens the analysis board with an empty record.
    fn analyse_empty(table: &mut Match) {
        let record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        table.give(|aside, context| Aside::analyse_record(aside, record, context));
    }

    #[test]
    fn both_sides_are_moved_and_nothing_answers_but_the_analysis() {
        let mut table = table(2);
        table.at(1, |table| table.give(Aside::analyse_freely));
        place(&mut table, 9, 9);
        place(&mut table, 10, 10);
        assert_eq!((table.game.record().cursor(), table.engine.purpose()), (4, Some(Purpose::Explain)));
        let effects = table.take_effects();
        assert!(effects.contains(&Effect::Save) && !effects.contains(&Effect::Archive), "{effects:?}");
        let is_move = |effect: &Effect| matches!(effect, Effect::Ask(Request::Search { limits, .. }) if limits.time.is_some());
        assert!(!effects.iter().any(is_move), "{effects:?}");
    }

    #[test]
    fn the_game_comes_back_as_it_was_with_the_variations_that_are_wanted() {
        for wanted in [true, false] {
            let mut table = table(4);
            table.at(1, |table| table.go_to(2));
            let before = table.game.clone();
            table.at(1, |table| table.give(Aside::analyse_freely));
            table.at(1, |table| table.set_adds_variations(wanted));
            place(&mut table, 9, 9);
            place(&mut table, 10, 10);
            assert_eq!(table.game.main_moves(), before.main_moves());
            table.at(1, Match::close_analysis_board);
            assert!(
                table.base.analysis_board().is_none()
                    && *table.paused == before.seat_to_move().is_some_and(|seat| !seat.is_person())
            );
            assert_eq!(table.game.record().cursor(), 2);
            assert_eq!((table.game.main_moves(), table.game.seats()), (before.main_moves(), before.seats()));
            assert_eq!(table.game.record().nodes().len(), if wanted { 7 } else { 5 });
        }
    }

    #[test]
    fn what_would_continue_the_game_stays_on_the_analysis_board() {
        let mut table = table(2);
        table.at(1, |table| table.give(Ending::resign));
        table.at(1, |table| table.give(Aside::analyse_freely));
        place(&mut table, 9, 9);
        table.at(1, Match::close_analysis_board);
        assert_eq!(*table.notice, Notice::VariationsRefused(1));
        assert_eq!(
            (table.game.main_moves().len(), table.game.result().and_then(|it| it.winner)),
            (2, Some(Color::White))
        );
        table.at(1, |table| table.give(Aside::analyse_freely));
        assert_eq!(table.game.record().nodes().len(), 4);
        // Another game has an analysis board of its own.
        table.at(1, |table| table.new_game(table.game.again()));
        table.at(1, |table| table.give(Aside::analyse_freely));
        assert_eq!(table.game.record().nodes().len(), 1);
    }

    #[test]
    fn a_game_begins_where_the_analysis_is_and_the_game_before_is_not_lost() {
        let mut table = table(4);
        table.at(1, |table| table.give(Aside::analyse_freely));
        table.at(1, |table| table.go_to(1));
        place(&mut table, 9, 9);
        table.take_effects();
        table.at(1, |table| table.new_game(table.game.from_here([Seat::Engine(Level::HARD), Seat::Person])));
        assert_eq!((table.game.main_moves().len(), table.game.record().nodes().len()), (2, 3));
        assert!(table.base.analysis_board().is_none());
        let replaced = table.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Replaced(game) => Some(game.main_moves().len()),
            _ => None,
        });
        assert_eq!((replaced, table.engine.purpose()), (Some(4), Some(Purpose::Move)));
    }

    #[test]
    fn an_empty_board_is_no_variation_of_the_game() {
        let mut table = table(3);
        table.at(1, analyse_empty);
        place(&mut table, 7, 7);
        table.at(1, |table| table.set_adds_variations(true));
        table.take_effects();
        table.at(1, Match::close_analysis_board);
        assert_eq!((table.game.record().nodes().len(), table.game.record().rule()), (4, Rule::FREESTYLE));
        // What was analysed there is the previous game now.
        let effects = table.take_effects();
        let Some(Effect::Replaced(analysed)) =
            effects.iter().find(|effect| matches!(effect, Effect::Replaced(_)))
        else {
            panic!("{effects:?}")
        };
        assert_eq!((analysed.main_moves().len(), analysed.record().rule()), (1, Rule::Renju));
        assert!(analysed.identity.opened && !analysed.identity.id.is_empty());
        // An empty board leaves nothing behind.
        table.at(1, analyse_empty);
        table.at(1, Match::close_analysis_board);
        assert!(!table.take_effects().iter().any(|effect| matches!(effect, Effect::Replaced(_))));
    }

    #[test]
    fn a_game_begun_on_the_analysis_board_is_neither_the_puzzle_nor_the_online_game_that_waited() {
        let of_puzzle = table(3).game.clone();
        let mut puzzle = table(0);
        puzzle.at(1, |table| table.new_puzzle(of_puzzle));
        let mut online = table(2);
        online.at(1, |table| table.give(Ending::resign));
        online.base.set(Base::Game(GameKind::Remote(Remote {
            id: "game".to_owned(),
            user: Some(Color::Black),
            running: None,
            phase: crate::RemotePhase::Over,
        })));
        for mut table in [puzzle, online] {
            table.at(1, |table| table.give(Aside::analyse_freely));
            place(&mut table, 9, 9);
            table.at(1, |table| table.new_game(table.game.from_here([Seat::Person, Seat::Person])));
            assert_eq!(
                (table.base.remote().is_none(), table.base.solver(&table.game), table.base.start_moves()),
                (true, None, 0)
            );
            assert!(table.base.analysis_board().is_none());
        }
    }

    #[test]
    fn what_is_written_and_drawn_on_moves_of_the_game_comes_back_with_them() {
        let mut table = table(2);
        table.at(1, |table| {
            table.give(|aside, context| Aside::set_comment(aside, "a plan".to_owned(), context));
        });
        let red = Drawing { from: Point::new(1, 1), to: Point::new(5, 1), ink: Ink::Red };
        let blue = Drawing { ink: Ink::Blue, ..red };
        table.at(1, |table| table.give(|aside, context| Aside::draw(aside, red, context)));
        table.at(1, |table| table.give(Aside::analyse_freely));
        table.at(1, |table| {
            table.give(|aside, context| Aside::set_comment(aside, "a better plan".to_owned(), context));
        });
        table.at(1, |table| table.give(|aside, context| Aside::draw(aside, blue, context)));
        table.at(1, Match::close_analysis_board);
        let record = table.game.record();
        assert_eq!(record.notes(record.current()).comment, "a better plan");
        assert_eq!(record.drawings(record.current()), [blue]);
    }

    #[test]
    fn a_review_that_has_ended_is_there_again_with_the_game() {
        let mut table = table(4);
        table.at(1, |table| table.give(Reviews::start));
        let id = table.engine.task.unwrap().id;
        let (sides, turning_points) = (Default::default(), Vec::new());
        table.at(2, |table| {
            table.on_response(Response::Reviewed { id, sides, turning_points, is_complete: true });
        });
        let review = table.reviews.review.clone();
        assert!(review.as_ref().is_some_and(|review| review.whole().is_some()));
        let effort = *table.reviews.effort;
        // The game goes another way there, so that the review is not about what the board shows.
        table.at(3, |table| table.give(Aside::analyse_freely));
        place(&mut table, 9, 9);
        assert!(table.reviews.review.is_none());
        table.at(4, Match::close_analysis_board);
        assert_eq!((&*table.reviews.review, *table.reviews.effort), (&review, effort));
        table.at(5, analyse_empty);
        table.at(6, Match::close_analysis_board);
        assert_eq!(*table.reviews.review, review);
        // Another game has none.
        table.at(7, |table| table.give(Aside::analyse_freely));
        table.at(7, |table| table.go_to(1));
        table.at(8, |table| table.new_game(table.game.from_here([Seat::Person, Seat::Person])));
        assert!(table.reviews.review.is_none());
    }

    /// The next visit of the page with what this one has saved.
    fn reloaded(table: &Match) -> Match {
        let waiting = table.base.analysis_board().map_or(&*table.game, AnalysisBoard::game);
        let saved = table
            .aside
            .save_analysis(&table.game, &table.situation())
            .map(|text| SavedAnalysis::load(&text).unwrap());
        let game = Game::load(&waiting.save()).unwrap();
        let mut table = Match::new(game, Notice::Nothing, Habits::APPLICATION, 2);
        if let Some(saved) = saved {
            table.at(1, |table| table.give(|aside, context| Aside::resume_analysis(aside, saved, context)));
        }
        table
    }

    #[test]
    fn a_reload_knows_whether_the_moves_are_wanted_also_after_a_promotion() {
        for wanted in [true, false] {
            let mut table = table(4);
            table.at(1, Match::stamp);
            table.at(1, |table| table.give(Aside::analyse_freely));
            table.at(1, |table| table.go_to(1));
            place(&mut table, 9, 9);
            table.at(1, |table| table.give(Aside::promote));
            table.at(1, |table| table.set_adds_variations(wanted));
            assert!(table.take_effects().contains(&Effect::Save));
            let mut table = reloaded(&table);
            let board = table.base.analysis_board().unwrap();
            assert_eq!((board.is_of_game, board.adds_variations), (true, wanted));
            table.at(2, Match::close_analysis_board);
            assert_eq!(table.game.record().nodes().len(), if wanted { 6 } else { 5 });
            // The board of another game is none of this one, and what it has is not lost.
            table.at(2, |table| table.give(Aside::analyse_freely));
            let saved =
                SavedAnalysis::load(&table.aside.save_analysis(&table.game, &table.situation()).unwrap())
                    .unwrap();
            let mut other = Match::new(
                Game::load(&self::table(4).game.save()).unwrap(),
                Notice::Nothing,
                Habits::APPLICATION,
                3,
            );
            other.at(2, |table| table.give(|aside, context| Aside::resume_analysis(aside, saved, context)));
            assert!(other.base.analysis_board().is_some_and(|board| !board.is_of_game));
            other.at(3, Match::close_analysis_board);
            assert!(other.take_effects().iter().any(|effect| matches!(effect, Effect::Replaced(_))));
        }
    }

    #[test]
    fn a_reload_loses_nothing_that_could_not_be_added_to_the_game_nor_edits_of_what_was_copied() {
        let mut table = table(2);
        table.at(1, Match::stamp);
        assert_eq!(table.aside.save_analysis(&table.game, &table.situation()), None);
        table.at(1, |table| table.give(Ending::resign));
        table.at(1, |table| {
            table.give(|aside, context| Aside::set_comment(aside, "before".to_owned(), context));
        });
        table.at(1, |table| table.give(Aside::analyse_freely));
        place(&mut table, 9, 9);
        table.at(1, Match::close_analysis_board);
        assert_eq!(*table.notice, Notice::VariationsRefused(1));
        let mut table = reloaded(&table);
        assert!(table.base.analysis_board().is_none());
        table.at(2, |table| table.give(Aside::analyse_freely));
        assert_eq!(table.game.record().nodes().len(), 4);
        // A review writes a comment into the game that waits, which the unchanged copy does not take back.
        let waiting = table.base.change().analysis_board_mut().unwrap().game_mut();
        waiting.set_comment("reviewed".to_owned());
        let mut table = reloaded(&table);
        table.at(3, Match::close_analysis_board);
        let record = table.game.record();
        assert_eq!(record.notes(record.current()).comment, "reviewed");
    }

    #[test]
    fn an_analysis_board_that_was_saved_as_a_game_is_read() {
        let mut game = table(3).game.clone();
        game.go_to(1);
        let saved = SavedAnalysis::load(&game.save()).unwrap();
        assert_eq!(saved.game().record(), game.record());
        let mut table = table(0);
        table.at(1, |table| table.give(|aside, context| Aside::resume_analysis(aside, saved, context)));
        assert_eq!((table.game.record().cursor(), table.base.analysis_board().is_some()), (1, true));
        assert!(SavedAnalysis::load("{}").is_err() && SavedAnalysis::load(r#"{"game": 1}"#).is_err());
    }
}
