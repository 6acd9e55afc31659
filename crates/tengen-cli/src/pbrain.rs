//! The options of `pbrain-tengen`, which its manual page shares. Managers give none.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use tengen_gomocup::Dialect;

/// Gomoku engine for tournament managers that speak the Gomocup protocol
#[derive(Debug, PartialEq, Eq, Parser)]
#[command(name = "pbrain-tengen", version, after_help = AFTER_HELP)]
pub struct Options {
    /// The manager's dialect; auto recognises it from the commands
    #[arg(long, value_name = "NAME", default_value = "auto", ignore_case = true, value_parser = PossibleValuesParser::new(DIALECTS).map(|name| name.parse::<Dialect>().ok()))]
    pub dialect: DialectChoice,
    /// Propose moves by SUGGEST and let the manager decide by PLAY
    #[arg(long)]
    pub suggest: bool,
    /// Tables of the evaluation, instead of those that are built in and their networks
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub evaluation: Option<PathBuf>,
    /// A network of the evaluation, instead of the one that is built in for its rule
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub network: Vec<PathBuf>,
}

/// `None` means `auto`. Without the alias, clap would take the `Option` for an argument without a default.
type DialectChoice = Option<Dialect>;

const DIALECTS: [&str; 5] = ["auto", "piskvork", "yixin", "rapfi", "alphagomoku"];

const AFTER_HELP: &str = "\
Managers such as Piskvork and Yixin-Board start it and talk to it through its standard input and output.
It needs no arguments: the manager sends all settings.

Besides the usual commands it knows INFO thread_num, INFO pondering, INFO strength (0 to 99 a level of the ladder for every five \
percent, 100 full strength), YXNBEST and YXSEARCHDEFEND for several lines, YXBALANCEONE and YXBALANCETWO for moves that \
balance a position, YXBLOCK and YXBLOCKPATH for moves to leave out, and Yixin-Board's steps of Swap2 and Soosorv.

Try it by typing START 15, BEGIN, TURN 8,8, and END; or
  printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\nTURN 8,8\\nEND\\n' | pbrain-tengen
To play in the terminal or in the browser, use `tengen play` or `tengen serve`.";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, clap::Error> {
        Options::try_parse_from(["pbrain-tengen"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn arguments_are_read() {
        let default = || Options { dialect: None, suggest: false, evaluation: None, network: Vec::new() };
        assert_eq!(read("").unwrap(), default());
        let yixin = Options { dialect: Some(Dialect::Yixin), suggest: true, ..default() };
        assert_eq!(read("--dialect Yixin --suggest").unwrap(), yixin);
        assert_eq!(read("--dialect=auto").unwrap(), default());
        let tuned = Options { evaluation: Some("a=b.bin".into()), ..default() };
        assert_eq!(read("--evaluation=a=b.bin").unwrap(), tuned);
        let two = Options { network: vec!["a".into(), "b".into()], ..default() };
        assert_eq!(read("--network a --network b").unwrap(), two);
        for (line, code) in [("--suggest --help", 0), ("-V", 0), ("--fly", 2), ("--dialect", 2), ("START", 2)]
        {
            assert_eq!(read(line).unwrap_err().exit_code(), code, "{line}");
        }
        for wrong in ["--dialect gtp", "--suggest=yes", "--evaluation", "--evaluation="] {
            assert_eq!(read(wrong).unwrap_err().exit_code(), 2, "{wrong}");
        }
        assert_eq!(DIALECTS[1..], Dialect::ALL.map(Dialect::name));
    }
}
