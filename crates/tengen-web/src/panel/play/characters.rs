//! The characters: their names, the row that chooses one, and their sentences in a game.

use leptos::prelude::*;
use tengen_analysis::{Character, Level};
use tengen_game::{Color, SplitMix};
use tengen_match::{Game, Seat};

use crate::panel::face::face;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The texts of a character.
struct Words {
    name: &'static str,
    about: &'static str,
    /// At the beginning of a game, twice in the middle, after a win, and after a loss.
    says: [&'static str; 5],
}

const fn words(character: Character) -> Words {
    match character {
        Character::Attacker => Words {
            name: "tiger",
            about: "tiger-about",
            says: ["tiger-begins", "tiger-thinks", "tiger-plays", "tiger-wins", "tiger-loses"],
        },
        Character::Defender => Words {
            name: "turtle",
            about: "turtle-about",
            says: ["turtle-begins", "turtle-thinks", "turtle-plays", "turtle-wins", "turtle-loses"],
        },
        Character::CounterPuncher => Words {
            name: "cat",
            about: "cat-about",
            says: ["cat-begins", "cat-thinks", "cat-plays", "cat-wins", "cat-loses"],
        },
        Character::Builder => Words {
            name: "beaver",
            about: "beaver-about",
            says: ["beaver-begins", "beaver-thinks", "beaver-plays", "beaver-wins", "beaver-loses"],
        },
        Character::Gambler => Words {
            name: "fox",
            about: "fox-about",
            says: ["fox-begins", "fox-thinks", "fox-plays", "fox-wins", "fox-loses"],
        },
        Character::OldMaster => Words {
            name: "owl",
            about: "owl-about",
            says: ["owl-begins", "owl-thinks", "owl-plays", "owl-wins", "owl-loses"],
        },
    }
}

/// The key of a character's name.
pub(crate) const fn name_key(character: Character) -> &'static str {
    words(character).name
}

/// The key of the sentence about a character.
pub(crate) const fn about_key(character: Character) -> &'static str {
    words(character).about
}

/// The row that chooses a character, or none, for a level.
pub(super) fn row(
    level: Memo<Level>,
    chosen: Memo<Option<Character>>,
    choose: impl Fn(Option<Character>) + Copy + Send + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let option = move |character: Option<Character>| {
        let key = character.map_or("character-none", name_key);
        view! {
            <button
                type="button"
                class="character"
                id=format!("character-{}", character.map_or("plain", Character::name))
                aria-pressed=move || (chosen.get() == character).to_string()
                on:click=move |_| choose(character)
            >
                {move || face(Seat::Engine(level.get()), character)}
                <span>{move || texts.text(key)}</span>
            </button>
        }
    };
    view! {
        <div class="characters" role="group" aria-label=move || texts.text("character")>
            {option(None)}
            {Character::ALL.map(|character| option(Some(character))).collect_view()}
        </div>
    }
    .into_any()
}

/// The moves of both sides after which a sentence of the middle of the game is shown for the first time, and between two of them.
const EVERY: usize = 14;

/// The number of moves for which a sentence stays.
const STAYS: usize = 4;

/// The key of the sentence that the only character at the table says at this point of the game; `None` if it says nothing.
fn says(game: &Game) -> Option<&'static str> {
    let person = game.sole_player()?;
    let words = words(game.character(!person)?);
    if let Some(result) = game.result() {
        return result.winner.map(|winner| words.says[if winner == person { 4 } else { 3 }]);
    }
    let moves = game.record().line().len();
    let begins = usize::from(person == Color::Black) + 1;
    if (1..=begins + 1).contains(&moves) {
        return Some(words.says[0]);
    }
    // The seed of the game decides which of the two comes first.
    let first = SplitMix::mix(game.identity.seed().unwrap_or_default()) as usize % 2;
    let (number, since) = (moves / EVERY, moves % EVERY);
    (number > 0 && since < STAYS).then(|| words.says[1 + (first + number) % 2])
}

/// The sentence of the character at the table. Its line is there for the whole game, so that nothing moves when it speaks.
pub(super) fn line() -> AnyView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let is_there = Memo::new(move |_| {
        session
            .table
            .game
            .with(|game| game.sole_player().is_some_and(|person| game.character(!person).is_some()))
    });
    let key = Memo::new(move |_| session.table.game.with(says));
    view! {
        <Show when=move || is_there.get()>
            <p class="says" id="says">{move || key.get().map(|key| texts.text(key))}</p>
        </Show>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};

    use super::*;

    fn game(seats: [Seat; 2]) -> Game {
        Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats).with_character(Some(Character::OldMaster))
    }

    #[test]
    fn a_character_greets_speaks_now_and_then_and_has_a_word_at_the_end() {
        let mut game = game([Seat::Person, Seat::Engine(Level::EASY)]);
        assert_eq!(says(&game), None);
        let points: Vec<_> = BoardSize::FIFTEEN.points().collect();
        let mut spoken = Vec::new();
        // Stones of which no five are in a row.
        for step in 0..40 {
            game.play(points[(step * 34) % 225].into()).unwrap();
            spoken.push(says(&game));
        }
        assert_eq!(spoken[0], Some("owl-begins"));
        let times = spoken.iter().flatten().count();
        assert!((8..20).contains(&times), "{times}");
        assert!(spoken.contains(&Some("owl-thinks")) && spoken.contains(&Some("owl-plays")));
        game.resign(Color::White).unwrap();
        assert_eq!(says(&game), Some("owl-loses"));
    }

    #[test]
    fn nobody_speaks_between_people_or_without_a_character() {
        for seats in [[Seat::Person; 2], [Seat::Engine(Level::EASY); 2]] {
            let mut game = game(seats);
            game.play(BoardSize::FIFTEEN.center().into()).unwrap();
            assert_eq!(says(&game), None);
        }
        let mut plain = game([Seat::Person, Seat::Engine(Level::EASY)]).with_character(None);
        plain.play(BoardSize::FIFTEEN.center().into()).unwrap();
        assert_eq!(says(&plain), None);
    }
}
