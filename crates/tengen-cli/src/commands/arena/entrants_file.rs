//! A file of entrants, in TOML.
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

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use toml::{Table, Value};

use super::entrant::{Entrant, Setting};

/// Reads the entrants of a file.
pub(super) fn read(path: &Path) -> Result<Vec<Entrant>> {
    let named = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(named)?;
    of_text(&text).with_context(named)
}

fn of_text(text: &str) -> Result<Vec<Entrant>> {
    let mut table: Table = text.parse()?;
    let Some(Value::Array(engines)) = table.remove("engine") else {
        bail!("expected tables `[[engine]]`");
    };
    if let Some(key) = table.keys().next() {
        bail!("expected nothing but tables `[[engine]]`, found `{key}`");
    }
    let entrant = |(number, value): (usize, Value)| {
        let Value::Table(table) = value else { bail!("expected tables `[[engine]]`") };
        let entrant =
            settings(table).and_then(|settings| Entrant::of(settings).map_err(|error| anyhow!(error)));
        entrant.with_context(|| format!("engine {number}"))
    };
    (1..).zip(engines).map(entrant).collect()
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
    use super::super::entrant::Kind;
    use super::*;

    #[test]
    fn files_say_what_the_command_line_says() {
        let text = "[[engine]]\nkind = \"tengen\"\nhash = 64\nname = \"new\"\ntime = 0.5\n\
                    [[engine]]\ncmd = [\"./x\", \"a, b\"]\ninfo = { thread_num = 2 }\n";
        let expected = ["tengen,name=new,hash=64,time=0.5", "cmd=./x 'a, b',info.thread_num=2"];
        assert_eq!(of_text(text).unwrap(), expected.map(|text| text.parse::<Entrant>().unwrap()));
        let simple = of_text("[[engine]]\ncmd = \"./x --y\"\n").unwrap();
        assert!(matches!(&simple[0].kind, Kind::Program { command, .. } if command.len() == 2));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let cases = [
            ("", "expected tables `[[engine]]`"),
            ("rule = 1\n[[engine]]\nkind = \"tengen\"\n", "found `rule`"),
            ("[[engine]]\nkind = \"tengen\"\n[[engine]]\nkind = \"x\"\n", "engine 2: expected tengen"),
            ("[[engine]]\ncmd = [1]\n", "engine 1: cmd: expected texts, found 1"),
            ("[[engine]\n", "line 1"),
        ];
        for (text, expected) in cases {
            let error = format!("{:#}", of_text(text).unwrap_err());
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
