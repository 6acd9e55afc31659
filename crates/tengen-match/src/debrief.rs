//! What a person learns from a finished game: the move that decided it, the wins that were missed, and what to practise.

use tengen_analysis::{ReviewedMove, mate_moves};
use tengen_game::{Color, Move, Point, Score};

use crate::{Game, Review};

/// The lessons of a finished game for its only person, by a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Debrief {
    /// The move with which the loser gave the game away; `None` for a draw, and where no move was at fault for certain.
    pub decided: Option<Decisive>,
    /// The forced wins that the person missed, in the order of the game.
    pub missed: Vec<Miss>,
    /// What the person overlooked most; `None` where nothing was overlooked.
    pub practice: Option<Practice>,
    /// The number of the person's worst move, before which the game can be played again.
    pub try_again: Option<usize>,
}

/// The move with which a game was given away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decisive {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that played it.
    pub mover: Color,
    /// The move.
    pub played: Point,
    /// A better one.
    pub best: Option<Point>,
    /// Whether the better one would have won, rather than held.
    pub would_have_won: bool,
}

/// A forced win that was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The number of the move, from 1.
    pub number: usize,
    /// The first move of the win.
    pub win: Point,
    /// The number of moves of the win, the last one included.
    pub moves: u32,
}

/// A subject to practise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Practice {
    /// Making the own five.
    Five,
    /// Stopping a four.
    StopFour,
    /// Stopping a three.
    StopThree,
    /// Making a four that cannot be stopped.
    OpenFour,
    /// Short wins by two threats at once.
    TwoThreats,
    /// Wins by fours that take more moves.
    Fours,
    /// Seeing a win of the other side before it begins.
    Defence,
}

impl Practice {
    /// All subjects, the simplest first.
    pub const ALL: [Practice; 7] = [
        Practice::Five,
        Practice::StopFour,
        Practice::StopThree,
        Practice::OpenFour,
        Practice::TwoThreats,
        Practice::Fours,
        Practice::Defence,
    ];

    /// The lesson of the course about it.
    pub const fn lesson(self) -> &'static str {
        match self {
            Practice::Five => "your-own-first",
            Practice::StopFour => "stop-a-four",
            Practice::StopThree => "stop-a-three",
            Practice::OpenFour => "open-and-closed",
            Practice::TwoThreats => "two-at-once",
            Practice::Fours => "forcing-fours",
            Practice::Defence => "what-if-i-pass",
        }
    }

    /// The subject of a mistake; `None` where nothing was overlooked.
    fn of(reviewed: &ReviewedMove) -> Option<Practice> {
        if reviewed.missed_win.is_some() {
            return Some(match reviewed.before {
                Score::Mate(1) => Practice::Five,
                Score::Mate(2..=3) => Practice::OpenFour,
                Score::Mate(4..=5) => Practice::TwoThreats,
                _ => Practice::Fours,
            });
        }
        reviewed.refutation.as_ref()?;
        Some(match reviewed.after {
            Score::Mate(-2..=0) => Practice::StopFour,
            Score::Mate(-4..=-3) => Practice::StopThree,
            _ => Practice::Defence,
        })
    }
}

impl Debrief {
    /// The lessons of the game on the board; `None` before the review has ended, and where not exactly one person has played.
    pub fn of(game: &Game, review: &Review) -> Option<Debrief> {
        let person = game.sole_player()?;
        review.whole().filter(|whole| whole.is_complete)?;
        let (_, all) = review.progress();
        let moves: Vec<&ReviewedMove> = (1..=all).filter_map(|number| review.reviewed(number)).collect();
        let winner = game.result().and_then(|result| result.winner);
        Some(Debrief::of_moves(person, winner, &moves))
    }

    fn of_moves(person: Color, winner: Option<Color>, moves: &[&ReviewedMove]) -> Debrief {
        let own = || moves.iter().copied().filter(|reviewed| reviewed.mover == person);
        // The last move of the loser after which the game could not be held any more, although it could before.
        let lost = winner.and_then(|winner| {
            moves.iter().rfind(|reviewed| reviewed.mover != winner && reviewed.refutation.is_some())
        });
        // A winner who missed a win after that has won by something else.
        let is_last = |lost: &&&ReviewedMove| {
            let later =
                moves.iter().filter(|reviewed| reviewed.number > lost.number && reviewed.mover != lost.mover);
            later.into_iter().all(|reviewed| reviewed.missed_win.is_none())
        };
        let decided = lost.filter(is_last).and_then(|reviewed| {
            Some(Decisive {
                number: reviewed.number,
                mover: reviewed.mover,
                played: reviewed.played.point()?,
                best: reviewed.best,
                would_have_won: matches!(reviewed.before, Score::Mate(plies) if plies > 0),
            })
        });
        let missed = own().filter_map(|reviewed| {
            let win = reviewed.missed_win.as_ref()?.first().copied().and_then(Move::point)?;
            let moves = match reviewed.before {
                Score::Mate(plies) => mate_moves(plies.unsigned_abs()),
                Score::Value(_) => 0,
            };
            Some(Miss { number: reviewed.number, win, moves })
        });
        let missed: Vec<Miss> = missed.collect();
        let subjects: Vec<Practice> = own().filter_map(Practice::of).collect();
        let count = |subject: Practice| subjects.iter().filter(|&&other| other == subject).count();
        // Of two that were overlooked as often, the simpler one comes first.
        let practice = Practice::ALL.into_iter().rev().max_by_key(|&subject| count(subject));
        let try_again = lost
            .filter(|reviewed| reviewed.mover == person)
            .map(|reviewed| reviewed.number)
            .or_else(|| missed.last().map(|miss| miss.number));
        Debrief { decided, missed, practice: practice.filter(|&subject| count(subject) > 0), try_again }
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::MoveClass;

    use super::*;

    fn reviewed(number: usize, before: Score, after: Score) -> ReviewedMove {
        let point = Point::new(number as u8, 0);
        let mover = if number % 2 == 1 { Color::Black } else { Color::White };
        let wins = |score| matches!(score, Score::Mate(plies) if plies > 0);
        let loses = |score| matches!(score, Score::Mate(plies) if plies <= 0);
        let line = || Some(vec![Move::Place(Point::new(number as u8, 5))]);
        ReviewedMove {
            number,
            mover,
            played: point.into(),
            before,
            after,
            best: Some(Point::new(number as u8, 5)),
            line: Vec::new(),
            loss: 0,
            class: MoveClass::Good,
            missed_win: line().filter(|_| wins(before) && !wins(after)),
            refutation: line().filter(|_| loses(after) && !loses(before)),
        }
    }

    fn of(winner: Option<Color>, moves: &[(usize, Score, Score)]) -> Debrief {
        let all: Vec<ReviewedMove> =
            moves.iter().map(|&(number, before, after)| reviewed(number, before, after)).collect();
        Debrief::of_moves(Color::Black, winner, &all.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_last_move_that_gave_the_game_away_decided_it() {
        let (even, held) = (Score::Value(0), Score::Value(-50));
        assert!(!of(Some(Color::White), &[(3, even, Score::Mate(-6))]).decided.unwrap().would_have_won);
        assert!(
            of(Some(Color::White), &[(3, Score::Mate(7), Score::Mate(-6))]).decided.unwrap().would_have_won
        );
        // White has missed the win that Black had allowed, and won later.
        let missed = [(3, even, Score::Mate(-6)), (4, Score::Mate(5), even)];
        assert_eq!(of(Some(Color::White), &missed).decided, None);
        let moves = [
            (3, even, Score::Mate(-6)),
            (5, held, Score::Mate(-4)),
            (6, even, Score::Mate(-8)),
            (7, Score::Mate(5), even),
            (9, held, Score::Mate(-4)),
            (11, Score::Mate(-4), Score::Mate(-2)),
        ];
        let debrief = of(Some(Color::White), &moves);
        assert_eq!(debrief.decided.map(|decided| decided.number), Some(9));
        assert_eq!(debrief.missed, [Miss { number: 7, win: Point::new(7, 5), moves: 3 }]);
        assert_eq!((debrief.practice, debrief.try_again), (Some(Practice::StopThree), Some(9)));
        // Where the person has won, the move is one of the opponent.
        let given = of(Some(Color::Black), &moves[..3]);
        assert_eq!(given.decided.map(|decided| (decided.number, decided.mover)), Some((6, Color::White)));
        let won = of(Some(Color::Black), &moves);
        assert_eq!(won.decided, None, "Black has missed the win of move 7, and won otherwise");
        assert_eq!(won.try_again, Some(7));
    }

    #[test]
    fn a_game_without_mistakes_has_nothing_to_practise() {
        let debrief = of(None, &[(1, Score::Value(0), Score::Value(0))]);
        let nothing = Debrief { decided: None, missed: Vec::new(), practice: None, try_again: None };
        assert_eq!(debrief, nothing);
    }

    #[test]
    fn every_kind_of_mistake_has_its_subject() {
        let even = Score::Value(0);
        let subject = |before, after| Practice::of(&reviewed(1, before, after));
        assert_eq!(subject(Score::Mate(1), even), Some(Practice::Five));
        assert_eq!(subject(Score::Mate(3), even), Some(Practice::OpenFour));
        assert_eq!(subject(Score::Mate(5), even), Some(Practice::TwoThreats));
        assert_eq!(subject(Score::Mate(9), even), Some(Practice::Fours));
        assert_eq!(subject(even, Score::Mate(-2)), Some(Practice::StopFour));
        assert_eq!(subject(even, Score::Mate(-4)), Some(Practice::StopThree));
        assert_eq!(subject(even, Score::Mate(-8)), Some(Practice::Defence));
        assert_eq!(subject(even, even), None);
    }
}
