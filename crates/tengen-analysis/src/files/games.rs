use serde::{Deserialize, Serialize};
use tengen_game::{Color, Fact, GameResult, Record};

/// What a page knows about a file that may not say it itself. All of it may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KnownMessage {
    /// The rule's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Lines of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// Whose turn it is on a board without moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Color>,
}

/// A game that was read, with what a list of games shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameMessage {
    /// The record.
    pub record: String,
    /// The state of an opening protocol, which links alone carry.
    pub opening: Option<String>,
    /// The rule's name.
    pub rule: String,
    /// Lines of the board.
    pub size: u8,
    /// Who has the black stones; empty where unknown.
    pub black: String,
    /// Who has the white stones; empty where unknown.
    pub white: String,
    /// How the game ended, at the end of its main line.
    pub result: Option<ResultMessage>,
    /// When it was played, as the file has it.
    pub date: Option<String>,
    /// What in the file had to be interpreted, and how, in sentences.
    pub notes: Vec<String>,
    /// Moves of the main line.
    pub moves: usize,
    /// Moves beside the main line.
    pub variations: usize,
}

impl GameMessage {
    /// What there is to say about `record`, whose text this is.
    pub fn new(record: &Record, text: String) -> GameMessage {
        let main_line = record.main_line();
        let moves = main_line.len();
        let end = main_line.last().copied().unwrap_or(tengen_game::NodeId::START);
        GameMessage {
            record: text,
            opening: None,
            rule: record.rule().to_string(),
            size: record.size().lines(),
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            result: record.result_at(end).map(ResultMessage::from),
            date: Some(record.info.get(Fact::Date)).filter(|date| !date.is_empty()).map(str::to_owned),
            notes: Vec::new(),
            moves,
            // The start is no move.
            variations: record.nodes().len() - 1 - moves,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultMessage {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The [`name`](tengen_game::EndReason::name) of the reason.
    pub reason: String,
}

impl From<GameResult> for ResultMessage {
    fn from(result: GameResult) -> ResultMessage {
        ResultMessage { winner: result.winner, reason: result.reason.name().to_owned() }
    }
}
