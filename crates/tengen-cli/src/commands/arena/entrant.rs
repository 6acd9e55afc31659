//! Who takes part, as it is asked for on the command line and in files.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use tengen_classic::{Classic, GameTreeOptions};
use tengen_engine::Level;
use tengen_game::Rule;
use tengen_program::ProgramOptions;
use tengen_protocol::gomocup::{Dialect, ParseDialectError, code_of_rule};

use super::control::ControlArguments;
use crate::options;
use crate::words;

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Entrant {
    pub(in crate::commands) name: String,
    pub(in crate::commands) kind: Kind,
    /// Limits of its own.
    pub(in crate::commands) control: ControlArguments,
}

/// What an entrant is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(in crate::commands) enum Kind {
    /// The engine of this program.
    Tengen {
        hash_mib: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<Strength>,
    },
    /// One of the classics.
    Classic {
        classic: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breadth: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        think_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ignore_forbidden: bool,
    },
    /// A program that speaks the Gomocup protocol.
    Program {
        command: Vec<String>,
        dialect: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memory_mib: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash_mib: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threads: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        folder: Option<PathBuf>,
        start_ms: u64,
        /// What `INFO` is to say besides, key and value.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        infos: Vec<(String, String)>,
    },
}

/// A level of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::commands) enum Strength {
    Easy,
    Normal,
    Hard,
}

impl Kind {
    /// Whether it is a program that speaks the Gomocup protocol.
    pub(super) fn is_program(&self) -> bool {
        matches!(self, Kind::Program { .. })
    }

    /// How a program is started, which goes under this name; `None` for whoever is no program.
    ///
    /// # Errors
    /// When it has a dialect that there is not.
    pub(in crate::commands) fn program(
        &self,
        name: &str,
    ) -> Result<Option<ProgramOptions>, ParseDialectError> {
        let Kind::Program { command, dialect, memory_mib, hash_mib, threads, folder, start_ms, infos } = self
        else {
            return Ok(None);
        };
        Ok(Some(ProgramOptions {
            name: Some(name.to_owned()),
            dialect: dialect.parse()?,
            max_memory: memory_mib.map(|mib| mib << 20),
            hash_bytes: hash_mib.map(|mib| mib << 20),
            threads: *threads,
            start_limit: Duration::from_millis(*start_ms),
            folder: folder.clone(),
            infos: infos.clone(),
            ..ProgramOptions::new(command.clone())
        }))
    }

    /// Fails where whoever goes under this name cannot be told that a game is played by this rule.
    pub(super) fn check_rule(&self, name: &str, rule: Rule) -> Result<()> {
        if let Kind::Program { dialect, .. } = self {
            let dialect: Dialect = dialect.parse()?;
            if code_of_rule(dialect, rule).is_none() {
                bail!("`{name}`: expected a rule that its dialect, {dialect}, has a code for, found {rule}");
            }
        }
        Ok(())
    }
}

impl From<Strength> for Level {
    fn from(strength: Strength) -> Level {
        match strength {
            Strength::Easy => Level::Easy,
            Strength::Normal => Level::Normal,
            Strength::Hard => Level::Hard,
        }
    }
}

/// How long a program may take to start and to answer `START`, unless it is said.
const START_LIMIT: Duration = Duration::from_secs(10);

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Text(String),
    /// Words that are told apart already, as in a file.
    Words(Vec<String>),
}

/// Reads `KIND[,KEY=VALUE…]` or `cmd=COMMAND[,KEY=VALUE…]`.
impl std::str::FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        let mut settings = Vec::new();
        for (number, part) in words::split(text, |character| character == ',')?.into_iter().enumerate() {
            let part = part.trim();
            settings.push(match part.split_once('=') {
                // A command keeps its quotes, which tell its words apart.
                Some((key, value)) if key.trim() == "cmd" => {
                    ("cmd".to_owned(), Setting::Words(words::of_command(value)?))
                }
                Some((key, value)) => (key.trim().to_owned(), Setting::Text(words::unquoted(value.trim()))),
                None if number == 0 => ("kind".to_owned(), Setting::Text(words::unquoted(part))),
                None => return Err(format!("expected KEY=VALUE, found `{part}`")),
            });
        }
        Entrant::of(settings)
    }
}

impl Entrant {
    /// The entrant with these settings.
    ///
    /// # Errors
    /// When a setting is missing, is there twice, makes no sense, or belongs to another kind.
    pub(super) fn of(settings: Vec<(String, Setting)>) -> Result<Entrant, String> {
        let mut settings = Settings::new(settings)?;
        let name = settings.text("name")?;
        let (known_as, kind) = match (settings.text("kind")?, settings.words("cmd")?) {
            (Some(_), Some(_)) => return Err("expected either a kind or `cmd`, found both".to_owned()),
            (None, None) => {
                return Err(format!("expected {}, or `cmd=COMMAND`", kinds()));
            }
            (None, Some(command)) => program(command, &mut settings)?,
            (Some(kind), None) if kind == "tengen" => (kind, tengen(&mut settings)?),
            (Some(kind), None) => classic(&kind, &mut settings)?,
        };
        let control = ControlArguments {
            time: settings.seconds("time")?,
            game_time: settings.seconds("game-time")?,
            increment: settings.seconds("increment")?,
            grace: settings.seconds("grace")?,
            nodes: settings.number("nodes", 1..=u64::MAX)?,
            depth: settings.number("depth", 1..=400)?.map(|depth| depth as u32),
        };
        settings.finish(&known_as)?;
        let name = name.unwrap_or(known_as);
        if name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(format!(
                "expected a name of at least one character, all of them printable, found {name:?}"
            ));
        }
        Ok(Entrant { name, kind, control })
    }
}

fn kinds() -> String {
    let classics: Vec<&str> = Classic::ALL.into_iter().map(Classic::name).collect();
    format!("tengen, {}", classics.join(", "))
}

fn tengen(settings: &mut Settings) -> Result<Kind, String> {
    let hash_mib = settings.number("hash", 1..=65_536)?.unwrap_or(16) as usize;
    let level = match settings.text("level")?.as_deref() {
        None => None,
        Some("easy") => Some(Strength::Easy),
        Some("normal") => Some(Strength::Normal),
        Some("hard") => Some(Strength::Hard),
        Some(other) => return Err(format!("level: expected easy, normal or hard, found `{other}`")),
    };
    let threads = settings.number("threads", 1..=256)?.map(|threads| threads as usize);
    Ok(Kind::Tengen { hash_mib, threads, level })
}

fn classic(name: &str, settings: &mut Settings) -> Result<(String, Kind), String> {
    let classic: Classic = name
        .parse()
        .map_err(|_| format!("expected {}, or `cmd=COMMAND` for a program, found `{name}`", kinds()))?;
    let (mut depth, mut breadth, mut think_ms, mut ignore_forbidden) = (None, None, None, false);
    if classic == Classic::GameTree {
        // Its depth is a setting of its own, and its deepest search; a limit would only lie below.
        depth = settings.number("depth", 0..=u64::from(u32::MAX))?.map(|depth| depth as u32);
        breadth = settings.number("breadth", 0..=u64::from(u32::MAX))?.map(|breadth| breadth as usize);
        think_ms = settings.seconds("think")?.map(|time| time.as_millis() as u64);
        ignore_forbidden = settings.truth("ignore-forbidden")?;
        game_tree_options(depth, breadth, think_ms, ignore_forbidden).map_err(|error| error.to_string())?;
    }
    let classic = classic.name().to_owned();
    Ok((classic.clone(), Kind::Classic { classic, depth, breadth, think_ms, ignore_forbidden }))
}

/// The settings of *game-tree*.
pub(in crate::commands) fn game_tree_options(
    depth: Option<u32>,
    breadth: Option<usize>,
    think_ms: Option<u64>,
    ignore_forbidden: bool,
) -> Result<GameTreeOptions, tengen_classic::GameTreeOptionsError> {
    let mut options = GameTreeOptions::default().with_forbidden_moves(!ignore_forbidden);
    if let Some(depth) = depth {
        options = options.with_depth(depth)?;
    }
    if let Some(breadth) = breadth {
        options = options.with_breadth(breadth)?;
    }
    if let Some(think_ms) = think_ms {
        options = options.with_time(Duration::from_millis(think_ms))?;
    }
    Ok(options)
}

fn program(command: Vec<String>, settings: &mut Settings) -> Result<(String, Kind), String> {
    if command.first().is_none_or(String::is_empty) {
        return Err("cmd: expected a program, found nothing".to_owned());
    }
    let known_as = ProgramOptions::new(command.clone()).title();
    let dialect = match settings.text("dialect")? {
        Some(name) => name.parse::<Dialect>().map_err(|error| error.to_string())?,
        None => Dialect::default(),
    };
    let start = settings.seconds("start-time")?.unwrap_or(START_LIMIT);
    let kind = Kind::Program {
        command,
        dialect: dialect.name().to_owned(),
        memory_mib: settings.number("memory", 1..=1 << 24)?,
        hash_mib: settings.number("hash", 1..=1 << 24)?,
        threads: settings.number("threads", 1..=1024)?.map(|threads| threads as u32),
        folder: settings.text("folder")?.map(PathBuf::from),
        start_ms: start.as_millis() as u64,
        infos: settings.infos()?,
    };
    Ok((known_as, kind))
}

/// Settings of which each must be asked for.
struct Settings(Vec<(String, Setting)>);

impl Settings {
    fn new(settings: Vec<(String, Setting)>) -> Result<Settings, String> {
        for (index, (key, _)) in settings.iter().enumerate() {
            if settings[..index].iter().any(|(other, _)| other == key) {
                return Err(format!("expected `{key}` once, found it twice"));
            }
        }
        Ok(Settings(settings))
    }

    fn take(&mut self, key: &str) -> Option<Setting> {
        let index = self.0.iter().position(|(other, _)| other == key)?;
        Some(self.0.remove(index).1)
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, String> {
        match self.take(key) {
            None => Ok(None),
            Some(Setting::Text(text)) => Ok(Some(text)),
            Some(Setting::Words(_)) => Err(format!("{key}: expected a text, found a list")),
        }
    }

    fn words(&mut self, key: &str) -> Result<Option<Vec<String>>, String> {
        match self.take(key) {
            None => Ok(None),
            Some(Setting::Words(words)) => Ok(Some(words)),
            Some(Setting::Text(text)) => words::of_command(&text).map(Some),
        }
    }

    fn number(&mut self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, String> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ if *range.end() == u64::MAX => {
                Err(format!("{key}: expected a number from {}, found `{text}`", range.start()))
            }
            _ => Err(format!(
                "{key}: expected a number from {} to {}, found `{text}`",
                range.start(),
                range.end()
            )),
        }
    }

    fn seconds(&mut self, key: &str) -> Result<Option<Duration>, String> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        options::seconds(&text).map(Some).map_err(|error| format!("{key}: {error}, found `{text}`"))
    }

    fn truth(&mut self, key: &str) -> Result<bool, String> {
        match self.text(key)?.as_deref() {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(other) => Err(format!("{key}: expected true or false, found `{other}`")),
        }
    }

    /// All settings whose key begins with `info.`, in their order.
    fn infos(&mut self) -> Result<Vec<(String, String)>, String> {
        let mut infos = Vec::new();
        let keys: Vec<String> = self.0.iter().map(|(key, _)| key.clone()).collect();
        for key in keys.iter().filter(|key| key.starts_with("info.")) {
            let value = self.text(key)?.unwrap_or_default();
            let name = &key["info.".len()..];
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(format!(
                    "expected `info.KEY` with a key of letters, digits and `_`, found `{key}`"
                ));
            }
            if value.chars().any(char::is_control) {
                return Err(format!("{key}: expected one line, found {value:?}"));
            }
            infos.push((name.to_owned(), value));
        }
        Ok(infos)
    }

    /// Complains of what nobody has asked for.
    fn finish(self, kind: &str) -> Result<(), String> {
        match self.0.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("`{kind}` has no setting `{key}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Entrant, String> {
        text.parse()
    }

    #[test]
    fn entrants_are_read_with_their_settings() {
        let engine = read("tengen,name=new,hash=64,nodes=1000,threads=2").unwrap();
        assert_eq!((engine.name.as_str(), engine.control.nodes), ("new", Some(1000)));
        assert_eq!(engine.kind, Kind::Tengen { hash_mib: 64, threads: Some(2), level: None });
        let tree = read("game-tree,depth=4,breadth=8,time=0.5").unwrap();
        assert!(matches!(tree.kind, Kind::Classic { depth: Some(4), breadth: Some(8), .. }));
        assert_eq!((tree.control.depth, tree.control.time), (None, Some(Duration::from_millis(500))));
        let program =
            read(r#"cmd=./pbrain-x --a "b, c",dialect=yixin,memory=350,threads=4,info.rule2=2"#).unwrap();
        assert_eq!(program.name, "x");
        let Kind::Program { command, dialect, memory_mib, infos, threads, .. } = program.kind else {
            panic!()
        };
        assert_eq!(command, ["./pbrain-x", "--a", "b, c"]);
        assert_eq!((dialect.as_str(), memory_mib, threads), ("yixin", Some(350), Some(4)));
        assert_eq!(infos, [("rule2".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn faulty_settings_are_told() {
        let cases = [
            ("stockfish", "expected tengen, tuple, direction, "),
            ("", "expected tengen, "),
            ("name=x", "or `cmd=COMMAND`"),
            ("tengen,cmd=x", "expected either a kind or `cmd`"),
            ("cmd=", "cmd: expected a program"),
            ("tengen,hash=0", "hash: expected a number from 1 to 65536, found `0`"),
            ("tengen,threads=0", "threads: expected a number from 1 to 256, found `0`"),
            ("tengen,hash=1,hash=2", "expected `hash` once"),
            ("tengen,breadth=8", "`tengen` has no setting `breadth`"),
            ("tuple,memory=8", "`tuple` has no setting `memory`"),
            ("tengen,level=best", "level: expected easy, normal or hard, found `best`"),
            ("tengen,hash", "expected KEY=VALUE, found `hash`"),
            ("game-tree,depth=13", "game-tree searches 2 to 12 plies deep, not 13"),
            ("tengen,time=soon", "time: expected seconds"),
            ("tengen,name=", "expected a name"),
            ("cmd=x,dialect=gtp", "expected a dialect"),
            ("cmd=x,info.a b=1", "expected `info.KEY`"),
            ("tengen,name='x", "expected a closing '"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
