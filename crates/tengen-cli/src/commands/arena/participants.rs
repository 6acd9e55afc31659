//! Participants, as the command line and TOML files describe them.
//!
//! ```toml
//! [[engine]]
//! kind = "tengen"
//! name = "new"
//! hash = 64
//!
//! [[engine]]
//! cmd = ["./pbrain-x", "--flag"]
//! dialect = "yixin"
//! time = 0.5
//! info = { thread_num = 2 }
//! ```

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use tengen_analysis::{Character, Classic, Level};
use tengen_arena::runner::{ParticipantKind, game_tree_options};
use tengen_engine::SearchParamChanges;
use tengen_gomocup::Dialect;
use tengen_gomocup::process::{ProgramOptions, UnclosedQuote, command_words, split_outside_quotes, unquoted};
use toml::{Table, Value};

use super::settings::ControlArguments;
use crate::options;

/// The description of a participant, with its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct ParticipantArgument {
    pub(in crate::commands) name: String,
    pub(in crate::commands) kind: ParticipantKind,
    pub(in crate::commands) control: ControlArguments,
}

/// The default time for a program to start and to answer `START`.
const START_LIMIT: Duration = Duration::from_secs(10);

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Text(String),
    /// Separate words, as a file has them.
    Words(Vec<String>),
}

/// Reads `KIND[,KEY=VALUE…]` or `cmd=COMMAND[,KEY=VALUE…]`.
impl FromStr for ParticipantArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<ParticipantArgument, String> {
        let mut settings = Vec::new();
        let parts = split_outside_quotes(text, |character| character == ',').map_err(to_text)?;
        for (number, part) in parts.into_iter().enumerate() {
            let part = part.trim();
            settings.push(match part.split_once('=') {
                // A command keeps its quotes, which separate its words.
                Some((key, value)) if key.trim() == "cmd" => {
                    ("cmd".to_owned(), Setting::Words(command_words(value).map_err(to_text)?))
                }
                Some((key, value)) => (key.trim().to_owned(), Setting::Text(unquoted(value.trim()))),
                None if number == 0 => ("kind".to_owned(), Setting::Text(unquoted(part))),
                None => return Err(format!("expected KEY=VALUE, found `{part}`")),
            });
        }
        ParticipantArgument::from_settings(settings)
    }
}

impl ParticipantArgument {
    /// The participant with these settings.
    ///
    /// # Errors
    /// When a setting is missing, is repeated, has an impossible value, or belongs to another kind.
    pub(super) fn from_settings(settings: Vec<(String, Setting)>) -> Result<ParticipantArgument, String> {
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
        Ok(ParticipantArgument { name, kind, control })
    }
}

fn to_text(error: UnclosedQuote) -> String {
    error.to_string()
}

fn kinds() -> String {
    let classics: Vec<&str> = Classic::ALL.into_iter().map(Classic::name).collect();
    format!("tengen, {}", classics.join(", "))
}

/// The value of a setting that is read from its text, if there is one.
fn parsed<T: FromStr<Err: Display>>(settings: &mut Settings, key: &'static str) -> Result<Option<T>, String> {
    let read = |text: String| text.parse().map_err(|error| format!("{key}: {error}"));
    settings.text(key)?.map(read).transpose()
}

fn tengen(settings: &mut Settings) -> Result<ParticipantKind, String> {
    let hash_mib = settings.number("hash", 1..=65_536)?.unwrap_or(16) as usize;
    let level = parsed::<Level>(settings, "level")?;
    let character = parsed::<Character>(settings, "character")?;
    let threads = settings.number("threads", 1..=256)?.map(|threads| threads as usize);
    let params = parsed::<SearchParamChanges>(settings, "params")?.unwrap_or_default();
    Ok(ParticipantKind::Tengen { hash_mib, threads, level, character, params })
}

fn classic(name: &str, settings: &mut Settings) -> Result<(String, ParticipantKind), String> {
    let classic: Classic = name
        .parse()
        .map_err(|_| format!("expected {}, or `cmd=COMMAND` for a program, found `{name}`", kinds()))?;
    let (mut depth, mut breadth, mut think_ms, mut ignore_forbidden) = (None, None, None, false);
    if classic == Classic::GameTree {
        // The depth is an option of the program, and at the same time its limit.
        depth = settings.number("depth", 0..=u64::from(u32::MAX))?.map(|depth| depth as u32);
        breadth = settings.number("breadth", 0..=u64::from(u32::MAX))?.map(|breadth| breadth as usize);
        think_ms = settings.seconds("think")?.map(|time| time.as_millis() as u64);
        ignore_forbidden = settings.truth("ignore-forbidden")?;
        game_tree_options(depth, breadth, think_ms, ignore_forbidden).map_err(|error| error.to_string())?;
    }
    Ok((
        classic.name().to_owned(),
        ParticipantKind::Classic { classic, depth, breadth, think_ms, ignore_forbidden },
    ))
}

fn program(command: Vec<String>, settings: &mut Settings) -> Result<(String, ParticipantKind), String> {
    if command.first().is_none_or(String::is_empty) {
        return Err("cmd: expected a program, found nothing".to_owned());
    }
    let known_as = ProgramOptions::new(command.clone()).title();
    let dialect = match settings.text("dialect")? {
        Some(name) => name.parse::<Dialect>().map_err(|error| error.to_string())?,
        None => Dialect::default(),
    };
    let start = settings.seconds("start-time")?.unwrap_or(START_LIMIT);
    let kind = ParticipantKind::Program {
        command,
        dialect,
        memory_mib: settings.number("memory", 1..=1 << 24)?,
        hash_mib: settings.number("hash", 1..=1 << 24)?,
        threads: settings.number("threads", 1..=1024)?.map(|threads| threads as u32),
        folder: settings.text("folder")?.map(PathBuf::from),
        start_ms: start.as_millis() as u64,
        infos: settings.infos()?,
    };
    Ok((known_as, kind))
}

/// Settings, each of which must be used.
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
            Some(Setting::Text(text)) => command_words(&text).map(Some).map_err(to_text),
        }
    }

    fn number(&mut self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, String> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match options::whole_number(&text) {
            Some(number) if range.contains(&number) => Ok(Some(number)),
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

    /// Fails when a setting was not used.
    fn finish(self, kind: &str) -> Result<(), String> {
        match self.0.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("`{kind}` has no setting `{key}`")),
        }
    }
}

/// Reads the participants of a file.
pub(super) fn read_file(path: &Path) -> Result<Vec<ParticipantArgument>> {
    let named = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(named)?;
    read_toml(&text).with_context(named)
}

fn read_toml(text: &str) -> Result<Vec<ParticipantArgument>> {
    let mut table: Table = text.parse()?;
    let Some(Value::Array(engines)) = table.remove("engine") else {
        bail!("expected tables `[[engine]]`");
    };
    if let Some(key) = table.keys().next() {
        bail!("expected nothing but tables `[[engine]]`, found `{key}`");
    }
    let participant = |(number, value): (usize, Value)| {
        let Value::Table(table) = value else { bail!("expected tables `[[engine]]`") };
        let participant = settings(table).and_then(|settings| {
            ParticipantArgument::from_settings(settings).map_err(|error| anyhow!(error))
        });
        participant.with_context(|| format!("engine {number}"))
    };
    (1..).zip(engines).map(participant).collect()
}

fn settings(table: Table) -> Result<Vec<(String, Setting)>> {
    let mut settings = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                for (name, value) in inner {
                    let key = format!("{key}.{name}");
                    let setting = setting(&key, value)?;
                    settings.push((key, setting));
                }
            }
            value => {
                let setting = setting(&key, value)?;
                settings.push((key, setting));
            }
        }
    }
    Ok(settings)
}

fn setting(key: &str, value: Value) -> Result<Setting> {
    Ok(match value {
        Value::String(text) => Setting::Text(text),
        Value::Integer(number) => Setting::Text(number.to_string()),
        Value::Float(number) => Setting::Text(number.to_string()),
        Value::Boolean(truth) => Setting::Text(truth.to_string()),
        Value::Array(words) => {
            let word = |word: Value| match word {
                Value::String(word) => Ok(word),
                other => Err(anyhow!("{key}: expected texts, found {other}")),
            };
            Setting::Words(words.into_iter().map(word).collect::<Result<_>>()?)
        }
        other => bail!("{key}: expected a text or a number, found {other}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ParticipantArgument, String> {
        text.parse()
    }

    #[test]
    fn participants_are_read_with_their_settings() {
        let engine = read("tengen,name=new,hash=64,nodes=1000,threads=2").unwrap();
        assert_eq!((engine.name.as_str(), engine.control.nodes), ("new", Some(1000)));
        assert_eq!(
            engine.kind,
            ParticipantKind::Tengen {
                hash_mib: 64,
                threads: Some(2),
                level: None,
                character: None,
                params: SearchParamChanges::default()
            }
        );
        let tree = read("game-tree,depth=4,breadth=8,time=0.5").unwrap();
        assert!(matches!(tree.kind, ParticipantKind::Classic { depth: Some(4), breadth: Some(8), .. }));
        assert_eq!((tree.control.depth, tree.control.time), (None, Some(Duration::from_millis(500))));
        let program =
            read(r#"cmd=./pbrain-x --a "b, c",dialect=yixin,memory=350,threads=4,info.rule2=2"#).unwrap();
        assert_eq!(program.name, "x");
        let ParticipantKind::Program { command, dialect, memory_mib, infos, threads, .. } = program.kind
        else {
            panic!()
        };
        assert_eq!(command, ["./pbrain-x", "--a", "b, c"]);
        assert_eq!((dialect, memory_mib, threads), (Dialect::Yixin, Some(350), Some(4)));
        assert_eq!(infos, [("rule2".to_owned(), "2".to_owned())]);
    }

    #[test]
    fn faulty_settings_are_reported() {
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
            (
                "tengen,character=brave",
                "character: expected `attacker`, `defender`, `counter-puncher`, `builder`, `gambler` or `old-master`, found `brave`",
            ),
            (
                "tengen,level=best",
                "level: expected a level from 1 to 20, `easy`, `normal` or `hard`, found `best`",
            ),
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

    #[test]
    fn files_have_the_same_meaning_as_the_command_line() {
        let text = "[[engine]]\nkind = \"tengen\"\nhash = 64\nname = \"new\"\ntime = 0.5\n\
                    [[engine]]\ncmd = [\"./x\", \"a, b\"]\ninfo = { thread_num = 2 }\n";
        let expected = ["tengen,name=new,hash=64,time=0.5", "cmd=./x 'a, b',info.thread_num=2"];
        assert_eq!(
            read_toml(text).unwrap(),
            expected.map(|text| text.parse::<ParticipantArgument>().unwrap())
        );
        let simple = read_toml("[[engine]]\ncmd = \"./x --y\"\n").unwrap();
        assert!(matches!(&simple[0].kind, ParticipantKind::Program { command, .. } if command.len() == 2));
    }

    #[test]
    fn faults_are_reported_with_their_place() {
        let cases = [
            ("", "expected tables `[[engine]]`"),
            ("rule = 1\n[[engine]]\nkind = \"tengen\"\n", "found `rule`"),
            ("[[engine]]\nkind = \"tengen\"\n[[engine]]\nkind = \"x\"\n", "engine 2: expected tengen"),
            ("[[engine]]\ncmd = [1]\n", "engine 1: cmd: expected texts, found 1"),
            ("[[engine]\n", "line 1"),
        ];
        for (text, expected) in cases {
            let error = format!("{:#}", read_toml(text).unwrap_err());
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
