//! Moves and takebacks in any order, each step compared with the slow game.

use std::collections::HashMap;
use std::num::NonZeroU16;

use tengen_game::{
    Board, Color, DrawReason, Key, Move, Outcome, PlayError, Point, Position, Rule, Symmetry, forbidden_kind,
};

use super::input::Input;
use crate::oracle::forbidden::judge;
use crate::oracle::game::{Ending, SlowGame, rows_of};

/// The most steps of a run, since the slow game takes some time for each.
const MOST_STEPS: usize = 200;

/// The most points that are judged for the list of forbidden points, at the end.
const MOST_JUDGED: usize = 60;

/// The first two bytes choose rule and size, and with high values of the second a maximum number of moves. Each step then is two bytes: the
/// action and the point.
pub(crate) fn play_undo(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (Some(rule), Some(limit), Some(size)) = (input.rule(), input.peek(), input.size()) else { return };
    let max_moves = NonZeroU16::new(u16::from(limit.saturating_sub(199)));
    let mut game = Game {
        position: Position::new(rule, size).with_max_moves(max_moves),
        slow: SlowGame::new(rule, size, max_moves),
        ending: Ending::None,
        earlier: Vec::new(),
        keys: HashMap::new(),
    };
    game.compare();
    for _ in 0..MOST_STEPS {
        let (Some(what), Some(value)) = (input.byte(), input.byte()) else { break };
        game.step(what, value);
        game.compare();
    }
    game.compare_all_points();
}

struct Game {
    position: Position,
    slow: SlowGame,
    /// The state of the slow game.
    ending: Ending,
    /// The positions before each move.
    earlier: Vec<Position>,
    /// The position's board and side to move, by their key.
    keys: HashMap<Key, (Board, Color)>,
}

impl Game {
    fn step(&mut self, what: u8, value: u8) {
        let size = self.slow.size;
        let (column, row) = (what & 0x1F, value);
        match what >> 5 {
            0..=2 => self.play(Move::Place(Point::new(column % size.lines(), row % size.lines()))),
            // The point may lie beside the board.
            3 => self.play(Move::Place(Point::new(column, row))),
            4 => (0..=value % 8).for_each(|_| self.undo()),
            5 => self.play(Move::Pass),
            6 => self.play_even_forbidden(Point::new(column % size.lines(), row % size.lines())),
            _ => self.play_near(column, row),
        }
    }

    /// Plays at most two steps away from the last stone, so that rows occur.
    fn play_near(&mut self, column: u8, row: u8) {
        let last = self.slow.moves.iter().rev().find_map(|played| played.point());
        let (dx, dy) = (i16::from(column % 5) - 2, i16::from(row % 5) - 2);
        let near = last.unwrap_or(self.slow.size.center()).offset(dx, dy, self.slow.size);
        if let Some(point) = near {
            self.play(Move::Place(point));
        }
    }

    fn play(&mut self, played: Move) {
        let before = self.position.clone();
        let legal = self.ending == Ending::None && self.slow.allows(played);
        let side = self.slow.side_to_move();
        assert_eq!(self.position.check(played).is_ok(), legal, "{played:?} in {before:?}");
        let wrong_side = self.position.play_as(!side, played);
        assert!(wrong_side.is_err() && self.position == before, "{played:?} in {before:?}");
        match self.position.play_as(side, played) {
            Ok(()) => self.note(before, played),
            Err(refusal) => {
                assert!(!legal && !refusal.to_string().is_empty(), "{refusal}");
                assert_eq!(self.position, before, "a refused move changed the position");
            }
        }
    }

    fn play_even_forbidden(&mut self, point: Point) {
        let before = self.position.clone();
        if let Ok(()) | Err(PlayError::Forbidden { .. }) = self.position.check(point) {
            self.position.play_unchecked(point);
            self.note(before, Move::Place(point));
        }
    }

    fn note(&mut self, before: Position, played: Move) {
        self.earlier.push(before);
        self.slow.moves.push(played);
    }

    fn undo(&mut self) {
        let last = self.slow.moves.pop();
        assert_eq!(self.position.undo(), last);
        if let Some(before) = self.earlier.pop() {
            assert_eq!(self.position, before, "undo did not lead back");
        }
    }

    /// Compares everything that follows from the moves with the result of the slow game.
    fn compare(&mut self) {
        let (position, slow) = (&self.position, &self.slow);
        let board = slow.board();
        assert_eq!(position.board(), &board);
        assert_eq!(position.moves(), slow.moves);
        assert_eq!(position.side_to_move(), slow.side_to_move());
        let ending = match position.outcome() {
            None => Ending::None,
            Some(Outcome::Win { winner, lines }) => Ending::Won(*winner, rows_of(lines)),
            Some(Outcome::ForbiddenLoss { point, kind }) => Ending::Forbidden(*point, *kind),
            Some(Outcome::Draw(DrawReason::BoardFull)) => Ending::Full,
            Some(Outcome::Draw(DrawReason::BothPassed)) => Ending::Passed,
            Some(Outcome::Draw(DrawReason::MoveLimit)) => Ending::Limit,
        };
        self.ending = slow.ending();
        assert_eq!(ending, self.ending, "{position:?}");
        // Equal keys mean equal positions, and the other way round: in so short a game a collision is practically impossible.
        let known = self.keys.entry(position.key()).or_insert_with(|| (board.clone(), slow.side_to_move()));
        assert_eq!(*known, (board, slow.side_to_move()), "two positions share a key");
    }

    /// Compares the parts that take too long for each step: forbidden points, symmetric images, and the board set up at once.
    fn compare_all_points(&self) {
        let (position, board) = (&self.position, self.position.board());
        let empty: Vec<Point> = board.empty_points().collect();
        // On large boards every n-th point is taken; the number of stones changes the choice.
        let every = empty.len() / MOST_JUDGED + 1;
        let judged = empty.iter().copied().skip(board.stones() % every).step_by(every);
        let legal: Vec<Point> = position.legal_moves().collect();
        let forbidden = position.forbidden_points();
        let winners: Vec<Color> = match self.ending {
            Ending::Won(color, _) => vec![color],
            _ => Vec::new(),
        };
        assert_eq!(self.slow.winners(), winners, "{board:?}");
        let (is_over, rule) = (self.ending != Ending::None, self.slow.rule);
        for point in judged {
            let kind = judge(board, point);
            assert_eq!(forbidden_kind(board, point), kind, "{}: {board:?}", point.on(board.size()));
            let expected = kind.filter(|_| rule == Rule::Renju && !is_over);
            let found = forbidden.iter().find(|(listed, _)| *listed == point).map(|&(_, kind)| kind);
            assert_eq!(found, expected);
            let may_play = !is_over && (expected.is_none() || self.slow.side_to_move() == Color::White);
            assert_eq!(legal.contains(&point), may_play, "{point:?} {board:?}");
        }
        let (canonical, _) = position.canonical_key();
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply_to_board(board);
            let image = Position::from_board(position.rule(), image, position.side_to_move());
            let image = image.expect("a game has one winner at most");
            assert_eq!(image.canonical_key().0, canonical);
            if symmetry == Symmetry::Identity {
                assert_eq!(image.key(), position.key());
            }
        }
    }
}
