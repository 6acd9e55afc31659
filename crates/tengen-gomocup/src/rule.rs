//! The codes of `INFO rule`.

use tengen_game::Rule;

use crate::dialect::Dialect;

/// The bit of a continuous game in Piskvork's dialect: the game continues after a five.
const CONTINUOUS: u32 = 2;

/// The codes of Rapfi's dialect for freestyle with an opening: a choice of colours after the first stone, and Swap2.
const SWAP1: u32 = 5;
const SWAP2: u32 = 6;

/// The opening that a rule code adds to its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SwapOpening {
    /// The second player may exchange the colours after the first stone.
    Swap1,
    /// Swap2.
    Swap2,
}

/// The opening of a code in a dialect. Only Rapfi's has such codes.
pub(super) fn opening_of_code(dialect: Dialect, code: &str) -> Option<SwapOpening> {
    match code.trim().parse() {
        Ok(SWAP1) if dialect == Dialect::Rapfi => Some(SwapOpening::Swap1),
        Ok(SWAP2) if dialect == Dialect::Rapfi => Some(SwapOpening::Swap2),
        _ => None,
    }
}

/// A code that denotes no rule that Tengen can play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleCodeError {
    /// The code is a number that denotes no rule in this dialect.
    #[error("rule {code} is not supported; expected {}", expected(*.dialect))]
    Unsupported {
        /// The code.
        code: u32,
        /// The dialect of the code.
        dialect: Dialect,
    },
    /// The code is no number.
    #[error("expected the rule as {}, found `{text}`", expected(*.dialect))]
    NotANumber {
        /// The beginning of what was sent.
        text: String,
        /// The dialect of the code.
        dialect: Dialect,
    },
}

/// The rules that have codes, as refusals name them.
const NAMED: [(Rule, &str); 5] = [
    (Rule::FREESTYLE, "freestyle"),
    (Rule::Standard, "exactly five"),
    (Rule::Renju, "renju"),
    (Rule::Caro, "caro"),
    (Rule::CaroExact, "caro with exactly five"),
];

/// No dialect has a code above this.
const LARGEST_CODE: u32 = 15;

/// Every code that a dialect has, by rules: `0 or 2 (freestyle), … or 9 or 11 (caro with exactly five)`.
fn expected(dialect: Dialect) -> String {
    let codes = |rule| {
        let of_rule = (0..=LARGEST_CODE).filter(|&code| rule_of_number(dialect, code) == Some(rule));
        of_rule.map(|code| code.to_string()).collect::<Vec<_>>().join(" or ")
    };
    let [others @ .., last] = NAMED.map(|(rule, name)| format!("{} ({name})", codes(rule)));
    format!("{} or {last}", others.join(", "))
}

/// The rule that a number denotes in a dialect, openings aside.
fn rule_of_number(dialect: Dialect, code: u32) -> Option<Rule> {
    let plain = match dialect {
        Dialect::Piskvork => code & !CONTINUOUS,
        Dialect::Yixin | Dialect::Rapfi if code == 2 => 4,
        Dialect::Rapfi if matches!(code, SWAP1 | SWAP2) => 0,
        Dialect::Yixin | Dialect::Rapfi | Dialect::AlphaGomoku => code,
    };
    match plain {
        0 => Some(Rule::FREESTYLE),
        1 => Some(Rule::Standard),
        4 => Some(Rule::Renju),
        8 => Some(Rule::Caro),
        9 => Some(Rule::CaroExact),
        _ => None,
    }
}

/// The rule for a code in a dialect.
///
/// The codes 0, 1, 4, 8 and 9 mean the same in every dialect that has them, and are accepted in all. Piskvork
/// adds its bit 2, "continuous game", which [`is_continuous`] reads. In the dialects of Yixin-Board and Rapfi, 2 is renju;
/// Rapfi's 5 and 6 are freestyle with an opening in which a player may exchange the colours: after the first stone, and by Swap2.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_gomocup::{Dialect, rule_from_code};
///
/// assert_eq!(rule_from_code(Dialect::Piskvork, "2"), Ok(Rule::FREESTYLE));
/// assert_eq!(rule_from_code(Dialect::Yixin, "2"), Ok(Rule::Renju));
/// assert_eq!(rule_from_code(Dialect::Rapfi, "6"), Ok(Rule::FREESTYLE));
/// ```
///
/// # Errors
/// When the code is no number, or denotes a rule that Tengen does not play.
pub fn rule_from_code(dialect: Dialect, code: &str) -> Result<Rule, RuleCodeError> {
    let text = || code.trim().chars().take(40).collect();
    let code: u32 = code.trim().parse().map_err(|_| RuleCodeError::NotANumber { text: text(), dialect })?;
    rule_of_number(dialect, code).ok_or(RuleCodeError::Unsupported { code, dialect })
}

/// Whether a code means a continuous game in a dialect, which continues after a row that wins: the stones of the row then take no part in it
/// any more. Only Piskvork has such games.
///
/// ```
/// use tengen_gomocup::{Dialect, is_continuous};
///
/// assert!(is_continuous(Dialect::Piskvork, "3") && !is_continuous(Dialect::Yixin, "2"));
/// ```
pub fn is_continuous(dialect: Dialect, code: &str) -> bool {
    dialect == Dialect::Piskvork && code.trim().parse().is_ok_and(|code: u32| code & CONTINUOUS != 0)
}

/// The code for a rule in a dialect; `None` where the dialect has none.
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
            (Dialect::Rapfi, "f s r . r f f . c C . . ."),
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
    fn refusals_name_every_code_that_is_accepted_and_no_other() {
        for dialect in Dialect::ALL {
            let refusal = RuleCodeError::Unsupported { code: 7, dialect }.to_string();
            let (_, list) = refusal.split_once("expected ").unwrap();
            let mut named: Vec<u32> =
                list.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            named.sort_unstable();
            let accepted: Vec<u32> =
                (0..100).filter(|code| rule_from_code(dialect, &code.to_string()).is_ok()).collect();
            assert_eq!(named, accepted, "{dialect}: {refusal}");
        }
        let text = RuleCodeError::Unsupported { code: 5, dialect: Dialect::AlphaGomoku }.to_string();
        let all = "0 (freestyle), 1 (exactly five), 4 (renju), 8 (caro) or 9 (caro with exactly five)";
        assert_eq!(text, format!("rule 5 is not supported; expected {all}"));
    }

    #[test]
    fn codes_that_are_sent_are_understood() {
        let mut count = 0;
        for dialect in Dialect::ALL {
            for rule in Rule::NAMED {
                let Some(code) = code_of_rule(dialect, rule) else { continue };
                assert_eq!(rule_from_code(dialect, &code.to_string()), Ok(rule), "{dialect} {rule}");
                count += 1;
            }
        }
        assert_eq!(count, 5 + 3 + 3 + 5);
        assert_eq!(code_of_rule(Dialect::Yixin, Rule::Renju), Some(2));
        assert_eq!(code_of_rule(Dialect::Rapfi, Rule::Caro), None);
    }

    #[test]
    fn only_rapfis_dialect_has_openings_among_its_rules() {
        for dialect in Dialect::ALL {
            let of = |code| opening_of_code(dialect, code);
            let expected = (dialect == Dialect::Rapfi).then_some(SwapOpening::Swap1);
            assert_eq!((of("5"), of("0"), of("x")), (expected, None, None), "{dialect}");
        }
        assert_eq!(opening_of_code(Dialect::Rapfi, " 6"), Some(SwapOpening::Swap2));
    }

    #[test]
    fn an_invalid_code_is_reported() {
        for code in ["", "renju", "-1", "4.0", "99999999999"] {
            let refusal = rule_from_code(Dialect::Piskvork, code);
            assert!(matches!(refusal, Err(RuleCodeError::NotANumber { .. })), "{code}");
        }
        let refusal = rule_from_code(Dialect::Yixin, "4294967295").map_err(|refusal| refusal.to_string());
        assert!(refusal.is_err_and(|text| text.contains("2 or 4 (renju)")));
        assert!(rule_from_code(Dialect::Yixin, "5").is_err(), "only Rapfi's dialect has it");
    }
}
