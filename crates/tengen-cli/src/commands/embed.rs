//! `tengen embed`: HTML that shows a game on any web page.

use std::ffi::OsStr;
use std::io::Write;

use anyhow::{Context as _, Result};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use tengen_analysis::{Character, Classic, Level};
use tengen_formats::any::{self, Format};
use tengen_formats::{Loss, Written, link};
use tengen_game::{BoardSize, Record};
use tengen_picture::{Numbers, Picture, PictureError, PictureOptions, Theme};
use tengen_puzzles::{Puzzle, check};

use crate::input::PositionArguments;
use crate::options::ProgressOption;

/// Write HTML that shows a game on any web page: `<tengen-board>`, with a picture for readers without JavaScript
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: PositionArguments,
    /// What visitors can do: view the game, play, analyse, or solve a puzzle
    #[arg(long, value_parser = MODES, default_value = "view")]
    mode: String,
    /// A puzzle with its proof, by which the moves are judged: a text or a link, as the page's editor makes them
    #[arg(long, value_name = "PUZZLE", conflicts_with_all = ["at", "mode", "source", "moves"])]
    puzzle: Option<String>,
    /// Number of the move shown at first [default: the record's current move]
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// The opponent: a level or a classic program [default: normal]
    #[arg(long, value_parser = level)]
    level: Option<String>,
    /// The manner in which a level plays
    #[arg(long, value_name = "NAME", value_parser = Character::ALL.map(Character::name))]
    character: Option<String>,
    /// The visitor's side in a game [default: black]
    #[arg(long, value_parser = SIDES)]
    side: Option<String>,
    /// Theme of the board; auto follows the visitor's system [default: kaya]
    #[arg(long, value_parser = THEMES)]
    theme: Option<String>,
    /// Move numbers on stones: none, all, or last:N for the last N
    #[arg(long, value_name = "WHICH", default_value_t = Numbers::None)]
    numbers: Numbers,
    /// Hide the coordinates
    #[arg(long)]
    no_coordinates: bool,
    /// Controls below the board [default: all]
    #[arg(long, value_parser = CONTROLS)]
    controls: Option<String>,
    /// Language of the board [default: that of the web page]
    #[arg(long, value_name = "LANGUAGE", value_parser = LanguageTag)]
    lang: Option<String>,
    /// Also write the script tag, with this address of tengen-board.js
    #[arg(long, value_name = "ADDRESS")]
    script: Option<String>,
}

const MODES: [&str; 4] = ["view", "play", "analyse", "puzzle"];
const SIDES: [&str; 3] = ["black", "white", "both"];
const THEMES: [&str; 5] = ["kaya", "auto", "paper", "night", "contrast"];
const CONTROLS: [&str; 4] = ["all", "status", "buttons", "none"];

/// The languages of the board, with or without a region such as `en-GB`.
const LANGUAGES: [&str; 2] = ["en", "zh"];

/// Reads the name of a level or of a classic.
fn level(text: &str) -> Result<String, String> {
    let is_known = text.parse::<Level>().is_ok() || text.parse::<Classic>().is_ok();
    let expected = "expected a level from 1 to 20, `easy`, `normal`, `hard` or a classic such as `greedy`";
    if is_known { Ok(text.to_owned()) } else { Err(expected.to_owned()) }
}

/// Reads the tag of a language of the board.
#[derive(Clone)]
struct LanguageTag;

impl TypedValueParser for LanguageTag {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let read = |tag: &str| {
            let primary = tag.split(['-', '_']).next().unwrap_or_default();
            let is_known = LANGUAGES.iter().any(|language| primary.eq_ignore_ascii_case(language));
            let expected = || format!("expected {}, found `{tag}`", LANGUAGES.join(" or "));
            if is_known { Ok(tag.to_owned()) } else { Err(expected()) }
        };
        read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(LANGUAGES.into_iter().map(PossibleValue::new)))
    }
}

const AFTER_HELP: &str = "\
The web page needs the files that `cargo xtask package element` makes, and one script tag: <script src=\"tengen-board.js\" async></script>.

Examples:
  tengen embed game.sgf > game.html
  tengen embed --moves \"h8 i9 h10\" --mode play --level easy
  tengen embed problem.sgf --mode puzzle --theme paper --script /board/tengen-board.js
  tengen embed --puzzle \"https://gomoku.example/?puzzle=VFBaMQAPATUA…\"

Exit codes: 0 done, 1 the file cannot be read, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let puzzle = arguments.puzzle.as_deref().map(puzzle).transpose()?;
    let mut record = match &puzzle {
        Some(puzzle) => Record::from_position(puzzle.start.clone()),
        None => arguments.input.read(ProgressOption::default())?.0.record,
    };
    if let Some(at) = arguments.at {
        let moves = record.line_nodes().len();
        if at > moves {
            return Err(PictureError::NoSuchMove { asked: at, moves }.into());
        }
        record.go_to(at);
    }
    if let Some(address) = &arguments.script {
        writeln!(out, "<script src=\"{}\" async></script>", escaped(address))?;
    }
    write!(out, "<tengen-board")?;
    for (name, value) in attributes(arguments, &record, puzzle.as_ref())? {
        write!(out, " {name}=\"{}\"", escaped(&value))?;
    }
    writeln!(out, ">")?;
    writeln!(out, "{}", picture(arguments, &record)?.trim_end())?;
    writeln!(out, "</tengen-board>")?;
    Ok(())
}

/// Reads a puzzle, which is part of a link or stands alone, and proves it.
fn puzzle(text: &str) -> Result<Puzzle> {
    // The query of an address may have other parts, and its fragment a game.
    let link = text.split('#').next().unwrap_or_default();
    let alone = link.split(['?', '&']).find_map(|part| part.strip_prefix("puzzle=")).unwrap_or(link);
    let puzzle = Puzzle::from_text(alone)?;
    check(&puzzle).context("expected a sound puzzle")?;
    Ok(puzzle)
}

fn attributes(
    arguments: &Arguments,
    record: &Record,
    puzzle: Option<&Puzzle>,
) -> Result<Vec<(&'static str, String)>> {
    let mode = if puzzle.is_some() { "puzzle" } else { &arguments.mode };
    let mut attributes = vec![("mode", mode.to_owned())];
    attributes.extend(game(record)?);
    if let Some(puzzle) = puzzle {
        attributes.push(("puzzle", puzzle.to_text()?));
    }
    let at = record.cursor();
    if at != record.main_line().len() {
        attributes.push(("at", at.to_string()));
    }
    for (name, value) in [
        ("level", &arguments.level),
        ("character", &arguments.character),
        ("side", &arguments.side),
        ("theme", &arguments.theme),
        ("controls", &arguments.controls),
        ("lang", &arguments.lang),
    ] {
        attributes.extend(value.clone().map(|value| (name, value)));
    }
    if arguments.numbers != Numbers::None {
        attributes.push(("numbers", arguments.numbers.to_string()));
    }
    if arguments.no_coordinates {
        attributes.push(("coordinates", "off".to_owned()));
    }
    Ok(attributes)
}

/// The moves, which users can read and change, where the record has nothing else; otherwise a link.
fn game(record: &Record) -> Result<Vec<(&'static str, String)>> {
    if let Ok(Written { content, losses }) = any::write(record, Format::Moves)
        // Rule and size have attributes of their own, and a link does not hold facts and properties either.
        && losses.iter().all(|loss| {
            matches!(loss, Loss::Rule | Loss::Size | Loss::Cursor | Loss::Info | Loss::Properties)
        })
        && let Ok(moves) = String::from_utf8(content)
    {
        let mut attributes = vec![("game", moves.trim_end().to_owned()), ("rule", record.rule().to_string())];
        if record.size() != BoardSize::FIFTEEN {
            attributes.push(("size", record.size().lines().to_string()));
        }
        return Ok(attributes);
    }
    Ok(vec![("game", link::write(&record.clone().into())?.content)])
}

fn picture(arguments: &Arguments, record: &Record) -> Result<String> {
    let theme = arguments.theme.as_deref().and_then(|theme| theme.parse().ok()).unwrap_or(Theme::Wood);
    let options = PictureOptions {
        theme,
        numbers: arguments.numbers,
        coordinates: !arguments.no_coordinates,
        ..PictureOptions::default()
    };
    let picture = Picture::of_node(record, record.current());
    let side = picture.side(&options)?;
    let natural = format!(" width=\"{side}\" height=\"{side}\"");
    // The element is as wide as its place, up to the width of a board.
    Ok(picture.svg(&options)?.replacen(&natural, " width=\"100%\" style=\"max-width:40rem\"", 1))
}

/// A text within an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
