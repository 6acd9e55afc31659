//! Dates and times in the page's language, at the user's place. All are given in milliseconds since the Unix epoch.

use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::texts::Texts;

/// A time in the page's language, to the minute.
pub(crate) fn moment(texts: Texts, ms: u64) -> String {
    localised(texts, ms, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// A day in the page's language; the year is said where it is not this one.
pub(crate) fn day(texts: Texts, ms: u64) -> String {
    let this_year = Date::new_0().get_full_year() == date(ms).get_full_year();
    let options = [("month", "short"), ("day", "numeric"), ("year", "numeric")];
    localised(texts, ms, if this_year { &options[..2] } else { &options })
}

/// A date of JavaScript.
pub(crate) fn date(ms: u64) -> Date {
    Date::new(&JsValue::from_f64(ms as f64))
}

fn localised(texts: Texts, ms: u64, options: &[(&str, &str)]) -> String {
    let object = Object::new();
    for (name, value) in options {
        // A new object takes every property.
        let _ = Reflect::set(&object, &(*name).into(), &(*value).into());
    }
    date(ms).to_locale_string(texts.language().code(), &object).into()
}
