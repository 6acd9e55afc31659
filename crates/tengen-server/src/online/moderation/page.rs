//! The moderators' page: plain HTML with forms, made here, without scripts. It is in English alone.

use std::fmt::{self, Display, Write as _};
use std::sync::Arc;

use axum::extract::{Form, Query, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use serde::Deserialize;
use tengen_online::account::{Decision, Measure, Report, ReportState, Role};
use tengen_online::id::{AccountId, ReportId};
use tengen_online::message::ErrorCode;
use tengen_online::{DAY, Time};

use super::api::{self, AccountView, account_view, by_id, by_name, demand, report_views, take};
use crate::online::refusal::OnlineError;
use crate::online::request::SignedIn;
use crate::online::state::State;
use crate::online::storage::Agreement;
use crate::online::visitor;

/// What the page may load and do: nothing but its style, and its own forms.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;max-width:60em;margin:1em auto;padding:0 1em;\
    color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;\
    border-top:1px solid #8888;padding:.3em .6em .3em 0}form{display:inline-block;margin:.2em .6em .2em 0}\
    textarea{width:30em;max-width:100%;height:4em;display:block}";

/// What the page is to show.
#[derive(Deserialize)]
pub(crate) struct Wish {
    /// A name or an identifier.
    account: Option<String>,
    /// Closed reports, too.
    #[serde(default)]
    all: bool,
}

/// A form that was sent: one that closes a report, or one that takes a measure.
#[derive(Deserialize)]
pub(crate) struct Deed {
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
    user: Result<SignedIn, OnlineError>,
    Query(wish): Query<Wish>,
) -> Result<Response, OnlineError> {
    let user = match user {
        Ok(user) if demand(&state, &user).is_ok() => user,
        _ => {
            let text =
                "<p>This page is for moderators. Sign in on <a href=\"/\">the game's page</a> first.</p>";
            return Ok(html(StatusCode::FORBIDDEN, "Moderation", text));
        }
    };
    let mut body = format!(
        "<p>Signed in as {}. <a href=\"/moderation\">Reports</a> · <a href=\"/moderation?all=true\">all reports</a></p>\
         <form method=\"get\"><input name=\"account\" placeholder=\"name or identifier\"> \
         <button>Find</button></form>",
        Text(&user.stored.account.name)
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
                Ok(account) => write_account(&mut body, account.id, &account_view(&state, account).await?),
                Err(error) => write!(body, "<p>{}</p>", Text(error)),
            }
        }
        None => {
            let reports = report_views(&state, !wish.all).await?;
            let log = state.hub.storage.decisions(None, 50).await?;
            write_reports(&mut body, &reports).and_then(|()| write_log(&mut body, &log))
        }
    }
    // Writing to a string does not fail.
    .unwrap_or_default();
    Ok(html(StatusCode::OK, "Moderation", &body))
}

/// Carries out what a form asks for, and shows the page again.
pub(crate) async fn act(
    Extract(state): Extract<Arc<State>>,
    headers: HeaderMap,
    user: SignedIn,
    Form(deed): Form<Deed>,
) -> Result<Response, OnlineError> {
    // Browsers name the origin of every form that is sent.
    if !visitor::is_own_origin(&state, &headers) || !headers.contains_key(header::ORIGIN) {
        return Err(OnlineError::Origin);
    }
    if let (Some(report), Some(justified)) = (deed.report, deed.justified) {
        api::close(&state, &user, report, justified).await?;
        return Ok(Redirect::to("/moderation").into_response());
    }
    let malformed = |text: String| OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text);
    let Some(about) = deed.about else {
        return Err(malformed("expected a report or an account, found neither".to_owned()));
    };
    let until = match deed.days.trim() {
        "" => Time::MAX,
        days => {
            let days: u32 =
                days.parse().map_err(|_| malformed(format!("expected a number of days, found `{days}`")))?;
            state.hub.now() + DAY * u64::from(days)
        }
    };
    let measure = match deed.measure.as_deref().unwrap_or_default() {
        "warn" => Measure::Warn { text: deed.text.clone() },
        "silence" => Measure::Silence { until },
        "ban" => Measure::Ban { until },
        "pardon" => Measure::Pardon,
        "rename" => Measure::Rename,
        "moderator" => Measure::Role(Role::Moderator),
        "user" => Measure::Role(Role::User),
        "reset-password" => Measure::ResetPassword,
        other => return Err(malformed(format!("expected a measure, found `{other}`"))),
    };
    let remark = if matches!(measure, Measure::Warn { .. }) { String::new() } else { deed.text };
    let outcome = take(&state, &user, about, measure, None, remark).await?;
    if let Some(password) = outcome.password {
        let text = format!(
            "<p>The new password of {} is <code>{}</code>. It is shown once.</p>\
             <p><a href=\"/moderation?account={about}\">Back</a></p>",
            Text(&outcome.account.name),
            Text(&password)
        );
        return Ok(html(StatusCode::OK, "Moderation", &text));
    }
    Ok(Redirect::to(&format!("/moderation?account={about}")).into_response())
}

fn html(status: StatusCode, title: &str, body: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title} – Tengen</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>{STYLE}</style>\
         <h1>{title}</h1>{body}</html>"
    );
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-store")];
    (status, headers, Html(page)).into_response()
}

fn write_reports(out: &mut String, reports: &[api::ReportView]) -> fmt::Result {
    write!(out, "<h2>Reports</h2>")?;
    if reports.is_empty() {
        return write!(out, "<p>There is none.</p>");
    }
    write!(out, "<table><tr><th>When<th>About<th>By<th>Reason<th>Game<th></tr>")?;
    for view in reports {
        let report = &view.report;
        write!(
            out,
            "<tr><td>{}<td><a href=\"/moderation?account={}\">{}</a><td>{}<td>{:?}<br>{}<td>",
            When(report.at),
            report.about,
            Text(&view.accused.name),
            Text(&view.author.name),
            report.reason,
            Text(&report.remark)
        )?;
        write_game(out, report)?;
        write!(out, "<td>")?;
        match report.state {
            ReportState::Open => {
                for (justified, label) in [(true, "Justified"), (false, "Not justified")] {
                    write!(
                        out,
                        "<form method=\"post\"><input type=\"hidden\" name=\"report\" value=\"{}\">\
                         <button name=\"justified\" value=\"{justified}\">{label}</button></form>",
                        report.id
                    )?;
                }
            }
            ReportState::Closed { justified: true, .. } => write!(out, "justified")?,
            ReportState::Closed { justified: false, .. } => write!(out, "not justified")?,
        }
        write!(out, "</tr>")?;
    }
    write!(out, "</table>")
}

fn write_game(out: &mut String, report: &Report) -> fmt::Result {
    match report.game {
        Some(game) => write!(out, "<a href=\"/api/v1/games/{game}.sgf\">{game}</a>"),
        None => Ok(()),
    }
}

fn write_account(out: &mut String, id: AccountId, view: &AccountView) -> fmt::Result {
    let games = view.games;
    write!(
        out,
        "<h2>{}</h2><p>{:?}, {:?}, since {}; {} won, {} drawn, {} lost.</p>",
        Text(&view.user.name),
        view.user.kind,
        view.role,
        When(view.created),
        games.won,
        games.drawn,
        games.lost
    )?;
    for (what, until) in [("Banned", view.sanction.banned), ("Silenced", view.sanction.silenced)] {
        match until {
            Some(Time::MAX) => write!(out, "<p>{what} for ever.</p>")?,
            Some(until) => write!(out, "<p>{what} until {}.</p>", When(until))?,
            None => {}
        }
    }
    write!(
        out,
        "<form method=\"post\"><input type=\"hidden\" name=\"about\" value=\"{id}\">\
         <label>Text of a warning, or remark for the log<textarea name=\"text\"></textarea></label>\
         <label>Days, empty for ever <input name=\"days\" size=\"4\" inputmode=\"numeric\"></label> "
    )?;
    for (measure, label) in [
        ("warn", "Warn"),
        ("silence", "Silence"),
        ("ban", "Ban"),
        ("pardon", "Pardon"),
        ("rename", "Replace the name"),
        ("moderator", "Make a moderator"),
        ("user", "Take the role away"),
        ("reset-password", "Reset the password"),
    ] {
        write!(out, "<button name=\"measure\" value=\"{measure}\">{label}</button> ")?;
    }
    write!(out, "</form><h2>Reports</h2><table>")?;
    for report in &view.reports {
        write!(out, "<tr><td>{}<td>{:?}<td>{}<td>", When(report.at), report.reason, Text(&report.remark))?;
        write_game(out, report)?;
        write!(out, "<td>{}</tr>", if report.state == ReportState::Open { "open" } else { "closed" })?;
    }
    write!(out, "</table>")?;
    write_agreement(out, &view.agreement)?;
    write_log(out, &view.decisions)
}

/// What is written here is a reason to look at games, and no proof.
fn write_agreement(out: &mut String, games: &[Agreement]) -> fmt::Result {
    let (judged, agreed) =
        games.iter().fold((0, 0), |(judged, agreed), game| (judged + game.judged, agreed + game.agreed));
    if judged == 0 {
        return Ok(());
    }
    let percent = f64::from(agreed) * 100.0 / f64::from(judged);
    write!(
        out,
        "<h2>Agreement with the engine</h2><p>{agreed} of {judged} moves in the latest {} rated games ({percent:.0} %).</p><table>",
        games.len()
    )?;
    for game in games.iter().take(20) {
        write!(
            out,
            "<tr><td>{}<td><a href=\"/api/v1/games/{1}.sgf\">{1}</a><td>{2} of {3}</tr>",
            When(game.at),
            game.game,
            game.agreed,
            game.judged
        )?;
    }
    write!(out, "</table>")
}

fn write_log(out: &mut String, log: &[Decision]) -> fmt::Result {
    write!(out, "<h2>Log</h2><table>")?;
    for decision in log {
        let by = decision.by.map_or_else(|| "command line".to_owned(), |by| by.to_string());
        write!(
            out,
            "<tr><td>{}<td>{by}<td><a href=\"/moderation?account={1}\">{1}</a><td>{2}<td>{3}</tr>",
            When(decision.at),
            decision.about,
            Text(Described(&decision.measure)),
            Text(&decision.remark)
        )?;
    }
    write!(out, "</table>")
}

/// A text in HTML.
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
struct When(Time);

impl Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0 / 60_000;
        write!(f, "{} {:02}:{:02}", tengen_online::date(self.0), minutes / 60 % 24, minutes % 60)
    }
}

/// A measure in words.
struct Described<'a>(&'a Measure);

impl Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let until = |f: &mut fmt::Formatter<'_>, what: &str, until: Time| match until {
            Time::MAX => write!(f, "{what} for ever"),
            until => write!(f, "{what} until {}", When(until)),
        };
        match self.0 {
            Measure::Warn { text } => write!(f, "warned: {text}"),
            Measure::Silence { until: time } => until(f, "silenced", *time),
            Measure::Ban { until: time } => until(f, "banned", *time),
            Measure::Pardon => f.write_str("pardoned"),
            Measure::Rename => f.write_str("name replaced"),
            Measure::Role(role) => write!(f, "role {role:?}"),
            Measure::ResetPassword => f.write_str("password reset"),
        }
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
