//! The texts under the board.

use tengen_board::Content;
use tengen_game::{Color, EndReason, ForbiddenKind, GameResult, Move, Outcome, PlayError, Point};
use tengen_match::{Notice, Purpose};

use crate::options::Mode;
use crate::table::Table;
use crate::texts::Texts;

impl Table {
    /// The status, and a sentence that explains it, which may be empty.
    pub(crate) fn status(&self, texts: Texts) -> [String; 2] {
        match (self.notice(), self.result()) {
            (Notice::Nothing | Notice::Hint(_), Some(result)) => {
                [self.verdict(texts, result), self.because(texts, result)]
            }
            (Notice::Refused(PlayError::GameOver), Some(result)) => {
                [self.verdict(texts, result), texts.text("refused-over")]
            }
            (Notice::Nothing, None) if self.options().mode == Mode::View => {
                // A screen reader reads the point of the last stone.
                [self.whose_turn(texts), self.last_stone(texts).unwrap_or_default()]
            }
            (notice, _) => [self.headline(texts, notice), explanation(texts, notice)],
        }
    }

    fn headline(&self, texts: Texts, notice: &Notice) -> String {
        let at = |key, point: &dyn std::fmt::Display| texts.text_with(key, &[("point", &point.to_string())]);
        match notice {
            Notice::Nothing => self.whose_turn(texts),
            Notice::Refused(PlayError::Occupied(point)) => at("refused-occupied", point),
            Notice::Refused(PlayError::Forbidden { at: point, kind }) => at(refusal(*kind), point),
            Notice::Refused(PlayError::GameOver) => texts.text("refused-over"),
            Notice::Refused(error) => error.to_string(),
            Notice::NotYourTurn => texts.text("element-busy"),
            Notice::Hint(point) => at("hint-found", point),
            Notice::Aim(point) => at("tap-again", point),
            Notice::Miss(point) => at("puzzle-miss", point),
            Notice::Refuted(line) => {
                let names: Vec<String> = line.iter().map(ToString::to_string).collect();
                let (first, rest) =
                    names.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
                let key = if rest.is_empty() { "puzzle-idle" } else { "puzzle-refuted" };
                texts.text_with(key, &[("point", first), ("line", &rest.join(" "))])
            }
            Notice::Good => texts.text("puzzle-good"),
            Notice::Solved => texts.text("puzzle-solved"),
            Notice::EngineFailed(reason) | Notice::EngineRefused(reason) | Notice::InvalidAnswer(reason) => {
                texts.text_with("element-engine-failed", &[("reason", reason)])
            }
            Notice::Wrong(fault) => fault.clone(),
            // The element has no openings, offers, links or restarts of the engine.
            _ => self.whose_turn(texts),
        }
    }

    fn whose_turn(&self, texts: Texts) -> String {
        let side = self.record().position().side_to_move();
        let of = |keys: [&str; 2]| texts.text(keys[side.index()]);
        match (self.options().mode, self.task().map(|task| task.purpose)) {
            (_, Some(Purpose::Hint)) => texts.text("thinking-hint"),
            (_, Some(Purpose::Move)) => of(["thinking-black", "thinking-white"]),
            (_, Some(Purpose::Check)) => texts.text("puzzle-judged"),
            (Mode::View, _) => {
                let (moves, line) = (self.record().cursor(), self.record().line_nodes().len());
                texts.text_with("replay-at", &[("move", &moves.to_string()), ("moves", &line.to_string())])
            }
            (Mode::Play, _) if self.options().side == Some(side) => match self.last_point() {
                Some(point) => texts.text_with(
                    "engine-played",
                    &[
                        ("name", &texts.text("program-tengen")),
                        ("point", &point.on(self.record().size()).to_string()),
                    ],
                ),
                None => texts.text("your-turn"),
            },
            (Mode::Puzzle, _) if self.options().puzzle.is_empty() => of(["puzzle-black", "puzzle-white"]),
            (Mode::Puzzle, _) => of(["puzzle-right-black", "puzzle-right-white"]),
            (Mode::Play | Mode::Analyse, _) => of(["turn-black", "turn-white"]),
        }
    }

    fn verdict(&self, texts: Texts, result: GameResult) -> String {
        match (self.options().mode, result.winner) {
            (Mode::Puzzle, Some(winner)) if winner == self.solver() => texts.text("puzzle-solved"),
            (Mode::Play, Some(winner)) if self.options().side == Some(winner) => texts.text("win-you"),
            (_, Some(Color::Black)) => texts.text("win-black"),
            (_, Some(Color::White)) => texts.text("win-white"),
            (_, None) => texts.text("draw"),
        }
    }

    fn because(&self, texts: Texts, result: GameResult) -> String {
        texts.text(match result.reason {
            EndReason::Line => {
                let lines =
                    self.record().position().outcome().map(Outcome::winning_lines).unwrap_or_default();
                let longest = lines.iter().map(|line| line.length()).max().unwrap_or_default();
                return texts.text_with("because-line", &[("count", &longest.to_string())]);
            }
            EndReason::Forbidden(ForbiddenKind::Overline) => "because-forbidden-overline",
            EndReason::Forbidden(ForbiddenKind::DoubleFour) => "because-forbidden-double-four",
            EndReason::Forbidden(ForbiddenKind::DoubleThree) => "because-forbidden-double-three",
            EndReason::BoardFull => "because-full",
            EndReason::BothPassed => "because-both-passed",
            EndReason::MoveLimit => "because-move-limit",
            EndReason::Resignation if result.winner == Some(Color::White) => "because-resignation-black",
            EndReason::Resignation => "because-resignation-white",
            EndReason::Timeout => "because-time",
            EndReason::Agreement => "because-agreement",
        })
    }

    fn last_point(&self) -> Option<Point> {
        self.record().position().last_move().and_then(Move::point)
    }

    /// The stone of the last move, as the board's cell describes it.
    fn last_stone(&self, texts: Texts) -> Option<String> {
        let point = self.last_point()?;
        let content = Content::Stone(self.record().position().board().stone(point)?);
        let name = point.on(self.record().size()).to_string();
        Some(texts.text_with(content.text_key(), &[("point", &name)]))
    }
}

fn refusal(kind: ForbiddenKind) -> &'static str {
    match kind {
        ForbiddenKind::Overline => "refused-forbidden-overline",
        ForbiddenKind::DoubleFour => "refused-forbidden-double-four",
        ForbiddenKind::DoubleThree => "refused-forbidden-double-three",
    }
}

fn explanation(texts: Texts, notice: &Notice) -> String {
    match notice {
        Notice::Refused(PlayError::Forbidden { kind, .. }) => texts.text(match kind {
            ForbiddenKind::Overline => "about-overline",
            ForbiddenKind::DoubleFour => "about-double-four",
            ForbiddenKind::DoubleThree => "about-double-three",
        }),
        _ => String::new(),
    }
}
