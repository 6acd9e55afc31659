//! The layout of a record's tree: lines of moves, each variation below the move that it replaces.

use tengen_game::{Color, Move, NodeId, Record};

/// One move of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TreeMove {
    pub(crate) node: NodeId,
    pub(crate) number: usize,
    pub(crate) color: Color,
    pub(crate) played: Move,
}

/// Consecutive moves without a variation in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The nesting depth of the variation: 0 for the main line.
    pub(crate) depth: usize,
    /// Not empty.
    pub(crate) entries: Vec<TreeMove>,
}

/// The blocks from top to bottom. A move that has variations ends its block; the variations come next, and then its line continues.
pub(crate) fn blocks(record: &Record) -> Vec<Block> {
    let first = record.start().side_to_move();
    let entry = |node: NodeId, number: usize| {
        let color = if number.is_multiple_of(2) { !first } else { first };
        Some(TreeMove { node, number, color, played: record.played(node)? })
    };
    let mut blocks = Vec::new();
    // The pending entries of the layout: a node with its move number, whether the node itself is still to be written, and its depth.
    let mut waiting = vec![(NodeId::START, 0, false, 0)];
    while let Some((mut at, mut number, is_new, depth)) = waiting.pop() {
        let mut entries: Vec<TreeMove> = entry(at, number).filter(|_| is_new).into_iter().collect();
        while let Some((&next, others)) = record.children(at).split_first() {
            (at, number) = (next, number + 1);
            entries.extend(entry(at, number));
            if !others.is_empty() {
                waiting.push((at, number, false, depth));
                waiting.extend(others.iter().rev().map(|&other| (other, number, true, depth + 1)));
                break;
            }
        }
        if !entries.is_empty() {
            blocks.push(Block { depth, entries });
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::{BoardSize, Point, Rule};

    fn names(record: &Record) -> Vec<(usize, String)> {
        let name = |entry: &TreeMove| {
            let point = entry.played.point().unwrap().on(BoardSize::FIFTEEN);
            format!("{}{point}", entry.number)
        };
        let line = |block: &Block| block.entries.iter().map(name).collect::<Vec<_>>().join(" ");
        blocks(record).iter().map(|block| (block.depth, line(block))).collect()
    }

    fn play(record: &mut Record, from: usize, names: &[&str]) {
        record.go_to(from);
        names
            .iter()
            .for_each(|name| record.explore(Point::parse(name, BoardSize::FIFTEEN).unwrap()).unwrap());
    }

    #[test]
    fn variations_stand_below_the_move_that_they_replace() {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        assert!(blocks(&record).is_empty());
        play(&mut record, 0, &["h8", "i9", "g7", "f6"]);
        play(&mut record, 1, &["a1", "b2", "c3"]);
        play(&mut record, 2, &["d4"]);
        play(&mut record, 1, &["o15"]);
        play(&mut record, 0, &["h1"]);
        let expected = [
            (0, "1h8"),
            (1, "1h1"),
            (0, "2i9"),
            (1, "2a1 3b2"),
            (2, "3d4"),
            (1, "4c3"),
            (1, "2o15"),
            (0, "3g7 4f6"),
        ];
        assert_eq!(names(&record), expected.map(|(depth, line)| (depth, line.to_owned())));
    }

    #[test]
    fn the_longest_line_takes_no_recursion() {
        let mut record =
            Record::new(Rule::Free(tengen_game::WinLength::new(9).unwrap()), BoardSize::new(22).unwrap());
        for point in BoardSize::new(22).unwrap().points().collect::<Vec<_>>() {
            if record.play(point).is_err() {
                break;
            }
        }
        let moves = record.line().len();
        assert_eq!(blocks(&record).iter().map(|block| block.entries.len()).sum::<usize>(), moves);
    }
}
