//! The opponents: a face, a name, a strength and a sentence for each, and the picker that shows them.

use leptos::prelude::*;
use tengen_analysis::{Classic, Level};
use tengen_match::{Game, Seat};

use super::players::opponent_key;
use crate::forms::more;
use crate::panel::face::face;
use crate::preferences::{Preferences, preference};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The highest strength on the scale of the picker.
const STRONGEST: u8 = 5;

/// A program that a person can play against.
#[derive(Clone, Copy)]
struct Opponent {
    seat: Seat,
    /// The identifier of its button.
    id: &'static str,
    /// The key of the sentence about it.
    about: &'static str,
    /// Its strength from 1 to [`STRONGEST`]. For the classic programs it follows the games in `docs/strength/opponents.tsv`.
    strength: u8,
}

/// The levels of Tengen, from the weakest to the strongest.
const LEVELS: [Opponent; 3] = [
    Opponent { seat: Seat::Engine(Level::Easy), id: "quick-easy", about: "meet-easy", strength: 1 },
    Opponent { seat: Seat::Engine(Level::Normal), id: "quick-normal", about: "meet-normal", strength: 3 },
    Opponent { seat: Seat::Engine(Level::Hard), id: "quick-hard", about: "meet-hard", strength: 5 },
];

/// The classic programs, from the weakest to the strongest.
const CLASSICS: [Opponent; 7] = [
    classic(Classic::Direction, "quick-direction", "meet-direction", 1),
    classic(Classic::Tuple, "quick-tuple", "meet-tuple", 2),
    classic(Classic::Minimax(Level::Easy), "quick-minimax-easy", "meet-minimax", 2),
    classic(Classic::Minimax(Level::Normal), "quick-minimax-normal", "meet-minimax", 2),
    classic(Classic::Greedy, "quick-greedy", "meet-greedy", 2),
    classic(Classic::Minimax(Level::Hard), "quick-minimax-hard", "meet-minimax", 3),
    classic(Classic::GameTree, "quick-game-tree", "meet-game-tree", 3),
];

const fn classic(program: Classic, id: &'static str, about: &'static str, strength: u8) -> Opponent {
    Opponent { seat: Seat::Classic(program), id, about, strength }
}

fn of(seat: Seat) -> Option<&'static Opponent> {
    LEVELS.iter().chain(&CLASSICS).find(|opponent| opponent.seat == seat)
}

/// The level above the one of a seat, or below it.
pub(super) fn neighbour(seat: Seat, is_stronger: bool) -> Option<Seat> {
    let at = LEVELS.iter().position(|opponent| opponent.seat == seat)?;
    let next = if is_stronger { at.checked_add(1) } else { at.checked_sub(1) };
    next.and_then(|next| LEVELS.get(next)).map(|opponent| opponent.seat)
}

/// Remembers the opponent that the result of a game suggests: after a win the next level, and after a loss the same one. Other opponents
/// than levels suggest none.
pub(crate) fn follow_results(session: Session) {
    let preferences = Preferences::of_page();
    let suggested = Memo::new(move |_| session.table.game.with(suggested));
    Effect::new(move || {
        if let Some(seat) = suggested.get()
            && preferences.with_untracked(|preferences| preferences.suggested.as_deref() != Some(seat.name()))
        {
            preferences.update(|preferences| preferences.suggested = Some(seat.name().to_owned()));
        }
    });
}

fn suggested(game: &Game) -> Option<Seat> {
    let (opponent, is_won) = outcome(game)?;
    LEVELS.iter().find(|level| level.seat == opponent)?;
    let next = if is_won { neighbour(opponent, true) } else { None };
    Some(next.unwrap_or(opponent))
}

/// The opponent of the only person in a game that was played here and has a winner, and whether the person has won.
pub(super) fn outcome(game: &Game) -> Option<(Seat, bool)> {
    let person = game.sole_player().filter(|_| !game.identity.opened)?;
    Some((game.seat(!person), game.result()?.winner? == person))
}

/// The picker: all opponents as faces, and the sentence about the chosen one.
pub(super) fn picker(
    chosen: Memo<Option<Seat>>,
    choose: impl Fn(Seat) + Copy + Send + Sync + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let suggested = preference(|preferences| preferences.suggested.clone());
    let option = move |opponent: &'static Opponent| {
        let Opponent { seat, id, strength, .. } = *opponent;
        let is_suggested = Memo::new(move |_| suggested.get().as_deref() == Some(seat.name()));
        view! {
            <button
                type="button"
                class="opponent"
                class:suggested=move || is_suggested.get()
                id=id
                aria-pressed=move || (chosen.get() == Some(seat)).to_string()
                on:click=move |_| choose(seat)
            >
                {face(seat)}
                <span class="name">{move || texts.text(opponent_key(seat))}</span>
                {pips(texts, strength)}
                {move || is_suggested.get().then(|| view! { <span class="next">{texts.text("suggested")}</span> })}
            </button>
        }
    };
    let about = move || {
        let opponent = chosen.get().and_then(of)?;
        Some(texts.text(opponent.about))
    };
    let classics =
        move || view! { <div class="opponents">{CLASSICS.iter().map(option).collect_view()}</div> };
    view! {
        <div class="opponents" role="group" aria-label=move || texts.text("quick-opponent")>
            {LEVELS.iter().map(option).collect_view()}
            {more("more-opponents", "more-opponents", "opponent", classics().into_any())}
        </div>
        <p class="quiet" id="about-opponent">{about}</p>
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
    use tengen_game::{BoardSize, Color, Rule};

    use super::*;

    /// A game against a level that a side has resigned.
    fn lost_by(loser: Color, level: Level) -> Game {
        let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(level)]);
        game.resign(loser).unwrap();
        game
    }

    #[test]
    fn a_win_suggests_the_next_level_and_a_loss_the_same() {
        let suggested = |loser, level| suggested(&lost_by(loser, level));
        assert_eq!(suggested(Color::White, Level::Easy), Some(Seat::Engine(Level::Normal)));
        assert_eq!(suggested(Color::White, Level::Hard), Some(Seat::Engine(Level::Hard)));
        assert_eq!(suggested(Color::Black, Level::Normal), Some(Seat::Engine(Level::Normal)));
        let under_way =
            Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Engine(Level::Easy)]);
        assert_eq!(super::suggested(&under_way), None);
    }

    #[test]
    fn every_program_is_an_opponent_with_its_own_button() {
        for seat in Seat::USUAL.into_iter().chain(Seat::CLASSICS).filter(|seat| !seat.is_person()) {
            assert!(of(seat).is_some(), "{seat:?}");
        }
        let mut ids: Vec<&str> = LEVELS.iter().chain(&CLASSICS).map(|opponent| opponent.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), LEVELS.len() + CLASSICS.len());
    }

    #[test]
    fn levels_have_neighbours() {
        assert_eq!(neighbour(Seat::Engine(Level::Easy), false), None);
        assert_eq!(neighbour(Seat::Engine(Level::Normal), false), Some(Seat::Engine(Level::Easy)));
        assert_eq!(neighbour(Seat::Engine(Level::Hard), true), None);
    }
}
