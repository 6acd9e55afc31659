use leptos::prelude::*;
use tengen_analysis::Side;
use tengen_game::Color;

use super::super::super::class_mark::{CLASSES, class_key, class_mark};
use super::super::super::play::color_key;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// How accurately both sides played, and how many moves of each class they made.
#[component]
pub(super) fn Sides() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let sides = Memo::new(move |_| session.review.with(|review| Some(review.as_ref()?.whole()?.sides)));
    move || sides.get().map(|sides| table(texts, sides))
}

fn table(texts: Texts, sides: [Side; 2]) -> AnyView {
    let head = Color::BOTH.map(|color| {
        view! {
            <th scope="col">
                <span class=format!("dot {color}")></span>
                " "
                {texts.text(color_key(color))}
            </th>
        }
    });
    let accuracy = Color::BOTH.map(|color| {
        let accuracy = sides[color.index()].accuracy;
        let shown = accuracy.map(|value| texts.text_with("per-cent", &[("value", value.into())]));
        view! { <td id=format!("accuracy-{color}")>{shown.unwrap_or_else(|| "–".to_owned())}</td> }
    });
    let row = |(index, class)| {
        let counts = Color::BOTH.map(|color| view! { <td>{sides[color.index()].classes[index]}</td> });
        view! {
            <tr>
                <th scope="row">{class_mark(class)} " " <span class="name">{texts.text(class_key(class))}</span></th>
                {counts.into_iter().collect_view()}
            </tr>
        }
    };
    view! {
        <table class="sides">
            <thead>
                <tr>
                    <td></td>
                    {head.into_iter().collect_view()}
                </tr>
            </thead>
            <tbody>
                <tr class="accuracy">
                    <th scope="row">{texts.text("review-accuracy")}</th>
                    {accuracy.into_iter().collect_view()}
                </tr>
                {CLASSES.into_iter().enumerate().map(row).collect_view()}
            </tbody>
        </table>
    }
    .into_any()
}
