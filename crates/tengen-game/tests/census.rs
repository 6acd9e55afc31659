//! Counts that others have published or that follow from arithmetic: they pin the rules as a whole.

use tengen_game::{
    Board, BoardSize, Color, Direction, ForbiddenKind, Outcome, Point, Position, Rule, WinLength,
    forbidden_kind,
};

/// Row 8 of 15×15, three and five columns either side of the centre filled in all 3^10 ways, the rest
/// empty; Black plays the centre.
#[test]
fn the_renju_census_of_one_line() {
    let columns = [3, 4, 5, 6, 8, 9, 10, 11, 2, 12].map(|x: u8| Point::new(x, 7));
    let center = BoardSize::FIFTEEN.center();
    let mut board = Board::new(BoardSize::FIFTEEN);
    let (mut fives, mut overlines, mut double_fours, mut forbidden) = (0, 0, 0, 0);
    for filling in 0..3u32.pow(10) {
        for (index, &point) in columns.iter().enumerate() {
            let digit = filling / 3u32.pow(index as u32) % 3;
            board.set(point, [None, Some(Color::Black), Some(Color::White)][digit as usize]);
        }
        let run = board.run_through(center, Color::Black, Direction::Horizontal).length();
        fives += u32::from(run == 5);
        let kind = forbidden_kind(&board, center);
        overlines += u32::from(kind == Some(ForbiddenKind::Overline));
        double_fours += u32::from(kind == Some(ForbiddenKind::DoubleFour));
        forbidden += u32::from(kind.is_some());
    }
    assert_eq!((fives, overlines, double_fours, forbidden), (1620, 1053, 136, 1189));
}

/// Every game of three in a row on 3×3, to its end.
#[test]
fn tic_tac_toe_has_255168_games() {
    fn games(position: &mut Position) -> u64 {
        if position.is_over() {
            return 1;
        }
        let moves: Vec<Point> = position.legal_moves().collect();
        let mut count = 0;
        for point in moves {
            position.play(point).unwrap();
            count += games(position);
            position.undo();
        }
        count
    }
    let rule = Rule::Free(WinLength::new(3).unwrap());
    assert_eq!(games(&mut Position::new(rule, BoardSize::MIN)), 255_168);
}

/// Number of ways to choose `k` of `n` in order.
fn arrangements(n: u64, k: u64) -> u64 {
    (0..k).map(|i| n - i).product()
}

/// Calls `visit` with every set of `k` of the given points.
fn for_each_set(points: &[Point], k: usize, chosen: &mut Vec<Point>, visit: &mut impl FnMut(&[Point])) {
    if k == 0 {
        visit(chosen);
        return;
    }
    for index in 0..=points.len().saturating_sub(k) {
        if points.len() < k {
            return;
        }
        chosen.push(points[index]);
        for_each_set(&points[index + 1..], k - 1, chosen, visit);
        chosen.pop();
    }
}

fn wins(size: BoardSize, stones: &[Point]) -> bool {
    let mut board = Board::new(size);
    for &point in stones {
        board.set(point, Some(Color::Black));
    }
    let position = Position::from_board(Rule::Standard, board, Color::White).unwrap();
    matches!(position.outcome(), Some(Outcome::Win { winner: Color::Black, .. }))
}

fn sets_that_win(points: &[Point], size: BoardSize) -> (Vec<Vec<Point>>, u64) {
    let (mut winning, mut all) = (Vec::new(), 0);
    for_each_set(points, 5, &mut Vec::new(), &mut |set| {
        all += 1;
        if wins(size, set) {
            winning.push(set.to_vec());
        }
    });
    (winning, all)
}

/// Black wins at ply 9 when its five stones make a five; they can come in any order, and White's four
/// stones may stand anywhere else.
#[test]
fn games_that_black_wins_at_ply_nine() {
    for (lines, expected) in [(5, 167_443_200), (6, 2_899_814_400)] {
        let size = BoardSize::new(lines).unwrap();
        let points: Vec<Point> = size.points().collect();
        let (winning, _) = sets_that_win(&points, size);
        let area = size.area() as u64;
        assert_eq!(winning.len() as u64 * 120 * arrangements(area - 5, 4), expected, "{size}");
    }
}

/// White wins at ply 10 when its five stones make a five and Black's five do not.
#[test]
fn games_that_white_wins_at_ply_ten() {
    let size = BoardSize::new(5).unwrap();
    let points: Vec<Point> = size.points().collect();
    let (winning, _) = sets_that_win(&points, size);
    let games: u64 = winning
        .iter()
        .map(|white| {
            let rest: Vec<Point> = points.iter().copied().filter(|p| !white.contains(p)).collect();
            let (black_wins, all) = sets_that_win(&rest, size);
            120 * 120 * (all - black_wins.len() as u64)
        })
        .sum();
    assert_eq!(games, 2_678_515_200);
}
