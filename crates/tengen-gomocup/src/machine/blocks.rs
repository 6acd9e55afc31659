//! Moves that the manager takes away from searches: `YXBLOCK`, `YXBLOCKPATH` and their relatives.

use tengen_game::{Point, Position};

use super::{Action, reply};
use crate::reply::{error, message};

/// Points and lines that are blocked until the manager takes it back.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// Blocked in every position.
    points: Vec<Point>,
    /// Lines of moves from the empty board, of which the last one is blocked in the position before it.
    paths: Vec<Vec<Point>>,
}

/// The most paths that are stored. Yixin-Board sends one for each point of its board, to allow a single move.
const MOST_PATHS: usize = 4096;

impl Blocks {
    /// `YXBLOCK` and `YXBLOCKUNDO`, which have no answer.
    pub(super) fn change_points(&mut self, points: &[Point], undo: bool) -> Vec<Action> {
        self.points.retain(|point| !points.contains(point));
        if !undo {
            self.points.extend(points);
        }
        Vec::new()
    }

    /// `YXBLOCKPATH` and `YXBLOCKPATHUNDO`, which have no answer.
    pub(super) fn change_path(&mut self, path: Vec<Point>, undo: bool) -> Vec<Action> {
        self.paths.retain(|known| *known != path);
        if undo || path.is_empty() {
            return Vec::new();
        }
        if self.paths.len() >= MOST_PATHS {
            return reply(error(format_args!("expected at most {MOST_PATHS} blocked lines of moves")));
        }
        self.paths.push(path);
        Vec::new()
    }

    /// `YXBLOCKRESET`, which has no answer.
    pub(super) fn reset_points(&mut self) -> Vec<Action> {
        self.points.clear();
        Vec::new()
    }

    /// `YXBLOCKPATHRESET`, which has no answer.
    pub(super) fn reset_paths(&mut self) -> Vec<Action> {
        self.paths.clear();
        Vec::new()
    }

    /// The moves that a search of this position leaves out, and a remark for the manager about the rest.
    pub(super) fn excluded(&self, position: &Position) -> (Vec<Point>, Option<String>) {
        let stones = position.board().stones();
        let is_occupied =
            |point: &Point| position.size().contains(*point) && !position.board().is_empty(*point);
        let mut excluded = self.points.clone();
        let mut is_later = false;
        for path in &self.paths {
            let Some((last, before)) = path.split_last() else { continue };
            if before.len() < stones || !before[..stones].iter().all(is_occupied) {
                continue;
            }
            if before.len() == stones {
                excluded.push(*last);
            } else {
                is_later = true;
            }
        }
        let remark =
            is_later.then(|| message("moves that are blocked later than the next move are searched"));
        (excluded, remark)
    }
}
