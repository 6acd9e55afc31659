//! The contents of the drawing's layers as data: so the widget can compare two scenes and touch only what differs.

use tengen_game::{Color, Drawing, ForbiddenKind, Point, Sign};

use crate::scene::{Scene, Stone, Suggestion, Threat, color_of};

/// An element of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// A band under a row that won, from its first point to its last.
    Band(Point, Point),
    /// A stone; the winning ones light up one after the other, by their place in the row.
    Stone(Stone, Option<usize>),
    /// The stone that a click would place.
    Ghost(Stone),
    /// The stone that is placed with the next turn.
    Premove(Stone),
    /// A stone of a line that is only looked at.
    Preview(Stone),
    /// A frame around the lines in the centre.
    Zone(u8),
    /// The ring on the last move.
    Last(Stone),
    /// A cross on a forbidden point.
    Forbidden(Point, ForbiddenKind),
    Threat(Threat),
    /// The room for letters on an empty point, which would be hard to read among the lines.
    Clearing(Point),
    /// A sign or letters on a point, and the stone under them.
    Label {
        point: Point,
        sign: Sign,
        is_latest: bool,
        on: Option<Color>,
    },
    /// A shaded point, with a strength.
    Heat(Point, u8),
    Suggestion(Suggestion),
    /// The letters of the engines that prefer a point, beside it, and a dot on it where it is no suggestion.
    Preferred(Point, String, bool),
    Drawing(Drawing),
    /// A recommended point, and whether a value or a letter is on it, which the ring then lies around.
    Hint(Point, bool),
    /// A ring around a point or stone that an explanation is about.
    Highlight(Point),
    /// Lines through the point at which a finger aims, because the finger may cover it.
    Crosshair(Point),
    /// The reason for which a point is forbidden, in words.
    Tip(Point, ForbiddenKind),
}

/// The items under the stones.
pub(crate) fn bands(scene: &Scene) -> Vec<Item> {
    scene.winning.iter().filter_map(|line| Some(Item::Band(*line.first()?, *line.last()?))).collect()
}

/// The stones.
pub(crate) fn stones(scene: &Scene) -> Vec<Item> {
    let place_in_row =
        |point| scene.winning.iter().find_map(|line| line.iter().position(|&other| other == point));
    scene.stones.iter().map(|&stone| Item::Stone(stone, place_in_row(stone.point))).collect()
}

/// Everything over the stones that does not follow the pointer.
pub(crate) fn marks(scene: &Scene) -> Vec<Item> {
    let center = scene.size.center();
    let is_on_board = |lines: &u8| {
        let half = i16::from(lines / 2);
        [-half, half].into_iter().all(|step| center.offset(step, step, scene.size).is_some())
    };
    let mut items: Vec<Item> = scene.zone.filter(is_on_board).map(Item::Zone).into_iter().collect();
    // A number already marks the last move, and the ring would cross it.
    let last = scene.last.filter(|&last| scene.labels.iter().all(|label| label.point != last));
    if let Some((point, color)) = last.and_then(|point| Some((point, color_of(&scene.stones, point)?))) {
        items.push(Item::Last(Stone { point, color }));
    }
    items.extend(scene.forbidden.iter().map(|&(point, kind)| Item::Forbidden(point, kind)));
    items.extend(scene.threats.iter().copied().map(Item::Threat));
    items.extend(scene.preview.iter().copied().map(Item::Preview));
    for label in &scene.labels {
        let (point, sign, is_latest) = (label.point, label.sign.clone(), label.is_latest);
        let on = color_of(&scene.preview, point).or_else(|| color_of(&scene.stones, point));
        if on.is_none() && matches!(sign, Sign::Label(_)) {
            items.push(Item::Clearing(point));
        }
        items.push(Item::Label { point, sign, is_latest, on });
    }
    if takes_opinions(scene) {
        let shaded = scene.heat.iter().filter(|(point, _)| !is_taken(scene, *point));
        items.extend(shaded.map(|&(point, strength)| Item::Heat(point, strength)));
        items.extend(free_suggestions(scene).cloned().map(Item::Suggestion));
        for (point, letters) in scene.preferred.iter().filter(|(point, _)| !is_taken(scene, *point)) {
            let has_dot = scene.suggestions.iter().all(|suggestion| suggestion.point != *point);
            items.push(Item::Preferred(*point, letters.clone(), has_dot));
        }
    }
    items.extend(scene.drawings.iter().copied().map(Item::Drawing));
    items.extend(scene.highlights.iter().copied().map(Item::Highlight));
    let is_around = |point| {
        is_labelled(scene, point) || free_suggestions(scene).any(|suggestion| suggestion.point == point)
    };
    items.extend(scene.hint.map(|point| Item::Hint(point, is_around(point))));
    items
}

/// Whether the board shows the values of engines: while a line is looked at, these are about another position.
fn takes_opinions(scene: &Scene) -> bool {
    scene.preview.is_empty()
}

/// Whether a stone or a letter of the record is on a point. Either has precedence over an engine's value.
fn is_taken(scene: &Scene, point: Point) -> bool {
    color_of(&scene.stones, point).is_some() || is_labelled(scene, point)
}

fn is_labelled(scene: &Scene, point: Point) -> bool {
    scene.labels.iter().any(|label| label.point == point)
}

/// The best moves that the board shows.
pub(crate) fn free_suggestions(scene: &Scene) -> impl Iterator<Item = &Suggestion> {
    let is_shown = |suggestion: &&Suggestion| takes_opinions(scene) && !is_taken(scene, suggestion.point);
    scene.suggestions.iter().filter(is_shown)
}

/// The stone that would be placed on the point that pointer or finger aims at, and the one that will be placed.
pub(crate) fn ghost(scene: &Scene, aimed: Option<Point>) -> Vec<Item> {
    let placed = aimed.and_then(|point| scene.stone_to_place(point)).map(Item::Ghost);
    scene.premove.map(Item::Premove).into_iter().chain(placed).collect()
}

/// The reason for which the point under pointer, finger or keyboard is forbidden.
pub(crate) fn tip(scene: &Scene, point: Option<Point>) -> Vec<Item> {
    let tip = point.and_then(|point| Some(Item::Tip(point, scene.forbidden_kind(point)?)));
    tip.into_iter().collect()
}

/// The outline of a threat's mark: a triangle for a five, a square for a four, a diamond for a three. The weight is that of [`Threat`].
pub fn threat_path((x, y): (i32, i32), weight: u8) -> String {
    match weight {
        0 => format!("M{x} {}l7 12h-14z", y - 7),
        1 => format!("M{} {}h10v10h-10z", x - 5, y - 5),
        _ => format!("M{x} {}l6 6l-6 6l-6 -6z", y - 6),
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::BoardSize;

    use super::*;
    use crate::Label;

    #[test]
    fn a_number_takes_the_place_of_the_ring_and_a_letter_on_wood_gets_room() {
        let point = Point::new(7, 7);
        let stone = Stone { point, color: Color::Black };
        let label = |point| Label { point, sign: Sign::Label("1".to_owned()), is_latest: false };
        let mut scene = Scene { stones: vec![stone], last: Some(point), ..Scene::new(BoardSize::FIFTEEN) };
        assert_eq!(marks(&scene), [Item::Last(stone)]);
        scene.labels = vec![label(point), label(Point::new(1, 1))];
        let items = marks(&scene);
        assert!(matches!(
            items[..],
            [Item::Label { on: Some(Color::Black), .. }, Item::Clearing(_), Item::Label { on: None, .. }]
        ));
        // A stone that is looked at lies on the board's own.
        scene.preview = vec![Stone { point, color: Color::White }];
        assert!(marks(&scene).iter().any(|item| matches!(item, Item::Label { on: Some(Color::White), .. })));
    }

    #[test]
    fn opinions_lie_on_free_points_while_no_line_is_looked_at() {
        let [taken, free, other] = [1, 2, 3].map(|x| Point::new(x, 0));
        let suggestion = |point| Suggestion { point, rank: 0, text: "57".to_owned() };
        let preferred = |point, by: &str, has_dot| Item::Preferred(point, by.to_owned(), has_dot);
        let mut scene = Scene {
            stones: vec![Stone { point: taken, color: Color::White }],
            suggestions: vec![suggestion(taken), suggestion(free)],
            preferred: [(taken, "A"), (free, "B"), (other, "C")].map(|(at, by)| (at, by.to_owned())).into(),
            heat: vec![(taken, 4), (free, 3)],
            ..Scene::new(BoardSize::FIFTEEN)
        };
        let (tag, dot) = (preferred(free, "B", false), preferred(other, "C", true));
        let expected = [Item::Heat(free, 3), Item::Suggestion(suggestion(free)), tag, dot];
        assert_eq!(marks(&scene), expected);
        scene.preview = vec![Stone { point: free, color: Color::Black }];
        assert_eq!(marks(&scene), [Item::Preview(scene.preview[0])]);
    }

    #[test]
    fn a_hint_leaves_the_value_of_its_point_in_sight() {
        let [valued, lettered, bare] = [1, 2, 3].map(|x| Point::new(x, 0));
        let mut scene = Scene {
            suggestions: vec![Suggestion { point: valued, rank: 0, text: "57".to_owned() }],
            labels: vec![Label { point: lettered, sign: Sign::Label("A".to_owned()), is_latest: false }],
            ..Scene::new(BoardSize::FIFTEEN)
        };
        for (point, is_around) in [(valued, true), (lettered, true), (bare, false)] {
            scene.hint = Some(point);
            assert_eq!(marks(&scene).last(), Some(&Item::Hint(point, is_around)));
        }
    }

    #[test]
    fn only_free_points_that_are_allowed_show_a_ghost() {
        let [taken, forbidden, free] = [1, 2, 3].map(|x| Point::new(x, 0));
        let scene = Scene {
            stones: vec![Stone { point: taken, color: Color::White }],
            forbidden: vec![(forbidden, ForbiddenKind::Overline)],
            ghost: Some(Color::Black),
            ..Scene::new(BoardSize::FIFTEEN)
        };
        assert!(ghost(&scene, Some(taken)).is_empty() && ghost(&scene, Some(forbidden)).is_empty());
        assert_eq!(ghost(&scene, Some(free)), [Item::Ghost(Stone { point: free, color: Color::Black })]);
        assert_eq!(tip(&scene, Some(forbidden)), [Item::Tip(forbidden, ForbiddenKind::Overline)]);
        assert!(tip(&scene, Some(free)).is_empty());
    }
}
