//! Adding the moves and the notes of another record, such as a copy that was analysed.

use super::drawing::is_of_drawings;
use super::{Mark, NodeId, Record, Sign};
use crate::Move;

impl Record {
    /// Adds the moves of another record as variations, with their notes and marks. Cursor, main line and names of nodes stay. Moves that
    /// follow the end of the main line, or an end of the game, are left out, and so are all moves if the other record starts with another
    /// position. Returns the number of moves that were left out.
    ///
    /// The other record began as a copy of `copied`. Comments, marks and drawings that differ from those of the copy are edits, which
    /// replace those of this record. All other notes that this record has stay.
    ///
    /// ```
    /// use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
    ///
    /// let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    /// record.play(Point::new(7, 7))?;
    /// record.notes_mut(NodeId::START).comment = "a game".to_owned();
    /// let copied = record.clone();
    /// let mut other = copied.clone();
    /// other.play(Point::new(0, 0))?;
    /// other.go_to(0);
    /// other.explore(Point::new(8, 8))?;
    /// other.notes_mut(NodeId::START).comment = "a good game".to_owned();
    /// assert_eq!(record.add_variations(&other, &copied), 1);
    /// assert_eq!((record.nodes().len(), record.main_line().len()), (3, 1));
    /// assert_eq!(record.notes(NodeId::START).comment, "a good game");
    /// # Ok::<(), tengen_game::PlayError>(())
    /// ```
    pub fn add_variations(&mut self, other: &Record, copied: &Record) -> usize {
        let end = self.main_line().last().copied().unwrap_or(NodeId::START);
        self.add_moves(other, copied, Some(end))
    }

    /// Adds the moves of another record as [`Record::add_variations`] does, and also those that continue the main line after its end.
    pub fn add_continuations(&mut self, other: &Record, copied: &Record) -> usize {
        self.add_moves(other, copied, None)
    }

    /// Adds the moves, but no children of `end`.
    fn add_moves(&mut self, other: &Record, copied: &Record, end: Option<NodeId>) -> usize {
        let nodes = other.nodes();
        if other.start != self.start {
            return nodes.len() - 1;
        }
        let line = self.line_nodes();
        // The names in this record and in the copied one of the other record's nodes, by their indices.
        let mut names = vec![None; nodes.len()];
        let mut of_copied = vec![None; nodes.len()];
        let mut left_out = 0;
        names[NodeId::START.index()] = Some(NodeId::START);
        of_copied[NodeId::START.index()] = (copied.start == self.start).then_some(NodeId::START);
        for &id in &nodes {
            let of_other = other.tree.node(id);
            if let (Some(parent), Some(played)) = (of_other.parent, of_other.played) {
                of_copied[id.index()] =
                    of_copied[parent.index()].and_then(|parent| copied.child_by(parent, played));
                let takes_move = |parent: &NodeId| {
                    self.child_by(*parent, played).is_some()
                        || (end != Some(*parent) && self.tree.node(*parent).result.is_none())
                };
                let Some(parent) = names[parent.index()].filter(takes_move) else {
                    left_out += 1;
                    continue;
                };
                let child = self.tree.child_with(parent, played);
                let node = self.tree.node_mut(child);
                node.result = node.result.or(of_other.result);
                names[id.index()] = Some(child);
            }
            if let Some(name) = names[id.index()] {
                match of_copied[id.index()] {
                    Some(before) => self.take_edits(name, (other, id), (copied, before)),
                    None => self.add_notes(name, (other, id)),
                }
                let node = self.tree.node_mut(name);
                node.notes.time = node.notes.time.or(of_other.notes.time);
                node.notes.evaluation = node.notes.evaluation.or(of_other.notes.evaluation);
                node.properties.add_missing(&of_other.properties, |name| !is_of_drawings(name));
            }
        }
        // Redo follows the same line as before.
        line.into_iter().for_each(|id| self.tree.mark_visited(id));
        left_out
    }

    /// Copies the comment, the marks and the drawings of a node of another record where they differ from those before.
    fn take_edits(&mut self, id: NodeId, (other, of_other): (&Record, NodeId), before: (&Record, NodeId)) {
        let (copied, before) = before;
        let comment = &other.notes(of_other).comment;
        if *comment != copied.notes(before).comment {
            self.notes_mut(id).comment.clone_from(comment);
        }
        if !other.signs(of_other).eq(copied.signs(before)) {
            let rings = self.marks(id).iter().filter(|mark| mark.sign == Sign::Circle);
            let mut marks: Vec<Mark> = rings.chain(other.signs(of_other)).cloned().collect();
            marks.sort_unstable();
            self.tree.node_mut(id).marks = marks;
        }
        let drawings = other.drawings(of_other);
        if drawings != copied.drawings(before) {
            self.set_drawings(id, &drawings);
        }
    }

    /// Copies the comment, the marks and the drawings of a node of another record where this node has none.
    fn add_notes(&mut self, id: NodeId, (other, of_other): (&Record, NodeId)) {
        let (news, of_other) = (other.drawings(of_other), other.tree.node(of_other));
        let node = self.tree.node_mut(id);
        if node.notes.comment.is_empty() {
            node.notes.comment.clone_from(&of_other.notes.comment);
        }
        let is_undrawn = !node.properties.iter().any(|(name, _)| is_of_drawings(name))
            && !node.marks.iter().any(|mark| mark.sign == Sign::Circle);
        let is_news =
            |mark: &&Mark| mark.sign != Sign::Circle && node.marks.iter().all(|own| own.point != mark.point);
        let mut signs: Vec<Mark> = of_other.marks.iter().filter(is_news).cloned().collect();
        if is_undrawn {
            // Values that other programs stored in the property are copied too.
            signs.extend(of_other.marks.iter().filter(|mark| mark.sign == Sign::Circle).cloned());
            node.properties.add_missing(&of_other.properties, is_of_drawings);
        }
        node.marks.extend(signs);
        node.marks.sort_unstable();
        if !is_undrawn {
            self.add_drawings(id, &news);
        }
    }

    /// The marks that are no rings.
    fn signs(&self, id: NodeId) -> impl Iterator<Item = &Mark> {
        self.marks(id).iter().filter(|mark| mark.sign != Sign::Circle)
    }

    /// The child of a node with this move.
    fn child_by(&self, id: NodeId, played: Move) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.played(child) == Some(played))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardSize, Drawing, Ink, Point, Rule};

    fn ring(x: u8, ink: Ink) -> Drawing {
        Drawing { from: Point::new(x, 0), to: Point::new(x, 0), ink }
    }

    fn arrow(x: u8, ink: Ink) -> Drawing {
        Drawing { from: Point::new(x, 0), to: Point::new(x, 5), ink }
    }

    fn draw(record: &mut Record, id: NodeId, drawings: &[Drawing]) {
        drawings.iter().for_each(|&drawing| record.draw(id, drawing).unwrap());
    }

    /// A game of two moves with comments and drawings.
    fn game() -> Record {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        record.play(Point::new(8, 8)).unwrap();
        for (id, comment) in record.main_line().into_iter().zip(["first", "second"]) {
            record.notes_mut(id).comment = comment.to_owned();
            draw(&mut record, id, &[ring(1, Ink::Red), arrow(2, Ink::Green)]);
        }
        record
    }

    #[test]
    fn edits_of_a_copy_replace_what_was_copied() {
        let mut record = game();
        let (copied, mut other) = (record.clone(), record.clone());
        let [first, second] = record.main_line()[..] else { panic!() };
        other.notes_mut(first).comment = "better".to_owned();
        other.notes_mut(second).comment.clear();
        // The first drawing goes, the second gets another colour, and the third is new.
        draw(&mut other, first, &[ring(1, Ink::Red), arrow(2, Ink::Blue), arrow(3, Ink::Red)]);
        let cross = Mark { point: Point::new(9, 9), sign: Sign::Cross };
        other.add_mark(second, cross.clone()).unwrap();
        assert_eq!(record.add_variations(&other, &copied), 0);
        let comment = |id| record.notes(id).comment.as_str();
        assert_eq!([comment(first), comment(second)], ["better", ""]);
        assert_eq!(record.drawings(first), [arrow(2, Ink::Blue), arrow(3, Ink::Red)]);
        assert_eq!(record.drawings(second), copied.drawings(second));
        assert!(record.marks(second).contains(&cross));
        assert_eq!(record, other);
    }

    #[test]
    fn what_changed_beside_a_copy_stays_where_the_copy_was_not_edited() {
        let mut record = game();
        let (copied, mut other) = (record.clone(), record.clone());
        let [first, second] = record.main_line()[..] else { panic!() };
        record.notes_mut(first).comment = "reviewed".to_owned();
        record.clear_drawings(first);
        other.notes_mut(second).comment = "edited".to_owned();
        record.add_variations(&other, &copied);
        let comment = |id| record.notes(id).comment.as_str();
        assert_eq!([comment(first), comment(second)], ["reviewed", "edited"]);
        assert_eq!(record.drawings(first), []);
    }

    #[test]
    fn drawings_of_a_move_that_both_have_added_come_together_in_their_own_colours() {
        let copied = game();
        let variation = |drawings: &[Drawing]| {
            let mut record = copied.clone();
            record.go_to(1);
            record.explore(Point::new(3, 3)).unwrap();
            let here = record.current();
            draw(&mut record, here, drawings);
            (record, here)
        };
        let (mut record, here) = variation(&[ring(1, Ink::Green), arrow(2, Ink::Red)]);
        let (other, _) = variation(&[ring(1, Ink::Red), ring(4, Ink::Blue), arrow(3, Ink::Blue)]);
        record.add_variations(&other, &copied);
        let all = [ring(1, Ink::Green), ring(4, Ink::Blue), arrow(2, Ink::Red), arrow(3, Ink::Blue)];
        assert_eq!(record.drawings(here), all);
    }
}
