//! The labels of the points for screen readers.

use tengen_game::{Drawing, Ink, Point};

use crate::items::free_suggestions;
use crate::scene::{Content, Scene};

/// The parts of a cell's label: the contents of the point, and what else the board shows there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellLabel {
    content: Content,
    remarks: Vec<Remark>,
}

/// A mark of a point besides its contents.
#[derive(Clone, Debug, PartialEq)]
enum Remark {
    Last,
    Hint,
    /// A suggested move, and its value as on the board.
    Suggestion {
        is_best: bool,
        value: String,
    },
    Premove,
    Highlight,
    Ring(Ink),
    /// An arrow from the point, and its end.
    ArrowTo(Ink, Point),
    /// An arrow to the point, and its beginning.
    ArrowFrom(Ink, Point),
    /// The beginning of an arrow by the keyboard.
    Begun,
}

impl CellLabel {
    /// The label of a point with these contents; `begun` is the point where the keyboard has begun an arrow.
    pub(crate) fn of(scene: &Scene, point: Point, content: Content, begun: Option<Point>) -> CellLabel {
        let mut remarks = Vec::new();
        let mut note = |is_there: bool, remark: Remark| {
            if is_there {
                remarks.push(remark);
            }
        };
        note(scene.last == Some(point), Remark::Last);
        note(scene.hint == Some(point), Remark::Hint);
        note(scene.premove.is_some_and(|premove| premove.point == point), Remark::Premove);
        for suggestion in free_suggestions(scene).filter(|suggestion| suggestion.point == point) {
            let (is_best, value) = (suggestion.rank == 0, suggestion.text.clone());
            note(true, Remark::Suggestion { is_best, value });
        }
        note(scene.highlights.contains(&point), Remark::Highlight);
        for &Drawing { from, to, ink } in &scene.drawings {
            match (from == point, to == point) {
                (true, true) => note(true, Remark::Ring(ink)),
                (true, false) => note(true, Remark::ArrowTo(ink, to)),
                (false, true) => note(true, Remark::ArrowFrom(ink, from)),
                (false, false) => {}
            }
        }
        note(begun == Some(point), Remark::Begun);
        CellLabel { content, remarks }
    }

    /// The label in words. `text` is the text of a key with the values of its variables.
    pub(crate) fn words(
        &self,
        scene: &Scene,
        point: Point,
        text: impl Fn(&str, &[(&str, &str)]) -> String,
    ) -> String {
        let name = |point: Point| point.on(scene.size).to_string();
        let mut words = text(self.content.text_key(), &[("point", &name(point))]);
        for remark in &self.remarks {
            words.push_str(", ");
            words.push_str(&match *remark {
                Remark::Last => text("cell-last", &[]),
                Remark::Hint => text("cell-hint", &[]),
                Remark::Suggestion { is_best, ref value } => {
                    text(if is_best { "cell-best" } else { "cell-suggestion" }, &[("value", value)])
                }
                Remark::Premove => text("cell-premove", &[]),
                Remark::Highlight => text("cell-highlight", &[]),
                Remark::Ring(ink) => text("cell-ring", &[("ink", ink.name())]),
                Remark::ArrowTo(ink, to) => {
                    text("cell-arrow-to", &[("ink", ink.name()), ("point", &name(to))])
                }
                Remark::ArrowFrom(ink, from) => {
                    text("cell-arrow-from", &[("ink", ink.name()), ("point", &name(from))])
                }
                Remark::Begun => text("cell-arrow-begun", &[]),
            });
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Color};

    use super::*;
    use crate::scene::{Stone, Suggestion};

    /// The label of a point, with the keys in place of the texts.
    fn label(scene: &Scene, point: Point, begun: Option<Point>) -> String {
        let text = |key: &str, values: &[(&str, &str)]| {
            let values: String = values.iter().map(|(_, value)| format!(" {value}")).collect();
            format!("{key}{values}")
        };
        CellLabel::of(scene, point, Content::Empty, begun).words(scene, point, text)
    }

    #[test]
    fn a_label_names_all_that_the_board_shows_on_a_point() {
        let [a1, b1, c1] = [0, 1, 2].map(|x| Point::new(x, 0));
        let name = |point: Point| point.on(BoardSize::FIFTEEN).to_string();
        let suggestion = |point, rank| Suggestion { point, rank, text: "57".to_owned() };
        let mut scene = Scene {
            last: Some(a1),
            hint: Some(b1),
            premove: Some(Stone { point: c1, color: Color::Black }),
            suggestions: vec![suggestion(b1, 0), suggestion(c1, 2)],
            highlights: vec![a1],
            drawings: vec![
                Drawing { from: a1, to: a1, ink: Ink::Red },
                Drawing { from: a1, to: c1, ink: Ink::Blue },
            ],
            ..Scene::new(BoardSize::FIFTEEN)
        };
        let [at_a, at_b, at_c] = [a1, b1, c1].map(name);
        assert_eq!(
            label(&scene, a1, None),
            format!("cell-empty {at_a}, cell-last, cell-highlight, cell-ring red, cell-arrow-to blue {at_c}")
        );
        assert_eq!(
            label(&scene, b1, Some(b1)),
            format!("cell-empty {at_b}, cell-hint, cell-best 57, cell-arrow-begun")
        );
        assert_eq!(
            label(&scene, c1, Some(b1)),
            format!("cell-empty {at_c}, cell-premove, cell-suggestion 57, cell-arrow-from blue {at_a}")
        );
        // While a line is looked at, the board shows no suggestions.
        scene.preview = vec![Stone { point: a1, color: Color::Black }];
        assert_eq!(label(&scene, b1, None), format!("cell-empty {at_b}, cell-hint"));
    }
}
