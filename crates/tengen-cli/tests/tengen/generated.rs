//! `tengen completions` and `tengen man` contain all commands and options.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::tengen;

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let names = commands_in(&tengen(&["--help"], "").out);
    assert!(names.len() >= 10, "{names:?}");
    names
}

/// The commands that a help lists, without `help`.
fn commands_in(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    // The continuation of a long description is further to the right.
    let names = list.lines().filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    let names = names.map(|line| line.split(' ').next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// Every long option that a text mentions.
fn options(text: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let after = text.match_indices("--").map(|(at, _)| &text[at..]);
    let names = after.map(|rest| &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())]);
    names.filter(|name| name.len() > 2 && !name.starts_with("---")).collect()
}

/// The options of a command, as its help lists them.
fn options_of(command: &str) -> BTreeSet<String> {
    let help = tengen(&[command, "--help"], "").out;
    let is_option = |line: &&str| line.trim_start().starts_with('-') && line.starts_with("  ");
    let names = help.lines().filter(is_option).filter_map(|line| options(line).into_iter().next());
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert!(names.contains("--help"), "{help}");
    names
}

#[test]
fn completions_know_every_command_and_option() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = tengen(&["completions", shell], "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{shell}");
        for command in commands() {
            assert!(run.out.contains(&command), "{shell}: {command}");
            for option in options_of(&command) {
                // Fish writes long options without their hyphens.
                let word = if shell == "fish" { &option[2..] } else { &option };
                assert!(run.out.contains(word), "{shell}: {command} {option}");
            }
        }
        assert!(run.out.contains("caro-exact"), "{shell}: the values of options");
    }
    tengen(&["completions", "tcsh"], "").fails(2, "[possible values: bash, elvish, fish, powershell, zsh]");
}

#[cfg(unix)]
#[test]
fn bash_accepts_its_completions() {
    let script = tengen(&["completions", "bash"], "").out;
    let mut bash =
        Command::new("bash").arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = bash.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // The scripts complete a command by its beginning, an option, and the value of an option.
    for (line, expected) in [
        ("tengen analys", "analyse"),
        ("tengen position --to-m", "--to-move"),
        ("tengen convert --rule caro-", "caro-exact"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ask = format!(
            "{script}\nCOMP_WORDS=({line}); COMP_CWORD={}; _tengen tengen {} {}; echo \"${{COMPREPLY[@]}}\"",
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), expected, "{line}");
    }
}

/// The text of a page, approximately.
fn plain(page: &str) -> String {
    page.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
}

#[test]
fn every_command_has_a_manual_page_with_every_option() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("share/man1");
    let run = tengen(&["man", folder.to_str().unwrap()], "");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let read = |name: &str| fs::read_to_string(folder.join(format!("{name}.1"))).unwrap();
    let main = plain(&read("tengen"));
    for command in commands() {
        let page = read(&format!("tengen-{command}"));
        assert!(page.contains(&format!(".TH tengen-{command} 1")), "{page}");
        let page = plain(&page);
        for part in [".SH NAME", ".SH SYNOPSIS", &format!("tengen {command}"), ".SH OPTIONS", "Exit codes:"] {
            assert!(page.contains(part), "{command}: {part} is missing:\n{page}");
        }
        for option in options_of(&command) {
            assert!(page.contains(&option), "{command}: {option} is missing:\n{page}");
        }
        assert!(main.contains(&format!("tengen-{command}(1)")), "{main}");
    }
    let examples = plain(&read("tengen-convert"));
    let lines = ".nf\n";
    assert!(
        examples.split_once(lines).unwrap().1.contains("\n  tengen convert game.psq game.sgf --rule renju\n")
    );
    let of_admin = commands_in(&tengen(&["admin", "--help"], "").out);
    for command in &of_admin {
        assert!(read(&format!("tengen-admin-{command}")).contains(&format!(".TH tengen-admin-{command} 1")));
    }
    for command in ["check", "play"] {
        assert!(read(&format!("tengen-puzzles-{command}")).contains("SYNOPSIS"), "{command}");
    }
    // There is one page for each command, for those of `admin` and `puzzles`, and for the two programs.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), commands().len() + of_admin.len() + 2 + 2);
}

#[test]
fn one_page_goes_to_standard_output() {
    assert!(tengen(&["man"], "").out.contains(".TH tengen 1"));
    assert!(tengen(&["man", "--page", "analyse"], "").out.contains(".TH tengen-analyse 1"));
    tengen(&["man", "--page", "fly"], "").fails(1, "expected one of the pages tengen, serve, ");
    tengen(&["man", "folder", "--page", "play"], "").fails(2, "cannot be used with");
    let file = tempfile::NamedTempFile::new().unwrap();
    tengen(&["man", file.path().to_str().unwrap()], "").fails(1, "error: cannot make ");
}

#[test]
fn the_engine_for_managers_has_a_page_that_agrees_with_its_help() {
    let page = plain(&tengen(&["man", "--page", "pbrain-tengen"], "").out);
    let help = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert_eq!(options(&page), options(&help));
    for dialect in ["auto", "piskvork", "yixin", "rapfi", "alphagomoku"] {
        assert!(page.contains(dialect) && help.contains(dialect), "{dialect}");
    }
}
