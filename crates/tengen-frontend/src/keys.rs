use tengen_game::{BoardSize, Point};

/// Where a key of the keyboard leads from a place on the screen, as the ARIA authoring practices describe for grids; at the border
/// the focus stays. `None` for other keys.
pub fn step(key: &str, place: Point, size: BoardSize) -> Option<Point> {
    let last = size.lines() - 1;
    let by = |dx, dy| place.offset(dx, dy, size).unwrap_or(place);
    Some(match key {
        "ArrowLeft" => by(-1, 0),
        "ArrowRight" => by(1, 0),
        "ArrowUp" => by(0, -1),
        "ArrowDown" => by(0, 1),
        "Home" => Point::new(0, place.y()),
        "End" => Point::new(last, place.y()),
        "PageUp" => Point::new(place.x(), 0),
        "PageDown" => Point::new(place.x(), last),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_over_the_board_and_not_beyond() {
        let from = |key, x, y| step(key, Point::new(x, y), BoardSize::FIFTEEN);
        assert_eq!(from("ArrowUp", 7, 7), Some(Point::new(7, 6)));
        assert_eq!(from("ArrowLeft", 0, 7), Some(Point::new(0, 7)));
        assert_eq!(from("End", 3, 7), Some(Point::new(14, 7)));
        assert_eq!(from("PageDown", 3, 7), Some(Point::new(3, 14)));
        assert_eq!(from("Enter", 3, 7), None);
    }
}
