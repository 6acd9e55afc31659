//! A person's progress with puzzles: the rating, what was solved, and what comes back for repetition.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use tengen_game::Rule;

use crate::puzzle::{Puzzle, Theme};

/// The identifier of a puzzle: a number that follows from its position, so that it stays the same in every set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PuzzleId(u32);

/// The text is no identifier of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the identifier of a puzzle, eight digits from 0 to f, found `{0}`")]
pub struct ParsePuzzleIdError(String);

impl PuzzleId {
    /// The identifier of a puzzle.
    pub fn of(puzzle: &Puzzle) -> PuzzleId {
        let key = puzzle.start.key().0;
        PuzzleId((key >> 32) as u32 ^ key as u32)
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl fmt::Debug for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for PuzzleId {
    type Err = ParsePuzzleIdError;

    fn from_str(text: &str) -> Result<PuzzleId, ParsePuzzleIdError> {
        let is_hex = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number.map(PuzzleId).ok_or_else(|| ParsePuzzleIdError(text.to_owned()))
    }
}

impl From<PuzzleId> for String {
    fn from(id: PuzzleId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for PuzzleId {
    type Error = ParsePuzzleIdError;

    fn try_from(text: String) -> Result<PuzzleId, ParsePuzzleIdError> {
        text.parse()
    }
}

/// A day, in days since 1 January 1970 by the calendar of the place where the person is.
pub type Day = u32;

/// A rating by Glicko-2 (Glickman 2013), with a period of one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The rating; 1500 is that of a puzzle that a middling level of the ladder solves in half of its tries.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

/// The rating of a person without a result. Its deviation is less than usual, so that a first miss costs no hundreds of points; the rating finds
/// its place within some twenty puzzles all the same.
const NEW_PERSON: Rating = Rating { rating: 900.0, deviation: 200.0, volatility: 0.06 };

/// The least deviations, so that ratings follow a person who improves, and puzzles do not follow one person far.
const LEAST_OF_PERSON: f64 = 60.0;
const LEAST_OF_PUZZLE: f64 = 40.0;

/// The deviation of a puzzle's first rating, which is an estimate by the levels of the engine.
const NEW_PUZZLE: f64 = 120.0;

/// The puzzles whose own ratings, and whose results, are remembered.
const REMEMBERED: usize = 4_000;

/// The repetitions that a server keeps for a member.
const SHARED: usize = 270;

/// The days after which a puzzle that was missed comes back, one after the other.
const REPETITIONS: [Day; 4] = [1, 3, 7, 21];

impl Rating {
    fn is_possible(&self) -> bool {
        let numbers = [self.rating, self.deviation, self.volatility];
        numbers.iter().all(|number| number.is_finite() && number.abs() < 10_000.0)
            && (0.0..=500.0).contains(&self.deviation)
            && (0.0..=1.0).contains(&self.volatility)
    }

    fn with_least(self, deviation: f64) -> Rating {
        Rating { deviation: self.deviation.max(deviation), ..self }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        let Rating { rating, deviation, volatility } = rating;
        Glicko2Rating { rating, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = rating;
        Rating { rating, deviation, volatility }
    }
}

/// A puzzle that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Repetition {
    /// The day on which it comes back; [`NEVER`] after the last time.
    day: Day,
    /// The number of times in a row that it was solved since it was missed.
    step: u8,
    /// The day of the last change, by which two devices agree.
    #[serde(default)]
    changed: Day,
}

/// The puzzles of a theme that are solved at the first try by whoever has mastered it.
pub const MASTERED: u32 = 20;

/// The day of a repetition that is over. It is remembered for [`FORGOTTEN_AFTER`] days, so that another device does not bring it back.
const NEVER: Day = Day::MAX;
const FORGOTTEN_AFTER: Day = 60;

/// The progress of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Progress {
    person: Rating,
    /// The ratings of puzzles that differ from the first ones.
    puzzles: BTreeMap<PuzzleId, Rating>,
    /// The rated puzzles in the order of their first try, the latest last.
    seen: Vec<PuzzleId>,
    solved: u32,
    missed: u32,
    repetitions: BTreeMap<PuzzleId, Repetition>,
    /// The last day whose puzzle was solved, and the number of days in a row up to it.
    last_day: Option<Day>,
    days: u32,
    /// The last day whose puzzle is done, solved or not, for each of [`Puzzle::RULES`].
    done_days: [Option<Day>; Puzzle::RULES.len()],
    /// The most puzzles solved in a row in a run, and in three minutes.
    best_run: u32,
    best_rush: u32,
    /// The number of rated puzzles with each theme that were solved at the first try.
    themes: BTreeMap<Theme, u32>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            person: NEW_PERSON,
            puzzles: BTreeMap::new(),
            seen: Vec::new(),
            solved: 0,
            missed: 0,
            repetitions: BTreeMap::new(),
            last_day: None,
            days: 0,
            done_days: [None; Puzzle::RULES.len()],
            best_run: 0,
            best_rush: 0,
            themes: BTreeMap::new(),
        }
    }
}

impl Progress {
    /// Whether puzzles can lead to these numbers. Those of a file that was edited may be others, which no rating could follow.
    pub fn is_possible(&self) -> bool {
        const MOST: u32 = 1 << 24;
        let counts = [self.solved, self.missed, self.days, self.best_run, self.best_rush];
        self.person.is_possible()
            && self.puzzles.values().all(Rating::is_possible)
            && self.repetitions.values().all(|one| usize::from(one.step) <= REPETITIONS.len())
            && counts.into_iter().all(|count| count < MOST)
    }

    /// The part of the progress that a server keeps for a member: without the ratings of single puzzles, and with the repetitions that come
    /// first. Puzzles that only this device has, such as own mistakes, are left out.
    #[must_use]
    pub fn shared(&self, is_local: impl Fn(PuzzleId) -> bool) -> Progress {
        let others = self.repetitions.iter().filter(|(id, _)| !is_local(**id));
        let mut others: Vec<(PuzzleId, Repetition)> = others.map(|(&id, &one)| (id, one)).collect();
        others.sort_by_key(|(id, one)| (one.day, *id));
        others.truncate(SHARED);
        let repetitions = others.into_iter().collect();
        Progress { puzzles: BTreeMap::new(), seen: Vec::new(), repetitions, ..self.clone() }
    }

    /// This progress with that of another device: the rating of the one with more results, and the best of both.
    #[must_use]
    pub fn merged(&self, other: &Progress) -> Progress {
        let results = |of: &Progress| of.solved.saturating_add(of.missed);
        let further = if results(other) > results(self) { other } else { self };
        let mut repetitions = self.repetitions.clone();
        for (&id, &one) in &other.repetitions {
            let known = repetitions.entry(id).or_insert(one);
            // The later change counts; on one day, the miss.
            if (one.changed, Reverse(one.step)) > (known.changed, Reverse(known.step)) {
                *known = one;
            }
        }
        let (last_day, days) = joined_days((self.last_day, self.days), (other.last_day, other.days));
        Progress {
            person: further.person,
            solved: further.solved,
            missed: further.missed,
            repetitions,
            last_day,
            days,
            done_days: std::array::from_fn(|rule| self.done_days[rule].max(other.done_days[rule])),
            best_run: self.best_run.max(other.best_run),
            best_rush: self.best_rush.max(other.best_rush),
            themes: Theme::ALL
                .into_iter()
                .map(|theme| (theme, self.solved_of(theme).max(other.solved_of(theme))))
                .filter(|&(_, count)| count > 0)
                .collect(),
            ..self.clone()
        }
    }

    /// The rating of the person.
    pub fn rating(&self) -> f64 {
        self.person.rating
    }

    /// The standard deviation of the person's rating.
    pub fn deviation(&self) -> f64 {
        self.person.deviation
    }

    /// The rated puzzles that were solved at the first try, and those that were missed.
    pub fn results(&self) -> (u32, u32) {
        (self.solved, self.missed)
    }

    /// The rating of a puzzle, as this person's results have changed it.
    pub fn rating_of(&self, puzzle: &Puzzle) -> f64 {
        self.puzzle(puzzle).rating
    }

    fn puzzle(&self, puzzle: &Puzzle) -> Rating {
        let first = Rating {
            rating: f64::from(puzzle.rating),
            deviation: NEW_PUZZLE,
            volatility: NEW_PERSON.volatility,
        };
        self.puzzles.get(&PuzzleId::of(puzzle)).copied().unwrap_or(first)
    }

    /// Whether the puzzle was a rated one before.
    pub fn has_seen(&self, id: PuzzleId) -> bool {
        // Every puzzle that was seen has a rating of its own.
        self.puzzles.contains_key(&id)
    }

    /// Counts the first try at a rated puzzle; a puzzle changes the ratings once. A missed one comes back on another day.
    pub fn count(&mut self, puzzle: &Puzzle, is_solved: bool, today: Day) {
        let id = PuzzleId::of(puzzle);
        if self.has_seen(id) {
            if !is_solved {
                self.miss(id, today);
            }
            return;
        }
        let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (person, of_puzzle) =
            glicko2(&self.person.into(), &self.puzzle(puzzle).into(), &outcome, &Glicko2Config::default());
        self.person = Rating::from(person).with_least(LEAST_OF_PERSON);
        self.puzzles.insert(id, Rating::from(of_puzzle).with_least(LEAST_OF_PUZZLE));
        self.seen.push(id);
        if self.seen.len() > REMEMBERED {
            let forgotten = self.seen.remove(0);
            self.puzzles.remove(&forgotten);
        }
        if is_solved {
            self.solved += 1;
            for theme in puzzle.themes.iter() {
                let count = self.themes.entry(theme).or_default();
                *count = count.saturating_add(1);
            }
        } else {
            self.missed += 1;
            self.miss(id, today);
        }
    }

    /// The number of rated puzzles with a theme that were solved at the first try.
    pub fn solved_of(&self, theme: Theme) -> u32 {
        self.themes.get(&theme).copied().unwrap_or_default()
    }

    /// Whether a theme is mastered: so many of its puzzles were solved at the first try.
    pub fn has_mastered(&self, theme: Theme) -> bool {
        self.solved_of(theme) >= MASTERED
    }

    /// A puzzle was missed in whatever mode: it comes back on another day.
    pub fn miss(&mut self, id: PuzzleId, today: Day) {
        let day = today.saturating_add(REPETITIONS[0]);
        self.repetitions
            .retain(|_, one| one.day != NEVER || one.changed.saturating_add(FORGOTTEN_AFTER) > today);
        self.repetitions.insert(id, Repetition { day, step: 0, changed: today });
    }

    /// A puzzle is one of an own mistake: it comes back today, unless it does so already.
    pub fn add_mistake(&mut self, id: PuzzleId, today: Day) {
        self.repetitions.entry(id).or_insert(Repetition { day: today, step: 0, changed: today });
    }

    /// Whether the puzzle comes back by this day.
    pub fn is_due(&self, id: PuzzleId, today: Day) -> bool {
        self.repetitions.get(&id).is_some_and(|one| one.day <= today)
    }

    /// The puzzles that come back by this day, the longest overdue first.
    pub fn due(&self, today: Day) -> Vec<PuzzleId> {
        let mut due: Vec<(Day, PuzzleId)> = self
            .repetitions
            .iter()
            .filter(|(_, one)| one.day <= today)
            .map(|(&id, one)| (one.day, id))
            .collect();
        due.sort_unstable();
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// The puzzles that will come back, on this day or later.
    pub fn repeating(&self) -> impl Iterator<Item = PuzzleId> + '_ {
        self.repetitions.iter().filter(|(_, one)| one.day != NEVER).map(|(&id, _)| id)
    }

    /// Counts the first try at a puzzle that came back. Solved, it comes back later and later, and after the last time no more.
    pub fn repeat(&mut self, id: PuzzleId, is_solved: bool, today: Day) {
        let Some(repetition) = self.repetitions.get(&id).copied() else { return };
        if !is_solved {
            self.miss(id, today);
            return;
        }
        let step = repetition.step.saturating_add(1);
        let day = REPETITIONS.get(usize::from(step)).map_or(NEVER, |&days| today.saturating_add(days));
        self.repetitions.insert(id, Repetition { day, step, changed: today });
    }

    /// Whether the puzzle of this day and rule is done: it was solved, or the person has looked at its solution.
    pub fn has_done_day(&self, rule: Rule, day: Day) -> bool {
        done_index(rule).is_some_and(|index| self.done_days[index] == Some(day))
    }

    /// The puzzle of this day and rule is done. The first result of a day counts. A day goes on with the row of days if one of its puzzles, of
    /// whatever rule, was solved.
    pub fn end_day(&mut self, rule: Rule, day: Day, is_solved: bool) {
        let Some(index) = done_index(rule).filter(|_| !self.has_done_day(rule, day)) else { return };
        self.done_days[index] = Some(day);
        if is_solved && self.last_day != Some(day) {
            self.solve_day(day);
        }
    }

    fn solve_day(&mut self, day: Day) {
        let goes_on = self.last_day.is_some_and(|last| last.checked_add(1) == Some(day));
        self.days = if goes_on { self.days.saturating_add(1) } else { 1 };
        self.last_day = Some(day);
    }

    /// The number of days in a row whose puzzle was solved, up to this day or the one before.
    pub fn days_in_a_row(&self, today: Day) -> u32 {
        let is_alive = self.last_day.is_some_and(|last| last == today || last.checked_add(1) == Some(today));
        if is_alive { self.days } else { 0 }
    }

    /// The most puzzles in a run without a miss, and in three minutes.
    pub fn best(&self) -> (u32, u32) {
        (self.best_run, self.best_rush)
    }

    /// Remembers the length of a run if it is the longest; whether it is.
    pub fn end_run(&mut self, solved: u32) -> bool {
        let is_best = solved > self.best_run;
        self.best_run = self.best_run.max(solved);
        is_best
    }

    /// Remembers the number of puzzles in three minutes if it is the greatest; whether it is.
    pub fn end_rush(&mut self, solved: u32) -> bool {
        let is_best = solved > self.best_rush;
        self.best_rush = self.best_rush.max(solved);
        is_best
    }
}

/// The index of a rule in [`Puzzle::RULES`].
fn done_index(rule: Rule) -> Option<usize> {
    Puzzle::RULES.into_iter().position(|known| known == rule)
}

/// The row of days that two devices have together: the last day, and the number of days up to it.
fn joined_days(one: (Option<Day>, u32), other: (Option<Day>, u32)) -> (Option<Day>, u32) {
    let (later, earlier) = if one >= other { (one, other) } else { (other, one) };
    let ((Some(last), days), (Some(other_last), other_days)) = (later, earlier) else { return later };
    let first = |last: Day, days: u32| last.saturating_add(1).saturating_sub(days);
    let (start, other_start) = (first(last, days), first(other_last, other_days));
    let meets = start <= other_last.saturating_add(1);
    let start = if meets { start.min(other_start) } else { start };
    (Some(last), last.saturating_add(1).saturating_sub(start))
}
