//! The editor of puzzles: a position is set up, it is judged, and a sound puzzle is saved, solved, linked or printed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_analysis::PuzzleKind;
use tengen_game::{Color, Point, Position, Rule};
use tengen_match::Setup;
use tengen_puzzles::{Fault, Puzzle, Soundness};

use super::made::{Made, share};
use super::words::{ideas_of, rule_key, solution, task};
use crate::forms::{always, button, segment};
use crate::panel::play::color_key;
use crate::panel::{focus_after_render, show_after_render};
use crate::place::Place;
use crate::puzzles::{Judged, Puzzles, SaveError};
use crate::reactive::{RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The kinds of tasks that the person can set.
const KINDS: [PuzzleKind; 3] = [PuzzleKind::Fours, PuzzleKind::Threats, PuzzleKind::Defence];

/// The state of the judgement of the position on the board.
#[derive(Clone, Debug, PartialEq)]
enum State {
    /// The position has changed, or was not judged yet.
    Open,
    Running,
    Done(Judged),
}

/// The state of the editor. Copies share it.
#[derive(Clone, Copy)]
pub(super) struct Editor {
    session: Session,
    puzzles: Puzzles,
    texts: Texts,
    rule: RwSignal<Rule>,
    kind: RwSignal<PuzzleKind>,
    state: RwSignal<State>,
    name: RwSignal<String>,
    /// The outcome of the last command, such as saving.
    message: RwSignal<String>,
}

/// The editor. Clicks on the board place stones.
#[component]
pub(in crate::panel) fn Problem(place: RwSignal<Place>) -> impl IntoView {
    let editor = Editor::new();
    let Editor { session, puzzles, texts, .. } = editor;
    session.give(Setup::begin);
    // A puzzle that was tried comes back, saved or not.
    if let Some((puzzle, name)) = puzzles.draft.try_update_value(Option::take).flatten() {
        editor.edit(&puzzle, name);
    }
    // Choosing a tab also leads back to the game.
    on_cleanup(move || {
        session.give(Setup::leave);
        puzzles.give_up_judgement();
    });
    editor.forget_when_changed();
    focus_after_render(".cell[tabindex='0']");
    let side = move || session.table.setup.with(|setup| setup.map(|setup| setup.side_to_move));
    let side_segment = move |color: Color| {
        let choose = move || session.give(|mode, _| Setup::set_side(mode, color));
        let content = (move || texts.text(color_key(color))).into_any();
        segment(format!("problem-{color}"), move || side() == Some(color), choose, content)
    };
    let rule_segment = move |rule: Rule| {
        let content = (move || texts.text(rule_key(rule))).into_any();
        segment(
            format!("problem-{rule}"),
            move || editor.rule.get() == rule,
            move || editor.rule.set(rule),
            content,
        )
    };
    let kind_segment = move |kind: PuzzleKind| {
        let content = (move || texts.text(kind_key(kind))).into_any();
        segment(
            format!("problem-{kind}"),
            move || editor.kind.get() == kind,
            move || editor.kind.set(kind),
            content,
        )
    };
    let can_judge = Signal::derive(move || editor.state.with(|state| *state != State::Running));
    view! {
        <section class="training problem" aria-label=move || texts.text("problem")>
            <p class="quiet">{move || texts.text("problem-how")}</p>
            <div class="segments" role="group" aria-label=move || texts.text("setup-side")>
                {Color::BOTH.map(side_segment).into_iter().collect_view()}
            </div>
            <div class="segments" role="group" aria-label=move || texts.text("rule")>
                {Puzzle::RULES.map(rule_segment).into_iter().collect_view()}
            </div>
            <div class="segments" role="group" aria-label=move || texts.text("problem-task")>
                {KINDS.map(kind_segment).into_iter().collect_view()}
            </div>
            <div class="row">
                {button("problem-check", "problem-check", "primary", can_judge, move || editor.judge())}
                {button("setup-clear", "setup-clear", "", always(), move || editor.clear())}
                {button("problem-leave", "puzzle-leave", "", always(), move || place.set(Place::Puzzles))}
            </div>
            <p role="status" id="problem-outcome">{move || editor.outcome()}</p>
            {move || editor.sound().map(|puzzle| editor.sound_view(place, puzzle))}
            <Made editor place/>
        </section>
    }
}

impl Editor {
    fn new() -> Editor {
        let session = Session::of_page();
        let rule = session.table.game.with_untracked(|game| game.record().rule());
        let rule = if Puzzle::RULES.contains(&rule) { rule } else { Rule::FREESTYLE };
        Editor {
            session,
            puzzles: Puzzles::of_page(),
            texts: Texts::of_page(),
            rule: RwSignal::new(rule),
            kind: RwSignal::new(PuzzleKind::Fours),
            state: RwSignal::new(State::Open),
            name: RwSignal::new(String::new()),
            message: RwSignal::new(String::new()),
        }
    }

    /// A judgement is about one position, rule and task.
    fn forget_when_changed(self) {
        let stones = move || {
            self.session
                .table
                .setup
                .with(|setup| setup.map(|setup| (setup.board.clone(), setup.side_to_move)))
        };
        Effect::new(move |before: Option<_>| {
            let now = (stones(), self.rule.get(), self.kind.get());
            if before.is_some_and(|before| before != now) {
                if self.state.get_untracked() == State::Running {
                    self.puzzles.give_up_judgement();
                }
                self.state.set(State::Open);
                self.message.set(String::new());
                self.session.give(|mode, _| Setup::show(mode, Vec::new(), Vec::new()));
            }
            now
        });
    }

    /// Begins another puzzle.
    fn clear(self) {
        self.session.give(Setup::clear);
        self.name.set(String::new());
    }

    /// Puts a saved puzzle on the board.
    pub(super) fn edit(self, puzzle: &Puzzle, name: String) {
        self.session.give(|mode, _| Setup::lay(mode, &puzzle.start));
        self.rule.set(puzzle.start.rule());
        self.kind.set(kind_of(puzzle));
        self.name.set(name);
    }

    /// The position on the board; `None` if both sides have won.
    fn position(self) -> Option<Position> {
        let rule = self.rule.get_untracked();
        let set_up = self.session.table.setup.with_untracked(|setup| {
            setup.map(|setup| Position::from_board(rule, setup.board.clone(), setup.side_to_move))
        });
        set_up?.ok()
    }

    fn judge(self) {
        let Some(position) = self.position() else {
            return self.state.set(State::Done(Ok(Soundness::Faulty(Fault::NotQuiet))));
        };
        let kind = self.kind.get_untracked();
        self.message.set(String::new());
        self.state.set(State::Running);
        spawn_local(async move {
            let judged = self.puzzles.judge_position(position.clone(), kind).await;
            // The editor may be gone by now, and the position may have changed.
            let is_asked = self.state.try_get_untracked() == Some(State::Running);
            if !is_asked || self.position() != Some(position) || self.kind.get_untracked() != kind {
                return;
            }
            let (moves, marked) = match &judged {
                Ok(Soundness::Several { after, points }) => (after.clone(), points.clone()),
                _ => (Vec::new(), Vec::new()),
            };
            // The marks on the board have to stay in sight; the solution is below the buttons.
            if marked.is_empty() {
                show_after_render("#problem-outcome");
            }
            self.session.give(|mode, _| Setup::show(mode, moves, marked));
            self.state.set(State::Done(judged));
        });
    }

    /// The puzzle, if the position was found to be one.
    fn sound(self) -> Option<Puzzle> {
        self.state.with(|state| match state {
            State::Done(Ok(Soundness::Sound(puzzle))) => Some((**puzzle).clone()),
            _ => None,
        })
    }

    /// The judgement in words.
    fn outcome(self) -> String {
        let texts = self.texts;
        self.state.with(|state| match state {
            State::Open => String::new(),
            State::Running => texts.text("problem-running"),
            State::Done(Err(reason)) => {
                texts.text_with("problem-failed", &[("reason", reason.clone().into())])
            }
            State::Done(Ok(Soundness::Sound(puzzle))) => {
                format!(
                    "{}{}{}",
                    texts.text("problem-sound"),
                    texts.text("between-sentences"),
                    task(texts, puzzle)
                )
            }
            State::Done(Ok(Soundness::Several { after, points })) => {
                let size = self.session.board_size();
                let names = |points: &[Point]| {
                    let names: Vec<String> = points.iter().map(|point| point.on(size).to_string()).collect();
                    names.join(&texts.text("between-names"))
                };
                let key = if after.is_empty() { "problem-several" } else { "problem-several-later" };
                texts.text_with(key, &[("points", names(points).into()), ("moves", names(after).into())])
            }
            State::Done(Ok(Soundness::Unsolvable)) => texts.text("problem-unsolvable"),
            State::Done(Ok(Soundness::NothingThreatened)) => texts.text("problem-nothing"),
            State::Done(Ok(Soundness::Faulty(fault))) => reason(texts, fault),
        })
    }

    /// The solution of a sound puzzle, and what can be done with it.
    fn sound_view(self, place: RwSignal<Place>, puzzle: Puzzle) -> AnyView {
        let texts = self.texts;
        let stored = StoredValue::new(puzzle.clone());
        let solve = move || {
            self.puzzles.draft.set_value(Some((stored.get_value(), self.name.get_untracked())));
            self.puzzles.begin_with(stored.get_value());
            place.set(Place::Puzzle);
        };
        let save = move || {
            let saved = self.puzzles.save(stored.get_value(), self.name.get_untracked().trim().to_owned());
            self.message.set(texts.text(match saved {
                Ok(()) => "problem-saved",
                Err(SaveError::Full) => "problem-full",
                Err(SaveError::NotKept) => "problem-not-kept",
            }));
        };
        view! {
            <p id="problem-solution">{solution(texts, &puzzle)}</p>
            <p class="quiet">{ideas_of(texts, &puzzle)}</p>
            <label class="field" for="problem-name">
                <span>{texts.text("problem-name")}</span>
                <input
                    id="problem-name"
                    type="text"
                    maxlength="80"
                    prop:value=move || self.name.get()
                    on:input=move |event| self.name.set(event_target_value(&event))
                />
            </label>
            <div class="row">
                {button("problem-save", "problem-save", "primary", always(), save)}
                {button("problem-solve", "problem-solve", "", always(), solve)}
            </div>
            {share(texts, move || vec![(self.name.get_untracked(), stored.get_value())], self.message)}
            <p role="status" id="problem-message">{move || self.message.get()}</p>
        }
        .into_any()
    }
}

/// The kind whose task a puzzle has.
fn kind_of(puzzle: &Puzzle) -> PuzzleKind {
    match puzzle.task {
        tengen_puzzles::Task::Fours { .. } => PuzzleKind::Fours,
        tengen_puzzles::Task::Threats(_) => PuzzleKind::Threats,
        tengen_puzzles::Task::Defence { .. } => PuzzleKind::Defence,
    }
}

fn kind_key(kind: PuzzleKind) -> &'static str {
    match kind {
        PuzzleKind::Fours => "problem-fours",
        PuzzleKind::Threats | PuzzleKind::Quiet => "problem-threats",
        PuzzleKind::Defence => "problem-defence",
    }
}

/// Why a position is no puzzle.
fn reason(texts: Texts, fault: &Fault) -> String {
    let at = |key, point: String| texts.text_with(key, &[("point", point.into())]);
    match fault {
        Fault::NotQuiet | Fault::Rule(_) => texts.text("problem-not-quiet"),
        Fault::Trivial => texts.text("problem-trivial"),
        Fault::Shorter(point) | Fault::SecondSolution(point) => at("problem-second", point.to_string()),
        Fault::OwnFour(point) => at("problem-own-four", point.to_string()),
        Fault::FoursWin(_) => texts.text("problem-fours-win"),
        _ => texts.text("problem-too-many"),
    }
}
