//! The opponents: the levels of the ladder and the classic programs, and the picker that shows them.

use leptos::prelude::*;
use tengen_analysis::{Character, Classic, Grade, Level};
use tengen_game::Color;
use tengen_match::{Game, PersonScore, Seat, score_against_level};

use super::characters;
use super::players::{level_name, opponent_name, opponent_title};
use crate::forms::{more, toggle};
use crate::panel::face::face;
use crate::preferences::{Preferences, preference};
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;

/// The highest strength on the scale of the classic programs.
const STRONGEST: u8 = 5;

/// A classic program that a person can play against.
#[derive(Clone, Copy)]
struct Opponent {
    seat: Seat,
    /// The identifier of its button.
    id: &'static str,
    /// The key of the sentence about it.
    about: &'static str,
    /// Its strength from 1 to [`STRONGEST`], which follows the games in `docs/strength/opponents.tsv`.
    strength: u8,
}

/// A part of the ladder whose levels have one description.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tier(usize);

/// The first level of each part of the ladder, with the keys of its name and of the sentence about it.
const TIERS: [(u8, &str, &str); 7] = [
    (1, "tier-newcomer", "meet-newcomer"),
    (3, "tier-beginner", "meet-beginner"),
    (5, "tier-casual", "meet-casual"),
    (9, "tier-club", "meet-club"),
    (13, "tier-strong", "meet-strong"),
    (17, "tier-expert", "meet-expert"),
    (20, "tier-full", "meet-full"),
];

impl Tier {
    pub(crate) const ALL: [Tier; 7] = [Tier(0), Tier(1), Tier(2), Tier(3), Tier(4), Tier(5), Tier(6)];

    fn of(level: Level) -> Tier {
        Tier(TIERS.iter().rposition(|&(first, ..)| first <= level.number()).unwrap_or_default())
    }

    /// The number of its first level.
    pub(crate) fn first(self) -> u8 {
        TIERS[self.0].0
    }

    /// The number of its last level.
    pub(crate) fn last(self) -> u8 {
        TIERS.get(self.0 + 1).map_or(Level::HARD.number(), |next| next.0 - 1)
    }

    pub(crate) fn name_key(self) -> &'static str {
        TIERS[self.0].1
    }

    pub(crate) fn about_key(self) -> &'static str {
        TIERS[self.0].2
    }
}

/// The classic programs, from the weakest to the strongest.
const CLASSICS: [Opponent; 7] = [
    classic(Classic::Direction, "quick-direction", "meet-direction", 1),
    classic(Classic::Tuple, "quick-tuple", "meet-tuple", 2),
    classic(Classic::Minimax(Grade::Easy), "quick-minimax-easy", "meet-minimax", 2),
    classic(Classic::Minimax(Grade::Normal), "quick-minimax-normal", "meet-minimax", 2),
    classic(Classic::Greedy, "quick-greedy", "meet-greedy", 2),
    classic(Classic::Minimax(Grade::Hard), "quick-minimax-hard", "meet-minimax", 3),
    classic(Classic::GameTree, "quick-game-tree", "meet-game-tree", 3),
];

const fn classic(program: Classic, id: &'static str, about: &'static str, strength: u8) -> Opponent {
    Opponent { seat: Seat::Classic(program), id, about, strength }
}

/// The key of the sentence about an opponent; `None` for people.
fn about_key(seat: Seat) -> Option<&'static str> {
    match seat {
        Seat::Engine(level) => Some(Tier::of(level).about_key()),
        other => CLASSICS.iter().find(|opponent| opponent.seat == other).map(|opponent| opponent.about),
    }
}

/// The level above the one of a seat, or below it.
pub(super) fn neighbour(seat: Seat, is_stronger: bool) -> Option<Seat> {
    let number = seat.level()?.number();
    let next = if is_stronger { number.checked_add(1) } else { number.checked_sub(1) };
    next.and_then(Level::new).map(Seat::Engine)
}

/// Remembers what follows from the result of a game: the suggested opponent, which is the next level after a win and the level below after a
/// loss, the user's strength, and the opening that a level has lost. Nothing follows from games against other opponents than levels.
pub(crate) fn follow_results(session: Session) {
    let preferences = Preferences::of_page();
    let progress = Memo::new(move |_| session.table.game.with(Progress::of));
    Effect::new(move |before: Option<Progress>| {
        let now = progress.get();
        if let Some((level, person, score)) = now.ended_after(before.as_ref()) {
            preferences.update(|preferences| {
                preferences.strength.count(&now.game, level, score);
                preferences.wins.count(level, score);
                if score == PersonScore::Win {
                    session.table.game.with_untracked(|game| preferences.lost_openings.note(game, !person));
                }
            });
        }
        now
    });
    let suggested = Memo::new(move |_| session.table.game.with(suggested));
    Effect::new(move || {
        if let Some(seat) = suggested.get()
            && preferences.with_untracked(|preferences| preferences.suggested.as_deref() != Some(seat.name()))
        {
            preferences.update(|preferences| preferences.suggested = Some(seat.name().to_owned()));
        }
    });
}

/// The progress of the game on the board, as far as it says something about a person.
#[derive(Clone, PartialEq)]
struct Progress {
    /// The identifier of the game; empty before the first move.
    game: String,
    /// The level, the person's side and the person's score of a game of the only person against a level that has ended.
    ended: Option<(Level, Color, PersonScore)>,
}

impl Progress {
    fn of(game: &Game) -> Progress {
        Progress { game: game.identity.id.clone(), ended: score_against_level(game) }
    }

    /// The result, if the game was on the board before and has ended since. A finished game that is opened has been counted in its time.
    fn ended_after(&self, before: Option<&Progress>) -> Option<(Level, Color, PersonScore)> {
        let was_running = before.is_some_and(|before| before.game == self.game && before.ended.is_none());
        self.ended.filter(|_| was_running && !self.game.is_empty())
    }
}

/// The opponents of the next game with the same settings: in an even game, the level that follows from the results.
pub(super) fn even_seats(preferences: &Preferences, seats: [Seat; 2]) -> [Seat; 2] {
    if !preferences.even {
        return seats;
    }
    seats.map(|seat| seat.level().map_or(seat, |_| Seat::Engine(preferences.strength.level())))
}

fn suggested(game: &Game) -> Option<Seat> {
    let (opponent, is_won) = outcome(game)?;
    opponent.level().filter(|_| !game.has_handicap())?;
    Some(neighbour(opponent, is_won).unwrap_or(opponent))
}

/// The opponent of the only person in a game that was played here and has a winner, and whether the person has won.
pub(super) fn outcome(game: &Game) -> Option<(Seat, bool)> {
    let person = game.sole_player()?;
    Some((game.seat(!person), game.result()?.winner? == person))
}

/// The picker: the chosen opponent with its face, a slider of the levels, the characters, and the classic programs.
pub(super) fn picker(
    chosen: Memo<Option<Seat>>,
    choose: impl Fn(Seat) + Copy + Send + Sync + 'static,
    character: Memo<Option<Character>>,
    choose_character: impl Fn(Option<Character>) + Copy + Send + Sync + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let preferences = Preferences::of_page();
    let is_even = preference(|preferences| preferences.even);
    let estimate =
        preference(|preferences| (preferences.strength.games() > 0).then(|| preferences.strength.estimate()));
    let set_even = move |is_on: bool| {
        if preferences.with_untracked(|preferences| preferences.even != is_on) {
            preferences.update(|preferences| preferences.even = is_on);
        }
    };
    let choose_level = choose;
    // A choice of the user's own ends the even game.
    let choose = move |seat: Seat| {
        set_even(false);
        choose_level(seat);
    };
    let suggested = preference(|preferences| preferences.suggested.clone());
    let suggested = Memo::new(move |_| suggested.get().as_deref().and_then(Seat::from_name));
    // The slider moves before the choice is made, when it is let go.
    let slid = RwSignal::new(None);
    Effect::new(move || {
        chosen.with(|_| ());
        slid.set(None);
    });
    let seat = Memo::new(move |_| slid.get().or(chosen.get()));
    let level = Memo::new(move |_| seat.get().and_then(Seat::level).unwrap_or(Level::EASY));
    let of_event = |event: &leptos::ev::Event| {
        event_target_value(event).parse().ok().and_then(Level::new).map(Seat::Engine)
    };
    let step = move |id: &'static str, key: &'static str, sign: &'static str, is_stronger: bool| {
        let next = Memo::new(move |_| neighbour(Seat::Engine(level.get()), is_stronger));
        view! {
            <button
                type="button"
                class="step-level"
                id=id
                aria-label=move || texts.text(key)
                title=move || texts.text(key)
                aria-disabled=move || next.get().is_none().then_some("true")
                on:click=move |_| {
                    if let Some(seat) = next.get_untracked() {
                        choose(seat);
                    }
                }
            >
                {sign}
            </button>
        }
    };
    let is_level = Memo::new(move |_| seat.get().is_some_and(|seat| seat.level().is_some()));
    let tier = move || {
        let level = seat.get().and_then(Seat::level)?;
        Some(texts.text(Tier::of(level).name_key()))
    };
    let words = move || {
        if let Some(classic) = seat.get().filter(|seat| seat.level().is_none()) {
            return opponent_name(texts, classic);
        }
        let level = level.get();
        format!("{}, {}", level_name(texts, level), texts.text(Tier::of(level).name_key()))
    };
    let suggestion = move || {
        let seat = suggested.get().filter(|&seat| Some(seat) != chosen.get() && !is_even.get())?;
        let label =
            move || texts.text_with("suggested-level", &[("name", opponent_name(texts, seat).into())]);
        Some(
            view! {
                <button type="button" id="quick-suggested" class="link" on:click=move |_| choose(seat)>
                    {label}
                </button>
            }
            .into_any(),
        )
    };
    let option = move |opponent: &'static Opponent| {
        let Opponent { seat, id, strength, .. } = *opponent;
        view! {
            <button
                type="button"
                class="opponent"
                id=id
                aria-pressed=move || (chosen.get() == Some(seat)).to_string()
                on:click=move |_| choose(seat)
            >
                {face(seat, None)}
                <span class="name">{move || opponent_name(texts, seat)}</span>
                {pips(texts, strength)}
            </button>
        }
    };
    let about = move || {
        let of_level = if !is_even.get() {
            seat.get().and_then(about_key).map(|key| texts.text(key))
        } else if let Some((level, error)) = estimate.get() {
            Some(texts.text_with("even-about", &[("level", level.into()), ("error", error.into())]))
        } else {
            Some(texts.text("even-first"))
        };
        let of_character = character.get().map(|character| texts.text(characters::about_key(character)));
        let sentences: Vec<String> = of_level.into_iter().chain(of_character).collect();
        sentences.join(&texts.text("between-sentences"))
    };
    let is_on = Signal::derive(move || is_even.get());
    let even = toggle("quick-even", "even-game", is_on, move |is_on| {
        if is_on {
            choose_level(
                preferences.with_untracked(|preferences| Seat::Engine(preferences.strength.level())),
            );
        }
        set_even(is_on);
    });
    let classics = view! { <div class="opponents">{CLASSICS.iter().map(option).collect_view()}</div> };
    view! {
        <div class="ladder" role="group" aria-label=move || texts.text("quick-opponent")>
            {move || seat.get().map(|seat| face(seat, character.get()))}
            <p class="who">
                <span class="name" id="opponent">{move || seat.get().map(|seat| opponent_title(texts, seat, character.get()))}</span>
                <span class="quiet">{tier}</span>
            </p>
            {suggestion}
            <div class="slide">
                {step("level-down", "level-weaker", "−", false)}
                <input
                    type="range"
                    id="quick-level"
                    min="1"
                    max=Level::HARD.number()
                    step="1"
                    aria-label=move || texts.text("levels")
                    aria-valuetext=words
                    prop:value=move || level.get().number().to_string()
                    on:input=move |event| slid.set(of_event(&event))
                    on:change=move |event| {
                        if let Some(seat) = of_event(&event) {
                            choose(seat);
                        }
                    }
                />
                {step("level-up", "level-stronger", "+", true)}
            </div>
            <p class="quiet" id="about-opponent">{about}</p>
            {move || is_level.get().then(|| characters::row(level, character, choose_character))}
            {even}
            {more("more-opponents", "more-opponents", "row-wide", classics.into_any())}
        </div>
    }
    .into_any()
}

/// The strength as filled dots of five. A screen reader reads the number.
fn pips(texts: Texts, strength: u8) -> AnyView {
    let dots = (1..=STRONGEST).map(|step| view! { <i class:on=step <= strength></i> }).collect_view();
    let label =
        move || texts.text_with("strength-of", &[("strength", strength.into()), ("most", STRONGEST.into())]);
    view! { <span class="pips" role="img" aria-label=label>{dots}</span> }.into_any()
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};

    use super::*;

    /// A game against a level that a side has resigned.
    fn lost_by(loser: Color, level: Level) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(level)]);
        game.resign(loser).unwrap();
        game
    }

    #[test]
    fn a_win_suggests_the_next_level_and_a_loss_the_one_below() {
        let suggested = |loser, level| suggested(&lost_by(loser, level));
        let level = |number| Level::new(number).map(Seat::Engine);
        assert_eq!(suggested(Color::White, Level::EASY), level(4));
        assert_eq!(suggested(Color::Black, Level::EASY), level(2));
        assert_eq!(suggested(Color::White, Level::HARD), level(20));
        assert_eq!(suggested(Color::Black, Level::ALL[0]), level(1));
        let under_way =
            Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::EASY)]);
        assert_eq!(super::suggested(&under_way), None);
    }

    #[test]
    fn a_result_counts_once_it_comes_about_on_the_board() {
        let ended = Progress {
            game: "a".to_owned(),
            ended: score_against_level(&lost_by(Color::Black, Level::EASY)),
        };
        let running = Progress { ended: None, ..ended.clone() };
        let expected = Some((Level::EASY, Color::Black, PersonScore::Loss));
        assert_eq!(ended.ended_after(Some(&running)), expected);
        // Games that are opened after their end, and those that were on the board, do not count.
        assert_eq!(ended.ended_after(None), None);
        assert_eq!(ended.ended_after(Some(&ended)), None);
        let other = Progress { game: "b".to_owned(), ..running };
        assert_eq!(ended.ended_after(Some(&other)), None);
    }

    #[test]
    fn every_program_has_a_sentence_and_every_classic_a_button() {
        let levels = Level::ALL.into_iter().map(Seat::Engine);
        assert!(levels.chain(Seat::CLASSICS).all(|seat| about_key(seat).is_some()));
        let mut ids: Vec<&str> = CLASSICS.iter().map(|opponent| opponent.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Seat::CLASSICS.len());
    }

    #[test]
    fn the_parts_of_the_ladder_follow_each_other() {
        assert!(Tier::ALL.windows(2).all(|pair| pair[0].last() + 1 == pair[1].first()));
        assert_eq!((Tier::ALL[0].first(), Tier::ALL[6].last()), (1, 20));
        assert!(Level::ALL.into_iter().all(|level| {
            let tier = Tier::of(level);
            (tier.first()..=tier.last()).contains(&level.number())
        }));
    }

    #[test]
    fn levels_have_neighbours() {
        assert_eq!(neighbour(Seat::Engine(Level::ALL[0]), false), None);
        assert_eq!(neighbour(Seat::Engine(Level::ALL[1]), false), Some(Seat::Engine(Level::ALL[0])));
        assert_eq!(neighbour(Seat::Engine(Level::HARD), true), None);
    }
}
