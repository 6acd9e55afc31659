//! The window of the program.

use std::sync::atomic::{AtomicU32, Ordering};

use tauri::webview::{NewWindowResponse, PageLoadEvent};
use tauri::{AppHandle, Manager as _, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use crate::engines::Engines;
use crate::menu;

/// The window's name in Tauri.
const NAME: &str = "main";
/// The page's side of the commands, a script that runs before the page.
const BRIDGE: &str = include_str!("bridge.js");

/// Opens the window, with its menu.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    menu::set(app)?;
    WebviewWindowBuilder::new(app, NAME, WebviewUrl::default())
        .title("Tengen")
        .inner_size(1280.0, 860.0)
        .min_inner_size(360.0, 480.0)
        .initialization_script(BRIDGE)
        // The page handles files that are dropped on it.
        .disable_drag_drop_handler()
        .on_navigation(|address| address.scheme() == "tauri" || address.host_str() == Some("tauri.localhost"))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_page_load(|window, load| {
            if load.event() == PageLoadEvent::Started {
                // A page that is loaded again cannot use the engines of the page before it.
                window.state::<Engines>().end_all();
            }
        })
        .build()?;
    Ok(())
}

/// Carries out the page's action of this name.
pub(crate) fn act(app: &AppHandle, name: &str) {
    if let Some(window) = the(app) {
        // Names are constants and need no quoting. A closing window ignores the call.
        let _ = window.eval(format!("tengenDesktop.act(\"{name}\")"));
    }
}

/// Brings the window to the front.
pub(crate) fn show(app: &AppHandle) {
    if let Some(window) = the(app) {
        // Some desktops do not allow programs to come to the front by themselves.
        let _ = window.unminimize().and_then(|()| window.set_focus());
    }
}

/// The window, while it exists.
pub(crate) fn the(app: &AppHandle) -> Option<WebviewWindow> {
    app.get_webview_window(NAME)
}

/// Switches between the whole screen and a window.
pub(crate) fn toggle_full_screen(app: &AppHandle) -> tauri::Result<()> {
    let Some(window) = the(app) else { return Ok(()) };
    window.set_fullscreen(!window.is_fullscreen()?)
}

/// The zoom of the page, in percent.
pub(crate) struct Zoom(AtomicU32);

impl Default for Zoom {
    fn default() -> Zoom {
        Zoom(AtomicU32::new(100))
    }
}

/// The available zooms, in percent.
const SIZES: [u32; 9] = [50, 67, 80, 90, 100, 110, 125, 150, 200];

/// Zooms the page by this many steps; `None` resets it.
pub(crate) fn zoom(app: &AppHandle, steps: Option<isize>) -> tauri::Result<()> {
    let Some(window) = the(app) else { return Ok(()) };
    let zoom = app.state::<Zoom>();
    let percent = steps.map_or(100, |steps| stepped(zoom.0.load(Ordering::Relaxed), steps));
    zoom.0.store(percent, Ordering::Relaxed);
    window.set_zoom(f64::from(percent) / 100.0)
}

fn stepped(percent: u32, steps: isize) -> u32 {
    let index = SIZES.iter().position(|size| *size >= percent).unwrap_or(SIZES.len() - 1);
    SIZES[index.saturating_add_signed(steps).min(SIZES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_go_up_and_down_and_end_somewhere() {
        assert_eq!((stepped(100, 1), stepped(100, -1)), (110, 90));
        assert_eq!((stepped(200, 1), stepped(50, -1)), (200, 50));
    }
}
