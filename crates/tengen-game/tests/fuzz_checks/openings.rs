//! Opening protocols, as machines and as texts.

use tengen_game::opening::{Choice, FifthMoves, LegalChoice, Opening, OpeningState, Protocol};
use tengen_game::{BoardSize, Color, Point, Position, Rule};

use super::input::Input;

/// The most steps of a run. No protocol has more than ten choices; the other steps are refused or taken back.
const MOST_STEPS: usize = 30;

/// The first two bytes choose a protocol and a size. Each step then takes a few bytes for a choice, which may
/// be legal or not, or takes one back.
pub(crate) fn opening(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let Some(start) = start(&mut input) else { return };
    let mut opening = start.clone();
    let mut earlier = Vec::new();
    for _ in 0..MOST_STEPS {
        let Some(what) = input.byte() else { break };
        let choice = match what % 8 {
            0 => {
                let last = opening.choices().last().cloned();
                assert_eq!(opening.undo(), last);
                opening = earlier.pop().inspect(|before| assert_eq!(&opening, before)).unwrap_or(opening);
                continue;
            }
            1 => any_choice(&mut input, opening.size()),
            _ => legal_choice(&mut input, &opening, what),
        };
        let Some(choice) = choice else { continue };
        let before = opening.clone();
        let check = opening.check(&choice);
        let applied = opening.apply(choice.clone());
        assert_eq!(check, applied);
        match applied {
            Ok(()) => {
                assert_eq!(opening.choices().last(), Some(&choice));
                earlier.push(before);
                is_sound(&opening);
            }
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                assert_eq!(opening, before, "a refused choice changed the opening");
            }
        }
    }
    while let Some(before) = earlier.pop() {
        opening.undo();
        assert_eq!(opening, before);
    }
    assert_eq!(opening, start);
}

pub(crate) fn opening_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Opening>() {
        Ok(opening) => is_sound(&opening),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
    if let Ok(protocol) = text.parse::<Protocol>() {
        assert_eq!(protocol.to_string().parse(), Ok(protocol));
    }
    for lines in [3, 15, 22] {
        let size = BoardSize::new(lines).expect("3 to 22");
        if let Ok(choice) = Choice::parse(&text, size) {
            assert_eq!(Choice::parse(&choice.to_text(size), size), Ok(choice));
        }
    }
}

/// Checks the properties of every opening.
fn is_sound(opening: &Opening) {
    assert_eq!(opening.to_string().parse().as_ref(), Ok(opening));
    assert!(opening.choices().len() <= opening.protocol().max_choices());
    match opening.state() {
        OpeningState::ToChoose { player, choices } => {
            assert_eq!(opening.player_to_act(), Some(player));
            assert!(!choices.is_empty());
        }
        OpeningState::Finished { black, side_to_move, stones } => {
            assert!(opening.is_finished());
            assert_eq!(black, opening.player_of(Color::Black));
            assert_eq!(stones, opening.stones());
            let black_moves = stones.len().is_multiple_of(2);
            assert_eq!(side_to_move, if black_moves { Color::Black } else { Color::White });
        }
    }
    for rule in [Rule::FREESTYLE, Rule::Renju] {
        let position = opening.position(rule).unwrap_or_else(|error| panic!("{opening}: {error}"));
        let mut expected = Position::new(rule, opening.size());
        opening.stones().iter().for_each(|&point| expected.play(point).expect("a stone of an opening"));
        assert_eq!(position, expected);
    }
}

fn start(input: &mut Input<'_>) -> Option<Opening> {
    let (kind, count) = (input.byte()?, input.byte()?);
    let fifths = FifthMoves::new(1 + count % 50).expect("1 to 50");
    let protocol = match kind % 9 {
        0 => Protocol::Free,
        1 => Protocol::Pro,
        2 => Protocol::LongPro,
        3 => Protocol::Swap,
        4 => Protocol::Swap2,
        5 => Protocol::Rif,
        6 => Protocol::Yamaguchi,
        7 => Protocol::Soosorv { limit: fifths },
        _ => Protocol::Taraguchi { offers: fifths },
    };
    let any_size = BoardSize::new(3 + usize::from(count) % 20).expect("3 to 22");
    Opening::new(protocol, any_size).or_else(|_| Opening::new(protocol, BoardSize::FIFTEEN)).ok()
}

/// A choice of a kind that is legal now. Its points are legal too if their number is small.
fn legal_choice(input: &mut Input<'_>, opening: &Opening, what: u8) -> Option<Choice> {
    let OpeningState::ToChoose { choices, .. } = opening.state() else { return None };
    let legal = &choices[usize::from(what / 8) % choices.len()];
    Some(match legal {
        LegalChoice::Place(stones) => Choice::Place(points(input, opening, legal, stones.len())?),
        LegalChoice::Stay => Choice::Stay,
        LegalChoice::Swap => Choice::Swap,
        LegalChoice::Announce { limit } => Choice::Announce(1 + input.byte()? % limit),
        LegalChoice::Offer { count } => Choice::Offer(points(input, opening, legal, usize::from(*count))?),
        LegalChoice::Pick { offered } => Choice::Pick(*input.one_of(offered)?),
    })
}

fn points(input: &mut Input<'_>, opening: &Opening, legal: &LegalChoice, count: usize) -> Option<Vec<Point>> {
    let mut chosen = Vec::new();
    while chosen.len() < count {
        // Comparing fifth moves with each other takes long, and they are seldom equivalent.
        let next = if matches!(legal, LegalChoice::Offer { .. }) && !chosen.is_empty() {
            input.point(opening.size())?
        } else {
            *input.one_of(&opening.next_points(legal, &chosen))?
        };
        chosen.push(next);
    }
    Some(chosen)
}

/// A random choice, legal or not, on points of the board and beyond.
fn any_choice(input: &mut Input<'_>, size: BoardSize) -> Option<Choice> {
    let (kind, count) = (input.byte()?, input.below(5)?);
    let points = (0..count).map_while(|_| input.point(size)).collect();
    Some(match kind % 6 {
        0 => Choice::Place(points),
        1 => Choice::Stay,
        2 => Choice::Swap,
        3 => Choice::Announce(kind),
        4 => Choice::Offer(points),
        _ => Choice::Pick(Point::new(kind, count as u8)),
    })
}
