//! The manager's commands, which their first word identifies.

use tengen_game::BoardSize;

use crate::action::HashFileTask;
use crate::list::ListKind;
use crate::reply::quoted;

/// A command with the text that follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `START` or `RECTSTART`.
    Start(&'a str),
    Restart,
    Begin,
    Turn(&'a str),
    TakeBack(&'a str),
    /// A command that a list of points follows.
    List(ListKind),
    Done,
    Info(&'a str),
    About,
    Play(&'a str),
    YxNBest(&'a str),
    /// The best of the moves that can be played, one line for each.
    YxSearchDefend,
    /// Balance the position with this many stones.
    YxBalance(usize, &'a str),
    /// A decision of Swap2 about the position on the board: step 1 to 3.
    YxSwap2(u8),
    /// The three stones of a Soosõrv opening.
    YxSoosorvOpen,
    YxBlockReset,
    YxBlockPathReset,
    YxShowForbid,
    YxShowInfo,
    YxHashClear,
    YxShowHashUsage,
    /// The table of the search goes to a file or comes from one, which is named here or on the next line.
    YxHashFile(HashFileTask, &'a str),
    /// The user offers a draw.
    YxDraw,
    /// The user resigns.
    YxResign,
    /// A command that is known, and that no program offers.
    NotOffered {
        what: NotOffered,
        argument: Argument,
    },
    Stop,
    End,
    Unknown,
}

/// A kind of commands that no program offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotOffered {
    Databases,
}

/// The argument of a command that is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// Nothing, or what stands on its line.
    None,
    /// The name of a file on the next line.
    Path,
}

impl<'a> Command<'a> {
    /// Reads a line that has been trimmed. Names are understood in any case, as some managers and most
    /// people at a keyboard send them in lower case.
    pub(super) fn parse(line: &'a str) -> Command<'a> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (name.to_ascii_uppercase(), rest.trim());
        match name.as_str() {
            "START" | "RECTSTART" => Command::Start(rest),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "BOARD" => Command::List(ListKind::Board),
            "SWAP2BOARD" => Command::List(ListKind::Swap2Board),
            "DONE" => Command::Done,
            "INFO" => Command::Info(rest),
            "ABOUT" => Command::About,
            "PLAY" => Command::Play(rest),
            "STOP" | "YXSTOP" => Command::Stop,
            "END" => Command::End,
            _ => match name.strip_prefix("YX") {
                Some(name) => Command::parse_extension(name, rest),
                None => Command::Unknown,
            },
        }
    }

    /// A command of Yixin-Board and its relatives, without the first two letters of its name.
    fn parse_extension(name: &str, rest: &'a str) -> Command<'a> {
        match name {
            "BOARD" => Command::List(ListKind::YxBoard),
            "NBEST" => Command::YxNBest(rest),
            "SEARCHDEFEND" => Command::YxSearchDefend,
            "BALANCEONE" => Command::YxBalance(1, rest),
            "BALANCETWO" => Command::YxBalance(2, rest),
            "SWAP2STEP1" => Command::YxSwap2(1),
            "SWAP2STEP2" => Command::YxSwap2(2),
            "SWAP2STEP3" => Command::YxSwap2(3),
            "SOOSORVSTEP1" => Command::YxSoosorvOpen,
            "BLOCK" => Command::List(ListKind::Block { undo: false }),
            "BLOCKUNDO" => Command::List(ListKind::Block { undo: true }),
            "BLOCKRESET" => Command::YxBlockReset,
            "BLOCKPATH" => Command::List(ListKind::BlockPath { undo: false }),
            "BLOCKPATHUNDO" => Command::List(ListKind::BlockPath { undo: true }),
            "BLOCKPATHRESET" => Command::YxBlockPathReset,
            "SHOWFORBID" => Command::YxShowForbid,
            "SHOWINFO" => Command::YxShowInfo,
            "HASHCLEAR" => Command::YxHashClear,
            "SHOWHASHUSAGE" => Command::YxShowHashUsage,
            "HASHDUMP" => Command::YxHashFile(HashFileTask::Dump, rest),
            "HASHLOAD" => Command::YxHashFile(HashFileTask::Load, rest),
            "DRAW" => Command::YxDraw,
            "RESIGN" => Command::YxResign,
            _ => Command::parse_soosorv(name, rest).unwrap_or_else(|| Command::parse_database(name, rest)),
        }
    }

    fn parse_soosorv(name: &str, rest: &str) -> Option<Command<'a>> {
        let step = name.strip_prefix("SOOSORVSTEP")?.parse().ok().filter(|step| (2..=6).contains(step))?;
        let fifths = rest.split_whitespace().next().and_then(|count| count.parse().ok());
        Some(Command::List(ListKind::Soosorv { step, fifths }))
    }

    /// The commands for databases. Some of them have a list, some the name of a file.
    fn parse_database(name: &str, rest: &str) -> Command<'a> {
        let is_any = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
        let lists = ["QUERY", "DELETE", "EDIT", "SETBESTMOVE", "CLEARBESTMOVE"];
        if name.ends_with("DATABASE")
            || name.starts_with("QUERYDATABASE")
            || name.starts_with("DELETEDATABASE")
        {
            return match name {
                _ if is_any(&lists) => Command::List(ListKind::Database),
                "SETDATABASE" => Command::not_offered(NotOffered::Databases, rest),
                _ => Command::NotOffered { what: NotOffered::Databases, argument: Argument::None },
            };
        }
        match name {
            "DBCHECK" | "DBFIX" => {
                Command::NotOffered { what: NotOffered::Databases, argument: Argument::None }
            }
            "TXTTODB" | "LIBTODB" => Command::not_offered(NotOffered::Databases, rest),
            _ if name.starts_with("DB") => Command::not_offered(NotOffered::Databases, rest),
            _ => Command::Unknown,
        }
    }

    /// A command with the name of a file, on its line or on the next one.
    fn not_offered(what: NotOffered, rest: &str) -> Command<'a> {
        let argument = if rest.is_empty() { Argument::Path } else { Argument::None };
        Command::NotOffered { what, argument }
    }

    /// Whether the command throws away the game that is being played.
    pub(super) fn begins_new_game(self) -> bool {
        matches!(self, Command::Start(_) | Command::Restart)
    }

    /// Whether the command can be carried out while the program ponders.
    pub(super) fn leaves_pondering_alone(self) -> bool {
        matches!(self, Command::Info(_) | Command::About | Command::Unknown)
    }
}

/// The size of a board: one number, or two that are equal, with a comma or a blank between. The error is a text for the
/// manager.
///
/// Yixin-Board sends the width and the height with every `START`.
pub(super) fn read_size(text: &str) -> Result<BoardSize, String> {
    let numbers: Vec<&str> =
        text.split([',', ' ', '\t']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let lines = match numbers[..] {
        [lines] => lines,
        [width, height] if width == height => width,
        [width, height] if width.parse::<u32>().is_ok() && height.parse::<u32>().is_ok() => {
            return Err("only square boards are supported; expected START with 3 to 22 lines".to_owned());
        }
        _ => text,
    };
    let size = lines.parse().ok().and_then(|lines| BoardSize::new(lines).ok());
    size.ok_or_else(|| format!("expected START with 3 to 22 lines, found {}", quoted(text)))
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
        for unknown in ["", "STARTX 15", "7,7,1", "ſtart 15", "\u{0}", "YX", "yxsoosorvstep7", "yxswap2step0"]
        {
            assert_eq!(Command::parse(unknown), Command::Unknown, "{unknown:?}");
        }
    }

    #[test]
    fn commands_with_lists_and_with_files_are_told_apart() {
        let soosorv = |step, fifths| Command::List(ListKind::Soosorv { step, fifths });
        assert_eq!(Command::parse("yxsoosorvstep2"), soosorv(2, None));
        assert_eq!(Command::parse("yxsoosorvstep4 3"), soosorv(4, Some(3)));
        for list in [
            "yxquerydatabaseall",
            "yxquerydatabaseallt",
            "yxquerydatabaseone",
            "yxquerydatabasetext",
            "YXEDITTVDDATABASE 7 76 0 0",
            "YXEDITTEXTDATABASE \"text\"",
            "yxeditlabeldatabase 7,7 A",
            "yxdeletedatabaseone",
            "yxdeletedatabaseall wlnostep",
            "yxsetbestmovedatabase 7,7",
        ] {
            assert_eq!(Command::parse(list), Command::List(ListKind::Database), "{list}");
        }
        let database = |argument| Command::NotOffered { what: NotOffered::Databases, argument };
        for file in ["yxsetdatabase", "yxdbtotxt", "yxdbtotxtall", "yxtxttodb", "yxlibtodb", "yxdbmerge"] {
            assert_eq!(Command::parse(file), database(Argument::Path), "{file}");
            assert_eq!(Command::parse(&format!("{file} a.db")), database(Argument::None), "{file}");
        }
        assert_eq!(Command::parse("yxsavedatabase"), database(Argument::None));
        assert_eq!(Command::parse("yxdbcheck"), database(Argument::None));
    }

    #[test]
    fn the_name_of_a_file_stays_as_it_is() {
        let dump = |path| Command::YxHashFile(HashFileTask::Dump, path);
        assert_eq!(Command::parse("yxhashdump C:\\My tables\\a.bin"), dump("C:\\My tables\\a.bin"));
        assert_eq!(Command::parse("YXHASHDUMP"), dump(""));
        assert_eq!(Command::parse("yxHashLoad x"), Command::YxHashFile(HashFileTask::Load, "x"));
    }

    #[test]
    fn a_size_is_one_number_or_two_that_are_equal() {
        for text in ["15", "15 15", "15,15", " 15 , 15 ", "15\t15"] {
            assert_eq!(read_size(text), Ok(BoardSize::FIFTEEN), "{text}");
        }
        for (text, part) in [("15,20", "square"), ("15 20", "square"), ("", "nothing"), ("23 23", "`23 23`")]
        {
            assert!(read_size(text).is_err_and(|refusal| refusal.contains(part)), "{text}");
        }
        for wrong in ["x", "15 x", "15 15 15", "-15", "2", "fifteen fifteen"] {
            assert!(read_size(wrong).is_err_and(|refusal| refusal.contains("3 to 22")), "{wrong}");
        }
    }
}
