use serde::{Deserialize, Serialize};
use tengen_game::{BoardSize, Fact, GameResult, Record, Rule};

/// A game that was read, with what a list of games shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The record.
    pub record: String,
    /// The state of an opening protocol, which links alone carry.
    pub opening: Option<String>,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// Who has the black stones; empty where unknown.
    pub black: String,
    /// Who has the white stones; empty where unknown.
    pub white: String,
    /// How the game ended, at the end of its main line.
    pub result: Option<GameResult>,
    /// When it was played, as the file has it.
    pub date: Option<String>,
    /// What in the file had to be interpreted, and how, in sentences.
    pub notes: Vec<String>,
    /// Moves of the main line.
    pub moves: usize,
    /// Moves beside the main line.
    pub variations: usize,
}

impl GameSummary {
    /// What there is to say about `record`, whose text this is.
    pub fn new(record: &Record, text: String) -> GameSummary {
        let main_line = record.main_line();
        let moves = main_line.len();
        let end = main_line.last().copied().unwrap_or(tengen_game::NodeId::START);
        GameSummary {
            record: text,
            opening: None,
            rule: record.rule(),
            size: record.size(),
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            result: record.result_at(end),
            date: Some(record.info.get(Fact::Date)).filter(|date| !date.is_empty()).map(str::to_owned),
            notes: Vec::new(),
            moves,
            // The start is no move.
            variations: record.nodes().len() - 1 - moves,
        }
    }
}
