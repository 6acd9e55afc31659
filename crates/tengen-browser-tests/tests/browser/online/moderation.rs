//! The moderators' page, whose forms a browser sends.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, Site};
use tengen_online::account::{Decision, Measure, NameKey, Role};
use tengen_server::online::{Metrics, Sqlite, Storage as _, Writer, decide_on};

/// Sends a request from the page, and returns the answer.
fn post(page: &Page, path: &str, body: &serde_json::Value) -> Result<serde_json::Value> {
    let script = "const [path, body] = arguments; \
        const answer = await fetch('/api/v1' + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } }); \
        return await answer.json();";
    page.eval_with(&format!("return (async () => {{ {script} }})()"), &json!([path, body.to_string()]))
}

/// Registers a new member, who is signed in, and returns the identifier of the account.
fn member(page: &Page, name: &str) -> Result<String> {
    post(page, "/session", &json!({}))?;
    let account = post(page, "/account/register", &json!({ "name": name, "password": "correct horse" }))?;
    Ok(account["id"].as_str().expect("an account has an identifier").to_owned())
}

/// Gives a member a role, as the command line does while no server runs.
fn appoint(folder: &Path, name: &str, role: Role) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let storage = Arc::new(Sqlite::open(folder).await?);
        let (writer, _) = Writer::start(storage.clone(), Arc::<Metrics>::default());
        let stored = storage.account_of_name(&NameKey::of(&name.parse()?)).await?;
        let about = stored.expect("the member is stored").account.id;
        let measure = Measure::Role(role);
        let decision = Decision { by: None, about, at: 5, measure, report: None, remark: String::new() };
        decide_on(storage.as_ref(), &writer, &decision).await?;
        Ok(())
    })
}

#[test]
fn every_form_of_the_moderators_page_is_sent_by_a_browser() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mona = Page::open_at(Site::with_database(folder.path())?, Options::desktop())?;
    mona.wait_for("#tab-online")?;
    member(&mona, "Mona")?;
    mona.allow_problem("ERR_CONNECTION_REFUSED");
    mona.allow_problem("WebSocket connection");
    mona.end_site();
    appoint(folder.path(), "Mona", Role::Admin)?;
    mona.serve_instead(&Site::page_directory())?;
    // The session has ended with the gain of rights.
    post(&mona, "/session/login", &json!({ "name": "Mona", "password": "correct horse" }))?;

    let ada = mona.open_another(Options::desktop())?;
    ada.wait_for("#tab-online")?;
    let id = member(&ada, "Ada")?;
    let bea = mona.open_another(Options::desktop())?;
    bea.wait_for("#tab-online")?;
    member(&bea, "Bea")?;
    let report = json!({ "about": id, "reason": "abuse", "remark": "rude" });
    post(&bea, "/reports", &report)?;

    // The moderator closes a report.
    mona.go_to("moderation")?;
    mona.wait_for("button[name=justified][value=true]")?;
    mona.screenshot("moderation-reports")?;
    mona.click("button[name=justified][value=true]")?;
    mona.wait_until("!document.querySelector('button[name=justified]')")?;

    // The moderator opens the account by name, and takes each measure.
    mona.fill("input[name=account]", "Ada")?;
    mona.click("form[method=get] button")?;
    for (measure, expected) in [
        ("warn", "warned: be kind"),
        ("silence", "silenced until"),
        ("ban", "banned until"),
        ("pardon", "pardoned"),
        ("moderator", "role:"),
    ] {
        mona.wait_for(&format!("button[value={measure}]"))?;
        if measure == "warn" {
            mona.fill("textarea[name=text]", "be kind")?;
        } else {
            mona.fill("input[name=days]", "3")?;
        }
        mona.click(&format!("button[value={measure}]"))?;
        mona.wait_until("location.search.startsWith('?account=')")?;
        mona.go_to("moderation")?;
        mona.wait_until(&format!("document.body.textContent.toLowerCase().includes({expected:?})"))?;
        mona.go_to(&format!("moderation?account={id}"))?;
    }
    // The log contains the names of the users.
    mona.wait_until("[...document.querySelectorAll('table:last-of-type tr')].some((row) => /Mona.*Ada/.test(row.textContent))")?;
    mona.screenshot("moderation-account")?;
    mona.wait_for("button[value=reset-password]")?;
    mona.click("button[value=reset-password]")?;
    mona.wait_for("code")?;
    mona.finish()
}
