//! What people do at the game's table, again and again.

use anyhow::Result;
use serde_json::json;

use crate::Page;

impl Page {
    /// Sets a list, a slider or a text as a user does: the value changes, and the page receives the events.
    ///
    /// # Errors
    ///
    /// If there is no such element.
    pub fn set(&self, selector: &str, value: &str) -> Result<()> {
        self.eval_with(
            "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
             field.dispatchEvent(new Event('input', { bubbles: true })); \
             field.dispatchEvent(new Event('change', { bubbles: true }));",
            &json!([selector, value]),
        )
        .map(drop)
    }

    /// Lets the page read a file with this name and text, as if it had been chosen in a field.
    ///
    /// # Errors
    ///
    /// If there is no such field.
    pub fn choose_file(&self, selector: &str, name: &str, text: &str) -> Result<()> {
        self.eval_with(
            "const files = new DataTransfer(); files.items.add(new File([arguments[2]], arguments[1])); \
             const field = document.querySelector(arguments[0]); field.files = files.files; \
             field.dispatchEvent(new Event('change', { bubbles: true }));",
            &json!([selector, name, text]),
        )
        .map(drop)
    }

    /// Counts the sounds from now on, in `heard`.
    ///
    /// # Errors
    ///
    /// If the browser has no sounds.
    pub fn count_sounds(&self) -> Result<()> {
        self.eval(
            "(() => { window.heard = 0; const start = AudioBufferSourceNode.prototype.start; \
             AudioBufferSourceNode.prototype.start = function (...given) { window.heard += 1; \
             return start.apply(this, given); }; })()",
        )
        .map(drop)
    }

    /// Opens the form for a new game, lets the caller fill it in, and starts the game.
    ///
    /// # Errors
    ///
    /// If the page has no such form, or filling it in fails.
    pub fn new_game(&self, fill: impl FnOnce(&Page) -> Result<()>) -> Result<()> {
        self.wait_for("#new-game")?;
        self.click("#new-game")?;
        self.wait_for("form.new-game")?;
        fill(self)?;
        self.click("#start")?;
        self.wait_until("!document.querySelector('form.new-game')")
    }

    /// Lets people play both sides, in the form for a new game.
    ///
    /// # Errors
    ///
    /// If the form is not open.
    pub fn seat_two_people(&self) -> Result<()> {
        self.set("#seat-black", "person")?;
        self.set("#seat-white", "person")
    }

    /// Clicks on points one after the other, and waits for each stone.
    ///
    /// # Errors
    ///
    /// If a stone does not appear.
    pub fn place(&self, points: &[&str]) -> Result<()> {
        for point in points {
            let before = self.count(".stone")?;
            self.click(&format!("[data-point={point}]"))?;
            self.wait_until(&format!("document.querySelectorAll('.stone').length === {}", before + 1))?;
        }
        Ok(())
    }

    /// Goes to a part of the library, by the identifier of its button.
    ///
    /// # Errors
    ///
    /// If there is no such part.
    pub fn unfold(&self, part: &str) -> Result<()> {
        self.click("#tab-library")?;
        self.wait_for(&format!("#{part}"))?;
        self.eval(&format!("document.querySelector('#{part}[aria-expanded=false]')?.click()"))?;
        self.wait_for(&format!("#{part}[aria-expanded=true]"))
    }

    /// Opens the game that a text holds.
    ///
    /// # Errors
    ///
    /// If the library offers nothing to paste it into.
    pub fn paste(&self, text: &str) -> Result<()> {
        self.unfold("open-games")?;
        self.wait_for("#paste")?;
        self.set("#paste", text)?;
        self.click("#open-pasted")
    }
}
