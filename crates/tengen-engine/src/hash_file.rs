//! The transposition table in a file: a header, the entries that are used, and a checksum. All numbers are little-endian.
//!
//! ```text
//! 0   TENGENTT
//! 8   version, 4 bytes
//! 12  checksum of the numbers that keys are made of, 4 bytes
//! 16  checksum of the weights of the evaluation for the rule, 4 bytes
//! 20  length of the rule's name, 1 byte; name; lines of the board, 1 byte
//!     number of entries, 8 bytes
//!     entries: key, 8 bytes; packed word, 8 bytes
//!     CRC-32 of all that stands before, 4 bytes
//! ```

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};

use crc32fast::Hasher;
use tengen_game::{BoardSize, Position};

use crate::EvaluationWeights;
use crate::board::Board;
use crate::search::Memory;
use crate::tt::TtEntry;

const MAGIC: &[u8; 8] = b"TENGENTT";

/// The version changes with the format, with the fields of an entry, and with the meaning of their numbers.
const VERSION: u32 = 1;

/// The reason for which a file of the transposition table is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HashFileError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Read(io::Error),
    /// The file is of another kind.
    #[error("expected a file of the engine's table, which begins with `TENGENTT`")]
    Magic,
    /// The file was written by a program with another format.
    #[error("expected version {expected} of the table's file, found version {found}")]
    Version {
        /// The version that is read.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// Positions have other keys in the program that wrote the file.
    #[error(
        "expected a table with keys {expected:08x}, found one with keys {found:08x}, of another version of the engine"
    )]
    Keys {
        /// The checksum of this engine's keys.
        expected: u32,
        /// The checksum in the file.
        found: u32,
    },
    /// The scores belong to other weights of the evaluation.
    #[error(
        "expected a table for the evaluation {expected:08x}, found one for {found:08x}: the weights differ"
    )]
    Weights {
        /// The checksum of this engine's weights for the rule.
        expected: u32,
        /// The checksum in the file.
        found: u32,
    },
    /// The table belongs to another rule or another board.
    #[error("expected a table for {expected}, found one for {found}")]
    Game {
        /// The rule and the size of the engine's position.
        expected: String,
        /// The rule and the size in the file.
        found: String,
    },
    /// The file ends before its last byte.
    #[error("expected {expected} at byte {at}, found the end of the file")]
    End {
        /// The part of the file that is missing or incomplete.
        expected: &'static str,
        /// The position in the file where the part begins, in bytes.
        at: u64,
    },
    /// The bytes of an entry are no result of a search.
    #[error("expected an entry of the table at byte {at}, found bytes that no search writes")]
    Entry {
        /// The position in the file, in bytes.
        at: u64,
    },
    /// The contents were changed after the file was written.
    #[error("the file is damaged: its checksum is {expected:08x}, that of its contents is {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the contents.
        found: u32,
    },
    /// The file is longer than its header declares.
    #[error("expected the end of the file at byte {at}, found more")]
    Rest {
        /// The offset at which the file should end, in bytes.
        at: u64,
    },
}

/// The result of reading a file of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashRead {
    /// The entries of the file.
    pub entries: u64,
    /// The entries that the table has now: fewer where it is smaller than the one that was written.
    pub kept: u64,
}

/// The properties of engine and game on which the scores and keys of a table depend.
#[derive(Debug)]
pub(crate) struct Fingerprint {
    keys: u32,
    weights: u32,
    rule: String,
    size: BoardSize,
}

impl Fingerprint {
    /// The fingerprint of results for the rule and the board of a position.
    pub(crate) fn new(position: &Position, board: &Board, weights: &EvaluationWeights) -> Fingerprint {
        Fingerprint {
            keys: board.checksum_of_keys(),
            weights: weights.checksum(position.rule()),
            rule: position.rule().to_string(),
            size: position.size(),
        }
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(MAGIC)?;
        for number in [VERSION, self.keys, self.weights] {
            to.write_all(&number.to_le_bytes())?;
        }
        let length = u8::try_from(self.rule.len()).map_err(|_| ErrorKind::InvalidInput)?;
        to.write_all(&[length])?;
        to.write_all(self.rule.as_bytes())?;
        to.write_all(&[self.size.lines()])
    }

    /// Reads a header and compares it with this one. The kind of the file comes first and the weights last, so that the error names the
    /// most general difference.
    fn check(&self, file: &mut Checked<impl Read>) -> Result<(), HashFileError> {
        match file.take::<8>("the file's first word") {
            Ok(magic) if magic == *MAGIC => {}
            Ok(_) | Err(HashFileError::End { .. }) => return Err(HashFileError::Magic),
            Err(error) => return Err(error),
        }
        let [version, keys, weights] =
            [file.number("the version")?, file.number("the header")?, file.number("the header")?];
        if version != VERSION {
            return Err(HashFileError::Version { expected: VERSION, found: version });
        }
        let [length] = file.take("the header")?;
        let mut rule = vec![0; usize::from(length)];
        file.fill(&mut rule, "the name of the rule")?;
        let [lines] = file.take("the size of the board")?;
        if keys != self.keys {
            return Err(HashFileError::Keys { expected: self.keys, found: keys });
        }
        if rule != self.rule.as_bytes() || lines != self.size.lines() {
            let expected = format!("{} on {} lines", self.rule, self.size.lines());
            let found = format!("{} on {lines} lines", String::from_utf8_lossy(&rule).escape_debug());
            return Err(HashFileError::Game { expected, found });
        }
        if weights != self.weights {
            return Err(HashFileError::Weights { expected: self.weights, found: weights });
        }
        Ok(())
    }
}

/// Writes the table of a memory, and returns the number of entries.
pub(crate) fn write(memory: &Memory, of: &Fingerprint, to: &mut dyn Write) -> io::Result<u64> {
    let mut file = Summed { to: BufWriter::new(to), sum: Hasher::new() };
    of.write(&mut file)?;
    let count = memory.tt.entries(memory.age).count() as u64;
    file.write_all(&count.to_le_bytes())?;
    for entry in memory.tt.entries(memory.age) {
        file.write_all(&entry.to_bytes())?;
    }
    let Summed { mut to, sum } = file;
    to.write_all(&sum.finalize().to_le_bytes())?;
    to.flush()?;
    Ok(count)
}

/// Replaces the table of a memory by that of a file. A header that is refused changes nothing; after any other error the table is
/// empty.
pub(crate) fn read(
    memory: &mut Memory,
    of: &Fingerprint,
    from: &mut dyn Read,
) -> Result<HashRead, HashFileError> {
    let mut file = Checked { from: BufReader::new(from), sum: Hasher::new(), at: 0 };
    of.check(&mut file)?;
    memory.clear();
    let read = read_entries(memory, &mut file);
    if read.is_err() {
        memory.clear();
    }
    read
}

fn read_entries(memory: &Memory, file: &mut Checked<impl Read>) -> Result<HashRead, HashFileError> {
    let entries = u64::from_le_bytes(file.take("the number of entries")?);
    for _ in 0..entries {
        let at = file.at;
        let entry = TtEntry::from_bytes(file.take("an entry")?).ok_or(HashFileError::Entry { at })?;
        memory.tt.take_in(entry, memory.age);
    }
    let found = file.sum.clone().finalize();
    let expected = file.number("the checksum")?;
    if expected != found {
        return Err(HashFileError::Checksum { expected, found });
    }
    let at = file.at;
    match file.take::<1>("") {
        Err(HashFileError::End { .. }) => {}
        Ok(_) => return Err(HashFileError::Rest { at }),
        Err(error) => return Err(error),
    }
    let kept = memory.tt.entries(memory.age).count() as u64;
    Ok(HashRead { entries, kept })
}

/// A writer that computes the checksum of the bytes that are written.
struct Summed<W> {
    to: W,
    sum: Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// A reader that computes the checksum of the bytes that are read, and counts them.
struct Checked<R> {
    from: R,
    sum: Hasher,
    at: u64,
}

impl<R: Read> Checked<R> {
    /// Fills `bytes` with the part of the file that is `expected` there.
    fn fill(&mut self, bytes: &mut [u8], expected: &'static str) -> Result<(), HashFileError> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => HashFileError::End { expected, at: self.at },
            _ => HashFileError::Read(error),
        })?;
        self.sum.update(bytes);
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn take<const N: usize>(&mut self, expected: &'static str) -> Result<[u8; N], HashFileError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, expected)?;
        Ok(bytes)
    }

    fn number(&mut self, expected: &'static str) -> Result<u32, HashFileError> {
        self.take(expected).map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use tengen_analysis::{SearchLimits, SystemClock};
    use tengen_game::Rule;

    use super::*;
    use crate::weights::hand_made;
    use crate::{Engine, EngineOptions};

    const DEPTH: u32 = 6;

    fn engine(rule: Rule, hash_bytes: usize) -> Engine {
        let mut engine = Engine::new(EngineOptions::default().with_hash_bytes(hash_bytes));
        engine.set_position(Position::new(rule, BoardSize::FIFTEEN));
        engine
    }

    fn nodes(engine: &mut Engine) -> u64 {
        engine.set_position("freestyle 15 white - h8 i9 g9".parse().unwrap());
        engine.search(&SearchLimits::depth(DEPTH), &SystemClock::new(), &mut ()).nodes
    }

    /// The file of an engine that has searched, and the nodes of the search.
    fn file() -> (Vec<u8>, u64) {
        let mut engine = engine(Rule::FREESTYLE, 1 << 20);
        let nodes = nodes(&mut engine);
        let mut file = Vec::new();
        let entries = engine.write_hash(&mut file).unwrap();
        assert!(entries > 100, "{entries}");
        (file, nodes)
    }

    fn is_empty(engine: &Engine) -> bool {
        let mut file = Vec::new();
        engine.write_hash(&mut file).unwrap() == 0
    }

    #[test]
    fn a_table_that_was_written_is_found_again_at_every_size() {
        let (file, before) = file();
        for hash_bytes in [1 << 20, 8 << 20] {
            let mut engine = engine(Rule::FREESTYLE, hash_bytes);
            let read = engine.read_hash(&mut file.as_slice()).unwrap();
            assert_eq!(read.entries, read.kept);
            assert!(nodes(&mut engine) < before / 2, "{hash_bytes}");
        }
        let mut small = engine(Rule::FREESTYLE, 1 << 10);
        let read = small.read_hash(&mut file.as_slice()).unwrap();
        assert!(read.kept < read.entries && read.kept <= 64, "{read:?}");
    }

    #[test]
    fn a_table_of_another_kind_leaves_the_engine_as_it_was() {
        let (file, _) = file();
        let mut engine = engine(Rule::FREESTYLE, 1 << 20);
        engine.read_hash(&mut file.as_slice()).unwrap();
        let changed = |at: usize| {
            let mut file = file.clone();
            file[at] ^= 1;
            file
        };
        let mut refusal = |file: &[u8]| engine.read_hash(&mut &*file).unwrap_err();
        assert!(matches!(refusal(b""), HashFileError::Magic));
        assert!(matches!(refusal(b"PK\x03\x04 and more"), HashFileError::Magic));
        assert!(matches!(refusal(&changed(8)), HashFileError::Version { expected: 1, found: 0 }));
        assert!(matches!(refusal(&changed(12)), HashFileError::Keys { .. }));
        assert!(matches!(refusal(&changed(16)), HashFileError::Weights { .. }));
        assert!(matches!(refusal(&file[..15]), HashFileError::End { at: 12, .. }));
        assert!(!is_empty(&engine));
        engine.set_position(Position::new(Rule::Renju, BoardSize::FIFTEEN));
        let refused = engine.read_hash(&mut file.as_slice()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "expected a table for renju on 15 lines, found one for freestyle on 15 lines"
        );
        engine.set_weights(hand_made());
        engine.set_position(Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN));
        assert!(matches!(engine.read_hash(&mut file.as_slice()), Err(HashFileError::Weights { .. })));
    }

    #[test]
    fn a_damaged_table_leaves_an_empty_one() {
        let (file, _) = file();
        let entries = 20 + 1 + "freestyle".len() + 1 + 8;
        let changed = |at: usize| {
            let mut file = file.clone();
            file[at] ^= 0x10;
            file
        };
        let longer = [file.as_slice(), b"x"].concat();
        let mut wrong_entry = file.clone();
        wrong_entry[entries + 8..entries + 16].fill(0);
        let refusal = |damaged: &[u8]| {
            let mut engine = engine(Rule::FREESTYLE, 1 << 20);
            engine.read_hash(&mut file.as_slice()).unwrap();
            let refused = engine.read_hash(&mut &*damaged).unwrap_err();
            assert!(is_empty(&engine), "{refused}");
            refused
        };
        assert!(matches!(refusal(&changed(entries)), HashFileError::Checksum { .. }));
        assert!(matches!(refusal(&changed(file.len() - 1)), HashFileError::Checksum { .. }));
        assert!(matches!(refusal(&wrong_entry), HashFileError::Entry { at } if at == entries as u64));
        assert!(matches!(refusal(&longer), HashFileError::Rest { .. }));
        assert!(matches!(
            refusal(&file[..file.len() - 2]),
            HashFileError::End { expected: "the checksum", .. }
        ));
        assert!(matches!(refusal(&file[..entries + 5]), HashFileError::End { expected: "an entry", .. }));
        assert!(matches!(refusal(&file[..entries - 1]), HashFileError::End { .. }));
    }
}
