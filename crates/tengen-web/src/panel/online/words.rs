//! Online play in the page's language: settings, players, results and the state of a game.

use tengen_game::clock::TimeControl;
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, EndReason};
use tengen_match::Game;
use tengen_online::message::{EndCause, GameOver, PlayerInfo};
use tengen_online::settings::{GameSettings, Tempo};

use crate::online::{Live, name_of};
use crate::panel::opening_words::name_key;
use crate::panel::phrases;
use crate::panel::play::control_words;
use crate::texts::Texts;

/// A tempo: a clock, or days for a move.
pub(super) fn tempo(texts: Texts, tempo: Tempo) -> String {
    match tempo {
        Tempo::Clock(control) => control_words(texts, control),
        Tempo::Days(days) => texts.text_with("online-days", &[("days", days.into())]),
    }
}

/// A tempo in a few signs, such as `3+2` in minutes and seconds, where that is usual.
pub(super) fn short_tempo(texts: Texts, of: Tempo) -> String {
    match of {
        Tempo::Clock(TimeControl::Fischer { main, increment }) if main.is_multiple_of(60) => {
            format!("{}+{increment}", main / 60)
        }
        other => tempo(texts, other),
    }
}

/// Rule, board if it is not the usual one, and opening.
pub(super) fn rules(texts: Texts, settings: &GameSettings) -> String {
    let rule = phrases::name(texts, settings.rule);
    let size = (settings.size != BoardSize::FIFTEEN)
        .then(|| texts.text_with("lines", &[("count", settings.size.lines().into())]));
    let opening = Some(settings.opening).filter(|&opening| opening != Protocol::Free);
    let opening = opening.map(|opening| texts.text(name_key(Some(opening))));
    [Some(rule), size, opening].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Everything that was agreed on.
pub(super) fn settings(texts: Texts, settings: &GameSettings) -> String {
    let rated = texts.text(if settings.rated { "online-rated" } else { "online-casual" });
    [rules(texts, settings), tempo(texts, settings.tempo), rated].join(" · ")
}

/// A player's name with the rating.
pub(super) fn player(texts: Texts, player: &PlayerInfo) -> String {
    let name = name_of(texts, player);
    match player.rating {
        Some(rating) if rating.provisional => format!("{name} ({}?)", rating.value),
        Some(rating) => format!("{name} ({})", rating.value),
        None => name,
    }
}

/// The user's rating after a rated game, with its change.
pub(super) fn rating(texts: Texts, live: &Live) -> Option<String> {
    let you = live.snapshot.you? as usize;
    let after = live.snapshot.ratings?[you].value;
    let before = live.snapshot.players[you].rating?.value;
    let change = format!("{:+}", i32::from(after) - i32::from(before));
    Some(texts.text_with("online-rating", &[("rating", after.into()), ("change", change.into())]))
}

/// How a game ended, for the user or for a watcher: "You won. Bo resigned."
pub(super) fn result(texts: Texts, live: &Live, over: GameOver) -> [String; 2] {
    let you = live.snapshot.you;
    let name = |player| name_of(texts, &live.snapshot.players[player as usize]);
    let headline = match (over.winner, you) {
        _ if !over.cause.counts() => texts.text("online-aborted"),
        (None, _) => texts.text("draw"),
        (Some(winner), Some(you)) if winner == you => texts.text("win-you"),
        (Some(winner), _) => texts.text_with("online-won", &[("name", name(winner).into())]),
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

/// What the status line says of a game of the server, where that is not what it says of every game: whose turn it is, and how it ended.
pub(crate) fn status(texts: Texts, game: &Game, live: &Live) -> Option<String> {
    if let Some(over) = live.snapshot.result {
        return (game.record().is_over() || !over.cause.counts())
            .then(|| result(texts, live, over)[0].clone());
    }
    let actor = live.snapshot.to_act()?;
    if live.snapshot.you == Some(actor) && live.is_users_turn() {
        // An opening's choice has its own words.
        let is_opening = !live.snapshot.opening.is_finished();
        return (!is_opening).then(|| texts.text("your-turn"));
    }
    let waits_for =
        if live.snapshot.you.is_some() { live.opponent() } else { &live.snapshot.players[actor as usize] };
    Some(texts.text_with("online-turn-of", &[("name", name_of(texts, waits_for).into())]))
}
