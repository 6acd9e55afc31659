//! A mate that is reported is one, however few moves were tried.

use std::time::Duration;

use crate::support::{check, rule};
use tengen_analysis::{Classic, Grade, Score, SearchLimits, SystemClock};
use tengen_classic::{GameTreeOptions, Options};
use tengen_game::{BoardSize, Point, Position, SplitMix};

/// Whether the side to move can force a win with its `stones`-th stone from now at the latest, by exhaustive search.
fn can_win(position: &mut Position, stones: u32) -> bool {
    let moves: Vec<Point> = position.legal_moves().collect();
    moves.into_iter().any(|point| {
        after(position, point, |position| won(position) || stones > 1 && loses(position, stones - 1))
    })
}

/// Whether the side to move loses with every move, to at most `stones` more stones of the other side.
fn loses(position: &mut Position, stones: u32) -> bool {
    let moves: Vec<Point> = position.legal_moves().collect();
    !position.is_over()
        && moves
            .into_iter()
            .all(|point| after(position, point, |position| !position.is_over() && can_win(position, stones)))
}

fn won(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner().is_some())
}

fn after(position: &mut Position, point: Point, ask: impl FnOnce(&mut Position) -> bool) -> bool {
    position.play(point).unwrap();
    let answer = ask(position);
    position.undo();
    answer
}

#[test]
fn reported_mates_are_proved() {
    let game_tree = GameTreeOptions::default().with_breadth(3).unwrap();
    let options = Options { game_tree: game_tree.with_time(Duration::from_secs(5)).unwrap() };
    let (mut wins, mut losses) = (0, 0);
    let mut random = SplitMix::new(7);
    for round in 0..600 {
        let (name, lines, plies) =
            [("free-3", 4, 3), ("free-4", 5, 9), ("caro", 6, 16), ("renju", 6, 16)][round % 4];
        let mut position = Position::new(rule(name), BoardSize::new(lines).unwrap());
        for _ in 0..plies {
            let moves: Vec<Point> = position.legal_moves().collect();
            let point = moves[random.index(moves.len())];
            position.play(point).unwrap();
            if position.is_over() {
                position.undo();
            }
        }
        for classic in [Classic::GameTree, Classic::Minimax(Grade::Hard)] {
            let mut opponent = options.opponent(classic);
            opponent.set_position(position.clone());
            let report = opponent.choose(&SearchLimits::depth(5), &SystemClock::new(), &mut ()).unwrap();
            check(&position, &report);
            let Score::Mate(plies) = report.score else { continue };
            let stones = plies.unsigned_abs().div_ceil(2).min(2);
            // Deeper ones would take all day.
            if !(-4..=3).contains(&plies) {
                continue;
            }
            let proved =
                if plies > 0 { can_win(&mut position, stones) } else { loses(&mut position, stones) };
            assert!(proved, "{classic} {name} {report:?} {:?}", position.board());
            if plies > 0 { wins += 1 } else { losses += 1 }
        }
    }
    assert!(wins > 150 && losses > 8, "{wins} wins and {losses} losses");
}
