//! Scores, outcomes and numbers in words.

use tengen_analysis::{Score, mate_moves, mate_winner, win_chance};
use tengen_formats::link::Link;
use tengen_game::opening::{LegalChoice, OpeningState};
use tengen_game::{BoardSize, Color, DrawReason, EndReason, GameResult, Outcome, Point, Rule};

/// The name of a colour with a capital: `Black` or `White`.
pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The rule's name and its winning rows; `tengen rules` prints the rest.
pub(crate) fn rule(rule: Rule) -> String {
    let described = rule.describe();
    format!("{} ({})", described.name, described.wins.trim_end_matches('.'))
}

/// A score in words; `mover` is the side to move, whose point of view the score takes.
pub(crate) fn score(score: Score, mover: Color) -> String {
    match score {
        Score::Value(value) => {
            let (mover, chance) = (color(mover), percent(score));
            format!("{chance} for {mover} to win ({value:+} engine units for {mover}; 0 is balanced)")
        }
        Score::Mate(0) => format!("{} has lost", color(mover)),
        Score::Mate(plies) => {
            let (winner, moves) = (mate_winner(plies, mover), mate_moves(plies.unsigned_abs()) as usize);
            format!("{} wins by force in {}", color(winner), counted(moves, "move"))
        }
    }
}

/// The win chance in per cent of the side whose point of view the score takes.
pub(crate) fn percent(score: Score) -> String {
    let percent = match win_chance(score) {
        0 => 0,
        1_000 => 100,
        // Only a proved end is certain.
        thousandths => ((thousandths + 5) / 10).clamp(1, 99),
    };
    format!("{percent}%")
}

/// The outcome of a game on the board as a sentence without a full stop.
pub(crate) fn outcome(outcome: &Outcome, size: BoardSize) -> String {
    match outcome {
        Outcome::Win { winner, lines } => {
            let rows: Vec<String> = lines.iter().map(|line| points(line.points(), size)).collect();
            format!("{} wins with {}", color(*winner), rows.join(" and "))
        }
        Outcome::ForbiddenLoss { point, kind } => {
            format!("White wins: {} is forbidden to Black ({kind})", point.on(size))
        }
        Outcome::Draw(DrawReason::BoardFull) => "a draw: the board is full".to_owned(),
        Outcome::Draw(DrawReason::BothPassed) => "a draw: both sides passed".to_owned(),
        Outcome::Draw(DrawReason::MoveLimit) => "a draw: no more moves may be played".to_owned(),
    }
}

/// The result of a whole game as a sentence without a full stop.
pub(crate) fn result(result: GameResult) -> String {
    let winner =
        result.winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{} wins", color(winner)));
    let reason = match result.reason {
        EndReason::Line => "enough stones in a row".to_owned(),
        EndReason::Forbidden(kind) => format!("Black made a forbidden move, {kind}"),
        EndReason::BoardFull => "the board is full".to_owned(),
        EndReason::BothPassed => "both sides passed".to_owned(),
        EndReason::MoveLimit => "no more moves may be played".to_owned(),
        EndReason::Resignation => "the other side resigned".to_owned(),
        EndReason::Timeout => "the other side's time ran out".to_owned(),
        EndReason::Agreement => "by agreement".to_owned(),
    };
    format!("{winner} ({reason})")
}

/// The state of a link's opening protocol.
pub(crate) fn protocol(link: &Link) -> String {
    let text = link.opening.as_deref().unwrap_or_default();
    match link.to_opening().map(|opening| opening.map(|opening| opening.state())) {
        Err(error) => format!("{text} ({error})"),
        Ok(Some(OpeningState::ToChoose { player, choices })) => {
            let choices: Vec<String> = choices.iter().map(LegalChoice::to_string).collect();
            format!("{text}; the {player} player may {}", choices.join(", or "))
        }
        Ok(Some(OpeningState::Finished { black, .. })) => {
            format!("{text}; finished, the {black} player has Black")
        }
        Ok(None) => text.to_owned(),
    }
}

/// The points with blanks between them: `h8 i9 j10`.
pub(crate) fn points(points: impl IntoIterator<Item = Point>, size: BoardSize) -> String {
    let names: Vec<String> = points.into_iter().map(|point| point.on(size).to_string()).collect();
    names.join(" ")
}

/// A number with its digits in groups: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: `1 stone`, `3 stones`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_name_the_side_that_profits() {
        let cases = [
            (Score::Value(120), "66% for White to win (+120 engine units for White; 0 is balanced)"),
            (Score::Mate(1), "White wins by force in 1 move"),
            (Score::Mate(5), "White wins by force in 3 moves"),
            (Score::Mate(-4), "Black wins by force in 2 moves"),
            (Score::Mate(0), "White has lost"),
        ];
        for (value, words) in cases {
            assert_eq!(score(value, Color::White), words);
        }
    }

    #[test]
    fn only_a_proof_is_certain() {
        let scores =
            [Score::Value(0), Score::Value(29_000), Score::Value(-29_000), Score::Mate(3), Score::Mate(-2)];
        assert_eq!(scores.map(percent), ["50%", "99%", "1%", "100%", "0%"]);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "stone") + &counted(0, "stone"), "1 stone0 stones");
    }
}
