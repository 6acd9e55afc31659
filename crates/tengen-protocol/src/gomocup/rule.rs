//! The codes of `INFO rule`.

use tengen_game::Rule;

/// The bit that says that a game goes on after a five.
const CONTINUOUS: u32 = 2;
/// The bit of caro, where a five that the opponent blocks at both ends does not win.
const CARO: u32 = 8;

/// A code that stands for no rule that Tengen can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleCodeError {
    /// The code stands for caro.
    #[error("rule {0} (caro) is not supported; expected {EXPECTED}")]
    Caro(u32),
    /// The code is a number that stands for no rule.
    #[error("rule {0} is not supported; expected {EXPECTED}")]
    Unsupported(u32),
    /// The code is no number.
    #[error("expected the rule as {EXPECTED}, found `{0}`")]
    NotANumber(String),
}

const EXPECTED: &str = "0 (freestyle), 1 (exactly five) or 4 (renju)";

/// The rule for a code of Piskvork's dialect.
///
/// The bit 2, "continuous game", is accepted: the manager then goes on after a five on the same board, but
/// up to the first five the game is the same. Other dialects give 2, 5 and 6 other meanings.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_protocol::gomocup::rule_from_code;
///
/// assert_eq!(rule_from_code("4"), Ok(Rule::Renju));
/// assert!(rule_from_code("8").is_err());
/// ```
///
/// # Errors
/// When the code is no number, or stands for a rule that Tengen does not play.
pub fn rule_from_code(code: &str) -> Result<Rule, RuleCodeError> {
    let number: u32 =
        code.trim().parse().map_err(|_| RuleCodeError::NotANumber(code.trim().chars().take(40).collect()))?;
    match number & !CONTINUOUS {
        0 => Ok(Rule::FREESTYLE),
        1 => Ok(Rule::Standard),
        4 => Ok(Rule::Renju),
        other if other & !1 == CARO => Err(RuleCodeError::Caro(number)),
        _ => Err(RuleCodeError::Unsupported(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_piskvorks_dialect() {
        let cases = [
            ("0", Rule::FREESTYLE),
            ("1", Rule::Standard),
            ("2", Rule::FREESTYLE),
            ("3", Rule::Standard),
            ("4", Rule::Renju),
            ("6", Rule::Renju),
        ];
        for (code, rule) in cases {
            assert_eq!(rule_from_code(code), Ok(rule), "{code}");
        }
        for code in ["5", "7", "12", "16", "4294967295"] {
            assert!(matches!(rule_from_code(code), Err(RuleCodeError::Unsupported(_))), "{code}");
        }
        for code in ["8", "9", "10", "11"] {
            assert!(matches!(rule_from_code(code), Err(RuleCodeError::Caro(_))), "{code}");
        }
        for code in ["", "renju", "-1", "4.0", "99999999999"] {
            assert!(matches!(rule_from_code(code), Err(RuleCodeError::NotANumber(_))), "{code}");
        }
    }
}
