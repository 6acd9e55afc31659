//! Random records, with everything that a record can hold, for the tests of file formats.
#![allow(dead_code, reason = "no test needs all of it")]

use std::num::NonZeroU16;
use std::time::Duration;

use proptest::prelude::*;
use proptest::sample::Index;
use tengen_game::{
    Board, BoardSize, Color, EndReason, Fact, GameInfo, GameResult, Mark, Move, NodeId, Players, Point,
    Position, Record, Score, Sign,
};

use crate::generators::{any_rule, any_size};

/// A step that changes a record.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Plays on an empty point, even if that is forbidden.
    Play(Index),
    Pass,
    /// Takes moves back.
    Back(u8),
    /// Moves the cursor to any node.
    Visit(Index),
    Comment(String),
    /// A property of another program, with a value of it.
    Property(&'static str, String),
    /// Marks the point with this number, or now and then the stone itself, which is its mark in RenLib.
    Mark(u16, Sign),
    Time(u32),
    Score(Score),
    End(GameResult),
}

/// Ordinary text, text of characters that the formats must escape, and text of any Unicode characters.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let special = prop::sample::select("[]\\:;()\n \t,0a中é○\u{8}".chars().collect::<Vec<_>>());
    let anything = prop_oneof![8 => any::<char>(), 1 => Just('\r')];
    let of = |characters: BoxedStrategy<char>| {
        prop::collection::vec(characters, 0..12).prop_map(|text| text.into_iter().collect::<String>())
    };
    prop_oneof![3 => "[ -~]{0,12}", 2 => "[a-zäß好手😀\\n]{0,12}", 2 => of(special.boxed()), 1 => of(anything.boxed())]
}

fn any_evaluation() -> impl Strategy<Value = Score> {
    prop_oneof![any::<i32>().prop_map(Score::Value), any::<i32>().prop_map(Score::Mate)]
}

fn any_sign() -> impl Strategy<Value = Sign> {
    prop_oneof![
        Just(Sign::Circle),
        Just(Sign::Square),
        Just(Sign::Triangle),
        Just(Sign::Cross),
        any_text().prop_map(Sign::Label),
    ]
}

/// A result of a game away from the board; now and then an impossible one, such as a draw on time, which every record
/// refuses.
fn any_result() -> impl Strategy<Value = GameResult> {
    use EndReason::{Agreement, Resignation, Timeout};
    let winner = |black| Some(if black { Color::Black } else { Color::White });
    prop_oneof![
        5 => any::<bool>().prop_map(move |black| GameResult { winner: winner(black), reason: Resignation }),
        4 => any::<bool>().prop_map(move |black| GameResult { winner: winner(black), reason: Timeout }),
        4 => Just(GameResult { winner: None, reason: Agreement }),
        1 => Just(GameResult { winner: None, reason: Timeout }),
    ]
}

pub(crate) fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        24 => any::<Index>().prop_map(Step::Play),
        2 => Just(Step::Pass),
        4 => (1u8..6).prop_map(Step::Back),
        2 => any::<Index>().prop_map(Step::Visit),
        2 => any_text().prop_map(Step::Comment),
        1 => (prop::sample::select(vec!["N", "BL", "LN", "X1", "KO"]), any_text())
            .prop_map(|(name, value)| Step::Property(name, value)),
        5 => (any::<u16>(), any_sign()).prop_map(|(at, sign)| Step::Mark(at, sign)),
        // In Piskvork's files 0 stands for a move without a time.
        2 => (1..=u32::MAX).prop_map(Step::Time),
        2 => any_evaluation().prop_map(Step::Score),
        1 => any_result().prop_map(Step::End),
    ];
    prop::collection::vec(step, 0..60)
}

/// An empty board, or one with some stones.
pub(crate) fn any_start() -> impl Strategy<Value = Position> {
    let stones = prop_oneof![Just(vec![]), prop::collection::vec(any::<(u16, bool)>(), 0..12)];
    let max_moves = prop_oneof![9 => Just(None), 1 => (1u16..12).prop_map(NonZeroU16::new)];
    (any_rule(), any_size(), stones, any::<bool>(), max_moves).prop_map(|start| {
        let (rule, size, stones, white, max_moves) = start;
        let mut board = Board::new(size);
        for (choice, black) in stones {
            board.set(point(size, choice), Some(if black { Color::Black } else { Color::White }));
        }
        let to_move = if white { Color::White } else { Color::Black };
        let position = Position::from_board(rule, board, to_move);
        position.unwrap_or_else(|_| Position::new(rule, size)).with_max_moves(max_moves)
    })
}

/// A record with everything that a record can have.
pub(crate) fn any_record() -> impl Strategy<Value = Record> {
    (any_start(), any_steps(), any_players(), any_info()).prop_map(|(start, steps, players, info)| {
        let mut record = build(start, &steps);
        record.players = players;
        record.info = info;
        record
    })
}

/// A record that begins with the empty board and Black to move, and has no passes.
pub(crate) fn any_plain_record() -> impl Strategy<Value = Record> {
    (any_rule(), any_size(), any_steps(), any_players(), any_info()).prop_map(
        |(rule, size, mut steps, players, info)| {
            steps.retain(|step| !matches!(step, Step::Pass));
            let mut record = build(Position::new(rule, size), &steps);
            record.players = players;
            record.info = info;
            record
        },
    )
}

fn any_players() -> impl Strategy<Value = Players> {
    (any_text(), any_text()).prop_map(|(black, white)| Players { black, white })
}

/// Mostly no facts; else some, also a result and a rule in words that contradict the game.
fn any_info() -> impl Strategy<Value = GameInfo> {
    let telling = prop::sample::select(vec!["renju", "standard", "freestyle", "B+R", "W+", "0", "?"]);
    let text = prop_oneof![3 => any_text(), 1 => telling.prop_map(str::to_owned)];
    let fact = (prop::sample::select(Fact::ALL.to_vec()), text);
    let some = prop::collection::vec(fact, 0..5).prop_map(|facts| {
        let mut info = GameInfo::default();
        facts.into_iter().for_each(|(fact, text)| info.set(fact, text));
        info
    });
    prop_oneof![1 => Just(GameInfo::default()), 1 => some]
}

fn point(size: BoardSize, choice: u16) -> Point {
    size.points().nth(usize::from(choice) % size.area()).unwrap()
}

/// The record after these steps; those that are impossible where they come are left out.
pub(crate) fn build(start: Position, steps: &[Step]) -> Record {
    let mut record = Record::from_position(start);
    for step in steps {
        apply(&mut record, step);
    }
    record
}

fn apply(record: &mut Record, step: &Step) {
    let here: NodeId = record.current();
    match step {
        Step::Play(index) => {
            let empty: Vec<Point> = record.position().board().empty_points().collect();
            if !empty.is_empty() {
                // A refused move leaves the record as it is.
                let _ = record.play_or_lose(*index.get(&empty));
            }
        }
        Step::Pass => {
            let _ = record.play_or_lose(Move::Pass);
        }
        Step::Back(count) => (0..*count).for_each(|_| {
            record.undo();
        }),
        Step::Visit(index) => {
            let nodes = record.nodes();
            record.visit(*index.get(&nodes));
        }
        Step::Comment(text) => record.notes_mut(here).comment.clone_from(text),
        Step::Property(name, value) => {
            // Most texts are no values, and are refused.
            let _ = record.add_property(here, name, value);
        }
        Step::Mark(at, sign) => {
            let own = record.played(here).and_then(Move::point).filter(|_| at % 3 == 0);
            let point = own.unwrap_or_else(|| point(record.size(), *at));
            record.add_mark(here, Mark { point, sign: sign.clone() }).unwrap();
        }
        Step::Time(value) => {
            record.notes_mut(here).time = Some(Duration::from_millis(u64::from(*value)));
        }
        Step::Score(value) => record.notes_mut(here).evaluation = Some(*value),
        Step::End(result) => {
            let _ = record.end(*result);
        }
    }
}
