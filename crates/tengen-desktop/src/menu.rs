//! The menu of the window.

use tauri::menu::{AboutMetadata, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::{AppHandle, Wry};

use crate::words::say;
use crate::{opened, window};

/// Sets the menu, in the current language.
pub(crate) fn set(app: &AppHandle) -> tauri::Result<()> {
    let item =
        |id: &str, key: &str, keys: Option<&str>| MenuItem::with_id(app, id, say(app, key, &[]), true, keys);
    let line = || PredefinedMenuItem::separator(app);
    let about = AboutMetadata {
        name: Some("Tengen 天元".to_owned()),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        license: Some(env!("CARGO_PKG_LICENSE").to_owned()),
        comments: Some(say(app, "menu-about-comment", &[])),
        icon: app.default_window_icon().cloned(),
        ..AboutMetadata::default()
    };
    let menu = Menu::with_items(
        app,
        &[
            &Submenu::with_items(
                app,
                say(app, "menu-file", &[]),
                true,
                &[
                    &item("new", "menu-new", Some("CmdOrCtrl+N"))?,
                    &item("open", "menu-open", Some("CmdOrCtrl+O"))?,
                    &item("save", "menu-save", Some("CmdOrCtrl+S"))?,
                    &line()?,
                    &item("quit", "menu-quit", Some("CmdOrCtrl+Q"))?,
                ],
            )?,
            // The page handles the keys of these entries, since it must not do so while the user types a text.
            &Submenu::with_items(
                app,
                say(app, "menu-game", &[]),
                true,
                &[
                    &item("undo", "undo", None)?,
                    &item("redo", "redo", None)?,
                    &line()?,
                    &item("hint", "hint", None)?,
                    &line()?,
                    &item("first", "menu-first", None)?,
                    &item("last", "menu-last", None)?,
                ],
            )?,
            &view(app)?,
            &Submenu::with_items(
                app,
                say(app, "help", &[]),
                true,
                &[
                    &item("help", "menu-manual", Some("F1"))?,
                    &PredefinedMenuItem::about(app, Some(&say(app, "menu-about", &[])), Some(about))?,
                ],
            )?,
        ],
    )?;
    app.set_menu(menu).map(drop)
}

fn view(app: &AppHandle) -> tauri::Result<Submenu<Wry>> {
    let item =
        |id: &str, key: &str, keys: &str| MenuItem::with_id(app, id, say(app, key, &[]), true, Some(keys));
    Submenu::with_items(
        app,
        say(app, "menu-view", &[]),
        true,
        &[
            &item("full-screen", "menu-full-screen", "F11")?,
            &PredefinedMenuItem::separator(app)?,
            &item("larger", "menu-larger", "CmdOrCtrl+=")?,
            &item("smaller", "menu-smaller", "CmdOrCtrl+-")?,
            &item("usual", "menu-usual-size", "CmdOrCtrl+0")?,
        ],
    )
}

/// Carries out the action of a menu entry.
pub(crate) fn act(app: &AppHandle, id: &str) {
    let done = match id {
        "open" => {
            opened::choose(app);
            Ok(())
        }
        "quit" => {
            app.exit(0);
            Ok(())
        }
        "full-screen" => window::toggle_full_screen(app),
        "larger" => window::zoom(app, Some(1)),
        "smaller" => window::zoom(app, Some(-1)),
        "usual" => window::zoom(app, None),
        name => {
            window::act(app, name);
            Ok(())
        }
    };
    // These actions fail only while the window is closing.
    drop(done);
}
