//! A page in a browser, and the actions of a user on it.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context as _, Result, bail};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use crate::guest::Guest;
use crate::logs::Logs;
use crate::options::{Options, Turn, metrics};
use crate::pool::Lease;
use crate::site::{Site, target_directory};
use crate::webdriver::{Driver, Session, press_actions};
use crate::webkit;
use crate::webkit::WebKit;

/// The time limit of [`Page::wait_until`] and similar functions.
const PATIENCE: Duration = Duration::from_secs(15);
/// The interval between two evaluations.
const INTERVAL: Duration = Duration::from_millis(30);

/// The time after which two clicks are not a double-click. Browsers use half a second.
const DOUBLE_CLICK: Duration = Duration::from_millis(700);

/// The time after the last action in which its faults are still detected.
const SETTLING: Duration = Duration::from_millis(150);

/// A page in a browser that no other test uses at the same time.
///
/// When the page is dropped, the server ends, and so do the browser and its driver, unless [`Page::finish`] has found no fault.
#[derive(Debug)]
pub struct Page {
    session: Lease,
    options: Options,
    logs: RefCell<Logs>,
    expected: RefCell<Vec<String>>,
    allowed: RefCell<Vec<String>>,
    stage: Arc<Stage>,
}

/// A tab of a page's browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tab(String);

/// The resources that several pages of one test share.
#[derive(Debug)]
struct Stage {
    place: PageOrigin,
    _turn: Turn,
}

/// The origin of the page.
#[derive(Debug)]
enum PageOrigin {
    Site(Mutex<Site>),
    File(PathBuf),
    /// A program with a window, which contains its page.
    Program,
}

impl PageOrigin {
    fn url(&self, path: &str) -> String {
        match self {
            PageOrigin::Site(site) => {
                let site = site.lock().unwrap_or_else(PoisonError::into_inner);
                site.url(path.trim_start_matches('/'))
            }
            // The paths are our own and contain no character that an address would have to escape.
            PageOrigin::File(file) => format!("file://{}{path}", file.display()),
            PageOrigin::Program => format!("tauri://localhost/{path}"),
        }
    }
}

impl Page {
    /// Opens the built page.
    ///
    /// # Errors
    ///
    /// If the page has not been built, or Chromium is not installed or does not start.
    pub fn open(options: Options) -> Result<Self> {
        Self::open_at(Site::built_page()?, options)
    }

    /// Opens the built page and waits until it can be played on.
    ///
    /// # Errors
    ///
    /// The errors of [`Page::open`], and if no board appears.
    pub fn open_game(options: Options) -> Result<Self> {
        let page = Self::open(options)?;
        page.wait_for(".cell")?;
        // The second part of the page appears a moment after the board.
        page.wait_for("#new-game")?;
        Ok(page)
    }

    /// Opens another site instead of the built page.
    ///
    /// # Errors
    ///
    /// If Chromium is not installed or does not start.
    pub fn open_at(site: Site, options: Options) -> Result<Self> {
        Self::on_stage(
            Arc::new(Stage { place: PageOrigin::Site(Mutex::new(site)), _turn: Turn::wait(options.alone) }),
            options,
        )
    }

    /// Opens a file, as a double click does.
    ///
    /// # Errors
    ///
    /// If the file does not exist, or Chromium is not installed or does not start.
    pub fn open_file(file: &Path, options: Options) -> Result<Self> {
        let file = fs::canonicalize(file).with_context(|| format!("there is no {}", file.display()))?;
        Self::on_stage(
            Arc::new(Stage { place: PageOrigin::File(file), _turn: Turn::wait(options.alone) }),
            options,
        )
    }

    /// Opens a file in WebKit's own small browser. No driver reports WebKit's log.
    ///
    /// # Errors
    ///
    /// If the file does not exist, or WebKit's browser or driver is not installed or does not start.
    pub fn open_file_in_webkit(file: &Path, options: Options) -> Result<Self> {
        let file = fs::canonicalize(file).with_context(|| format!("there is no {}", file.display()))?;
        let browser = webkit::find_browser()?;
        let page = Self::in_webkit(PageOrigin::File(file), &browser, &["--automation"], &[], options)?;
        page.go_to(&page.options.path)?;
        Ok(page)
    }

    /// Starts a program that shows its page in a WebKit of its own, with these arguments and environment. No driver reports WebKit's log.
    ///
    /// # Errors
    ///
    /// If WebKit's driver is not installed, or the program does not start.
    pub fn open_program(
        program: &Path,
        arguments: &[&str],
        environment: &[(&str, &Path)],
        options: Options,
    ) -> Result<Self> {
        let program =
            fs::canonicalize(program).with_context(|| format!("there is no {}", program.display()))?;
        Self::in_webkit(PageOrigin::Program, &program, arguments, environment, options)
    }

    fn in_webkit(
        place: PageOrigin,
        program: &Path,
        arguments: &[&str],
        environment: &[(&str, &Path)],
        options: Options,
    ) -> Result<Self> {
        let stage = Arc::new(Stage { place, _turn: Turn::wait(options.alone) });
        let start = || {
            let driver = Driver::WebKit(WebKit::start(&options, environment)?);
            Session::connect(driver, &webkit::capabilities(program, arguments))
        };
        // WebKit's driver sometimes ends, with the connection, while it starts a program on a busy machine.
        let session =
            start().or_else(|_| start()).with_context(|| format!("cannot start {}", program.display()))?;
        Ok(Self::with(Lease::of_one(session), options, stage))
    }

    /// Opens the same site in another browser, as another user would.
    ///
    /// # Errors
    ///
    /// If Chromium does not start.
    pub fn open_another(&self, options: Options) -> Result<Self> {
        Self::on_stage(Arc::clone(&self.stage), options)
    }

    fn with(session: Lease, options: Options, stage: Arc<Stage>) -> Self {
        Self {
            session,
            options,
            logs: RefCell::default(),
            expected: RefCell::default(),
            allowed: RefCell::default(),
            stage,
        }
    }

    fn on_stage(stage: Arc<Stage>, options: Options) -> Result<Self> {
        let session = match &stage.place {
            PageOrigin::Site(_) => Lease::take(&options)?,
            // All files have the same origin.
            PageOrigin::File(_) | PageOrigin::Program => Lease::of_one(Session::start(&options)?),
        };
        let page = Self::with(session, options, stage);
        page.go_to(&page.options.path)?;
        Ok(page)
    }

    /// Goes to a path, relative to the site's root, and waits until it has loaded.
    ///
    /// # Errors
    ///
    /// If the browser cannot load it.
    pub fn go_to(&self, path: &str) -> Result<()> {
        let url = self.stage.place.url(path);
        self.session.post("/url", &json!({ "url": url })).map(drop)
    }

    /// Loads the page again, as F5 does.
    ///
    /// # Errors
    ///
    /// If the browser cannot load it.
    pub fn reload(&self) -> Result<()> {
        self.session.post("/refresh", &json!({})).map(drop)
    }

    /// Adds another player on the page's server, without a browser.
    ///
    /// # Errors
    ///
    /// If the page does not come from a server, or the server refuses.
    pub fn guest(&self, number: u64) -> Result<Guest> {
        let PageOrigin::Site(site) = &self.stage.place else { bail!("the page comes from no server") };
        Guest::connect(site.lock().unwrap_or_else(PoisonError::into_inner).address(), number)
    }

    /// Adds an authenticator for passkeys to the browser, which accepts every request.
    ///
    /// # Errors
    ///
    /// If the driver refuses.
    pub fn add_authenticator(&self) -> Result<()> {
        let options = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserConsenting": true,
            "isUserVerified": true,
        });
        self.session.post("/webauthn/authenticator", &options).map(drop)
    }

    /// Grants the page's origin a permission, such as `notifications`, for which a browser otherwise asks its user.
    ///
    /// # Errors
    ///
    /// If the driver refuses.
    pub fn grant(&self, feature: &str) -> Result<()> {
        let permission = json!({ "descriptor": { "name": feature }, "state": "granted" });
        self.session.post("/permissions", &permission).map(drop)
    }

    /// The tab that receives commands.
    ///
    /// # Errors
    ///
    /// If the tab is closed.
    pub fn tab(&self) -> Result<Tab> {
        let handle = self.session.get("/window")?;
        Ok(Tab(handle.as_str().context("the driver names no tab")?.to_owned()))
    }

    /// Opens a path of the site in another tab of the same browser, which covers the earlier tabs.
    ///
    /// # Errors
    ///
    /// If the browser cannot load it.
    pub fn open_tab(&self, path: &str) -> Result<Tab> {
        let opened = self.session.post("/window/new", &json!({ "type": "tab" }))?;
        let tab = Tab(opened["handle"].as_str().context("the driver names no tab")?.to_owned());
        self.show_tab(&tab)?;
        self.session.emulate(&self.options)?;
        self.go_to(path)?;
        Ok(tab)
    }

    /// Sends the following commands to a tab, which stays in its place and may be hidden.
    ///
    /// # Errors
    ///
    /// If the tab is closed.
    pub fn use_tab(&self, tab: &Tab) -> Result<()> {
        self.session.post("/window", &json!({ "handle": tab.0 })).map(drop)
    }

    /// Brings a tab to the front, and sends the following commands to it.
    ///
    /// # Errors
    ///
    /// If the tab is closed.
    pub fn show_tab(&self, tab: &Tab) -> Result<()> {
        self.use_tab(tab)?;
        self.devtools("Page.bringToFront", &json!({})).map(drop)
    }

    /// Lets the browser save downloads in a directory without a dialog.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn save_downloads(&self, directory: &Path) -> Result<()> {
        let parameters = json!({ "behavior": "allow", "downloadPath": directory });
        self.devtools("Browser.setDownloadBehavior", &parameters).map(drop)
    }

    /// Ends the server permanently.
    pub fn end_site(&self) {
        if let PageOrigin::Site(site) = &self.stage.place {
            site.lock().unwrap_or_else(PoisonError::into_inner).stop();
        }
    }

    /// Ends the server, and serves a directory at its address, as another program or a newer version would.
    ///
    /// # Errors
    ///
    /// If the page does not come from a server, the directory cannot be read, or the new server cannot start.
    pub fn serve_instead(&self, directory: &Path) -> Result<()> {
        let PageOrigin::Site(site) = &self.stage.place else { bail!("the page comes from no server") };
        site.lock().unwrap_or_else(PoisonError::into_inner).serve_instead(directory)
    }

    /// Makes every load a first visit: nothing comes from the page's service worker or from the browser's cache.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn keep_nothing(&self) -> Result<()> {
        self.devtools("Network.enable", &json!({}))?;
        self.devtools("Network.setBypassServiceWorker", &json!({ "bypass": true }))?;
        self.devtools("Network.setCacheDisabled", &json!({ "cacheDisabled": true })).map(drop)
    }

    /// Gives the viewport another size, as turning a phone does.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn resize(&self, width: u32, height: u32) -> Result<()> {
        let metrics = metrics(width, height, self.options.touch);
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics).map(drop)
    }

    /// Disconnects the page from the network, or connects it again.
    ///
    /// # Errors
    ///
    /// If the browser refuses.
    pub fn set_offline(&self, offline: bool) -> Result<()> {
        self.devtools("Network.enable", &json!({}))?;
        let conditions =
            json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", &conditions).map(drop)
    }

    /// Clicks the middle of an element (taps it, on a touch screen), after scrolling it into view. If it is behind "More", that is opened
    /// first.
    ///
    /// # Errors
    ///
    /// If the element does not exist, or is hidden or covered by another.
    pub fn click(&self, selector: &str) -> Result<()> {
        self.open_more(selector)?;
        if self.options.touch {
            return self.click_at(selector, 0.5, 0.5);
        }
        // The driver scrolls only to elements out of the viewport, and not to those under a part that sticks to its edge.
        self.eval_with(
            "document.querySelector(arguments[0])?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });",
            &json!([selector]),
        )?;
        let element = self.session.element(selector)?;
        self.session
            .with_element(&element, "click", &json!({}))
            .with_context(|| format!("clicking {selector}"))
            .map(drop)
    }

    /// Shows the controls behind "More" if the element is one of them and hidden.
    fn open_more(&self, selector: &str) -> Result<()> {
        self.eval_with(
            "const hidden = document.querySelector(arguments[0])?.closest('.more-content[hidden]'); \
             document.querySelector(`[aria-controls='${hidden?.id}']`)?.click();",
            &json!([selector]),
        )?;
        self.wait_for_frames()
    }

    /// Clicks or taps a position in an element, given as fractions of its width and height.
    ///
    /// # Errors
    ///
    /// If the element does not exist, or the position is outside of the viewport.
    pub fn click_at(&self, selector: &str, across: f64, down: f64) -> Result<()> {
        self.click_times(selector, (across, down), 1)
    }

    /// Moves the mouse to the middle of an element, after scrolling it into view.
    ///
    /// # Errors
    ///
    /// The errors of [`Page::click_at`].
    pub fn point_at(&self, selector: &str) -> Result<()> {
        self.click_times(selector, (0.5, 0.5), 0)
    }

    /// Clicks the middle of an element twice, as quickly as a double-click.
    ///
    /// # Errors
    ///
    /// The errors of [`Page::click_at`].
    pub fn double_click(&self, selector: &str) -> Result<()> {
        self.open_more(selector)?;
        self.click_times(selector, (0.5, 0.5), 2)
    }

    /// Waits until another click at the same position is not the second click of a double-click.
    pub fn let_double_click_pass(&self) {
        thread::sleep(DOUBLE_CLICK);
    }

    /// Moves the pointer to a position in an element, and clicks or taps there `times` times. The element has to be at the same position in
    /// two frames before, because an element that appears above it would make the pointer miss it.
    fn click_times(&self, selector: &str, (across, down): (f64, f64), times: usize) -> Result<()> {
        let at = self
            .eval_with(
                "const [selector, across, down] = arguments; \
                 const place = () => { \
                     const element = document.querySelector(selector); \
                     if (!element) throw new Error(`there is no ${selector}`); \
                     element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }); \
                     const box = element.getBoundingClientRect(); \
                     return [Math.round(box.x + box.width * across), Math.round(box.y + box.height * down)]; }; \
                 const frame = () => new Promise((then) => { requestAnimationFrame(then); setTimeout(then, 100); }); \
                 return (async () => { \
                     let at = place(); \
                     for (let tries = 0; tries < 60; tries += 1) { \
                         await frame(); \
                         const before = at; \
                         at = place(); \
                         if (String(at) === String(before)) break; \
                     } \
                     return at; })();",
                &json!([selector, across, down]),
            )
            .with_context(|| format!("looking for {selector}"))?;
        let kind = if self.options.touch { "touch" } else { "mouse" };
        let mut steps = vec![json!({ "type": "pointerMove", "duration": 0, "x": at[0], "y": at[1] })];
        for _ in 0..times {
            steps.extend(["pointerDown", "pointerUp"].map(|step| json!({ "type": step, "button": 0 })));
        }
        let actions = json!({ "actions": [{
            "type": "pointer",
            "id": "pointer",
            "parameters": { "pointerType": kind },
            "actions": steps,
        }]});
        self.session.post("/actions", &actions).with_context(|| format!("pointing at {selector}")).map(drop)
    }

    /// Presses a key or a combination: `Enter`, `ArrowLeft`, `z`, `Control+z`.
    ///
    /// # Errors
    ///
    /// If there is no key of this name.
    pub fn press(&self, keys: &str) -> Result<()> {
        self.session.post("/actions", &press_actions(keys)?).map(drop)
    }

    /// Replaces the text of an input field by typing.
    ///
    /// # Errors
    ///
    /// If the element does not exist, or does not accept text.
    pub fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let element = self.session.element(selector)?;
        self.session.with_element(&element, "clear", &json!({}))?;
        self.session
            .with_element(&element, "value", &json!({ "text": text }))
            .with_context(|| format!("typing into {selector}"))
            .map(drop)
    }

    /// Evaluates a JavaScript expression, which may use `await`.
    ///
    /// # Errors
    ///
    /// If the expression throws.
    pub fn eval(&self, expression: &str) -> Result<Value> {
        self.eval_with(&format!("return (async () => ({expression}))();"), &json!([]))
            .with_context(|| format!("evaluating {expression}"))
    }

    /// Runs the body of a JavaScript function, with its arguments in `arguments`.
    ///
    /// # Errors
    ///
    /// If the function throws.
    pub fn eval_with(&self, body: &str, arguments: &Value) -> Result<Value> {
        self.session.execute(body, arguments)
    }

    /// The visible text of an element.
    ///
    /// # Errors
    ///
    /// If the element does not exist.
    pub fn text(&self, selector: &str) -> Result<String> {
        let text = self.eval_with(
            "const element = document.querySelector(arguments[0]); \
             if (!element) throw new Error(`there is no ${arguments[0]}`); \
             return element.innerText ?? element.textContent;",
            &json!([selector]),
        )?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// The number of elements that match a selector.
    ///
    /// # Errors
    ///
    /// If the selector is invalid.
    pub fn count(&self, selector: &str) -> Result<usize> {
        let count = self
            .eval_with("return document.querySelectorAll(arguments[0]).length;", &json!([selector]))?
            .as_u64()
            .context("a count is a number")?;
        Ok(usize::try_from(count)?)
    }

    /// Waits until an element exists.
    ///
    /// # Errors
    ///
    /// If it does not appear within fifteen seconds.
    pub fn wait_for(&self, selector: &str) -> Result<()> {
        self.wait_until(&format!("document.querySelector({}) !== null", json!(selector)))
    }

    /// Waits until an element's text contains `text`.
    ///
    /// # Errors
    ///
    /// If it does not contain it within fifteen seconds.
    pub fn wait_for_text(&self, selector: &str, text: &str) -> Result<()> {
        let (selector, text) = (json!(selector), json!(text));
        self.wait_until(&format!("document.querySelector({selector})?.textContent.includes({text})"))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Errors
    ///
    /// If it is not true within fifteen seconds.
    pub fn wait_until(&self, expression: &str) -> Result<()> {
        self.wait_until_within(expression, PATIENCE)
    }

    /// Waits until a JavaScript expression is true, for at most `patience`. An expression that throws counts as false, because an element
    /// that it uses may be replaced at that moment.
    ///
    /// A failure saves a screenshot and reports the console.
    ///
    /// # Errors
    ///
    /// If the expression is not true in time, or is invalid.
    pub fn wait_until_within(&self, expression: &str, patience: Duration) -> Result<()> {
        let attempt = attempt(expression);
        let start = Instant::now();
        loop {
            let value = self.eval(&attempt)?;
            if value == true {
                return Ok(());
            }
            if start.elapsed() >= patience {
                let picture = self.screenshot(&format!("in-vain-{}", std::process::id()))?;
                let text = self.eval("document.body?.innerText.replace(/\\s+/g, ' ').slice(0, 1500)")?;
                self.logs.borrow_mut().collect(&self.session)?;
                bail!(
                    "waited {} s in vain until {expression}\nat the end it was {value}\nthe text of the page: {text}\nscreenshot: {}\nthe console's problems: {:#?}",
                    patience.as_secs_f32(),
                    picture.display(),
                    self.logs.borrow().unexpected(&[]),
                );
            }
            thread::sleep(INTERVAL);
        }
    }

    /// Waits for two frames. The page has then done its work for the frame after a change.
    ///
    /// # Errors
    ///
    /// If the page is in the background, where there are no frames.
    pub fn wait_for_frames(&self) -> Result<()> {
        self.eval("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))").map(drop)
    }

    /// Saves a picture of the viewport as `target/screenshots/NAME.png`. The name may contain folders.
    ///
    /// # Errors
    ///
    /// If the picture cannot be taken or saved.
    pub fn screenshot(&self, name: &str) -> Result<PathBuf> {
        let picture = self.session.get("/screenshot")?;
        save_screenshot(&format!("{name}.png"), &picture)
    }

    /// Saves a picture as [`Page::screenshot`] does, with the parameters of the DevTools protocol's `Page.captureScreenshot`. The name has
    /// an extension.
    ///
    /// # Errors
    ///
    /// If the picture cannot be taken or saved.
    pub fn screenshot_with(&self, name: &str, parameters: &Value) -> Result<PathBuf> {
        let taken = self.devtools("Page.captureScreenshot", parameters)?;
        save_screenshot(name, &taken["data"])
    }

    /// Sends a command of the DevTools protocol that this harness does not wrap.
    ///
    /// # Errors
    ///
    /// If the browser refuses the command.
    pub fn devtools(&self, method: &str, parameters: &Value) -> Result<Value> {
        self.session.devtools(method, parameters)
    }

    /// Announces a problem that the test provokes: [`Page::finish`] then requires it.
    pub fn expect_problem(&self, text: &str) {
        self.expected.borrow_mut().push(text.to_owned());
    }

    /// Announces a problem that may occur, such as a failed request while the network is off.
    pub fn allow_problem(&self, text: &str) {
        self.allowed.borrow_mut().push(text.to_owned());
    }

    /// Ends the test.
    ///
    /// # Errors
    ///
    /// If the console contains an error, an exception was not caught or a request failed, unless it was expected; or if an expected problem
    /// did not occur.
    pub fn finish(self) -> Result<()> {
        // The effects of the last action must have the chance to fail.
        thread::sleep(SETTLING);
        let Self { session, logs, expected, allowed, stage, .. } = self;
        let (mut logs, expected) = (logs.into_inner(), expected.into_inner());
        logs.collect(&session)?;
        let problems = logs.unexpected(&[&expected[..], &allowed.into_inner()].concat());
        if !problems.is_empty() {
            bail!("the page has problems:\n- {}", problems.join("\n- "));
        }
        if let Some(missing) = logs.missing(&expected) {
            bail!("a problem was expected and did not happen: {missing}");
        }
        session.give_back(stage.place.url("").trim_end_matches('/'));
        Ok(())
    }
}

pub(crate) fn save_screenshot(name: &str, picture: &Value) -> Result<PathBuf> {
    let picture = BASE64_STANDARD
        .decode(picture.as_str().context("a screenshot is a text")?)
        .context("the screenshot is not base64")?;
    let path = screenshots().join(name);
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    }
    fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The folder of the screenshots.
fn screenshots() -> PathBuf {
    target_directory().join("screenshots")
}

/// A JavaScript expression for a promise of the truth of another one, or of the text of its exception.
pub(crate) fn attempt(expression: &str) -> String {
    format!(
        "(async () => {{ try {{ return !!(await ({expression})); }} catch (error) {{ return String(error); }} }})()"
    )
}
