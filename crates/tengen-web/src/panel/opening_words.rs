//! Openings in the page's language: the choices that are due, and those that were made.

use leptos::prelude::*;
use tengen_game::opening::{Choice, LegalChoice, Opening, Protocol, Zone};
use tengen_game::{Color, Point};
use tengen_match::{Game, legal_choices, point_choice};
use tengen_text::Value;

use super::play::{color_key, player_key};
use super::status::program_name;
use crate::texts::Texts;

/// The game that the form for a new game describes, while the user reads about its opening.
#[derive(Clone, Copy)]
pub(crate) struct Draft(StoredValue<Option<Game>>);

impl Draft {
    /// Provides an empty draft to the page.
    pub(crate) fn provide() {
        provide_context(Draft(StoredValue::new(None)));
    }

    pub(super) fn of_page() -> Draft {
        expect_context()
    }

    pub(super) fn keep(self, game: Game) {
        self.0.set_value(Some(game));
    }

    /// Removes the game, for the form.
    pub(super) fn take(self) -> Option<Game> {
        self.0.try_update_value(Option::take).flatten()
    }

    pub(super) fn forget(self) {
        self.0.try_set_value(None);
    }

    pub(super) fn is_there(self) -> bool {
        self.0.with_value(Option::is_some)
    }

    pub(super) fn with_untracked<T>(self, look: impl FnOnce(&Game) -> T) -> Option<T> {
        self.0.with_value(|game| game.as_ref().map(look))
    }
}

/// The task of the human player whose turn it is, after this many chosen points.
pub(super) fn task(
    texts: Texts,
    game: &Game,
    opening: &Opening,
    chosen: usize,
    takes_second: bool,
) -> String {
    let task = of_choices(texts, opening, chosen, takes_second);
    let player = opening.player_to_act().filter(|_| game.sole_person().is_none());
    match player {
        Some(player) => {
            let player = texts.text(player_key(player));
            texts.text_with("opening-turn", &[("player", player.into()), ("task", task.into())])
        }
        None => task,
    }
}

fn of_choices(texts: Texts, opening: &Opening, chosen: usize, takes_second: bool) -> String {
    let choices = legal_choices(opening);
    let has_colors = choices.contains(&LegalChoice::Swap);
    // A player who has begun to place stones has made that choice.
    match point_choice(opening, takes_second) {
        None if has_colors => texts.text("opening-colors"),
        Some(LegalChoice::Place(_)) if has_colors && chosen == 0 => texts.text("opening-colors-or-place"),
        Some(LegalChoice::Place(stones)) => {
            let Some(next) = stones.get(chosen) else { return String::new() };
            let (zone, lines) = match next.zone {
                Zone::Anywhere => ("anywhere", 0),
                Zone::Central(1) => ("centre", 1),
                Zone::Central(lines) => ("inside", lines),
                Zone::OutsideCentral(lines) => ("outside", lines),
            };
            let arguments = [
                ("color", next.color.name().into()),
                ("zone", zone.into()),
                ("lines", lines.into()),
                ("number", (chosen + 1).into()),
                ("count", stones.len().into()),
            ];
            texts.text_with("opening-place", &arguments)
        }
        Some(LegalChoice::Offer { count }) => {
            texts.text_with("opening-offer", &[("number", chosen.into()), ("count", count.into())])
        }
        Some(_) => texts.text("opening-pick"),
        None => texts.text("opening-announce"),
    }
}

/// The last choice of the other side: a program, or one of two human players. A player's own choices are not announced.
pub(super) fn last_choice(texts: Texts, game: &Game) -> Option<String> {
    let opening = game.opening()?;
    let mut before = opening.clone();
    let choice = before.undo()?;
    let player = before.player_to_act()?;
    let color = if opening.player_of(Color::Black) == player { Color::Black } else { Color::White };
    if game.sole_person() == Some(color) {
        return None;
    }
    let name = match game.sole_person() {
        Some(_) => program_name(texts, game),
        None => texts.text(player_key(player)),
    };
    let described = |key: &str, what: &'static str, value: Value<'_>| {
        texts.text_with(key, &[("name", name.as_str().into()), (what, value)])
    };
    let points = |points: &[Point]| {
        let names: Vec<String> = points.iter().map(|point| point.on(opening.size()).to_string()).collect();
        names.join(" ")
    };
    let color = texts.text(color_key(color));
    Some(match &choice {
        Choice::Place(stones) => described("chose-stones", "points", points(stones).into()),
        Choice::Stay => described("chose-stay", "color", color.into()),
        Choice::Swap => described("chose-swap", "color", color.into()),
        Choice::Announce(count) => described("chose-number", "count", (*count).into()),
        Choice::Offer(offered) => described("chose-offer", "points", points(offered).into()),
        Choice::Pick(point) => described("chose-pick", "points", points(&[*point]).into()),
    })
}

/// The key of a protocol's name.
pub(super) fn name_key(protocol: Option<Protocol>) -> &'static str {
    match protocol {
        Some(Protocol::Swap2) => "protocol-swap2",
        Some(Protocol::Swap) => "protocol-swap",
        Some(Protocol::Pro) => "protocol-pro",
        Some(Protocol::LongPro) => "protocol-long-pro",
        Some(Protocol::Rif) => "protocol-rif",
        Some(Protocol::Yamaguchi) => "protocol-yamaguchi",
        Some(Protocol::Soosorv { .. }) => "protocol-soosorv",
        Some(Protocol::Taraguchi { .. }) => "protocol-taraguchi",
        _ => "protocol-none",
    }
}

/// The keys of the description of a protocol and of its advice; `None` for a protocol that needs neither.
fn about_keys(protocol: Option<Protocol>) -> Option<[&'static str; 2]> {
    Some(match protocol {
        Some(Protocol::Swap2) => ["about-swap2", "look-swap2"],
        Some(Protocol::Swap) => ["about-swap", "look-swap"],
        Some(Protocol::Pro) => ["about-pro", "look-pro"],
        Some(Protocol::LongPro) => ["about-long-pro", "look-long-pro"],
        Some(Protocol::Rif) => ["about-rif", "look-rif"],
        Some(Protocol::Yamaguchi) => ["about-yamaguchi", "look-yamaguchi"],
        Some(Protocol::Soosorv { .. }) => ["about-soosorv", "look-soosorv"],
        Some(Protocol::Taraguchi { .. }) => ["about-taraguchi", "look-taraguchi"],
        _ => return None,
    })
}

/// The description of a protocol, and advice on playing it.
pub(super) fn about(texts: Texts, protocol: Option<Protocol>) -> Option<AnyView> {
    let [about, look] = about_keys(protocol)?.map(|key| texts.text(key));
    Some(view! { <p class="quiet" id="about-protocol">{about}</p> <p class="quiet" id="look-protocol">{look}</p> }.into_any())
}
