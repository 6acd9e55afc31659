//! The manager's commands, told apart by their first word.

/// A command with the text that follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Start(&'a str),
    RectStart(&'a str),
    Restart,
    Begin,
    Turn(&'a str),
    TakeBack(&'a str),
    Board,
    Swap2Board,
    Done,
    Info(&'a str),
    About,
    Play(&'a str),
    /// Yixin-Board sets up stones without asking for a move.
    YxBoard,
    YxNBest(&'a str),
    /// Balance the position with this many stones.
    YxBalance(usize, &'a str),
    YxShowForbid,
    YxShowInfo,
    YxHashClear,
    /// A command that nobody has offered, and that is followed by a list of points.
    ListNotOffered,
    Stop,
    End,
    Unknown,
}

impl<'a> Command<'a> {
    /// Reads a line that has been trimmed. Names are understood in any case, as some managers and most
    /// people at a keyboard send them in lower case.
    pub(super) fn parse(line: &'a str) -> Command<'a> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match name.to_ascii_uppercase().as_str() {
            "START" => Command::Start(rest),
            "RECTSTART" => Command::RectStart(rest),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "BOARD" => Command::Board,
            "SWAP2BOARD" => Command::Swap2Board,
            "DONE" => Command::Done,
            "INFO" => Command::Info(rest),
            "ABOUT" => Command::About,
            "PLAY" => Command::Play(rest),
            "YXBOARD" => Command::YxBoard,
            "YXNBEST" => Command::YxNBest(rest),
            "YXBALANCEONE" => Command::YxBalance(1, rest),
            "YXBALANCETWO" => Command::YxBalance(2, rest),
            "YXSHOWFORBID" => Command::YxShowForbid,
            "YXSHOWINFO" => Command::YxShowInfo,
            "YXHASHCLEAR" => Command::YxHashClear,
            "YXBLOCK" | "YXBLOCKUNDO" | "YXBLOCKPATH" | "YXBLOCKPATHUNDO" => Command::ListNotOffered,
            "STOP" | "YXSTOP" => Command::Stop,
            "END" => Command::End,
            _ => Command::Unknown,
        }
    }

    /// Whether the command throws away the game that is being played.
    pub(super) fn begins_new_game(self) -> bool {
        matches!(self, Command::Start(_) | Command::RectStart(_) | Command::Restart)
    }

    /// Whether the command can be carried out while the program thinks in the opponent's time.
    pub(super) fn leaves_pondering_alone(self) -> bool {
        matches!(self, Command::Info(_) | Command::About | Command::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_case_and_arguments_are_trimmed() {
        assert_eq!(Command::parse("START 15"), Command::Start("15"));
        assert_eq!(Command::parse("turn\t 3,4"), Command::Turn("3,4"));
        assert_eq!(Command::parse("Info rule 4"), Command::Info("rule 4"));
        assert_eq!(Command::parse("BEGIN"), Command::Begin);
        assert_eq!(Command::parse("TURN"), Command::Turn(""));
        assert_eq!(Command::parse("yxnbest 3"), Command::YxNBest("3"));
        assert_eq!(Command::parse("yxBalanceTwo -20"), Command::YxBalance(2, "-20"));
        assert_eq!(Command::parse("stop"), Command::parse("YXSTOP"));
        for unknown in ["", "STARTX 15", "7,7,1", "ſtart 15", "\u{0}"] {
            assert_eq!(Command::parse(unknown), Command::Unknown, "{unknown:?}");
        }
    }
}
