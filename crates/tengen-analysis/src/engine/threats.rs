use serde::{Deserialize, Serialize};

use super::PointMessage;

/// An empty point on which a stone would threaten something, or win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreatMessage {
    /// Where.
    pub point: PointMessage,
    /// The most that the stone would make.
    pub kind: ThreatKindMessage,
}

/// A move as the engine sees it before any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstSightMessage {
    /// Where.
    pub point: PointMessage,
    /// How soon a search tries it when it knows nothing else: the greater the sooner.
    pub order: i32,
    /// What the stone would make, from an open three on.
    pub makes: Option<ThreatKindMessage>,
    /// What the opponent's stone would make there.
    pub takes: Option<ThreatKindMessage>,
}

/// What a stone would make, named for five in a row: a four is always one stone short of winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreatKindMessage {
    /// A row that wins.
    Five,
    /// A four that cannot be stopped by one stone.
    OpenFour,
    /// Two fours.
    DoubleFour,
    /// A four and an open three.
    FourThree,
    /// A four.
    Four,
    /// Two open threes.
    DoubleThree,
    /// An open three.
    OpenThree,
}
