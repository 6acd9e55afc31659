//! The place for learning: the course, and what else there is for learners.

mod lesson;
mod words;

use leptos::prelude::*;
use tengen_course::{Chapter, Lesson as CourseLesson};

use super::achievements::achievements;
use crate::course::Lessons;
use crate::forms::{always, button, card, card_about};
use crate::icons;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

pub(super) use lesson::Lesson;
pub(super) use words::{detail, headline};

/// The subjects, each as a card that opens it, and all lessons.
#[component]
pub(super) fn Learn(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let lessons = Lessons::of_page();
    lessons.need();
    let is_loaded = lessons.is_loaded;
    let to = move |other: Place| move || place.set(other);
    let next = Memo::new(move |_| {
        let progress = lessons.progress.get();
        lessons.with_course(|course| progress.next(course).map(CourseLesson::title_key))
    });
    let count = Memo::new(move |_| {
        let progress = lessons.progress.get();
        lessons.with_course(|course| (progress.count(course) as u32, course.lessons().len() as u32))
    });
    let about = move || match (is_loaded.get(), next.get(), count.get()) {
        (false, ..) => texts.text("learn-about"),
        (true, None, (_, all)) => texts.text_with("learn-all-done", &[("of", all.into())]),
        (true, Some(next), (0, _)) => texts.text_with("learn-begin", &[("lesson", texts.text(&next).into())]),
        (true, Some(next), (done, all)) => texts.text_with(
            "learn-go-on",
            &[("lesson", texts.text(&next).into()), ("done", done.into()), ("of", all.into())],
        ),
    };
    let begin = move || {
        lessons.open(None);
        place.set(Place::Lesson);
    };
    let list = move || {
        match (is_loaded.get(), lessons.has_failed.get()) {
        (true, _) => chapters(texts, lessons, place),
        (false, true) => view! {
            <p role="alert">{move || texts.text("course-failed")}</p>
            <div class="row">{button("load-course", "load-again", "primary", always(), move || lessons.load_again())}</div>
        }
        .into_any(),
        (false, false) => ().into_any(),
    }
    };
    let link_fault = move || {
        let has_fault = lessons.has_link_fault.get();
        has_fault.then(|| view! { <p role="alert" id="lesson-fault">{texts.text("course-link-fault")}</p> })
    };
    on_cleanup(move || lessons.has_link_fault.set(false));
    view! {
        {link_fault}
        <section class="cards" aria-label=move || texts.text("tab-learn")>
            {card_about("learn-start", "learn-first", about, icons::CAP, "wanted", always(), begin)}
            {card("learn-puzzles", "puzzles", "puzzles-about", icons::PUZZLE, "slim", to(Place::Puzzles))}
            {card("learn-rules", "help-rules", "learn-rules-about", icons::BOOK, "slim", to(Place::Help))}
            {card("learn-openings", "help-openings", "learn-openings-about", icons::FIRST_STONES, "slim", to(Place::OpeningHelp))}
        </section>
        {list}
        {achievements()}
    }
}

/// All lessons by chapters, with a mark at those that are done.
fn chapters(texts: Texts, lessons: Lessons, place: RwSignal<Place>) -> AnyView {
    let row = move |lesson: &CourseLesson| {
        let (id, title) = (lesson.id.clone(), lesson.title_key());
        let opened = id.clone();
        let open = move |_| {
            lessons.open(Some(&opened));
            place.set(Place::Lesson);
        };
        let name = id.clone();
        let is_done = Memo::new(move |_| lessons.progress.with(|progress| progress.is_done(&name)));
        view! {
            <li>
                <button type="button" id=format!("lesson-{id}") class="lesson-row" class:done=move || is_done.get() on:click=open>
                    <span class="tick" aria-hidden="true"></span>
                    <span>{move || texts.text(&title)}</span>
                    {move || is_done.get().then(|| view! { <span class="unseen">{texts.text("lesson-done")}</span> })}
                </button>
            </li>
        }
        .into_any()
    };
    let chapter = move |chapter: Chapter| {
        let rows: Vec<AnyView> = lessons.with_course(|course| {
            course.lessons().iter().filter(|lesson| lesson.chapter == chapter).map(row).collect()
        });
        (!rows.is_empty()).then(|| {
            view! {
                <h2 class="label">{move || texts.text(&chapter.title_key())}</h2>
                <ol class="lessons">{rows}</ol>
            }
            .into_any()
        })
    };
    view! { <section class="course">{Chapter::ALL.map(chapter).into_iter().flatten().collect_view()}</section> }
        .into_any()
}
