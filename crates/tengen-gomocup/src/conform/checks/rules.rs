//! The rules of the game.

use tengen_game::{Color, Point, Position, Rule};

use crate::code_of_rule;
use crate::conform::Severity::{May, Must, Should};
use crate::conform::session::{Session, after, fault};
use crate::conform::{Check, CheckResult, Group, Objection, Source};

const RULE: Source = Source::protocol("INFO rule");

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "rule-freestyle",
        group: Group::Rules,
        severity: Must,
        expected: "a game under freestyle is played, or refused with ERROR when a move is requested",
        source: RULE,
        script: |session| play_under(session, Rule::FREESTYLE),
    },
    Check {
        id: "rule-standard",
        group: Group::Rules,
        severity: Must,
        expected: "a game under exactly five is played, or refused with ERROR when a move is requested",
        source: RULE,
        script: |session| play_under(session, Rule::Standard),
    },
    Check {
        id: "rule-renju",
        group: Group::Rules,
        severity: Must,
        expected: "a game under renju is played, or refused with ERROR when a move is requested",
        source: RULE,
        script: |session| play_under(session, Rule::Renju),
    },
    Check {
        id: "rule-caro",
        group: Group::Rules,
        severity: Must,
        expected: "a game under caro is played, or refused with ERROR when a move is requested",
        source: RULE,
        script: |session| play_under(session, Rule::Caro),
    },
    Check {
        id: "rule-caro-exact",
        group: Group::Rules,
        severity: Must,
        expected: "a game under caro with exactly five is played, or refused with ERROR when a move is requested",
        source: RULE,
        script: |session| play_under(session, Rule::CaroExact),
    },
    Check {
        id: "rule-before-start",
        group: Group::Rules,
        severity: Should,
        expected: "the rule may be set before START",
        source: RULE,
        script: rule_before_start,
    },
    Check {
        id: "rule-unknown-code",
        group: Group::Rules,
        severity: May,
        expected: "a code that stands for no rule is refused with ERROR when a move is requested",
        source: Source::protocol("INFO that cannot be obeyed"),
        script: |session| {
            session.start(15)?;
            session.send("INFO rule 64");
            session.error("BEGIN")
        },
    },
    Check {
        id: "renju-no-double-three",
        group: Group::Rules,
        severity: Must,
        expected: "Black does not play on a double-three in renju",
        source: RULE,
        // The double-three is the one point from which four ways lead on.
        script: |session| avoid(session, "h9 a1 h10 o1 i8 a15 j8 o15"),
    },
    Check {
        id: "renju-no-double-four",
        group: Group::Rules,
        severity: Must,
        expected: "Black does not play on a double-four in renju",
        source: RULE,
        script: |session| avoid(session, "h9 h12 h10 a1 h11 o1 i8 l8 j8 a15 k8 o15"),
    },
    Check {
        id: "renju-no-overline",
        group: Group::Rules,
        severity: Must,
        expected: "Black does not play six in a row in renju",
        source: RULE,
        script: |session| avoid(session, "e8 a1 f8 o1 g8 a15 i8 o15 j8 a8"),
    },
    Check {
        id: "renju-opponent-may-overline",
        group: Group::Rules,
        severity: May,
        expected: "six in a row wins for White in renju",
        source: RULE,
        script: |session| takes(session, Rule::Renju, "a1 e8 o1 f8 a15 g8 o15 i8 a8 j8 c3", &["h8"]),
    },
    Check {
        id: "tactics-five",
        group: Group::Rules,
        severity: May,
        expected: "the engine makes five in a row when it can",
        source: RULE,
        script: |session| takes(session, Rule::FREESTYLE, "h8 a1 i8 c1 j8 e1 k8 g1", &["g8", "l8"]),
    },
    Check {
        id: "tactics-block",
        group: Group::Rules,
        severity: May,
        expected: "the engine stops the opponent's four where one move does",
        source: RULE,
        script: |session| takes(session, Rule::FREESTYLE, "a1 h8 c2 i8 g8 j8 o1 k8", &["l8"]),
    },
    Check {
        id: "tactics-overline-wins",
        group: Group::Rules,
        severity: May,
        expected: "six in a row wins under freestyle",
        source: RULE,
        script: |session| takes(session, Rule::FREESTYLE, "e8 a1 f8 o1 g8 a15 i8 o15 j8 a8", &["h8"]),
    },
    Check {
        id: "tactics-overline-is-nothing",
        group: Group::Rules,
        severity: May,
        expected: "six in a row does not win under exactly five: the engine makes a real five instead",
        source: RULE,
        script: |session| {
            takes(
                session,
                Rule::Standard,
                "e8 a1 f8 o1 g8 a15 i8 o15 j8 a8 e3 c1 f3 e1 g3 g1 h3 m1",
                &["d3", "i3"],
            )
        },
    },
    Check {
        id: "tactics-caro-blocked-five",
        group: Group::Rules,
        severity: May,
        expected: "a five between two stones of the opponent does not win in caro: the engine makes a free one instead",
        source: RULE,
        script: |session| {
            takes(session, Rule::Caro, "f8 e8 g8 k8 h8 a1 i8 c1 f3 a15 g3 c15 h3 o15 i3 o1", &["e3", "j3"])
        },
    },
];

/// A short game, the engine with the first move and with the second.
fn play_under(session: &mut Session<'_>, rule: Rule) -> CheckResult {
    session.start_under(rule, 15)?;
    offered(session.begin())?;
    session.play_on(4)?;
    session.start_under(rule, 15)?;
    session.turn(Point::new(7, 7))?;
    session.play_on(4).map(drop)
}

/// An engine that refuses to play under a rule does so by `ERROR`.
fn offered<T>(asked: Result<T, Objection>) -> Result<T, Objection> {
    asked.map_err(|objection| match objection {
        Objection::Fault { found, .. } if found.starts_with("`ERROR") => Objection::NotOffered(found),
        other => other,
    })
}

fn rule_before_start(session: &mut Session<'_>) -> CheckResult {
    let Some(code) = code_of_rule(session.candidate().dialect, Rule::Standard) else {
        return Err(Objection::NotOffered("the dialect has no code for it".to_owned()));
    };
    session.send(format!("INFO rule {code}"));
    session.ok_if_offered("START 15")?;
    session.reset_position(15);
    session.send_time();
    let position = Position::new(Rule::Standard, session.position().size());
    session.expect_position(&position);
    offered(session.begin())?;
    session.play_on(4).map(drop)
}

/// Black is to move in a position with a forbidden point that would look good: any other point will do.
fn avoid(session: &mut Session<'_>, moves: &str) -> CheckResult {
    let position = after(Rule::Renju, moves);
    debug_assert!(!position.forbidden_points().is_empty() && position.side_to_move() == Color::Black);
    session.start_under(Rule::Renju, 15)?;
    offered(session.board(&position)).map(drop)
}

/// The engine moves to one of these points.
fn takes(session: &mut Session<'_>, rule: Rule, moves: &str, best: &[&str]) -> CheckResult {
    let position = after(rule, moves);
    session.start_under(rule, 15)?;
    let moved = offered(session.board(&position))?;
    let name = moved.point.on(position.size()).to_string();
    if best.contains(&name.as_str()) {
        return Ok(());
    }
    let wire: Vec<String> = best
        .iter()
        .filter_map(|name| Point::parse(name, position.size()).ok())
        .map(|point| session.write_point(point))
        .collect();
    Err(fault(
        format!("a move to {}", wire.join(" or ")),
        format_args!("`{}`", session.write_point(moved.point)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_have_the_properties_that_the_checks_need() {
        for (moves, forbidden) in [
            ("h9 a1 h10 o1 i8 a15 j8 o15", "h8 double-three"),
            ("h9 h12 h10 a1 h11 o1 i8 l8 j8 a15 k8 o15", "h8 double-four"),
            ("e8 a1 f8 o1 g8 a15 i8 o15 j8 a8", "h8 overline"),
        ] {
            let position = after(Rule::Renju, moves);
            let found: Vec<String> = position
                .forbidden_points()
                .iter()
                .map(|(point, kind)| format!("{} {}", point.on(position.size()), kind.name()))
                .collect();
            assert_eq!(found, [forbidden]);
        }
        let wins = |rule, moves, name| {
            let mut position = after(rule, moves);
            assert!(!position.is_over(), "{moves}");
            position.play(Point::parse(name, position.size()).unwrap_or(Point::new(0, 0))).is_ok()
                && position.outcome().is_some_and(|outcome| outcome.winner() == Some(Color::Black))
        };
        let two_ways = "e8 a1 f8 o1 g8 a15 i8 o15 j8 a8 e3 c1 f3 e1 g3 g1 h3 m1";
        assert!(wins(Rule::FREESTYLE, two_ways, "h8") && !wins(Rule::Standard, two_ways, "h8"));
        assert!(wins(Rule::Standard, two_ways, "d3") && wins(Rule::Standard, two_ways, "i3"));
        let caro = "f8 e8 g8 k8 h8 a1 i8 c1 f3 a15 g3 c15 h3 o15 i3 o1";
        assert!(
            !wins(Rule::Caro, caro, "j8") && wins(Rule::Caro, caro, "e3") && wins(Rule::Caro, caro, "j3")
        );
    }
}
