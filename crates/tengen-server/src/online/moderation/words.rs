//! The texts of the moderators' page, in the language that the browser prefers.

use axum::http::{HeaderMap, header};
use tengen_online::Time;
use tengen_online::account::{Measure, ReportReason, Role};
use tengen_online::message::UserKind;
use tengen_text::{Language, Value, moderation_text};

use super::page::When;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(pub(super) Language);

impl Words {
    /// The texts in the available language that a request prefers; in English if it prefers none of them.
    pub(super) fn of_request(headers: &HeaderMap) -> Words {
        let lines = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|line| line.to_str().ok());
        let mut best = (0.0, Language::English);
        for range in lines.flat_map(|line| line.split(',')) {
            let (code, quality) = range.split_once(';').unwrap_or((range, "q=1"));
            let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse().ok());
            let quality: f32 = quality.unwrap_or(0.0);
            // Of two languages with equal weight the first one counts.
            if let Some(language) = Language::from_code(code.trim()).filter(|_| quality > best.0) {
                best = (quality, language);
            }
        }
        Words(best.1)
    }

    pub(super) fn text(self, key: &str) -> String {
        moderation_text(self.0, key, &[])
    }

    pub(super) fn text_with(self, key: &str, arguments: &[(&str, Value<'_>)]) -> String {
        moderation_text(self.0, key, arguments)
    }

    /// A text with the end of a period, or another text for a period without an end.
    pub(super) fn until(self, until: Time, [limited, for_ever]: [&str; 2]) -> String {
        match until {
            Time::MAX => self.text(for_ever),
            until => self.text_with(limited, &[("time", When(until).to_string().into())]),
        }
    }

    pub(super) fn reason(self, reason: ReportReason) -> String {
        self.text(match reason {
            ReportReason::Engine => "moderation-reason-engine",
            ReportReason::Abuse => "moderation-reason-abuse",
            ReportReason::Name => "moderation-reason-name",
            ReportReason::Manipulation => "moderation-reason-manipulation",
            ReportReason::Stalling => "moderation-reason-stalling",
            ReportReason::Other => "moderation-reason-other",
        })
    }

    pub(super) fn kind(self, kind: UserKind) -> String {
        self.text(match kind {
            UserKind::Guest => "moderation-kind-guest",
            UserKind::Member => "moderation-kind-member",
            UserKind::Bot => "moderation-kind-bot",
            UserKind::HouseBot => "moderation-kind-house-bot",
        })
    }

    pub(super) fn role(self, role: Role) -> String {
        self.text(match role {
            Role::User => "moderation-role-user",
            Role::Moderator => "moderation-role-moderator",
            Role::Admin => "moderation-role-admin",
        })
    }

    /// The text for a measure that was taken.
    pub(super) fn measure(self, measure: &Measure) -> String {
        match measure {
            Measure::Warn { text } => self.text_with("moderation-warned", &[("text", text.as_str().into())]),
            Measure::Silence { until } => {
                self.until(*until, ["moderation-did-silence", "moderation-did-silence-for-ever"])
            }
            Measure::Ban { until } => {
                self.until(*until, ["moderation-did-ban", "moderation-did-ban-for-ever"])
            }
            Measure::Pardon => self.text("moderation-pardoned"),
            Measure::Rename => self.text("moderation-renamed"),
            Measure::Role(role) => {
                self.text_with("moderation-new-role", &[("role", self.role(*role).into())])
            }
            Measure::ResetPassword => self.text("moderation-password-reset"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_that_the_browser_prefers_among_ours() {
        let of = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, line.parse().unwrap());
            Words::of_request(&headers).0
        };
        assert_eq!(of("zh-CN,zh;q=0.9,en;q=0.8"), Language::Chinese);
        assert_eq!(of("de, en;q=0.5, zh-TW;q=0.7"), Language::Chinese);
        assert_eq!(of("en-GB, zh"), Language::English);
        for line in ["de", "*", "", "zh;q=0", "zh;q=x"] {
            assert_eq!(of(line), Language::English, "{line}");
        }
        assert_eq!(Words::of_request(&HeaderMap::new()).0, Language::English);
    }
}
