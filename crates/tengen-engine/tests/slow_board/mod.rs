//! The pattern of a stone on a cell, by trying stones out on the rules' own board, with no tables and no bits. The module above
//! says which `Pattern` it is to use: that of the engine's inside or that of its outside.

use tengen_game::{Board, Color, Direction, Point, Position, Rule};

use super::Pattern;

/// The patterns of a stone of `color` on an empty point, by direction. For up to five in a row only: the names do not reach
/// further back.
pub(crate) fn slow_patterns(position: &Position, point: Point, color: Color) -> [Pattern; 4] {
    Direction::ALL.map(|direction| {
        let mut board = position.board().clone();
        board.set(point, Some(color));
        let stones = position.rule().win_length().stones() - 1;
        slow_pattern(&mut board, position.rule(), point, color, direction, stones)
    })
}

/// Whether a stone of `color` on an empty point would win. The game must not be over.
pub(crate) fn slow_win(position: &Position, point: Point, color: Color) -> bool {
    let board = position.board().clone();
    let mut after = Position::from_board(position.rule(), board, color).expect("an unfinished game");
    after.play_unchecked(point);
    after.outcome().is_some_and(|outcome| !outcome.winning_lines().is_empty())
}

fn slow_pattern(
    board: &mut Board,
    rule: Rule,
    point: Point,
    color: Color,
    direction: Direction,
    stones: u8,
) -> Pattern {
    let needed = i16::from(rule.win_length().stones());
    let row = board.run_through(point, color, direction);
    let run = row.length();
    let forbids = rule == Rule::Renju && color == Color::Black;
    if rule.run_wins(color, run, board.blocked_ends(&row, color)) {
        return Pattern::Five;
    }
    if i16::from(run) > needed {
        return if forbids { Pattern::Overline } else { Pattern::Dead };
    }
    if stones == 0 {
        return Pattern::Dead;
    }
    let (mut fives, mut best) = (0, Pattern::Dead);
    let (dx, dy) = direction.step();
    for sign in [-1, 1] {
        for k in 1..=needed {
            let Some(other) = point.offset(sign * k * dx, sign * k * dy, board.size()) else { break };
            match board.stone(other) {
                Some(stone) if stone != color => break,
                Some(_) => {}
                None => {
                    board.set(other, Some(color));
                    let next = slow_pattern(board, rule, point, color, direction, stones - 1);
                    board.set(other, None);
                    fives += u32::from(next == Pattern::Five);
                    best = best.max(match next {
                        Pattern::Five => Pattern::Four,
                        Pattern::OpenFour => Pattern::OpenThree,
                        Pattern::Four | Pattern::DoubleFour => Pattern::Three,
                        Pattern::OpenThree => Pattern::OpenTwo,
                        Pattern::Three => Pattern::Two,
                        Pattern::OpenTwo => Pattern::OpenOne,
                        Pattern::Two => Pattern::One,
                        _ => Pattern::Dead,
                    });
                }
            }
        }
    }
    match fives {
        0 => best,
        1 => Pattern::Four,
        _ if forbids && run != 4 => Pattern::DoubleFour,
        _ if matches!(rule, Rule::Caro | Rule::CaroExact)
            && can_be_stopped(board, rule, point, color, direction) =>
        {
            Pattern::Four
        }
        _ => Pattern::OpenFour,
    }
}

/// Whether one stone of the other colour, anywhere on the line, leaves no five through `point`.
fn can_be_stopped(board: &mut Board, rule: Rule, point: Point, color: Color, direction: Direction) -> bool {
    let (dx, dy) = direction.step();
    let line: Vec<_> = (-9..=9).filter_map(|k| point.offset(k * dx, k * dy, board.size())).collect();
    let empty: Vec<_> = line.into_iter().filter(|&p| board.is_empty(p)).collect();
    empty.iter().any(|&answer| {
        board.set(answer, Some(!color));
        let wins = empty.iter().filter(|&&p| p != answer).any(|&last| {
            board.set(last, Some(color));
            let row = board.run_through(point, color, direction);
            let wins = rule.run_wins(color, row.length(), board.blocked_ends(&row, color));
            board.set(last, None);
            wins
        });
        board.set(answer, None);
        !wins
    })
}
