//! The tree of the record: its lines, the comments on moves, and the commands for variations.

mod layout;

use std::collections::BTreeMap;

use leptos::html::Div;
use leptos::prelude::*;
use tengen_analysis::{MoveClass, ScoreText};
use tengen_game::{Move, NodeId};
use tengen_match::{Aside, Game, TreeStep};
use tengen_text::class_key;

use crate::forms::{always, button};
use crate::panel::phrases::class_mark;
use crate::panel::play::{color_key, moves_heading};
use crate::panel::{focus_after_render, keep_current_in_sight, move_name};
use crate::reactive::{Memo, RwSignal};
use crate::session::Session;
use crate::texts::Texts;
use layout::{Block, TreeMove, blocks};

/// The variations, and the comment on the current move.
#[component]
pub(super) fn Variations() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.table.game;
    let can_promote = Memo::new(move |_| game.with(|game| game.promotable().is_some()));
    let can_delete = Memo::new(move |_| game.with(Game::can_delete));
    let deleted = move || {
        session.table.deleted.get().map(|deleted| {
            let about = texts.text_with("deleted-moves", &[("count", deleted.moves.into())]);
            view! {
                <span>{about}</span>
                {button("undo-delete", "undo-delete", "", always(), move || {
                    session.give(Aside::undo_delete);
                    focus_after_render(".tree [tabindex='0']");
                })}
            }
        })
    };
    view! {
        <section class="variations">
            {moves_heading(texts, session)}
            <Lines/>
            <Comment/>
            <div class="row">
                <Show when=move || can_promote.get()>
                    {button("promote", "promote", "", always(), move || session.give(Aside::promote))}
                </Show>
                <Show when=move || can_delete.get()>
                    {button("delete-branch", "delete-branch", "", always(), move || session.give(Aside::delete_branch))}
                </Show>
            </div>
            <p class="deleted" role="status">{deleted}</p>
        </section>
    }
}

/// The step in the tree that a key takes.
fn step_of(key: &str) -> Option<TreeStep> {
    Some(match key {
        "ArrowLeft" => TreeStep::Back,
        "ArrowRight" => TreeStep::On,
        "ArrowUp" => TreeStep::Previous,
        "ArrowDown" => TreeStep::Next,
        "Home" => TreeStep::Start,
        "End" => TreeStep::End,
        _ => return None,
    })
}

/// The comment on the position on the board. It is saved while the user types.
#[component]
fn Comment() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let comment = Memo::new(move |_| {
        session.table.game.with(|game| game.record().notes(game.record().current()).comment.clone())
    });
    let last: Memo<Option<(usize, Move)>> = Memo::new(move |_| {
        session.table.game.with(|game| Some((game.record().cursor(), game.record().position().last_move()?)))
    });
    let about = move || match last.get() {
        None => texts.text("comment-on-start"),
        Some((number, played)) => {
            let size = session.table.game.with_untracked(|game| game.record().size());
            let point = move_name(texts, played, size);
            texts.text_with("comment-on", &[("number", number.into()), ("point", point.into())])
        }
    };
    let is_open = RwSignal::new(false);
    let is_shown = Memo::new(move |_| is_open.get() || comment.with(|comment| !comment.is_empty()));
    let add = move || {
        is_open.set(true);
        focus_after_render("#comment");
    };
    view! {
        <Show when=move || !is_shown.get()>
            <div class="row">{button("add-comment", "add-comment", "", always(), add)}</div>
        </Show>
        <label class="comment" for="comment" hidden=move || !is_shown.get()>
            <span>{about}</span>
            <textarea
                id="comment"
                rows="2"
                prop:value=move || comment.get()
                // The box stays while the user deletes the last letter.
                on:focus=move |_| is_open.set(true)
                on:input=move |event| session.give(|aside, context| Aside::set_comment(aside, event_target_value(&event), context))
            ></textarea>
        </label>
    }
}

/// The data of a node besides its move. The buttons are not built again when these data change.
#[derive(Clone, Default, PartialEq)]
struct Details {
    score: Option<ScoreText>,
    class: Option<MoveClass>,
    comment: String,
}

/// The signals that all buttons read.
#[derive(Clone, Copy)]
struct Shown {
    blocks: Memo<Vec<Block>>,
    details: Memo<BTreeMap<NodeId, Details>>,
    current: Memo<NodeId>,
}

/// The main line with its variations. Each move is a button that opens its position. One button is in the tab order, and the arrow keys
/// move from there.
#[component]
fn Lines() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let game = session.table.game;
    let shown = Shown {
        blocks: Memo::new(move |_| game.with(|game| blocks(game.record()))),
        details: Memo::new(move |_| details(session)),
        current: Memo::new(move |_| game.with(|game| game.record().current())),
    };
    let list = NodeRef::<Div>::new();
    keep_current_in_sight(list, move || _ = (shown.current.get(), shown.blocks.with(Vec::len)));
    let keyed = move |event: leptos::ev::KeyboardEvent| {
        if let Some(step) = step_of(&event.key()) {
            event.prevent_default();
            if session.climb(step) {
                focus_after_render(".tree [tabindex='0']");
            }
        }
    };
    // The key of a block is its first move with the depth: a move that moves to another depth is another block.
    let keys = move || {
        let key = |block: &Block| (block.entries.first().map(|entry| entry.node), block.depth);
        shown.blocks.with(|blocks| blocks.iter().map(key).collect::<Vec<_>>())
    };
    view! {
        <div class="tree" role="group" aria-label=move || texts.text("variations") node_ref=list on:keydown=keyed>
            <div class="block">{start(session, shown)}</div>
            <For each=keys key=|key| *key children=move |(first, depth)| block(session, shown, first, depth)/>
        </div>
    }
}

fn details(session: Session) -> BTreeMap<NodeId, Details> {
    // Evaluations arrive with the lines of an analysis and with a review, without a change of the game.
    session.table.analysis.lines.track();
    let viewer = session.viewer();
    session.table.game.with(|game| {
        let record = game.record();
        let first = record.start().side_to_move();
        let mut details = BTreeMap::new();
        let nodes = blocks(record).into_iter().flat_map(|block| block.entries);
        for (node, mover) in
            std::iter::once((NodeId::START, !first)).chain(nodes.map(|it| (it.node, it.color)))
        {
            let notes = record.notes(node);
            let known = notes.evaluation.filter(|_| record.result_at(node).is_none());
            let score = known.map(|score| ScoreText::short(score, mover, viewer));
            details.insert(node, Details { score, class: None, comment: notes.comment.clone() });
        }
        session.table.review.with(|review| {
            let Some(review) = review else { return };
            for (index, node) in record.main_line().into_iter().enumerate() {
                if let Some(known) = details.get_mut(&node) {
                    known.class = review.class(index + 1);
                }
            }
        });
        details
    })
}

fn block(session: Session, shown: Shown, first: Option<NodeId>, depth: usize) -> AnyView {
    let entries = move || {
        shown.blocks.with(|blocks| {
            let found = blocks.iter().find(|block| block.entries.first().map(|entry| entry.node) == first);
            found.map(|block| block.entries.clone()).unwrap_or_default()
        })
    };
    // Deeper variations are not indented any further, because a phone is narrow.
    let class = format!("block depth-{}", depth.min(4));
    view! {
        <div class=class>
            <For each=entries key=|entry| *entry children=move |entry| node(session, shown, entry)/>
        </div>
    }
    .into_any()
}

/// The button for the start, before any move.
fn start(session: Session, shown: Shown) -> AnyView {
    let texts = Texts::of_page();
    let label = move |score| with_score(texts.text("tree-start"), score);
    node_button(session, shown, NodeId::START, label, move || texts.text("tree-start").into_any())
}

fn node(session: Session, shown: Shown, entry: TreeMove) -> AnyView {
    let texts = Texts::of_page();
    let TreeMove { node, number, color, played } = entry;
    let size = session.table.game.with_untracked(|game| game.record().size());
    let label = move |score| {
        let arguments = [
            ("number", number.into()),
            ("color", texts.text(color_key(color)).into()),
            ("point", with_score(move_name(texts, played, size), score).into()),
        ];
        texts.text_with("move-label", &arguments)
    };
    let content = move || {
        view! {
            <span class="number">{number}</span>
            " "
            <span class=format!("dot {color}")></span>
            {move_name(texts, played, size)}
        }
        .into_any()
    };
    node_button(session, shown, node, label, content)
}

fn with_score(name: String, score: Option<String>) -> String {
    [Some(name), score].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn node_button(
    session: Session,
    shown: Shown,
    node: NodeId,
    label: impl Fn(Option<String>) -> String + Send + 'static,
    content: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let details = Memo::new(move |_| shown.details.with(|all| all.get(&node).cloned().unwrap_or_default()));
    let is_current = Memo::new(move |_| shown.current.get() == node);
    let score = move || details.with(|details| details.score.map(|score| texts.score(score)));
    let label = move || {
        let class = details.with(|details| details.class).map(|class| texts.text(class_key(class)));
        // The visible text comes first and without a gap, because voice control finds a button by its visible text.
        let parts = [Some(label(score())), class];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    view! {
        <button
            type="button"
            class="node"
            class:current=move || is_current.get()
            aria-current=move || is_current.get().then_some("step")
            aria-label=label
            tabindex=move || if is_current.get() { "0" } else { "-1" }
            on:click=move |_| session.act(|table| table.go_to_node(node))
        >
            {content}
            {move || details.with(|details| details.class).map(class_mark)}
            <small class="score">{score}</small>
        </button>
        {move || {
            let comment = details.with(|details| details.comment.clone());
            (!comment.is_empty()).then(|| view! { <span class="remark">{comment}</span> })
        }}
    }
    .into_any()
}
