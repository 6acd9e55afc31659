//! Resignation, and offers of a draw.

use tengen_analysis::{Classic, Grade, Level, Score};
use tengen_game::{Color, NodeId};

use crate::consequence::{Consequence, in_order};
use crate::context::{Context, Situation};
use crate::engine::Purpose;
use crate::{Game, Notice, Seat, Tracked};

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

/// The commands.
impl Ending {
    /// Asks the user to confirm a resignation.
    pub fn ask_resign(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if context.shows_game {
            self.resigning.set(true);
        }
        Vec::new()
    }

    /// The person whose turn it is, or the only one at the table, resigns. In a remote game that is a command to the server.
    pub fn resign(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if context.is_watching(context.game) || context.is_remote_running() || !context.shows_game {
            return Vec::new();
        }
        let game = context.game.change();
        // A game that has ended meanwhile stays as it is.
        let _ = game.resign(game.resigning_side());
        vec![Consequence::Ended]
    }

    /// The user declines the question of resignation or draw.
    pub fn play_on(&mut self, _: &mut Context<'_>) -> Vec<Consequence> {
        self.resigning.set(false);
        let Some(asked) = *self.question else { return Vec::new() };
        self.question.set(None);
        vec![Consequence::Notice(Notice::DrawDeclinedBy(asked))]
    }

    /// Whether the person whose turn it is can offer a draw. An external player gets no offer.
    pub fn can_offer_draw(&self, game: &Game, situation: &Situation<'_>) -> bool {
        situation.shows_game
            && situation.is_free()
            && game.seat_to_move().is_some_and(Seat::is_person)
            && game.seat(!game.side_to_move()) != Seat::External
            && game.record().cursor() > 0
            && !game.shows_settled_game()
            && *self.offered_at != Some(game.record().current())
    }

    /// The person whose turn it is offers a draw: the other person has to answer, or the program decides.
    pub fn offer_draw(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        if !context.shows_game {
            return Vec::new();
        }
        let (here, opponent) = (context.game.record().current(), !context.game.side_to_move());
        self.offered_at.set(Some(here));
        let seat = context.game.seat(opponent);
        let known = context.opinion.filter(|&(side, _)| side == opponent && seat.judges_positions());
        let next = if seat.is_person() {
            self.question.set(Some(opponent));
            Vec::new()
        } else if context.game.record().cursor() < FEWEST_MOVES {
            vec![Consequence::Notice(Notice::DrawTooEarly(FEWEST_MOVES))]
        } else if let Some((_, score)) = known {
            // The program had this score when it moved last.
            Ending::answer_offer(seat, score, context)
        } else {
            if !context.can_ask() {
                // It may be offered once more.
                self.forget_offers();
            }
            context.search_ms(Purpose::Judge, JUDGE_MS).into_iter().collect()
        };
        in_order([Consequence::Notice(Notice::Nothing)], next)
    }

    /// The engine has searched the position for the program that was offered a draw.
    pub(crate) fn judged(score: Score, context: &mut Context<'_>) -> Vec<Consequence> {
        let seat = context.game.seat(!context.game.side_to_move());
        let answer = Ending::answer_offer(seat, of_the_other(score), context);
        let mut consequences = in_order([Consequence::FinishTask], answer);
        consequences.push(Consequence::CallEngine);
        consequences
    }

    fn answer_offer(seat: Seat, score: Score, context: &mut Context<'_>) -> Vec<Consequence> {
        if accepts(seat, score) {
            Ending::agree(context)
        } else {
            vec![Consequence::Notice(Notice::DrawDeclined)]
        }
    }

    /// Both sides agree on a draw.
    pub fn agree_on_draw(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        Ending::agree(context)
    }

    fn agree(context: &mut Context<'_>) -> Vec<Consequence> {
        if context.is_remote_running() || !context.shows_game {
            return Vec::new();
        }
        // A game that has ended meanwhile stays as it is.
        let _ = context.game.change().agree_on_draw();
        vec![Consequence::Ended]
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
        Seat::Engine(level) => 20 * i32::from(Level::HARD.number() - level.number()),
        Seat::Classic(Classic::Minimax(Grade::Easy)) => 400,
        Seat::Classic(Classic::Minimax(Grade::Hard)) => 0,
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
            accepts(Seat::Engine(Level::HARD), Value(0)) && accepts(Seat::Engine(Level::HARD), Value(-900))
        );
        assert!(
            !accepts(Seat::Engine(Level::HARD), Value(1))
                && !accepts(Seat::Engine(Level::NORMAL), Value(300))
        );
        assert!(
            accepts(Seat::Engine(Level::EASY), Value(300)) && !accepts(Seat::Engine(Level::EASY), Value(900))
        );
        // No program gives a win away, and one that is lost agrees.
        assert!(!accepts(Seat::Engine(Level::EASY), Mate(7)) && accepts(Seat::Engine(Level::HARD), Mate(-2)));
        assert_eq!(of_the_other(Mate(5)), Mate(-5));
    }
}
