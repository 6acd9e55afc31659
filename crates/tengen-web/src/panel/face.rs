//! The faces of the players: a stone with eyes for each level, a small machine for each classic program, and a person.

use leptos::prelude::*;
use tengen_analysis::{Character, Classic, Grade, Level};
use tengen_match::Seat;

/// The parts of a face, as paths in a box of 48 by 48.
struct Face {
    /// The class of the body, which gives its colours.
    body: &'static str,
    /// The outline of the body.
    outline: &'static str,
    /// The parts that are filled: eyes, cheeks.
    filled: &'static str,
    /// The parts that are drawn as lines: brows, mouth, antennas.
    lines: &'static str,
}

const STONE: &str = "M24 5a20 20 0 1 0 0 40a20 20 0 1 0 0-40";
const BOX: &str = "M13 12h22a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H13a5 5 0 0 1-5-5V17a5 5 0 0 1 5-5";
const ROUND_EYES: &str =
    "M17 19a2.6 3.2 0 1 0 0 6.4a2.6 3.2 0 1 0 0-6.4M31 19a2.6 3.2 0 1 0 0 6.4a2.6 3.2 0 1 0 0-6.4";
const SMALL_EYES: &str = "M17 21a2 2 0 1 0 0 4a2 2 0 1 0 0-4M31 21a2 2 0 1 0 0 4a2 2 0 1 0 0-4";
const SQUARE_EYES: &str = "M14 20h6v6h-6zM28 20h6v6h-6z";

/// The brows and the mouth of each level: friendly faces first, and stern ones last.
const FEATURES: [&str; 20] = [
    "M15 28c3 9 15 9 18 0z",
    "M15 29c4 7.5 14 7.5 18 0M18.5 9.5c2-1.5 4-1.5 6-.5",
    "M16 30c4 6 12 6 16 0M14 15c2-1.5 4-1.5 6 0M28 15c2-1.5 4-1.5 6 0",
    "M17 31c4 4 10 4 14 0M24 5c-2-3 1-4 3-3",
    "M18 30c3 5 9 5 12 0M13 16h6M29 16h6",
    "M16 31c5 4 11 4 16 0M19 8c3-2 7-2 10 0",
    "M17 32c4 3 10 3 14 0M13.5 17.5c2-1.5 4-1.5 6-.5M28.5 17c2-1 4-1 6 .5",
    "M18 31c3 3 9 3 12 0M12 16c2-2 5-2 7-.5M29 15.5c2-1.5 5-1.5 7 .5",
    "M18 32c4 3 8 3 12-1M13 14c3-1 5-.5 7 1",
    "M17 33h10c2 0 3-1 4-2M13 17h7M28 17h7",
    "M18 32c4 2 8 2 12 0M11 12c8-5 18-5 26 0",
    "M18 33c4 2 8 2 12 0M13 17l6-1M35 17l-6-1",
    "M18 33h12M13 16.5h6.5M28.5 16.5H35M8 12c10-4 22-4 32 0",
    "M19 33c3 1 7 1 10 0M12.5 16l7 1.5M35.5 16l-7 1.5",
    "M18 34h12M13 17c2-2 5-2 7 0M28 17c2-2 5-2 7 0M18 38h12",
    "M18 33h12M12.5 16l8 2.5M35.5 16l-8 2.5",
    "M19 34c3-1 7-1 10 0M12 16h8M28 16h8M24 34v5",
    "M18 34c3-2 9-2 12 0M12.5 16.5l8 2.5M35.5 16.5l-8 2.5",
    "M18 34h12M12.5 17l8 3M35.5 17l-8 3M17 39c4 2 10 2 14 0",
    "M18 33h12M12.5 17l8 3M35.5 17l-8 3M5.5 14c12-4 25-4 37 0",
];

/// The face of a level: the stone grows darker with the strength.
const fn of_level(level: Level) -> Face {
    let number = level.number();
    let body = if number <= 7 {
        "light"
    } else if number <= 14 {
        "wood"
    } else {
        "dark"
    };
    let filled = if number <= 5 { ROUND_EYES } else { SMALL_EYES };
    Face { body, outline: STONE, filled, lines: FEATURES[number as usize - 1] }
}

/// The face of a seat.
const fn of(seat: Seat) -> Face {
    match seat {
        Seat::Person => Face {
            body: "person",
            outline: "M24 8a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M8 43c0-10 7-15 16-15s16 5 16 15z",
            filled: "",
            lines: "",
        },
        Seat::Engine(level) => of_level(level),
        Seat::Classic(Classic::Tuple) => Face {
            body: "machine",
            outline: BOX,
            filled: SQUARE_EYES,
            lines: "M15 33h18M18 30.5v5M24 30.5v5M30 30.5v5M24 12V6",
        },
        Seat::Classic(Classic::Direction) => Face {
            body: "machine",
            outline: BOX,
            filled: SMALL_EYES,
            lines: "M18 32h12M24 12V5M20 8.5h8M4 26h4M40 26h4",
        },
        Seat::Classic(Classic::Greedy) => Face {
            body: "machine",
            outline: BOX,
            filled: ROUND_EYES,
            lines: "M14 30h20c-1 7-19 7-20 0M17 12l-3-6M31 12l3-6",
        },
        Seat::Classic(Classic::GameTree) => Face {
            body: "machine",
            outline: BOX,
            filled: SMALL_EYES,
            lines: "M17 33c4-2.5 10-2.5 14 0M24 12V8M24 8l-6-4M24 8l6-4",
        },
        Seat::Classic(Classic::Minimax(grade)) => Face {
            body: "machine",
            outline: BOX,
            filled: SQUARE_EYES,
            lines: match grade {
                Grade::Easy => "M17 32c4 3 10 3 14 0M24 12V7",
                Grade::Normal => "M17 33h14M20 12V7M28 12V7",
                Grade::Hard => "M17 34c4-3 10-3 14 0M18 12V7M24 12V5M30 12V7M13 17l7 1.5M35 17l-7 1.5",
            },
        },
        Seat::External => {
            Face { body: "machine", outline: BOX, filled: SMALL_EYES, lines: "M18 32h12M24 12V7" }
        }
    }
}

/// What a character adds to a face: the parts behind the body, and the lines on it.
const fn of_character(character: Character) -> (&'static str, &'static str) {
    match character {
        // A tiger: round ears and stripes.
        Character::Attacker => (
            "M11 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M37 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13",
            "M24 6v7M18.5 7l2 5M29.5 7l-2 5M4.5 24l6 1M5.5 30l5-1M43.5 24l-6 1M42.5 30l-5-1",
        ),
        // A turtle: its shell behind it.
        Character::Defender => {
            ("M24 0C7 0 0 13 0 27h48C48 13 41 0 24 0", "M24 5.5l-6 4v4M24 5.5l6 4v4M12 9l-4 7M36 9l4 7")
        }
        // A cat: pointed ears and whiskers.
        Character::CounterPuncher => (
            "M5 20L6 1l13 8zM43 20L42 1 29 9z",
            "M3 27l9 1M3 33l9-2M45 27l-9 1M45 33l-9-2M22.5 26.5h3L24 28.5z",
        ),
        // A beaver: small ears and two teeth.
        Character::Builder => (
            "M9 5.5a5 5 0 1 0 0 10a5 5 0 1 0 0-10M39 5.5a5 5 0 1 0 0 10a5 5 0 1 0 0-10",
            "M20.5 35h7v6.5h-7zM24 35v6.5M21 26.5h6l-3 3z",
        ),
        // A fox: large ears and a pointed face.
        Character::Gambler => ("M3 22L2 0l17 9zM45 22L46 0 29 9z", "M6.5 33L24 44l17.5-11M21.5 26h5L24 29z"),
        // An owl: tufts, large rings around the eyes, and a beak.
        Character::OldMaster => (
            "M7 15L7 0l11 8zM41 15L41 0 30 8z",
            "M17 15.5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M31 15.5a7 7 0 1 0 0 14a7 7 0 1 0 0-14M22 26h4l-2 5z",
        ),
    }
}

/// The face of a seat, with a character if it has one. The name beside it names the player, so that a screen reader skips the drawing.
pub(crate) fn face(seat: Seat, character: Option<Character>) -> AnyView {
    let Face { body, outline, filled, lines } = of(seat);
    let (behind, on) = character.map(of_character).unwrap_or_default();
    view! {
        <svg viewBox="0 0 48 48" class=format!("face {body}") aria-hidden="true">
            <path class="body" d=behind/>
            <path class="body" d=outline/>
            <path class="filled" d=filled/>
            <path class="lines" d=lines/>
            <path class="lines" d=on/>
        </svg>
    }
    .into_any()
}
