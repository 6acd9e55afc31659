//! The shares of threats that the levels overlook, against the table of the levels.

use tengen_analysis::{Level, SearchLimits, SystemClock};
use tengen_game::{Color, Position, Rule, diagram};

use super::sight::{Kind, Sight};
use super::*;
use crate::{Engine, EngineOptions};

/// The board of a diagram with Black to move.
fn board(text: &str) -> Board {
    let position = Position::from_board(Rule::FREESTYLE, diagram::read(text).unwrap(), Color::Black).unwrap();
    Board::new(&position, None)
}

/// The cell of a name in a diagram of nine lines.
fn cell(name: &str) -> Cell {
    Cell::from(tengen_game::Point::parse(name, tengen_game::BoardSize::new(9).unwrap()).unwrap())
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

const GAMES: u64 = 2_000;

/// The decision of a level without a character.
fn decide(board: &mut Board, level: Level, allowed: &CellSet, seed: u64) -> Decision {
    let taste = Taste::new(None, &Position::new(Rule::FREESTYLE, board.size()));
    Person { level, taste, allowed, seed }.decide(board, &NoClock, &StopHandle::default())
}

/// The share of games, in per mille, in which a level decides on one of these moves without a search.
fn share(board: &mut Board, level: Level, moves: &[&str]) -> u64 {
    let all = *board.empty();
    let cells: Vec<Cell> = moves.iter().map(|name| cell(name)).collect();
    let hits = (0..GAMES).filter(
        |&seed| matches!(decide(board, level, &all, seed), Decision::Play(cell) if cells.contains(&cell)),
    );
    hits.count() as u64 * 1_000 / GAMES
}

/// The share of such threats that the table intends a level to overlook at a cell, in per mille.
fn intended(board: &Board, level: Level, name: &str, direction: usize, kind: Kind) -> u64 {
    Sight::new(Profile::of(level), board, 0).missed(board, cell(name), direction, kind)
}

const ROW_FOUR: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X O O O O . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . X .
    . . . . . X . . .
    . . . . . . . . .
";

const DIAGONAL_FOUR: &str = "
    . X . . . . . . .
    . . O . . . . . .
    . . . O . . . . .
    . . . X O . . . .
    . . . . . O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . . . . . . X .
";

/// Fours are overlooked as often as the table intends, and more often on diagonals. The other moves of a level that overlooks one are
/// spread over the board, so that few of them block by chance.
#[test]
fn fours_are_overlooked_at_the_intended_rates() {
    let (mut row, mut diagonal) = (board(ROW_FOUR), board(DIAGONAL_FOUR));
    for number in [1, 2, 3, 5, 7, 12, 19] {
        let level = level(number);
        for (board, name, direction) in [(&mut row, "f6", 0), (&mut diagonal, "g4", 3)] {
            let missed = 1_000 - share(board, level, &[name]);
            let intended = intended(board, level, name, direction, Kind::TheirFive);
            assert!(missed <= intended + 30 && missed + 45 >= intended, "{number}: {missed} of {intended}");
        }
    }
    let of_level_one =
        |board: &Board, name, direction| intended(board, level(1), name, direction, Kind::TheirFive);
    assert!(of_level_one(&row, "f6", 0) < of_level_one(&diagonal, "g4", 3));
}

const OPEN_THREE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . O O O . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . X .
    . . . . . X . . .
    . . . . . . . . .
";

/// The requirement of the ladder: no open three is left unanswered from level 5 on.
#[test]
fn open_threes_are_answered_from_level_five_on() {
    let mut board = board(OPEN_THREE);
    let answers = ["b6", "c6", "g6", "h6"];
    let answers_row = cell("b6").y();
    for number in 5..20 {
        let all = *board.empty();
        for seed in 0..100 {
            match decide(&mut board, level(number), &all, seed) {
                Decision::Play(found) => assert!(answers.map(cell).contains(&found), "{number} {seed}"),
                Decision::Read { moves, .. } => {
                    let moves = moves.expect("the answers alone are examined");
                    assert!(moves.iter().all(|cell| cell.y() == answers_row), "{number} {seed}");
                }
            }
        }
    }
    assert!(share(&mut board, level(1), &answers) < share(&mut board, level(4), &answers));
}

#[test]
fn an_own_five_is_completed_before_anything_else() {
    let mut board = board(
        "
        . . . . . . . . .
        . X X X X . . . .
        . . . . . . . . .
        . O O O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    for number in 7..20 {
        assert_eq!(share(&mut board, level(number), &["a8", "f8"]), 1_000, "{number}");
    }
}

/// Black wins by the four on the row and the open four of the column: d5, then d6 or d2.
const WIN_BY_FOURS: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O X X . X . . . .
    . . . X . . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . O . . . O . .
";

#[test]
fn wins_by_fours_are_read_as_far_as_the_level_reads() {
    let mut board = board(WIN_BY_FOURS);
    let all = *board.empty();
    assert_eq!(fours::win(&mut board, 5, &all), Some(cell("d5")));
    assert_eq!(fours::win(&mut board, 3, &all), None);
    assert_eq!(fours::win(&mut board, 5, &CellSet::EMPTY), None);
    assert_eq!(share(&mut board, level(9), &["d5"]), 1_000);
    assert!(share(&mut board, level(2), &["d5"]) < 900);
}

#[test]
fn the_same_seed_gives_the_same_decision_and_others_vary() {
    let mut board = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    );
    let all = *board.empty();
    for number in [1, 4, 8] {
        let decisions: Vec<_> = (0..40).map(|seed| decide(&mut board, level(number), &all, seed)).collect();
        let again: Vec<_> = (0..40).map(|seed| decide(&mut board, level(number), &all, seed)).collect();
        assert_eq!(decisions, again);
        let mut different: Vec<String> = decisions.iter().map(|decision| format!("{decision:?}")).collect();
        different.sort();
        different.dedup();
        assert!(different.len() > 4, "{number}: {different:?}");
    }
}

#[test]
fn the_checksum_of_the_levels_is_the_same_twice() {
    assert_eq!(levels_fingerprint(), levels_fingerprint());
}

/// Black wins by open threes and fours alone: the open two of the row and the open two of the column meet.
const WIN_BY_THREATS: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X X . . . .
    . . . . . X . . .
    . . . . . X . . .
    . . . . . . . . .
    O . . . . . . O .
    O . . . . . O . .
";

#[test]
fn wins_by_threats_are_read_from_the_upper_middle_on() {
    let mut board = board(WIN_BY_THREATS);
    let all = *board.empty();
    let decisions = |board: &mut Board, number| {
        (0..20).map(|seed| decide(board, level(number), &all, seed)).collect::<Vec<_>>()
    };
    // The double three is the first move of the win.
    for number in [14, 16, 19] {
        let found = decisions(&mut board, number);
        assert!(found.iter().all(|decision| *decision == Decision::Play(cell("f6"))), "{number}: {found:?}");
    }
    // Lower levels do not read it, and play by shape or search.
    for number in [6, 11] {
        let found = decisions(&mut board, number);
        assert!(found.iter().any(|decision| *decision != Decision::Play(cell("f6"))), "{number}: {found:?}");
    }
}

/// The characters in a middle game in which Black can threaten, block, build, or play elsewhere.
#[test]
fn characters_prefer_different_moves_among_equal_ones() {
    let position: Position = "freestyle 15 black - h8 i9 e5 j10 f4 e7 k6 d8 l12 g11".parse().unwrap();
    let mut board = Board::new(&position, None);
    let all = *board.empty();
    let middle = Cell::from(position.size().center());
    // The numbers of threats and of blocks of open twos, and the sums of the distances from the middle and from the fight, in many games.
    let mut manner = |character| {
        let taste = Taste::new(Some(character), &position);
        let last: Vec<Cell> = position
            .moves()
            .iter()
            .rev()
            .take(2)
            .filter_map(|played| played.point())
            .map(Cell::from)
            .collect();
        let mut figures = [0; 4];
        for seed in 0..400 {
            let person = Person { level: level(5), taste, allowed: &all, seed };
            let Decision::Play(cell) = person.decide(&mut board, &NoClock, &StopHandle::default()) else {
                panic!("level 5 does not search");
            };
            let breaks = board.code(cell, Color::White);
            figures[0] += usize::from(board.entry(cell, Color::Black).threat != Threat::Quiet);
            figures[1] += (0..4).filter(|&direction| breaks.pattern(direction) >= Pattern::OpenTwo).count();
            figures[2] += sight::distance(cell, middle);
            figures[3] += last.iter().map(|&last| sight::distance(cell, last)).min().unwrap_or_default();
        }
        figures
    };
    let [attacker, defender, puncher, builder, gambler, master] = Character::ALL.map(&mut manner);
    let all = format!("{:?}", [attacker, defender, puncher, builder, gambler, master]);
    assert!(attacker[0] > defender[0] && attacker[0] > builder[0], "threats: {all}");
    assert!(defender[1] > attacker[1] && puncher[1] > attacker[1], "blocks: {all}");
    assert!(master[2] < gambler[2], "from the middle: {all}");
    assert!(gambler[3] > master[3], "from the fight: {all}");
}

/// A level with the handicap leaves a double three out, and a plain three or any other move in its place.
#[test]
fn a_level_makes_no_two_threats_at_once_where_that_is_its_handicap() {
    // White to move has two open twos that cross on h8.
    let position: Position = "freestyle 15 white - a1 f8 o1 g8 a15 h6 o15 h7 a8".parse().unwrap();
    let double = "h8";
    let play = |level: Level, seed: u64, no_double_threats: bool| {
        let mut engine = Engine::new(EngineOptions::default().with_hash_bytes(1 << 20));
        engine.set_position(position.clone());
        let limits = SearchLimits { no_double_threats, nodes: Some(5_000), ..SearchLimits::default() };
        let report = engine.search(&limits.with_level(level).with_seed(seed), &SystemClock::new(), &mut ());
        report.best_move.unwrap().on(position.size()).to_string()
    };
    assert_eq!(play(Level::HARD, 1, false), double);
    for level in [Level::EASY, Level::NORMAL, Level::HARD] {
        for seed in 0..4 {
            assert_ne!(play(level, seed, true), double, "{level} {seed}");
        }
    }
}
