//! The faces of the players: a stone with eyes for each level, a small machine for each classic program, and a person.

use leptos::prelude::*;
use tengen_analysis::{Classic, Level};
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

/// The face of a seat.
const fn of(seat: Seat) -> Face {
    match seat {
        Seat::Person => Face {
            body: "person",
            outline: "M24 8a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M8 43c0-10 7-15 16-15s16 5 16 15z",
            filled: "",
            lines: "",
        },
        Seat::Engine(Level::Easy) => Face {
            body: "light",
            outline: STONE,
            filled: ROUND_EYES,
            lines: "M15 29c4 7.5 14 7.5 18 0M18.5 9.5c2-1.5 4-1.5 6-.5",
        },
        Seat::Engine(Level::Normal) => Face {
            body: "wood",
            outline: STONE,
            filled: SMALL_EYES,
            lines: "M17 32c4 3 10 3 14 0M13.5 17.5c2-1.5 4-1.5 6-.5M28.5 17c2-1 4-1 6 .5",
        },
        Seat::Engine(Level::Hard) => Face {
            body: "dark",
            outline: STONE,
            filled: SMALL_EYES,
            lines: "M18 33h12M12.5 17l8 3M35.5 17l-8 3M5.5 14c12-4 25-4 37 0",
        },
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
        Seat::Classic(Classic::Minimax(level)) => Face {
            body: "machine",
            outline: BOX,
            filled: SQUARE_EYES,
            lines: match level {
                Level::Easy => "M17 32c4 3 10 3 14 0M24 12V7",
                Level::Normal => "M17 33h14M20 12V7M28 12V7",
                Level::Hard => "M17 34c4-3 10-3 14 0M18 12V7M24 12V5M30 12V7M13 17l7 1.5M35 17l-7 1.5",
            },
        },
        Seat::External => {
            Face { body: "machine", outline: BOX, filled: SMALL_EYES, lines: "M18 32h12M24 12V7" }
        }
    }
}

/// The face of a seat. The name beside it names the player, so that a screen reader skips the drawing.
pub(crate) fn face(seat: Seat) -> AnyView {
    let Face { body, outline, filled, lines } = of(seat);
    view! {
        <svg viewBox="0 0 48 48" class=format!("face {body}") aria-hidden="true">
            <path class="body" d=outline/>
            <path class="filled" d=filled/>
            <path class="lines" d=lines/>
        </svg>
    }
    .into_any()
}
