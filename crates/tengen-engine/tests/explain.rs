//! The explanations of moves.

use std::fmt::Write as _;
use std::num::NonZeroU16;
use std::time::Duration;

use crate::support::{all_rules, played, rule};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tengen_analysis::{Explanation, Fact, ForcedWin, SolveStop, StopHandle, SystemClock};
use tengen_engine::explain::{ExplainLimits, explain};
use tengen_game::{Board, BoardSize, Color, Move, Outcome, Point, Position, Rule, Symmetry};

const CASES: &str = include_str!("data/explain.txt");

fn explained(position: &Position, played: Point, nodes: u64) -> Explanation {
    let limits = ExplainLimits { nodes, time: None };
    explain(position, played, &limits, &SystemClock::new(), &StopHandle::default()).unwrap()
}

fn points(names: &str, size: BoardSize) -> Vec<Point> {
    names.split_whitespace().map(|name| Point::parse(name, size).unwrap()).collect()
}

/// `RULE LINES COLOR MOVE | BLACK | WHITE`: the move of a side, and the stones of both.
fn read(text: &str) -> (Position, Point) {
    let [head, black, white] = text.split('|').collect::<Vec<_>>().try_into().unwrap();
    let [name, lines, color, played] = head.split_whitespace().collect::<Vec<_>>().try_into().unwrap();
    let size = BoardSize::new(lines.parse().unwrap()).unwrap();
    let mut board = Board::new(size);
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        points(names, size).into_iter().for_each(|point| board.set(point, Some(color)));
    }
    let position = Position::from_board(rule(name), board, color.parse().unwrap()).unwrap();
    (position, Point::parse(played, size).unwrap())
}

/// The facts, one a line.
fn described(explanation: &Explanation, size: BoardSize) -> String {
    let mut text = String::new();
    for fact in &explanation.facts {
        let _ = writeln!(text, "{}", words(fact, size));
    }
    for open in &explanation.undecided {
        let _ = writeln!(text, "undecided {} {} {:?}", open.question.name(), open.means.name(), open.stop);
    }
    text
}

fn words(fact: &Fact, size: BoardSize) -> String {
    let points = |points: &[Point]| {
        let names: Vec<String> = points.iter().map(|point| point.on(size).to_string()).collect();
        names.join(" ")
    };
    let win = |win: &ForcedWin| {
        let line: Vec<String> = win.line.iter().map(|played| played.on(size).to_string()).collect();
        assert_eq!(win.line.len() as u32, win.plies());
        format!("{} {}: {}", win.means.name(), win.moves, line.join(" "))
    };
    let rest = match fact {
        Fact::Forbidden(kind) => kind.name().to_owned(),
        Fact::Wins { rows } => {
            let rows: Vec<String> =
                rows.iter().map(|row| points(&row.points().collect::<Vec<_>>())).collect();
            rows.join(", ")
        }
        Fact::LosesToFive { at } | Fact::StopsWin { at } => points(at),
        Fact::MissesWin(it)
        | Fact::AllowsWin(it)
        | Fact::StartsWin(it)
        | Fact::PreventsWin(it)
        | Fact::ThreatensWin(it) => win(it),
        Fact::Traps { at, kind } => format!("{} {kind}", at.on(size)),
        Fact::Makes { shape, cells } | Fact::Blocks { shape, cells } | Fact::Denies { shape, cells } => {
            format!("{} {}", shape.name(), points(cells))
        }
        Fact::Draws(reason) => format!("{reason:?}"),
        Fact::Quiet { twos } => {
            let twos: Vec<String> = twos
                .iter()
                .map(|two| {
                    let kind = if two.is_open { "open two" } else { "two" };
                    format!("{kind} {:?} {}", two.direction, points(&two.cells))
                })
                .collect();
            twos.join(", ")
        }
    };
    format!("{} {rest}", fact.name()).trim_end().to_owned()
}

#[test]
fn moves_have_the_facts_of_the_table() {
    let text: Vec<&str> = CASES.lines().filter(|line| !line.starts_with('#')).collect();
    let cases = text.split(|line| line.is_empty()).filter(|case| !case.is_empty());
    let mut checked = 0;
    for case in cases {
        let (position, played) = read(case[0]);
        let explanation = explained(&position, played, 100_000);
        assert_eq!(explanation.mover, position.side_to_move());
        let expected: String = case[1..].iter().map(|line| format!("{line}\n")).collect();
        let found = described(&explanation, position.size());
        assert_eq!(found, expected, "{}", case[0]);
        checked += 1;
    }
    assert!(checked > 30);
}

#[test]
fn illegal_moves_are_not_explained() {
    let position = played(Rule::FREESTYLE, 15, "h8 i9");
    let explain = |position: &Position, x, y| {
        let limits = ExplainLimits::default();
        explain(position, Point::new(x, y), &limits, &SystemClock::new(), &StopHandle::default())
            .map_err(|error| error.to_string())
    };
    assert_eq!(explain(&position, 7, 7), Err("h8 is already occupied".to_owned()));
    assert!(explain(&position, 15, 0).unwrap_err().ends_with("is not on a 15×15 board"));
    let over = played(Rule::FREESTYLE, 15, "h8 a1 h9 c1 h10 e1 h11 g1 h12");
    assert_eq!(explain(&over, 0, 0), Err("the game is over".to_owned()));
}

#[test]
fn undecided_questions_are_reported() {
    let (position, played) = read("freestyle 15 black h11 | h8 h9 h10 | g8 g9 g11");
    let explanation = explained(&position, played, 0);
    assert_eq!(
        described(&explanation, position.size()),
        "makes open-four h11 h10 h9 h8\nundecided starts-win vcf Nodes\nundecided allows-win vcf Nodes\n"
    );
    let stop = StopHandle::default();
    stop.stop();
    let limits = ExplainLimits { nodes: 1_000_000, time: Some(Duration::from_secs(600)) };
    let stopped = explain(&position, played, &limits, &SystemClock::new(), &stop).unwrap();
    assert_eq!((&stopped.facts, stopped.nodes), (&explanation.facts, 0));
    assert!(stopped.undecided.iter().all(|open| open.stop == SolveStop::Stopped));
    let limits = ExplainLimits { nodes: 1_000_000, time: Some(Duration::ZERO) };
    let late = explain(&position, played, &limits, &SystemClock::new(), &StopHandle::default()).unwrap();
    assert!(!late.undecided.is_empty() && late.undecided.iter().all(|open| open.stop == SolveStop::Time));
}

/// A game that ends with the move, or one move later, has no more wins to come.
#[test]
fn the_maximum_number_of_moves_counts() {
    let game = |most| {
        let position =
            played(Rule::FREESTYLE, 15, "h8 g8 h9 g9 h10 g11").with_max_moves(NonZeroU16::new(most));
        described(
            &explained(&position, Point::parse("h11", position.size()).unwrap(), 1_000),
            position.size(),
        )
    };
    assert_eq!(game(7), "makes open-four h11 h10 h9 h8\ndraws MoveLimit\n");
    assert_eq!(game(8), "makes open-four h11 h10 h9 h8\n");
    assert_eq!(game(9), "starts-win vcf 2: h11 h12 h7\nmakes open-four h11 h10 h9 h8\n");
}

/// A position of some random moves, and another move in it, which may be forbidden.
fn any_move() -> impl Strategy<Value = (Position, Point)> {
    let game = (select(all_rules()), 5_usize..=11, vec(any::<Index>(), 0..40), any::<Index>(), any::<bool>());
    game.prop_map(|(rule, lines, moves, last, crowded)| {
        let size = BoardSize::new(lines).unwrap();
        let mut position = Position::new(rule, size);
        let near = |point: &Point| !crowded || point.x().max(point.y()) < 6;
        for index in moves {
            let mut next = position.clone();
            let legal: Vec<Point> = next.legal_moves().filter(near).collect();
            if !legal.is_empty() {
                next.play(legal[index.index(legal.len())]).unwrap();
            }
            if !next.is_over() {
                position = next;
            }
        }
        let empty: Vec<Point> = size.points().filter(|&point| position.board().is_empty(point)).collect();
        let played = empty[last.index(empty.len())];
        (position, played)
    })
}

/// The facts as text, with the points where `by` puts them; forced wins by their means alone.
fn image(explanation: &Explanation, by: Symmetry, size: BoardSize) -> Vec<(String, Vec<Vec<Point>>)> {
    let moved = |points: &mut dyn Iterator<Item = Point>| {
        let mut points: Vec<Point> = points.map(|point| by.apply(point, size)).collect();
        points.sort_by_key(|point| (point.y(), point.x()));
        points
    };
    let image = |fact: &Fact| {
        let (what, mut points) = match fact {
            Fact::Forbidden(kind) => (kind.name(), Vec::new()),
            Fact::Wins { rows } => ("", rows.iter().map(|row| moved(&mut row.points())).collect()),
            Fact::LosesToFive { at } | Fact::StopsWin { at } => ("", vec![moved(&mut at.iter().copied())]),
            Fact::Traps { at, kind } => (kind.name(), vec![vec![by.apply(*at, size)]]),
            Fact::MissesWin(win)
            | Fact::AllowsWin(win)
            | Fact::StartsWin(win)
            | Fact::PreventsWin(win)
            | Fact::ThreatensWin(win) => (win.means.name(), Vec::new()),
            Fact::Makes { shape, cells } | Fact::Blocks { shape, cells } | Fact::Denies { shape, cells } => {
                (shape.name(), vec![moved(&mut cells.iter().copied())])
            }
            Fact::Draws(_) => ("", Vec::new()),
            Fact::Quiet { twos } => {
                ("", twos.iter().map(|two| moved(&mut two.cells.iter().copied())).collect())
            }
        };
        points.sort_by_key(|points| points.iter().map(|point| (point.y(), point.x())).collect::<Vec<_>>());
        (format!("{} {what}", fact.name()), points)
    };
    let mut facts: Vec<_> = explanation.facts.iter().map(image).collect();
    facts.sort_by_key(|(what, points)| (what.clone(), format!("{points:?}")));
    facts
}

/// A win's line can be played from where `first` moves, and wins.
fn check_win(position: &Position, first: Color, win: &ForcedWin) {
    let mut position = Position::from_board(position.rule(), position.board().clone(), first).unwrap();
    for &played in &win.line {
        position.play(played).unwrap();
    }
    assert_eq!(position.outcome().and_then(Outcome::winner), Some(first), "{win:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn facts_agree_with_the_rules((position, played) in any_move()) {
        let explanation = explained(&position, played, 500);
        let mut after = position.clone();
        after.play_unchecked(played);
        let outcome = after.outcome();
        let mover = position.side_to_move();
        prop_assert!(!explanation.facts.is_empty());
        let has = |name: &str| explanation.facts.iter().any(|fact| fact.name() == name);
        prop_assert_eq!(has("wins"), outcome.and_then(Outcome::winner) == Some(mover));
        prop_assert_eq!(has("forbidden"), matches!(outcome, Some(Outcome::ForbiddenLoss { .. })));
        prop_assert_eq!(has("draws"), matches!(outcome, Some(Outcome::Draw(_))));
        let wins_next = |position: &Position| -> Vec<Point> {
            let wins = |point: &Point| {
                let mut next = position.clone();
                next.play(*point).is_ok() && next.outcome().and_then(Outcome::winner) == Some(position.side_to_move())
            };
            position.size().points().filter(wins).collect()
        };
        let left = wins_next(&after);
        for fact in &explanation.facts {
            match fact {
                Fact::LosesToFive { at } => prop_assert_eq!(at, &left),
                Fact::StopsWin { at } => {
                    let theirs = Position::from_board(position.rule(), position.board().clone(), !mover).unwrap();
                    let mut before = wins_next(&theirs);
                    before.retain(|point| !left.contains(point));
                    prop_assert_eq!(at, &before);
                }
                Fact::Makes { cells, .. } => {
                    prop_assert!(cells.contains(&played));
                    prop_assert!(cells.iter().all(|&cell| after.board().stone(cell) == Some(mover)));
                }
                Fact::Blocks { cells, .. } | Fact::Denies { cells, .. } => {
                    prop_assert!(cells.iter().all(|&cell| position.board().stone(cell) == Some(!mover)));
                }
                Fact::MissesWin(win) => check_win(&position, mover, win),
                Fact::StartsWin(win) => {
                    prop_assert_eq!(win.line[0], Move::Place(played));
                    check_win(&position, mover, win);
                }
                Fact::AllowsWin(win) => check_win(&after, !mover, win),
                Fact::PreventsWin(win) => check_win(&position, !mover, win),
                Fact::ThreatensWin(win) => check_win(&after, mover, win),
                _ => {}
            }
        }
        prop_assert!(left.is_empty() || has("loses-to-five"));
    }

    #[test]
    fn facts_are_the_same_from_every_side((position, played) in any_move(), by in select(&Symmetry::ALL[1..])) {
        let size = position.size();
        let turned = by.apply_to_board(position.board());
        let turned = Position::from_board(position.rule(), turned, position.side_to_move()).unwrap();
        for nodes in [0, 2_000] {
            let explanation = explained(&position, played, nodes);
            let other = explained(&turned, by.apply(played, size), nodes);
            if nodes == 0 || explanation.undecided.is_empty() && other.undecided.is_empty() {
                prop_assert_eq!(image(&explanation, by, size), image(&other, Symmetry::Identity, size));
            }
        }
    }
}
