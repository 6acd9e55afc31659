//! The panel under the board: status, comment, the engine's lines, and buttons.

use tengen_analysis::{ScoreText, Viewer};
use tengen_game::{NodeId, Score};
use wasm_bindgen::{JsCast, JsError, JsValue};
use web_sys::{Element, HtmlElement};

use crate::options::{Controls, Mode};
use crate::scene::Thought;
use crate::table::Table;
use crate::texts::Texts;

/// The action of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    First,
    Back,
    Forward,
    Last,
    Undo,
    Redo,
    Hint,
    New,
    /// Continue with another variation.
    Vary(usize),
}

/// The parts under the board.
pub(crate) struct Panel {
    texts: Texts,
    mode: Mode,
    controls: Controls,
    root: Element,
    status: [Element; 2],
    comment: Element,
    thoughts: Element,
    variations: Element,
    buttons: Vec<(Act, Element)>,
    /// The shown lines of the engine and variations.
    thought: Vec<Thought>,
    varied: Vec<String>,
}

impl Panel {
    /// # Errors
    /// If the browser cannot create the elements.
    pub(crate) fn new(parent: &Element, table: &Table, texts: Texts) -> Result<Panel, JsValue> {
        let (mode, controls) = (table.options().mode, table.options().controls);
        let root = html(parent, "div", &[("class", "panel")])?;
        let class = if controls.status { "status" } else { "status unseen" };
        let status = html(&root, "div", &[("class", class), ("role", "status"), ("aria-atomic", "true")])?;
        let status = [html(&status, "p", &[("class", "say")])?, html(&status, "p", &[("class", "because")])?];
        let comment = html(&root, "p", &[("class", "comment")])?;
        let label = texts.text("thoughts");
        let thoughts = html(&root, "ol", &[("class", "thoughts"), ("aria-label", &label)])?;
        let label = texts.text("variations");
        let variations =
            html(&root, "div", &[("class", "variations"), ("role", "group"), ("aria-label", &label)])?;
        let mut panel = Panel {
            texts,
            mode,
            controls,
            status,
            comment,
            thoughts,
            variations,
            buttons: Vec::new(),
            thought: Vec::new(),
            varied: Vec::new(),
            root,
        };
        if controls.buttons {
            panel.add_buttons()?;
        }
        Ok(panel)
    }

    fn add_buttons(&mut self) -> Result<(), JsValue> {
        let bar = html(&self.root, "div", &[("class", "buttons"), ("role", "group")])?;
        for (act, key, sign) in acts(self.mode) {
            let name = self.texts.text(key);
            let button = html(&bar, "button", &[("type", "button"), ("data-act", key), ("part", "button")])?;
            match sign {
                Some(sign) => {
                    button.set_attribute("aria-label", &name)?;
                    button.set_attribute("title", &name)?;
                    button.set_text_content(Some(sign));
                }
                None => button.set_text_content(Some(&name)),
            }
            self.buttons.push((*act, button));
        }
        Ok(())
    }

    /// Whether the panel has the parts that this table needs.
    pub(crate) fn is_of(&self, table: &Table, texts: Texts) -> bool {
        let options = table.options();
        self.texts == texts && self.mode == options.mode && self.controls == options.controls
    }

    pub(crate) fn remove(&self) {
        self.root.remove();
    }

    /// Shows the current state of the game.
    ///
    /// # Errors
    /// As [`Panel::new`].
    pub(crate) fn show(&mut self, table: &Table) -> Result<(), JsValue> {
        for (element, text) in self.status.iter().zip(&table.status(self.texts)) {
            say(element, text);
        }
        say(&self.comment, if self.controls.status { comment(table) } else { "" });
        let thoughts = if self.controls.status { table.thoughts() } else { Vec::new() };
        if thoughts != self.thought {
            self.thought = thoughts;
            self.show_thoughts()?;
        }
        let varied = if self.controls.buttons { variations(table) } else { Vec::new() };
        if varied != self.varied {
            self.varied = varied;
            self.show_variations()?;
        }
        for (act, button) in &self.buttons {
            button.set_attribute("aria-disabled", if can(table, *act) { "false" } else { "true" })?;
        }
        Ok(())
    }

    fn show_thoughts(&self) -> Result<(), JsValue> {
        clear(&self.thoughts);
        for thought in &self.thought {
            let item = html(&self.thoughts, "li", &[])?;
            let score = html(&item, "span", &[("class", "score")])?;
            score.set_text_content(Some(&self.texts.score(ScoreText::short(
                thought.score,
                thought.side,
                Viewer::Neutral,
            ))));
            if matches!(thought.score, Score::Value(_)) {
                let long = ScoreText::long(thought.score, thought.side, Viewer::Neutral);
                score.set_attribute("title", &self.texts.score(long))?;
            }
            html(&item, "span", &[("class", "line")])?.set_text_content(Some(&thought.line));
        }
        Ok(())
    }

    fn show_variations(&self) -> Result<(), JsValue> {
        // After the choice of a variation the focus stays on the variations.
        let has_focus = self.variations.matches(":focus-within")?;
        clear(&self.variations);
        for (index, name) in self.varied.iter().enumerate() {
            let index = index.to_string();
            let button = html(&self.variations, "button", &[("type", "button"), ("data-vary", &index)])?;
            button.set_text_content(Some(name));
        }
        if has_focus { self.take_focus() } else { Ok(()) }
    }

    /// Whether an element of the panel has the keyboard's focus.
    ///
    /// # Errors
    /// Never, since the selector is valid.
    pub(crate) fn has_focus(&self) -> Result<bool, JsValue> {
        self.root.matches(":focus-within")
    }

    /// Gives the focus to the first variation, or else to the button for the next move.
    ///
    /// # Errors
    /// Never, since HTML elements can have the focus.
    pub(crate) fn take_focus(&self) -> Result<(), JsValue> {
        let forward = self.buttons.iter().find(|(act, _)| matches!(act, Act::Forward | Act::Undo));
        let next = self.variations.first_element_child().or(forward.map(|(_, button)| button.clone()));
        match next.as_ref().and_then(|next| next.dyn_ref::<HtmlElement>()) {
            Some(next) => next.focus(),
            None => Ok(()),
        }
    }

    /// The action of the button that was clicked.
    pub(crate) fn act_of(&self, button: &Element) -> Option<Act> {
        if let Some(index) = button.get_attribute("data-vary") {
            return index.parse().ok().map(Act::Vary);
        }
        self.buttons.iter().find(|(_, other)| other == button).map(|(act, _)| *act)
    }
}

/// The buttons of a mode: action, key of the text, and the symbol that replaces the text.
fn acts(mode: Mode) -> &'static [(Act, &'static str, Option<&'static str>)] {
    const WALK: [(Act, &str, Option<&str>); 4] = [
        (Act::First, "replay-first", Some("«")),
        (Act::Back, "replay-back", Some("‹")),
        (Act::Forward, "replay-forward", Some("›")),
        (Act::Last, "replay-last", Some("»")),
    ];
    const PLAY: [(Act, &str, Option<&str>); 4] = [
        (Act::Undo, "undo", None),
        (Act::Redo, "redo", None),
        (Act::Hint, "hint", None),
        (Act::New, "new-game", None),
    ];
    const PUZZLE: [(Act, &str, Option<&str>); 3] =
        [(Act::Undo, "undo", None), (Act::Hint, "hint", None), (Act::New, "puzzle-again", None)];
    match mode {
        Mode::View | Mode::Analyse => &WALK,
        Mode::Play => &PLAY,
        Mode::Puzzle => &PUZZLE,
    }
}

fn can(table: &Table, act: Act) -> bool {
    let (back, forward) = table.can_go();
    match act {
        Act::First | Act::Back | Act::Undo => back,
        Act::Forward | Act::Last | Act::Redo => forward,
        Act::Hint => table.is_persons_turn(),
        Act::New => table.options().mode == Mode::Puzzle || back || forward,
        Act::Vary(_) => true,
    }
}

/// The comment on the shown position. A puzzle shows only the comment on its start, which does not reveal the solution.
fn comment(table: &Table) -> &str {
    let record = table.record();
    let is_hidden = table.options().mode == Mode::Puzzle && record.cursor() > table.start_moves();
    if is_hidden { "" } else { &record.notes(record.current()).comment }
}

/// The variations, if there are at least two.
fn variations(table: &Table) -> Vec<String> {
    let (record, size) = (table.record(), table.record().size());
    let is_shown = matches!(table.options().mode, Mode::View | Mode::Analyse);
    let children = Some(record.children(record.current())).filter(|children| is_shown && children.len() > 1);
    let name = |&node: &NodeId| record.played(node).map(|played| played.on(size).to_string());
    children.unwrap_or_default().iter().filter_map(name).collect()
}

/// Adds an HTML element to `parent` without parsing markup, which pages with a strict security policy forbid.
///
/// # Errors
/// If the name of the element or of an attribute is invalid.
pub(crate) fn html(parent: &Element, name: &str, attributes: &[(&str, &str)]) -> Result<Element, JsValue> {
    let document = parent.owner_document();
    let document = document.ok_or_else(|| JsError::new("an element outside of every document"))?;
    let element = document.create_element(name)?;
    for (name, value) in attributes {
        element.set_attribute(name, value)?;
    }
    parent.append_child(&element)?;
    Ok(element)
}

/// Removes all children of an element.
fn clear(element: &Element) {
    element.set_text_content(None);
}

/// Sets a text only if it differs, so that a screen reader does not read it again.
fn say(element: &Element, text: &str) {
    if element.text_content().as_deref() != Some(text) {
        element.set_text_content(Some(text));
    }
}
