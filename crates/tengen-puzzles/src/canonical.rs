//! The likeness of puzzles: two of them are near-copies where the fight is the same up to symmetry, place on the board and colour.

use tengen_game::{BoardSize, Color, Point, Symmetry};

use crate::ground::{Answer, Ground};
use crate::puzzle::{Puzzle, Task};

/// The fight of a puzzle in a form that its near-copies share. It is compared, and has no other use.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Likeness {
    /// The attacker's moves, the answers, and the stones that the fours are made of: the pattern of the win.
    pub pattern: Pattern,
    /// All stones within the rectangle of the pattern.
    area: Vec<Marked>,
}

/// The pattern of a win, the same for each of its images.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern(Vec<Marked>);

/// A row and a column from the upper left corner of the fight, and the kind of the point.
type Marked = (u8, u8, u8);

/// The kinds of points of a pattern: a stone of the attacker's that a four is made of, a four, and its answer.
const STONE: u8 = 0;
const FOUR: u8 = 1;
const ANSWER: u8 = 2;

/// The kinds of other stones of an area.
const OF_SOLVER: u8 = 3;
const OF_OTHER: u8 = 4;

/// The likeness of a puzzle.
pub fn likeness(puzzle: &Puzzle) -> Likeness {
    let mut ground = Ground::new(&puzzle.start);
    let size = ground.board().size();
    let solver = puzzle.solver();
    let fight = match &puzzle.task {
        Task::Fours { line, .. } => fight(&mut ground, solver, line),
        Task::Threats(threats) => {
            let mut points = Vec::new();
            for exchange in &threats.exchanges {
                points.extend([(exchange.attack, FOUR), (exchange.answer, ANSWER)]);
                ground.exchange(solver, exchange.attack, exchange.answer);
            }
            let mut later = fight(&mut ground, solver, &threats.fours);
            later.retain(|&(point, _)| points.iter().all(|&(other, _)| other != point));
            points.extend(later);
            points
        }
        Task::Defence { saves, refutations } => {
            let line = refutations.first().map_or(&[][..], |first| &first.line);
            let mut fight = fight(&mut ground, !solver, line);
            // The same attack may have several only answers in different surroundings.
            fight.push((*saves, ANSWER));
            fight
        }
    };
    let stones: Vec<(Point, u8)> = size
        .points()
        .filter_map(|point| {
            let color = puzzle.start.board().stone(point)?;
            Some((point, if color == solver { OF_SOLVER } else { OF_OTHER }))
        })
        .collect();
    let images = Symmetry::ALL.map(|symmetry| image(&fight, &stones, symmetry, size));
    let [first, others @ ..] = images;
    others.into_iter().fold(first, Likeness::min)
}

fn fight(ground: &mut Ground, attacker: Color, line: &[Point]) -> Vec<(Point, u8)> {
    let mut fight: Vec<(Point, u8)> = Vec::new();
    ground.follow(attacker, line, |ground, index, answer| {
        for stone in stones_of_four(ground, attacker, line[index]) {
            if fight.iter().all(|&(point, _)| point != stone) {
                fight.push((stone, STONE));
            }
        }
        fight.push((line[index], FOUR));
        if let Ok(Answer::Forced(answer)) = answer {
            fight.push((*answer, ANSWER));
        }
        true
    });
    fight
}

/// The stones that make five together with `attack` and one point more.
fn stones_of_four(ground: &mut Ground, attacker: Color, attack: Point) -> Vec<Point> {
    let mut stones = Vec::new();
    ground.make(attack, attacker);
    for five in ground.fives(attacker) {
        for direction in tengen_game::Direction::ALL {
            let run = ground.board().run_through(five, attacker, direction);
            let points: Vec<Point> = run.points().collect();
            if points.contains(&attack) {
                stones.extend(points.into_iter().filter(|&point| point != attack && point != five));
            }
        }
    }
    ground.unmake(attack, attacker);
    stones
}

/// The fight as one symmetry shows it, moved into the corner of the board.
fn image(fight: &[(Point, u8)], stones: &[(Point, u8)], symmetry: Symmetry, size: BoardSize) -> Likeness {
    let moved = |points: &[(Point, u8)]| -> Vec<(Point, u8)> {
        points.iter().map(|&(point, kind)| (symmetry.apply(point, size), kind)).collect()
    };
    let (fight, stones) = (moved(fight), moved(stones));
    let reach = |of: fn(Point) -> u8| {
        let values = fight.iter().map(|&(point, _)| of(point));
        (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (reach(Point::x), reach(Point::y));
    let is_within = |point: Point| (left..=right).contains(&point.x()) && (top..=bottom).contains(&point.y());
    let marked = |points: Vec<(Point, u8)>| {
        let within = points.into_iter().filter(|&(point, _)| is_within(point));
        let mut marked: Vec<Marked> =
            within.map(|(point, kind)| (point.y() - top, point.x() - left, kind)).collect();
        marked.sort_unstable();
        marked
    };
    Likeness { pattern: Pattern(marked(fight)), area: marked(stones) }
}
