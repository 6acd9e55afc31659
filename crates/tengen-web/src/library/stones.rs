use tengen_game::{Board, BoardSize, Color, Point};

/// Black's and White's stones.
pub(super) type Stones = [Vec<Point>; 2];

/// Those on a board.
pub(super) fn of(board: &Board) -> Stones {
    let of_side = |color| board.size().points().filter(|&point| board.stone(point) == Some(color)).collect();
    Color::BOTH.map(of_side)
}

/// Stones as a short text: the names of Black's points, a bar, and White's, as in `h8 g7|i9`.
pub(super) fn write(stones: &Stones, size: BoardSize) -> String {
    let names = |points: &Vec<Point>| {
        points.iter().map(|point| point.on(size).to_string()).collect::<Vec<_>>().join(" ")
    };
    stones.each_ref().map(names).join("|")
}

/// The stones in what [`write()`] wrote; `None` if the text is something else.
pub(super) fn read(text: &str, size: BoardSize) -> Option<Stones> {
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
        let size = BoardSize::FIFTEEN;
        let mut board = Board::new(size);
        assert_eq!(write(&of(&board), size), "|");
        for (name, color) in [("h8", Color::Black), ("i9", Color::White), ("a15", Color::Black)] {
            board.set(Point::parse(name, size).unwrap(), Some(color));
        }
        let stones = of(&board);
        assert_eq!(stones.each_ref().map(Vec::len), [2, 1]);
        assert_eq!(read(&write(&stones, size), size), Some(stones));
        assert_eq!(read("h8 i9", size), None);
        assert_eq!(read("h8|z99", size), None);
    }
}
