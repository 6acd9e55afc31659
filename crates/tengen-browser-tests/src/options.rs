//! The device and the user for which a page is opened.

use std::sync::{Condvar, Mutex, PoisonError};

use serde_json::{Value, json};

/// The device, and its user's preferences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) touch: bool,
    pub(crate) dark: bool,
    pub(crate) reduced_motion: bool,
    pub(crate) language: String,
    pub(crate) path: String,
    pub(crate) alone: bool,
    pub(crate) full_browser: bool,
    pub(crate) scripts: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self::desktop()
    }
}

impl Options {
    /// A laptop with a mouse, in English, with light colours and motion.
    #[must_use]
    pub fn desktop() -> Self {
        Self {
            width: 1280,
            height: 800,
            touch: false,
            dark: false,
            reduced_motion: false,
            language: "en-US".to_owned(),
            path: String::new(),
            alone: false,
            full_browser: false,
            scripts: Vec::new(),
        }
    }

    /// A small phone held upright, operated by touch.
    #[must_use]
    pub fn phone() -> Self {
        Self { width: 360, height: 640, touch: true, ..Self::desktop() }
    }

    /// Another size of the viewport, in CSS pixels.
    #[must_use]
    pub fn viewport(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }

    /// With or without a touch screen. With one, [`Page::click`](crate::Page::click) is a tap.
    #[must_use]
    pub fn touch(mut self, touch: bool) -> Self {
        self.touch = touch;
        self
    }

    /// A user who prefers dark colours.
    #[must_use]
    pub fn dark(mut self) -> Self {
        self.dark = true;
        self
    }

    /// A user who prefers no motion.
    #[must_use]
    pub fn reduced_motion(mut self) -> Self {
        self.reduced_motion = true;
        self
    }

    /// No other test runs at the same time, for measurements.
    #[must_use]
    pub fn alone(mut self) -> Self {
        self.alone = true;
        self
    }

    /// A browser that has windows with tabs, and service workers. Most tests need neither, and a browser without them, Chromium's headless
    /// shell, takes two thirds of the time. Its pages find no service workers, and therefore do not cache themselves for use without a
    /// network.
    #[must_use]
    pub fn full_browser(mut self) -> Self {
        self.full_browser = true;
        self
    }

    /// Whether the browser is a full one. Measurements use the browser that users have.
    pub(crate) fn is_full(&self) -> bool {
        self.full_browser || self.alone
    }

    /// The browser's language, such as `zh-CN`.
    #[must_use]
    pub fn language(mut self, language: &str) -> Self {
        language.clone_into(&mut self.language);
        self
    }

    /// The path to open, relative to the page's root. It may be a query or a fragment, such as `?x=1#y`.
    #[must_use]
    pub fn path(mut self, path: &str) -> Self {
        path.trim_start_matches('/').clone_into(&mut self.path);
        self
    }

    /// A script that runs before those of every page that is loaded.
    #[must_use]
    pub fn script(mut self, source: &str) -> Self {
        self.scripts.push(source.to_owned());
        self
    }

    /// A user who has saved these preferences before.
    #[must_use]
    pub fn preferences(self, preferences: &Value) -> Self {
        let text = json!(preferences.to_string());
        // A page without an origin has no storage.
        self.script(&format!("if (origin !== 'null') localStorage['tengen.preferences'] ??= {text};"))
    }

    /// A user for whom one tap places a stone.
    #[must_use]
    pub fn direct(self) -> Self {
        self.preferences(&json!({ "version": 1, "aim": "direct" }))
    }

    /// The commands of the DevTools protocol that emulate the device.
    pub(crate) fn emulation(&self) -> Vec<(&'static str, Value)> {
        let scheme = if self.dark { "dark" } else { "light" };
        let motion = if self.reduced_motion { "reduce" } else { "no-preference" };
        let mut commands = vec![
            ("Emulation.setDeviceMetricsOverride", metrics(self.width, self.height, self.touch)),
            ("Emulation.setTouchEmulationEnabled", json!({ "enabled": self.touch, "maxTouchPoints": 5 })),
            (
                "Emulation.setEmulatedMedia",
                json!({ "features": [
                    { "name": "prefers-color-scheme", "value": scheme },
                    { "name": "prefers-reduced-motion", "value": motion },
                ]}),
            ),
        ];
        let without_workers = (!self.is_full()).then_some("delete Navigator.prototype.serviceWorker");
        for script in without_workers.into_iter().chain(self.scripts.iter().map(String::as_str)) {
            commands.push(("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })));
        }
        commands
    }
}

/// The parameters that set the viewport. One CSS pixel is one pixel of a screenshot.
pub(crate) fn metrics(width: u32, height: u32, touch: bool) -> Value {
    json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch })
}

/// The number of browsers at the same time. A Chromium consists of several processes and takes some hundred megabytes. Tests wait for a
/// quarter of their time, so that three keep the two cores of a small machine busy.
const AT_ONCE: usize = 3;

static TAKEN: Mutex<usize> = Mutex::new(0);
static RETURNED: Condvar = Condvar::new();

/// The right to use browsers, which is returned on drop.
#[derive(Debug)]
pub(crate) struct Turn(usize);

impl Turn {
    /// Waits for a turn. With `alone`, it waits for all turns, so that no other test runs.
    pub(crate) fn wait(alone: bool) -> Self {
        let wanted = if alone { AT_ONCE } else { 1 };
        // A panic of another test that held the lock leaves a correct counter.
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = RETURNED
            .wait_while(taken, |taken| *taken + wanted > AT_ONCE)
            .unwrap_or_else(PoisonError::into_inner);
        *taken += wanted;
        Self(wanted)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= self.0;
        RETURNED.notify_all();
    }
}
