//! The effects of a move, in sentences.

use tengen_analysis::{Fact, ForcedWin, Means, Question, Shape, SolveStop, Undecided};
use tengen_game::{BoardSize, Color, DrawReason, ForbiddenKind, Move, Point};

use crate::{Language, Value, color_key, text};

/// Sentences for the facts about a move.
///
/// ```
/// use tengen_analysis::{Fact, ForcedWin, Means};
/// use tengen_game::{BoardSize, Color, moves};
/// use tengen_text::{Language, Sentences};
///
/// let size = BoardSize::FIFTEEN;
/// let (language, mover) = (Language::English, Color::Black);
/// let sentences = Sentences { language, mover, size, win_length: 5, expert_terms: false };
/// let win = ForcedWin { means: Means::Vcf, moves: 2, line: moves::read("h11 h12 h7", size)? };
/// assert_eq!(
///     sentences.fact(&Fact::StartsWin(win)),
///     "Starts a win by fours alone in 2 moves: h11 h12 h7.",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentences {
    /// The language of the sentences.
    pub language: Language,
    /// The side that plays the move.
    pub mover: Color,
    /// The board, which names the points.
    pub size: BoardSize,
    /// The number of stones in a row that win, which determines the names of shapes.
    pub win_length: u8,
    /// Whether forced wins have their terms, such as VCF, instead of plain words.
    pub expert_terms: bool,
}

/// The key of the text that names the means of a forced win, in plain words or by its term.
pub const fn means_key(means: Means, expert_terms: bool) -> &'static str {
    match (means, expert_terms) {
        (Means::Vcf, false) => "means-vcf",
        (Means::Vct, false) => "means-vct",
        (Means::Vcf, true) => "means-vcf-term",
        (Means::Vct, true) => "means-vct-term",
    }
}

impl Sentences {
    /// The sentence for a fact.
    pub fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Forbidden(kind) => self.say("fact-forbidden", &[("reason", self.forbidden(*kind))]),
            Fact::Wins { rows } => {
                let rows: Vec<Vec<Point>> = rows.iter().map(|row| row.points().collect()).collect();
                self.rows("fact-wins", &rows, &[])
            }
            Fact::LosesToFive { at } => self.row("fact-loses-to-five", at, &[]),
            Fact::MissesWin(win) => self.win("fact-misses-win", win),
            Fact::AllowsWin(win) => self.win("fact-allows-win", win),
            Fact::StartsWin(win) => self.win("fact-starts-win", win),
            Fact::Traps { at, kind } => self.row("fact-traps", &[*at], &[("reason", self.forbidden(*kind))]),
            Fact::StopsWin { at } => self.row("fact-stops-win", at, &[]),
            Fact::Makes { shape, cells } => self.row("fact-makes", cells, &[("shape", self.shape(*shape))]),
            Fact::PreventsWin(win) => self.win("fact-prevents-win", win),
            Fact::Blocks { shape, cells } => self.row("fact-blocks", cells, &[("shape", self.shape(*shape))]),
            Fact::Denies { shape, cells } => self.row("fact-denies", cells, &[("shape", self.shape(*shape))]),
            Fact::ThreatensWin(win) => self.win("fact-threatens-win", win),
            Fact::Draws(reason) => self.say("fact-draws", &[("reason", self.drawn(*reason))]),
            Fact::Quiet { twos } if twos.is_empty() => self.say("fact-quiet", &[]),
            Fact::Quiet { twos } => {
                let rows: Vec<Vec<Point>> = twos.iter().map(|two| two.cells.clone()).collect();
                self.rows("fact-quiet-twos", &rows, &[])
            }
        }
    }

    /// The sentence for a question that the solvers have not decided.
    pub fn undecided(&self, open: &Undecided) -> String {
        let key = match open.question {
            Question::StartsWin => "undecided-starts-win",
            Question::MissesWin => "undecided-misses-win",
            Question::AllowsWin => "undecided-allows-win",
            Question::PreventsWin => "undecided-prevents-win",
            Question::ThreatensWin => "undecided-threatens-win",
        };
        let because = match open.stop {
            SolveStop::Nodes => "undecided-for-nodes",
            SolveStop::Time => "undecided-for-time",
            SolveStop::Stopped => "undecided-when-stopped",
        };
        self.say(
            key,
            &[("means", self.means(open.means)), ("because", text(self.language, because, &[]).into())],
        )
    }

    /// The text with this key. Every text can name the opponent.
    fn say(&self, key: &str, values: &[(&'static str, Value<'_>)]) -> String {
        let mut values = values.to_vec();
        values.push(("opponent", text(self.language, color_key(!self.mover), &[]).into()));
        text(self.language, key, &values)
    }

    fn win(&self, key: &str, win: &ForcedWin) -> String {
        let name = |played: &Move| match played {
            Move::Place(point) => point.on(self.size).to_string(),
            Move::Pass => text(self.language, "passed", &[]),
        };
        let line = win.line.iter().map(name).collect::<Vec<_>>().join(" ");
        self.say(key, &[("means", self.means(win.means)), ("moves", win.moves.into()), ("line", line.into())])
    }

    fn row(&self, key: &str, row: &[Point], values: &[(&'static str, Value<'_>)]) -> String {
        self.rows(key, &[row.to_vec()], values)
    }

    fn rows(&self, key: &str, rows: &[Vec<Point>], values: &[(&'static str, Value<'_>)]) -> String {
        let names = |row: &Vec<Point>| {
            row.iter().map(|point| point.on(self.size).to_string()).collect::<Vec<_>>().join(" ")
        };
        let points = rows.iter().map(names).collect::<Vec<_>>().join(", ");
        let mut values = values.to_vec();
        values.extend([("points", points.into()), ("count", rows.len().into())]);
        self.say(key, &values)
    }

    fn means(&self, means: Means) -> Value<'static> {
        text(self.language, means_key(means, self.expert_terms), &[]).into()
    }

    fn shape(&self, shape: Shape) -> Value<'static> {
        let key = match shape {
            Shape::OpenFour => "shape-open-four",
            Shape::DoubleFour => "shape-double-four",
            Shape::FourThree => "shape-four-three",
            Shape::Four => "shape-four",
            Shape::DoubleThree => "shape-double-three",
            Shape::OpenThree => "shape-open-three",
            Shape::Three => "shape-three",
        };
        let [one_short, two_short] = [1, 2].map(|short| self.win_length.saturating_sub(short));
        let values: [(&str, Value<'_>); 3] = [
            ("length", self.win_length.into()),
            ("one-short", one_short.into()),
            ("two-short", two_short.into()),
        ];
        text(self.language, key, &values).into()
    }

    fn forbidden(&self, kind: ForbiddenKind) -> Value<'static> {
        let key = match kind {
            ForbiddenKind::Overline => "reason-overline",
            ForbiddenKind::DoubleFour => "reason-double-four",
            ForbiddenKind::DoubleThree => "reason-double-three",
        };
        text(self.language, key, &[]).into()
    }

    fn drawn(&self, reason: DrawReason) -> Value<'static> {
        let key = match reason {
            DrawReason::BoardFull => "reason-board-full",
            DrawReason::BothPassed => "reason-both-passed",
            DrawReason::MoveLimit => "reason-move-limit",
        };
        text(self.language, key, &[]).into()
    }
}
