//! Values of the arena's own options.

use tengen_arena::{DrawRule, WinRule};

use super::configuration::Hypotheses;

/// The numbers of a list, as many as there are names.
fn numbers<T: std::str::FromStr>(text: &str, expected: &str) -> Result<Vec<T>, String> {
    let number = |part: &str| part.trim().parse().map_err(|_| format!("expected {expected}, found `{text}`"));
    text.split(',').map(number).collect()
}

/// Reads `SCORE,MOVES`, where the score may be `mate`.
pub(super) fn win_rule(text: &str) -> Result<WinRule, String> {
    let expected = "SCORE,MOVES such as `2000,3` or `mate,1`, each at least 1";
    let (is_mate, rest) = match text.split_once(',') {
        Some(("mate", rest)) => (true, rest),
        _ => (false, text),
    };
    match (is_mate, numbers(rest, expected)?.as_slice()) {
        (true, &[moves]) if moves > 0 => Ok(WinRule { least: None, moves }),
        (false, &[score, moves]) if score > 0 && moves > 0 => Ok(WinRule { least: Some(score), moves }),
        _ => Err(format!("expected {expected}, found `{text}`")),
    }
}

/// Reads `SCORE,MOVES,FROM`.
pub(super) fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let expected = "SCORE,MOVES,FROM such as `20,10,120`, with at least 1 move";
    match numbers(text, expected)?.as_slice() {
        &[most, moves, from_move] if moves > 0 => Ok(DrawRule { most, moves, from_move }),
        _ => Err(format!("expected {expected}, found `{text}`")),
    }
}

/// Reads `ELO0,ELO1[,ALPHA,BETA]`.
pub(super) fn hypotheses(text: &str) -> Result<Hypotheses, String> {
    let expected = "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as `0,10,0.05,0.05`";
    let hypotheses = match *numbers(text, expected)?.as_slice() {
        [elo0, elo1] => Hypotheses { elo0, elo1, alpha: 0.05, beta: 0.05 },
        [elo0, elo1, alpha, beta] => Hypotheses { elo0, elo1, alpha, beta },
        _ => return Err(format!("expected {expected}, found `{text}`")),
    };
    hypotheses.test().map_err(|error| error.to_string())?;
    Ok(hypotheses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_hypotheses_are_read() {
        assert_eq!(win_rule("2000,3"), Ok(WinRule { least: Some(2000), moves: 3 }));
        assert_eq!(win_rule("mate, 1"), Ok(WinRule { least: None, moves: 1 }));
        assert_eq!(draw_rule("20,10,120"), Ok(DrawRule { most: 20, moves: 10, from_move: 120 }));
        let asked = Hypotheses { elo0: -5.0, elo1: 2.5, alpha: 0.05, beta: 0.05 };
        assert_eq!(hypotheses("-5,2.5"), Ok(asked));
        assert_eq!(hypotheses("-5,2.5,0.01,0.1"), Ok(Hypotheses { alpha: 0.01, beta: 0.1, ..asked }));
        for text in ["", "3", "mate", "mate,0", "0,3", "2000,0", "a,b", "1,2,3"] {
            assert!(win_rule(text).is_err(), "{text}");
        }
        for text in ["", "1,2", "1,0,2", "-1,2,3"] {
            assert!(draw_rule(text).is_err(), "{text}");
        }
        for text in ["", "1", "1,2,3", "2,1", "0,10,0.5,0.05", "nan,1"] {
            assert!(hypotheses(text).is_err(), "{text}");
        }
    }
}
