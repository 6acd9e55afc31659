//! A library with generated games.

use anyhow::Result;
use serde_json::{Value, json};

use crate::{Options, Page};

impl Page {
    /// Writes games, such as [`saved_games`], into the browser's database, in the form of the page itself.
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

/// Game number `number` of a person against a program, in the form of the database.
#[must_use]
pub fn saved_game(number: usize, opponent: &str, rule: &str, winner: &str) -> Value {
    let id = format!("{number:012}-test");
    // The time is 3 March 2026, and an hour later for each further game.
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

/// Games with all kinds of results.
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
    /// If the element does not exist.
    pub fn set(&self, selector: &str, value: &str) -> Result<()> {
        self.eval_with(
            "const field = document.querySelector(arguments[0]); \
             if (field.localName === 'fieldset') return field.querySelector(`[value='${arguments[1]}']`).click(); \
             field.value = arguments[1]; \
             field.dispatchEvent(new Event('input', { bubbles: true })); \
             field.dispatchEvent(new Event('change', { bubbles: true }));",
            &json!([selector, value]),
        )
        .map(drop)
    }

    /// Lets the page read a file with this name and text, as if the user had chosen it in a field.
    ///
    /// # Errors
    ///
    /// If the field does not exist.
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

    /// Opens the form for a new game, calls `fill`, starts the game, and waits until the page has left the form. If the form has an entry
    /// in the history, the browser goes back from it and restores the scroll position; the page then scrolls to the board, for which the
    /// function also waits.
    ///
    /// # Errors
    ///
    /// If the page has no such form, or `fill` fails.
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

    /// Selects human players for both sides, in the form for a new game.
    ///
    /// # Errors
    ///
    /// If the form is not open.
    pub fn seat_two_people(&self) -> Result<()> {
        self.set("#seat-black", "person")?;
        self.set("#seat-white", "person")
    }

    /// Opens the built page with a game of two human players under the freestyle rule, in which these moves have been played.
    ///
    /// # Errors
    ///
    /// The errors of [`Page::open_game`], and if a stone does not appear.
    pub fn of_two_people(options: Options, moves: &[&str]) -> Result<Page> {
        let page = Page::open_game(options)?;
        page.new_game(Page::seat_two_people)?;
        for (index, point) in moves.iter().enumerate() {
            page.choose(point)?;
            page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", index + 1))?;
        }
        Ok(page)
    }

    /// Opens the built page as in a program around it. The script represents the program: it runs before all scripts of the page.
    ///
    /// # Errors
    ///
    /// The errors of [`Page::open_game`].
    pub fn open_hosted(script: &str, options: Options) -> Result<Page> {
        Page::open_game(options.script(script))
    }

    /// Chooses a point at once, without a pointer, as screen readers do. On a phone, a tap would aim first.
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
            // A program may have answered before the first evaluation.
            self.wait_until(&format!("document.querySelectorAll('.stone').length > {before}"))?;
        }
        Ok(())
    }

    /// Opens a part of the library, by the identifier of its button.
    ///
    /// # Errors
    ///
    /// If the part does not exist.
    pub fn unfold(&self, part: &str) -> Result<()> {
        self.click("#tab-library")?;
        self.wait_for(&format!("#{part}"))?;
        self.eval(&format!("document.querySelector('#{part}[aria-expanded=false]')?.click()"))?;
        self.wait_for(&format!("#{part}[aria-expanded=true]"))
    }

    /// Opens the game in a text.
    ///
    /// # Errors
    ///
    /// If the library has no field for a text.
    pub fn paste(&self, text: &str) -> Result<()> {
        self.unfold("open-games")?;
        self.wait_for("#paste")?;
        self.set("#paste", text)?;
        self.click("#open-pasted")
    }
}
