//! `BOARD`, `YXBOARD` and `SWAP2BOARD`: commands with a list of stones.

use super::super::game::GameError;
use super::super::reply::{error, unknown};
use super::super::request::{Swap2Phase, Task};
use super::super::stone_list::{ListKind, StoneList};
use super::{Action, Machine, State, reply};

impl Machine {
    pub(super) fn begin_list(&mut self, kind: ListKind) -> Vec<Action> {
        self.state = State::Listing(StoneList::new(kind));
        Vec::new()
    }

    pub(super) fn done(&mut self) -> Vec<Action> {
        let State::Listing(list) = std::mem::replace(&mut self.state, State::Idle) else {
            return reply(error("expected BOARD before DONE"));
        };
        if let Some(fault) = list.fault {
            return reply(error(fault));
        }
        match list.kind {
            ListKind::Board => self.think("BOARD", |game| game.set_up(&list.stones, &list.marked)),
            // Yixin-Board waits for no answer, but shows a refusal.
            ListKind::YxBoard => self
                .change("YXBOARD", |game| game.set_up(&list.stones, &list.marked))
                .err()
                .unwrap_or_default(),
            ListKind::Swap2Board => self.swap2(&list),
            ListKind::NotOffered(name) => reply(unknown(format_args!("command `{name}` is not supported"))),
        }
    }

    /// Asks for a decision in a Swap2 opening. The game itself begins with the `BOARD` that follows it.
    fn swap2(&mut self, list: &StoneList) -> Vec<Action> {
        let phase = match list.stones.len() {
            0 => Swap2Phase::Open,
            3 => Swap2Phase::Choose,
            5 => Swap2Phase::Settle,
            stones => {
                return reply(error(format_args!(
                    "expected SWAP2BOARD with 0, 3 or 5 stones, found {stones}"
                )));
            }
        };
        let moves: Vec<_> = list.stones.iter().map(|&(point, _)| point).collect();
        let position = self.change("SWAP2BOARD", |game| {
            let position = game.after(&moves)?;
            match position.outcome() {
                Some(outcome) => Err(GameError::over(outcome)),
                None => Ok(position),
            }
        });
        match position {
            Ok(position) => self.begin_search(Task::Swap2(phase), position, 1),
            Err(refusal) => refusal,
        }
    }
}
