//! The parts of forms.

use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use crate::icons;
use crate::preferences::Choice;
use crate::reactive::{RwSignal, Signal};
use crate::texts::Texts;

/// A drop-down list with the values of a choice.
pub(crate) fn select<C: Choice + Send + Sync>(
    id: &'static str,
    key: &'static str,
    value: Signal<C>,
    set: impl Fn(C) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let option = move |&option: &C| {
        view! {
            <option value=option.name() selected=move || value.get() == option>
                {move || texts.text(option.text_key())}
            </option>
        }
    };
    view! {
        <label class="field" for=id>
            <span>{move || texts.text(key)}</span>
            <select
                id=id
                prop:value=move || value.get().name()
                on:change=move |event| {
                    if let Some(chosen) = C::from_name(&event_target_value(&event)) {
                        set(chosen);
                    }
                }
            >
                {C::ALL.iter().map(option).collect_view()}
            </select>
        </label>
    }
    .into_any()
}

/// A choice of pictures. The value of a picture is its class, or the theme of its colours.
pub(crate) fn pictured<C: Choice + Send + Sync>(
    id: &'static str,
    key: &'static str,
    value: Signal<C>,
    picture: fn(C) -> AnyView,
    set: impl Fn(C) + Copy + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let option = move |&option: &C| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=id
                    value=option.name()
                    prop:checked=move || value.get() == option
                    on:change=move |_| set(option)
                />
                <span>{picture(option)} {move || texts.text(option.text_key())}</span>
            </label>
        }
    };
    view! {
        <fieldset id=id class="pictured">
            <legend>{move || texts.text(key)}</legend>
            <div class="choices">{C::ALL.iter().map(option).collect_view()}</div>
        </fieldset>
    }
    .into_any()
}

/// A switch for a setting that is on or off.
pub(crate) fn toggle(
    id: &'static str,
    key: &'static str,
    value: Signal<bool>,
    set: impl Fn(bool) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <label class="field toggle" for=id>
            <span>{move || texts.text(key)}</span>
            <input
                type="checkbox"
                role="switch"
                id=id
                prop:checked=move || value.get()
                on:change=move |event| set(event_target_checked(&event))
            />
        </label>
    }
    .into_any()
}

/// A slider for a number between two others. A text beside it has its value.
pub(crate) fn slider(
    id: &'static str,
    key: &'static str,
    value: Signal<usize>,
    set: impl Fn(usize) + 'static,
    (least, most, step): (usize, Signal<usize>, usize),
    show: impl Fn(Texts, usize) -> String + Copy + Send + Sync + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <label class="slider" for=id>
            <span>{move || texts.text(key)}</span>
            <output for=id>{move || show(texts, value.get())}</output>
            <input
                type="range"
                id=id
                min=least
                max=move || most.get()
                step=step
                prop:value=move || value.get().to_string()
                aria-valuetext=move || show(texts, value.get())
                on:input=move |event| {
                    if let Ok(number) = event_target_value(&event).parse() {
                        set(number);
                    }
                }
            />
        </label>
    }
    .into_any()
}

/// A button with its text.
pub(crate) fn button(
    id: &'static str,
    key: &'static str,
    class: &'static str,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    pressed(id, class.to_owned(), enabled, act, (move || texts.text(key)).into_any())
}

/// A button with this content. An inactive button has `aria-disabled`, which keeps the keyboard's focus; `disabled` would lose it.
fn pressed(
    id: &'static str,
    class: String,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
    content: AnyView,
) -> AnyView {
    view! {
        <button
            type="button"
            id=id
            class=class
            aria-disabled=move || (!enabled.get()).then_some("true")
            on:click=move |_| {
                if enabled.get_untracked() {
                    act();
                }
            }
        >
            {content}
        </button>
    }
    .into_any()
}

/// A drawing of an icon: a path in a box of 24 by 24.
pub(crate) fn icon(path: &'static str) -> AnyView {
    view! { <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><path d=path/></svg> }.into_any()
}

/// A button with an icon above its text.
pub(crate) fn tile(
    id: &'static str,
    key: &'static str,
    path: &'static str,
    class: &'static str,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let content = view! { {icon(path)} <span>{move || texts.text(key)}</span> };
    pressed(id, format!("tile {class}"), enabled, act, content.into_any())
}

/// A large tile for one of a few main choices. It is pressed or not, where the choice stays in sight.
pub(crate) fn big_tile(
    id: &'static str,
    path: &'static str,
    class: &'static str,
    is_pressed: Option<Signal<bool>>,
    text: impl Fn() -> String + Send + 'static,
    act: impl Fn() + 'static,
) -> AnyView {
    view! {
        <button
            type="button"
            id=id
            class=format!("tile big {class}")
            aria-pressed=move || is_pressed.map(|pressed| pressed.get().to_string())
            on:click=move |_| act()
        >
            {icon(path)} <span>{text}</span>
        </button>
    }
    .into_any()
}

/// One choice of a row of which exactly one is chosen.
pub(crate) fn segment(
    id: impl Into<String>,
    is_chosen: impl Fn() -> bool + Send + 'static,
    choose: impl Fn() + 'static,
    content: AnyView,
) -> AnyView {
    view! {
        <button
            type="button"
            id=id.into()
            aria-pressed=move || is_chosen().to_string()
            on:click=move |_| choose()
        >
            {content}
        </button>
    }
    .into_any()
}

/// A button that shows further controls, or hides them. They exist from the start, so that the keyboard finds the same elements.
pub(crate) fn more(id: &'static str, key: &'static str, class: &'static str, content: AnyView) -> AnyView {
    let texts = Texts::of_page();
    let is_open = RwSignal::new(false);
    let controls = format!("{id}-content");
    view! {
        <button
            type="button"
            id=id
            class=format!("tile more {class}")
            aria-expanded=move || is_open.get().to_string()
            aria-controls=controls.clone()
            on:click=move |_| is_open.update(|open| *open = !*open)
        >
            {icon(icons::DOTS)} <span>{move || texts.text(key)}</span>
        </button>
        <div class="more-content" id=controls hidden=move || !is_open.get()>{content}</div>
    }
    .into_any()
}

/// A section for experts that is folded at first. Its content is created when it is opened, and costs nothing before.
pub(crate) fn fold(id: &'static str, key: &'static str, content: fn() -> AnyView) -> AnyView {
    let texts = Texts::of_page();
    let is_open = RwSignal::new(false);
    let toggled = move |event: Event| {
        is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="fold" id=id on:toggle=toggled>
            <summary>{move || texts.text(key)}</summary>
            {move || is_open.get().then(content)}
        </details>
    }
    .into_any()
}

/// A wide button with an icon, a title, and a sentence about the place that it opens.
pub(crate) fn card(
    id: &'static str,
    title: &'static str,
    about: &'static str,
    path: &'static str,
    class: &'static str,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    card_about(id, title, move || texts.text(about), path, class, always(), act)
}

/// As [`card`], with a sentence that changes. Without `enabled` it cannot be pressed.
pub(crate) fn card_about(
    id: &'static str,
    title: &'static str,
    about: impl Fn() -> String + Send + 'static,
    path: &'static str,
    class: &'static str,
    enabled: Signal<bool>,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let content = view! {
        {icon(path)}
        <span class="title">{move || texts.text(title)}</span>
        <span class="about">{about}</span>
    };
    pressed(id, format!("card {class}"), enabled, act, content.into_any())
}

/// A button that lets the user choose a file. It is a label of an invisible file input, because browsers offer no style for the input.
pub(crate) fn file_button(
    id: &'static str,
    key: &'static str,
    accept: Option<&'static str>,
    chosen: impl Fn(&Event) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <label class="button" for=id>
            {move || texts.text(key)}
            <input class="unseen" type="file" id=id accept=accept on:change=move |event| chosen(&event) />
        </label>
    }
    .into_any()
}

/// A button that answers a question and stands where the button that opened the question was. The second click of a double-click on that
/// button is no answer.
pub(crate) fn answer(
    id: &'static str,
    key: &'static str,
    class: &'static str,
    act: impl Fn() + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    view! {
        <button
            type="button"
            id=id
            class=class
            on:click=move |event| {
                if !is_repeated(&event) {
                    act();
                }
            }
        >
            {move || texts.text(key)}
        </button>
    }
    .into_any()
}

/// Whether a click is the second, or a later one, of several in quick succession at the same place.
pub(crate) fn is_repeated(click: &MouseEvent) -> bool {
    click.detail() > 1
}

/// A signal that is always true.
pub(crate) fn always() -> Signal<bool> {
    Signal::derive(|| true)
}

/// The tab to which an arrow key moves from the tab at an index, as the ARIA authoring practices describe; `None` for another key.
pub(crate) fn next_tab(event: &KeyboardEvent, index: usize, count: usize) -> Option<usize> {
    let next = match event.key().as_str() {
        "ArrowRight" => (index + 1) % count,
        "ArrowLeft" => (index + count - 1) % count,
        _ => return None,
    };
    event.prevent_default();
    Some(next)
}
