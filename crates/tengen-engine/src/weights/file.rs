//! The files of parameters: magic bytes, version, checksum, and sections with a name each. One file has the tables of all
//! families; a network has a file of its own, which also has the checksum of the tables that it corrects. All numbers are
//! little-endian.
//!
//! ```text
//! 0   TENGENEV
//! 8   version, 4 bytes
//! 12  CRC-32 of all that follows, 4 bytes
//! 16  sections: length of the name, 1 byte; name; length of the data, 4 bytes; data
//! ```

use std::sync::Arc;

use tengen_game::{Color, Rule};

use super::{
    EvaluationWeights, Family, FamilyWeights, NetworkFile, NetworkWeights, Parameters, PolicyWeights,
    ShapeFeatures,
};

/// The error of a file of evaluation parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file is of another kind.
    #[error("expected a file of evaluation weights, which begins with `TENGENEV`")]
    Magic,
    /// The file has another version.
    #[error("expected version {expected} of the evaluation weights, found version {found}")]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// The contents were changed after the file was written.
    #[error("the file is damaged: its checksum says {expected:08x}, its contents have {found:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of its contents.
        found: u32,
    },
    /// The file ends within a section or a number.
    #[error("expected {needed} more bytes at byte {at}, found the end of the file after {found}")]
    End {
        /// The offset in the file, from 0.
        at: usize,
        /// The number of bytes that are needed.
        needed: usize,
        /// The number that was found.
        found: usize,
    },
    /// A section that this version does not have.
    #[error("found a section `{0}`, which version {version} does not have", version = VERSION)]
    UnknownSection(String),
    /// A section comes twice.
    #[error("found section `{0}` a second time")]
    RepeatedSection(&'static str),
    /// A file of a network has no section of a network.
    #[error(
        "expected a section `freestyle.network`, `standard.network`, `renju-black.network` or `caro.network`, found none"
    )]
    NoNetwork,
    /// A file of a network has sections of two rules.
    #[error("expected the network of one rule, found section `{section}` beside that of {rule}")]
    OtherNetwork {
        /// The section of another rule.
        section: &'static str,
        /// The rule of the network.
        rule: &'static str,
    },
    /// A network belongs to other tables.
    #[error(
        "expected a network for the tables of {family}, whose checksum is {found:08x}, found one for {expected:08x}"
    )]
    Tables {
        /// The family.
        family: &'static str,
        /// The checksum of the tables that the network was trained with.
        expected: u32,
        /// The checksum of the tables.
        found: u32,
    },
    /// A section is missing.
    #[error("expected a section `{0}`, found none")]
    MissingSection(&'static str),
    /// A section has another length than its numbers need.
    #[error("expected {expected} bytes in section `{name}`, found {found}")]
    SectionLength {
        /// The name of the section.
        name: &'static str,
        /// The expected length in bytes.
        expected: usize,
        /// The length that was found, in bytes.
        found: usize,
    },
    /// A number is out of its range.
    #[error("expected {expected} in section `{name}`, found {found}")]
    Number {
        /// The name of the section.
        name: &'static str,
        /// The numbers that are allowed.
        expected: &'static str,
        /// The number that was found.
        found: i32,
    },
    /// The text about the origin of the parameters is not UTF-8.
    #[error("expected UTF-8 in section `about`")]
    Text,
}

const MAGIC: &[u8; 8] = b"TENGENEV";

/// The version of the format. It changes when a program for the older version would misread the newer one.
pub(super) const VERSION: u32 = 4;

const ABOUT: &str = "about";

/// The sections of each family, in the order of [`Family::ALL`].
const SECTIONS: [Sections; Family::ALL.len()] = [
    Sections {
        value: "freestyle.value",
        order: "freestyle.order",
        order_other: "freestyle.order-other",
        threats: "freestyle.threats",
        scale: "freestyle.scale",
        tables: "freestyle.tables",
        network: "freestyle.network",
        shapes: "freestyle.shapes",
        policy: "freestyle.policy",
    },
    Sections {
        value: "standard.value",
        order: "standard.order",
        order_other: "standard.order-other",
        threats: "standard.threats",
        scale: "standard.scale",
        tables: "standard.tables",
        network: "standard.network",
        shapes: "standard.shapes",
        policy: "standard.policy",
    },
    Sections {
        value: "renju-black.value",
        order: "renju-black.order",
        order_other: "renju-black.order-other",
        threats: "renju-black.threats",
        scale: "renju-black.scale",
        tables: "renju-black.tables",
        network: "renju-black.network",
        shapes: "renju-black.shapes",
        policy: "renju-black.policy",
    },
    Sections {
        value: "renju-white.value",
        order: "renju-white.order",
        order_other: "renju-white.order-other",
        threats: "renju-white.threats",
        scale: "renju-white.scale",
        tables: "renju-white.tables",
        network: "renju-white.network",
        shapes: "renju-white.shapes",
        policy: "renju-white.policy",
    },
    Sections {
        value: "caro.value",
        order: "caro.order",
        order_other: "caro.order-other",
        threats: "caro.threats",
        scale: "caro.scale",
        tables: "caro.tables",
        network: "caro.network",
        shapes: "caro.shapes",
        policy: "caro.policy",
    },
];

/// The family whose tables another one has where a file has none of its own.
const fn family_instead(family: Family) -> Option<Family> {
    match family {
        Family::Caro => Some(Family::Freestyle),
        Family::Freestyle | Family::Standard | Family::RenjuBlack | Family::RenjuWhite => None,
    }
}

/// The names of a family's sections.
struct Sections {
    value: &'static str,
    order: &'static str,
    order_other: &'static str,
    threats: &'static str,
    scale: &'static str,
    /// In the file of a network: the checksum of the tables that it corrects.
    tables: &'static str,
    network: &'static str,
    /// The features of shapes, which a network may do without.
    shapes: &'static str,
    /// The policy, which a network may do without.
    policy: &'static str,
}

impl Sections {
    fn of_tables(&self) -> [&'static str; 5] {
        [self.value, self.order, self.order_other, self.threats, self.scale]
    }

    fn of_network(&self) -> [&'static str; 4] {
        [self.tables, self.network, self.shapes, self.policy]
    }
}

pub(super) fn write(weights: &EvaluationWeights) -> Vec<u8> {
    let mut body = Vec::new();
    put(&mut body, ABOUT, weights.about().as_bytes());
    for family in Family::ALL {
        let tables = weights.family(family);
        if family_instead(family).is_none_or(|other| !tables.has_tables_of(weights.family(other))) {
            put_tables(&mut body, &SECTIONS[family as usize], tables);
        }
    }
    with_header(&body)
}

pub(super) fn write_network(weights: &EvaluationWeights, file: NetworkFile) -> Option<Vec<u8>> {
    let (mut body, mut about) = (Vec::new(), None);
    for &family in file.families() {
        let (names, weights) = (&SECTIONS[family as usize], weights.family(family));
        let network = weights.network.as_ref()?;
        about.get_or_insert(network.about());
        put(&mut body, names.tables, &checksum_of_tables(names, weights).to_le_bytes());
        put_network(&mut body, names, network);
    }
    put(&mut body, ABOUT, about?.as_bytes());
    Some(with_header(&body))
}

/// The checksum of the tables and the networks of a rule.
pub(super) fn checksum(weights: &EvaluationWeights, rule: Rule) -> u32 {
    let mut body = Vec::new();
    for color in [Color::Black, Color::White] {
        let family = Family::of(rule, color);
        let (names, weights) = (&SECTIONS[family as usize], weights.family(family));
        put_tables(&mut body, names, weights);
        if let Some(network) = &weights.network {
            put_network(&mut body, names, network);
        }
    }
    crc32fast::hash(&body)
}

/// The checksum of the tables of a family.
fn checksum_of_tables(names: &Sections, weights: &FamilyWeights) -> u32 {
    let mut body = Vec::new();
    put_tables(&mut body, names, weights);
    crc32fast::hash(&body)
}

fn put_tables(body: &mut Vec<u8>, names: &Sections, weights: &FamilyWeights) {
    put(body, names.value, &to_bytes(&*weights.value));
    put(body, names.order, &to_bytes(&*weights.order));
    put(body, names.order_other, &to_bytes(&*weights.order_other));
    put(body, names.threats, &to_bytes(&*weights.threats));
    put(body, names.scale, &weights.scale.to_le_bytes());
}

fn put_network(body: &mut Vec<u8>, names: &Sections, network: &NetworkWeights) {
    put(body, names.network, &network.to_bytes());
    if let Some(shapes) = network.shapes() {
        put(body, names.shapes, &shapes.to_bytes());
    }
    if let Some(policy) = network.policy() {
        put(body, names.policy, &policy.to_bytes());
    }
}

fn with_header(body: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend(crc32fast::hash(body).to_le_bytes());
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

pub(super) fn read(bytes: &[u8]) -> Result<EvaluationWeights, WeightsError> {
    let sections = Found::read(bytes, &|names| names.of_tables().to_vec())?;
    let about = sections.about()?;
    let mut families = Family::ALL.map(|_| FamilyWeights::zero(1));
    for family in Family::ALL {
        let names = &SECTIONS[family as usize];
        if let Some(other) = family_instead(family)
            && names.of_tables().iter().all(|name| sections.get(name).is_err())
        {
            families[family as usize] = families[other as usize].clone();
            continue;
        }
        let weights = &mut families[family as usize];
        sections.fill(names.value, &mut *weights.value)?;
        sections.fill(names.order, &mut *weights.order)?;
        sections.fill(names.order_other, &mut *weights.order_other)?;
        sections.fill(names.threats, &mut *weights.threats)?;
        let mut scale = [0; 1];
        sections.fill(names.scale, &mut scale)?;
        // The one number without a sign.
        weights.scale = scale[0] as u16;
        if weights.scale == 0 {
            return Err(WeightsError::Number { name: names.scale, expected: "more than 0", found: 0 });
        }
        if weights.value[0] != 0 {
            let found = i32::from(weights.value[0]);
            return Err(WeightsError::Number { name: names.value, expected: "0 for code 0", found });
        }
    }
    Ok(EvaluationWeights { parameters: Arc::new(Parameters { about, families }) })
}

pub(super) fn read_network(
    tables: &EvaluationWeights,
    bytes: &[u8],
) -> Result<EvaluationWeights, WeightsError> {
    let sections = Found::read(bytes, &|names| names.of_network().to_vec())?;
    let has_one = |file: NetworkFile, name: fn(&Sections) -> &'static str| {
        file.families().iter().any(|&family| sections.get(name(&SECTIONS[family as usize])).is_ok())
    };
    let of_file = |file: &NetworkFile| has_one(*file, |names| names.network);
    let file = NetworkFile::ALL.into_iter().find(of_file).ok_or(WeightsError::NoNetwork)?;
    let of_rule = |section: &str| {
        let names = file.families().iter().map(|&family| &SECTIONS[family as usize]);
        names.flat_map(Sections::of_network).any(|name| name == section)
    };
    if let Some(&(section, _)) = sections.0.iter().find(|(name, _)| *name != ABOUT && !of_rule(name)) {
        return Err(WeightsError::OtherNetwork { section, rule: file.name() });
    }
    // All families of a rule have shapes, or none has; likewise a policy.
    let has_shapes = has_one(file, |names| names.shapes);
    let has_policy = has_one(file, |names| names.policy);
    let (about, mut weights) = (sections.about()?, tables.clone());
    for &family in file.families() {
        let names = &SECTIONS[family as usize];
        let checksum = sections.get(names.tables)?.try_into().map(u32::from_le_bytes).map_err(|_| {
            let found = sections.get(names.tables).map_or(0, <[u8]>::len);
            WeightsError::SectionLength { name: names.tables, expected: 4, found }
        })?;
        let found = checksum_of_tables(names, tables.family(family));
        if checksum != found {
            return Err(WeightsError::Tables { family: family.name(), expected: checksum, found });
        }
        let mut network =
            NetworkWeights::read(names.network, sections.get(names.network)?, family, about.clone())?;
        if has_shapes {
            network = network.with_shapes(ShapeFeatures::read(names.shapes, sections.get(names.shapes)?)?);
        }
        if has_policy {
            let policy = PolicyWeights::read(names.policy, sections.get(names.policy)?)?;
            network = network.with_policy(Some(policy));
        }
        let network = Some(Arc::new(network));
        let numbers = FamilyWeights { network, ..tables.family(family).clone() };
        weights = weights.with_family(family, numbers, tables.about());
    }
    Ok(weights)
}

/// A file that is being read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, needed: usize) -> Result<&'a [u8], WeightsError> {
        let rest = &self.bytes[self.at..];
        let taken = rest.get(..needed);
        let taken = taken.ok_or(WeightsError::End { at: self.at, needed, found: rest.len() })?;
        self.at += needed;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, WeightsError> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }
}

/// The sections of a file, by their names.
struct Found<'a>(Vec<(&'static str, &'a [u8])>);

impl<'a> Found<'a> {
    /// Checks a file's header and checksum, and finds its sections. The expected sections of each family are those of
    /// `of_family`.
    fn read(
        bytes: &'a [u8],
        of_family: &dyn Fn(&Sections) -> Vec<&'static str>,
    ) -> Result<Found<'a>, WeightsError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(WeightsError::Magic);
        }
        let version = reader.number()?;
        if version != VERSION {
            return Err(WeightsError::Version { expected: VERSION, found: version });
        }
        let checksum = reader.number()?;
        let found = crc32fast::hash(&bytes[reader.at..]);
        if checksum != found {
            return Err(WeightsError::Checksum { expected: checksum, found });
        }
        let known: Vec<&'static str> = SECTIONS.iter().flat_map(of_family).chain([ABOUT]).collect();
        let mut found = Found(Vec::new());
        while reader.at < reader.bytes.len() {
            let length = reader.take(1)?[0];
            let name = reader.take(usize::from(length))?;
            let Some(&name) = known.iter().find(|known| known.as_bytes() == name) else {
                return Err(WeightsError::UnknownSection(String::from_utf8_lossy(name).into_owned()));
            };
            if found.get(name).is_ok() {
                return Err(WeightsError::RepeatedSection(name));
            }
            let length = reader.number()?;
            found.0.push((name, reader.take(length as usize)?));
        }
        Ok(found)
    }

    fn about(&self) -> Result<String, WeightsError> {
        String::from_utf8(self.get(ABOUT)?.to_vec()).map_err(|_| WeightsError::Text)
    }

    fn get(&self, name: &'static str) -> Result<&'a [u8], WeightsError> {
        let section = self.0.iter().find(|section| section.0 == name);
        section.map(|section| section.1).ok_or(WeightsError::MissingSection(name))
    }

    fn fill(&self, name: &'static str, numbers: &mut [i16]) -> Result<(), WeightsError> {
        let data = self.get(name)?;
        let expected = 2 * numbers.len();
        if data.len() != expected {
            return Err(WeightsError::SectionLength { name, expected, found: data.len() });
        }
        for (number, bytes) in numbers.iter_mut().zip(data.chunks_exact(2)) {
            *number = i16::from_le_bytes([bytes[0], bytes[1]]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use proptest::prelude::*;

    use super::super::{
        BUCKETS, FeatureRow, NETWORKS, NetworkHead, PolicyNumbers, SHARED_FEATURES, TABLES, hand_made,
        network::SHAPE_BYTES, policy::POLICY_BYTES,
    };
    use super::*;
    use crate::board::CODES;

    #[test]
    fn the_embedded_files_are_sound() {
        let weights = EvaluationWeights::read(TABLES).unwrap();
        assert!(!weights.about().is_empty());
        assert_eq!(weights.write(), TABLES, "the file is as it would be written");
        let mut found = 0;
        for file in NetworkFile::ALL {
            let of_file = |network: &&[u8]| weights.with_network(network).unwrap().has_network(file);
            let Some(network) = NETWORKS.into_iter().find(of_file) else { continue };
            let weights = weights.with_network(network).unwrap();
            assert!(EvaluationWeights::built_in().has_network(file));
            assert_eq!(weights.write_network(file).unwrap(), network, "the file is as it would be written");
            let about = weights.family(file.families()[0]).network.as_ref().unwrap().about();
            assert!(about.contains("positions"), "{about}");
            found += 1;
        }
        assert_eq!(found, NETWORKS.len());
    }

    /// Shapes of which one has a row of its own, and one side.
    fn shapes() -> ShapeFeatures {
        let mut shapes = ShapeFeatures::zero();
        (shapes.own[40][2], shapes.own[40][31]) = (i8::MIN, 7);
        shapes.sides[8][31] = 24;
        shapes
    }

    /// A policy that likes one code.
    fn policy() -> PolicyWeights {
        let mut numbers = PolicyNumbers::zero();
        numbers.own[7] = 100;
        PolicyWeights::new(numbers).unwrap()
    }

    /// Parameters with networks of all families, which do not change the tables' value. All but standard's have shapes and a policy.
    fn with_networks() -> EvaluationWeights {
        Family::ALL.into_iter().fold(hand_made(), |weights, family| {
            let mut heads = [(); BUCKETS].map(|()| NetworkHead::zero());
            heads[1].direct[5] = i16::MAX;
            let mut own = [FeatureRow::<i8>::ZERO; CODES];
            own[7].own[3] = -9;
            let mut shared = [FeatureRow::<i16>::ZERO; SHARED_FEATURES];
            shared[1].other[31] = i16::MIN;
            let about = "Made by a test.".to_owned();
            let network =
                NetworkWeights::new(family, about, Box::new(shared), Box::new(own), Box::new(heads));
            assert_eq!((network.codebook()[7].own[3], network.codebook()[2].other[30]), (-9, 0));
            let network = match family {
                Family::Standard => network,
                _ => network.with_shapes(shapes()).with_policy(Some(policy())),
            };
            let numbers =
                FamilyWeights { network: Some(Arc::new(network)), ..weights.family(family).clone() };
            let about = weights.about().to_owned();
            weights.with_family(family, numbers, &about)
        })
    }

    #[test]
    fn a_network_has_a_file_of_its_own() {
        let (weights, tables) = (with_networks(), hand_made());
        assert_eq!(EvaluationWeights::read(&weights.write()).as_ref(), Ok(&tables));
        assert_eq!(tables.write_network(NetworkFile::Renju), None);
        let read = NetworkFile::ALL.into_iter().fold(tables, |tables, file| {
            assert!(!tables.has_network(file));
            let read = tables.with_network(&weights.write_network(file).unwrap()).unwrap();
            assert!(read.has_network(file));
            read
        });
        assert_eq!(read, weights);
    }

    #[test]
    fn caro_has_the_tables_of_freestyle_unless_a_file_has_others() {
        let shared = hand_made().write();
        assert!(!shared.windows(10).any(|bytes| bytes == b"caro.value"));
        let mut changed = hand_made().family(Family::Freestyle).clone();
        changed.value[9] += 1;
        let both =
            EvaluationWeights::read(&hand_made().with_family(Family::Freestyle, changed.clone(), "").write());
        // The file had tables of caro, which are no longer those of freestyle.
        assert_eq!(both.unwrap().family(Family::Caro), hand_made().family(Family::Caro));
        let own = hand_made().with_family(Family::Caro, changed.clone(), "");
        let read = EvaluationWeights::read(&own.write()).unwrap();
        assert_eq!(
            (read.family(Family::Caro), read.family(Family::Freestyle)),
            (&changed, hand_made().family(Family::Freestyle))
        );
        let mut body = Vec::new();
        put(&mut body, ABOUT, b"");
        for (family, names) in
            Family::ALL.into_iter().zip(&SECTIONS).filter(|(family, _)| *family != Family::Caro)
        {
            put_tables(&mut body, names, hand_made().family(family));
        }
        put(&mut body, "caro.scale", &7_u16.to_le_bytes());
        assert_eq!(
            EvaluationWeights::read(&with_header(&body)),
            Err(WeightsError::MissingSection("caro.value")),
            "some tables of caro"
        );
    }

    #[test]
    fn a_network_for_other_tables_is_refused() {
        let network = with_networks().write_network(NetworkFile::Standard).unwrap();
        let fault = |weights: &EvaluationWeights, network: &[u8]| {
            weights.with_network(network).map(|_| ()).unwrap_err().to_string()
        };
        let mut changed = hand_made().family(Family::Standard).clone();
        changed.threats[5] += 1;
        let other = hand_made().with_family(Family::Standard, changed, "");
        let found = fault(&other, &network);
        assert!(
            found.starts_with("expected a network for the tables of standard, whose checksum"),
            "{found}"
        );
        // Other families may differ.
        let like = hand_made().with_family(Family::Freestyle, other.family(Family::Standard).clone(), "");
        assert!(like.with_network(&network).is_ok());
        assert_eq!(
            fault(&like, &hand_made().write()),
            "found a section `freestyle.value`, which version 4 does not have"
        );
        let about = section(b"about", b"x");
        assert_eq!(
            fault(&like, &with_body(&about)),
            "expected a section `freestyle.network`, `standard.network`, `renju-black.network` or `caro.network`, found none"
        );
        let short = [about, section(b"renju-black.network", b"")].concat();
        assert_eq!(fault(&like, &with_body(&short)), "expected a section `renju-black.tables`, found none");
        let short = [short, section(b"renju-black.tables", b"abc")].concat();
        assert_eq!(
            fault(&like, &with_body(&short)),
            "expected 4 bytes in section `renju-black.tables`, found 3"
        );
    }

    #[test]
    fn a_file_has_the_network_of_one_rule() {
        let freestyle = with_networks().write_network(NetworkFile::Freestyle).unwrap();
        let both = with_body(&[&freestyle[16..], &section(b"standard.tables", b"")].concat());
        assert_eq!(
            hand_made().with_network(&both).map(|_| ()).unwrap_err().to_string(),
            "expected the network of one rule, found section `standard.tables` beside that of freestyle"
        );
    }

    #[test]
    fn shapes_have_a_section_of_their_own() {
        let (weights, tables) = (with_networks(), hand_made());
        let network_of = |family| weights.family(family).network.as_ref().unwrap();
        assert_eq!(network_of(Family::RenjuWhite).shapes(), Some(&shapes()));
        assert_eq!(network_of(Family::Standard).shapes(), None);
        // Shape 40 has the sides 8 and 4, shape 44 the side 8 twice.
        let codebook = network_of(Family::Freestyle).shape_codebook().unwrap();
        let [row, twice] = [40, 44].map(|shape| codebook[shape].0);
        assert_eq!((row[2], row[31], twice[2], twice[31]), (-31, 7 + 2, 0, 3), "rounded, and clamped");
        let fault = |body: &[u8]| tables.with_network(&with_body(body)).map(|_| ()).unwrap_err().to_string();
        let standard = weights.write_network(NetworkFile::Standard).unwrap();
        let with_shapes = |shapes: &[u8]| [&standard[16..], &section(b"standard.shapes", shapes)].concat();
        assert_eq!(
            fault(&with_shapes(&[0; 5])),
            format!("expected {SHAPE_BYTES} bytes in section `standard.shapes`, found 5")
        );
        // Either both colours have shapes, or neither.
        let renju = weights.write_network(NetworkFile::Renju).unwrap();
        let body = without(&renju, b"renju-white.shapes", SHAPE_BYTES);
        assert_eq!(fault(&body), "expected a section `renju-white.shapes`, found none");
    }

    /// The body of a file without a section of that many bytes.
    fn without(file: &[u8], name: &[u8], bytes: usize) -> Vec<u8> {
        let begin = file.windows(name.len()).position(|window| window == name).unwrap() - 1;
        [&file[16..begin], &file[begin + 1 + name.len() + 4 + bytes..]].concat()
    }

    #[test]
    fn a_policy_has_a_section_of_its_own() {
        let (weights, tables) = (with_networks(), hand_made());
        let renju = weights.write_network(NetworkFile::Renju).unwrap();
        let read = tables.with_network(&renju).unwrap();
        let policy_of = |family| read.family(family).network.as_ref().unwrap().policy().cloned();
        assert_eq!(policy_of(Family::RenjuWhite), Some(policy()));
        let network = weights.family(Family::Standard).network.as_ref().unwrap();
        assert_eq!(network.policy(), None);
        let fault = |body: &[u8]| tables.with_network(&with_body(body)).map(|_| ()).unwrap_err().to_string();
        let standard = weights.write_network(NetworkFile::Standard).unwrap();
        let with_policy = [&standard[16..], &section(b"standard.policy", &[0; 5])].concat();
        assert_eq!(
            fault(&with_policy),
            format!("expected {POLICY_BYTES} bytes in section `standard.policy`, found 5")
        );
        let body = without(&renju, b"renju-black.policy", POLICY_BYTES);
        assert_eq!(fault(&body), "expected a section `renju-black.policy`, found none");
    }

    #[test]
    fn written_files_are_read() {
        let mut changed = hand_made().family(Family::Standard).clone();
        (changed.value[1], changed.threats[7], changed.order_other[1819], changed.scale) =
            (-5, i16::MIN, i16::MAX, 65_000);
        let weights = hand_made().with_family(Family::Standard, changed.clone(), "Changed by a test.");
        let read = EvaluationWeights::read(&weights.write()).unwrap();
        assert_eq!(read, weights);
        assert_eq!(read.family(Family::Standard), &changed);
        assert_eq!(read.family(Family::Freestyle), hand_made().family(Family::Freestyle));
        assert_eq!(read.about(), "Changed by a test.");
    }

    /// A file with another body, and the checksum of that.
    fn with_body(body: &[u8]) -> Vec<u8> {
        let mut file = hand_made().write()[..12].to_vec();
        file.extend(crc32fast::hash(body).to_le_bytes());
        file.extend(body);
        file
    }

    fn section(name: &[u8], data: &[u8]) -> Vec<u8> {
        [&[name.len() as u8], name, &(data.len() as u32).to_le_bytes(), data].concat()
    }

    #[test]
    fn each_fault_is_reported() {
        let good = hand_made().write();
        let changed = |at: usize, byte: u8| {
            let mut file = good.clone();
            file[at] = byte;
            file
        };
        let body = &good[16..];
        let about = section(b"about", b"x");
        let mut no_scale = hand_made().family(Family::RenjuWhite).clone();
        no_scale.scale = 0;
        let mut dead = hand_made().family(Family::RenjuBlack).clone();
        dead.value[0] = -3;
        let of = |family, weights| hand_made().with_family(family, weights, "").write();
        let cases: Vec<(Vec<u8>, &str)> = vec![
            (Vec::new(), "expected a file of evaluation weights, which begins with `TENGENEV`"),
            (changed(0, b'X'), "expected a file of evaluation weights, which begins with `TENGENEV`"),
            (good[..10].to_vec(), "expected 4 more bytes at byte 8, found the end of the file after 2"),
            (changed(8, 9), "expected version 4 of the evaluation weights, found version 9"),
            (with_body(&body[..3]), "expected 5 more bytes at byte 17, found the end of the file after 2"),
            (with_body(&section(b"sound", b"")), "found a section `sound`, which version 4 does not have"),
            (with_body(&[about.clone(), about.clone()].concat()), "found section `about` a second time"),
            (with_body(b""), "expected a section `about`, found none"),
            (with_body(&about), "expected a section `freestyle.value`, found none"),
            (with_body(&section(b"about", &[0xff])), "expected UTF-8 in section `about`"),
            (
                with_body(&[about, section(b"freestyle.value", &[1, 2, 3])].concat()),
                "expected 3640 bytes in section `freestyle.value`, found 3",
            ),
            (
                of(Family::RenjuWhite, no_scale),
                "expected more than 0 in section `renju-white.scale`, found 0",
            ),
            (of(Family::RenjuBlack, dead), "expected 0 for code 0 in section `renju-black.value`, found -3"),
        ];
        for (file, expected) in cases {
            assert_eq!(EvaluationWeights::read(&file).unwrap_err().to_string(), expected);
        }
        let damaged = EvaluationWeights::read(&changed(5000, 0xee)).unwrap_err();
        assert!(matches!(damaged, WeightsError::Checksum { expected, found } if expected != found));
    }

    proptest! {
        #[test]
        fn any_bytes_are_parameters_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(EvaluationWeights::read(&bytes).is_err());
            // Most faults are in the data after the checksum.
            prop_assert!(EvaluationWeights::read(&with_body(&bytes)).is_err());
        }

        #[test]
        fn damaged_sections_are_read_or_refused(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            end in any::<prop::sample::Index>(),
            cuts: bool,
        ) {
            let mut body = hand_made().write()[16..].to_vec();
            for (at, byte) in changes {
                let at = at.index(body.len());
                body[at] = byte;
            }
            if cuts {
                body.truncate(end.index(body.len()));
            }
            if let Ok(weights) = EvaluationWeights::read(&with_body(&body)) {
                prop_assert_eq!(EvaluationWeights::read(&weights.write()), Ok(weights));
            }
        }
    }
}
