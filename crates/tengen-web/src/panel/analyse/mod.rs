//! What the engine has to say about the position on the board.

mod candidates;
mod chart;
mod explanation;
mod figures;
mod fold;
mod lines;
mod log;
mod review;
mod solver;
mod tree;

use leptos::prelude::*;

use super::threat_legend::threat_legend;
use crate::forms::toggle;
use crate::reactive::Signal;
use crate::session::Session;

/// Everything that is known about the position.
#[component]
pub(super) fn Analyse() -> impl IntoView {
    let session = Session::of_page();
    let is_on = Signal::derive(move || session.analysis.is_on.get());
    view! {
        {toggle("analyse", "analyse", is_on, move |on| session.act(|table| table.set_analysing(on)))}
        <figures::Figures/>
        {threat_legend()}
        <lines::Lines/>
        <explanation::Explanation/>
        <chart::Chart/>
        <review::ReviewPanel/>
        <tree::Variations/>
        <solver::Solver/>
        {fold::fold("candidates", "candidates", candidates::candidates)}
        {fold::fold("search-log", "search-log", log::log)}
    }
}
