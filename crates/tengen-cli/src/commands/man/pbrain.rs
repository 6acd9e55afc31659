//! The page of `pbrain-tengen`, which reads its few arguments without clap.

use clap::{Arg, ArgAction, Command};

/// What `pbrain-tengen --help` says, as a page needs it.
pub(super) fn command() -> Command {
    Command::new("pbrain-tengen")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Gomoku engine for tournament managers that speak the Gomocup protocol")
        .after_help(AFTER_HELP)
        .arg(
            Arg::new("dialect")
                .long("dialect")
                .value_name("NAME")
                .value_parser(["auto", "piskvork", "yixin", "rapfi", "alphagomoku"])
                .default_value("auto")
                .help("What the manager speaks"),
        )
        .arg(
            Arg::new("suggest")
                .long("suggest")
                .action(ArgAction::SetTrue)
                .help("Propose moves by SUGGEST and let the manager decide by PLAY"),
        )
        .arg(
            Arg::new("evaluation")
                .long("evaluation")
                .value_name("FILE")
                .help("Parameters of the evaluation, instead of those that are built in"),
        )
}

const AFTER_HELP: &str = "\
Managers such as Piskvork and Yixin-Board start it and talk to it through its standard input and output.
It needs no arguments: the manager tells it everything.

Besides the usual commands it knows INFO thread_num, INFO pondering, INFO strength (0 to 19 easy, 20 to 49 normal, 50 to 99 \
with a limit of nodes, 100 as well as it can), YXNBEST for several lines, and YXBALANCEONE and YXBALANCETWO for moves that \
balance a position.

Example:
  printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\nTURN 8,8\\nEND\\n' | pbrain-tengen";
