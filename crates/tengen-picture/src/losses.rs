use tengen_game::format::{Loss, losses_of};
use tengen_game::{NodeId, Record};

use crate::{Numbers, PictureOptions};

/// What of a record cannot be seen in a picture of `id`, or in an animation of the line that ends there.
///
/// Numbers show the moves of a still picture; marks and comments belong to a moment, and a picture shows the marks
/// of its own.
pub fn losses(record: &Record, id: NodeId, animated: bool, options: &PictureOptions) -> Vec<Loss> {
    let never = [
        Loss::Rule,
        Loss::Players,
        Loss::Info,
        Loss::Result,
        Loss::Comments,
        Loss::Times,
        Loss::Evaluations,
        Loss::Properties,
        Loss::Variations,
    ];
    let mut losses = losses_of(record, &never);
    let line: Vec<NodeId> = std::iter::successors(Some(id), |&node| record.parent(node)).collect();
    let numbered = matches!(options.numbers, Numbers::All);
    let moves = line.len() > 1 && !animated && !numbered;
    let goes_on = !record.children(id).is_empty();
    if moves || goes_on {
        losses.push(Loss::Moves);
    }
    let shown = |node: NodeId| options.marks && (node == id || (animated && line.contains(&node)));
    if record.nodes().into_iter().any(|node| !record.marks(node).is_empty() && !shown(node)) {
        losses.push(Loss::Marks);
    }
    losses.sort_unstable();
    losses
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Mark, Point, Rule, Sign};

    use super::*;

    #[test]
    fn what_is_not_to_be_seen_is_named() {
        let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        let first = record.current();
        record.add_mark(first, Mark { point: Point::new(1, 2), sign: Sign::Circle }).unwrap();
        let all = PictureOptions::default();
        assert_eq!(losses(&record, first, false, &all), [Loss::Rule]);
        let bare = PictureOptions { numbers: Numbers::None, marks: false, ..all.clone() };
        assert_eq!(losses(&record, first, false, &bare), [Loss::Rule, Loss::Moves, Loss::Marks]);

        record.play(Point::new(8, 8)).unwrap();
        let second = record.current();
        record.notes_mut(second).comment = "good".to_owned();
        assert_eq!(losses(&record, first, false, &all), [Loss::Rule, Loss::Moves, Loss::Comments]);
        assert_eq!(losses(&record, second, false, &all), [Loss::Rule, Loss::Comments, Loss::Marks]);
        assert_eq!(losses(&record, second, true, &all), [Loss::Rule, Loss::Comments]);
    }
}
