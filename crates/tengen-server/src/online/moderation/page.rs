//! The moderators' page: plain HTML with forms, generated here, without scripts, in the language of the browser.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::{self, Display, Write as _};
use std::sync::Arc;

use axum::extract::{Form, Query, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use tengen_online::account::{Decision, Measure, Report, ReportState, Role};
use tengen_online::http::{AccountView, Agreement, RemarkView, ReportView};
use tengen_online::id::{AccountId, ReportId};
use tengen_online::message::ErrorCode;
use tengen_online::{DAY, Time};

use super::api::{self, account_view, by_id, by_name, demand, report_views, take};
use super::words::Words;
use crate::online::refusal::OnlineError;
use crate::online::request::SignedIn;
use crate::online::state::State;
use crate::online::visitor;

/// The content security policy of the page: it may use only its own style and its own forms.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:60em;margin:1em auto;padding:0 1em;\
    color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;\
    border-top:1px solid #8888;padding:.3em .6em .3em 0}form{display:inline-block;margin:.2em .6em .2em 0}\
    textarea{width:30em;max-width:100%;height:4em;display:block}";

/// The parameters of a request for the page.
#[derive(Deserialize)]
pub(crate) struct Wish {
    /// The name or the identifier of an account to show.
    account: Option<String>,
    /// Whether closed reports are shown as well.
    #[serde(default)]
    all: bool,
}

/// The fields of a form that was sent: one that closes a report, or one that takes a measure.
#[derive(Deserialize)]
pub(crate) struct Action {
    report: Option<ReportId>,
    justified: Option<bool>,
    about: Option<AccountId>,
    measure: Option<String>,
    #[serde(default)]
    days: String,
    #[serde(default)]
    text: String,
}

/// Shows the open reports with the log, or an account.
pub(crate) async fn show(
    Extract(state): Extract<Arc<State>>,
    headers: HeaderMap,
    user: Result<SignedIn, OnlineError>,
    Query(wish): Query<Wish>,
) -> Result<Response, OnlineError> {
    let words = Words::of_request(&headers);
    let user = match user {
        Ok(user) if demand(&state, &user).is_ok() => user,
        _ => {
            let text = format!(
                "<p>{}</p><p><a href=\"/\">{}</a></p>",
                words.text("moderation-not-allowed"),
                words.text("moderation-to-page")
            );
            return Ok(html(words, StatusCode::FORBIDDEN, &text));
        }
    };
    let name = user.stored.account.name.to_string();
    let mut body = format!(
        "<p>{} <a href=\"/moderation\">{}</a> · <a href=\"/moderation?all=true\">{}</a></p>\
         <form method=\"get\"><input name=\"account\" placeholder=\"{}\"> <button>{}</button></form>",
        Text(words.text_with("moderation-signed-in", &[("name", name.into())])),
        words.text("moderation-reports"),
        words.text("moderation-all-reports"),
        words.text("moderation-name-or-id"),
        words.text("moderation-find")
    );
    match wish.account.as_deref().map(str::trim) {
        Some(wanted) => {
            let account = match wanted.parse() {
                Ok(name) => by_name(&state, &name).await,
                Err(error) => {
                    Err(OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Name, format!("{error}")))
                }
            };
            // Guests have no names, and are found by their identifiers.
            let account = match (account, wanted.parse::<AccountId>()) {
                (Err(_), Ok(id)) => by_id(&state, id).await,
                (found, _) => found,
            };
            match account {
                Ok(account) => {
                    let id = account.id;
                    let view = account_view(&state, account).await?;
                    let names = names_in(&state, &view.decisions).await?;
                    write_account(&mut body, words, id, &view, &names)
                }
                Err(error) => {
                    let reason = [("reason", error.to_string().into())];
                    write!(body, "<p>{}</p>", Text(words.text_with("moderation-no-account", &reason)))
                }
            }
        }
        None => {
            let reports = report_views(&state, !wish.all).await?;
            let log = state.services.storage.decisions(None, 50).await?;
            let names = names_in(&state, &log).await?;
            write_reports(&mut body, words, &reports).and_then(|()| write_log(&mut body, words, &log, &names))
        }
    }
    // Writing to a string does not fail.
    .unwrap_or_default();
    Ok(html(words, StatusCode::OK, &body))
}

/// Carries out the action of a form, and shows the page again.
pub(crate) async fn act(
    Extract(state): Extract<Arc<State>>,
    headers: HeaderMap,
    user: SignedIn,
    Form(action): Form<Action>,
) -> Result<Response, OnlineError> {
    // Browsers send the header `Origin` with every form.
    if !visitor::is_own_origin(&state, &headers) || !headers.contains_key(header::ORIGIN) {
        return Err(OnlineError::Origin);
    }
    if let (Some(report), Some(justified)) = (action.report, action.justified) {
        api::close(&state, &user, report, justified).await?;
        return Ok(Redirect::to("/moderation").into_response());
    }
    let malformed = |text: String| OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text);
    let Some(about) = action.about else {
        return Err(malformed("expected a report or an account, found neither".to_owned()));
    };
    let until = match action.days.trim() {
        "" => Time::MAX,
        days => {
            let days: u32 =
                days.parse().map_err(|_| malformed(format!("expected a number of days, found `{days}`")))?;
            state.services.now() + DAY * u64::from(days)
        }
    };
    let measure = match action.measure.as_deref().unwrap_or_default() {
        "warn" => Measure::Warn { text: action.text.clone() },
        "silence" => Measure::Silence { until },
        "ban" => Measure::Ban { until },
        "pardon" => Measure::Pardon,
        "rename" => Measure::Rename,
        "moderator" => Measure::Role(Role::Moderator),
        "user" => Measure::Role(Role::User),
        "reset-password" => Measure::ResetPassword,
        other => return Err(malformed(format!("expected a measure, found `{other}`"))),
    };
    let remark = if matches!(measure, Measure::Warn { .. }) { String::new() } else { action.text };
    let outcome = take(&state, &user, about, measure, None, remark).await?;
    if let Some(password) = outcome.password {
        let words = Words::of_request(&headers);
        let name = outcome.account.name.to_string();
        let text = format!(
            "<p>{}</p><p><code>{}</code></p><p><a href=\"/moderation?account={about}\">{}</a></p>",
            Text(words.text_with("moderation-new-password", &[("name", name.into())])),
            Text(&password),
            words.text("moderation-back")
        );
        return Ok(html(words, StatusCode::OK, &text));
    }
    Ok(Redirect::to(&format!("/moderation?account={about}")).into_response())
}

fn html(words: Words, status: StatusCode, body: &str) -> Response {
    let (language, title) = (words.0.code(), words.text("moderation-title"));
    let page = format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\"><title>{title} – Tengen</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>{STYLE}</style>\
         <h1>{title}</h1>{body}</html>"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
        // With `no-referrer`, browsers send the forms of this page with the origin `null`.
        (header::REFERRER_POLICY, "same-origin"),
    ];
    (status, headers, Html(page)).into_response()
}

fn write_reports(out: &mut String, words: Words, reports: &[ReportView]) -> fmt::Result {
    write!(out, "<h2>{}</h2>", words.text("moderation-reports"))?;
    if reports.is_empty() {
        return write!(out, "<p>{}</p>", words.text("moderation-none"));
    }
    write!(out, "<table><tr>")?;
    for heading in [
        words.text("moderation-when"),
        words.text("moderation-about"),
        words.text("moderation-by"),
        words.text("moderation-reason"),
        words.text("moderation-game"),
        String::new(),
    ] {
        write!(out, "<th>{heading}")?;
    }
    write!(out, "</tr>")?;
    let verdicts =
        [(true, words.text("moderation-justified")), (false, words.text("moderation-not-justified"))];
    for view in reports {
        let report = &view.report;
        write!(
            out,
            "<tr><td>{}<td><a href=\"/moderation?account={}\">{}</a><td>{}<td>{}<br>{}<td>",
            When(report.at),
            report.about,
            Text(&view.accused.name),
            Text(&view.author.name),
            words.reason(report.reason),
            Text(&report.remark)
        )?;
        write_game(out, report)?;
        write_talk(out, words, &view.talk)?;
        write!(out, "<td>")?;
        match report.state {
            ReportState::Open => {
                for (justified, label) in &verdicts {
                    write!(
                        out,
                        "<form method=\"post\"><input type=\"hidden\" name=\"report\" value=\"{}\">\
                         <button name=\"justified\" value=\"{justified}\">{label}</button></form>",
                        report.id
                    )?;
                }
            }
            ReportState::Closed { justified, .. } => {
                let verdict = verdicts.iter().find(|(verdict, _)| *verdict == justified);
                verdict.map_or(Ok(()), |(_, label)| write!(out, "{label}"))?;
            }
        }
        write!(out, "</tr>")?;
    }
    write!(out, "</table>")
}

fn write_game(out: &mut String, report: &Report) -> fmt::Result {
    match report.game {
        // Links to the game on the board of the page, and to its file.
        Some(game) => {
            write!(out, "<a href=\"/?game={game}\">{game}</a> <a href=\"/api/v1/games/{game}.sgf\">SGF</a>")
        }
        None => Ok(()),
    }
}

/// Writes the free text of the reported game, folded.
fn write_talk(out: &mut String, words: Words, talk: &[RemarkView]) -> fmt::Result {
    if talk.is_empty() {
        return Ok(());
    }
    let count = [("count", talk.len().into())];
    write!(out, "<details><summary>{}</summary>", words.text_with("moderation-talk", &count))?;
    for remark in talk {
        write!(out, "<p>{} <b>{}</b>: {}</p>", When(remark.at), Text(&remark.by.name), Text(&remark.text))?;
    }
    write!(out, "</details>")
}

fn write_account(
    out: &mut String,
    words: Words,
    id: AccountId,
    view: &AccountView,
    names: &Names,
) -> fmt::Result {
    let games = view.games;
    let about = [
        ("kind", words.kind(view.user.kind).into()),
        ("role", words.role(view.role).into()),
        ("time", When(view.created).to_string().into()),
    ];
    let counts = [("won", games.won.into()), ("drawn", games.drawn.into()), ("lost", games.lost.into())];
    write!(
        out,
        "<h2>{}</h2><p>{} {}</p>",
        Text(&view.user.name),
        words.text_with("moderation-account", &about),
        words.text_with("moderation-games", &counts)
    )?;
    if let Some(until) = view.sanction.banned {
        let text = words.until(until, ["moderation-banned", "moderation-banned-for-ever"]);
        write!(out, "<p>{text}</p>")?;
    }
    if let Some(until) = view.sanction.silenced {
        let text = words.until(until, ["moderation-silenced", "moderation-silenced-for-ever"]);
        write!(out, "<p>{text}</p>")?;
    }
    if let Some(until) = view.sanction.unrated {
        let text = words.until(until, ["moderation-unrated", "moderation-unrated"]);
        write!(out, "<p>{text}</p>")?;
    }
    write!(
        out,
        "<form method=\"post\"><input type=\"hidden\" name=\"about\" value=\"{id}\">\
         <label>{}<textarea name=\"text\"></textarea></label>\
         <label>{} <input name=\"days\" size=\"4\" inputmode=\"numeric\"></label> ",
        words.text("moderation-remark"),
        words.text("moderation-days")
    )?;
    for (measure, label) in [
        ("warn", words.text("moderation-warn")),
        ("silence", words.text("moderation-silence")),
        ("ban", words.text("moderation-ban")),
        ("pardon", words.text("moderation-pardon")),
        ("rename", words.text("moderation-rename")),
        ("moderator", words.text("moderation-make-moderator")),
        ("user", words.text("moderation-make-user")),
        ("reset-password", words.text("moderation-reset-password")),
    ] {
        write!(out, "<button name=\"measure\" value=\"{measure}\">{label}</button> ")?;
    }
    write!(out, "</form><h2>{}</h2><table>", words.text("moderation-reports"))?;
    for report in &view.reports {
        let reason = words.reason(report.reason);
        write!(out, "<tr><td>{}<td>{reason}<td>{}<td>", When(report.at), Text(&report.remark))?;
        write_game(out, report)?;
        let is_open = report.state == ReportState::Open;
        let state = words.text(if is_open { "moderation-open" } else { "moderation-closed" });
        write!(out, "<td>{state}</tr>")?;
    }
    write!(out, "</table>")?;
    write_agreement(out, words, &view.agreement)?;
    write_log(out, words, &view.decisions, names)
}

/// Writes the agreement of moves with the engine. The figures are a reason to examine games, and no proof.
fn write_agreement(out: &mut String, words: Words, games: &[Agreement]) -> fmt::Result {
    let (judged, agreed) =
        games.iter().fold((0, 0), |(judged, agreed), game| (judged + game.judged, agreed + game.agreed));
    if judged == 0 {
        return Ok(());
    }
    let percent = f64::from(agreed) * 100.0 / f64::from(judged);
    let all = [
        ("agreed", agreed.into()),
        ("judged", judged.into()),
        ("games", games.len().into()),
        ("percent", format!("{percent:.0}").into()),
    ];
    write!(
        out,
        "<h2>{}</h2><p>{}</p><table>",
        words.text("moderation-agreement"),
        words.text_with("moderation-agreement-all", &all)
    )?;
    for game in games.iter().take(20) {
        let counts = [("agreed", game.agreed.into()), ("judged", game.judged.into())];
        write!(
            out,
            "<tr><td>{}<td><a href=\"/api/v1/games/{1}.sgf\">{1}</a><td>{2}</tr>",
            When(game.at),
            game.game,
            words.text_with("moderation-agreement-game", &counts)
        )?;
    }
    write!(out, "</table>")
}

/// The names of the users in a log.
type Names = BTreeMap<AccountId, String>;

/// The names of all users in a log. A guest's name is derived from the identifier.
async fn names_in(state: &State, log: &[Decision]) -> Result<Names, OnlineError> {
    let mut names = Names::new();
    for id in log.iter().flat_map(|decision| decision.by.into_iter().chain([decision.about])) {
        if let Entry::Vacant(unknown) = names.entry(id) {
            // In a database that was merged from others, the log may contain accounts that do not exist.
            let stored = state.services.storage.account(id).await?;
            unknown.insert(stored.map_or_else(|| id.to_string(), |stored| stored.account.name.to_string()));
        }
    }
    Ok(names)
}

fn write_log(out: &mut String, words: Words, log: &[Decision], names: &Names) -> fmt::Result {
    let name = |id: AccountId| names.get(&id).cloned().unwrap_or_else(|| id.to_string());
    write!(out, "<h2>{}</h2><table>", words.text("moderation-log"))?;
    for decision in log {
        let by = decision.by.map_or_else(|| words.text("moderation-command-line"), name);
        write!(
            out,
            "<tr><td>{}<td>{}<td><a href=\"/moderation?account={}\">{}</a><td>{}<td>{}</tr>",
            When(decision.at),
            Text(by),
            decision.about,
            Text(name(decision.about)),
            Text(words.measure(&decision.measure)),
            Text(&decision.remark)
        )?;
    }
    write!(out, "</table>")
}

/// A text that is escaped for HTML.
struct Text<T>(T);

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string().chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A time in UTC, to the minute.
pub(super) struct When(pub(super) Time);

impl Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0 / 60_000;
        write!(f, "{} {:02}:{:02}", tengen_online::date(self.0), minutes / 60 % 24, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_users_are_no_html() {
        assert_eq!(Text("<b>\"'&").to_string(), "&lt;b&gt;&quot;&#39;&amp;");
        assert_eq!(When(1_764_000_000_000).to_string(), "2025-11-24 16:00");
    }
}
