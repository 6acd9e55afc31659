//! Offers of a draw.

use tengen_analysis::{Classic, Level, Score};
use tengen_game::{Color, NodeId};

use crate::engine::Purpose;
use crate::state::Match;
use crate::{Notice, Seat, Tracked};

/// Before this many moves no program agrees.
const FEWEST_MOVES: usize = 12;
/// Milliseconds to search the position, where a program has no opinion yet.
const JUDGE_MS: u32 = 700;

/// The resignation to be confirmed, and the offers of a draw in this game.
#[derive(Debug, Default)]
pub struct Ending {
    /// Whether the user is asked to confirm a resignation.
    pub resigning: Tracked<bool>,
    /// The side of the person who has to answer an offer of a draw.
    pub question: Tracked<Option<Color>>,
    /// The position in which a draw was offered last. There it is not offered again.
    pub offered_at: Tracked<Option<NodeId>>,
}

impl Ending {
    /// The offers of a draw are void.
    pub(crate) fn forget_offers(&mut self) {
        self.question.set(None);
        self.offered_at.set(None);
    }

    /// The questions are void: another position is on the board.
    pub(crate) fn forget_questions(&mut self) {
        self.resigning.set(false);
        self.question.set(None);
    }
}

impl Match {
    /// Whether the person whose turn it is can offer a draw. An external player gets no offer.
    pub fn can_offer_draw(&self) -> bool {
        self.shows_game()
            && self.is_free()
            && self.game.seat_to_move().is_some_and(Seat::is_person)
            && self.game.seat(!self.game.side_to_move()) != Seat::External
            && self.game.record().cursor() > 0
            && !self.game.shows_settled_game()
            && *self.ending.offered_at != Some(self.game.record().current())
    }

    /// The person whose turn it is offers a draw: the other person has to answer, or the program decides.
    pub fn offer_draw(&mut self) {
        if !self.shows_game() {
            return;
        }
        let (here, opponent) = (self.game.record().current(), !self.game.side_to_move());
        self.ending.offered_at.set(Some(here));
        self.notice.set(Notice::Nothing);
        let seat = self.game.seat(opponent);
        if seat.is_person() {
            self.ending.question.set(Some(opponent));
        } else if self.game.record().cursor() < FEWEST_MOVES {
            self.notice.set(Notice::DrawTooEarly(FEWEST_MOVES));
        } else if let Some(score) = self.analysis.score_for(opponent).filter(|_| seat.judges_positions()) {
            // The program had this score when it moved last.
            self.answer_offer(seat, score);
        } else if !self.search_ms(Purpose::Judge, JUDGE_MS) {
            // It may be offered once more.
            self.ending.forget_offers();
        }
    }

    /// The engine has searched the position for the program that was offered a draw.
    pub(crate) fn judged(&mut self, score: Score) {
        self.engine.finish_task();
        let seat = self.game.seat(!self.game.side_to_move());
        self.answer_offer(seat, of_the_other(score));
        self.call_engine();
    }

    fn answer_offer(&mut self, seat: Seat, score: Score) {
        if accepts(seat, score) {
            self.agree_on_draw();
        } else {
            self.notice.set(Notice::DrawDeclined);
        }
    }

    /// Both sides agree.
    pub fn agree_on_draw(&mut self) {
        if self.is_remote_running() || !self.shows_game() {
            return;
        }
        // A game that has ended meanwhile stays as it is.
        let _ = self.game.change().agree_on_draw();
        self.ended();
    }

    /// The person declines the offer; nothing happens without an offer.
    pub(crate) fn decline_draw(&mut self) {
        if let Some(asked) = *self.ending.question {
            self.ending.question.set(None);
            self.notice.set(Notice::DrawDeclinedBy(asked));
        }
    }
}
/// The score from the point of view of the side that is not to move.
fn of_the_other(score: Score) -> Score {
    match score {
        Score::Value(value) => Score::Value(-value),
        Score::Mate(plies) => Score::Mate(-plies),
    }
}

/// Whether a program with this score agrees: it does if its score is not better than even. The weaker levels also agree with
/// a small advantage.
fn accepts(seat: Seat, score: Score) -> bool {
    let kindness = match seat {
        Seat::Engine(Level::Easy) | Seat::Classic(Classic::Minimax(Level::Easy)) => 400,
        Seat::Engine(Level::Hard) | Seat::Classic(Classic::Minimax(Level::Hard)) => 0,
        _ => 100,
    };
    match score {
        Score::Value(value) => value <= kindness,
        Score::Mate(plies) => plies < 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_agrees_where_it_stands_no_better() {
        use Score::{Mate, Value};
        assert!(
            accepts(Seat::Engine(Level::Hard), Value(0)) && accepts(Seat::Engine(Level::Hard), Value(-900))
        );
        assert!(
            !accepts(Seat::Engine(Level::Hard), Value(1))
                && !accepts(Seat::Engine(Level::Normal), Value(300))
        );
        assert!(
            accepts(Seat::Engine(Level::Easy), Value(300)) && !accepts(Seat::Engine(Level::Easy), Value(900))
        );
        // No program gives a win away, and one that is lost agrees.
        assert!(!accepts(Seat::Engine(Level::Easy), Mate(7)) && accepts(Seat::Engine(Level::Hard), Mate(-2)));
        assert_eq!(of_the_other(Mate(5)), Mate(-5));
    }
}
