//! A library with games in it, without anybody having played them.

use anyhow::Result;
use serde_json::{Value, json};

use crate::Page;

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
