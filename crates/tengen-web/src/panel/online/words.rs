//! Online play in the page's language: settings, players, results and the state of a game.

use tengen_game::clock::TimeControl;
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, EndReason};
use tengen_match::Game;
use tengen_online::category::{Category, Family};
use tengen_online::message::{
    EndCause, ErrorCode, GameOver, PlayerInfo, RatingView, TournamentFormat, UserKind,
};
use tengen_online::settings::{GameSettings, Speed, Tempo};

use crate::online::http::Failure;
use crate::online::{Live, Online, name_of};
use crate::panel::opening_words::name_key;
use crate::panel::phrases;
use crate::panel::play::control_words;
use crate::texts::Texts;

/// A tempo: a clock, or days per move.
pub(super) fn tempo(texts: Texts, tempo: Tempo) -> String {
    match tempo {
        Tempo::Clock(control) => control_words(texts, control),
        Tempo::Days(days) => texts.text_with("online-days", &[("days", days.into())]),
    }
}

/// A tempo in short form, such as `3+2` in minutes and seconds, where such a form is usual.
pub(super) fn short_tempo(texts: Texts, of: Tempo) -> String {
    match of {
        Tempo::Clock(TimeControl::Fischer { main, increment }) if main.is_multiple_of(60) => {
            format!("{}+{increment}", main / 60)
        }
        other => tempo(texts, other),
    }
}

/// The rule, the board if it is not the usual one, and the opening.
pub(super) fn rules(texts: Texts, settings: &GameSettings) -> String {
    let rule = phrases::name(texts, settings.rule);
    let size = (settings.size != BoardSize::FIFTEEN)
        .then(|| texts.text_with("lines", &[("count", settings.size.lines().into())]));
    let opening = Some(settings.opening).filter(|&opening| opening != Protocol::Free);
    let opening = opening.map(|opening| texts.text(name_key(Some(opening))));
    [Some(rule), size, opening].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// All settings of a game.
pub(super) fn settings(texts: Texts, settings: &GameSettings) -> String {
    let rated = texts.text(if settings.rated { "online-rated" } else { "online-casual" });
    [rules(texts, settings), tempo(texts, settings.tempo), rated].join(" · ")
}

/// A game for which the user waits, in a few words.
pub(crate) fn sought(texts: Texts, settings: &GameSettings) -> String {
    [short_tempo(texts, settings.tempo), rules(texts, settings)].join(" · ")
}

/// A player's name with the rating. The user is marked as such.
pub(super) fn player(online: Online, player: &PlayerInfo) -> String {
    let texts = online.texts;
    let name = name_of(texts, player);
    let name = if online.is_you(player.account) {
        texts.text_with("you-named", &[("name", name.into())])
    } else {
        name
    };
    let name =
        if player.kind.is_bot() { texts.text_with("online-program", &[("name", name.into())]) } else { name };
    match player.rating {
        Some(rating) => format!("{name} ({})", rating_value(rating)),
        None => name,
    }
}

/// A rating, with a question mark as long as it is uncertain.
pub(super) fn rating_value(rating: RatingView) -> String {
    format!("{}{}", rating.value, if rating.provisional { "?" } else { "" })
}

/// The key of the user's kind; `None` for a member.
pub(super) fn kind_key(kind: UserKind) -> Option<&'static str> {
    match kind {
        UserKind::Member => None,
        UserKind::Guest => Some("online-kind-guest"),
        UserKind::Bot => Some("online-kind-bot"),
        UserKind::HouseBot => Some("online-kind-house-bot"),
    }
}

/// The result of a game for its first (0) or second (1) player, in a word.
pub(super) fn result_for(texts: Texts, player: usize, result: Option<GameOver>) -> String {
    texts.text(match result {
        None => "online-running",
        Some(over) if !over.cause.counts() => "online-result-aborted",
        Some(GameOver { winner: None, .. }) => "online-result-drawn",
        Some(GameOver { winner: Some(winner), .. }) if winner as usize == player => "online-result-won",
        Some(_) => "online-result-lost",
    })
}

/// The user's rating after a rated game, with its change.
pub(super) fn rating(texts: Texts, live: &Live) -> Option<String> {
    let you = live.snapshot.you? as usize;
    let after = live.snapshot.ratings?[you].value;
    let before = live.snapshot.players[you].rating?.value;
    let change = format!("{:+}", i32::from(after) - i32::from(before));
    Some(texts.text_with("online-rating", &[("rating", after.into()), ("change", change.into())]))
}

/// The key of the name of a speed.
pub(super) fn speed_key(speed: Speed) -> &'static str {
    match speed {
        Speed::Bullet => "speed-bullet",
        Speed::Blitz => "speed-blitz",
        Speed::Rapid => "speed-rapid",
        Speed::Classical => "speed-classical",
        Speed::Correspondence => "speed-correspondence",
    }
}

/// The remaining minutes and seconds, such as `4:09`, preceded by hours if there are any.
pub(super) fn countdown(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Points of a tournament, where a win has two half points, as whole and half points.
pub(super) fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// The format of a tournament.
pub(super) fn format(texts: Texts, format: TournamentFormat) -> String {
    let counted = |key: &str, count: u32| texts.text_with(key, &[("count", count.into())]);
    match format {
        TournamentFormat::Arena { minutes } => counted("online-format-arena-of", minutes.into()),
        TournamentFormat::Swiss { rounds } => counted("online-format-swiss-of", rounds.into()),
        TournamentFormat::RoundRobin { cycles: 1 } => texts.text("online-format-round-robin"),
        TournamentFormat::RoundRobin { cycles } => counted("online-format-round-robin-of", cycles.into()),
    }
}

/// A category of ratings: rule, kind of opening and pace.
pub(super) fn category(texts: Texts, category: Category) -> String {
    let opening = texts.text(if category.balanced { "online-balanced" } else { "online-free" });
    [texts.text(family_key(category.family)), opening, texts.text(speed_key(category.speed))].join(" · ")
}

/// The key of the name of the rules that share ratings.
pub(super) fn family_key(family: Family) -> &'static str {
    match family {
        Family::Freestyle => "rule-freestyle",
        Family::Standard => "rule-standard",
        Family::Renju => "rule-renju",
        Family::Caro => "rule-caro",
    }
}

/// The reason of a refusal by the server, and the remedy.
pub(super) fn refusal(texts: Texts, online: Online, code: ErrorCode) -> String {
    texts.text(match code {
        ErrorCode::Malformed => "online-error-malformed",
        ErrorCode::Version => "online-wrong-version",
        ErrorCode::TooMuch => "online-error-too-much",
        ErrorCode::NotFound => "online-error-not-found",
        ErrorCode::NotAllowed if !online.is_member() => "online-error-guest",
        ErrorCode::NotAllowed => "online-error-not-allowed",
        ErrorCode::NotPlayer => "online-error-not-player",
        ErrorCode::NotYourTurn => "online-error-not-your-turn",
        ErrorCode::Illegal => "online-error-illegal",
        ErrorCode::Outdated => "online-error-outdated",
        ErrorCode::Over => "online-error-over",
        ErrorCode::TooEarly => "online-error-too-early",
        ErrorCode::NoOffer => "online-error-no-offer",
        ErrorCode::Settings => "online-error-settings",
        ErrorCode::NotSuitable => "online-error-not-suitable",
        ErrorCode::Busy => "online-error-busy",
        ErrorCode::Name => "online-error-name",
        ErrorCode::Unavailable => "online-error-unavailable",
    })
}

/// The reason why a request failed.
pub(super) fn failure(texts: Texts, online: Online, failure: &Failure) -> String {
    match failure {
        Failure::Refused(refused) => refusal(texts, online, refused.code),
        Failure::Unreachable => texts.text("online-error-unreachable"),
    }
}

/// The result of a game, for the user or for a watcher: "You won. Bo resigned."
pub(super) fn result(texts: Texts, live: &Live, over: GameOver) -> [String; 2] {
    let you = live.snapshot.you;
    let name = |player| name_of(texts, &live.snapshot.players[player as usize]);
    let headline = match (over.winner, you) {
        _ if !over.cause.counts() => texts.text("online-aborted"),
        (None, _) => texts.text("draw"),
        (Some(winner), Some(you)) => texts.text(if winner == you { "win-you" } else { "online-lost-you" }),
        (Some(winner), None) => texts.text_with("online-won", &[("name", name(winner).into())]),
    };
    let loser = over.winner.map(|winner| !winner);
    let named = |of_other: &str, of_you: &str| match loser {
        Some(loser) if Some(loser) == you => texts.text(of_you),
        Some(loser) => texts.text_with(of_other, &[("name", name(loser).into())]),
        None => String::new(),
    };
    let because = match over.cause {
        EndCause::Played(EndReason::Resignation) => named("online-resigned", "online-resigned-you"),
        EndCause::Played(EndReason::Timeout) => named("online-timeout", "online-timeout-you"),
        EndCause::Played(EndReason::Agreement) => texts.text("because-agreement"),
        EndCause::Abandonment => named("online-abandoned", "online-abandoned-you"),
        EndCause::NoStart => texts.text("online-no-start"),
        EndCause::Played(_) | EndCause::Abort => String::new(),
    };
    [headline, because]
}

/// The status line of an online game where it differs from that of other games: whose turn it is, and how the game ended.
pub(crate) fn status(texts: Texts, game: &Game, live: &Live) -> Option<String> {
    if let Some(over) = live.snapshot.result {
        return (game.record().is_over() || !over.cause.counts())
            .then(|| result(texts, live, over)[0].clone());
    }
    let actor = live.snapshot.to_act()?;
    if live.snapshot.you == Some(actor) && live.is_users_turn() {
        // A choice in the opening has its own text.
        let is_opening = !live.snapshot.opening.is_finished();
        return (!is_opening).then(|| texts.text("your-turn"));
    }
    let waits_for =
        if live.snapshot.you.is_some() { live.opponent() } else { &live.snapshot.players[actor as usize] };
    Some(texts.text_with("online-turn-of", &[("name", name_of(texts, waits_for).into())]))
}
