//! `tengen puzzles play`: puzzles in the terminal.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail};
use jiff::ZonedDateTime;
use jiff::civil::date;
use tengen_game::{BoardSize, Color, Point, Rule, diagram};
use tengen_puzzles::{
    Attempt, Day, Library, Mistake, Progress, Puzzle, PuzzleId, PuzzleSet, Refuted, State, Task, Theme,
    Trainer, Training, sets,
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
    #[command(flatten)]
    way: Way,
    /// Your results [default: puzzles.json in your folder for data]
    #[arg(long, value_name = "FILE")]
    progress: Option<PathBuf>,
    /// Seed for the choice of puzzles, to repeat it
    #[arg(long)]
    seed: Option<u64>,
}

/// The way of training; without any, rated puzzles about as difficult as the user is strong.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Way {
    /// Only puzzles with this idea
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<Theme>,
    /// The puzzle of today
    #[arg(long)]
    daily: bool,
    /// Harder and harder puzzles until the first miss
    #[arg(long)]
    run: bool,
    /// As many puzzles as possible in three minutes; the third miss ends it
    #[arg(long)]
    rush: bool,
    /// The puzzles that you missed and that come back today
    #[arg(long)]
    repeat: bool,
}

impl Way {
    fn training(&self) -> Training {
        match self {
            Way { theme: Some(theme), .. } => Training::Theme(*theme),
            Way { daily: true, .. } => Training::Daily,
            Way { run: true, .. } => Training::Run,
            Way { rush: true, .. } => Training::Rush,
            Way { repeat: true, .. } => Training::Repeat,
            _ => Training::Rated,
        }
    }
}

const COMMANDS: &str = "`hint`, `next` and `quit` are commands, and `h8` is a move";

const AFTER_HELP: &str = "\
Type your move, such as `h8`. `hint` shows the right move, `next` shows the solution and goes on to another puzzle, and `quit` or Ctrl-D
ends. A wrong move is refuted, and you may try again: only the first try counts.

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
    let (training, seed) = (arguments.way.training(), arguments.seed.unwrap_or(seconds));
    let Some(trainer) = Trainer::begin(training, &library, &progress, today(), seed) else {
        let day = if training == Training::Repeat { " today" } else { "" };
        writeln!(out, "There is no such puzzle of {}{day}.", arguments.rule)?;
        return Ok(());
    };
    let time = Duration::from_secs(Training::RUSH_SECONDS.into());
    let ends = (training == Training::Rush).then(|| Instant::now() + time);
    let mut table = Table { trainer, ends, input, out };
    loop {
        let goes_on = table.solve(&mut progress)?;
        output::write_file(&path, serde_json::to_string(&progress)?.as_bytes())?;
        table.report(&progress)?;
        if !goes_on || table.trainer.is_over() || !table.trainer.next(&library, &progress, today()) {
            return Ok(());
        }
    }
}

/// Today, by the calendar of the user.
fn today() -> Day {
    let days = ZonedDateTime::now().date().duration_since(date(1970, 1, 1)).as_hours() / 24;
    Day::try_from(days).unwrap_or_default()
}

/// A training in the terminal.
struct Table<'a> {
    trainer: Trainer,
    /// The end of a training against the clock.
    ends: Option<Instant>,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl Table<'_> {
    /// Gives the puzzle of the training to the user; whether the user goes on after it.
    fn solve(&mut self, progress: &mut Progress) -> Result<bool> {
        let puzzle = self.trainer.puzzle().clone();
        let size = puzzle.start.size();
        let (id, rule) = (PuzzleId::of(&puzzle), puzzle.start.rule());
        writeln!(self.out, "Puzzle {id}, {rule}, rated {:.0}", progress.rating_of(&puzzle))?;
        writeln!(self.out, "{}", diagram::write(puzzle.start.board()))?;
        writeln!(self.out, "{}", task(&puzzle))?;
        loop {
            let Some(line) = self.ask()? else { return Ok(false) };
            match line.trim().to_ascii_lowercase().as_str() {
                "quit" | "q" => return Ok(false),
                "next" | "n" => {
                    self.trainer.give_up(progress, today());
                    self.show_solution()?;
                    return Ok(true);
                }
                "hint" | "h" => {
                    if let Some(point) = self.trainer.hint(progress, today()) {
                        writeln!(self.out, "The move is {}.", point.on(size))?;
                    }
                }
                "help" | "?" | "" => writeln!(self.out, "{COMMANDS}")?,
                _ => match Point::parse(line.trim(), size) {
                    Ok(point) => self.play(point, progress)?,
                    Err(error) => {
                        writeln!(self.out, "{error}; {COMMANDS}")?;
                    }
                },
            }
            // The miss that ends a training, and the end of the time, end the puzzle as well.
            if self.trainer.is_over() && !self.trainer.is_done() {
                self.show_solution()?;
            }
            if self.trainer.is_done() || self.trainer.is_over() {
                return Ok(true);
            }
        }
    }

    fn show_solution(&mut self) -> Result<()> {
        let puzzle = self.trainer.puzzle().clone();
        let size = puzzle.start.size();
        let moves = Attempt::new(puzzle).solution();
        let names: Vec<String> = moves.iter().map(|(point, _)| point.on(size).to_string()).collect();
        writeln!(self.out, "The solution is {}.", names.join(" "))?;
        Ok(())
    }

    /// Reads a line; `None` at the end of the input, or of the time.
    fn ask(&mut self) -> Result<Option<String>> {
        if let Some(ends) = self.ends {
            let left = ends.saturating_duration_since(Instant::now()).as_secs();
            write!(self.out, "{}:{:02} ", left / 60, left % 60)?;
        }
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        if self.ends.is_some_and(|ends| Instant::now() >= ends) {
            self.trainer.end();
            writeln!(self.out, "The time is up.")?;
            return Ok(None);
        }
        Ok(Some(line))
    }

    fn play(&mut self, point: Point, progress: &mut Progress) -> Result<()> {
        let size = self.trainer.puzzle().start.size();
        if let Err(error) = self.trainer.play(point, progress, today()) {
            writeln!(self.out, "{error}")?;
            return Ok(());
        }
        match self.trainer.state() {
            State::Solved if matches!(self.trainer.puzzle().task, Task::Defence { .. }) => {
                writeln!(self.out, "Solved.")?;
            }
            State::Solved => writeln!(self.out, "Solved: the five cannot be stopped.")?,
            State::Refuted(refuted) => {
                let again = if self.trainer.is_over() { "" } else { " Try again." };
                writeln!(self.out, "{}{again}", explanation(refuted, size))?;
            }
            State::Solving => {
                let shown = self.trainer.shown();
                let answer = shown.last.map(|point| point.on(size).to_string()).unwrap_or_default();
                writeln!(self.out, "Right. The answer is {answer}.")?;
                writeln!(self.out, "{}", diagram::write(&shown.board))?;
            }
            State::GivenUp => {}
        }
        Ok(())
    }

    /// Reports the result of the puzzle, if there was a try.
    fn report(&mut self, progress: &Progress) -> Result<()> {
        if self.trainer.first().is_none() && !self.trainer.is_over() {
            return Ok(());
        }
        match self.trainer.training() {
            Training::Rated | Training::Theme(_) => {
                let (solved, missed) = progress.results();
                let rating = progress.rating();
                writeln!(self.out, "Your rating: {rating:.0}. Solved: {solved} of {}.\n", solved + missed)?;
            }
            Training::Daily => {
                let days = counted(progress.days_in_a_row(today()) as usize, "day");
                writeln!(self.out, "In a row: {days}.\n")?;
            }
            training => {
                let (solved, missed) = self.trainer.score();
                writeln!(self.out, "Solved: {solved}. Missed: {missed}.")?;
                let best = match training {
                    Training::Run => Some(progress.best().0),
                    Training::Rush => Some(progress.best().1),
                    _ => None,
                };
                if let Some(best) = best.filter(|_| self.trainer.is_over()) {
                    writeln!(self.out, "Your best: {best}.")?;
                }
                writeln!(self.out)?;
            }
        }
        Ok(())
    }
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
    let progress = serde_json::from_slice::<Progress>(&text).with_context(expected)?;
    if !progress.is_possible() {
        bail!("{}, found ratings to which no puzzles lead", expected());
    }
    Ok(progress)
}

fn task(puzzle: &Puzzle) -> String {
    let solver = puzzle.solver();
    let moves = counted(puzzle.moves(), "move");
    let (solver, other) = (capital(solver), capital(!solver));
    match &puzzle.task {
        Task::Fours { .. } => format!("{solver} wins in {moves}; each but the last makes a four."),
        // Other answers than those of the puzzle may make the win longer.
        Task::Threats(_) => format!("{solver} wins by threes and fours."),
        Task::Defence { .. } => {
            format!("{other} threatens to win by fours. {solver} has one move that prevents it.")
        }
    }
}

fn capital(side: Color) -> &'static str {
    match side {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}

fn explanation(refuted: &Refuted, size: BoardSize) -> String {
    let line: Vec<String> =
        refuted.moves.iter().skip(1).map(|(point, _)| point.on(size).to_string()).collect();
    let line = line.join(" ");
    match refuted.mistake {
        Mistake::NoFour => "This makes no four.".to_owned(),
        Mistake::NoThreat => "This threatens nothing.".to_owned(),
        Mistake::NoWinLeft => format!("The answer is {line}, and no fours or threes win any more."),
        Mistake::NoFoursLeft => format!("The answer is {line}, and fours alone win no more."),
        Mistake::Slower => "This wins as well, but another move decides at once; it is no miss.".to_owned(),
        Mistake::FoursWin => "There is a faster way: fours alone win now.".to_owned(),
        Mistake::Loses => format!("The other side wins: {line}."),
    }
}
