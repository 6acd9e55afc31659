//! The single moves that lost games.

use tengen_analysis::Score;
use tengen_game::{Position, moves};

use crate::measure::search;
use crate::suite::{Case, read};

/// An evaluation below this, in engine units, is that of a bad position: not one move alone has lost it.
const PLAYABLE: i32 = -220;

/// Prints the line of a suite for each game that one move has lost: before it, a search gives its side at least [`PLAYABLE`];
/// after it and after every later move of that side, a search of as many nodes finds the win of the other side, the attacker of
/// the line.
pub(crate) fn print(text: &str, nodes: u64) {
    let games = read(text);
    let mut found = 0;
    for Case { line, rule, mut position, attacker, .. } in games {
        let mut lost: Option<(Position, i32)> = None;
        while !position.moves().is_empty() {
            position.undo();
            if position.side_to_move() != attacker {
                continue;
            }
            match search(&position, nodes, &mut ()).score {
                Score::Mate(plies) if plies > 0 => lost = Some((position.clone(), plies)),
                _ => break,
            }
        }
        let Some((after, plies)) = lost else { continue };
        let mut before = after.clone();
        before.undo();
        let report = search(&before, nodes, &mut ());
        let Score::Value(value) = report.score else { continue };
        // Where there was only one move, nothing was searched, and an earlier one has lost.
        if value < PLAYABLE || report.depth == 0 {
            continue;
        }
        found += 1;
        let size = after.size();
        println!("# Game {line}: {value} before the last move, lost in {plies} plies after it.");
        println!("{rule} {} {attacker} 1 {}", size.lines(), moves::write(after.moves(), size));
    }
    println!("# losses, at most {nodes} nodes: {found} games were lost by one move");
}
