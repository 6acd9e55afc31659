//! Positions of games as records of a fixed length, for programs that train on a GPU, such as `teacher.py`.
//!
//! All numbers are little-endian, and there are no gaps. The file begins with
//!
//! | bytes | type | what |
//! | --- | --- | --- |
//! | 8 | | `TENGENPO` |
//! | 4 | `u32` | the lines of the board |
//! | 4 | `u32` | how many codes there are |
//! | 4 | `u32` | how many positions the games have, on boards of all sizes |
//!
//! and each record has
//!
//! | bytes | type | what |
//! | --- | --- | --- |
//! | 4 | `u32` | the number of the position among those, from 0 |
//! | 4 | `f32` | the evaluation by tables, a logit |
//! | 4 | `f32` | the score of the search as a chance to win, from 0 to 1 |
//! | 4 | `f32` | the result: 1 for a win, 0.5 for a draw, 0 for a loss |
//! | 1 | `u8` | the bucket, which the threats on the board select: the network has a head for each |
//! | 1 | `u8` | the side to move: 0 for Black, 1 for White |
//! | 1 | `u8` | 1 where the game is held out |
//! | 2, 2 | `u16` | the indices of the last move and of the one before it; 65,535 for none |
//! | lines² | `u8` | the points, row by row from the top left: 0 empty, 1 a stone of the side to move, 2 one of the other side |
//! | 4 lines² | `u16` | for each point, the codes of the side to move and of the other side; those of White in renju come after all of Black's |
//!
//! Evaluation, score and result are those of the side to move.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{CODES, Replay};
use tengen_game::{BoardSize, Color, Point};

use super::HELD_OUT;
use super::data::{Target, Targets, visit_positions};
use crate::game::Game;
use crate::samples::{GamesOfRule, families, for_each_game};
use crate::selfplay::board_size;

/// Write the positions of games for the training on a GPU
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: GamesOfRule,
    /// Board size in lines; positions on other boards are counted and left out
    #[arg(long, default_value = "15", value_parser = board_size)]
    size: BoardSize,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const MAGIC: &[u8; 8] = b"TENGENPO";

/// The offset of the number of positions, which is written at the end.
const COUNT_AT: u64 = 16;

/// The index that represents a missing move.
const NO_MOVE: u16 = u16::MAX;

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { source: GamesOfRule { games, rule }, size, out: path } = arguments;
    let weights = EvaluationWeights::built_in();
    let families = families(*rule).len();
    let cannot_write = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(path).with_context(cannot_write)?);
    let mut write = |bytes: &[u8]| out.write_all(bytes).with_context(cannot_write);
    write(MAGIC)?;
    for number in [usize::from(size.lines()), families * CODES, 0] {
        write(&(number as u32).to_le_bytes())?;
    }
    // With a weight of 0 for the result, a target is the score of the search.
    let (mut targets, mut written) = (Targets::without_teacher(0.0), 0);
    for_each_game(games, Some(*rule), HELD_OUT, |game, is_held_out| {
        let mut records = Vec::new();
        visit_positions(&game, is_held_out, &weights, &mut targets, |replay, target| {
            if game.size == *size {
                add_record(&mut records, &game, replay, target, is_held_out, families);
                written += 1;
            }
        })?;
        write(&records)
    })?;
    let count = targets.count;
    out.seek(SeekFrom::Start(COUNT_AT))
        .and_then(|_| out.write_all(&(count as u32).to_le_bytes()))
        .and_then(|()| out.flush())
        .with_context(cannot_write)?;
    crate::report(&format!("{written} of {count} positions are on boards of {} lines", size.lines()));
    Ok(())
}

fn add_record(
    records: &mut Vec<u8>,
    game: &Game,
    replay: &Replay,
    target: &Target,
    is_held_out: bool,
    families: usize,
) {
    let lines = usize::from(game.size.lines());
    let index = |point: Point| usize::from(point.y()) * lines + usize::from(point.x());
    let played: Vec<usize> = game.moves[..target.stones].iter().map(|played| index(played.point)).collect();
    let back = |plies: usize| played.iter().rev().nth(plies).map_or(NO_MOVE, |&index| index as u16);
    records.extend((target.number as u32).to_le_bytes());
    for value in [replay.evaluate() as f32 / target.scale, target.chance, target.result] {
        records.extend(value.to_le_bytes());
    }
    records.extend([replay.bucket() as u8, replay.side().index() as u8, u8::from(is_held_out)]);
    records.extend([back(0), back(1)].into_iter().flat_map(u16::to_le_bytes));
    let mut stones = vec![0; game.size.area()];
    for (plies, &index) in played.iter().rev().enumerate() {
        stones[index] = if plies % 2 == 0 { 2 } else { 1 };
    }
    records.extend(stones);
    let code_of = |point: Point, color: Color| match replay.code(point, color) {
        0 => 0,
        code => code + (color.index().min(families - 1) * CODES) as u16,
    };
    for point in game.size.points() {
        let codes = [replay.side(), !replay.side()].map(|color| code_of(point, color));
        records.extend(codes.into_iter().flat_map(u16::to_le_bytes));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use std::fs;

    use tengen_game::{Position, Rule};

    use super::*;
    use crate::carry_out_line;

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    fn float(bytes: &[u8], at: usize) -> f32 {
        f32::from_bits(number(bytes, at))
    }

    #[test]
    fn records_have_what_the_file_says() {
        let folder = tempfile::tempdir().unwrap();
        let [games, out] = ["games.txt", "out.positions"].map(|name| folder.path().join(name));
        // The first game is held out. Its second position, and all positions of the second game, have no score or another size.
        let text = "renju 15 white h8 i9/40 j8\nrenju 17 black j9 j10/0\nrenju 15 draw h8 i9 j8/m-7 g8/12\n";
        fs::write(&games, text).unwrap();
        let words = format!("positions {} --rule renju --out {}", games.display(), out.display());
        carry_out_line(&words).unwrap();
        let bytes = fs::read(&out).unwrap();
        let (header, records) = bytes.split_at(20);
        assert_eq!(&header[..8], MAGIC);
        assert_eq!([8, 12, 16].map(|at| number(header, at)), [15, 2 * CODES as u32, 4]);
        let area = 15 * 15;
        let records: Vec<&[u8]> = records.chunks(23 + area + 4 * area).collect();
        assert_eq!(records.iter().map(|record| number(record, 0)).collect::<Vec<_>>(), [0, 2, 3]);
        let ([first, lost, last], size) = (records[..].try_into().unwrap(), BoardSize::FIFTEEN);
        assert_eq!([8, 12].map(|at| float(lost, at)), [0.0, 0.5]);
        assert!(float(first, 8) > 0.5 && float(first, 12) == 1.0, "White won, and thought so");
        // White is to move, and the game is held out; h8 is the middle, and there is no earlier move.
        assert_eq!(first[17..23], [1, 1, 112, 0, 255, 255]);
        assert_eq!(last[17..19], [1, 0]);
        let mut position = Position::new(Rule::Renju, size);
        let mut replay = Replay::new(&position);
        for point in ["h8", "i9", "j8"] {
            let point = Point::parse(point, size).unwrap();
            position.play(point).unwrap();
            replay.make(point);
        }
        assert_eq!(usize::from(last[16]), replay.bucket());
        for (index, point) in size.points().enumerate() {
            let stone = match position.board().stone(point) {
                None => 0,
                Some(Color::White) => 1,
                Some(Color::Black) => 2,
            };
            assert_eq!(last[23 + index], stone, "{point:?}");
            let code = |place: usize| number(last, 23 + area + 4 * index) >> (16 * place) & 0xFFFF;
            let [white, black] =
                [Color::White, Color::Black].map(|color| u32::from(replay.code(point, color)));
            let of_white = if white == 0 { 0 } else { white + CODES as u32 };
            assert_eq!([code(0), code(1)], [of_white, black], "{point:?}");
        }
    }
}
