//! `tengen puzzles FILE…`: finds, proves and grades puzzles.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use tengen_analysis::PuzzleKind;
use tengen_engine::{Engine, EngineOptions};
use tengen_formats::any::Known;
use tengen_game::{BoardSize, Move, Position, Rule};
use tengen_miner::{Collection, Dropped, Grade, Tally, candidates, grade, kind_of, play_game, select};
use tengen_puzzles::{Puzzle, check};

use super::files;
use crate::errors::usage;
use crate::input::{RecordFile, Source};
use crate::options::{ProgressOption, RULES, named};
use crate::output::{self, Progress};

#[derive(Debug, clap::Args)]
pub(super) struct Mining {
    /// Files with games, or with puzzles
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Games of the engine's levels against each other in which puzzles are looked for as well
    #[arg(long, value_name = "GAMES", default_value_t = 0)]
    self_play: u64,
    /// Seed of these games; another seed gives other games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rule of the puzzles: freestyle, standard or renju [default: all three]
    #[arg(long, value_parser = named::<Rule>(&RULES))]
    rule: Option<Rule>,
    /// The kinds of puzzles to look for: fours, threats, quiet, defence [default: all]
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind)]
    only: Vec<PuzzleKind>,
    /// The most puzzles; of more, those are taken that spread over kinds and difficulties
    #[arg(long, value_name = "PUZZLES")]
    most: Option<usize>,
    /// File to write, which ends in .jsonl or .puzzles
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    patience: ProgressOption,
}

/// A game in which puzzles are looked for.
enum Game {
    /// It was read.
    Read(Box<Position>, Vec<Move>),
    /// It is played, with this rule and seed.
    Played(Rule, u64),
}

fn kind(text: &str) -> Result<PuzzleKind, String> {
    let found = PuzzleKind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| format!("expected {}", PuzzleKind::ALL.map(PuzzleKind::name).join(", ")))
}

pub(super) fn run(arguments: &Mining, out: &mut dyn Write) -> Result<()> {
    let Some(target) = &arguments.output else {
        return Err(usage("puzzles", "expected --output FILE, or the command play or check"));
    };
    if arguments.files.is_empty() && arguments.self_play == 0 {
        return Err(usage("puzzles", "expected a FILE with games or puzzles, or --self-play GAMES"));
    }
    let rules = match arguments.rule {
        Some(rule) => vec![files::supported(rule)?],
        None => Puzzle::RULES.to_vec(),
    };
    let mut games = Vec::new();
    let mut known = Vec::new();
    for path in &arguments.files {
        match files::read(path)? {
            Some(puzzles) => {
                known.extend(puzzles.into_iter().filter(|puzzle| rules.contains(&puzzle.start.rule())));
            }
            None => read_games(path, &rules, arguments.patience, &mut games)?,
        }
    }
    for number in 0..arguments.self_play {
        let rule = rules[(number % rules.len() as u64) as usize];
        games.push(Game::Played(rule, arguments.seed.wrapping_mul(1 << 32).wrapping_add(number)));
    }
    let threads =
        arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let kinds = if arguments.only.is_empty() { &PuzzleKind::ALL[..] } else { &arguments.only };
    let (found, mut tally) = mine(&games, kinds, threads, arguments.patience);
    let read = known.len();
    let mut collection = Collection::default();
    for puzzle in known {
        match check(&puzzle) {
            Err(fault) => tally.drop_one(fault.into()),
            Ok(()) if collection.insert(puzzle) => {}
            Ok(()) => tally.drop_one(Dropped::Copy),
        }
    }
    for puzzle in found {
        if !collection.insert(puzzle) {
            tally.drop_one(Dropped::Copy);
        }
    }
    let graded = grade_all(collection.into_puzzles(), threads, arguments.patience);
    let proved = graded.len();
    let kept = select(graded, arguments.most.unwrap_or(usize::MAX));
    let puzzles: Vec<Puzzle> = kept.iter().map(|(puzzle, _)| puzzle.clone()).collect();
    let bytes = files::write(target, &puzzles)?;
    report(out, &tally, games.len(), read, proved, &kept)?;
    writeln!(out, "{} puzzles in {bytes} bytes: {}", puzzles.len(), target.display())?;
    Ok(())
}

/// Reads the games of a file whose rule is one of these.
fn read_games(path: &Path, rules: &[Rule], patience: ProgressOption, games: &mut Vec<Game>) -> Result<()> {
    let known = Known { rule: if let [rule] = rules { Some(*rule) } else { None }, ..Known::default() };
    let file = RecordFile::read(&Source::File(path.to_owned()), None, known)?;
    let collection = file.games()?;
    let mut others = 0;
    for index in 0..collection.len() {
        let record = file.game(&collection, index)?.record;
        if !rules.contains(&record.rule()) {
            others += 1;
            continue;
        }
        let moves = record.main_line().into_iter().filter_map(|node| record.played(node)).collect();
        games.push(Game::Read(Box::new(record.start().clone()), moves));
    }
    if others > 0 {
        let text = format!("{}: {others} games of other rules were left out", path.display());
        output::note_if_wanted(patience, &text)?;
    }
    Ok(())
}

/// An engine for the levels, which need little memory.
fn engine() -> Engine {
    Engine::new(EngineOptions { hash_bytes: 1 << 20, threads: 1, ..EngineOptions::default() })
}

/// Works on the items in several threads; the results come in the order of the items.
fn in_threads<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    progress: &Progress,
    work: impl Fn(&mut Engine, &T) -> R + Sync,
) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()).max(1) {
            scope.spawn(|| {
                let mut engine = engine();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(&mut engine, item);
                    let mut results = lock();
                    results.push((index, result));
                    progress.set(results.len(), items.len());
                }
            });
        }
    });
    let mut results: Vec<(usize, R)> = std::mem::take(&mut *lock());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn mine(
    games: &[Game],
    kinds: &[PuzzleKind],
    threads: usize,
    patience: ProgressOption,
) -> (Vec<Puzzle>, Tally) {
    let progress = Progress::bar(patience, "games");
    let found = in_threads(games, threads, &progress, |engine, game| {
        let mut tally = Tally::default();
        let puzzles = match game {
            Game::Read(start, moves) => candidates(start, moves, kinds, &mut tally),
            Game::Played(rule, seed) => {
                let moves = play_game(engine, *rule, BoardSize::FIFTEEN, *seed);
                candidates(&Position::new(*rule, BoardSize::FIFTEEN), &moves, kinds, &mut tally)
            }
        };
        (puzzles, tally)
    });
    let mut all = Tally::default();
    let mut puzzles = Vec::new();
    for (of_game, tally) in found {
        all.add(&tally);
        puzzles.extend(of_game);
    }
    (puzzles, all)
}

fn grade_all(puzzles: Vec<Puzzle>, threads: usize, patience: ProgressOption) -> Vec<(Puzzle, Grade)> {
    let progress = Progress::bar(patience, "graded");
    let grades = in_threads(&puzzles, threads, &progress, grade);
    let graded = puzzles.into_iter().zip(grades);
    graded
        .map(|(puzzle, grade)| (Puzzle { rating: grade.rating, level: grade.level, ..puzzle }, grade))
        .collect()
}

/// Prints the figures of a run.
fn report(
    out: &mut dyn Write,
    tally: &Tally,
    games: usize,
    read: usize,
    proved: usize,
    kept: &[(Puzzle, Grade)],
) -> Result<()> {
    writeln!(
        out,
        "{games} games, {} positions, {} candidates, {read} puzzles read",
        tally.positions, tally.candidates
    )?;
    for (reason, count) in &tally.dropped {
        writeln!(out, "  dropped, {reason}: {count}")?;
    }
    writeln!(out, "{proved} proved, {} kept", kept.len())?;
    let mut kinds: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    let mut themes: BTreeMap<String, usize> = BTreeMap::new();
    for (puzzle, _) in kept {
        *kinds.entry((kind_of(puzzle).name(), puzzle.moves())).or_default() += 1;
        puzzle.themes.iter().for_each(|theme| *themes.entry(theme.to_string()).or_default() += 1);
    }
    for ((kind, moves), count) in kinds {
        writeln!(out, "  {kind} in {moves}: {count}")?;
    }
    for (theme, count) in themes {
        writeln!(out, "  theme {theme}: {count}")?;
    }
    // The share of puzzles that each level solves, by steps of difficulty.
    let mut steps: BTreeMap<u16, Vec<&Grade>> = BTreeMap::new();
    for (puzzle, grade) in kept {
        steps.entry(puzzle.rating / 200 * 200).or_default().push(grade);
    }
    let levels: Vec<String> = Grade::LEVELS.iter().map(|level| format!("{level:>4}")).collect();
    writeln!(out, "solved in % by level      {}", levels.concat())?;
    for (rating, grades) in steps {
        let share = |index: usize| {
            let sum: f64 = grades.iter().filter_map(|grade| grade.solved.get(index)).sum();
            format!("{:>4.0}", 100.0 * sum / grades.len() as f64)
        };
        let shares: Vec<String> = (0..Grade::LEVELS.len()).map(share).collect();
        writeln!(out, "  rated {rating:>4} to {:>4}: {:>5}{}", rating + 199, grades.len(), shares.concat())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..50).collect();
        let progress = Progress::bar(ProgressOption { quiet: true }, "numbers");
        assert_eq!(
            in_threads(&items, 3, &progress, |_, item| 2 * item),
            (0..50).map(|n| 2 * n).collect::<Vec<_>>()
        );
    }
}
