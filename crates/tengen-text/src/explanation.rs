//! What a move does, in sentences.

use crate::{Language, Value, text};

/// Something that a move does, in the names that the engine and the outputs of the programs have for it.
///
/// What a kind of fact does not have is left empty.
///
/// ```
/// use tengen_text::{Language, Said};
///
/// let line = ["h11".to_owned(), "h12".to_owned(), "h7".to_owned()];
/// let said = Said { fact: "starts-win", mover: "black", means: "vcf", moves: 2, line: &line, ..Said::default() };
/// assert_eq!(
///     said.sentence(Language::English),
///     "Starts a win by continuous fours (VCF) in 2 moves: h11 h12 h7.",
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said<'a> {
    /// The kind of fact: `starts-win`.
    pub fact: &'a str,
    /// Whose move it is: `black` or `white`.
    pub mover: &'a str,
    /// Stones in a row that win.
    pub win_length: u8,
    /// How a win is forced: `vcf` or `vct`.
    pub means: &'a str,
    /// How many moves the winner needs.
    pub moves: u32,
    /// A line that wins, by the names of its moves.
    pub line: &'a [String],
    /// What is made, blocked or denied: `open-three`.
    pub shape: &'a str,
    /// What makes a point forbidden, or why a game is a draw: `double-three`, `board-full`.
    pub reason: &'a str,
    /// The points of each row, or all points as if they were one row.
    pub rows: &'a [Vec<String>],
}

impl Said<'_> {
    /// The fact in a sentence. A name that there is no text for shows in braces, as a key does.
    pub fn sentence(&self, language: Language) -> String {
        let key = match self.fact {
            "forbidden" => "fact-forbidden",
            "wins" => "fact-wins",
            "loses-to-five" => "fact-loses-to-five",
            "misses-win" => "fact-misses-win",
            "allows-win" => "fact-allows-win",
            "starts-win" => "fact-starts-win",
            "traps" => "fact-traps",
            "stops-win" => "fact-stops-win",
            "makes" => "fact-makes",
            "prevents-win" => "fact-prevents-win",
            "blocks" => "fact-blocks",
            "denies" => "fact-denies",
            "threatens-win" => "fact-threatens-win",
            "draws" => "fact-draws",
            "quiet" if self.rows.is_empty() => "fact-quiet",
            "quiet" => "fact-quiet-twos",
            other => other,
        };
        let rows: Vec<String> = self.rows.iter().map(|row| row.join(" ")).collect();
        let arguments: [(&str, Value<'_>); 8] = [
            ("opponent", opponent(language, self.mover).into()),
            ("means", means(language, self.means).into()),
            ("moves", self.moves.into()),
            ("line", self.line.join(" ").into()),
            ("shape", shape(language, self.shape, self.win_length).into()),
            ("reason", reason(language, self.reason).into()),
            ("points", rows.join(", ").into()),
            ("count", rows.len().into()),
        ];
        text(language, key, &arguments)
    }
}

/// A question about a move that was not decided, in a sentence: the kind of [fact](Said::fact), the
/// [means](Said::means), and what ended the search, `nodes`, `time` or `stopped`.
pub fn undecided(language: Language, question: &str, by: &str, stop: &str, mover: &str) -> String {
    let key = match question {
        "starts-win" => "undecided-starts-win",
        "misses-win" => "undecided-misses-win",
        "allows-win" => "undecided-allows-win",
        "prevents-win" => "undecided-prevents-win",
        "threatens-win" => "undecided-threatens-win",
        other => other,
    };
    let because = match stop {
        "nodes" => "undecided-for-nodes",
        "time" => "undecided-for-time",
        "stopped" => "undecided-when-stopped",
        other => other,
    };
    let arguments: [(&str, Value<'_>); 3] = [
        ("opponent", opponent(language, mover).into()),
        ("means", means(language, by).into()),
        ("because", text(language, because, &[]).into()),
    ];
    text(language, key, &arguments)
}

fn opponent(language: Language, mover: &str) -> String {
    text(language, if mover == "black" { "color-white" } else { "color-black" }, &[])
}

fn means(language: Language, name: &str) -> String {
    match name {
        "" => String::new(),
        "vcf" => text(language, "means-vcf", &[]),
        "vct" => text(language, "means-vct", &[]),
        other => text(language, other, &[]),
    }
}

fn shape(language: Language, name: &str, win_length: u8) -> String {
    let key = match name {
        "" => return String::new(),
        "open-four" => "shape-open-four",
        "double-four" => "shape-double-four",
        "four-three" => "shape-four-three",
        "four" => "shape-four",
        "double-three" => "shape-double-three",
        "open-three" => "shape-open-three",
        "three" => "shape-three",
        other => other,
    };
    let [one_short, two_short] = [1, 2].map(|short| win_length.saturating_sub(short));
    let arguments: [(&str, Value<'_>); 3] =
        [("length", win_length.into()), ("one-short", one_short.into()), ("two-short", two_short.into())];
    text(language, key, &arguments)
}

fn reason(language: Language, name: &str) -> String {
    let key = match name {
        "" => return String::new(),
        "overline" => "reason-overline",
        "double-four" => "reason-double-four",
        "double-three" => "reason-double-three",
        "board-full" => "reason-board-full",
        "both-passed" => "reason-both-passed",
        "move-limit" => "reason-move-limit",
        other => other,
    };
    text(language, key, &[])
}
