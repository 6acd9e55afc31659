//! Offers of a draw.

use tengen_game::{Color, NodeId};
use tengen_protocol::worker::{LimitsMessage, OpponentMessage, ScoreMessage, TuningMessage};

use super::{Notice, Session, Task};
use crate::game::{Game, Seat};
use crate::reactive::RwSignal;

/// Before so many moves no program agrees.
const FEWEST_MOVES: usize = 12;
/// Time to look at the position, where a program has no opinion yet.
const JUDGE_MS: u32 = 700;

/// What is known about offers of a draw in this game.
#[derive(Clone, Copy)]
pub(crate) struct Draw {
    /// The person who is asked.
    pub(crate) question: RwSignal<Option<Color>>,
    /// Where the last offer was made. There it is not made again.
    offered_at: RwSignal<Option<NodeId>>,
}

impl Draw {
    pub(super) fn new() -> Draw {
        Draw { question: RwSignal::new(None), offered_at: RwSignal::new(None) }
    }

    pub(super) fn forget(self) {
        self.question.set(None);
        self.offered_at.set(None);
    }
}

impl Session {
    /// Whether the person whose turn it is can offer a draw.
    pub(crate) fn can_offer_draw(self) -> bool {
        let offered_at = self.draw.offered_at.get();
        let is_possible = |game: &Game| {
            game.seat_to_move().is_some_and(Seat::is_person)
                && game.record().cursor() > 0
                && !game.shows_settled_game()
                && offered_at != Some(game.record().current())
        };
        self.task.get().is_free() && self.game.with(is_possible)
    }

    /// The person whose turn it is offers a draw: the other person is asked, or the program decides.
    pub(crate) fn offer_draw(self) {
        let (here, opponent) =
            self.game.with_untracked(|game| (game.record().current(), !game.side_to_move()));
        self.draw.offered_at.set(Some(here));
        self.notice.set(Notice::Nothing);
        let (seat, moves) = self.game.with_untracked(|game| (game.seat(opponent), game.record().cursor()));
        if seat.is_person() {
            self.draw.question.set(Some(opponent));
        } else if moves < FEWEST_MOVES {
            self.notice.set(Notice::DrawTooEarly(FEWEST_MOVES));
        } else if let Some(score) = self.opinion(opponent, seat) {
            self.answer_offer(seat, score);
        } else {
            let limits = LimitsMessage { time_ms: Some(JUDGE_MS), ..LimitsMessage::default() };
            let id = self.search(limits, OpponentMessage::Tengen, TuningMessage::default());
            self.task.set(Task::Judge(id));
        }
    }

    /// What the program thought of its position when it moved last.
    fn opinion(self, side: Color, seat: Seat) -> Option<ScoreMessage> {
        let thought = self.thought.get_untracked().filter(|thought| thought.side == side)?;
        seat.judges_positions().then_some(thought.thinking.score)
    }

    /// The engine has looked at the position for the program that was offered a draw.
    pub(super) fn judged(self, score: ScoreMessage) {
        self.task.set(Task::Idle);
        let seat = self.game.with_untracked(|game| game.seat(!game.side_to_move()));
        self.answer_offer(seat, of_the_other(score));
        self.call_engine();
    }

    fn answer_offer(self, seat: Seat, score: ScoreMessage) {
        if accepts(seat, score) {
            self.agree_on_draw();
        } else {
            self.notice.set(Notice::DrawDeclined);
        }
    }

    /// Both sides agree.
    pub(crate) fn agree_on_draw(self) {
        self.game.update(|game| {
            // A game that has ended meanwhile stays as it is.
            let _ = game.agree_on_draw();
        });
        self.notice.set(Notice::Nothing);
        self.sound(self.game.with_untracked(Game::sound_of_move));
        self.changed();
    }

    /// The person who was asked declines; nothing happens if nobody was.
    pub(super) fn decline_draw(self) {
        if let Some(asked) = self.draw.question.get_untracked() {
            self.draw.question.set(None);
            self.notice.set(Notice::DrawDeclinedBy(asked));
        }
    }
}

/// What the position is worth to the side that is not to move.
fn of_the_other(score: ScoreMessage) -> ScoreMessage {
    match score {
        ScoreMessage::Value(value) => ScoreMessage::Value(-value),
        ScoreMessage::Mate(plies) => ScoreMessage::Mate(-plies),
    }
}

/// Whether a program agrees that thinks so of its own position: it does where it stands no better. The weaker ones are kind
/// even where they stand somewhat better.
fn accepts(seat: Seat, score: ScoreMessage) -> bool {
    let kindness = match seat {
        Seat::Easy | Seat::MinimaxEasy => 400,
        Seat::Hard | Seat::MinimaxHard => 0,
        _ => 100,
    };
    match score {
        ScoreMessage::Value(value) => value <= kindness,
        ScoreMessage::Mate(plies) => plies < 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_agrees_where_it_stands_no_better() {
        use ScoreMessage::{Mate, Value};
        assert!(accepts(Seat::Hard, Value(0)) && accepts(Seat::Hard, Value(-900)));
        assert!(!accepts(Seat::Hard, Value(1)) && !accepts(Seat::Normal, Value(300)));
        assert!(accepts(Seat::Easy, Value(300)) && !accepts(Seat::Easy, Value(900)));
        // Nobody gives a win away, and who is lost is glad of the offer.
        assert!(!accepts(Seat::Easy, Mate(7)) && accepts(Seat::Hard, Mate(-2)));
        assert_eq!(of_the_other(Mate(5)), Mate(-5));
    }
}
