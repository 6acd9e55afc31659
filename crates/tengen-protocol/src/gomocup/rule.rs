//! The codes of `INFO rule`.

use tengen_game::Rule;

use super::dialect::Dialect;

/// The bit that says, in Piskvork's dialect, that a game goes on after a five.
const CONTINUOUS: u32 = 2;

/// A code that stands for no rule that Tengen can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleCodeError {
    /// The code is a number that stands for no rule in this dialect.
    #[error("rule {code} is not supported; expected {}", expected(*.dialect))]
    Unsupported {
        /// The code.
        code: u32,
        /// Whose codes are spoken.
        dialect: Dialect,
    },
    /// The code stands for an opening protocol. Those are played by `SWAP2BOARD`, which the manager leads.
    #[error(
        "rule {0} (freestyle with a swap opening) is not supported; expected rule 0, and SWAP2BOARD for the opening"
    )]
    Opening(u32),
    /// The code is no number.
    #[error("expected the rule as {}, found `{text}`", expected(*.dialect))]
    NotANumber {
        /// The beginning of what was sent.
        text: String,
        /// Whose codes are spoken.
        dialect: Dialect,
    },
}

fn expected(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Piskvork | Dialect::AlphaGomoku => {
            "0 (freestyle), 1 (exactly five), 4 (renju), 8 (caro) or 9 (caro with exactly five)"
        }
        Dialect::Yixin | Dialect::Rapfi => {
            "0 (freestyle), 1 (exactly five), 2 or 4 (renju), 8 (caro) or 9 (caro with exactly five)"
        }
    }
}

/// The rule for a code in a dialect.
///
/// The codes 0, 1, 4, 8 and 9 mean the same in every dialect that knows them, and are understood in all. Piskvork
/// adds its bit 2, "continuous game": the manager then goes on after a five on the same board, but up to
/// the first five the game is the same. To Yixin-Board and Rapfi, 2 is renju; Rapfi's 5 and 6 are openings.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_protocol::gomocup::{Dialect, rule_from_code};
///
/// assert_eq!(rule_from_code(Dialect::Piskvork, "2"), Ok(Rule::FREESTYLE));
/// assert_eq!(rule_from_code(Dialect::Yixin, "2"), Ok(Rule::Renju));
/// assert!(rule_from_code(Dialect::Rapfi, "6").is_err());
/// ```
///
/// # Errors
/// When the code is no number, or stands for a rule that Tengen does not play.
pub fn rule_from_code(dialect: Dialect, code: &str) -> Result<Rule, RuleCodeError> {
    let text = || code.trim().chars().take(40).collect();
    let code: u32 = code.trim().parse().map_err(|_| RuleCodeError::NotANumber { text: text(), dialect })?;
    let plain = match dialect {
        Dialect::Piskvork => code & !CONTINUOUS,
        Dialect::Yixin | Dialect::Rapfi if code == 2 => 4,
        Dialect::Rapfi if matches!(code, 5 | 6) => return Err(RuleCodeError::Opening(code)),
        Dialect::Yixin | Dialect::Rapfi | Dialect::AlphaGomoku => code,
    };
    match plain {
        0 => Ok(Rule::FREESTYLE),
        1 => Ok(Rule::Standard),
        4 => Ok(Rule::Renju),
        8 => Ok(Rule::Caro),
        9 => Ok(Rule::CaroExact),
        _ => Err(RuleCodeError::Unsupported { code, dialect }),
    }
}

/// The code for a rule in a dialect; `None` where nobody who speaks it would understand.
pub fn code_of_rule(dialect: Dialect, rule: Rule) -> Option<u32> {
    match (rule, dialect) {
        (rule, _) if rule == Rule::FREESTYLE => Some(0),
        (Rule::Standard, _) => Some(1),
        (Rule::Renju, Dialect::Yixin) => Some(2),
        (Rule::Renju, _) => Some(4),
        (Rule::Caro, Dialect::Piskvork | Dialect::AlphaGomoku) => Some(8),
        (Rule::CaroExact, Dialect::Piskvork | Dialect::AlphaGomoku) => Some(9),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_table() {
        // The codes 0 to 12 in turn: `.` is refused.
        let tables = [
            (Dialect::Piskvork, "f s f s r . r . c C c C ."),
            (Dialect::Yixin, "f s r . r . . . c C . . ."),
            (Dialect::Rapfi, "f s r . r . . . c C . . ."),
            (Dialect::AlphaGomoku, "f s . . r . . . c C . . ."),
        ];
        for (dialect, table) in tables {
            for (code, letter) in table.split(' ').enumerate() {
                let expected = match letter {
                    "f" => Some(Rule::FREESTYLE),
                    "s" => Some(Rule::Standard),
                    "r" => Some(Rule::Renju),
                    "c" => Some(Rule::Caro),
                    "C" => Some(Rule::CaroExact),
                    _ => None,
                };
                assert_eq!(rule_from_code(dialect, &code.to_string()).ok(), expected, "{dialect} {code}");
            }
        }
    }

    #[test]
    fn codes_that_are_sent_are_understood() {
        let mut told = 0;
        for dialect in Dialect::ALL {
            for rule in Rule::NAMED {
                let Some(code) = code_of_rule(dialect, rule) else { continue };
                assert_eq!(rule_from_code(dialect, &code.to_string()), Ok(rule), "{dialect} {rule}");
                told += 1;
            }
        }
        assert_eq!(told, 5 + 3 + 3 + 5);
        assert_eq!(code_of_rule(Dialect::Yixin, Rule::Renju), Some(2));
        assert_eq!(code_of_rule(Dialect::Rapfi, Rule::Caro), None);
    }

    #[test]
    fn what_is_no_code_is_told() {
        for code in ["", "renju", "-1", "4.0", "99999999999"] {
            let refusal = rule_from_code(Dialect::Piskvork, code);
            assert!(matches!(refusal, Err(RuleCodeError::NotANumber { .. })), "{code}");
        }
        let refusal = rule_from_code(Dialect::Yixin, "4294967295").map_err(|refusal| refusal.to_string());
        assert!(refusal.is_err_and(|text| text.contains("2 or 4 (renju)")));
        assert_eq!(rule_from_code(Dialect::Rapfi, "5"), Err(RuleCodeError::Opening(5)));
    }
}
