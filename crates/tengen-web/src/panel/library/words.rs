//! The texts of games in the library.

use js_sys::Date;
use tengen_game::{BoardSize, Color, Fact, Record};
use tengen_match::{Game, Seat};

use crate::files;
use crate::library::LibraryEntry;
use crate::library::entry::Words;
use crate::panel::dates::{date, moment};
use crate::panel::phrases;
use crate::panel::play::{color_key, seat_name};
use crate::texts::Texts;

/// The name that the user gave, or one made from the players.
pub(super) fn name(texts: Texts, entry: &LibraryEntry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    let [black, white] = Color::BOTH.map(|color| player(texts, entry, color));
    texts.text_with("library-versus", &[("black", black.into()), ("white", white.into())])
}

/// The player of one side.
fn player(texts: Texts, entry: &LibraryEntry, color: Color) -> String {
    let (named, seat) = (&entry.players[color.index()], entry.seats[color.index()]);
    match seat {
        _ if !named.is_empty() => named.clone(),
        // The players of an imported game are unknown, and two people at one screen are named by their colours.
        Seat::Person if entry.person().is_none() => texts.text(color_key(color)),
        _ if entry.opened => texts.text(color_key(color)),
        seat => seat_name(texts, seat),
    }
}

/// The name of a game's file, without its extension: the players and the date.
pub(in crate::panel) fn file_name(texts: Texts, entry: &LibraryEntry) -> String {
    let played = if entry.ended_ms == 0 { Date::new_0() } else { date(entry.ended_ms) };
    let day = if entry.date.is_empty() { iso_day(&played) } else { entry.date.clone() };
    files::safe_name(&format!("{} {day}", name(texts, entry)))
}

/// A game for export: with the names of the programs and the day, if the record has none. The user's name stays empty.
pub(in crate::panel) fn for_others(texts: Texts, game: &Game) -> Record {
    let mut record = game.record().clone();
    if game.identity.opened {
        return record;
    }
    let [black, white] = game.seats();
    for (name, seat) in [(&mut record.players.black, black), (&mut record.players.white, white)] {
        if name.is_empty() && !seat.is_person() {
            *name = seat_name(texts, seat);
        }
    }
    if record.info.get(Fact::Date).is_empty() && game.identity.began_ms > 0 {
        record.info.set(Fact::Date, iso_day(&date(game.identity.began_ms)));
    }
    record
}

/// The day in the browser's time zone, in the ISO 8601 format.
fn iso_day(date: &Date) -> String {
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

pub(super) fn result(texts: Texts, entry: &LibraryEntry) -> String {
    texts.text(match (entry.result.map(|result| result.winner), entry.person()) {
        (None, _) => "library-unfinished",
        (Some(None), _) => "library-draw",
        (Some(winner), Some(person)) if winner == Some(person) => "library-won",
        (Some(_), Some(_)) => "library-lost",
        (Some(Some(Color::Black)), None) => "library-black-won",
        (Some(Some(Color::White)), None) => "library-white-won",
    })
}

/// The event, the rule and the length, and the board if it is not the usual one.
pub(super) fn about(texts: Texts, entry: &LibraryEntry) -> String {
    let rule = Some(phrases::name(texts, entry.rule));
    let lines = (entry.size != BoardSize::FIFTEEN)
        .then(|| texts.text_with("lines", &[("count", entry.size.lines().into())]));
    let moves = Some(texts.text_with("library-moves", &[("count", entry.moves.into())]));
    let event = Some(entry.event.clone()).filter(|event| !event.is_empty());
    [event, rule, lines, moves].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The time at which a game was played: the date of its record, or else the time of its last move here.
pub(super) fn played(texts: Texts, entry: &LibraryEntry) -> String {
    if entry.date.is_empty() { moment(texts, entry.ended_ms) } else { entry.date.clone() }
}

/// The words by which the game can be found.
pub(super) fn searched(texts: Texts, entry: &LibraryEntry) -> Words {
    let players = Color::BOTH.map(|color| player(texts, entry, color)).join(" ");
    let rule = phrases::name(texts, entry.rule);
    let (when, event) = (played(texts, entry), &entry.event);
    let text = format!("{} {players} {event} {rule} {} {when}", entry.name, result(texts, entry));
    Words::new(&text, &entry.opening)
}
