//! The layout of the screen: the board as large as the window allows, a panel beside or below it, and one line at the
//! bottom for messages.

use ratatui::layout::Rect;
use tengen_game::{BoardSize, Point};

/// The choices of the user that the layout of the board depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether letters and numbers stand at the edges.
    pub(super) coordinates: bool,
    /// Whether the board is turned by half a turn, for White's view.
    pub(super) turned: bool,
}

/// The places of all parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) board: BoardPlace,
    /// The place of the panel beside the board or below it; `None` where there is no room.
    pub(super) panel: Option<Rect>,
    pub(super) message: Rect,
}

/// The columns and lines that a window must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needed {
    pub(super) width: u16,
    pub(super) height: u16,
}

/// The board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardPlace {
    pub(super) size: BoardSize,
    pub(super) look: Look,
    /// The distance between neighbouring points.
    pub(super) scale: Scale,
    /// The wood, without coordinates.
    pub(super) wood: Rect,
}

/// The size in which the board is drawn. A character is about twice as high as it is wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Two columns and a line for each point.
    Small,
    /// Four columns and two lines for each point.
    Large,
}

impl Scale {
    pub(super) const fn step(self) -> (u16, u16) {
        match self {
            Scale::Small => (2, 1),
            Scale::Large => (4, 2),
        }
    }

    /// The columns and lines of wood around the outermost points.
    const fn margin(self) -> (u16, u16) {
        match self {
            Scale::Small => (1, 0),
            Scale::Large => (2, 1),
        }
    }

    fn wood(self, size: BoardSize) -> (u16, u16) {
        let gaps = u16::from(size.lines()) - 1;
        let ((across, down), (side, top)) = (self.step(), self.margin());
        (gaps * across + 1 + 2 * side, gaps * down + 1 + 2 * top)
    }

    /// The columns and lines of the wood with its coordinates.
    fn whole(self, size: BoardSize, look: Look) -> (u16, u16) {
        let (width, height) = self.wood(size);
        if look.coordinates { (width + ROW_NUMBER, height + COLUMN_LETTERS) } else { (width, height) }
    }
}

/// Columns for a row number: two digits and a space.
const ROW_NUMBER: u16 = 3;
/// Lines for the column letters.
const COLUMN_LETTERS: u16 = 1;
/// Columns between the board and the panel.
const GAP: u16 = 3;
const NARROWEST_PANEL: u16 = 28;
const WIDEST_PANEL: u16 = 46;
/// The least height of a panel below the board. A lower one would show too little.
const LOWEST_PANEL: u16 = 3;
const MESSAGE: u16 = 1;

impl Layout {
    /// The layout for a window.
    ///
    /// # Errors
    /// The size that the window needs, when not even the board and a message fit.
    pub(super) fn new(area: Rect, size: BoardSize, look: Look) -> Result<Layout, Needed> {
        let small = Scale::Small.whole(size, look);
        let needed = Needed { width: small.0, height: small.1 + MESSAGE };
        if area.width < needed.width || area.height < needed.height {
            return Err(needed);
        }
        let room = area.height - MESSAGE;
        let (large_width, large_height) = Scale::Large.whole(size, look);
        let fits = large_width + GAP + NARROWEST_PANEL <= area.width && large_height <= room;
        let scale = if fits { Scale::Large } else { Scale::Small };
        let (width, height) = scale.whole(size, look);
        let beside = (area.width - width).checked_sub(GAP).filter(|&rest| rest >= NARROWEST_PANEL);
        let beside = beside.map(|rest| rest.min(WIDEST_PANEL));
        let below = beside.is_none().then(|| (room - height).saturating_sub(1));
        let below = below.filter(|&rest| rest >= LOWEST_PANEL);
        let whole_width = width + beside.map_or(0, |panel| panel + GAP);
        let left = area.x + (area.width - whole_width) / 2;
        let top = area.y + if below.is_some() { 0 } else { (room - height) / 2 };
        let panel = match (beside, below) {
            (Some(panel), _) => Some(Rect::new(left + width + GAP, top, panel, room - (top - area.y))),
            (None, Some(rest)) => Some(Rect::new(left, top + height + 1, area.width - (left - area.x), rest)),
            (None, None) => None,
        };
        let wood = scale.wood(size);
        let labels = if look.coordinates { ROW_NUMBER } else { 0 };
        Ok(Layout {
            board: BoardPlace { size, look, scale, wood: Rect::new(left + labels, top, wood.0, wood.1) },
            panel,
            message: Rect::new(left, area.y + room, area.width - (left - area.x), MESSAGE),
        })
    }
}

impl Layout {
    /// The whole height beside the board, if this many columns and lines fit there.
    pub(super) fn beside(&self, (columns, lines): (u16, u16)) -> Option<Rect> {
        let panel = self.panel.filter(|panel| panel.x >= self.board.wood.right())?;
        let height = self.message.y;
        // The page is as high as the panel if that is enough, so that little changes on the screen.
        let place = if panel.height >= lines { panel } else { Rect { y: 0, height, ..panel } };
        (place.width >= columns && place.height >= lines).then_some(place)
    }
}

impl BoardPlace {
    /// The point in the orientation of the screen: columns from the left, rows from the top.
    fn seen(&self, point: Point) -> Point {
        if self.look.turned {
            let last = self.size.lines() - 1;
            Point::new(last - point.x(), last - point.y())
        } else {
            point
        }
    }

    /// Column and line of a point's centre on the screen.
    pub(super) fn cell(&self, point: Point) -> (u16, u16) {
        let ((across, down), (side, top)) = (self.scale.step(), self.scale.margin());
        let seen = self.seen(point);
        (self.wood.x + side + u16::from(seen.x()) * across, self.wood.y + top + u16::from(seen.y()) * down)
    }

    /// The point nearest to a place on the screen; `None` beside the wood.
    pub(super) fn point_at(&self, column: u16, line: u16) -> Option<Point> {
        if !self.wood.contains((column, line).into()) {
            return None;
        }
        let ((across, down), (side, top)) = (self.scale.step(), self.scale.margin());
        let nearest = |place: u16, margin: u16, step: u16| {
            let index = (place + step / 2).saturating_sub(margin) / step;
            u8::try_from(index).unwrap_or(u8::MAX).min(self.size.lines() - 1)
        };
        let x = nearest(column - self.wood.x, side, across);
        let y = nearest(line - self.wood.y, top, down);
        Some(self.seen(Point::new(x, y)))
    }

    /// The point `right` columns and `down` rows away on the screen, or the last one before the edge.
    pub(super) fn step(&self, from: Point, right: i16, down: i16) -> Point {
        let last = i16::from(self.size.lines()) - 1;
        let seen = self.seen(from);
        let moved = |place: u8, by: i16| {
            u8::try_from(i16::from(place).saturating_add(by).clamp(0, last)).unwrap_or_default()
        };
        self.seen(Point::new(moved(seen.x(), right), moved(seen.y(), down)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { coordinates: true, turned: false };

    fn layout(width: u16, height: u16, lines: usize, look: Look) -> Result<Layout, Needed> {
        Layout::new(Rect::new(0, 0, width, height), BoardSize::new(lines).unwrap(), look)
    }

    #[test]
    fn every_board_fits_into_an_ordinary_terminal_with_its_panel() {
        for lines in 3..=22 {
            let layout = layout(80, 24, lines, LOOK).unwrap();
            let panel = layout.panel.unwrap();
            assert!(panel.x >= layout.board.wood.right() + GAP && panel.right() <= 80, "{lines}: {layout:?}");
            assert!(layout.board.wood.bottom() < layout.message.y && layout.message.y == 23, "{lines}");
        }
    }

    #[test]
    fn the_board_takes_the_room_there_is() {
        assert_eq!(layout(80, 24, 15, LOOK).unwrap().board.scale, Scale::Small);
        assert_eq!(layout(120, 40, 15, LOOK).unwrap().board.scale, Scale::Large);
        assert_eq!(layout(120, 40, 19, LOOK).unwrap().board.scale, Scale::Small);
        assert_eq!(layout(120, 42, 19, LOOK).unwrap().board.scale, Scale::Large);
    }

    #[test]
    fn narrow_windows_have_the_panel_below_and_small_ones_none() {
        let narrow = layout(40, 30, 15, LOOK).unwrap();
        assert!(narrow.panel.unwrap().y > narrow.board.wood.bottom());
        assert_eq!(layout(34, 17, 15, LOOK).unwrap().panel, None);
        for (width, height) in [(33, 17), (34, 16)] {
            assert_eq!(layout(width, height, 15, LOOK), Err(Needed { width: 34, height: 17 }));
        }
        assert!(layout(31, 16, 15, Look { coordinates: false, ..LOOK }).is_ok());
    }

    #[test]
    fn points_and_cells_lead_to_each_other_however_the_board_lies() {
        for (width, height) in [(80, 24), (150, 60)] {
            for turned in [false, true] {
                for lines in [3, 8, 15, 22] {
                    let board = layout(width, height, lines, Look { turned, ..LOOK }).unwrap().board;
                    for point in board.size.points() {
                        let (column, line) = board.cell(point);
                        assert_eq!(board.point_at(column, line), Some(point));
                    }
                    let corner = board.point_at(board.wood.x, board.wood.y);
                    let last = board.size.lines() - 1;
                    let expected = if turned { Point::new(last, last) } else { Point::new(0, 0) };
                    assert_eq!(corner, Some(expected));
                    assert_eq!(board.point_at(board.wood.right(), board.wood.y), None);
                }
            }
        }
    }

    #[test]
    fn arrows_follow_the_viewer() {
        let board = layout(80, 24, 15, LOOK).unwrap().board;
        let from = Point::new(3, 5);
        assert_eq!(board.step(from, 1, 0), Point::new(4, 5));
        assert_eq!(board.step(from, 0, -9), Point::new(3, 0));
        let turned = layout(80, 24, 15, Look { turned: true, ..LOOK }).unwrap().board;
        assert_eq!(turned.step(from, 1, 0), Point::new(2, 5));
        assert_eq!(turned.step(from, 0, -1), Point::new(3, 6));
    }
}
