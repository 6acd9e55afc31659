//! `tengen puzzles play`: puzzles in the terminal.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use tengen_game::{Point, Rule, diagram};
use tengen_puzzles::{
    Attempt, Day, Library, Mistake, Progress, Puzzle, PuzzleId, PuzzleSet, Refuted, Task, Theme, Verdict,
    sets,
};

use super::files;
use crate::folders;
use crate::input::read_if_there;
use crate::options::{RULES, named};
use crate::output;
use crate::wording::counted;

/// Solve puzzles in the terminal; your rating follows the results.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Arguments {
    /// A file with puzzles, which ends in .jsonl or .puzzles [default: the puzzles that come with the program]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The rule: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = named::<Rule>(&RULES))]
    rule: Rule,
    /// Only puzzles with this idea
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// The puzzle of today
    #[arg(long, conflicts_with_all = ["theme", "repeat"])]
    daily: bool,
    /// The puzzles that you missed and that come back today
    #[arg(long, conflicts_with = "theme")]
    repeat: bool,
    /// Your results [default: puzzles.json in your folder for data]
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    /// Seed for the choice of puzzles, to repeat it
    #[arg(long)]
    seed: Option<u64>,
}

const AFTER_HELP: &str = "\
Type your move, such as `h8`. `hint` shows the right move, `next` goes on to another puzzle, and `quit` or Ctrl-D ends. A wrong move is
refuted, and you may try again: only the first try counts.

Themes: fours, threes, defence, quiet, four-three, double-four, double-three, double-three-trap, double-four-trap, overline-trap,
counter-four, long.

Exit codes: 0 done, 1 it could not be done, 2 wrong usage";

fn theme(text: &str) -> Result<Theme, String> {
    let names = || Theme::ALL.map(Theme::name).join(", ");
    let found = Theme::ALL.into_iter().find(|theme| theme.name() == text);
    found.ok_or_else(|| format!("expected {}", names()))
}

pub(super) fn run(arguments: &Arguments, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    let library = library(arguments)?;
    let path = match &arguments.progress {
        Some(path) => path.clone(),
        None => folders::results_file("puzzles.json", "--progress")?,
    };
    let mut progress = read_progress(&path)?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let today = Day::try_from(seconds / (24 * 60 * 60)).unwrap_or(Day::MAX);
    let seed = arguments.seed.unwrap_or(seconds);
    for number in 0.. {
        let due = progress.due(today);
        let puzzle = if arguments.daily {
            library.of_day(today).filter(|_| number == 0)
        } else if arguments.repeat {
            due.iter().find_map(|&id| library.get(id))
        } else {
            library.rated(&progress, arguments.theme, &[], seed.wrapping_add(number))
        };
        let Some(puzzle) = puzzle else {
            if number == 0 {
                writeln!(out, "There is no such puzzle{}.", if arguments.repeat { " today" } else { "" })?;
            }
            return Ok(());
        };
        let (first, leaves) = solve(puzzle, &progress, input, out)?;
        let Some(is_solved) = first else { return Ok(()) };
        let id = PuzzleId::of(puzzle);
        if arguments.repeat {
            progress.repeat(id, is_solved, today);
        } else {
            progress.count(puzzle, is_solved, today);
        }
        if arguments.daily && is_solved {
            progress.solve_day(today);
        }
        output::write_file(&path, serde_json::to_string(&progress)?.as_bytes())?;
        let (solved, missed) = progress.results();
        writeln!(out, "Your rating: {:.0}. Solved: {solved} of {}.\n", progress.rating(), solved + missed)?;
        if leaves {
            return Ok(());
        }
    }
    Ok(())
}

fn library(arguments: &Arguments) -> Result<Library> {
    let rule = files::supported(arguments.rule)?;
    let bytes = match &arguments.file {
        Some(path) => {
            let Some(puzzles) = files::read(path)? else {
                bail!("{}: expected a file that ends in .jsonl or .puzzles", path.display());
            };
            PuzzleSet::pack(&puzzles)?
        }
        None => sets::of(rule).unwrap_or_default().to_vec(),
    };
    let set = PuzzleSet::open(bytes)?;
    Ok(Library::of([&set]))
}

fn read_progress(path: &Path) -> Result<Progress> {
    let Some(text) = read_if_there(path)? else { return Ok(Progress::default()) };
    let expected = || format!("{}: expected the results of `tengen puzzles play`", path.display());
    Ok(serde_json::from_slice::<Progress>(&text).with_context(expected)?.checked())
}

/// Gives a puzzle to the user: whether the first try solved it, `None` before a try, and whether the user leaves.
fn solve(
    puzzle: &Puzzle,
    progress: &Progress,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(Option<bool>, bool)> {
    let size = puzzle.start.size();
    let mut attempt = Attempt::new(puzzle.clone());
    let mut first = None;
    writeln!(out, "Puzzle {}, rated {:.0}", PuzzleId::of(puzzle), progress.rating_of(puzzle))?;
    writeln!(out, "{}", diagram::write(puzzle.start.board()))?;
    writeln!(out, "{}", task(puzzle))?;
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok((first, true));
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "quit" | "q" => return Ok((first, true)),
            "next" | "n" => return Ok((Some(first.unwrap_or(false)), false)),
            "hint" | "h" => {
                first.get_or_insert(false);
                if let Some(point) = attempt.right_move() {
                    writeln!(out, "The move is {}.", point.on(size))?;
                }
                continue;
            }
            _ => {}
        }
        let point = match Point::parse(line.trim(), size) {
            Ok(point) => point,
            Err(error) => {
                writeln!(out, "{error}; `hint`, `next` and `quit` are commands")?;
                continue;
            }
        };
        match attempt.play(point) {
            Err(error) => writeln!(out, "{error}")?,
            Ok(Verdict::Right(answer)) => {
                writeln!(out, "Right. The answer is {}.", answer.on(size))?;
                writeln!(out, "{}", diagram::write(attempt.position().board()))?;
            }
            Ok(Verdict::Solved) => {
                writeln!(out, "Solved.")?;
                return Ok((Some(*first.get_or_insert(true)), false));
            }
            Ok(Verdict::Wrong(refuted)) => {
                first.get_or_insert(false);
                writeln!(out, "{} Try again.", explanation(&refuted, size))?;
            }
        }
    }
}

fn task(puzzle: &Puzzle) -> String {
    let solver = puzzle.solver();
    let moves = counted(puzzle.moves(), "move");
    match &puzzle.task {
        Task::Fours { .. } => format!("{solver} wins in {moves}; each but the last makes a four."),
        Task::Threats(_) => format!("{solver} wins in {moves} by threats."),
        Task::Defence { .. } => format!("{solver} has one move that prevents a win by fours."),
    }
}

fn explanation(refuted: &Refuted, size: tengen_game::BoardSize) -> String {
    let line: Vec<String> =
        refuted.moves.iter().skip(1).map(|(point, _)| point.on(size).to_string()).collect();
    let line = line.join(" ");
    match refuted.mistake {
        Mistake::NoFour => "This makes no four.".to_owned(),
        Mistake::NoThreat => "This threatens nothing.".to_owned(),
        Mistake::NoWinLeft => format!("The answer is {line}, and no fours or threes win any more."),
        Mistake::NoFoursLeft => format!("The answer is {line}, and fours alone win no more."),
        Mistake::Slower => "A four wins at once.".to_owned(),
        Mistake::FoursWin => "There is a faster way: fours alone win now.".to_owned(),
        Mistake::Loses => format!("The other side wins: {line}."),
    }
}
