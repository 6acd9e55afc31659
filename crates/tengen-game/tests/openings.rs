//! The 26 canonical openings of renju: their names, their stones, and that there are no others.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use tengen_game::opening::{RenjuOpening, Zone};
use tengen_game::{Board, BoardSize, Color, Point, Symmetry, moves};

const SIZE: BoardSize = BoardSize::FIFTEEN;

fn points_of(zone: Zone) -> impl Iterator<Item = Point> {
    SIZE.points().filter(move |&point| zone.contains(point, SIZE))
}

fn board_of(black: [Point; 2], white: Point) -> Board {
    let mut board = Board::new(SIZE);
    black.into_iter().for_each(|point| board.set(point, Some(Color::Black)));
    board.set(white, Some(Color::White));
    board
}

/// `data/openings.txt` was written from published lists, not from the table of the crate.
#[test]
fn numbers_names_and_stones_are_the_published_ones() {
    let lines = include_str!("data/openings.txt").lines().filter(|line| !line.starts_with('#'));
    let mut openings = RenjuOpening::all();
    for line in lines {
        let opening = openings.next().unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let [number, name, kanji, chinese, stones @ ..] = words.as_slice() else { panic!("{line}") };
        assert_eq!(
            (opening.number(), opening.name(), opening.kanji(), opening.chinese()),
            (*number, *name, *kanji, *chinese)
        );
        assert_eq!(opening.stones().map(|point| point.on(SIZE).to_string()).as_slice(), stones, "{opening}");
        assert_eq!(opening.is_direct(), number.starts_with('D'));
        assert_eq!(RenjuOpening::from_number(number), Some(opening));
        assert_eq!(RenjuOpening::from_number(&number.to_lowercase()), Some(opening));
    }
    assert_eq!(openings.next(), None);
}

/// The counting argument: for every second and third stone, a symmetry that preserves the centre leads
/// to exactly one of the 26, and two of them are never the same.
#[test]
fn every_third_stone_in_the_central_square_makes_exactly_one_opening() {
    let center = SIZE.center();
    let mut images: HashMap<[Point; 3], RenjuOpening> = HashMap::new();
    for opening in RenjuOpening::all() {
        for symmetry in Symmetry::ALL {
            let image = opening.stones().map(|point| symmetry.apply(point, SIZE));
            let other = images.insert(image, opening);
            assert!(other.is_none_or(|other| other == opening), "{opening} is also {other:?}");
        }
    }
    let mut triples = 0;
    for second in points_of(Zone::Central(3)).filter(|&point| point != center) {
        for third in points_of(Zone::Central(5)).filter(|&point| point != center && point != second) {
            let stones = [center, second, third];
            assert_eq!(RenjuOpening::classify(&stones, SIZE), images.get(&stones).copied(), "{stones:?}");
            assert!(images.contains_key(&stones), "{stones:?}");
            triples += 1;
        }
    }
    // Eight second stones, 23 third ones; nothing else is an opening.
    assert_eq!(triples, 8 * 23);
    assert_eq!(images.len(), triples);
}

/// Counted without the table: the third stones fall into 13 classes under the one reflection that keeps
/// the second stone, beside the centre as well as diagonally from it.
#[test]
fn there_are_thirteen_third_stones_for_each_second_one() {
    let center = SIZE.center();
    for second in [Point::new(7, 6), Point::new(8, 6)] {
        let fixing: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.apply(second, SIZE) == second).collect();
        assert_eq!(fixing.len(), 2);
        let thirds = points_of(Zone::Central(5)).filter(|&point| point != center && point != second);
        let classes: HashSet<Point> = thirds
            .map(|third| fixing.iter().map(|symmetry| symmetry.apply(third, SIZE)).min().unwrap())
            .collect();
        assert_eq!(classes.len(), 13);
    }
}

#[test]
fn the_order_of_the_stones_matters_to_moves_and_not_to_boards() {
    for opening in RenjuOpening::all() {
        let [first, second, third] = opening.stones();
        assert_eq!(RenjuOpening::classify(&[first, second, third], SIZE), Some(opening));
        assert_eq!(RenjuOpening::classify(&[third, second, first], SIZE), None);
        assert_eq!(RenjuOpening::classify_board(&board_of([first, third], second)), Some(opening));
        assert_eq!(RenjuOpening::classify_board(&board_of([third, first], second)), Some(opening));
        // White in the centre makes no opening, and neither do four stones.
        assert_eq!(RenjuOpening::classify_board(&board_of([second, third], first)), None);
        let mut four = board_of([first, third], second);
        four.set(Point::new(0, 0), Some(Color::White));
        assert_eq!(RenjuOpening::classify_board(&four), None);
        // A game continues after its opening.
        let game = [first, second, third, Point::new(0, 0), Point::new(14, 14)];
        assert_eq!(RenjuOpening::classify(&game, SIZE), Some(opening));
    }
}

#[test]
fn other_stones_have_no_opening_name() {
    for text in ["", "h8", "h8 h9", "h8 h10 h9", "h8 h9 h11", "g8 g9 g10", "h8 h9 e8"] {
        assert_eq!(RenjuOpening::classify(&moves::read_points(text, SIZE).unwrap(), SIZE), None, "{text}");
    }
    for number in ["", "D", "D0", "D14", "I14", "E1", "1", "D1 ", "D01"] {
        assert_eq!(RenjuOpening::from_number(number), None, "{number}");
    }
}

#[test]
fn other_board_sizes_have_the_same_openings_around_their_centre() {
    for lines in [5, 6, 14, 19, 20] {
        let size = BoardSize::new(lines).unwrap();
        for opening in RenjuOpening::all() {
            let (from, to) = (SIZE.center(), size.center());
            let moved = opening.stones().map(|point| {
                Point::new(shift(point.x(), from.x(), to.x()), shift(point.y(), from.y(), to.y()))
            });
            assert_eq!(RenjuOpening::classify(&moved, size), Some(opening), "{size}");
        }
    }
}

fn shift(coordinate: u8, from: u8, to: u8) -> u8 {
    u8::try_from(i16::from(coordinate) + i16::from(to) - i16::from(from)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_points_and_any_text_can_be_asked_about(
        points in prop::collection::vec((any::<u8>(), any::<u8>()), 0..6), lines in 3usize..=22,
        number in "\\PC*"
    ) {
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        let _ = RenjuOpening::classify(&points, BoardSize::new(lines).unwrap());
        let _ = RenjuOpening::from_number(&number);
    }
}

#[test]
fn an_opening_has_three_stones_and_one_of_blacks_in_the_centre() {
    let size = BoardSize::FIFTEEN;
    let center = size.center();
    let [above, beside, far] = [(0, -1), (1, 0), (5, 5)].map(|(dx, dy)| center.offset(dx, dy, size).unwrap());
    let mut board = Board::new(size);
    board.set(above, Some(Color::White));
    board.set(beside, Some(Color::Black));
    // The board has as many stones as an opening, but none in the centre.
    board.set(far, Some(Color::Black));
    assert_eq!(RenjuOpening::classify_board(&board), None);
    // The opening with one stone too many, of either colour.
    board.set(center, Some(Color::Black));
    assert_eq!(RenjuOpening::classify_board(&board), None);
    board.set(far, Some(Color::White));
    assert_eq!(RenjuOpening::classify_board(&board), None);
    board.set(far, None);
    assert_eq!(RenjuOpening::classify_board(&board), Some(RenjuOpening::Ugetsu));
}
