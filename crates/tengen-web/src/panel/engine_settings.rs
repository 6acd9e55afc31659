//! The settings of the engine, which are in the settings and in the analysis.

use leptos::prelude::*;

use crate::forms::button;
use crate::preferences::{Preferences, preference};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;
use crate::workers;

/// Sizes of the table in MiB; 0 is automatic. Some browsers allow less than the largest, which the page then reports.
const MEMORIES: [u16; 8] = [0, 16, 32, 64, 128, 256, 512, 1_024];
/// The sizes for an engine of the program around the page.
const NATIVE_MEMORIES: [u16; 9] = [0, 16, 64, 256, 512, 1_024, 2_048, 4_096, 8_192];
/// Time limits per position in seconds; 0 is no limit.
const TIMES: [u16; 7] = [0, 1, 3, 10, 30, 60, 300];
/// The largest number of threads. The engine uses fewer where the browser offers fewer.
const THREADS: u8 = 8;

/// The settings for lines, time, memory and threads.
pub(super) fn engine_settings() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_cleared = RwSignal::new(false);
    let can_clear = Signal::derive(move || session.can_restart_analysis());
    let clear = move || {
        session.restart_analysis();
        is_cleared.set(true);
    };
    let time = move |seconds: u16| match seconds {
        0 => texts.text("analysis-endless"),
        _ => texts.text_with("seconds", &[("seconds", seconds.to_string().into())]),
    };
    let memories: &[u16] = if workers::has_engine() { &NATIVE_MEMORIES } else { &MEMORIES };
    let memory = move |mib: u16| match mib {
        0 => texts.text("engine-automatic"),
        _ => texts.text_with("mebibytes", &[("size", mib.to_string().into())]),
    };
    let threads = move |count: u8| match count {
        0 => texts.text("engine-automatic"),
        _ => count.to_string(),
    };
    view! {
        {number("analysis-time", &TIMES, preference(|p| p.analysis_s), |p, value| p.analysis_s = value, time)}
        {number("engine-memory", memories, preference(|p| p.hash_mib), |p, value| p.hash_mib = value, memory)}
        {number("engine-threads", &COUNTS, preference(|p| p.threads), |p, value| p.threads = value, threads)}
        <p class="quiet">{move || texts.text("engine-memory-about")}</p>
        <div class="row">{button("clear-hash", "clear-hash", "", can_clear, clear)}</div>
        <p class="quiet" role="status">{move || is_cleared.get().then(|| texts.text("hash-cleared"))}</p>
    }
    .into_any()
}

/// The numbers of threads from 1 to [`THREADS`], after 0 for automatic.
const COUNTS: [u8; THREADS as usize + 1] = {
    let mut counts = [0; THREADS as usize + 1];
    let mut count = 0;
    while count <= THREADS {
        counts[count as usize] = count;
        count += 1;
    }
    counts
};

/// A list with numbers.
pub(super) fn number<N: Copy + PartialEq + ToString + Send + Sync + 'static>(
    id: &'static str,
    values: &'static [N],
    value: Memo<N>,
    set: fn(&mut Preferences, N),
    name: impl Fn(N) -> String + Copy + Send + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let preferences = Preferences::of_page();
    let option = move |&number: &N| {
        view! {
            <option value=number.to_string() selected=move || value.get() == number>
                {move || name(number)}
            </option>
        }
    };
    view! {
        <label class="field" for=id>
            <span>{move || texts.text(id)}</span>
            <select
                id=id
                prop:value=move || value.get().to_string()
                on:change=move |event| {
                    let chosen = event_target_value(&event);
                    if let Some(&number) = values.iter().find(|number| number.to_string() == chosen) {
                        preferences.update(|preferences| set(preferences, number));
                    }
                }
            >
                {values.iter().map(option).collect_view()}
            </select>
        </label>
    }
    .into_any()
}
