//! The file of parameters: magic bytes, version, checksum, and sections with a name each. All numbers are little-endian.
//!
//! ```text
//! 0   TENGENEV
//! 8   version, 4 bytes
//! 12  CRC-32 of all that follows, 4 bytes
//! 16  sections: length of the name, 1 byte; name; length of the data, 4 bytes; data
//! ```

use std::sync::Arc;

use super::{Evaluation, Family, Parameters, Weights};

/// What is wrong with a file of evaluation parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The file is of another kind.
    #[error("expected a file of evaluation parameters, which begins with `TENGENEV`")]
    Magic,
    /// It was written by a program that knows more or less.
    #[error("expected version {expected} of the evaluation parameters, found version {found}")]
    Version {
        /// The version that is read.
        expected: u32,
        /// The file's.
        found: u32,
    },
    /// Something was changed after the file was written.
    #[error("the file is damaged: its checksum says {expected:08x}, its contents have {found:08x}")]
    Checksum {
        /// What the file says.
        expected: u32,
        /// What its contents come to.
        found: u32,
    },
    /// The file ends in the middle of something.
    #[error("expected {needed} more bytes at byte {at}, found the end of the file after {found}")]
    End {
        /// Where, from 0.
        at: usize,
        /// What should be there.
        needed: usize,
        /// What is there.
        found: usize,
    },
    /// A section that this version does not have.
    #[error("found a section `{0}`, which version {version} does not have", version = VERSION)]
    UnknownSection(String),
    /// A section comes twice.
    #[error("found section `{0}` a second time")]
    RepeatedSection(&'static str),
    /// A section is not there.
    #[error("expected a section `{0}`, found none")]
    MissingSection(&'static str),
    /// A section has another length than its numbers need.
    #[error("expected {expected} bytes in section `{name}`, found {found}")]
    SectionLength {
        /// The section.
        name: &'static str,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// A number that cannot be.
    #[error("expected {expected} in section `{name}`, found {found}")]
    Number {
        /// The section.
        name: &'static str,
        /// What is allowed.
        expected: &'static str,
        /// What is there.
        found: i32,
    },
    /// The words on where the parameters come from are no text.
    #[error("expected UTF-8 in section `about`")]
    Text,
}

const MAGIC: &[u8; 8] = b"TENGENEV";

/// It changes when a program that reads the older one would misread the newer one.
pub(super) const VERSION: u32 = 1;

const ABOUT: &str = "about";

/// The sections of each family, in the order of [`Family::ALL`].
const SECTIONS: [Sections; Family::ALL.len()] = [
    Sections {
        value: "freestyle.value",
        order: "freestyle.order",
        order_other: "freestyle.order-other",
        threats: "freestyle.threats",
        scale: "freestyle.scale",
    },
    Sections {
        value: "standard.value",
        order: "standard.order",
        order_other: "standard.order-other",
        threats: "standard.threats",
        scale: "standard.scale",
    },
    Sections {
        value: "renju-black.value",
        order: "renju-black.order",
        order_other: "renju-black.order-other",
        threats: "renju-black.threats",
        scale: "renju-black.scale",
    },
    Sections {
        value: "renju-white.value",
        order: "renju-white.order",
        order_other: "renju-white.order-other",
        threats: "renju-white.threats",
        scale: "renju-white.scale",
    },
];

/// The names of a family's sections.
struct Sections {
    value: &'static str,
    order: &'static str,
    order_other: &'static str,
    threats: &'static str,
    scale: &'static str,
}

impl Sections {
    fn names(&self) -> [&'static str; 5] {
        [self.value, self.order, self.order_other, self.threats, self.scale]
    }
}

pub(super) fn write(evaluation: &Evaluation) -> Vec<u8> {
    let mut body = Vec::new();
    put(&mut body, ABOUT, evaluation.about().as_bytes());
    for (names, weights) in SECTIONS.iter().zip(&evaluation.parameters.families) {
        put(&mut body, names.value, &to_bytes(&*weights.value));
        put(&mut body, names.order, &to_bytes(&*weights.order));
        put(&mut body, names.order_other, &to_bytes(&*weights.order_other));
        put(&mut body, names.threats, &to_bytes(&*weights.threats));
        put(&mut body, names.scale, &weights.scale.to_le_bytes());
    }
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend(crc32fast::hash(&body).to_le_bytes());
    file.extend(body);
    file
}

fn put(body: &mut Vec<u8>, name: &str, data: &[u8]) {
    body.push(name.len() as u8);
    body.extend(name.as_bytes());
    body.extend((data.len() as u32).to_le_bytes());
    body.extend(data);
}

fn to_bytes(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(super) fn read(bytes: &[u8]) -> Result<Evaluation, EvaluationError> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(EvaluationError::Magic);
    }
    let version = reader.number()?;
    if version != VERSION {
        return Err(EvaluationError::Version { expected: VERSION, found: version });
    }
    let checksum = reader.number()?;
    let found = crc32fast::hash(&bytes[reader.at..]);
    if checksum != found {
        return Err(EvaluationError::Checksum { expected: checksum, found });
    }
    let sections = Found::read(&mut reader)?;
    let about = String::from_utf8(sections.get(ABOUT)?.to_vec()).map_err(|_| EvaluationError::Text)?;
    let mut families = Family::ALL.map(|_| Weights::zero(1));
    for (weights, names) in families.iter_mut().zip(&SECTIONS) {
        sections.fill(names.value, &mut *weights.value)?;
        sections.fill(names.order, &mut *weights.order)?;
        sections.fill(names.order_other, &mut *weights.order_other)?;
        sections.fill(names.threats, &mut *weights.threats)?;
        let mut scale = [0; 1];
        sections.fill(names.scale, &mut scale)?;
        // The one number without a sign.
        weights.scale = scale[0] as u16;
        if weights.scale == 0 {
            return Err(EvaluationError::Number { name: names.scale, expected: "more than 0", found: 0 });
        }
        if weights.value[0] != 0 {
            let found = i32::from(weights.value[0]);
            return Err(EvaluationError::Number { name: names.value, expected: "0 for code 0", found });
        }
    }
    Ok(Evaluation { parameters: Arc::new(Parameters { about, families }) })
}

/// What has been read of a file.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, needed: usize) -> Result<&'a [u8], EvaluationError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..needed);
        let taken = taken.ok_or(EvaluationError::End { at: self.at, needed, found: rest.len() })?;
        self.at += needed;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, EvaluationError> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }
}

/// The sections of a file, by their names.
struct Found<'a>(Vec<(&'static str, &'a [u8])>);

impl<'a> Found<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Found<'a>, EvaluationError> {
        let known: Vec<&'static str> = SECTIONS.iter().flat_map(Sections::names).chain([ABOUT]).collect();
        let mut found = Found(Vec::new());
        while reader.at < reader.bytes.len() {
            let length = reader.take(1)?[0];
            let name = reader.take(usize::from(length))?;
            let Some(&name) = known.iter().find(|known| known.as_bytes() == name) else {
                return Err(EvaluationError::UnknownSection(String::from_utf8_lossy(name).into_owned()));
            };
            if found.get(name).is_ok() {
                return Err(EvaluationError::RepeatedSection(name));
            }
            let length = reader.number()?;
            found.0.push((name, reader.take(length as usize)?));
        }
        Ok(found)
    }

    fn get(&self, name: &'static str) -> Result<&'a [u8], EvaluationError> {
        let section = self.0.iter().find(|section| section.0 == name);
        section.map(|section| section.1).ok_or(EvaluationError::MissingSection(name))
    }

    fn fill(&self, name: &'static str, numbers: &mut [i16]) -> Result<(), EvaluationError> {
        let data = self.get(name)?;
        let expected = 2 * numbers.len();
        if data.len() != expected {
            return Err(EvaluationError::SectionLength { name, expected, found: data.len() });
        }
        for (number, bytes) in numbers.iter_mut().zip(data.chunks_exact(2)) {
            *number = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        Ok(())
    }
}
