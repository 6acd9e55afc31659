//! Games of the engine's levels against each other, which err as people do.

use tengen_analysis::{Level, SearchLimits, SystemClock};
use tengen_engine::Engine;
use tengen_game::{BoardSize, Move, Position, Rule, SplitMix};

/// The numbers of random stones near the centre with which a game begins.
const OPENING_STONES: std::ops::RangeInclusive<u64> = 2..=6;

/// The distance of random stones from the centre.
const REACH: u64 = 3;

/// The levels that play, each against itself or one of the next three.
const LEVELS: std::ops::RangeInclusive<u8> = 9..=16;

/// Plays a game: its moves from the empty board on. The same seed gives the same game.
pub fn play_game(engine: &mut Engine, rule: Rule, size: BoardSize, seed: u64) -> Vec<Move> {
    let mut random = SplitMix::new(seed);
    let mut position = Position::new(rule, size);
    let stones = OPENING_STONES.start() + random.below(OPENING_STONES.end() - OPENING_STONES.start() + 1);
    while (position.moves().len() as u64) < stones && !position.is_over() {
        let mut step = || random.below(2 * REACH + 1) as i16 - REACH as i16;
        let (dx, dy) = (step(), step());
        let point = size.center().offset(dx, dy, size);
        if let Some(point) = point.filter(|&point| position.check(point).is_ok()) {
            position.play_unchecked(point);
        }
    }
    let span = u64::from(LEVELS.end() - LEVELS.start() + 1);
    let levels = [(); 2].map(|()| Level::new(LEVELS.start() + random.below(span) as u8));
    engine.clear();
    while !position.is_over() {
        let level = levels[position.moves().len() % 2];
        let limits = SearchLimits { level, seed: random.next(), ..SearchLimits::default() };
        engine.set_position(position.clone());
        let report = engine.search(&limits, &SystemClock::new(), &mut ());
        let played = report.best_move.map_or(Move::Pass, Move::Place);
        if position.play(played).is_err() {
            break;
        }
    }
    position.moves().to_vec()
}
