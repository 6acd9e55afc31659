//! The few arguments of the program. Most managers give none.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use tengen_protocol::gomocup::Dialect;

const HELP: &str = "\
pbrain-tengen speaks the Gomocup protocol on standard input and output.
It is started by a tournament manager such as Piskvork or Yixin-Board.

Usage: pbrain-tengen [--dialect NAME] [--suggest] [--evaluation FILE]

  --dialect NAME     what the manager speaks: auto (the default), piskvork, yixin, rapfi or alphagomoku
  --suggest          propose moves by SUGGEST and let the manager decide by PLAY
  --evaluation FILE  parameters of the evaluation, instead of those that are built in
  --help, --version

Try it by typing START 15, BEGIN, TURN 8,8, and END.
To play in the terminal or in the browser, use `tengen play` or `tengen serve`.";

/// What the arguments say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// `None` finds it out from what the manager says.
    pub(crate) dialect: Option<Dialect>,
    pub(crate) suggest: bool,
    /// A file of parameters; `None` for those that are built in.
    pub(crate) evaluation: Option<PathBuf>,
}

/// What else the arguments can come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Other {
    Help,
    Version,
    Wrong(String),
}

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, Other> {
        let mut options = Options::default();
        while let Some(argument) = arguments.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None => (argument.clone(), None),
            };
            match (name.as_str(), value) {
                ("--help" | "-h", None) => return Err(Other::Help),
                ("--version" | "-V", None) => return Err(Other::Version),
                ("--suggest", None) => options.suggest = true,
                ("--dialect", value) => {
                    let name = value.or_else(|| arguments.next()).unwrap_or_default();
                    options.dialect = match name.as_str() {
                        "auto" => None,
                        _ => Some(name.parse().map_err(|fault| Other::Wrong(format!("{fault}, or auto")))?),
                    };
                }
                ("--evaluation", value) => match value.or_else(|| arguments.next()) {
                    Some(file) if !file.is_empty() => options.evaluation = Some(file.into()),
                    _ => return Err(Other::Wrong("expected a file after --evaluation".to_owned())),
                },
                _ => {
                    let known = "--dialect, --suggest, --evaluation, --help or --version";
                    let fault = format!("expected {known}, found `{argument}`");
                    return Err(Other::Wrong(fault));
                }
            }
        }
        Ok(options)
    }
}

/// Answers a person instead of a manager.
pub(crate) fn explain(other: &Other) -> ExitCode {
    let written = match other {
        Other::Help => writeln!(io::stdout(), "{HELP}"),
        Other::Version => writeln!(io::stdout(), "pbrain-tengen {}", env!("CARGO_PKG_VERSION")),
        Other::Wrong(fault) => {
            let _ = writeln!(io::stderr(), "error: {fault}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    // Nobody reads it: nothing is wrong with that.
    let _ = written;
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Options, Other> {
        Options::read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn arguments_are_read() {
        assert_eq!(read(""), Ok(Options::default()));
        let yixin = Options { dialect: Some(Dialect::Yixin), suggest: true, evaluation: None };
        assert_eq!(read("--dialect yixin --suggest"), Ok(yixin));
        assert_eq!(read("--dialect=auto"), Ok(Options::default()));
        let tuned = Options { evaluation: Some("a=b.bin".into()), ..Options::default() };
        assert_eq!(read("--evaluation=a=b.bin"), Ok(tuned));
        assert_eq!(read("--suggest --help"), Err(Other::Help));
        assert_eq!(read("-V"), Err(Other::Version));
        for wrong in
            ["--fly", "--dialect", "--dialect gtp", "--suggest=yes", "--evaluation", "--evaluation=", "START"]
        {
            assert!(matches!(read(wrong), Err(Other::Wrong(text)) if text.contains("expected")), "{wrong}");
        }
    }
}
