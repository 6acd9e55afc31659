//! The parameters of the static evaluation: the terms of cells by their patterns and of threats, and the ordering scores of
//! moves. They are read from a file, which is trained (`tengen-train`) and embedded in the library.
//!
//! The search does not use them directly: the board (`board/evaluate.rs`) looks the numbers up.

mod file;
mod network;
mod policy;

use std::sync::{Arc, OnceLock};

use tengen_game::{BoardSize, Color, Rule};

use crate::board::{CODES, PATTERNS, Pattern, THREAT_MASKS, Threat};

pub use file::WeightsError;
pub use network::{
    BUCKETS, CELL_UNIT, CHANNELS, FeatureRow, HIDDEN, HIDDEN_SHIFT, INPUTS, NEURON_UNIT, NetworkHead,
    NetworkWeights, OUTPUT_SHIFT, SHAPE_LIMIT, SHARED_FEATURES, SHARED_UNIT, ShapeFeatures, TABLES_LIMIT,
    TABLES_UNIT,
};
pub(crate) use network::{NEAR_LAST, ShapeRow};
pub(crate) use policy::distance;
pub use policy::{CELL_CHANNELS, DISTANCES, POLICY_UNIT, PolicyNumbers, PolicyWeights, READOUT_SHIFT};

/// The file of the tables.
static TABLES: &[u8] = include_bytes!("../../data/evaluation.bin");

/// The files of the networks.
#[cfg(feature = "networks")]
static NETWORKS: [&[u8]; 4] = [
    include_bytes!("../../data/freestyle.network"),
    include_bytes!("../../data/standard.network"),
    include_bytes!("../../data/renju.network"),
    include_bytes!("../../data/caro.network"),
];
#[cfg(not(feature = "networks"))]
static NETWORKS: [&[u8]; 0] = [];

/// A set of parameters for the evaluation, cheap to copy.
///
/// ```
/// use tengen_engine::{Engine, EngineOptions, EvaluationWeights};
///
/// let file = EvaluationWeights::built_in().write();
/// let weights = EvaluationWeights::read(&file)?;
/// let engine = Engine::new(EngineOptions { weights, ..EngineOptions::default() });
/// # Ok::<(), tengen_engine::WeightsError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct EvaluationWeights {
    parameters: Arc<Parameters>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameters {
    /// The origin of the numbers, for readers.
    about: String,
    /// The numbers of all families, in the order of [`Family::ALL`].
    families: [FamilyWeights; Family::ALL.len()],
}

impl EvaluationWeights {
    /// The parameters that the library was built with: the tables, and with the feature `networks` the networks as well.
    pub fn built_in() -> EvaluationWeights {
        static READ: OnceLock<EvaluationWeights> = OnceLock::new();
        let read = || {
            NETWORKS
                .into_iter()
                .try_fold(EvaluationWeights::read(TABLES)?, |weights, network| weights.with_network(network))
        };
        READ.get_or_init(|| read().expect("a test reads the embedded files")).clone()
    }

    /// Reads the tables of a file. There are no networks, since each belongs to the tables that it was trained with.
    ///
    /// # Errors
    /// The error of the file: another kind or version, damage, or missing or wrong sections.
    pub fn read(bytes: &[u8]) -> Result<EvaluationWeights, WeightsError> {
        file::read(bytes)
    }

    /// The file that [`EvaluationWeights::read`] reads the same tables from. Networks have files of their own.
    pub fn write(&self) -> Vec<u8> {
        file::write(self)
    }

    /// The same parameters with the network of a file.
    ///
    /// # Errors
    /// The errors of [`EvaluationWeights::read`], and a network that corrects other tables.
    pub fn with_network(&self, bytes: &[u8]) -> Result<EvaluationWeights, WeightsError> {
        file::read_network(self, bytes)
    }

    /// The file from which [`EvaluationWeights::with_network`] reads the network; `None` if there is none.
    pub fn write_network(&self, file: NetworkFile) -> Option<Vec<u8>> {
        file::write_network(self, file)
    }

    /// The checksum of the numbers for a rule, without the text about their origin.
    pub(crate) fn checksum(&self, rule: Rule) -> u32 {
        file::checksum(self, rule)
    }

    /// Whether the network of this file is present.
    pub fn has_network(&self, file: NetworkFile) -> bool {
        file.families().iter().all(|&family| self.family(family).network.is_some())
    }

    /// The origin of the numbers, for readers.
    pub fn about(&self) -> &str {
        &self.parameters.about
    }

    /// The numbers of a family.
    pub fn family(&self, family: Family) -> &FamilyWeights {
        &self.parameters.families[family as usize]
    }

    /// The same parameters with other numbers for one family, and another text about their origin.
    #[must_use]
    pub fn with_family(&self, family: Family, weights: FamilyWeights, about: &str) -> EvaluationWeights {
        let mut parameters = Parameters::clone(&self.parameters);
        parameters.families[family as usize] = weights;
        about.clone_into(&mut parameters.about);
        EvaluationWeights { parameters: Arc::new(parameters) }
    }

    /// The numbers for a colour under a rule.
    pub(crate) fn of(&self, rule: Rule, color: Color) -> &FamilyWeights {
        self.family(Family::of(rule, color))
    }
}

impl Default for EvaluationWeights {
    fn default() -> EvaluationWeights {
        EvaluationWeights::built_in()
    }
}

/// The numbers are left out: there are too many to print.
impl std::fmt::Debug for EvaluationWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EvaluationWeights").field("about", &self.parameters.about).finish_non_exhaustive()
    }
}

/// Rules and colours that share their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A row of five or more wins. Rows of other lengths belong here too: their patterns are named by their distance from a win under
    /// any rule, and too few games are played under these rules to train them separately.
    Freestyle,
    /// Only a row of exactly five wins; caro with exactly five as well.
    Standard,
    /// Black in renju, with forbidden moves.
    RenjuBlack,
    /// White in renju.
    RenjuWhite,
    /// Caro with rows of five or more. Its patterns are named by their distance from a win, as those of freestyle, whose tables it has
    /// unless a file has others; its network is its own.
    Caro,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 5] =
        [Family::Freestyle, Family::Standard, Family::RenjuBlack, Family::RenjuWhite, Family::Caro];

    /// The family of a colour under a rule.
    pub const fn of(rule: Rule, color: Color) -> Family {
        match (rule, color) {
            (Rule::Standard | Rule::CaroExact, _) => Family::Standard,
            (Rule::Renju, Color::Black) => Family::RenjuBlack,
            (Rule::Renju, Color::White) => Family::RenjuWhite,
            (Rule::Caro, _) => Family::Caro,
            _ => Family::Freestyle,
        }
    }

    /// The name, as in a file's sections.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Freestyle => "freestyle",
            Family::Standard => "standard",
            Family::RenjuBlack => "renju-black",
            Family::RenjuWhite => "renju-white",
            Family::Caro => "caro",
        }
    }
}

/// The number of patterns. The first one is the dead one.
pub const PATTERN_KINDS: usize = Pattern::COUNT;

/// The number of threats. The first one is the quiet one.
pub const THREAT_KINDS: usize = Threat::COUNT;

/// The four patterns of a code and the threat that they make together, as numbers.
pub fn parts_of(code: usize, family: Family) -> ([usize; 4], usize) {
    let patterns = PATTERNS[code];
    (patterns.map(|pattern| pattern as usize), Threat::of(patterns, family == Family::RenjuBlack) as usize)
}

/// The rules that have a network, which are all that share a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetworkFile {
    /// The network of freestyle.
    Freestyle,
    /// The network of standard.
    Standard,
    /// The networks of renju, one for each colour.
    Renju,
    /// The network of caro with rows of five or more.
    Caro,
}

impl NetworkFile {
    /// All files.
    pub const ALL: [NetworkFile; 4] =
        [NetworkFile::Freestyle, NetworkFile::Standard, NetworkFile::Renju, NetworkFile::Caro];

    /// The network of a rule on a board; `None` where there is none. Other rules share the tables of these. A network
    /// depends more on the rule than tables do, and was trained neither with theirs nor on small boards, where it hardly ever
    /// wins.
    pub fn of(rule: Rule, size: BoardSize) -> Option<NetworkFile> {
        let file = match rule {
            Rule::FREESTYLE => NetworkFile::Freestyle,
            Rule::Standard => NetworkFile::Standard,
            Rule::Renju => NetworkFile::Renju,
            Rule::Caro => NetworkFile::Caro,
            _ => return None,
        };
        (size >= BoardSize::FIFTEEN).then_some(file)
    }

    /// The name of the file, before its extension `network`.
    pub const fn name(self) -> &'static str {
        match self {
            NetworkFile::Freestyle => "freestyle",
            NetworkFile::Standard => "standard",
            NetworkFile::Renju => "renju",
            NetworkFile::Caro => "caro",
        }
    }

    /// The families whose networks it has.
    pub const fn families(self) -> &'static [Family] {
        match self {
            NetworkFile::Freestyle => &[Family::Freestyle],
            NetworkFile::Standard => &[Family::Standard],
            NetworkFile::Renju => &[Family::RenjuBlack, Family::RenjuWhite],
            NetworkFile::Caro => &[Family::Caro],
        }
    }
}

/// The number of pairs of sets of threats: those of the side to move and of the other one.
pub const THREAT_PAIRS: usize = THREAT_MASKS * THREAT_MASKS;

/// The numbers of one family. A *code* is the multiset of the patterns that a stone on an empty cell would make in the
/// four directions; all codes have a number, and 0 is that of a cell where nothing can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyWeights {
    /// The evaluation term of a cell for the colour whose code it is, in engine units; 0 for code 0.
    pub value: Box<[i16; CODES]>,
    /// The ordering score of a move there for the colour whose code it is.
    pub order: Box<[i16; CODES]>,
    /// The ordering score of a move there for the other colour, which blocks.
    pub order_other: Box<[i16; CODES]>,
    /// The terms of the threats on the board for the side to move, in engine units, by [`FamilyWeights::threat_pair`].
    pub threats: Box<[i16; THREAT_PAIRS]>,
    /// The value that makes winning e times as likely as losing, in engine units; more than 0.
    pub scale: u16,
    /// The network that corrects the evaluation, if there is one.
    pub network: Option<Arc<NetworkWeights>>,
}

impl FamilyWeights {
    /// The index of a pair of sets of threats, of the side to move and of the other one: each a bit for open three, double three,
    /// four, four-three, open four and win, from the lowest on, which is set if there is such a cell.
    pub const fn threat_pair(masks: [usize; 2]) -> usize {
        masks[0] + THREAT_MASKS * masks[1]
    }

    /// Whether the tables are those of another family. The networks may differ.
    fn has_tables_of(&self, other: &FamilyWeights) -> bool {
        let with_no_network = |weights: &FamilyWeights| FamilyWeights { network: None, ..weights.clone() };
        with_no_network(self) == with_no_network(other)
    }

    /// Weights that are all 0.
    pub(crate) fn zero(scale: u16) -> FamilyWeights {
        FamilyWeights {
            value: Box::new([0; CODES]),
            order: Box::new([0; CODES]),
            order_other: Box::new([0; CODES]),
            threats: Box::new([0; THREAT_PAIRS]),
            scale,
            network: None,
        }
    }
}

/// The term of a cell by the row that a stone there makes in one direction. Rough: the rows of a line share cells, so that a
/// stretched row counts too much.
const VALUE: [i16; Pattern::COUNT] = [0, 0, 1, 3, 4, 14, 12, 45, 40, 150, 250, 0, 0];

const ORDER: [i16; Pattern::COUNT] = [0, 1, 4, 14, 16, 70, 60, 300, 320, 3000, 8000, 0, 0];

/// The value that makes winning e times as likely as losing, in engine units.
const SCALE: u16 = 200;

/// The parameters that were set by hand, the same for all rules.
pub fn hand_made() -> EvaluationWeights {
    let families = Family::ALL.map(|family| hand_made_family(family == Family::RenjuBlack));
    let about = "Set by hand.".to_owned();
    EvaluationWeights { parameters: Arc::new(Parameters { about, families }) }
}

fn hand_made_family(forbids: bool) -> FamilyWeights {
    let mut weights = FamilyWeights::zero(SCALE);
    for (number, patterns) in PATTERNS.into_iter().enumerate() {
        (weights.value[number], weights.order[number]) = value_and_order(patterns, forbids);
    }
    weights.order_other = weights.order.clone();
    weights
}

/// The term of a cell, and the ordering score of a move there.
fn value_and_order(patterns: [Pattern; 4], forbids: bool) -> (i16, i16) {
    let threat = Threat::of(patterns, forbids);
    let (bonus_value, bonus_order) = match threat {
        Threat::Quiet | Threat::OpenThree | Threat::Four => (0, 0),
        Threat::DoubleThree => (60, 600),
        Threat::FourThree => (100, 1500),
        Threat::OpenFour => (150, 3000),
        Threat::Win => (150, 0),
        Threat::Forbidden => return (0, 0),
    };
    let sum = |table: &[i16]| patterns.iter().map(|&pattern| table[pattern as usize]).sum::<i16>();
    // A double-three is more likely forbidden to Black than not.
    let discount = if threat.is_perhaps_forbidden(patterns, forbids) { 4 } else { 1 };
    ((sum(&VALUE) + bonus_value) / discount, (sum(&ORDER).min(20_000) + bonus_order) / discount)
}

/// The ordering score of a cell by the hand-made parameters, for levels that play like a beginner.
pub(crate) fn shape(patterns: [Pattern; 4], forbids: bool) -> i32 {
    i32::from(value_and_order(patterns, forbids).1)
}
