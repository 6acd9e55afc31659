use crate::{Color, Rule, WinLength, WinningRow};

/// A rule in words, in English, for help texts; each part is a sentence or more.
///
/// The words are derived from the rule's functions ([`Rule::winning_row`], [`Rule::forbidden_moves`], [`Rule::allows_pass`]), so that they
/// cannot differ from them. Programs in other languages derive theirs from the same functions.
///
/// ```
/// use tengen_game::Rule;
///
/// let renju = Rule::Renju.describe();
/// assert_eq!(renju.name, "Renju");
/// assert_eq!(renju.wins, "Black wins with exactly five in a row, White with five or more.");
/// assert_eq!(
///     renju.forbidden.as_deref(),
///     Some("Black must not make an overline, a double-four or a double-three; who does loses.")
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleDescription {
    /// The name of the rule: `Standard`, `Renju`, `4 in a row`.
    pub name: String,
    /// The origin and the use of the rule.
    pub about: &'static str,
    /// The rows that win.
    pub wins: String,
    /// The moves that are forbidden; `None` where none is.
    pub forbidden: Option<String>,
    /// The possibility to pass; `None` where a side may not pass.
    pub passes: Option<&'static str>,
}

impl Rule {
    /// The rule in words.
    pub fn describe(self) -> RuleDescription {
        RuleDescription {
            name: self.title(),
            about: self.about(),
            wins: self.wins(),
            forbidden: self.forbidden(),
            passes: self.allows_pass().then_some("Either side may pass; two passes in a row are a draw."),
        }
    }

    fn title(self) -> String {
        match self {
            Rule::FREESTYLE => "Freestyle".to_owned(),
            Rule::Free(length) => format!("{} in a row", length.stones()),
            Rule::Standard => "Standard".to_owned(),
            Rule::Renju => "Renju".to_owned(),
            Rule::Caro => "Caro".to_owned(),
            Rule::CaroExact => "Caro, exactly five".to_owned(),
        }
    }

    fn about(self) -> &'static str {
        match self {
            Rule::FREESTYLE => "The game as most people know it.",
            Rule::Free(_) => "The free game with another number in a row.",
            Rule::Standard => "The rule of Gomoku tournaments.",
            Rule::Renju => {
                "The professional game: what is forbidden to Black makes up for the advantage of the first move."
            }
            Rule::Caro => "The game as it is played in Vietnam: defence is easier.",
            Rule::CaroExact => "Caro with the standard rule's exact five.",
        }
    }

    fn wins(self) -> String {
        let [black, white] = Color::BOTH.map(|color| self.winning_row(color));
        if black == white {
            return row_in_words(black);
        }
        let short = |row: WinningRow| {
            let number = number(row.length);
            if row.overline_wins { format!("{number} or more") } else { format!("exactly {number}") }
        };
        format!("Black wins with {} in a row, White with {}.", short(black), short(white))
    }

    fn forbidden(self) -> Option<String> {
        let names: Vec<String> = self
            .forbidden_moves()
            .iter()
            .map(|kind| if kind.name().starts_with('o') { format!("an {kind}") } else { format!("a {kind}") })
            .collect();
        let (last, others) = names.split_last()?;
        let list = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
        Some(format!("Black must not make {list}; who does loses."))
    }
}

/// The rows that win, as a sentence.
fn row_in_words(row: WinningRow) -> String {
    const UNLESS: &str = "unless the opponent's stones stand at both ends";
    let number = number(row.length);
    let words = match (row.overline_wins, row.blocked_wins) {
        (true, true) => format!("{number} or more in a row win."),
        (false, true) => format!("exactly {number} in a row win, more do not."),
        (true, false) => format!("{number} in a row win, {UNLESS}; more than {number} always win."),
        (false, false) => format!("exactly {number} in a row win, {UNLESS}; more do not win."),
    };
    let mut letters = words.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

fn number(length: WinLength) -> &'static str {
    const WORDS: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    // A win length is 1 to 9.
    WORDS[usize::from(length.stones()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_describes_what_wins() {
        let four = Rule::Free(WinLength::new(4).unwrap());
        let cases = [
            (Rule::FREESTYLE, "Freestyle", "Five or more in a row win."),
            (four, "4 in a row", "Four or more in a row win."),
            (Rule::Standard, "Standard", "Exactly five in a row win, more do not."),
            (Rule::Renju, "Renju", "Black wins with exactly five in a row, White with five or more."),
            (
                Rule::Caro,
                "Caro",
                "Five in a row win, unless the opponent's stones stand at both ends; more than five always win.",
            ),
            (
                Rule::CaroExact,
                "Caro, exactly five",
                "Exactly five in a row win, unless the opponent's stones stand at both ends; more do not win.",
            ),
        ];
        for (rule, name, wins) in cases {
            let described = rule.describe();
            assert_eq!((described.name.as_str(), described.wins.as_str()), (name, wins));
            assert_eq!(described.forbidden.is_some(), rule == Rule::Renju);
            assert_eq!(described.passes.is_some(), rule == Rule::Renju);
            assert!(!described.about.is_empty());
        }
    }
}
