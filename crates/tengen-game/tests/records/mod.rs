//! Random records, with everything that a record can hold, for the tests of file formats.
#![allow(dead_code, reason = "no test needs all of it")]

use std::time::Duration;

use proptest::prelude::*;
use tengen_game::{
    Board, BoardSize, Color, EndReason, Evaluation, GameResult, Mark, Move, Point, Position, Record, Rule,
    Sign, WinLength,
};

/// What is done to a record, one after the other.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Plays one of the points near the middle, or passes where that is allowed.
    Play(u16),
    /// Takes moves back.
    Back(u8),
    Comment(String),
    Mark(u16, u8, String),
    Time(u32),
    End(u8),
}

pub(crate) fn any_rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::Standard),
        Just(Rule::Renju),
        (1usize..=9).prop_map(|n| Rule::Free(WinLength::new(n).unwrap())),
    ]
}

pub(crate) fn any_size() -> impl Strategy<Value = BoardSize> {
    (3usize..=22).prop_map(|lines| BoardSize::new(lines).unwrap())
}

pub(crate) fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let text = || prop_oneof!["[ -~]{0,12}", ".{0,12}", "[a-zäß好手😀\\n]{0,12}"];
    let step = prop_oneof![
        12 => any::<u16>().prop_map(Step::Play),
        3 => (1u8..6).prop_map(Step::Back),
        1 => text().prop_map(Step::Comment),
        2 => (any::<u16>(), 0u8..5, text()).prop_map(|(at, sign, text)| Step::Mark(at, sign, text)),
        1 => any::<u32>().prop_map(Step::Time),
        1 => any::<u8>().prop_map(Step::End),
    ];
    prop::collection::vec(step, 0..60)
}

/// An empty board, or one with some stones.
pub(crate) fn any_start() -> impl Strategy<Value = Position> {
    let stones = prop_oneof![Just(vec![]), prop::collection::vec(any::<(u16, bool)>(), 0..12)];
    (any_rule(), any_size(), stones, any::<bool>()).prop_map(|(rule, size, stones, white)| {
        let mut board = Board::new(size);
        for (choice, black) in stones {
            let point = size.points().nth(usize::from(choice) % size.area()).unwrap();
            board.set(point, Some(if black { Color::Black } else { Color::White }));
        }
        let to_move = if white { Color::White } else { Color::Black };
        Position::from_board(rule, board, to_move).unwrap_or_else(|_| Position::new(rule, size))
    })
}

pub(crate) fn build(start: Position, steps: &[Step]) -> Record {
    let size = start.size();
    let mut record = Record::from_position(start);
    let point = |choice: u16| size.points().nth(usize::from(choice) % size.area()).unwrap();
    for step in steps {
        let here = record.current();
        match step {
            Step::Play(choice) => {
                let played = if choice % 97 == 0 { Move::Pass } else { Move::Place(point(*choice)) };
                let _ = record.play_or_lose(played);
            }
            Step::Back(count) => (0..*count).for_each(|_| {
                record.undo();
            }),
            Step::Comment(text) => record.notes_mut(here).comment.clone_from(text),
            Step::Mark(at, sign, text) => {
                let sign = match sign {
                    0 => Sign::Circle,
                    1 => Sign::Square,
                    2 => Sign::Triangle,
                    3 => Sign::Cross,
                    _ => Sign::Label(text.clone()),
                };
                // Every now and then the stone itself, which RenLib knows as its mark.
                let own = record.played(here).and_then(Move::point).filter(|_| at % 3 == 0);
                let point: Point = own.unwrap_or(point(*at));
                record.notes_mut(here).marks.push(Mark { point, sign });
            }
            Step::Time(value) => {
                record.notes_mut(here).time = Some(Duration::from_millis(u64::from(*value)));
                record.notes_mut(here).evaluation = Some(Evaluation::Value(*value as i32));
            }
            Step::End(kind) => {
                let reason =
                    [EndReason::Resignation, EndReason::Timeout, EndReason::Agreement][usize::from(kind % 3)];
                let winner = [None, Some(Color::Black), Some(Color::White)][usize::from(kind / 3 % 3)];
                if kind % 4 == 0 {
                    let _ = record.end(GameResult { winner, reason });
                }
            }
        }
    }
    record
}
