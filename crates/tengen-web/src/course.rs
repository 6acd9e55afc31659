//! The course on the page: the lessons that it fetches, the lesson on the board, and the person's progress.
//!
//! [`Run`] decides what a move means; this module puts its stones and marks on the board, and saves the progress.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_course::{Course, CourseProgress, Lesson, Run};
use tengen_game::{Color, PlayError, Point};
use tengen_match::{Consequence, Mode, Notice, Sound, Tracked};
use tengen_text::Language;

use crate::place::Place;
use crate::puzzles::{stored, today};
use crate::reactive::{Memo, RwSignal};
use crate::session::{ExerciseInput, Session};
use crate::texts::Texts;
use crate::{data, files, links, storage};

/// The name of the lesson in the query of a link.
const NAME: &str = "lesson=";

/// The family of the files of the course.
const FAMILY: &str = "course";

/// The course of this page. Copies share the same state.
#[derive(Clone, Copy)]
pub(crate) struct Lessons {
    session: Session,
    course: RwSignal<Course>,
    /// The languages whose texts are there.
    languages: RwSignal<BTreeSet<&'static str>>,
    /// Whether a view needs the course, which is fetched from then on.
    is_needed: RwSignal<bool>,
    /// Whether the lessons and their texts in the page's language are there.
    pub(crate) is_loaded: Memo<bool>,
    /// The language whose files are being fetched.
    loading: StoredValue<Option<&'static str>>,
    /// Whether a file of the course could not be fetched.
    pub(crate) has_failed: RwSignal<bool>,
    /// The lesson on the board.
    pub(crate) run: RwSignal<Option<Run>>,
    pub(crate) progress: RwSignal<CourseProgress>,
    /// The name of the lesson that begins as soon as the course is there.
    wanted: StoredValue<Option<String>>,
    /// Whether the link of the page opens no lesson.
    pub(crate) has_link_fault: RwSignal<bool>,
}

impl Lessons {
    /// Provides the course to the page.
    pub(crate) fn provide() {
        let texts = Texts::of_page();
        let (course, languages) = (RwSignal::new(Course::default()), RwSignal::new(BTreeSet::new()));
        let is_loaded = Memo::new(move |_| {
            let has_texts = languages.with(|there: &BTreeSet<&str>| there.contains(texts.language().code()));
            has_texts && course.with(|course| !course.lessons().is_empty())
        });
        let lessons = Lessons {
            session: Session::of_page(),
            course,
            languages,
            is_needed: RwSignal::new(false),
            is_loaded,
            loading: StoredValue::new(None),
            has_failed: RwSignal::new(false),
            run: RwSignal::new(None),
            progress: RwSignal::new(stored::read(storage::COURSE, storage::UNREADABLE_COURSE, |_| true)),
            wanted: StoredValue::new(None),
            has_link_fault: RwSignal::new(false),
        };
        Effect::new(move || {
            if lessons.is_needed.get() {
                lessons.load(texts.language());
            }
        });
        provide_context(lessons);
        lessons.open_link();
    }

    pub(crate) fn of_page() -> Lessons {
        expect_context()
    }

    /// The course is needed from now on.
    pub(crate) fn need(self) {
        if !self.is_needed.get_untracked() {
            self.is_needed.set(true);
        }
    }

    fn load(self, language: Language) {
        let has_course = self.course.with_untracked(|course| !course.lessons().is_empty());
        let has_texts = self.languages.with_untracked(|there| there.contains(language.code()));
        if (has_course && has_texts) || self.loading.get_value() == Some(language.code()) {
            return;
        }
        self.loading.set_value(Some(language.code()));
        self.has_failed.set(false);
        spawn_local(async move {
            let result = self.fetch(language, has_course).await;
            // The page may be gone by now.
            if self.loading.try_update_value(|loading| *loading = None).is_none() {
                return;
            }
            if let Err(reason) = result {
                leptos::logging::warn!("the course did not load: {reason}");
                self.has_failed.set(true);
            }
        });
    }

    async fn fetch(self, language: Language, has_course: bool) -> Result<(), String> {
        let texts = data::fetch_text(FAMILY, language.code()).await?;
        if !has_course {
            let lessons = data::fetch_text(FAMILY, "lessons").await?;
            let course = Course::read([lessons.as_str()]).map_err(|error| error.to_string())?;
            self.course.try_update(|there| *there = course);
        }
        tengen_text::add_texts(language, texts);
        self.languages.try_update(|there| there.insert(language.code()));
        self.begin_wanted();
        Ok(())
    }

    /// Fetches again what could not be fetched.
    pub(crate) fn load_again(self) {
        self.load(Texts::of_page().language());
    }

    /// Reads the lessons.
    pub(crate) fn with_course<T>(self, look: impl FnOnce(&Course) -> T) -> T {
        self.course.with(look)
    }

    /// Begins a lesson, at the step that was reached; without a name, the lesson that comes next. Before the course is there, it begins
    /// later.
    pub(crate) fn open(self, id: Option<&str>) {
        let id = id.unwrap_or_default().to_owned();
        self.wanted.set_value(Some(id));
        self.begin_wanted();
    }

    /// Whether a lesson begins as soon as the course is there.
    pub(crate) fn waits(self) -> bool {
        self.wanted.with_value(Option::is_some)
    }

    /// Begins the lesson that is wanted, if there is one and the course is there.
    fn begin_wanted(self) {
        // The page may be gone by now.
        if self.has_failed.try_get_untracked().is_none()
            || self.course.with_untracked(|course| course.lessons().is_empty())
        {
            return;
        }
        let Some(id) = self.wanted.get_value() else { return };
        self.wanted.set_value(None);
        let progress = self.progress.get_untracked();
        let run = self.course.with_untracked(|course| {
            let next = || progress.next(course).or_else(|| course.lessons().first());
            let lesson = if id.is_empty() { next() } else { course.lesson(&id) };
            lesson.map(|lesson| Run::begin(lesson, progress.step_of(&lesson.id)))
        });
        self.has_link_fault.set(run.is_none());
        self.run.set(run);
        self.show();
    }

    /// The lesson after the one on the board.
    pub(crate) fn following(self) -> Option<Lesson> {
        let id = self.run.with(|run| run.as_ref().map(|run| run.lesson().id.clone()))?;
        self.course.with(|course| course.after(&id).cloned())
    }

    /// Goes back to the game.
    pub(crate) fn leave(self) {
        self.wanted.set_value(None);
        self.run.set(None);
        links::forget_query(NAME);
        self.session.give(Mode::leave_exercise);
    }

    /// Goes on to the next move or step.
    pub(crate) fn next(self) {
        self.change(Run::next);
    }

    /// Goes back to the move or step before.
    pub(crate) fn back(self) {
        self.change(Run::back);
    }

    /// The wrong move leaves the board.
    pub(crate) fn again(self) {
        self.change(Run::again);
    }

    /// Shows the answer.
    pub(crate) fn give_up(self) {
        self.change(Run::give_up);
    }

    /// Takes the choice of a side.
    pub(crate) fn choose(self, side: Color) {
        self.change(|run| run.choose(side));
    }

    fn take(self, point: Point) {
        // A tap on a position to look at goes on, as the button does.
        let is_reading = self.run.with_untracked(|run| {
            run.as_ref().is_some_and(|run| run.state().is_none() && run.puzzle().is_none() && run.can_go_on())
        });
        if is_reading {
            return self.next();
        }
        let refusal = self.change(|run| run.play(point).err());
        let refusal = refusal.flatten();
        // A click where nothing is to be found is no fault.
        if refusal == Some(PlayError::GameOver) {
            return;
        }
        let sound = if refusal.is_none() { Sound::Stone } else { Sound::Button };
        let notice = refusal.map_or(Notice::Nothing, Notice::Refused);
        self.session
            .give(|_: &mut Tracked<Mode>, _| vec![Consequence::Sound(sound), Consequence::Notice(notice)]);
    }

    /// Changes the lesson on the board, shows it, and saves the progress.
    fn change<T>(self, change: impl FnOnce(&mut Run) -> T) -> Option<T> {
        let mut run = self.run.get_untracked()?;
        let result = change(&mut run);
        self.run.set(Some(run));
        self.show();
        Some(result)
    }

    fn show(self) {
        let Some(run) = self.run.get_untracked() else { return };
        let mut progress = self.progress.get_untracked();
        if run.is_last() && run.is_done() {
            progress.finish(&run.lesson().id, today());
        } else {
            progress.reach(&run.lesson().id, run.at());
        }
        if self.progress.with_untracked(|before| *before != progress) {
            stored::write(storage::COURSE, &progress);
            self.progress.set(progress);
        }
        self.session.show_exercise(run.shown(), self);
    }

    /// Opens the lesson that the address of the page names.
    fn open_link(self) {
        let (Some(id), Some(place)) = (links::in_query(NAME), use_context::<RwSignal<Place>>()) else {
            return;
        };
        self.open(Some(&id));
        place.set(Place::Lesson);
    }
}

/// The link to a lesson.
pub(crate) fn link_to(id: &str) -> String {
    format!("{}?{NAME}{id}", files::address())
}

impl ExerciseInput for Lessons {
    fn leads_to(&self) -> Place {
        Place::Learn
    }

    fn play(&self, point: Point) {
        self.take(point);
    }

    fn press(&self, key: &str, is_repeated: bool) {
        match key {
            "ArrowLeft" | "," => self.back(),
            "ArrowRight" | "." => self.next(),
            "n" | "N" if !is_repeated => self.next(),
            "r" | "R" if !is_repeated => self.again(),
            _ => {}
        }
    }
}
