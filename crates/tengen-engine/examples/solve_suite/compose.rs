//! Long wins by fours, composed backwards.
//!
//! The example removes a stone that the win needs and adds three stones in line with it, so that the attacker first has to
//! place the stone with a four. The win is then two plies longer, if the solver finds no shorter one.

use tengen_analysis::Verdict;
use tengen_game::{Board, BoardSize, Color, Direction, Point, Position, Rule, SplitMix};

use crate::fours;

/// The least number of attempts at a step before the last steps are taken back.
const TRIES: usize = 500;

/// The best of this many ways to make a win longer is chosen.
const CHOICES: usize = 5;

/// The number of times that steps are taken back before another beginning is made.
const PATIENCE: usize = 2_000;

/// The number of stones that may be taken away next.
const FRESH: usize = 12;

/// Places to be tried for stones that only block.
const BLOCKS: usize = 40;

/// A position with a win of the stated length.
#[derive(Clone)]
struct Stage {
    board: Board,
    length: u32,
    /// The number of nodes that finding the win takes.
    nodes: u64,
    /// The attacker's stones that were placed last, the latest first. Only they are taken away next, so that the fours
    /// depend on one another in a chain; others could be played in any order, of which there are too many.
    fresh: Vec<Point>,
}

/// Prints `count` positions with wins of at least `plies` plies.
pub(crate) fn print(random: &mut SplitMix, rule: Rule, size: BoardSize, plies: u32, count: u64) {
    let mut found = 0;
    while found < count {
        let attacker = Color::BOTH[random.index(2)];
        let Some(beginning) = beginning(random, rule, size, attacker) else { continue };
        let mut stages = vec![beginning];
        let mut failures = 0;
        while let Some(last) = stages.last()
            && last.length < plies
            && failures < PATIENCE
        {
            let next = longer(random, rule, last, attacker).or_else(|| {
                let quieter = quieter(random, rule, last, attacker);
                longer(random, rule, &quieter, attacker)
            });
            if let Some(longer) = next {
                stages.push(longer);
            } else {
                failures += 1;
                let most = 1 << random.index(6);
                let back = 1 + random.index(most);
                stages.truncate(stages.len().saturating_sub(back).max(1));
            }
        }
        if let Some(Stage { board, length, .. }) = stages.last()
            && *length >= plies
        {
            found += 1;
            println!("{rule} {} {attacker} {length} {}", size.lines(), rows(board).join("/"));
        }
    }
}

/// The rows of a diagram.
fn rows(board: &Board) -> Vec<String> {
    let letter = |point: Point| match board.stone(point) {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    };
    let lines = board.size().lines();
    (0..lines).map(|y| (0..lines).map(|x| letter(Point::new(x, y))).collect()).collect()
}

fn position(rule: Rule, board: &Board, attacker: Color) -> Option<Position> {
    Position::from_board(rule, board.clone(), attacker).ok().filter(|position| !position.is_over())
}

/// The length of the shortest win, and how many nodes it takes to find it, of which there may be so many.
fn length(rule: Rule, board: &Board, attacker: Color, most: u64) -> Option<(u32, u64)> {
    let solution = fours(&position(rule, board, attacker)?, attacker, most);
    match solution.verdict {
        // With all nodes used up the win may not be the shortest.
        Verdict::Proved(proof) if solution.nodes < most => Some((proof.plies, solution.nodes)),
        _ => None,
    }
}

/// Some stones with which the attacker wins in five plies.
fn beginning(random: &mut SplitMix, rule: Rule, size: BoardSize, attacker: Color) -> Option<Stage> {
    let mut board = Board::new(size);
    let corner = [0, 1].map(|_| random.index(size.lines() as usize - 7) as u8);
    for _ in 0..9 {
        let point = Point::new(corner[0] + random.index(7) as u8, corner[1] + random.index(7) as u8);
        let stone = if random.index(4) == 0 { !attacker } else { attacker };
        board.set(point, Some(stone));
    }
    let fresh = size.points().filter(|&point| board.stone(point) == Some(attacker)).collect();
    let (_, nodes) = length(rule, &board, attacker, 1_000).filter(|&(length, _)| length == 5)?;
    Some(Stage { board, length: 5, nodes, fresh })
}

fn longer(random: &mut SplitMix, rule: Rule, stage: &Stage, attacker: Color) -> Option<Stage> {
    let Stage { board, length: length_now, nodes, fresh } = stage;
    // Fours that lead nowhere are tried in every order; so a win that takes many more nodes leads nowhere, too.
    let most = nodes + nodes / 4 + 300;
    let is_needed = |&point: &Point| {
        let mut without = board.clone();
        without.set(point, None);
        length(rule, &without, attacker, most).is_none()
    };
    let mut needed: Vec<Point> = fresh.iter().copied().filter(is_needed).collect();
    let mut best: Option<(u64, Stage)> = None;
    let mut choices = 0;
    // The longer the win, the more is lost with it.
    let tries = TRIES * (1 + *length_now as usize / 10);
    for round in 0..tries {
        if choices == CHOICES || best.is_some() && round >= tries / 2 {
            break;
        }
        if round == tries / 2 {
            // The chain has come to an end; another may begin elsewhere.
            let own = board.size().points().filter(|&point| board.stone(point) == Some(attacker));
            needed = own.filter(is_needed).collect();
            needed.sort_by_key(|&point| around(board, point));
            needed.truncate(FRESH);
        }
        if needed.is_empty() {
            continue;
        }
        let latest =
            if random.index(4) == 0 || round >= tries / 2 { needed.len() } else { needed.len().min(3) };
        let stone = needed[random.index(latest)];
        let Some((tried, mut placed)) = with_four_before(random, rule, board, attacker, stone) else {
            continue;
        };
        if let Some((length, nodes)) = length(rule, &tried, attacker, most)
            && length == length_now + 2
        {
            // Room is scarce, most of all around the stones that are to be taken away next.
            let crowd = placed.iter().map(|&point| around(&tried, point)).sum::<usize>();
            let cost = nodes + 200 * tried.stones() as u64 + 10 * crowd as u64;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                placed.extend(fresh.iter().filter(|&&point| point != stone));
                placed.truncate(FRESH);
                best = Some((cost, Stage { board: tried, length, nodes, fresh: placed }));
            }
            choices += 1;
        }
    }
    best.map(|(_, stage)| stage)
}

/// The position with a few more stones of the defender between those of the attacker: they take away what might make a longer win
/// short.
fn quieter(random: &mut SplitMix, rule: Rule, stage: &Stage, attacker: Color) -> Stage {
    let Stage { mut board, length: length_now, mut nodes, fresh } = stage.clone();
    for _ in 0..BLOCKS {
        let empty: Vec<Point> = board.empty_points().collect();
        let point = empty[random.index(empty.len())];
        let next_to = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let mut next_to = next_to.filter_map(|(dx, dy)| point.offset(dx, dy, board.size()));
        if next_to.all(|other| board.stone(other) != Some(attacker)) {
            continue;
        }
        board.set(point, Some(!attacker));
        match length(rule, &board, attacker, nodes) {
            Some((length, fewer)) if length == length_now => nodes = fewer,
            _ => board.set(point, None),
        }
    }
    Stage { board, length: length_now, nodes, fresh }
}

/// The number of stones near a point.
fn around(board: &Board, point: Point) -> usize {
    let near = (-4..=4).flat_map(|dy| (-4..=4).map(move |dx| (dx, dy)));
    let near = near.filter_map(|(dx, dy)| point.offset(dx, dy, board.size()));
    near.filter(|&other| !board.is_empty(other)).count()
}

/// Takes a stone away and lines three others up with its place.
fn with_four_before(
    random: &mut SplitMix,
    rule: Rule,
    board: &Board,
    attacker: Color,
    stone: Point,
) -> Option<(Board, Vec<Point>)> {
    let size = board.size();
    let mut board = board.clone();
    board.set(stone, None);
    let (dx, dy) = Direction::ALL[random.index(4)].step();
    let needed = i16::from(rule.win_length().stones());
    let first = -(random.index(needed as usize) as i16);
    let row: Vec<Point> =
        (first..first + needed).filter_map(|k| stone.offset(k * dx, k * dy, size)).collect();
    let others: Vec<Point> = row.iter().copied().filter(|&point| point != stone).collect();
    if row.len() < needed as usize {
        return None;
    }
    // One of the others is where the defender answers.
    let answer = others[random.index(others.len())];
    for &point in &others {
        match board.stone(point) {
            None if point != answer => board.set(point, Some(attacker)),
            Some(found) if found == attacker && point != answer => {}
            None => {}
            Some(_) => return None,
        }
    }
    for k in [first - 1, first + needed] {
        let end = stone.offset(k * dx, k * dy, size).filter(|&end| board.is_empty(end));
        if let Some(end) = end
            && random.index(2) == 0
        {
            board.set(end, Some(!attacker));
        }
    }
    let fresh = others.into_iter().filter(|&point| point != answer).collect();
    Some((board, fresh))
}
