//! Dates and times in the page's language and the user's time zone. All arguments are in milliseconds since the Unix epoch.

use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::texts::Texts;

/// A time in the page's language, to the minute.
pub(crate) fn moment(texts: Texts, ms: u64) -> String {
    localised(texts, ms, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// A day in the page's language, with the year if it is not the current one.
pub(crate) fn day(texts: Texts, ms: u64) -> String {
    let this_year = Date::new_0().get_full_year() == date(ms).get_full_year();
    let options = [("month", "short"), ("day", "numeric"), ("year", "numeric")];
    localised(texts, ms, if this_year { &options[..2] } else { &options })
}

/// A JavaScript date.
pub(crate) fn date(ms: u64) -> Date {
    Date::new(&JsValue::from_f64(ms as f64))
}

fn localised(texts: Texts, ms: u64, options: &[(&str, &str)]) -> String {
    let object = Object::new();
    for (name, value) in options {
        // A property of a new object can always be set.
        let _ = Reflect::set(&object, &(*name).into(), &(*value).into());
    }
    date(ms).to_locale_string(texts.language().code(), &object).into()
}
