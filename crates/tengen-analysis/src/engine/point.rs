use tengen_game::{BoardSize, PlayError, Point};

/// A point: its column from the left and its row from the top, from 0.
pub type PointMessage = (u8, u8);

/// The point that a message means on a board of `size`.
///
/// # Errors
/// [`PlayError::OffBoard`] when there is no such point.
pub fn on_board((x, y): PointMessage, size: BoardSize) -> Result<Point, PlayError> {
    let point = Point::new(x, y);
    if size.contains(point) { Ok(point) } else { Err(PlayError::OffBoard { point, size }) }
}
