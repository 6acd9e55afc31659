use tengen_game::{Board, BoardSize, Color, Point};

/// The stones of a position as a short text: the names of Black's points, a bar, and White's, as in `h8 g7|i9`.
pub(super) fn write(board: &Board) -> String {
    let size = board.size();
    let of = |color: Color| {
        let points = size.points().filter(|&point| board.stone(point) == Some(color));
        points.map(|point| point.on(size).to_string()).collect::<Vec<_>>().join(" ")
    };
    format!("{}|{}", of(Color::Black), of(Color::White))
}

/// Black's and White's points in what [`write()`] wrote; `None` if the text is something else.
pub(super) fn read(text: &str, size: BoardSize) -> Option<[Vec<Point>; 2]> {
    let points = |names: &str| {
        names.split_whitespace().map(|name| Point::parse(name, size).ok()).collect::<Option<Vec<_>>>()
    };
    let (black, white) = text.split_once('|')?;
    Some([points(black)?, points(white)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_survive_being_written_down() {
        let mut board = Board::new(BoardSize::FIFTEEN);
        let point = |name| Point::parse(name, BoardSize::FIFTEEN).unwrap();
        assert_eq!(write(&board), "|");
        for (name, color) in [("h8", Color::Black), ("i9", Color::White), ("a15", Color::Black)] {
            board.set(point(name), Some(color));
        }
        let read_again = read(&write(&board), BoardSize::FIFTEEN).unwrap();
        let sorted = |mut points: Vec<Point>| {
            points.sort_by_key(|point| (point.x(), point.y()));
            points
        };
        assert_eq!(read_again.map(sorted), [vec![point("a15"), point("h8")], vec![point("i9")]]);
        assert_eq!(read("h8 i9", BoardSize::FIFTEEN), None);
        assert_eq!(read("h8|z99", BoardSize::FIFTEEN), None);
    }
}
