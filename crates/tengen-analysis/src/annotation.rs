//! The results of a review, written into the record of the game.

use tengen_game::{Move, NodeId, Record, Score};

use crate::{MoveClass, ReviewedMove};

/// Comments of a review are lines that begin so. A later review replaces them, and leaves all other lines alone.
const SIGNATURE: &str = "Tengen: ";

impl ReviewedMove {
    /// Whether a move deserves a comment: it is an inaccuracy or worse, a missed win or a missed block.
    pub fn is_remarkable(&self) -> bool {
        self.class >= MoveClass::Slip || self.missed_win.is_some() || self.refutation.is_some()
    }

    /// The line that would have been better than the move: the forced win that it missed, or else the engine's choice with what
    /// follows it. Empty where the move was the engine's choice, and where only a pass was left.
    pub fn better_line(&self) -> Vec<Move> {
        let chosen = || self.line.iter().copied().map(Move::Place).collect();
        let line: Vec<Move> = self.missed_win.clone().unwrap_or_else(chosen);
        if line.first() == Some(&self.played) { Vec::new() } else { line }
    }
}

/// Writes the evaluation of the position after a move of the main line into its notes; with the first move, also that of the
/// start. A move that the main line does not have at this number is ignored.
pub fn note_evaluation(record: &mut Record, reviewed: &ReviewedMove) {
    let Some((before, node)) = nodes_of(&record.main_line(), record, reviewed) else { return };
    let after = match reviewed.after {
        Score::Value(value) => Score::Value(value),
        // The move itself has been made; a game that is won stays a win.
        Score::Mate(plies) if plies > 0 => Score::Mate((plies - 1).max(1)),
        Score::Mate(plies) => Score::Mate((plies + 1).min(-1)),
    };
    record.notes_mut(node).evaluation = Some(after);
    if before == NodeId::START {
        // The start is evaluated for the side that is not to move.
        record.notes_mut(before).evaluation = Some(-reviewed.before);
    }
}

/// Writes a review into the record of its game: the [evaluation](note_evaluation) of every position, and for each
/// [remarkable](ReviewedMove::is_remarkable) move a comment, which `remark` makes, and as variations the line that was better and
/// the one that refutes the move.
///
/// Comments and variations that the record has stay, except comments of an earlier review, which are replaced. A line that is a
/// variation already is not added again. What would continue the game itself beyond its last move is left out. Cursor, main line and
/// current line stay.
///
/// ```
/// use tengen_analysis::{MoveClass, ReviewedMove, Score, annotate};
/// use tengen_game::{Color, Point, BoardSize, Record, Rule};
///
/// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
/// record.play(Point::new(0, 0))?;
/// let centre = Point::new(7, 7);
/// let reviewed = ReviewedMove {
///     number: 1,
///     mover: Color::Black,
///     played: Point::new(0, 0).into(),
///     before: Score::Value(40),
///     after: Score::Value(-60),
///     best: Some(centre),
///     line: vec![centre],
///     loss: 120,
///     class: MoveClass::Mistake,
///     missed_win: None,
///     refutation: None,
/// };
/// annotate(&mut record, &[reviewed], |_| "h8 was better.".to_owned());
/// let played = record.main_line()[0];
/// assert_eq!(record.notes(played).comment, "Tengen: h8 was better.");
/// assert_eq!(record.nodes().len(), 3);
/// # Ok::<(), tengen_game::PlayError>(())
/// ```
pub fn annotate(
    record: &mut Record,
    moves: &[ReviewedMove],
    mut remark: impl FnMut(&ReviewedMove) -> String,
) {
    let (cursor, line, main) = (record.current(), record.line_nodes(), record.main_line());
    let end = main.last().copied().unwrap_or(NodeId::START);
    for reviewed in moves {
        note_evaluation(record, reviewed);
        let Some((before, node)) = nodes_of(&main, record, reviewed) else { continue };
        let remarkable = reviewed.is_remarkable();
        let comment = &mut record.notes_mut(node).comment;
        *comment = commented(comment, remarkable.then(|| remark(reviewed)));
        if remarkable {
            add_line(record, before, &reviewed.better_line(), end);
            add_line(record, node, reviewed.refutation.as_deref().unwrap_or_default(), end);
        }
    }
    // Redo follows the lines that it followed before.
    for place in [Some(&end), line.last(), Some(&cursor)].into_iter().flatten() {
        record.visit(*place);
    }
}

/// The nodes before and after a reviewed move on the main line, if it was played there.
fn nodes_of(main: &[NodeId], record: &Record, reviewed: &ReviewedMove) -> Option<(NodeId, NodeId)> {
    let node = *main.get(reviewed.number.checked_sub(1)?)?;
    let is_played = record.played(node) == Some(reviewed.played);
    is_played.then(|| record.parent(node).map(|before| (before, node))).flatten()
}

/// Adds a line as a variation, up to its first pass and as far as it can be played. Nothing is added after the `end` of the game.
fn add_line(record: &mut Record, from: NodeId, line: &[Move], end: NodeId) {
    record.visit(from);
    for point in line.iter().map_while(|played| played.point()) {
        if record.current() == end || record.explore(point).is_err() {
            return;
        }
    }
}

/// A comment with this remark in place of that of an earlier review.
fn commented(comment: &str, remark: Option<String>) -> String {
    let is_own = |line: &&str| line.starts_with(SIGNATURE);
    let mut text: String = comment.split_inclusive('\n').filter(|line| !is_own(line)).collect();
    if text.len() < comment.len() && !comment.ends_with('\n') {
        // The line end that came before the earlier remark.
        text.truncate(text.trim_end_matches('\n').len());
    }
    if let Some(remark) = remark {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(SIGNATURE);
        text.push_str(&remark);
    }
    text
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Color, Point, Position, Rule, moves};

    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    fn line(text: &str) -> Vec<Move> {
        moves::read(text, SIZE).unwrap()
    }

    fn points(text: &str) -> Vec<Point> {
        moves::read_points(text, SIZE).unwrap()
    }

    fn game(text: &str) -> Record {
        let mut position = Position::new(Rule::FREESTYLE, SIZE);
        line(text).into_iter().for_each(|played| position.play(played).unwrap());
        Record::from_position(position)
    }

    /// The review of a move that was as good as any.
    fn reviewed(record: &Record, number: usize) -> ReviewedMove {
        let played = record.played(record.main_line()[number - 1]).unwrap();
        ReviewedMove {
            number,
            mover: if number % 2 == 1 { Color::Black } else { Color::White },
            played,
            before: Score::Value(50),
            after: Score::Value(-100),
            best: played.point(),
            line: played.point().into_iter().collect(),
            loss: 0,
            class: MoveClass::Best,
            missed_win: None,
            refutation: None,
        }
    }

    fn said(number: usize) -> impl FnMut(&ReviewedMove) -> String {
        move |_| format!("remark {number}.")
    }

    /// The moves of all lines of a record, each from its start.
    fn lines(record: &Record) -> Vec<String> {
        let leaves = record.nodes().into_iter().filter(|&id| record.children(id).is_empty());
        let path = |leaf| {
            let mut up: Vec<NodeId> = std::iter::successors(Some(leaf), |&id| record.parent(id)).collect();
            up.reverse();
            let moves = up.into_iter().filter_map(|id| record.played(id));
            moves.map(|played| played.on(SIZE).to_string()).collect::<Vec<_>>().join(" ")
        };
        leaves.map(path).collect()
    }

    #[test]
    fn evaluations_are_for_the_side_that_has_moved() {
        let mut record = game("h8 a1");
        let moves = record.main_line();
        let first = reviewed(&record, 1);
        note_evaluation(&mut record, &first);
        assert_eq!(record.notes(NodeId::START).evaluation, Some(Score::Value(-50)));
        assert_eq!(record.notes(moves[0]).evaluation, Some(Score::Value(-100)));
        for (after, noted) in [(5, 4), (1, 1), (-4, -3), (0, -1)] {
            let second = ReviewedMove { after: Score::Mate(after), ..reviewed(&record, 2) };
            note_evaluation(&mut record, &second);
            assert_eq!(record.notes(moves[1]).evaluation, Some(Score::Mate(noted)), "{after}");
        }
        // A review of another game is not written.
        let other = ReviewedMove { number: 2, ..first };
        note_evaluation(&mut record, &other);
        assert_eq!(record.notes(moves[1]).evaluation, Some(Score::Mate(-1)));
    }

    #[test]
    fn a_remarkable_move_gets_a_comment_and_its_lines_once() {
        let mut record = game("h8 g9 i8 a1 j8");
        let nodes = record.main_line();
        record.notes_mut(nodes[3]).comment = "a quiet move".to_owned();
        record.go_to(2);
        let worse = ReviewedMove {
            class: MoveClass::Blunder,
            line: points("g8 j8 h7"),
            refutation: Some(line("h7 g8 k8")),
            ..reviewed(&record, 4)
        };
        let missed = ReviewedMove {
            class: MoveClass::Slip,
            missed_win: Some(line("k8 g8 pass j8")),
            ..reviewed(&record, 5)
        };
        let review = [reviewed(&record, 1), worse, missed];
        annotate(&mut record, &review, said(1));
        let added = ["h8 g9 i8 a1 h7 g8 k8", "h8 g9 i8 a1 k8 g8", "h8 g9 i8 g8 j8 h7"];
        assert_eq!(lines(&record), [&["h8 g9 i8 a1 j8"], &added[..]].concat());
        assert_eq!(record.notes(nodes[3]).comment, "a quiet move\nTengen: remark 1.");
        assert!(record.notes(nodes[0]).comment.is_empty());
        assert_eq!((record.cursor(), record.line().len()), (2, 5));
        let once = record.clone();
        annotate(&mut record, &review, said(1));
        assert_eq!(record, once);
        annotate(&mut record, &review, said(2));
        assert_eq!(record.notes(nodes[3]).comment, "a quiet move\nTengen: remark 2.");
    }

    #[test]
    fn the_game_is_not_continued() {
        let mut record = game("h8 g9");
        let first = ReviewedMove {
            class: MoveClass::Blunder,
            refutation: Some(line("g9 i8 j8")),
            ..reviewed(&record, 1)
        };
        let last = ReviewedMove {
            class: MoveClass::Blunder,
            line: points("i9"),
            refutation: Some(line("i8 j8")),
            ..reviewed(&record, 2)
        };
        annotate(&mut record, &[first, last], said(1));
        assert_eq!(lines(&record), ["h8 g9", "h8 i9"]);
    }

    #[test]
    fn only_remarks_of_reviews_are_replaced() {
        let cases = [
            ("", Some("new"), "Tengen: new"),
            ("mine\n", Some("new"), "mine\nTengen: new"),
            ("mine\nTengen: old", Some("new"), "mine\nTengen: new"),
            ("mine\r\nTengen: old\nyours", Some("new"), "mine\r\nyours\nTengen: new"),
            ("mine\nTengen: old", None, "mine"),
            ("Tengen: old", None, ""),
            ("mine\n\n", None, "mine\n\n"),
        ];
        for (before, remark, after) in cases {
            assert_eq!(commented(before, remark.map(str::to_owned)), after, "{before:?}");
        }
    }
}
