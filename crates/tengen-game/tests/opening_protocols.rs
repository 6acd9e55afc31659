//! The opening protocols, walked through branch by branch and at random.

use proptest::prelude::*;
use proptest::sample::Index;
use tengen_game::opening::{
    Choice, FifthMoves, LegalChoice, Opening, OpeningPositionError, OpeningState, Player, Protocol,
};
use tengen_game::{BoardSize, Color, Point, Position, Rule, WinLength};

/// Walks through one case of the data file and panics with its name where a step differs.
fn walk(case: &'static str) -> Opening {
    let (name, lines) = case.split_once('\n').unwrap();
    let mut lines = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut opening: Opening = lines.next().unwrap().parse().unwrap();
    for line in lines {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let at = || format!("= {name}\n{line}");
        match (columns.as_slice(), opening.state()) {
            ([refused, message], _) if refused.starts_with("! ") => {
                let choice = Choice::parse(&refused[2..], opening.size()).unwrap();
                let before = opening.clone();
                let error = opening.apply(choice).expect_err(&at());
                assert_eq!(error.to_string(), *message, "{}", at());
                assert_eq!(opening, before, "{}", at());
            }
            ([end, to_move, stones], OpeningState::Finished { black, side_to_move, stones: found }) => {
                let found: Vec<String> = found.iter().map(|p| p.on(opening.size()).to_string()).collect();
                assert_eq!(format!(". {black} black"), *end, "{}", at());
                assert_eq!(format!("{side_to_move} to move"), *to_move, "{}", at());
                assert_eq!(found.join(" "), *stones, "{}", at());
            }
            ([actor, legal, choice], OpeningState::ToChoose { player, choices }) => {
                let choices: Vec<String> = choices.iter().map(LegalChoice::to_string).collect();
                assert_eq!((player.name(), choices.join("; ").as_str()), (*actor, *legal), "{}", at());
                let choice = Choice::parse(choice, opening.size()).unwrap();
                opening.apply(choice).unwrap_or_else(|error| panic!("{}: {error}", at()));
            }
            (_, state) => panic!("{}: {state:?}", at()),
        }
    }
    assert!(opening.is_finished(), "= {name}");
    opening
}

#[test]
fn every_branch_of_every_protocol_goes_as_written() {
    let cases: Vec<&str> = include_str!("data/openings_protocols.txt").split("\n= ").skip(1).collect();
    assert!(cases.len() >= 23, "only {} cases were read", cases.len());
    for case in cases {
        let opening = walk(case);
        assert_eq!(opening.to_string().parse(), Ok(opening.clone()));
        let position = opening.position(Rule::Renju).unwrap();
        assert_eq!(position.board().stones(), opening.stones().len());
    }
}

#[test]
fn protocols_need_their_boards() {
    let message = |text: &str| text.parse::<Opening>().unwrap_err().to_string();
    assert_eq!(message("19.rif"), "`rif` is played on a 15×15 board, not on 19×19");
    assert_eq!(message("5.pro"), "`pro` needs a board of at least 6×6, found 5×5");
    assert_eq!(message("7.long-pro"), "`long-pro` needs a board of at least 8×8, found 7×7");
    for text in ["3.free", "3.swap", "22.swap2", "6.pro", "8.long-pro"] {
        assert_eq!(text.parse::<Opening>().unwrap().to_string(), text);
    }
}

#[test]
fn invalid_openings_are_reported_with_the_expected_form() {
    let cases = [
        ("", "expected an opening such as `15.swap2.h8h9j7.swap` (size, protocol, choices), found ``"),
        ("15", "expected an opening such as `15.swap2.h8h9j7.swap` (size, protocol, choices), found `15`"),
        ("2.swap", "a board has 3 to 22 lines a side, not 2"),
        ("15.soosorv-0", "in `soosorv-0`: expected 1 to 50 fifth moves, found 0"),
        ("15.taraguchi-51", "in `taraguchi-51`: expected 1 to 50 fifth moves, found 51"),
        (
            "15.swap.h8h9j7.stay.stay",
            "choice 3: expected no choice, as the opening is finished, found `stay`",
        ),
        ("15.swap.h8h9p7", "choice 1: move 3, at character 5: `p7` is not on a 15×15 board"),
        ("15.swap.pick-p7", "choice 1: `p7` is not on a 15×15 board"),
        (
            "15.swap.",
            "choice 1: expected `stay`, `swap`, a number, points such as `h8h9j7`, `offer-g8i9` or `pick-g8`, \
             found ``",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(text.parse::<Opening>().unwrap_err().to_string(), message);
    }
    for name in ["", "Swap", "swap3", "soosorv", "soosorv-", "soosorv-+3", "rif-2", "yamaguchi-5"] {
        assert!(name.parse::<Protocol>().unwrap_err().to_string().starts_with("expected `free`"), "{name}");
    }
}

/// On a board that is not 15×15 a row is soon complete, and the opening must report that.
#[test]
fn an_opening_against_the_rule_is_reported() {
    let opening: Opening = "15.swap2.h8a1i8.c1j8.stay".parse().unwrap();
    assert!(opening.position(Rule::FREESTYLE).is_ok());
    let three = Rule::Free(WinLength::new(3).unwrap());
    let error = opening.position(three).unwrap_err();
    assert!(matches!(error, OpeningPositionError::EndsGame { number: 5, .. }));
    assert_eq!(
        error.to_string(),
        "expected an opening after which the game continues, but stone 5 on j8 ends it"
    );
}

/// A page shows the stones that can still be chosen while a choice is being put together.
#[test]
fn next_points_never_lead_astray() {
    let mut opening: Opening = "15.taraguchi-10.h8.stay.h9.stay.h7.stay.h6.stay".parse().unwrap();
    let OpeningState::ToChoose { choices, .. } = opening.state() else { panic!("{opening}") };
    let [place, offer] = choices.as_slice() else { panic!("{choices:?}") };
    assert_eq!(opening.next_points(place, &[]).len(), 9 * 9 - 4);
    let mut chosen = Vec::new();
    while let Some(&point) = opening.next_points(offer, &chosen).last() {
        chosen.push(point);
    }
    assert_eq!(chosen.len(), 10);
    opening.apply(Choice::Offer(chosen.clone())).unwrap();
    let OpeningState::ToChoose { choices, player } = opening.state() else { panic!("{opening}") };
    assert_eq!(player, Player::Second);
    chosen.sort_by_key(|point| (point.y(), point.x()));
    assert_eq!(opening.next_points(&choices[0], &[]), chosen);
    // A move is picked, and no point can be added.
    assert_eq!(opening.next_points(&choices[0], &chosen[..1]), []);
    assert_eq!(opening.next_points(&LegalChoice::Stay, &[]), []);
}

/// The most fifth moves can be offered even where the stones have all four symmetries.
#[test]
fn fifty_fifth_moves_can_be_found_in_the_most_symmetric_position() {
    let mut opening: Opening = "15.yamaguchi.h8h9h7.50.stay.h6".parse().unwrap();
    let offer = random_choice(&opening, &[]);
    assert!(matches!(&offer, Choice::Offer(points) if points.len() == 50));
    opening.apply(offer).unwrap();
}

/// A legal choice by these numbers. Without further numbers the first possibility is taken.
fn random_choice(opening: &Opening, numbers: &[Index]) -> Choice {
    let OpeningState::ToChoose { choices, .. } = opening.state() else { panic!("{opening} is finished") };
    let mut numbers = numbers.iter();
    let mut pick = |length: usize| numbers.next().map_or(0, |number| number.index(length));
    let legal = &choices[pick(choices.len())];
    let mut points = |count: usize| {
        let mut chosen = Vec::new();
        for _ in 0..count {
            let candidates = opening.next_points(legal, &chosen);
            chosen.push(candidates[pick(candidates.len())]);
        }
        chosen
    };
    match legal {
        LegalChoice::Place(stones) => Choice::Place(points(stones.len())),
        LegalChoice::Stay => Choice::Stay,
        LegalChoice::Swap => Choice::Swap,
        LegalChoice::Announce { limit } => Choice::Announce(1 + pick(usize::from(*limit.min(&12))) as u8),
        LegalChoice::Offer { count } => Choice::Offer(points(usize::from(*count))),
        LegalChoice::Pick { .. } => Choice::Pick(points(1)[0]),
    }
}

/// A random choice, legal or not, on points of the board and beyond.
fn any_choice() -> impl Strategy<Value = Choice> {
    let point = || (5u8..11, 5u8..11).prop_map(|(x, y)| Point::new(x, y));
    let wild = (any::<u8>(), any::<u8>()).prop_map(|(x, y)| Point::new(x, y));
    let points = || prop::collection::vec(point(), 0..5);
    prop_oneof![
        points().prop_map(Choice::Place),
        Just(Choice::Stay),
        Just(Choice::Swap),
        any::<u8>().prop_map(Choice::Announce),
        points().prop_map(Choice::Offer),
        prop_oneof![point(), wild].prop_map(Choice::Pick),
    ]
}

fn any_start() -> impl Strategy<Value = Opening> {
    let fifths = || (1u8..=10).prop_map(|count| FifthMoves::new(count).unwrap());
    let fifteen = prop_oneof![
        Just(Protocol::Rif),
        Just(Protocol::Yamaguchi),
        fifths().prop_map(|limit| Protocol::Soosorv { limit }),
        fifths().prop_map(|offers| Protocol::Taraguchi { offers }),
    ];
    let any_size = prop_oneof![
        Just(Protocol::Free),
        Just(Protocol::Swap),
        Just(Protocol::Swap2),
        Just(Protocol::Pro),
        Just(Protocol::LongPro),
    ];
    let sizes = (8usize..=22).prop_map(|lines| BoardSize::new(lines).unwrap());
    prop_oneof![
        fifteen.prop_map(|protocol| Opening::new(protocol, BoardSize::FIFTEEN).unwrap()),
        (any_size, sizes).prop_map(|(protocol, size)| Opening::new(protocol, size).unwrap()),
    ]
}

fn any_numbers() -> impl Strategy<Value = Vec<Vec<Index>>> {
    prop::collection::vec(prop::collection::vec(any::<Index>(), 0..13), 10)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn legal_choices_lead_to_the_end_and_undo_leads_back(start in any_start(), numbers in any_numbers()) {
        let mut opening = start.clone();
        let mut stages = Vec::new();
        for numbers in &numbers {
            if opening.is_finished() {
                break;
            }
            let choice = random_choice(&opening, numbers);
            stages.push(opening.clone());
            prop_assert_eq!(opening.apply(choice), Ok(()));
            prop_assert_eq!(opening.to_string().parse(), Ok(opening.clone()));
        }
        prop_assert!(opening.is_finished(), "{opening}");
        prop_assert!(stages.len() <= opening.protocol().max_choices());
        let OpeningState::Finished { black, side_to_move, stones } = opening.state() else { unreachable!() };
        prop_assert_eq!(black, opening.player_of(Color::Black));
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju] {
            let mut expected = Position::new(rule, opening.size());
            stones.iter().for_each(|&point| expected.play(point).unwrap());
            prop_assert_eq!(expected.side_to_move(), side_to_move);
            prop_assert_eq!(opening.position(rule), Ok(expected));
        }
        while let Some(stage) = stages.pop() {
            let last = opening.choices().last().cloned();
            prop_assert_eq!(opening.undo(), last);
            prop_assert_eq!(&opening, &stage);
        }
        prop_assert_eq!(opening.undo(), None);
        prop_assert_eq!(opening, start);
    }

    #[test]
    fn refused_choices_change_nothing(start in any_start(), numbers in any_numbers(), wild in any_choice()) {
        let mut opening = start;
        for numbers in &numbers {
            let mut other = opening.clone();
            match other.apply(wild.clone()) {
                Ok(()) => prop_assert_eq!(other.undo(), Some(wild.clone())),
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            prop_assert_eq!(&other, &opening);
            if opening.is_finished() {
                break;
            }
            opening.apply(random_choice(&opening, numbers)).unwrap();
        }
    }

    /// The points that a page offers one by one are exactly those that `check` accepts.
    #[test]
    fn next_points_are_those_that_check_accepts(start in any_start(), numbers in any_numbers()) {
        let mut opening = start;
        for numbers in &numbers {
            let OpeningState::ToChoose { choices, .. } = opening.state() else { break };
            for legal in &choices {
                let single = |point| match legal {
                    LegalChoice::Place(stones) if stones.len() == 1 => Some(Choice::Place(vec![point])),
                    LegalChoice::Offer { count: 1 } => Some(Choice::Offer(vec![point])),
                    LegalChoice::Pick { .. } => Some(Choice::Pick(point)),
                    _ => None,
                };
                if single(Point::new(0, 0)).is_some() {
                    let accepted: Vec<Point> = opening.size().points()
                        .filter(|&point| opening.check(&single(point).unwrap()).is_ok()).collect();
                    prop_assert_eq!(opening.next_points(legal, &[]), accepted);
                }
            }
            opening.apply(random_choice(&opening, numbers)).unwrap();
        }
    }

    #[test]
    fn readers_survive_any_text(text in "\\PC*", choice in "[a-z0-9.+-]{0,12}", lines in 3usize..=22) {
        let size = BoardSize::new(lines).unwrap();
        for text in [text, choice.clone(), format!("15.swap2.{choice}"), format!("15.taraguchi-{choice}")] {
            let _ = text.parse::<Opening>();
            let _ = text.parse::<Protocol>();
            if let Ok(read) = Choice::parse(&text, size) {
                prop_assert_eq!(Choice::parse(&read.to_text(size), size), Ok(read));
            }
        }
    }
}
