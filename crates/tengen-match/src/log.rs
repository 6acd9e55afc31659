//! The reports of running searches, stored for a view of how the engine works.

use tengen_analysis::engine::Request;
use tengen_analysis::{Candidate, MinimaxStatistics, SearchProgress};
use tengen_game::{BoardSize, Color, Move, Point, Position};

use crate::consequence::Consequence;
use crate::context::Context;
use crate::engine::{Engine, Purpose, Task};
use crate::{Game, Tracked};

/// With more finished iterations than this, the oldest searches are dropped.
const MOST_ITERATIONS: usize = 200;

/// The number of moves that are requested of those that the engine would try first.
pub const MOST_CANDIDATES: u8 = 15;

/// A search, with the findings of its iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedSearch {
    /// The number of the request.
    pub id: u32,
    /// The purpose of the search: `analysis`, `hint` or `move`.
    pub purpose: &'static str,
    /// The number of moves before the position.
    pub moves: usize,
    /// The size of the board.
    pub size: BoardSize,
    /// Whose turn it was.
    pub side: Color,
    /// The finding of each iteration.
    pub iterations: Vec<SearchProgress>,
}

/// The statistics of a move that minimax found.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// The number of the game in which it was.
    pub(crate) game: u32,
    /// The number of moves before it.
    pub moves: usize,
    /// The move.
    pub found: Point,
    /// The statistics of the search.
    pub statistics: MinimaxStatistics,
}

/// The reports of searches.
#[derive(Debug, Default)]
pub struct Log {
    /// The searches, the latest last.
    pub searches: Tracked<Vec<LoggedSearch>>,
    /// The statistics of the last move of minimax.
    pub account: Tracked<Option<Account>>,
    /// The moves that the engine would try first, where a view shows them.
    pub candidates: Tracked<Vec<Candidate>>,
    /// The number and the position of the last request for candidates.
    asked_candidates: Option<(u32, Position)>,
}

impl Log {
    /// Drops the candidates of another position than that on the board, also those that are still to come.
    pub(crate) fn check_candidates(&mut self, position: &Position) {
        if self.asked_candidates.as_ref().is_some_and(|(_, asked)| asked != position) {
            self.asked_candidates = None;
            self.candidates.set(Vec::new());
        }
    }

    /// The statistics of the last move of minimax, as long as that is a move of this game, which has this number.
    pub fn account_of(&self, game: &Game, number: u32) -> Option<&Account> {
        let account = self.account.as_ref()?;
        let played = game.record().line().get(account.moves).copied();
        (played == Some(Move::Place(account.found)) && number == account.game).then_some(account)
    }

    pub(crate) fn take_candidates(&mut self, id: u32, candidates: Vec<Candidate>) {
        if self.asked_candidates.as_ref().is_some_and(|(asked, _)| *asked == id) {
            self.candidates.set(candidates);
        }
    }
}

/// Records a report if it belongs to a new iteration or, at the end, differs from the last one. Returns whether it did.
fn take_down(
    searches: &mut Vec<LoggedSearch>,
    search: LoggedSearch,
    progress: &SearchProgress,
    is_last: bool,
) -> bool {
    let is_same = searches.last().is_some_and(|last| last.id == search.id);
    if !is_same {
        searches.push(search);
    }
    let Some(search) = searches.last_mut() else { return false };
    let is_news = search.iterations.last().is_none_or(|last| {
        let is_other = last.score != progress.score || last.pv.first() != progress.pv.first();
        last.depth < progress.depth || is_last && is_other
    });
    if is_news {
        search.iterations.push(progress.clone());
        let mut count: usize = searches.iter().map(|search| search.iterations.len()).sum();
        while count > MOST_ITERATIONS && searches.len() > 1 {
            count -= searches.remove(0).iterations.len();
        }
    }
    is_news
}

impl Log {
    /// Notes how far a search has come.
    pub(crate) fn note(&mut self, task: Task, progress: &SearchProgress, is_last: bool, game: &Game) {
        let purpose = match task.purpose {
            Purpose::Move => "move",
            Purpose::Hint => "hint",
            Purpose::Analyse => "analysis",
            _ => return,
        };
        let search = LoggedSearch {
            id: task.id,
            purpose,
            moves: game.record().cursor(),
            size: game.record().size(),
            side: game.side_to_move(),
            iterations: Vec::new(),
        };
        take_down(self.searches.change(), search, progress, is_last);
    }
}

/// The commands.
impl Engine {
    /// Requests the moves that the engine would try first in the position on the board.
    pub fn look_up_candidates(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let (id, position) = (context.next_id(), context.game.record().position().clone());
        self.log.asked_candidates = Some((id, position.clone()));
        context.look_up(Request::Candidates { id, position, most: MOST_CANDIDATES })
    }
}

#[cfg(test)]
mod tests {

    use tengen_analysis::Score;

    use super::*;

    fn search(id: u32) -> LoggedSearch {
        let (size, side) = (BoardSize::FIFTEEN, Color::White);
        LoggedSearch { id, purpose: "analysis", moves: 3, size, side, iterations: Vec::new() }
    }

    fn progress(depth: u32, score: i32) -> SearchProgress {
        SearchProgress::new(depth, Score::Value(score), vec![Point::new(1, 1)])
    }

    #[test]
    fn each_iteration_is_written_down_once_and_another_result_at_the_end() {
        let mut searches = Vec::new();
        let reports = [(1, 5), (1, 9), (2, 9), (2, 9)];
        for (depth, score) in reports {
            take_down(&mut searches, search(7), &progress(depth, score), false);
        }
        assert!(!take_down(&mut searches, search(7), &progress(2, 9), true));
        assert!(take_down(&mut searches, search(7), &progress(2, 30), true));
        let depths: Vec<_> = searches[0].iterations.iter().map(|it| it.depth).collect();
        assert_eq!((searches.len(), depths), (1, vec![1, 2, 2]));
    }

    #[test]
    fn old_searches_make_room_but_never_the_latest() {
        let mut searches = Vec::new();
        for id in 0..100 {
            for depth in 1..=9 {
                take_down(&mut searches, search(id), &progress(depth, 0), false);
            }
        }
        let count: usize = searches.iter().map(|search| search.iterations.len()).sum();
        assert!((190..=MOST_ITERATIONS).contains(&count), "{count}");
        assert_eq!(searches.last().map(|search| (search.id, search.iterations.len())), Some((99, 9)));
        for depth in 1..=300 {
            take_down(&mut searches, search(100), &progress(depth, 0), false);
        }
        assert_eq!((searches.len(), searches[0].iterations.len()), (1, 300));
    }
}
