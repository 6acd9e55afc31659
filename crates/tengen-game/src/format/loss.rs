use std::fmt;

use crate::{Evaluation, Mark, NodeId, Notes, Players, Position, Record};

/// Something of a record that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// The rule: whoever reads the file must know it.
    Rule,
    /// The size of the board: whoever reads the file must know it.
    Size,
    /// The moves: only the position to which they led is left.
    Moves,
    /// The players' names.
    Players,
    /// How the game ended, where the board does not show it.
    Result,
    /// Remarks.
    Comments,
    /// Marks on points.
    Marks,
    /// How long each move took.
    Times,
    /// What positions were worth.
    Evaluations,
    /// Other lines than the main one.
    Variations,
    /// Where in the record the reader stood; it stands at the end of the main line afterwards.
    Cursor,
}

impl Loss {
    /// What is lost, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Loss::Rule => "the rule",
            Loss::Size => "the size of the board",
            Loss::Moves => "the moves",
            Loss::Players => "the players' names",
            Loss::Result => "the result",
            Loss::Comments => "comments",
            Loss::Marks => "marks",
            Loss::Times => "times",
            Loss::Evaluations => "evaluations",
            Loss::Variations => "variations",
            Loss::Cursor => "the place in the record",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A record in another form, and what of it is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<T> {
    /// The text or the bytes.
    pub content: T,
    /// What the format could not hold **and the record had**, each once, in the order of [`Loss`].
    pub losses: Vec<Loss>,
}

/// What is lost where a file holds the moves of the main line and nothing else.
pub(super) const MAIN_LINE_ALONE: [Loss; 9] = [
    Loss::Rule,
    Loss::Players,
    Loss::Result,
    Loss::Comments,
    Loss::Marks,
    Loss::Times,
    Loss::Evaluations,
    Loss::Variations,
    Loss::Cursor,
];

/// Which of `possible` losses this record would really suffer.
pub fn losses_of(record: &Record, possible: &[Loss]) -> Vec<Loss> {
    let mut losses: Vec<Loss> = possible.iter().copied().filter(|&loss| has(record, loss)).collect();
    losses.sort_unstable();
    losses.dedup();
    losses
}

fn has(record: &Record, what: Loss) -> bool {
    let any = |of: fn(&Notes) -> bool| record.nodes().into_iter().any(|id| of(record.notes(id)));
    match what {
        Loss::Rule | Loss::Size => true,
        Loss::Moves => record.nodes().len() > 1,
        Loss::Players => record.players != Players::default(),
        Loss::Result => record.nodes().into_iter().any(|id| ended_away_from_the_board(record, id)),
        Loss::Comments => any(|notes| !notes.comment.is_empty()),
        Loss::Marks => any(|notes| !notes.marks.is_empty()),
        Loss::Times => any(|notes| notes.time.is_some()),
        Loss::Evaluations => any(|notes| notes.evaluation.is_some()),
        Loss::Variations => record.nodes().len() > record.main_line().len() + 1,
        Loss::Cursor => record.current() != end_of_main_line(record),
    }
}

fn end_of_main_line(record: &Record) -> NodeId {
    record.main_line().last().copied().unwrap_or(NodeId::START)
}

fn ended_away_from_the_board(record: &Record, id: NodeId) -> bool {
    record.result_at(id).is_some_and(|result| !result.reason.is_on_board())
}

/// The record as a format with these losses gives it back: reading what was written yields exactly this.
pub fn without(record: &Record, losses: &[Loss]) -> Record {
    let lost = |loss| losses.contains(&loss);
    if lost(Loss::Moves) {
        return position_alone(record);
    }
    let mut copy = Record::from_position(record.start().clone());
    if !lost(Loss::Players) {
        copy.players = record.players.clone();
    }
    let nodes = if lost(Loss::Variations) {
        std::iter::once(NodeId::START).chain(record.main_line()).collect()
    } else {
        record.nodes()
    };
    let mut names = std::collections::HashMap::new();
    for id in nodes {
        if let (Some(parent), Some(played)) = (record.parent(id), record.played(id)) {
            if let Some(&parent) = names.get(&parent) {
                copy.visit(parent);
            }
            // Whatever is in a record can be played again.
            let _ = copy.play_or_lose(played);
        }
        names.insert(id, copy.current());
        *copy.notes_mut(copy.current()) = notes_without(record.notes(id), losses);
        if let Some(result) = record.result_at(id)
            && ended_away_from_the_board(record, id)
            && !lost(Loss::Result)
        {
            let _ = copy.end(result);
        }
    }
    copy.visit(end_of_main_line(&copy));
    if let (false, Some(&cursor)) = (lost(Loss::Cursor), names.get(&record.current())) {
        copy.visit(cursor);
    }
    copy
}

/// The position at the cursor, as if it had been set up.
fn position_alone(record: &Record) -> Record {
    let position = record.position();
    let board = position.board().clone();
    let set_up = Position::from_board(position.rule(), board, position.side_to_move());
    // A position of a game never shows two winners.
    Record::from_position(set_up.unwrap_or_else(|_| position.clone()))
}

fn notes_without(notes: &Notes, losses: &[Loss]) -> Notes {
    let kept = |loss| !losses.contains(&loss);
    Notes {
        comment: if kept(Loss::Comments) { notes.comment.clone() } else { String::new() },
        marks: if kept(Loss::Marks) { notes.marks.clone() } else { Vec::<Mark>::new() },
        time: notes.time.filter(|_| kept(Loss::Times)),
        evaluation: notes.evaluation.filter(|_: &Evaluation| kept(Loss::Evaluations)),
    }
}
