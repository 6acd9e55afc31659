use std::fmt;

use tengen_game::{
    EndReason, GameResult, Mark, NodeId, Notes, Players, Position, Record, Score, Sign, diagram, unix_lines,
};

/// Something of a record that a format cannot hold.
///
/// It is displayed as the end of a sentence such as "this file cannot hold …".
///
/// ```
/// use tengen_formats::Loss;
///
/// let text = format!("PSQ cannot hold {} and {}", Loss::Rule, Loss::Variations);
/// assert_eq!(text, "PSQ cannot hold the rule and variations");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// The rule: the reader of the file must supply it.
    Rule,
    /// The size of the board: the reader of the file must supply it.
    Size,
    /// The number of moves after which the game is a draw. A game that ended so counts as a draw by agreement
    /// afterwards, where the format holds results.
    MoveLimit,
    /// The side to move, if the stones do not show it: the reader of the file must supply it.
    SideToMove,
    /// The moves: only the position to which they led is left.
    Moves,
    /// The players' names.
    Players,
    /// Facts about the game as a whole: event, date, ranks and others.
    Info,
    /// The result of the game, where the board does not show it.
    Result,
    /// The line ends: all lines of comments, labels and names end in `\n` afterwards.
    LineEnds,
    /// The comments on positions.
    Comments,
    /// Marks on points.
    Marks,
    /// The time of each move.
    Times,
    /// The evaluations of positions.
    Evaluations,
    /// Unknown properties of other programs.
    Properties,
    /// The lines other than the main one.
    Variations,
    /// The position of the cursor; it is at the end of the main line afterwards.
    Cursor,
}

impl Loss {
    /// The losses, in their order.
    pub const ALL: [Loss; 16] = [
        Loss::Rule,
        Loss::Size,
        Loss::MoveLimit,
        Loss::SideToMove,
        Loss::Moves,
        Loss::Players,
        Loss::Info,
        Loss::Result,
        Loss::LineEnds,
        Loss::Comments,
        Loss::Marks,
        Loss::Times,
        Loss::Evaluations,
        Loss::Properties,
        Loss::Variations,
        Loss::Cursor,
    ];

    /// The name of the lost part, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Loss::Rule => "the rule",
            Loss::Size => "the size of the board",
            Loss::MoveLimit => "the maximum number of moves",
            Loss::SideToMove => "whose turn it is",
            Loss::Moves => "the moves",
            Loss::Players => "the players' names",
            Loss::Info => "the game's details (event, date, ranks …)",
            Loss::Result => "the result",
            Loss::LineEnds => "carriage returns",
            Loss::Comments => "comments",
            Loss::Marks => "marks",
            Loss::Times => "times",
            Loss::Evaluations => "evaluations",
            Loss::Properties => "properties of other programs",
            Loss::Variations => "variations",
            Loss::Cursor => "the place in the record",
        }
    }

    /// The name for programs, in lower case with hyphens.
    ///
    /// ```
    /// assert_eq!(tengen_formats::Loss::MoveLimit.key(), "max-moves");
    /// ```
    pub const fn key(self) -> &'static str {
        match self {
            Loss::Rule => "rule",
            Loss::Size => "size",
            Loss::MoveLimit => "max-moves",
            Loss::SideToMove => "to-move",
            Loss::Moves => "moves",
            Loss::Players => "players",
            Loss::Info => "info",
            Loss::Result => "result",
            Loss::LineEnds => "line-ends",
            Loss::Comments => "comments",
            Loss::Marks => "marks",
            Loss::Times => "times",
            Loss::Evaluations => "evaluations",
            Loss::Properties => "properties",
            Loss::Variations => "variations",
            Loss::Cursor => "cursor",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A record in another form, and the parts that the form could not hold.
///
/// ```
/// use tengen_formats::{Loss, pos};
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.players.black = "Ada".to_owned();
/// record.play(Point::new(2, 1))?;
/// let written = pos::write(&record)?;
/// assert_eq!(written.content, [1, 17]);
/// // There are no comments that could be lost.
/// assert_eq!(written.losses, [Loss::Rule, Loss::Players]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<T> {
    /// The text or the bytes.
    pub content: T,
    /// The parts that the format could not hold **and the record had**, each once, in the order of [`Loss`].
    pub losses: Vec<Loss>,
}

/// The losses of a file with the moves of the main line and nothing else.
pub(super) const MAIN_LINE_ALONE: [Loss; 12] = [
    Loss::Rule,
    Loss::MoveLimit,
    Loss::Players,
    Loss::Info,
    Loss::Result,
    Loss::Comments,
    Loss::Marks,
    Loss::Times,
    Loss::Evaluations,
    Loss::Properties,
    Loss::Variations,
    Loss::Cursor,
];

/// The `possible` losses that this record would really suffer, each once, in the order of [`Loss`].
///
/// Writers of this crate report these losses already; the function is for formats outside this crate.
///
/// ```
/// use tengen_formats::{Loss, losses_of};
/// use tengen_game::{BoardSize, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.play(Point::new(7, 7))?;
/// record.undo();
/// let possible = [Loss::Cursor, Loss::Times, Loss::Size];
/// assert_eq!(losses_of(&record, &possible), [Loss::Size, Loss::Cursor]);
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
pub fn losses_of(record: &Record, possible: &[Loss]) -> Vec<Loss> {
    let is_suffered = |loss: &Loss| possible.contains(loss) && has(record, *loss, possible);
    Loss::ALL.into_iter().filter(is_suffered).collect()
}

/// Whether the record has the part `what`; `possible` are the losses that come with it.
fn has(record: &Record, what: Loss, possible: &[Loss]) -> bool {
    let any = |of: fn(&Notes) -> bool| record.nodes().into_iter().any(|id| of(record.notes(id)));
    match what {
        Loss::Rule | Loss::Size => true,
        Loss::MoveLimit => record.start().max_moves().is_some(),
        Loss::SideToMove => {
            let position = record.position();
            diagram::side_to_move(position.board()) != Some(position.side_to_move())
        }
        Loss::Moves => record.nodes().len() > 1,
        Loss::Players => record.players != Players::default(),
        Loss::Info => !record.info.is_empty(),
        Loss::Result => {
            let limit_is_lost = possible.contains(&Loss::MoveLimit);
            let result =
                |id| if limit_is_lost { result_without_limit(record, id) } else { record.result_at(id) };
            let mut results = record.nodes().into_iter().filter_map(result);
            results.any(|result| !result.reason.is_on_board())
        }
        Loss::LineEnds => texts(record).any(|text| text.contains('\r')),
        Loss::Comments => any(|notes| !notes.comment.is_empty()),
        Loss::Marks => record.nodes().into_iter().any(|id| !record.marks(id).is_empty()),
        Loss::Times => any(|notes| notes.time.is_some()),
        Loss::Evaluations => any(|notes| notes.evaluation.is_some()),
        Loss::Properties => record.nodes().into_iter().any(|id| !record.properties(id).is_empty()),
        Loss::Variations => record.nodes().len() > record.main_line().len() + 1,
        Loss::Cursor => record.current() != end_of_main_line(record),
    }
}

/// All texts of a record that users wrote: names, facts, comments and labels.
fn texts(record: &Record) -> impl Iterator<Item = &str> {
    let labels = move |id| {
        record.marks(id).iter().filter_map(|mark| match &mark.sign {
            Sign::Label(text) => Some(text.as_str()),
            _ => None,
        })
    };
    let nodes = record.nodes().into_iter();
    let of_node =
        nodes.flat_map(move |id| std::iter::once(record.notes(id).comment.as_str()).chain(labels(id)));
    let names = [record.players.black.as_str(), &record.players.white];
    names.into_iter().chain(record.info.known().map(|(_, text)| text)).chain(of_node)
}

pub(super) fn end_of_main_line(record: &Record) -> NodeId {
    record.main_line().last().copied().unwrap_or(NodeId::START)
}

/// The result at a node for a reader that does not have the game's limit of moves.
pub(super) fn result_without_limit(record: &Record, id: NodeId) -> Option<GameResult> {
    let result = record.result_at(id)?;
    let by_limit = result.reason == EndReason::MoveLimit;
    Some(if by_limit { GameResult { winner: None, reason: EndReason::Agreement } } else { result })
}

/// The record without the lost parts: reading a file that was written with these losses yields exactly this record.
///
/// Rule and size stay, since the reader of a file without them has to supply them.
///
/// ```
/// use tengen_formats::{psq, without};
/// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
///
/// let mut record = Record::new(Rule::Standard, BoardSize::FIFTEEN);
/// record.notes_mut(NodeId::START).comment = "A short game.".to_owned();
/// record.play(Point::new(7, 7))?;
/// let written = psq::write(&record)?;
/// let read = psq::read(&written.content, Rule::Standard)?;
/// assert_ne!(read, record);
/// assert_eq!(read, without(&record, &written.losses));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn without(record: &Record, losses: &[Loss]) -> Record {
    let lost = |loss| losses.contains(&loss);
    if lost(Loss::Moves) {
        return position_alone(record);
    }
    let max_moves = record.start().max_moves().filter(|_| !lost(Loss::MoveLimit));
    let mut copy = Record::from_position(record.start().clone().with_max_moves(max_moves));
    if !lost(Loss::Players) {
        copy.players = record.players.clone();
        if lost(Loss::LineEnds) {
            let Players { black, white } = &mut copy.players;
            (*black, *white) = (unix_lines(black), unix_lines(white));
        }
    }
    if !lost(Loss::Info) {
        copy.info = record.info.clone();
        if lost(Loss::LineEnds) {
            record.info.known().for_each(|(fact, text)| copy.info.set(fact, unix_lines(text)));
        }
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
            // Every move of a record can be played again.
            let _ = copy.play_or_lose(played);
        }
        names.insert(id, copy.current());
        let here = copy.current();
        *copy.notes_mut(here) = notes_without(record.notes(id), losses);
        if !lost(Loss::Marks) {
            let marks = record.marks(id).iter().cloned();
            let plain = |mark: Mark| match mark.sign {
                Sign::Label(text) => Mark { sign: Sign::Label(unix_lines(&text)), ..mark },
                _ => mark,
            };
            let marks = if lost(Loss::LineEnds) { marks.map(plain).collect() } else { marks.collect() };
            // The copy has the same board.
            let _ = copy.set_marks(here, marks);
        }
        if !lost(Loss::Properties) {
            for (name, values) in record.properties(id).iter() {
                // Every property of a record has a valid name and values, and the start is the same.
                let _ = values.iter().try_for_each(|value| copy.add_property(here, name, value));
            }
        }
        let result =
            if lost(Loss::MoveLimit) { result_without_limit(record, id) } else { record.result_at(id) };
        if let Some(result) = result.filter(|result| !result.reason.is_on_board() && !lost(Loss::Result)) {
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
    let keeps = |loss| !losses.contains(&loss);
    let comment = match notes.comment.as_str() {
        _ if !keeps(Loss::Comments) => String::new(),
        comment if keeps(Loss::LineEnds) => comment.to_owned(),
        comment => unix_lines(comment),
    };
    Notes {
        comment,
        time: notes.time.filter(|_| keeps(Loss::Times)),
        evaluation: notes.evaluation.filter(|_: &Score| keeps(Loss::Evaluations)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_losses_are_there_in_their_order() {
        assert!(Loss::ALL.windows(2).all(|pair| pair[0] < pair[1]));
        // The discriminant of the last variant determines the number of variants.
        assert_eq!(Loss::Cursor as usize + 1, Loss::ALL.len());
    }
}
