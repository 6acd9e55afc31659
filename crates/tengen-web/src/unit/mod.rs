//! The game as one unit that can be put on any element: `mount` gives a handle with methods, the element gets events, and
//! `destroy` leaves nothing behind. The page itself is mounted in the same way (`boot.js`).

mod events;
mod options;
mod table;

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Error, Function, Object, Promise, Reflect};
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::HtmlElement;

use crate::app::App;
use crate::rest;
use crate::saved::Saved;
use crate::session::Session;
pub(crate) use options::Options;

/// What takes the view down when it is dropped, once there is a view.
type View = Rc<RefCell<Option<Box<dyn Any>>>>;

/// What a unit knows of the element that it is on.
struct Mounted {
    element: HtmlElement,
    options: Options,
    view: View,
    /// Resolves the promise with the handle.
    resolve: Function,
}

/// Puts a game on an element, and gives its handle as soon as that can be used. In JavaScript:
///
/// ```js
/// const table = await mount(element, { rule: "renju", size: 15, black: "person", white: "easy" });
/// element.addEventListener("tengen-move", ({ detail }) => console.log(detail.point));
/// table.play("h8");
/// ```
///
/// The options, all of which may be missing, are `page` (whether the unit is all of the page, with its title, its address and its
/// keys) and those of a game: `rule`, `size`, and `black` and `white`, who are `person`, `easy`, `normal`, `hard` or a classic.
/// Without the latter the game goes on that the browser has kept.
///
/// The handle has `newGame(options)`, `play(point)`, `undo()`, `redo()`, `goTo(moves)`, `hint()`, `open(file)`, `record()`
/// and `destroy()`.
///
/// # Errors
///
/// When an option is not what it should be, or a part of the program cannot be loaded.
#[wasm_bindgen]
pub fn mount(element: HtmlElement, options: JsValue) -> Promise {
    future_to_promise(async move {
        // A returning user, or one with options, sees no other game first.
        let is_page = is_bare_page(&options);
        let is_bare = is_page || options.is_undefined() || options.is_null();
        if (!is_bare || Saved::is_there()) && !rest::load().await {
            return Err(Error::new("a part of the page could not be loaded").into());
        }
        let options = if is_bare { Options::bare(is_page) } else { rest::options(&options)? };
        JsFuture::from(Promise::new(&mut |resolve, _| show(&element, options.clone(), resolve))).await
    })
}

/// Whether these options say just that the unit is all of the page.
fn is_bare_page(options: &JsValue) -> bool {
    let is_true = |name: &str| Reflect::get(options, &name.into()).is_ok_and(|value| value == JsValue::TRUE);
    options.dyn_ref::<Object>().is_some_and(|object| Object::keys(object).length() == 1) && is_true("page")
}

fn show(element: &HtmlElement, options: Options, resolve: Function) {
    if options.is_page {
        // What the page shows while it loads has done its work.
        if let Some(boot) = document().get_element_by_id("boot") {
            boot.remove();
        }
    }
    let view = View::default();
    let mounted = Mounted { element: element.clone(), options: options.clone(), view: view.clone(), resolve };
    let shown = mount_to(element.clone(), move || {
        provide_context(StoredValue::new_local(Some(mounted)));
        view! { <App whole=options.is_page saved=rest::saved()/> }
    });
    view.replace(Some(Box::new(shown)));
}

/// Tells of what happens from now on, and hands out the handle.
pub(crate) fn begin(session: Session) {
    let mounted = use_context::<StoredValue<Option<Mounted>, LocalStorage>>();
    let Some(mounted) = mounted.and_then(|mounted| mounted.try_update_value(Option::take).flatten()) else {
        return;
    };
    if let Some(game) = mounted.options.game.read() {
        session.act(|table| table.new_game(game));
    }
    events::follow(session, mounted.element.clone());
    let table = table::of(session, mounted.view);
    // A promise's function does not fail.
    let _ = mounted.resolve.call1(&JsValue::NULL, &table);
    events::dispatch_ready(&mounted.element);
}
