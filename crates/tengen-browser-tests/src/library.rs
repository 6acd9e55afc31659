//! A library with generated games.

use anyhow::Result;
use serde_json::{Value, json};

use crate::{Options, Page};

impl Page {
    /// Writes games, such as [`saved_games`] are, into the browser's database, as the page itself does.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn keep_games(&self, games: &Value) -> Result<()> {
        self.eval_with(
            "return new Promise((done, failed) => {
               const open = indexedDB.open('tengen', 1);
               open.onerror = failed;
               open.onupgradeneeded = () => open.result.createObjectStore('games', { keyPath: 'id' });
               open.onsuccess = () => {
                 const write = open.result.transaction('games', 'readwrite');
                 for (const row of arguments[0]) write.objectStore('games').put(row);
                 write.oncomplete = () => { open.result.close(); done(); };
                 write.onabort = failed;
               };
             });",
            &json!([games]),
        )
        .map(drop)
    }
}

/// Game number `number` of a person against a program, as the database has it.
#[must_use]
pub fn saved_game(number: usize, opponent: &str, rule: &str, winner: &str) -> Value {
    let id = format!("{number:012}-test");
    // 3 March 2026, and an hour later for each.
    let ended = 1_772_532_000_000_u64 + 3_600_000 * number as u64;
    let loser = if winner == "black" { "White" } else { "Black" };
    let moves = json!([{ "move": "h8" }, { "move": "i9" }, { "move": "g7",
        "result": { "winner": winner, "reason": "resignation" }, "comment": format!("{loser} gave up {number}") }]);
    let record = json!({ "format": "tengen-record", "version": 1, "rule": rule, "size": 15, "moves": moves });
    let identity = json!({ "id": id, "began-ms": ended - 60_000, "ended-ms": ended, "progress": 4 });
    let game = json!({ "record": record, "black": "person", "white": opponent, "identity": identity });
    let about = json!({
        "id": id, "name": "", "seats": ["person", opponent], "players": ["", ""], "rule": rule, "size": 15,
        "moves": 3, "result": { "winner": winner, "reason": "resignation" }, "began": ended - 60_000,
        "ended": ended, "opening": "h8 i9 g7", "position": "h8 g7|i9", "opened": false, "set-up": false, "fingerprint": number,
    });
    json!({ "id": id, "about": about.to_string(), "game": game.to_string() })
}

/// Games with all kinds of ends.
#[must_use]
pub fn saved_games(count: usize) -> Value {
    let opponents = ["easy", "easy", "normal", "hard", "tuple", "minimax-normal"];
    let rules = ["freestyle", "freestyle", "renju", "standard", "caro", "freestyle", "renju"];
    let rows = (0..count).map(|number| {
        let winner = if (number * number / 7 + number / 5) % 3 == 1 { "white" } else { "black" };
        saved_game(number, opponents[number % 6], rules[number % 7], winner)
    });
    rows.collect()
}

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

    /// Opens the form for a new game, lets the caller fill it in, starts the game, and waits until the page has left the form. Where the
    /// form has an entry in the history, the browser goes back from it and restores how far the page was scrolled; the page then scrolls
    /// to the board, which is waited for as well.
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
        self.wait_until(
            "!document.querySelector('form.new-game') && !String(history.state).startsWith('tengen new ')",
        )?;
        self.wait_for_frames()
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

    /// Opens the built page with a game of two people under the freestyle rule, in which these moves have been played.
    ///
    /// # Errors
    ///
    /// As [`Page::open_game`], and if a stone does not appear.
    pub fn of_two_people(options: Options, moves: &[&str]) -> Result<Page> {
        let page = Page::open_game(options)?;
        page.new_game(Page::seat_two_people)?;
        for (index, point) in moves.iter().enumerate() {
            page.choose(point)?;
            page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", index + 1))?;
        }
        Ok(page)
    }

    /// Opens the built page as a program around it does, which this script stands for: it runs before anything of the page.
    ///
    /// # Errors
    ///
    /// As [`Page::open_game`].
    pub fn open_hosted(script: &str, options: Options) -> Result<Page> {
        let page = Page::open_game(options)?;
        page.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }))?;
        page.reload()?;
        page.wait_for("#new-game")?;
        Ok(page)
    }

    /// Chooses a point at once, without a pointer, as screen readers do. On a telephone, a tap would aim first.
    ///
    /// # Errors
    ///
    /// If the board has no such point.
    pub fn choose(&self, point: &str) -> Result<()> {
        let cell = format!("document.querySelector('[data-point={point}]')");
        self.eval(&format!("{cell}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")).map(drop)
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
            // A program may have answered before the first look.
            self.wait_until(&format!("document.querySelectorAll('.stone').length > {before}"))?;
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
