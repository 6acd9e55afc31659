//! The words about a puzzle: its task, and the judgement of a move.

use tengen_game::{Color, Point, Rule};
use tengen_puzzles::{Attempt, Mistake, Puzzle, Refuted, State, Task, Theme, Trainer};

use crate::puzzles::Puzzles;
use crate::texts::Texts;
use leptos::prelude::*;

/// The sentence in the status line for the puzzle on the board.
pub(in crate::panel) fn headline(texts: Texts) -> String {
    let Some(puzzles) = use_context::<Puzzles>() else { return String::new() };
    puzzles
        .trainer
        .with(|trainer| trainer.as_ref().map_or_else(String::new, |trainer| judgement(texts, trainer)))
}

/// The task below a judgement.
pub(in crate::panel) fn task_below(texts: Texts, trainer: &Trainer) -> String {
    if *trainer.state() == State::Solving && trainer.turn() == 0 {
        return String::new();
    }
    task(texts, trainer.puzzle())
}

/// The sentence below it: the task, where the line above is a judgement.
pub(in crate::panel) fn detail(texts: Texts) -> String {
    let Some(puzzles) = use_context::<Puzzles>() else { return String::new() };
    puzzles
        .trainer
        .with(|trainer| trainer.as_ref().map_or_else(String::new, |trainer| task_below(texts, trainer)))
}

/// The judgement of the last move; before the first one, the task.
pub(in crate::panel) fn judgement(texts: Texts, trainer: &Trainer) -> String {
    match trainer.state() {
        State::Solving if trainer.turn() == 0 => task(texts, trainer.puzzle()),
        State::Solving => texts.text("puzzle-right"),
        State::Solved if trainer.first() == Some(true) => texts.text("puzzle-solved"),
        State::Solved => texts.text("puzzle-solved-later"),
        State::GivenUp => texts.text("puzzle-solution"),
        State::Refuted(refuted) => mistake(texts, trainer.puzzle(), refuted),
    }
}

/// The task of a puzzle.
pub(super) fn task(texts: Texts, puzzle: &Puzzle) -> String {
    let is_black = puzzle.solver() == Color::Black;
    let key = match (&puzzle.task, is_black) {
        (Task::Fours { .. }, true) => "puzzle-fours-black",
        (Task::Fours { .. }, false) => "puzzle-fours-white",
        (Task::Threats(_), true) => "puzzle-threats-black",
        (Task::Threats(_), false) => "puzzle-threats-white",
        (Task::Defence { .. }, true) => "puzzle-defence-black",
        (Task::Defence { .. }, false) => "puzzle-defence-white",
    };
    texts.text_with(key, &[("moves", puzzle.moves().into())])
}

/// The ideas of a puzzle, as a sentence.
pub(super) fn ideas_of(texts: Texts, puzzle: &Puzzle) -> String {
    let names: Vec<String> = puzzle.themes.iter().map(|theme| texts.text(theme_key(theme))).collect();
    texts.text_with("puzzle-ideas", &[("ideas", names.join(&texts.text("between-names")).into())])
}

/// The moves of the solution, as a sentence. The answers of the other side are in brackets.
pub(super) fn solution(texts: Texts, puzzle: &Puzzle) -> String {
    let (solver, size) = (puzzle.solver(), puzzle.start.size());
    let name = |(point, color): (Point, Color)| {
        let name = point.on(size);
        if color == solver { name.to_string() } else { format!("({name})") }
    };
    let moves: Vec<String> = Attempt::new(puzzle.clone()).solution().into_iter().map(name).collect();
    texts.text_with("puzzle-moves", &[("moves", moves.join(" ").into())])
}

/// The key of the name of a rule that has puzzles.
pub(super) fn rule_key(rule: Rule) -> &'static str {
    match rule {
        Rule::Standard => "rule-standard",
        Rule::Renju => "rule-renju",
        _ => "rule-freestyle",
    }
}

/// Why a move is wrong.
fn mistake(texts: Texts, puzzle: &Puzzle, refuted: &Refuted) -> String {
    let size = puzzle.start.size();
    let answer = refuted.moves.get(1).map(|(point, _)| point.on(size).to_string()).unwrap_or_default();
    let key = match refuted.mistake {
        Mistake::NoFour => "puzzle-no-four",
        Mistake::NoThreat => "puzzle-no-threat",
        Mistake::NoWinLeft => "puzzle-no-win-left",
        Mistake::NoFoursLeft => "puzzle-no-fours-left",
        Mistake::Slower => "puzzle-slower",
        Mistake::FoursWin => "puzzle-fours-win",
        Mistake::Loses => "puzzle-loses",
    };
    texts.text_with(key, &[("answer", answer.into())])
}

/// The key of the name of an idea.
pub(in crate::panel) fn theme_key(theme: Theme) -> &'static str {
    match theme {
        Theme::Fours => "theme-fours",
        Theme::Defence => "theme-defence",
        Theme::FourThree => "theme-four-three",
        Theme::DoubleFour => "theme-double-four",
        Theme::DoubleThreeTrap => "theme-double-three-trap",
        Theme::DoubleFourTrap => "theme-double-four-trap",
        Theme::OverlineTrap => "theme-overline-trap",
        Theme::CounterFour => "theme-counter-four",
        Theme::Long => "theme-long",
        Theme::Threes => "theme-threes",
        Theme::DoubleThree => "theme-double-three",
        Theme::Quiet => "theme-quiet",
    }
}
