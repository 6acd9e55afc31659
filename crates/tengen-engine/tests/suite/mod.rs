//! The solvers' suites: `tests/data/vcf.txt`, `vcf_long.txt`, `vct.txt` and `lost.txt`.
#![allow(dead_code, reason = "tests and benchmarks each use a part of it")]

use tengen_game::{BoardSize, Color, Position, Rule, diagram, moves};

/// Wins by fours from games.
pub(crate) const VCF: &str = include_str!("../data/vcf.txt");

/// Composed wins by fours.
pub(crate) const VCF_LONG: &str = include_str!("../data/vcf_long.txt");

/// Wins by threats from games.
pub(crate) const VCT: &str = include_str!("../data/vct.txt");

/// Forced wins in games that were lost.
pub(crate) const LOST: &str = include_str!("../data/lost.txt");

/// A position with a forced win.
pub(crate) struct Case {
    /// The line of the position in the file, from 1.
    pub(crate) line: usize,
    pub(crate) rule: Rule,
    pub(crate) position: Position,
    pub(crate) attacker: Color,
    /// The length of the win.
    pub(crate) plies: u32,
}

/// Reads a suite: rule, lines of the board, attacker, plies, and moves or rows. `#` begins a comment.
pub(crate) fn read(text: &str) -> Vec<Case> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|(index, line)| case(index + 1, line).unwrap_or_else(|| panic!("line {}: {line}", index + 1)))
        .collect()
}

fn case(number: usize, line: &str) -> Option<Case> {
    let [rule, size, attacker, plies, stones] = line.splitn(5, ' ').collect::<Vec<_>>().try_into().ok()?;
    let rule: Rule = rule.parse().ok()?;
    let size = BoardSize::new(size.parse().ok()?).ok()?;
    let attacker = Color::BOTH.into_iter().find(|color| color.to_string() == attacker)?;
    let position = if stones.contains('/') {
        let board = diagram::read(&stones.replace('/', "\n")).ok().filter(|board| board.size() == size)?;
        Position::from_board(rule, board, attacker).ok()?
    } else {
        let mut position = Position::new(rule, size);
        for played in moves::read(stones, size).ok()? {
            position.play(played).ok()?;
        }
        position
    };
    Some(Case { line: number, rule, position, attacker, plies: plies.parse().ok()? })
}
