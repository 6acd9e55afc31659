//! Names of keys.

use anyhow::{Result, bail};
use serde_json::{Value, json};

/// The code points with which WebDriver names keys that are not characters.
const NAMED: [(&str, char); 18] = [
    ("Backspace", '\u{e003}'),
    ("Tab", '\u{e004}'),
    ("Enter", '\u{e007}'),
    ("Shift", '\u{e008}'),
    ("Control", '\u{e009}'),
    ("Alt", '\u{e00a}'),
    ("Escape", '\u{e00c}'),
    ("Space", ' '),
    ("PageUp", '\u{e00e}'),
    ("PageDown", '\u{e00f}'),
    ("End", '\u{e010}'),
    ("Home", '\u{e011}'),
    ("ArrowLeft", '\u{e012}'),
    ("ArrowUp", '\u{e013}'),
    ("ArrowRight", '\u{e014}'),
    ("ArrowDown", '\u{e015}'),
    ("Delete", '\u{e017}'),
    ("Meta", '\u{e03d}'),
];

/// Turns `Control+Shift+z` into the WebDriver actions that press the keys in this order and
/// release them in the opposite one.
pub(crate) fn press_actions(combination: &str) -> Result<Value> {
    let keys: Vec<char> = if combination == "+" {
        vec!['+']
    } else {
        combination.split('+').map(key).collect::<Result<_>>()?
    };
    let down = keys.iter().map(|key| json!({ "type": "keyDown", "value": key }));
    let up = keys.iter().rev().map(|key| json!({ "type": "keyUp", "value": key }));
    let actions: Vec<Value> = down.chain(up).collect();
    Ok(json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] }))
}

fn key(name: &str) -> Result<char> {
    if let Some((_, code)) = NAMED.iter().find(|(known, _)| *known == name) {
        return Ok(*code);
    }
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Ok(only),
        _ => bail!("there is no key {name:?}; it is one character, or a name such as ArrowLeft"),
    }
}

#[cfg(test)]
mod tests {
    use super::press_actions;

    #[test]
    fn combinations_are_pressed_in_order_and_released_backwards() {
        let actions = press_actions("Control+z").unwrap();
        let steps: Vec<(&str, &str)> = actions["actions"][0]["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| (step["type"].as_str().unwrap(), step["value"].as_str().unwrap()))
            .collect();
        assert_eq!(steps, [("keyDown", "\u{e009}"), ("keyDown", "z"), ("keyUp", "z"), ("keyUp", "\u{e009}")]);
    }

    #[test]
    fn an_unknown_key_is_named() {
        assert!(press_actions("ArrowSideways").unwrap_err().to_string().contains("ArrowSideways"));
        assert!(press_actions("+").is_ok());
        assert!(press_actions("Control+").is_err());
    }
}
