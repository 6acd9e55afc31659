//! What searches tell while they go on, kept for whoever wants to see how the engine works.

use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Move, Point};
use tengen_protocol::worker::{FirstSightMessage, PositionMessage, Request, StatisticsMessage, Thinking};

use super::{Session, Task};

use crate::reactive::{Memo, RwSignal};

/// With more finished iterations than this, the oldest searches are dropped.
const MOST_ITERATIONS: usize = 200;

/// How many moves the engine is asked for that it would try first.
const CANDIDATES: u8 = 10;

/// A search, with what each of its iterations found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LoggedSearch {
    pub(crate) id: u32,
    /// What was searched for: `analysis`, `hint` or `move`.
    pub(crate) purpose: &'static str,
    /// How many moves had been played, on what board, and whose turn it was.
    pub(crate) moves: usize,
    pub(crate) size: BoardSize,
    pub(crate) side: Color,
    pub(crate) iterations: Vec<Thinking>,
}

/// What minimax did to find a move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Account {
    /// The game in which it was, as the session counts them.
    game: u32,
    /// How many moves had been played.
    pub(crate) moves: usize,
    pub(crate) found: Point,
    pub(crate) statistics: StatisticsMessage,
}

/// What is written down of searches.
#[derive(Clone, Copy)]
pub(crate) struct Log {
    /// The searches, the latest last.
    pub(crate) searches: RwSignal<Vec<LoggedSearch>>,
    /// What minimax did when it moved last.
    pub(crate) account: RwSignal<Option<Account>>,
    /// The moves that the engine would try first, where somebody wants to see them.
    pub(crate) candidates: RwSignal<Vec<FirstSightMessage>>,
    asked_candidates: StoredValue<u32>,
}

impl Log {
    pub(super) fn new() -> Log {
        Log {
            searches: RwSignal::default(),
            account: RwSignal::new(None),
            candidates: RwSignal::default(),
            asked_candidates: StoredValue::new(0),
        }
    }

    pub(super) fn candidates_told(self, id: u32, candidates: Vec<FirstSightMessage>) {
        if id == self.asked_candidates.get_value() {
            self.candidates.set(candidates);
        }
    }
}

/// Writes down what a search says, if that is an iteration of its own or, at the end, another result. Whether it was.
fn take_down(
    searches: &mut Vec<LoggedSearch>,
    search: LoggedSearch,
    thinking: &Thinking,
    is_last: bool,
) -> bool {
    let is_same = searches.last().is_some_and(|last| last.id == search.id);
    if !is_same {
        searches.push(search);
    }
    let Some(search) = searches.last_mut() else { return false };
    let is_news = search.iterations.last().is_none_or(|last| {
        let is_other = last.score != thinking.score || last.pv.first() != thinking.pv.first();
        last.depth < thinking.depth || is_last && is_other
    });
    if is_news {
        search.iterations.push(thinking.clone());
        let mut count: usize = searches.iter().map(|search| search.iterations.len()).sum();
        while count > MOST_ITERATIONS && searches.len() > 1 {
            count -= searches.remove(0).iterations.len();
        }
    }
    is_news
}

impl Session {
    /// Writes down how far a search has come.
    pub(super) fn log(self, task: Task, thinking: &Thinking, is_last: bool) {
        let (id, purpose) = match task {
            Task::Move(id) => (id, "move"),
            Task::Hint(id) => (id, "hint"),
            Task::Analyse(id) => (id, "analysis"),
            _ => return,
        };
        let search = self.game.with_untracked(|game| LoggedSearch {
            id,
            purpose,
            moves: game.record().cursor(),
            size: game.record().size(),
            side: game.side_to_move(),
            iterations: Vec::new(),
        });
        self.log.searches.update(|searches| {
            take_down(searches, search, thinking, is_last);
        });
    }

    /// Writes down what minimax did for its move.
    pub(super) fn log_account(self, task: Task, found: Option<Point>, statistics: Option<StatisticsMessage>) {
        if let (Task::Move(_), Some(found), Some(statistics)) = (task, found, statistics) {
            let moves = self.game.with_untracked(|game| game.record().cursor());
            let game = self.games.get_untracked();
            self.log.account.set(Some(Account { game, moves, found, statistics }));
        }
    }

    /// What minimax did for its last move, as long as that is a move of the game on the board.
    pub(crate) fn account(self) -> Option<Account> {
        let account = self.log.account.get()?;
        let is_there = self
            .game
            .with(|game| game.record().line().get(account.moves) == Some(&Move::Place(account.found)));
        (is_there && self.games.get() == account.game).then_some(account)
    }

    /// Asks for the candidates in every position, until whoever asked is gone.
    pub(crate) fn follow_candidates(self) {
        let position =
            Memo::new(move |_| self.game.with(|game| PositionMessage::from(game.record().position())));
        Effect::new(move || {
            // An engine that takes another's place knows nothing of its questions.
            self.healing.restarts.track();
            let position = position.get();
            let id = self.next_id();
            self.log.asked_candidates.set_value(id);
            self.send(Request::Candidates { id, position, most: CANDIDATES });
        });
    }
}

#[cfg(test)]
mod tests {
    use tengen_protocol::worker::ScoreMessage;

    use super::*;

    fn search(id: u32) -> LoggedSearch {
        let (size, side) = (BoardSize::FIFTEEN, Color::White);
        LoggedSearch { id, purpose: "analysis", moves: 3, size, side, iterations: Vec::new() }
    }

    fn thinking(depth: u32, score: i32) -> Thinking {
        Thinking {
            line: 0,
            depth,
            selective_depth: 0,
            score: ScoreMessage::Value(score),
            pv: vec![(1, 1)],
            nodes: 0,
            time_ms: 0,
            hash_per_mille: 0,
        }
    }

    #[test]
    fn each_iteration_is_written_down_once_and_another_result_at_the_end() {
        let mut searches = Vec::new();
        let told = [(1, 5), (1, 9), (2, 9), (2, 9)];
        for (depth, score) in told {
            take_down(&mut searches, search(7), &thinking(depth, score), false);
        }
        assert!(!take_down(&mut searches, search(7), &thinking(2, 9), true));
        assert!(take_down(&mut searches, search(7), &thinking(2, 30), true));
        let depths: Vec<_> = searches[0].iterations.iter().map(|it| it.depth).collect();
        assert_eq!((searches.len(), depths), (1, vec![1, 2, 2]));
    }

    #[test]
    fn old_searches_make_room_but_never_the_latest() {
        let mut searches = Vec::new();
        for id in 0..100 {
            for depth in 1..=9 {
                take_down(&mut searches, search(id), &thinking(depth, 0), false);
            }
        }
        let count: usize = searches.iter().map(|search| search.iterations.len()).sum();
        assert!((190..=MOST_ITERATIONS).contains(&count), "{count}");
        assert_eq!(searches.last().map(|search| (search.id, search.iterations.len())), Some((99, 9)));
        for depth in 1..=300 {
            take_down(&mut searches, search(100), &thinking(depth, 0), false);
        }
        assert_eq!((searches.len(), searches[0].iterations.len()), (1, 300));
    }
}
