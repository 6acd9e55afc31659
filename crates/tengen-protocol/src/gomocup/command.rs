//! The manager's commands, told apart by their first word.

/// A command with the text that follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Start(&'a str),
    RectStart,
    Restart,
    Begin,
    Turn(&'a str),
    TakeBack(&'a str),
    Board,
    Swap2Board,
    Done,
    Info(&'a str),
    About,
    /// A command of the protocol that is only sent to programs which have asked for it.
    NotOffered,
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
            "RECTSTART" => Command::RectStart,
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "BOARD" => Command::Board,
            "SWAP2BOARD" => Command::Swap2Board,
            "DONE" => Command::Done,
            "INFO" => Command::Info(rest),
            "ABOUT" => Command::About,
            "PLAY" | "SUGGEST" => Command::NotOffered,
            "END" => Command::End,
            _ => Command::Unknown,
        }
    }

    /// Whether the command throws away the game that is being played.
    pub(super) fn begins_new_game(self) -> bool {
        matches!(self, Command::Start(_) | Command::Restart)
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
        for unknown in ["", "STARTX 15", "7,7,1", "ſtart 15", "\u{0}"] {
            assert_eq!(Command::parse(unknown), Command::Unknown, "{unknown:?}");
        }
    }
}
