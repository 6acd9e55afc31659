//! Comments of a review about moves, for records.

use tengen_analysis::{MoveClass, ReviewedMove};
use tengen_game::{BoardSize, Color, Move, Point};

use crate::{Language, Value, color_key, text};

/// The comment of a review about a [remarkable](ReviewedMove::is_remarkable) move, on one line: its class, its loss, the win or the defence
/// that it missed, or else the better move.
///
/// ```
/// use tengen_analysis::{MoveClass, ReviewedMove, Score};
/// use tengen_game::{BoardSize, Color, Point};
/// use tengen_text::{Language, remark};
///
/// let better = Point::new(7, 7);
/// let reviewed = ReviewedMove {
///     number: 1,
///     mover: Color::Black,
///     played: Point::new(0, 0).into(),
///     before: Score::Value(40),
///     after: Score::Value(-60),
///     best: Some(better),
///     line: vec![better],
///     loss: 124,
///     class: MoveClass::Mistake,
///     missed_win: None,
///     refutation: None,
/// };
/// let said = remark(Language::English, BoardSize::FIFTEEN, &reviewed);
/// assert_eq!(said, "mistake, −13%. h8 was better.");
/// ```
pub fn remark(language: Language, size: BoardSize, reviewed: &ReviewedMove) -> String {
    let say = |key: &str, color: Color, point: Point| {
        let color = text(language, color_key(color), &[]);
        let values: [(&str, Value<'_>); 2] =
            [("color", color.into()), ("point", point.on(size).to_string().into())];
        text(language, key, &values)
    };
    let mover = reviewed.mover;
    let first = |line: &Option<Vec<Move>>| line.as_ref()?.first()?.point();
    let missed = first(&reviewed.missed_win);
    let refuted = reviewed.refutation.is_some();
    let better = reviewed.line.first().copied().filter(|&point| missed.is_none() && reviewed.played != point);
    let sentences = [
        missed.map(|point| say("remark-missed-win", mover, point)),
        first(&reviewed.refutation).map(|point| say("remark-refuted", !mover, point)),
        better.filter(|_| refuted).map(|point| say("remark-missed-block", mover, point)),
        better.filter(|_| !refuted).map(|point| say("remark-better", mover, point)),
    ];
    let all = std::iter::once(verdict(language, reviewed)).chain(sentences.into_iter().flatten());
    all.collect::<Vec<_>>().join(&text(language, "between-sentences", &[]))
}

/// The key of the text that names a class of moves.
pub const fn class_key(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "class-best",
        MoveClass::Good => "class-good",
        MoveClass::Slip => "class-slip",
        MoveClass::Mistake => "class-mistake",
        MoveClass::Blunder => "class-blunder",
    }
}

/// The class of a move, and its loss if that is in per cent.
fn verdict(language: Language, reviewed: &ReviewedMove) -> String {
    let class: Value<'_> = text(language, class_key(reviewed.class), &[]).into();
    let percent = reviewed.loss.div_ceil(10);
    match percent {
        0 => text(language, "remark-class", &[("class", class)]),
        _ => text(language, "remark-class-loss", &[("class", class), ("percent", percent.into())]),
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Score;
    use tengen_game::moves;

    use super::*;

    const SIZE: BoardSize = BoardSize::FIFTEEN;

    fn line(text: &str) -> Vec<Move> {
        moves::read(text, SIZE).unwrap()
    }

    fn reviewed() -> ReviewedMove {
        ReviewedMove {
            number: 6,
            mover: Color::White,
            played: line("a1")[0],
            before: Score::Value(0),
            after: Score::Value(-300),
            best: line("g8")[0].point(),
            line: moves::read_points("g8 h9", SIZE).unwrap(),
            loss: 300,
            class: MoveClass::Blunder,
            missed_win: None,
            refutation: None,
        }
    }

    fn both(reviewed: &ReviewedMove) -> [String; 2] {
        Language::ALL.map(|language| remark(language, SIZE, reviewed))
    }

    #[test]
    fn a_remark_says_what_was_better() {
        assert_eq!(both(&reviewed()), ["blunder, −30%. g8 was better.", "严重失误，胜率损失 30%。g8 更好。"]);
    }

    #[test]
    fn a_missed_block_names_the_win_and_the_defence() {
        let missed = ReviewedMove { refutation: Some(line("j8 g8 k8")), ..reviewed() };
        assert_eq!(
            both(&missed),
            [
                "blunder, −30%. Black now wins by force with j8. White had to defend at g8.",
                "严重失误，胜率损失 30%。黑棋下 j8 即可强制取胜。白棋本应在 g8 防守。",
            ]
        );
    }

    #[test]
    fn a_missed_win_is_named_before_what_came_of_it() {
        let missed = ReviewedMove {
            class: MoveClass::Slip,
            loss: 0,
            missed_win: Some(line("g8 h9 g7")),
            refutation: None,
            ..reviewed()
        };
        assert_eq!(
            both(&missed),
            ["inaccuracy. White missed a forced win at g8.", "缓手。白棋错过了 g8 的必胜手。"]
        );
        let both_missed = ReviewedMove { refutation: Some(line("j8")), ..missed };
        assert_eq!(
            both(&both_missed)[0],
            "inaccuracy. White missed a forced win at g8. Black now wins by force with j8."
        );
    }
}
